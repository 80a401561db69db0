/** Loans that are paid back in regular payments. */
import { Decimal, sumOf } from "../numbers/decimal.ts";

/** Below this total of interest the difference (1 + rate)^periods − 1 would have too few digits left. */
const SMALLEST_TOTAL = new Decimal("1e-9");
/** Terms of the binomial series that such rates need for 40 digits. */
const SERIES_TERMS = 5;

const NOTHING = new Decimal(0);
const ONE = new Decimal(1);

/** What payments of 1 at the ends of `periods` have grown to with the last: ((1 + rate)^periods − 1) / rate. */
export function accumulated(rate: Decimal, periods: number): Decimal {
  if (rate.times(periods).abs().gte(SMALLEST_TOTAL)) {
    return ONE.plus(rate).pow(periods).minus(ONE).div(rate);
  }
  let term = new Decimal(periods);
  let sum = term;
  for (let index = 1; index < SERIES_TERMS; index++) {
    term = term
      .times(rate)
      .times(periods - index)
      .div(index + 1);
    sum = sum.plus(term);
  }
  return sum;
}

/** How a loan is paid back. */
export interface Repayment {
  /** Per period, as a fraction. */
  readonly rate: Decimal;
  readonly periods: number;
  /** What the last period pays back besides; nothing, if left out. */
  readonly balloon?: Decimal;
  /** Payments fall on the beginning of their periods, so that the first has no interest. */
  readonly inAdvance?: boolean;
}

/** What payments of 1 amount to at the end of the last period. */
export function accumulatedOf({ rate, periods, inAdvance = false }: Repayment): Decimal {
  const atEnds = accumulated(rate, periods);
  return inAdvance ? atEnds.times(rate.plus(ONE)) : atEnds;
}

/** The level payment that pays back `principal`, unrounded. */
export function levelPayment(principal: Decimal, repayment: Repayment): Decimal {
  const { rate, periods, balloon = NOTHING } = repayment;
  const owed = principal.times(rate.plus(ONE).pow(periods)).minus(balloon);
  return owed.div(accumulatedOf(repayment));
}

/** The principal that level payments pay back, unrounded. */
export function principalOf(payment: Decimal, repayment: Repayment): Decimal {
  const { rate, periods, balloon = NOTHING } = repayment;
  const paid = payment.times(accumulatedOf(repayment)).plus(balloon);
  return paid.div(rate.plus(ONE).pow(periods));
}

export interface Loan extends Repayment {
  readonly principal: Decimal;
  /** The regular payment, rounded. */
  readonly payment: Decimal;
  /** Rounds money. */
  round(amount: Decimal): Decimal;
  /** What is to be paid back besides in a period, from 1; nothing, if left out. */
  extraAt?(period: number): Decimal;
}

export interface Installment {
  readonly period: number;
  /** Interest and principal, without `extra`. */
  readonly payment: Decimal;
  readonly interest: Decimal;
  readonly principal: Decimal;
  readonly extra: Decimal;
  /** Before the payment. */
  readonly opening: Decimal;
  /** After payment and extra. */
  readonly balance: Decimal;
}

/** The payments until the loan is paid back; the last one pays the rest, and a balloon, with its interest. */
export function amortize(loan: Loan): Installment[] {
  const { rate, periods, payment: regular, balloon = NOTHING } = loan;
  const rows: Installment[] = [];
  let opening = loan.principal;
  for (let period = 1; period <= periods && opening.gt(0); period++) {
    const isFree = loan.inAdvance === true && period === 1;
    const interest = isFree ? NOTHING : loan.round(opening.times(rate));
    const due = opening.plus(interest);
    const isLast = period === periods || due.lte(regular);
    const payment = isLast ? due : regular;
    const principal = payment.minus(interest);
    const rest = opening.minus(principal);
    const wanted = loan.extraAt?.(period) ?? NOTHING;
    const extra = isLast ? NOTHING : Decimal.min(wanted, Decimal.max(rest.minus(balloon), 0));
    const balance = rest.minus(extra);
    rows.push({ period, payment, interest, principal, extra, opening, balance });
    opening = balance;
  }
  return rows;
}

export interface LoanTotals {
  readonly periods: number;
  /** Payments and extras. */
  readonly paid: Decimal;
  readonly interest: Decimal;
  /** The last payment and its extra. */
  readonly finalPayment: Decimal;
}

export function totalsOf(rows: readonly Installment[]): LoanTotals {
  const last = rows.at(-1);
  return {
    periods: rows.length,
    paid: sumOf(rows, ({ payment, extra }) => payment.plus(extra)),
    interest: sumOf(rows, ({ interest }) => interest),
    finalPayment: last ? last.payment.plus(last.extra) : NOTHING,
  };
}
