import { compareNumbers, isIntegerText } from "../../../json/tree/number.ts";
import type { JsonNode } from "../../../json/tree/tree.ts";
import { scalarKey } from "../../../json/tree/value-ids.ts";
import { countCodePoints } from "../../../text/code-points.ts";
import { nearest } from "../../../text/nearest.ts";
import type { Check, Description } from "../evaluation.ts";
import { formatOf } from "../formats.ts";
import { isMultiple } from "../multiple-of.ts";
import { inWords, shown, shownNumber } from "../shown.ts";
import { assertion, type KeywordContext, type KeywordMaker } from "./context.ts";
import { regexOf, testPattern } from "./pattern.ts";
import { isWhole } from "../../../numbers/decimal-text.ts";
import { withArticle } from "../../../text/plural.ts";

export const SCALAR_KEYWORDS: readonly (readonly [string, KeywordMaker])[] = [
  ["type", makeType],
  ["enum", makeEnum],
  ["const", makeConst],
  ["multipleOf", makeMultipleOf],
  ["maximum", (context) => makeBound(context, -1, "exclusiveMaximum")],
  ["minimum", (context) => makeBound(context, 1, "exclusiveMinimum")],
  ["exclusiveMaximum", (context) => makeExclusiveBound(context, -1)],
  ["exclusiveMinimum", (context) => makeExclusiveBound(context, 1)],
  ["maxLength", (context) => makeLength(context, -1)],
  ["minLength", (context) => makeLength(context, 1)],
  ["pattern", makePattern],
  ["format", makeFormat],
];

function makeType(context: KeywordContext): Check {
  const { value, draft } = context;
  const items = value.type === "array" ? value.items : [value];
  const wanted = items.flatMap((item) => (item.type === "string" ? [item.value] : []));
  const types = new Set(wanted);
  const isInteger = draft === "draft-04" ? isIntegerText : isWhole;
  const nameOf = (node: JsonNode) =>
    node.type === "number" && !isInteger(node.text) ? node.type : typeName(node);
  const [first = "", second] = wanted;
  const expected = second === undefined ? first : wanted;
  return assertion(
    context,
    (node) =>
      types.has(node.type) ||
      (node.type === "number" && types.has("integer") && isInteger(node.text)),
    (node) => ({
      message: `The value is ${withArticle(nameOf(node))}, expected ${listed(wanted)}`,
      expected,
      received: nameOf(node),
    }),
  );
}

/** The type's name as schemas have it: a whole number is an integer. */
function typeName(node: JsonNode): string {
  return node.type === "number" && isWhole(node.text) ? "integer" : node.type;
}

function listed(types: readonly string[]): string {
  return types.map(withArticle).join(" or ");
}

const MOST_LISTED = 50;

function makeEnum(context: KeywordContext): Check | undefined {
  const { value } = context;
  if (value.type !== "array") return undefined;
  const { items } = value;
  const scalars = new Set(items.map(scalarKey));
  const containers = items.filter((item) => scalarKey(item) === undefined);
  const idsByRun = new WeakMap<object, ReadonlySet<number>>();
  return assertion(
    context,
    (node, run) => {
      const key = scalarKey(node);
      if (key !== undefined) return scalars.has(key);
      if (containers.length === 0) return false;
      let ids = idsByRun.get(run);
      if (ids === undefined) {
        ids = new Set(containers.map((item) => run.ids.idOf(item)));
        idsByRun.set(run, ids);
      }
      return ids.has(run.ids.idOf(node));
    },
    (node) => describeEnum(items, node),
  );
}

function describeEnum(items: readonly JsonNode[], node: JsonNode): Description {
  const words = items.flatMap((item) => (item.type === "string" ? [item.value] : []));
  const [near] =
    node.type === "string" ? nearest(node.value, words.slice(0, 1000), { limit: 1 }) : [];
  return {
    message: `The value ${inWords(node)} is none of the ${items.length} that are allowed`,
    expected: items.slice(0, MOST_LISTED).map((item) => shown(item)),
    received: shown(node),
    ...(near === undefined ? {} : { hint: `Did you mean ${JSON.stringify(near)}?` }),
  };
}

