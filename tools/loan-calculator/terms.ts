/** The terms of a loan, and the one of them that is solved for. */
import type { Entry } from "../_core/tool.ts";
import { accumulated, levelPayment, principalOf, type Repayment } from "../_lib/money/annuity.ts";
import { bisect } from "../_lib/numbers/bisection.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import {
  type Compounding,
  nominalRate,
  ratePerPeriod,
  TIMES_PER_YEAR,
} from "../_lib/money/interest.ts";
import { type Currency, roundMoney } from "../_lib/money/amount.ts";
import type { PaymentFrequency } from "../_lib/money/amortization/payment-dates.ts";
import type { Failure } from "../loan-calculator.ts";

export const TERM_NAMES = ["principal", "annualRate", "payment", "term"] as const;
export type TermName = (typeof TERM_NAMES)[number];

export interface LoanTerms {
  readonly principal: Decimal;
  /** Nominal, percent per year. */
  readonly annualRate: Decimal;
  readonly payment: Decimal;
  readonly periods: number;
}

export interface LoanConditions {
  readonly frequency: PaymentFrequency;
  readonly compounding: Compounding;
  /** Payments fall on the beginning of their periods. */
  readonly inAdvance: boolean;
  readonly balloon: Decimal;
  readonly fees: Decimal;
  readonly extraPayment: Decimal;
  readonly currency: Currency;
}

export type LoanProblem = Entry<Failure>;

export const MOST_PERIODS = 2600;
const HIGHEST_RATE = new Decimal(10);
const ZERO = new Decimal(0);
const ONE = new Decimal(1);
/** Below this rate interest changes a term by less than the tolerance. */
const SMALLEST_RATE = new Decimal("1e-20");
/** A term so little above a whole number is that number. */
const TERM_TOLERANCE = new Decimal("1e-9");
const RATE_DECIMALS = 6;

export function periodRate(annualRate: Decimal, conditions: LoanConditions): Decimal {
  const { compounding, frequency } = conditions;
  return ratePerPeriod(annualRate, compounding, TIMES_PER_YEAR[frequency]);
}

/** All terms, the solved one rounded; what `terms` says of that one is not looked at. */
export function solveTerms(
  unknown: TermName,
  terms: LoanTerms,
  conditions: LoanConditions,
): LoanTerms | LoanProblem {
  const { balloon, fees } = conditions;
  const problem = unknown === "principal" ? undefined : tooLarge(terms, conditions);
  if (problem) return problem;
  if (unknown === "annualRate") return solveRate(terms, conditions);
  const rate = periodRate(terms.annualRate, conditions);
  if (rate.gt(HIGHEST_RATE)) return rateTooHigh("/annualRate");
  if (unknown === "term") return solveTerm(terms, rate, conditions);
  const repayment = { ...conditions, rate, periods: terms.periods };
  if (unknown === "payment") {
    const payment = levelPayment(terms.principal, repayment);
    return { ...terms, payment: roundMoney(payment, conditions.currency) };
  }
  const principal = roundMoney(principalOf(terms.payment, repayment), conditions.currency);
  if (principal.isZero() && balloon.isZero() && fees.isZero()) {
    return tooSmall("payments that are worth nothing", "at least the smallest unit of money");
  }
  const solved = { ...terms, principal };
  return tooLarge(solved, conditions) ?? solved;
}

function tooLarge(
  { principal }: LoanTerms,
  { balloon, fees }: LoanConditions,
): LoanProblem | undefined {
  const expected = `less than the principal of ${principal.toFixed()}`;
  const describe = (name: string, amount: Decimal): string =>
    `Cannot compute the loan: found ${name} of ${amount.toFixed()}, expected ${expected}`;
  if (balloon.gt(0) && balloon.gte(principal)) {
    const message = describe("a balloon", balloon);
    return { code: "BALLOON_TOO_LARGE", message, path: "/balloon", expected };
  }
  if (fees.gt(0) && fees.gte(principal)) {
    return { code: "FEES_TOO_LARGE", message: describe("fees", fees), path: "/fees", expected };
  }
  return undefined;
}

