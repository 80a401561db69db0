import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { compareCounts } from "./limits.ts";
import { NARROWER, OTHER, type Outcome, WIDER } from "./outcome.ts";
import type { Shape } from "./shape.ts";

export function compareStrings(before: Shape, after: Shape, outcome: Outcome): void {
  compareCounts("string", before, after, outcome);
  compareTexts("PATTERN", "pattern", before, after, outcome);
  compareTexts("FORMAT", "format", before, after, outcome);
}

/** What a text has to fit can only be the same or another. */
function compareTexts(
  name: string,
  keyword: string,
  before: Shape,
  after: Shape,
  outcome: Outcome,
): void {
  const [was, is] = [before.keyword(keyword), after.keyword(keyword)];
  const values = { before: was, after: is };
  if (was === undefined && is === undefined) return;
  if (was === undefined) outcome.change(`${name}_ADDED`, `/${keyword}`, NARROWER, values);
  else if (is === undefined) outcome.change(`${name}_REMOVED`, `/${keyword}`, WIDER, values);
  else if (textIn(was) !== textIn(is))
    outcome.change(`${name}_CHANGED`, `/${keyword}`, OTHER, values);
}

function textIn(node: JsonNode): string | undefined {
  return node.type === "string" ? node.value : undefined;
}
