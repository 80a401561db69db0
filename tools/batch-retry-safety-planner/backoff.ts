/** Delays that grow from try to try, in exact arithmetic. */
import { type Fraction, fraction, multiply } from "../_lib/numbers/fraction.ts";

export interface Backoff {
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  readonly multiplier: Fraction;
}

/** min(maxDelayMs, baseDelayMs × multiplier^n) for n from 0 on; the multiplier is at least 1. */
export function delayCaps(
  { baseDelayMs, maxDelayMs, multiplier }: Backoff,
  count: number,
): Fraction[] {
  const most = fraction(BigInt(maxDelayMs));
  let next = fraction(BigInt(baseDelayMs));
  return Array.from({ length: count }, () => {
    const cap = isLess(next, most) ? next : most;
    // What has reached the cap stays there, and its digits need not grow.
    next = cap === most ? most : multiply(next, multiplier);
    return cap;
  });
}

export function isLess(a: Fraction, b: Fraction): boolean {
  return a.numerator * b.denominator < b.numerator * a.denominator;
}

/** The whole milliseconds of a delay that is not negative. */
export function floorOf({ numerator, denominator }: Fraction): number {
  return Number(numerator / denominator);
}
