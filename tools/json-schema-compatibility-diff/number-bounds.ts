import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { readDecimal } from "../_lib/numbers/decimal-text.ts";
import { floor, negate } from "../_lib/numbers/fraction.ts";
import { isMultiple } from "../_lib/schemas/json-schema/multiple-of.ts";
import { compareLimits, type Limit, type Side, strictness } from "./limits.ts";
import { NARROWER, OTHER, type Outcome, WIDER } from "./outcome.ts";
import type { Shape } from "./shape.ts";
import { areWhole } from "./types.ts";

const ENDS = [
  { name: "MINIMUM", side: 1, inclusive: "minimum", exclusive: "exclusiveMinimum" },
  { name: "MAXIMUM", side: -1, inclusive: "maximum", exclusive: "exclusiveMaximum" },
] as const;

type End = (typeof ENDS)[number];

/** `types` are those that both versions allow. */
export function compareNumbers(before: Shape, after: Shape, types: number, outcome: Outcome): void {
  for (const end of ENDS) {
    const limits = [before, after].map((shape) => limitOf(shape, end, areWhole(types)));
    const hasInclusive = [before, after].some((shape) => shape.keyword(end.inclusive));
    const path = `/${hasInclusive ? end.inclusive : end.exclusive}`;
    compareLimits(end.name, end.side, path, limits as [Limit, Limit], outcome);
  }
  compareMultiples(before.keyword("multipleOf"), after.keyword("multipleOf"), outcome);
}

/** The tighter of the two keywords; in draft-04 one is a mark on the other. */
function limitOf(shape: Shape, { side, inclusive, exclusive }: End, isWhole: boolean): Limit {
  const [plain, strict] = [shape.keyword(inclusive), shape.keyword(exclusive)];
  const isMarked = strict?.type === "boolean" && strict.value;
  const limits = [limitAt(plain, isMarked), limitAt(strict, true)].map((limit) =>
    isWhole ? wholeLimit(limit, side) : limit,
  ) as [Limit, Limit];
  return strictness(limits[0], limits[1], side) > 0 ? limits[1] : limits[0];
}

function limitAt(node: JsonNode | undefined, excludes: boolean): Limit {
  if (node?.type !== "number") return { node: undefined, text: undefined };
  return { node, text: node.text, excludes };
}

/** The last whole number within; a number too long to be written out stays as it is. */
function wholeLimit(limit: Limit, side: Side): Limit {
  const { node, text, excludes = false } = limit;
  const number = text === undefined ? undefined : readDecimal(text);
  if (number === undefined) return limit;
  // As a lower end: the upper one is its mirror image.
  const lower = side === 1 ? number : negate(number);
  const below = floor(lower);
  const isWhole = below * lower.denominator === lower.numerator;
  const inner = isWhole && !excludes ? below : below + 1n;
  return { node, text: String(side === 1 ? inner : -inner), excludes: false };
}

function compareMultiples(
  was: JsonNode | undefined,
  is: JsonNode | undefined,
  outcome: Outcome,
): void {
  const values = { before: was, after: is };
  const [old, now] = [was, is].map((node) => (node?.type === "number" ? node.text : undefined));
  const change = (word: string, directions: typeof OTHER) =>
    outcome.change(`MULTIPLE_OF_${word}`, "/multipleOf", directions, values);
  if (old === undefined && now === undefined) return;
  if (old === undefined) change("ADDED", NARROWER);
  else if (now === undefined) change("REMOVED", WIDER);
  else {
    const [isCoarser, isFiner] = [isMultiple(now, old), isMultiple(old, now)];
    if (isCoarser && isFiner) return;
    if (isCoarser) change("EXPANDED", NARROWER);
    else if (isFiner) change("REDUCED", WIDER);
    else change("CHANGED", OTHER);
  }
}
