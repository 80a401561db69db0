import type { Check } from "../evaluation.ts";
import { formatOf } from "../formats.ts";
import { inWords, shown } from "../shown.ts";
import { assertion, type KeywordContext, type KeywordMaker } from "./context.ts";

export const FORMAT_KEYWORDS: readonly (readonly [string, KeywordMaker])[] = [
  ["format", makeFormat],
];

function makeFormat(context: KeywordContext): Check | undefined {
  const { value } = context;
  if (value.type !== "string" || !context.assertsFormat(value.value)) return undefined;
  const matches = formatOf(value.value);
  if (matches === undefined) return undefined;
  return assertion(
    context,
    (node) => node.type !== "string" || matches(node.value),
    (node) => ({
      message: `The string ${inWords(node)} is not in the format ${value.value}`,
      expected: value.value,
      received: shown(node),
    }),
  );
}
