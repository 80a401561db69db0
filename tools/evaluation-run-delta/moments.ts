/** Means and deviations of decimal numbers. */
import { Decimal, sumOf } from "../_lib/numbers/decimal.ts";

/** Undefined of nothing. */
export function meanOf(values: readonly Decimal[]): Decimal | undefined {
  return values.length === 0 ? undefined : sumOf(values, (value) => value).div(values.length);
}

/** The standard deviation of a sample, n − 1 in its denominator: 0 of equal numbers, undefined of fewer than two. */
export function deviationOf(values: readonly Decimal[]): Decimal | undefined {
  const [first] = values;
  const count = values.length;
  if (!first || count < 2) return undefined;
  // Distances from one of the numbers are small where the numbers are large and close together.
  const distances = values.map((value) => value.minus(first));
  const sum = sumOf(distances, (distance) => distance);
  const squares = sumOf(distances, (distance) => distance.times(distance));
  const spread = squares.times(count).minus(sum.times(sum));
  return Decimal.max(0, spread.div(count * (count - 1))).sqrt();
}
