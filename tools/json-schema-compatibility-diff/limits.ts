/** Keywords with a number that values have to be above or below. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { compareNumbers } from "../_lib/json/tree/number.ts";
import { NARROWER, type Outcome, WIDER } from "./outcome.ts";
import type { Shape } from "./shape.ts";

/** One end of what is possible. */
export interface Limit {
  /** The number's text; undefined where there is no end. */
  readonly text: string | undefined;
  /** Whether the number itself is out. */
  readonly excludes?: boolean;
  /** The keyword that sets it; undefined where nothing does. */
  readonly node: JsonNode | undefined;
}

/** 1 for a lower end, −1 for an upper one. */
export type Side = 1 | -1;

/** Codes by whether the limit was there, is there, and is stricter. */
export function compareLimits(
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
export function strictness(first: Limit, second: Limit, side: Side): number {
  if (first.text === undefined || second.text === undefined) {
    return Number(second.text !== undefined) - Number(first.text !== undefined);
  }
  const order = compareNumbers(second.text, first.text) * side;
  return order || Number(second.excludes === true) - Number(first.excludes === true);
}

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
