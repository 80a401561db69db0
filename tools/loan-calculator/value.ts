/** What is published of a loan. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../_core/fields.ts";
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
import {
  OPTIONAL_DATE,
  ROW_PARTS,
  type ScheduleKind,
  scheduleValue,
  writeSchedule,
} from "../_lib/money/amortization/schedule.ts";
import { type LoanConditions, type LoanTerms, TERM_NAMES, type TermName } from "./terms.ts";

export const LOAN_VALUE = Type.Object({
  solvedFor: oneOf(TERM_NAMES),
  principal: Type.Number(),
  annualRate: Type.Number({ description: "Nominal, percent" }),
  payment: Type.Number(),
  periods: Type.Integer(),
  years: Type.Number(),
  frequency: Type.String(),
  periodicRate: Type.Number({ description: "Percent per period" }),
  effectiveAnnualRate: Type.Number({ description: "Percent" }),
  finalPayment: Type.Number({ description: "With balloon" }),
  balloon: Type.Number(),
  totalPaid: Type.Number({ description: "Payments and extras, without fees" }),
  totalInterest: Type.Number(),
  fees: Type.Number(),
  apr: Type.Number({ description: "Nominal with fees, percent (US Regulation Z)" }),
  aprEffective: Type.Number({ description: "Effective with fees, percent (EU Directive 2008/48)" }),
  payoffPeriods: Type.Integer(),
  payoffDate: OPTIONAL_DATE,
  interestSaved: Type.Number({ description: "Against the loan without extra payments" }),
  periodsSaved: Type.Integer(),
  schedule: scheduleValue({ ...ROW_PARTS, balance: Type.Number() }),
});

export type LoanValue = Static<typeof LOAN_VALUE>;

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
): LoanValue {
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
  value: LoanValue,
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
