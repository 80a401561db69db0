/** What is published of a loan. */
import { type CalendarDate, writeDate } from "../_lib/time/calendar.ts";
import { Decimal, toNumber } from "../_lib/numbers/decimal.ts";
import { effectiveRate, TIMES_PER_YEAR } from "../_lib/money/interest.ts";
import {
  type Currency,
  moneyNumber,
  percentNumber,
  writeMoney,
  writePercent,
} from "../_lib/money/amount.ts";
import type { ComputedLoan } from "./compute.ts";
import { paymentDate } from "../_lib/money/amortization/payment-dates.ts";
import { type ScheduleKind, writeSchedule } from "../_lib/money/amortization/schedule.ts";
import type { Value } from "../loan-calculator.ts";
import type { LoanConditions, LoanTerms, TermName } from "./terms.ts";

const APR_DECIMALS = 4;

export interface LoanView {
  readonly solvedFor: TermName;
  /** Of the first payment. */
  readonly start: CalendarDate | undefined;
  readonly schedule: ScheduleKind;
}

export function describeLoan(
  terms: LoanTerms,
  { frequency, balloon, fees }: LoanConditions,
  { rate, rows, totals, plain, apr, aprEffective }: ComputedLoan,
  { solvedFor, start, schedule }: LoanView,
): Value {
  const paymentsPerYear = TIMES_PER_YEAR[frequency];
  const dateOf = (payment: number): string | null =>
    start ? writeDate(paymentDate(start, payment, frequency)) : null;
  return {
    solvedFor,
    principal: moneyNumber(terms.principal),
    annualRate: percentNumber(terms.annualRate),
    payment: moneyNumber(terms.payment),
    periods: terms.periods,
    years: percentNumber(new Decimal(terms.periods).div(paymentsPerYear)),
    frequency,
    periodicRate: percentNumber(rate.times(100)),
    effectiveAnnualRate: percentNumber(effectiveRate(rate, paymentsPerYear)),
    finalPayment: moneyNumber(totals.finalPayment),
    balloon: moneyNumber(balloon),
    totalPaid: moneyNumber(totals.paid),
    totalInterest: moneyNumber(totals.interest),
    fees: moneyNumber(fees),
    apr: toNumber(apr, APR_DECIMALS),
    aprEffective: toNumber(aprEffective, APR_DECIMALS),
    payoffPeriods: totals.periods,
    payoffDate: dateOf(totals.periods),
    interestSaved: moneyNumber(plain.interest.minus(totals.interest)),
    periodsSaved: plain.periods - totals.periods,
    schedule: writeSchedule(rows, ["interest", "principal", "extra"], {
      kind: schedule,
      paymentsPerYear,
      dateOf,
    }),
  };
}

/** The lines of the output: amounts exactly, since a JSON number has no cents beyond 90 million millions. */
export function writeLoan(
  value: Value,
  { principal, payment }: LoanTerms,
  { totals }: ComputedLoan,
  currency: Currency,
): string {
  const money = (amount: Decimal): string => writeMoney(amount, currency);
  const percent = (rate: number): string => writePercent(new Decimal(rate));
  const solved: Record<TermName, () => string> = {
    payment: () => `Payment: ${money(payment)} ${value.frequency}`,
    principal: () => `Principal: ${money(principal)}`,
    annualRate: () => `Annual rate: ${percent(value.annualRate)}`,
    term: () => `Term: ${value.periods} ${value.frequency} payments`,
  };
  return [
    solved[value.solvedFor](),
    `Total interest: ${money(totals.interest)}`,
    `Total paid: ${money(totals.paid)}`,
    `APR: ${percent(value.apr)}`,
  ].join("\n");
}
