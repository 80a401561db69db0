/** What the mean of a sample may be, by drawing from the sample itself. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import { seededUnits } from "../_lib/numbers/xoshiro.ts";

/** The means of samples drawn from the values with repetition, each as large as they are, in ascending order. */
export function resampledMeans(
  values: readonly number[],
  resamples: number,
  seed: string,
): Float64Array {
  const next = seededUnits(seed);
  const sample = Float64Array.from(values);
  const size = sample.length;
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let sum = 0;
    for (let drawn = 0; drawn < size; drawn++) sum += sample[Math.floor(next() * size)] ?? 0;
    means[resample] = sum / size;
  }
  return means.toSorted();
}

/** The sorted numbers at floor(alpha/2·n) and ceil((1 − alpha/2)·n) − 1, between which all but alpha of them lie. */
export function percentileInterval(
  sorted: Float64Array,
  alpha: number,
): readonly [low: number, high: number] {
  // Exactly, as 0.29/2·200 is 28.999… in doubles. Both places are as far from their ends.
  const outside = new Decimal(alpha).div(2).times(sorted.length).floor().toNumber();
  return [sorted[outside] ?? 0, sorted[sorted.length - 1 - outside] ?? 0];
}
