/** What is published of an assessment. */
import { type Static, type TNumber, Type } from "@sinclair/typebox";
import { Decimal } from "../_lib/numbers/decimal.ts";
import {
  type Currency,
  moneyNumber,
  percentNumber,
  writeMoney,
  writePercent,
} from "../_lib/money/amount.ts";
import type { AssessedAmounts, Assessment } from "./assessment.ts";
import { type FilingStatus, NOT_INCLUDED } from "./us-federal.ts";

const orNull = Type.Null();
const percent = Type.Number({ description: "Percent" });
const amount = (description: string) => Type.Number({ description });

export const TAX_VALUE = Type.Object({
  taxYear: Type.Union([Type.Integer(), orNull]),
  jurisdiction: Type.String(),
  filingStatus: Type.Union([Type.String(), orNull]),
  totalIncome: Type.Number(),
  adjustments: amount("With half of the self-employment tax"),
  agi: amount("Adjusted gross income"),
  deductionType: Type.Union([Type.Literal("standard"), Type.Literal("itemized")]),
  deduction: Type.Number(),
  seniorDeduction: Type.Number(),
  otherDeductions: Type.Number(),
  taxableIncome: Type.Number(),
  ordinaryTaxableIncome: Type.Number(),
  preferentialIncome: amount("Qualified dividends and long-term gains"),
  brackets: Type.Array(
    Type.Object({
      rate: percent,
      from: Type.Number(),
      to: Type.Union([Type.Number(), orNull]),
      amount: amount("Of the ordinary income"),
      tax: Type.Number(),
    }),
  ),
  ordinaryTax: Type.Number(),
  capitalGains: Type.Array(
    Type.Object({ rate: percent, amount: Type.Number(), tax: Type.Number() }),
  ),
  capitalGainsTax: Type.Number(),
  incomeTaxBeforeCredits: Type.Number(),
  creditsUsed: Type.Number(),
  refundableCredits: Type.Number(),
  incomeTax: amount("After credits"),
  selfEmploymentTax: Type.Number(),
  additionalMedicareTax: Type.Number(),
  netInvestmentIncomeTax: Type.Number(),
  totalTax: Type.Number(),
  payrollTax: Type.Object(
    { socialSecurity: Type.Number(), medicare: Type.Number(), total: Type.Number() },
    { description: "Withheld by the employer, not in totalTax" },
  ),
  payments: amount("Withheld and estimated payments"),
  balance: amount("Negative is a refund"),
  takeHome: Type.Number(),
  marginalRate: percent,
  effectiveRate: Type.Number({ description: "totalTax in percent of totalIncome" }),
  notIncluded: Type.Array(Type.String()),
} satisfies Record<keyof AssessedAmounts, TNumber> & Record<string, unknown>);

export type TaxValue = Static<typeof TAX_VALUE>;

/** Whose tax it is; undefined is one of own brackets. */
export interface FederalReturn {
  readonly taxYear: number;
  readonly filingStatus: FilingStatus;
}

export function describeTax(assessment: Assessment, federal: FederalReturn | undefined): TaxValue {
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
  { amounts: { totalTax, taxableIncome, balance } }: Assessment,
  { taxYear, marginalRate, effectiveRate }: TaxValue,
  currency: Currency,
): string {
  const money = (figure: Decimal): string => writeMoney(figure, currency);
  return [
    `${taxYear === null ? "Estimated tax" : `Estimated federal tax ${taxYear}`}: ${money(totalTax)}`,
    `Taxable income: ${money(taxableIncome)}`,
    `Marginal rate: ${writePercent(new Decimal(marginalRate))}`,
    `Effective rate: ${writePercent(new Decimal(effectiveRate))}`,
    balance.lt(0) ? `Refund: ${money(balance.neg())}` : `Balance due: ${money(balance)}`,
  ].join("\n");
}