function makeConst(context: KeywordContext): Check {
  const { value } = context;
  return assertion(
    context,
    (node, run) => node.type === value.type && run.ids.idOf(node) === run.ids.idOf(value),
    (node) => ({
      message: `The value is ${inWords(node)}, expected ${inWords(value)}`,
      expected: shown(value),
      received: shown(node),
    }),
  );
}

function makeMultipleOf(context: KeywordContext): Check | undefined {
  const { value } = context;
  if (value.type !== "number") return undefined;
  return assertion(
    context,
    (node) => node.type !== "number" || isMultiple(node.text, value.text),
    (node) => ({
      message: `The number ${inWords(node)} is no whole multiple of ${inWords(value)}`,
      expected: shownNumber(value.text),
      received: shown(node),
    }),
  );
}

/** `direction` is 1 for a lower bound, -1 for an upper one; up to draft-04 a sibling makes it exclusive. */
function makeBound(
  context: KeywordContext,
  direction: 1 | -1,
  exclusive: "exclusiveMinimum" | "exclusiveMaximum",
): Check | undefined {
  const sibling = context.draft === "draft-04" ? context.sibling(exclusive) : undefined;
  const isExclusive = sibling?.type === "boolean" && sibling.value;
  return boundCheck(context, direction, isExclusive);
}

function makeExclusiveBound(context: KeywordContext, direction: 1 | -1): Check | undefined {
  return boundCheck(context, direction, true);
}

function boundCheck(
  context: KeywordContext,
  direction: 1 | -1,
  isExclusive: boolean,
): Check | undefined {
  const { value } = context;
  if (value.type !== "number") return undefined;
  const side = direction === 1 ? "at least" : "at most";
  const strictSide = direction === 1 ? "more than" : "less than";
  return assertion(
    context,
    (node) => {
      if (node.type !== "number") return true;
      const order = compareNumbers(node.text, value.text) * direction;
      return order > 0 || (order === 0 && !isExclusive);
    },
    (node) => ({
      message: `The number is ${inWords(node)}, expected ${isExclusive ? strictSide : side} ${inWords(value)}`,
      expected: shownNumber(value.text),
      received: shown(node),
    }),
  );
}

function makeLength(context: KeywordContext, direction: 1 | -1): Check | undefined {
  const { value } = context;
  if (value.type !== "number") return undefined;
  const limit = Number(value.text);
  return assertion(
    context,
    (node) => {
      if (node.type !== "string") return true;
      const units = node.value.length;
      // A code point takes one or two units, so that most strings need not be counted.
      if (direction === 1)
        return units >= limit && (units >= limit * 2 || countCodePoints(node.value) >= limit);
      return units <= limit || (units <= limit * 2 && countCodePoints(node.value) <= limit);
    },
    (node) => {
      const length = node.type === "string" ? countCodePoints(node.value) : 0;
      return {
        message: `The string has ${length === 1 ? "1 character" : `${length} characters`}, expected ${direction === 1 ? "at least" : "at most"} ${value.text}`,
        expected: shownNumber(value.text),
        received: length,
      };
    },
  );
}

function makePattern(context: KeywordContext): Check | undefined {
  const { value } = context;
  if (value.type !== "string") return undefined;
  const regex = regexOf(context, value.value);
  return assertion(
    context,
    (node, run) => node.type !== "string" || testPattern(regex, node.value, run, context.keyword),
    (node) => ({
      message: `The string ${inWords(node)} does not match the pattern ${inWords(value)}`,
      expected: value.value,
      received: shown(node),
    }),
  );
}

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

/** A count that keywords such as minItems take, as far as a double holds it. */
export function countOf(value: JsonNode | undefined): number | undefined {
  return value?.type === "number" ? Number(value.text) : undefined;
}
