/** A year's income as it is declared, and the tax on it. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import type { TaxedBracket } from "./brackets.ts";
import type { FilingStatus, YearTable } from "./us-federal.ts";

export const INCOME_FIELDS = [
  "wages",
  "selfEmploymentIncome",
  "interestAndDividends",
  "qualifiedDividends",
  "shortTermGains",
  "longTermGains",
  "otherIncome",
] as const;

const OTHER_FIELDS = [
  "socialSecurityBenefits",
  "adjustments",
  "itemizedDeductions",
  "otherDeductions",
  "withheld",
  "estimatedPayments",
  "standardDeduction",
  "credits",
] as const;

type AmountField = (typeof INCOME_FIELDS)[number] | (typeof OTHER_FIELDS)[number];

/** Amounts per year. */
export type Declared = Readonly<Record<AmountField, Decimal>>;

/** What is left out is 0. */
export function readAmounts(input: Readonly<Partial<Record<AmountField, number>>>): Declared {
  const names = [...INCOME_FIELDS, ...OTHER_FIELDS];
  const entries = names.map((name) => [name, new Decimal(input[name] ?? 0)]);
  return Object.fromEntries(entries) as Record<AmountField, Decimal>;
}

export interface Household {
  readonly table: YearTable;
  readonly filingStatus: FilingStatus;
  readonly deduction: "auto" | "standard" | "itemized";
  readonly age65: number;
  readonly blind: number;
  readonly children: number;
  readonly otherDependents: number;
}

export interface TaxedGains {
  /** Percent. */
  readonly rate: number;
  readonly amount: Decimal;
  readonly tax: Decimal;
}

/** Amounts that every assessment has. */
export interface AssessedAmounts {
  /** Contained in `totalIncome`. */
  readonly taxableBenefits: Decimal;
  readonly totalIncome: Decimal;
  readonly adjustments: Decimal;
  readonly agi: Decimal;
  readonly deduction: Decimal;
  readonly seniorDeduction: Decimal;
  readonly otherDeductions: Decimal;
  readonly taxableIncome: Decimal;
  readonly ordinaryTaxableIncome: Decimal;
  readonly preferentialIncome: Decimal;
  readonly ordinaryTax: Decimal;
  readonly capitalGainsTax: Decimal;
  readonly incomeTaxBeforeCredits: Decimal;
  readonly creditsUsed: Decimal;
  readonly refundableCredits: Decimal;
  readonly incomeTax: Decimal;
  readonly selfEmploymentTax: Decimal;
  readonly additionalMedicareTax: Decimal;
  readonly netInvestmentIncomeTax: Decimal;
  readonly totalTax: Decimal;
  readonly payments: Decimal;
  /** Negative is a refund. */
  readonly balance: Decimal;
  readonly takeHome: Decimal;
}

export interface Assessment {
  readonly amounts: AssessedAmounts;
  readonly deductionType: "standard" | "itemized";
  readonly brackets: readonly TaxedBracket[];
  readonly capitalGains: readonly TaxedGains[];
  /** Withheld by the employer. */
  readonly payroll: { readonly socialSecurity: Decimal; readonly medicare: Decimal };
  /** Percent. */
  readonly marginalRate: Decimal;
}
