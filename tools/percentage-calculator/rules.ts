/** What the questions about percentages compute, as exact fractions. */
import {
  absolute,
  add,
  divide,
  type Fraction,
  fraction,
  isZero,
  multiply,
  ONE,
  subtract,
} from "../_lib/numbers/fraction.ts";
import type { PairAction } from "./question.ts";

const HUNDRED = fraction(100n);

/** 1 + percent/100 */
export function plus(percent: Fraction): Fraction {
  return add(ONE, divide(percent, HUNDRED));
}

function minus(percent: Fraction): Fraction {
  return subtract(ONE, divide(percent, HUNDRED));
}

function quotient(dividend: Fraction, divisor: Fraction): Fraction | undefined {
  return isZero(divisor) ? undefined : divide(dividend, divisor);
}

export function percentage(part: Fraction, base: Fraction): Fraction | undefined {
  return quotient(multiply(part, HUNDRED), base);
}

/** The result, undefined where it divides by zero. */
export const RULES: Readonly<
  Record<PairAction, (x: Fraction, y: Fraction) => Fraction | undefined>
> = {
  of: (x, y) => divide(multiply(x, y), HUNDRED),
  whatPercent: percentage,
  change: (x, y) => percentage(subtract(y, x), absolute(x)),
  difference: (x, y) =>
    percentage(absolute(subtract(x, y)), divide(add(absolute(x), absolute(y)), fraction(2n))),
  increase: (x, y) => multiply(x, plus(y)),
  decrease: (x, y) => multiply(x, minus(y)),
  reverse: (x, y) => percentage(x, y),
  undoIncrease: (x, y) => quotient(x, plus(y)),
  undoDecrease: (x, y) => quotient(x, minus(y)),
  points: (x, y) => subtract(y, x),
};
