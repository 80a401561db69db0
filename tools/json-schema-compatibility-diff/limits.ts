/** Keywords with a number that values have to be above or below, or a multiple of. */
import { compareNumbers } from "../_lib/json/tree/number.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { readDecimal } from "../_lib/numbers/decimal-text.ts";
import { floor, negate } from "../_lib/numbers/fraction.ts";
import { isMultiple } from "../_lib/schemas/json-schema/multiple-of.ts";
import { NARROWER, OTHER, type Outcome, WIDER } from "./outcome.ts";
import { areWhole, type Shape } from "./shape.ts";

/** One end of what is possible. */
interface Limit {
  /** The number's text; undefined where there is no end. */
  readonly text: string | undefined;
  /** Whether the number itself is out. */
  readonly excludes?: boolean;
  /** The keyword that sets it; undefined where nothing does. */
  readonly node: JsonNode | undefined;
}

/** 1 for a lower end, −1 for an upper one. */
type Side = 1 | -1;

interface Count {
  readonly name: string;
  readonly keyword: string;
  readonly side: Side;
  /** What holds without the keyword. */
  readonly otherwise?: string;
}

const COUNTS = {
  string: [
    { name: "MIN_LENGTH", keyword: "minLength", side: 1, otherwise: "0" },
    { name: "MAX_LENGTH", keyword: "maxLength", side: -1 },
  ],
  array: [
    { name: "MIN_ITEMS", keyword: "minItems", side: 1, otherwise: "0" },
    { name: "MAX_ITEMS", keyword: "maxItems", side: -1 },
  ],
  contains: [
    { name: "MIN_CONTAINS", keyword: "minContains", side: 1, otherwise: "1" },
    { name: "MAX_CONTAINS", keyword: "maxContains", side: -1 },
  ],
  object: [
    { name: "MIN_PROPERTIES", keyword: "minProperties", side: 1, otherwise: "0" },
    { name: "MAX_PROPERTIES", keyword: "maxProperties", side: -1 },
  ],
} as const satisfies Readonly<Record<string, readonly Count[]>>;

/** How long or how many. */
export function compareCounts(
  of: keyof typeof COUNTS,
  before: Shape,
  after: Shape,
  outcome: Outcome,
): void {
  for (const count of COUNTS[of] as readonly Count[]) {
    const { name, keyword, side, otherwise } = count;
    const limitOf = (shape: Shape): Limit => {
      const node = shape.keyword(keyword);
      return { node, text: node?.type === "number" ? node.text : otherwise };
    };
    compareLimits(name, side, `/${keyword}`, [limitOf(before), limitOf(after)], outcome);
  }
}

const ENDS = [
  { name: "MINIMUM", side: 1, inclusive: "minimum", exclusive: "exclusiveMinimum" },
  { name: "MAXIMUM", side: -1, inclusive: "maximum", exclusive: "exclusiveMaximum" },
] as const;

type End = (typeof ENDS)[number];

/** `types` are those that both versions allow. */
export function compareBounds(before: Shape, after: Shape, types: number, outcome: Outcome): void {
  for (const end of ENDS) {
    const limits = [before, after].map((shape) => tighterLimit(shape, end, areWhole(types)));
    const hasInclusive = [before, after].some((shape) => shape.keyword(end.inclusive));
    const path = `/${hasInclusive ? end.inclusive : end.exclusive}`;
    compareLimits(end.name, end.side, path, limits as [Limit, Limit], outcome);
  }
  compareMultiples(before.keyword("multipleOf"), after.keyword("multipleOf"), outcome);
}

/** The tighter of the two keywords; in draft-04 one is a mark on the other. */
function tighterLimit(shape: Shape, { side, inclusive, exclusive }: End, isWhole: boolean): Limit {
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

/** Codes by whether the limit was there, is there, and is stricter. */
function compareLimits(
  name: string,
  side: Side,
  path: string,
  [before, after]: readonly [Limit, Limit],
  outcome: Outcome,
): void {
  const order = strictness(before, after, side);
  if (order === 0) return;
  const values = { before: before.node, after: after.node };
  const isStricter = order > 0;
  const isRise = isStricter === (side === 1);
  const moved = isRise ? "INCREASED" : "DECREASED";
  const isNew = isStricter && before.node === undefined;
  const isGone = !isStricter && after.node === undefined;
  const word = isNew ? "ADDED" : isGone ? "REMOVED" : moved;
  outcome.change(`${name}_${word}`, path, isStricter ? NARROWER : WIDER, values);
}

/** Positive where the second limit is stricter. */
function strictness(first: Limit, second: Limit, side: Side): number {
  if (first.text === undefined || second.text === undefined) {
    return Number(second.text !== undefined) - Number(first.text !== undefined);
  }
  const order = compareNumbers(second.text, first.text) * side;
  return order || Number(second.excludes === true) - Number(first.excludes === true);
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
