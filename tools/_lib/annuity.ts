/** Loans that are paid back in regular payments. */
import { Decimal } from "./decimal.ts";

/** Below this total of interest the difference 1 − (1 + rate)^−periods would have too few digits left. */
const SMALLEST_TOTAL = new Decimal("1e-9");

/** The level payment that pays back `principal` in `periods` at `rate` per period, unrounded. */
export function levelPayment(principal: Decimal, rate: Decimal, periods: number): Decimal {
  if (rate.times(periods).lt(SMALLEST_TOTAL)) {
    // The first terms of its series in the rate; those left out are below 1e-36 of it.
    const linear = rate.times(periods + 1).div(2);
    const square = rate
      .times(rate)
      .times(periods ** 2 - 1)
      .div(12);
    return principal.div(periods).times(linear.plus(square).plus(1));
  }
  const discount = new Decimal(1).plus(rate).pow(-periods);
  return principal.times(rate).div(new Decimal(1).minus(discount));
}

export interface Loan {
  readonly principal: Decimal;
  /** Per period, as a fraction. */
  readonly rate: Decimal;
  readonly periods: number;
  /** The regular payment, rounded. */
  readonly payment: Decimal;
  /** Rounds money. */
  round(amount: Decimal): Decimal;
  /** What is to be paid back besides in a period, from 1; nothing, if left out. */
  extraAt?(period: number): Decimal;
  /** What the last period pays back besides; nothing, if left out. */
  readonly balloon?: Decimal;
  /** Payments fall on the beginning of their periods, so that the first has no interest. */
  readonly inAdvance?: boolean;
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

const NOTHING = new Decimal(0);

/** The payments until the loan is paid back; the last one pays the rest with its interest. */
export function amortize(loan: Loan): Installment[] {
  const { rate, periods, payment: regular, balloon = NOTHING } = loan;
  const rows: Installment[] = [];
  let opening = loan.principal;
  for (let period = 1; period <= periods && opening.gt(0); period++) {
    const isFree = loan.inAdvance === true && period === 1;
    const interest = isFree ? NOTHING : loan.round(opening.times(rate));
    const due = opening.plus(interest);
    const isLast = period === periods || (balloon.isZero() && due.lte(regular));
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
    paid: rows.reduce((sum, { payment, extra }) => sum.plus(payment).plus(extra), NOTHING),
    interest: rows.reduce((sum, { interest }) => sum.plus(interest), NOTHING),
    finalPayment: last ? last.payment.plus(last.extra) : NOTHING,
  };
}
