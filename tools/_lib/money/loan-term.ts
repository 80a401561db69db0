/** Rates and terms as finance tools take them. */
import { Decimal } from "../numbers/decimal.ts";

/** Below this a rate in percent was probably meant as a fraction. */
const FRACTION_LIMIT = 0.2;
/** A term may be moved by so much of a period without a word. */
const FREE_SHIFT = 0.01;

export const TERM_WARNINGS = {
  RATE_LOOKS_LIKE_FRACTION: "The rate is below 0.2 %: rates are in percent, 6.5 for 6.5 %",
  TERM_ROUNDED: "The term was moved to a whole number of periods",
} as const;

/** Whether an annual rate in percent looks like a fraction. */
export function looksLikeFraction(annualRate: number): boolean {
  return annualRate > 0 && annualRate < FRACTION_LIMIT;
}

export interface Term {
  readonly periods: number;
  readonly isRounded: boolean;
}

/** Whole periods of a term in years, at least one. */
export function readTerm(years: number, periodsPerYear: number): Term {
  const exact = new Decimal(years).times(periodsPerYear);
  const periods = Math.max(1, exact.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber());
  return { periods, isRounded: exact.minus(periods).abs().gt(FREE_SHIFT) };
}
