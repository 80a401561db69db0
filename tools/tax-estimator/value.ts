/** What is published of an assessment. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import {
  type Currency,
  moneyNumber,
  percentNumber,
  writeMoney,
  writePercent,
} from "../_lib/money/amount.ts";
import type { Value } from "../tax-estimator.ts";
import type { Assessment } from "./assessment.ts";
import { type FilingStatus, NOT_INCLUDED } from "./us-federal.ts";

/** Whose tax it is; undefined is one of own brackets. */
export interface FederalReturn {
  readonly taxYear: number;
  readonly filingStatus: FilingStatus;
}

export function describeTax(assessment: Assessment, federal: FederalReturn | undefined): Value {
  const { amounts, brackets, capitalGains, payroll, deductionType } = assessment;
  const { totalIncome, totalTax } = amounts;
  return {
    taxYear: federal?.taxYear ?? null,
    jurisdiction: federal ? "US" : "custom",
    filingStatus: federal?.filingStatus ?? null,
    ...asNumbers(amounts),
    deductionType,
    brackets: brackets.map(({ rate, from, to, ...bracket }) => ({
      rate: percentNumber(rate),
      from: moneyNumber(from),
      to: to ? moneyNumber(to) : null,
      amount: moneyNumber(bracket.amount),
      tax: moneyNumber(bracket.tax),
    })),
    capitalGains: capitalGains.map(({ rate, ...gains }) => ({
      rate,
      amount: moneyNumber(gains.amount),
      tax: moneyNumber(gains.tax),
    })),
    payrollTax: {
      ...asNumbers(payroll),
      total: moneyNumber(payroll.socialSecurity.plus(payroll.medicare)),
    },
    marginalRate: percentNumber(assessment.marginalRate),
    effectiveRate: totalIncome.lte(0) ? 0 : percentNumber(totalTax.div(totalIncome).times(100)),
    notIncluded: federal ? [...NOT_INCLUDED] : [],
  };
}

function asNumbers<K extends string>(amounts: Readonly<Record<K, Decimal>>): Record<K, number> {
  const entries = Object.entries<Decimal>(amounts).map(([name, one]) => [name, moneyNumber(one)]);
  return Object.fromEntries(entries) as Record<K, number>;
}

/** The lines of the output. */
export function writeTax(
  { amounts: { totalTax, taxableIncome, payments, balance } }: Assessment,
  { taxYear, marginalRate, effectiveRate }: Value,
  currency: Currency,
): string {
  const money = (figure: Decimal): string => writeMoney(figure, currency);
  // Who has told of no payment need not owe all of it.
  const due = payments.isZero() ? "Tax before payments" : "Balance due";
  return [
    `${taxYear === null ? "Estimated tax" : `Estimated federal tax ${taxYear}`}: ${money(totalTax)}`,
    `Taxable income: ${money(taxableIncome)}`,
    `Marginal rate: ${writePercent(new Decimal(marginalRate))}`,
    `Effective rate: ${writePercent(new Decimal(effectiveRate))}`,
    balance.lt(0) ? `Refund: ${money(balance.neg())}` : `${due}: ${money(balance)}`,
  ].join("\n");
}
