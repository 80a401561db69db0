/** Numbers at the bounds of a schema, in exact decimals. */
import {
  add,
  compare,
  divide,
  exactText,
  floor,
  type Fraction,
  fraction,
  greatestDivisor,
  isWhole,
  multiply,
  negate,
  ONE,
  readFraction,
  subtract,
} from "../../numbers/fraction.ts";
import { isExact, jsonNumber } from "../../json/tree/number.ts";
import { type JsonNode, type JsonNumber, numberNode } from "../../json/tree/tree.ts";
import { memberOf } from "../../json/tree/members.ts";
import type { Keywords } from "./keywords.ts";

export interface NumberBound {
  readonly keyword: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum";
  readonly at: Fraction;
  readonly exclusive: boolean;
}

export interface NumberRange {
  readonly lower: NumberBound | undefined;
  readonly upper: NumberBound | undefined;
  /** Between neighbours. */
  readonly step: Fraction;
  /** Whether only multiples of the step are allowed. */
  readonly stepped: boolean;
  /** The least and the largest number that is allowed. */
  readonly low: Fraction | undefined;
  readonly high: Fraction | undefined;
}

const HUNDREDTH = fraction(1n, 100n);
const HALF = fraction(1n, 2n);
const TEN = fraction(10n);

/** What numbers the keywords allow; whole ones only for integers. */
export function numberRange(keywords: Keywords, isInteger: boolean): NumberRange {
  const steps = keywords.all("multipleOf").flatMap(fractionIn);
  if (isInteger) steps.push(ONE);
  const stepped = steps.length > 0;
  const step = stepped ? steps.reduce(commonMultiple) : HUNDREDTH;
  const lower = tightest(boundsOf(keywords, "minimum"), 1);
  const upper = tightest(boundsOf(keywords, "maximum"), -1);
  const low = lower && inclusive(lower, step, stepped, 1);
  const high = upper && inclusive(upper, step, stepped, -1);
  const range = { lower, upper, step, stepped, low, high };
  if (stepped || !lower || !upper || !low || !high || compare(low, high) <= 0) return range;
  // Between exclusive bounds closer than a step there is still the middle.
  const middle = multiply(add(lower.at, upper.at), HALF);
  return compare(lower.at, upper.at) < 0 ? { ...range, low: middle, high: middle } : range;
}

/** The numbers at the bounds, their neighbours and one in the middle: ascending, none outside. */
export function boundaryNumbers(range: NumberRange): JsonNumber[] {
  return boundaries(range).map(numberOf);
}

function boundaries({ low, high, step }: NumberRange): Fraction[] {
  return distinct(candidates(low, high, step))
    .filter((value) => !low || compare(low, value) <= 0)
    .filter((value) => !high || compare(value, high) <= 0);
}

function candidates(
  low: Fraction | undefined,
  high: Fraction | undefined,
  step: Fraction,
): Fraction[] {
  if (low && high) {
    const half = floor(divide(divide(subtract(high, low), step), fraction(2n)));
    const middle = add(low, multiply(fraction(half), step));
    return [low, add(low, step), middle, subtract(high, step), high];
  }
  const far = multiply(TEN, step);
  if (low) return [low, add(low, step), add(low, far)];
  if (high) return [subtract(high, far), subtract(high, step), high];
  return [negate(step), fraction(0n), step];
}

function distinct(values: readonly Fraction[]): Fraction[] {
  const sorted = values.toSorted(compare);
  return sorted.filter((value, index) => {
    const before = sorted[index - 1];
    return before === undefined || compare(before, value) !== 0;
  });
}

/** The number next to the bound on its other side; the bound itself where that is not allowed. */
export function beyond(range: NumberRange, side: "lower" | "upper"): JsonNumber | undefined {
  const bound = range[side];
  const last = side === "lower" ? range.low : range.high;
  if (bound === undefined || last === undefined) return undefined;
  const outwards = side === "lower" ? negate(range.step) : range.step;
  if (bound.exclusive && !range.stepped) return numberOf(bound.at);
  return numberOf(add(last, outwards));
}

/** A number between two that are allowed: a whole one where the steps are larger than 1, else half a step on. */
export function betweenSteps(range: NumberRange): JsonNumber {
  const [first = fraction(0n)] = boundaries(range);
  const isWide = isWhole(range.step) && compare(range.step, ONE) > 0;
  return numberOf(add(first, isWide ? ONE : multiply(range.step, HALF)));
}

/** A number moved by some whole one; undefined where its exponent is beyond reason. */
export function movedNumber(text: string, by: bigint): JsonNumber | undefined {
  const value = readFraction(text);
  return value && numberOf(add(fraction(value.numerator, value.denominator), fraction(by)));
}

export function numberOf(value: Fraction): JsonNumber {
  const text = exactText(value);
  return numberNode(isExact(text) ? jsonNumber(Number(text) + 0) : text);
}

function fractionIn(node: JsonNode): Fraction[] {
  if (node.type !== "number") return [];
  const value = readFraction(node.text);
  // What is read from a decimal is not in lowest terms.
  return value === undefined ? [] : [fraction(value.numerator, value.denominator)];
}

function boundsOf(keywords: Keywords, name: "minimum" | "maximum"): NumberBound[] {
  const strict = name === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  return keywords.schemas.flatMap((schema) => {
    const [bound, exclusive] = [memberOf(schema, name), memberOf(schema, strict)];
    // Up to draft-04 it is a mark of its sibling.
    const isMark = exclusive?.type === "boolean" && exclusive.value;
    return [
      ...(bound ? fractionIn(bound) : []).map((at): NumberBound => ({
        keyword: name,
        at,
        exclusive: isMark,
      })),
      ...(exclusive ? fractionIn(exclusive) : []).map((at): NumberBound => ({
        keyword: strict,
        at,
        exclusive: true,
      })),
    ];
  });
}

function tightest(bounds: readonly NumberBound[], direction: 1 | -1): NumberBound | undefined {
  const [first] = bounds.toSorted(
    (left, right) =>
      direction * compare(right.at, left.at) || Number(right.exclusive) - Number(left.exclusive),
  );
  return first;
}

/** The first number from the bound inwards that is allowed. */
function inclusive(
  { at, exclusive }: NumberBound,
  step: Fraction,
  stepped: boolean,
  direction: 1 | -1,
): Fraction {
  const inwards = direction === 1 ? step : negate(step);
  if (!stepped) return exclusive ? add(at, inwards) : at;
  const quotient = divide(at, step);
  const whole = direction === 1 ? -floor(negate(quotient)) : floor(quotient);
  const nearest = multiply(fraction(whole), step);
  return exclusive && isWhole(quotient) ? add(nearest, inwards) : nearest;
}

/** The least number that is a multiple of both. */
function commonMultiple(left: Fraction, right: Fraction): Fraction {
  const shared = greatestDivisor(left.numerator, right.numerator);
  return fraction(
    (left.numerator / shared) * right.numerator,
    greatestDivisor(left.denominator, right.denominator),
  );
}
