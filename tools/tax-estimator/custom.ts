/** A progressive tax from brackets of the caller, all income alike. */
import { Decimal, sumOf } from "../_lib/numbers/decimal.ts";
import type { Currency } from "../_lib/money/amount.ts";
import { type Assessment, type Declared, INCOME_FIELDS } from "./assessment.ts";
import { bracketsOf, marginalRate, type Rung, taxBrackets } from "./brackets.ts";

const NOTHING = new Decimal(0);

export function assessCustom(
  declared: Declared,
  rungs: readonly Rung[],
  currency: Currency,
): Assessment {
  const brackets = bracketsOf(rungs);
  const totalIncome = sumOf(INCOME_FIELDS, (name) => declared[name]);
  const agi = totalIncome.minus(declared.adjustments);
  const rest = agi.minus(declared.standardDeduction);
  const taxableIncome = Decimal.max(0, rest);
  const taxed = taxBrackets(taxableIncome, brackets, currency);
  const tax = sumOf(taxed, (bracket) => bracket.tax);
  const creditsUsed = Decimal.min(declared.credits, tax);
  const totalTax = tax.minus(creditsUsed);
  const payments = declared.withheld.plus(declared.estimatedPayments);
  return {
    amounts: {
      taxableBenefits: NOTHING,
      totalIncome,
      adjustments: declared.adjustments,
      agi,
      deduction: declared.standardDeduction,
      seniorDeduction: NOTHING,
      otherDeductions: NOTHING,
      taxableIncome,
      ordinaryTaxableIncome: taxableIncome,
      preferentialIncome: NOTHING,
      ordinaryTax: tax,
      capitalGainsTax: NOTHING,
      incomeTaxBeforeCredits: tax,
      creditsUsed,
      refundableCredits: NOTHING,
      incomeTax: totalTax,
      selfEmploymentTax: NOTHING,
      additionalMedicareTax: NOTHING,
      netInvestmentIncomeTax: NOTHING,
      totalTax,
      payments,
      balance: totalTax.minus(payments),
      takeHome: totalIncome.minus(totalTax),
    },
    deductionType: "standard",
    brackets: taxed,
    capitalGains: [],
    payroll: { socialSecurity: NOTHING, medicare: NOTHING },
    marginalRate: rest.lt(0) ? NOTHING : marginalRate(taxableIncome, brackets),
  };
}