export function tooSmall(found: string, expected: string): LoanProblem {
  const message = `Cannot pay the loan back: found ${found}, expected ${expected}`;
  return { code: "PAYMENT_TOO_SMALL", message, path: "/payment", expected };
}

export function rateTooHigh(path: string): LoanProblem {
  const expected = "at most 1000 % per period";
  const message = `Cannot compute the loan: found a higher rate, expected ${expected}`;
  return { code: "RATE_TOO_HIGH", message, path, expected };
}

/** n = ln((A − B·r)/(A − P·r)) / ln(1 + r), a payment in advance being worth a period's interest more. */
function solveTerm(
  terms: LoanTerms,
  rate: Decimal,
  { inAdvance, balloon }: LoanConditions,
): LoanTerms | LoanProblem {
  const { principal } = terms;
  const payment = inAdvance ? terms.payment.times(rate.plus(ONE)) : terms.payment;
  const interest = principal.times(rate);
  if (payment.lte(interest)) {
    const expected = `more than the interest of ${interest.toSignificantDigits(8).toFixed()}`;
    return tooSmall(`a payment of ${terms.payment.toFixed()}`, expected);
  }
  const exact = rate.lt(SMALLEST_RATE)
    ? principal.minus(balloon).div(payment)
    : payment.minus(balloon.times(rate)).div(payment.minus(interest)).ln().div(rate.plus(ONE).ln());
  const periods = Decimal.max(exact.minus(TERM_TOLERANCE).ceil(), ONE);
  if (periods.lte(MOST_PERIODS)) return { ...terms, periods: periods.toNumber() };
  const expected = `at most ${MOST_PERIODS}`;
  const message = `Cannot pay the loan back: found a term of ${periods.toFixed()} payments, expected ${expected}`;
  return { code: "TERM_TOO_LONG", message, path: "/payment", expected };
}

function solveRate(terms: LoanTerms, conditions: LoanConditions): LoanTerms | LoanProblem {
  const { principal, payment, periods } = terms;
  const { frequency, compounding } = conditions;
  const isWorthMore = (rate: Decimal): boolean =>
    principalOf(payment, { ...conditions, rate, periods }).gt(principal);
  const total = payment.times(periods).plus(conditions.balloon);
  if (total.lt(principal)) {
    const expected = `at least the principal of ${principal.toFixed()}`;
    return tooSmall(`payments of ${total.toFixed()} in all`, expected);
  }
  if (isWorthMore(HIGHEST_RATE)) return rateTooHigh("/payment");
  const rate = total.eq(principal) ? ZERO : bisect(ZERO, HIGHEST_RATE, isWorthMore);
  const annualRate = nominalRate(rate, compounding, TIMES_PER_YEAR[frequency]);
  return { ...terms, annualRate: annualRate.toDecimalPlaces(RATE_DECIMALS) };
}

/** A row of level payments and a last one that may differ. */
export interface PaymentStream extends Repayment {
  readonly payment: Decimal;
  readonly last: Decimal;
}

/**
 * The rate per period at which a stream of payments is worth `amount`: 0 where its sum is not more, undefined
 * where the first payment, due at once, is as much already.
 */
export function rateOfReturn(stream: PaymentStream, amount: Decimal): Decimal | undefined {
  const { periods, payment, last, inAdvance } = stream;
  const level = periods - 1;
  if (payment.times(level).plus(last).lte(amount)) return ZERO;
  if (inAdvance && (level === 0 ? last : payment).gte(amount)) return undefined;
  const isWorthMore = (rate: Decimal): boolean => {
    const step = rate.plus(ONE);
    const paid = payment.times(accumulated(rate, level));
    const atLast = inAdvance ? paid.times(step).plus(last) : paid.plus(last.div(step));
    return atLast.gt(step.pow(level).times(amount));
  };
  let high = ONE;
  while (isWorthMore(high)) high = high.times(2);
  return bisect(ZERO, high, isWorthMore);
}
