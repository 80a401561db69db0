/** Roots by bisection. */
import { Decimal, withoutNoise } from "./decimal.ts";

/** Below this width the ends of an interval count as one, though there be more digits between them. */
const NARROW = new Decimal("1e-45");

/**
 * Where `isBelow` turns from true to false between `low` and `high`: halved until 40 digits agree, or
 * the two are closer than `narrow`, then rounded to those that the arithmetic holds.
 */
export function bisect(
  low: Decimal,
  high: Decimal,
  isBelow: (candidate: Decimal) => boolean,
  narrow = NARROW,
): Decimal {
  let [below, above] = [low, high];
  for (;;) {
    const middle = below.plus(above).div(2);
    const isDone = middle.lte(below) || middle.gte(above) || above.minus(below).lt(narrow);
    if (isDone) return withoutNoise(middle);
    if (isBelow(middle)) below = middle;
    else above = middle;
  }
}
