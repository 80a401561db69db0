/** Interest: how often it is added, what it grows to, rates of one span turned into those of another, and terms. */
import { Decimal } from "../numbers/decimal.ts";

/** Times a year by the words that finance tools use. */
export const TIMES_PER_YEAR = {
  annual: 1,
  yearly: 1,
  semiannual: 2,
  quarterly: 4,
  monthly: 12,
  semimonthly: 24,
  biweekly: 26,
  weekly: 52,
  daily: 365,
} as const;

export type Frequency = keyof typeof TIMES_PER_YEAR;
export type Compounding = Frequency | "continuous";

const ONE = new Decimal(1);
const HUNDRED = 100;

/** What 1 grows to in `years` at a nominal rate in percent per year. */
export function growth(annualRate: Decimal, compounding: Compounding, years: Decimal): Decimal {
  if (compounding === "continuous") return annualRate.div(HUNDRED).times(years).exp();
  const times = TIMES_PER_YEAR[compounding];
  return ONE.plus(annualRate.div(HUNDRED * times)).pow(years.times(times));
}

/** The rate of one of `times` equal periods of a year, as a fraction. */
export function ratePerPeriod(
  annualRate: Decimal,
  compounding: Compounding,
  times: number,
): Decimal {
  if (compounding === "continuous")
    return annualRate
      .div(HUNDRED * times)
      .exp()
      .minus(ONE);
  const added = TIMES_PER_YEAR[compounding];
  const perAdding = annualRate.div(HUNDRED * added);
  if (added === times) return perAdding;
  return ONE.plus(perAdding).pow(new Decimal(added).div(times)).minus(ONE);
}

/** The nominal rate in percent per year that gives `rate` per period: the way back. */
export function nominalRate(rate: Decimal, compounding: Compounding, times: number): Decimal {
  const grown = ONE.plus(rate);
  if (compounding === "continuous") return grown.ln().times(times).times(HUNDRED);
  const added = TIMES_PER_YEAR[compounding];
  const perAdding = added === times ? rate : grown.pow(new Decimal(times).div(added)).minus(ONE);
  return perAdding.times(added).times(HUNDRED);
}

/** What a rate per period comes to in a year with interest on interest, in percent. */
export function effectiveRate(rate: Decimal, times: number): Decimal {
  return ONE.plus(rate).pow(times).minus(ONE).times(HUNDRED);
}

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
