/** What is published of a mortgage: figures, costs, and the schedule by months or years. */
import { totalsOf } from "../_lib/money/annuity.ts";
import { type CalendarDate, writeDate } from "../_lib/time/calendar.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { paymentDate } from "../_lib/money/amortization/payment-dates.ts";
import { type ScheduleKind, writeSchedule } from "../_lib/money/amortization/schedule.ts";
import { moneyNumber, percentNumber, writeMoney } from "../_lib/money/amount.ts";
import type { Value } from "../mortgage-calculator.ts";
import type { Mortgage } from "./compute.ts";
import type { MortgageTerms } from "./terms.ts";

const MONTHS_PER_YEAR = 12;

export interface MortgageView {
  /** Of the first payment. */
  readonly start: CalendarDate | undefined;
  readonly schedule: ScheduleKind;
}

/** What is due in the first month. */
function monthlyTotalOf(terms: MortgageTerms, { payment, months }: Mortgage): Decimal {
  const { extraPayment, propertyTax, homeInsurance, hoa } = terms;
  const insurance = months[0]?.pmi ?? new Decimal(0);
  return [extraPayment, propertyTax, homeInsurance, hoa, insurance].reduce(
    (sum, cost) => sum.plus(cost),
    payment,
  );
}

export function describeMortgage(
  terms: MortgageTerms,
  mortgage: Mortgage,
  { start, schedule }: MortgageView,
): Value {
  const { price, loan, propertyTax, homeInsurance, hoa } = terms;
  const { rate, payment, periods, pmiMonthly, months, baseline } = mortgage;
  const fixed = fixedEndOf(terms, mortgage);
  const dateOf = (period: number): string | null =>
    start ? writeDate(paymentDate(start, period, "monthly")) : null;
  const totals = totalsOf(months);
  const plain = totalsOf(baseline);
  const pmiMonths = months.filter(({ pmi }) => pmi.gt(0)).length;
  return {
    price: moneyNumber(price),
    downPayment: moneyNumber(terms.downPayment),
    downPaymentPercent: percentNumber(terms.downPaymentPercent),
    loanAmount: moneyNumber(loan),
    loanToValue: percentNumber(loan.div(price).times(100)),
    periodicRate: percentNumber(rate.times(100)),
    periods,
    monthlyPayment: moneyNumber(payment),
    monthlyTotal: moneyNumber(monthlyTotalOf(terms, mortgage)),
    finalPayment: moneyNumber(totals.finalPayment),
    totalPaid: moneyNumber(totals.paid),
    totalInterest: moneyNumber(totals.interest),
    payoffPeriods: totals.periods,
    payoffDate: dateOf(totals.periods),
    baseline: {
      periods: plain.periods,
      totalPaid: moneyNumber(plain.paid),
      totalInterest: moneyNumber(plain.interest),
      payoffDate: dateOf(plain.periods),
    },
    fixedEnd: fixed && {
      period: fixed.period,
      date: dateOf(fixed.period),
      balance: moneyNumber(fixed.balance),
      interestPaid: moneyNumber(fixed.interest),
      repaid: moneyNumber(terms.loan.minus(fixed.balance)),
    },
    interestSaved: moneyNumber(plain.interest.minus(totals.interest)),
    periodsSaved: plain.periods - totals.periods,
    costs: {
      propertyTaxMonthly: moneyNumber(propertyTax),
      homeInsuranceMonthly: moneyNumber(homeInsurance),
      hoaMonthly: moneyNumber(hoa),
      pmiMonthly: moneyNumber(pmiMonthly),
      pmiMonths,
      pmiTotal: moneyNumber(pmiMonthly.times(pmiMonths)),
    },
    schedule: writeSchedule(months, ["interest", "principal", "extra", "pmi"], {
      kind: schedule,
      paymentsPerYear: MONTHS_PER_YEAR,
      dateOf,
    }),
  };
}

/** What is left, and what was paid for it, when the rate is no longer fixed. */
function fixedEndOf({ fixedPeriods }: MortgageTerms, { months }: Mortgage) {
  if (fixedPeriods === undefined) return null;
  const until = months.slice(0, fixedPeriods);
  const balance = until.at(-1)?.balance ?? new Decimal(0);
  const interest = until.reduce((sum, month) => sum.plus(month.interest), new Decimal(0));
  return { period: until.length, balance, interest };
}

/** The lines of the output: amounts exactly, since a JSON number has no cents beyond 90 million millions. */
export function writeFigures(terms: MortgageTerms, mortgage: Mortgage): string {
  const money = (amount: Decimal): string => writeMoney(amount, terms.currency);
  const [totals, plain] = [totalsOf(mortgage.months), totalsOf(mortgage.baseline)];
  const monthlyTotal = monthlyTotalOf(terms, mortgage);
  const interestSaved = plain.interest.minus(totals.interest);
  const periodsSaved = plain.periods - totals.periods;
  const lines = [`Monthly payment: ${money(mortgage.payment)}`];
  if (!monthlyTotal.eq(mortgage.payment)) lines.push(`Monthly total: ${money(monthlyTotal)}`);
  lines.push(
    `Loan amount: ${money(terms.loan)}`,
    `Total interest: ${money(totals.interest)}`,
    `Total paid: ${money(totals.paid)}`,
    `Paid off after: ${totals.periods} payments`,
  );
  const fixed = fixedEndOf(terms, mortgage);
  if (fixed) lines.push(`Balance after ${fixed.period} payments: ${money(fixed.balance)}`);
  if (interestSaved.gt(0) || periodsSaved > 0) {
    lines.push(`Interest saved: ${money(interestSaved)}`, `Payments saved: ${periodsSaved}`);
  }
  return lines.join("\n");
}
