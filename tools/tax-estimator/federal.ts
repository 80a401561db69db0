/** US federal tax of a year: the steps of the forms, amounts rounded to cents. */
import { Decimal, sumOf } from "../_lib/numbers/decimal.ts";
import { type Currency, roundMoney } from "../_lib/money/amount.ts";
import type { AssessedAmounts, Assessment, Declared, Household, TaxedGains } from "./assessment.ts";
import { taxableBenefitsOf } from "./benefits.ts";
import { BRACKET_RATES, type FilingStatus, rowsOf, type StatusTable } from "./us-federal.ts";
import { bracketsOf, marginalRate, taxBrackets } from "./brackets.ts";

export const DOLLAR: Currency = { code: "USD", decimals: 2 };

export function assessFederal(declared: Declared, household: Household): Assessment {
  const { table, filingStatus } = household;
  const rows = rowsOf(table, filingStatus);
  const business = taxSelfEmployment(declared, table.socialSecurityBase);
  const gains = splitGains(declared, filingStatus);
  const income = sumIncome(declared, filingStatus, { gains: gains.net, half: business.half });
  const { deductionType, ...deductions } = deduct(declared, household, income.agi);
  const rest = income.agi.minus(Decimal.sum(...Object.values(deductions)));
  const taxableIncome = Decimal.max(0, rest);
  const lowRated = declared.qualifiedDividends.plus(gains.preferential);
  const preferentialIncome = Decimal.min(lowRated, taxableIncome);
  const ordinary = taxableIncome.minus(preferentialIncome);

  const { brackets, capitalGains, ...computed } = taxIncome(ordinary, taxableIncome, rows);
  const credits = creditDependents(household, {
    agi: income.agi,
    tax: computed.incomeTaxBeforeCredits,
    earned: declared.wages.plus(declared.selfEmploymentIncome).minus(business.half),
  });
  const payroll = taxPayroll(declared.wages, table.socialSecurityBase);
  const taxes = {
    incomeTax: computed.incomeTaxBeforeCredits.minus(credits.creditsUsed),
    selfEmploymentTax: business.tax,
    ...taxHighIncome(declared, filingStatus, {
      agi: income.agi,
      net: business.net,
      gains: gains.net,
    }),
  };
  return {
    amounts: {
      ...income,
      ...deductions,
      taxableIncome,
      ordinaryTaxableIncome: ordinary,
      preferentialIncome,
      ...computed,
      ...credits,
      ...taxes,
      ...settle(declared, {
        received: income.totalIncome
          .minus(income.taxableBenefits)
          .plus(declared.socialSecurityBenefits),
        totalTax: Decimal.sum(...Object.values(taxes)),
        refundable: credits.refundableCredits,
        payroll: payroll.socialSecurity.plus(payroll.medicare),
      }),
    },
    deductionType,
    brackets,
    capitalGains,
    payroll,
    marginalRate: rest.lt(0) ? ZERO : marginalRate(ordinary, brackets),
  };
}

const ZERO = new Decimal(0);

function round(amount: Decimal): Decimal {
  return roundMoney(amount, DOLLAR);
}

/** How much of an amount lies above a limit. */
function above(amount: Decimal, limit: Decimal | number): Decimal {
  return Decimal.max(0, amount.minus(limit));
}

const LEAST_NET = 400;

/** Schedule SE: the tax on net earnings, and the half of it that is deducted. */
function taxSelfEmployment(
  { selfEmploymentIncome, wages }: Declared,
  base: number,
): { net: Decimal; tax: Decimal; half: Decimal } {
  const earnings = round(selfEmploymentIncome.times("0.9235"));
  const net = earnings.lt(LEAST_NET) ? ZERO : earnings;
  const underBase = Decimal.min(net, Decimal.max(0, new Decimal(base).minus(wages)));
  const tax = round(underBase.times("0.124")).plus(round(net.times("0.029")));
  return { net, tax, half: round(tax.div(2)) };
}

const MOST_LOSS = { joint: 3000, separate: 1500 } as const;

/** What of the gains counts as income, and what of it has the lower rates. */
function splitGains(
  { shortTermGains, longTermGains }: Declared,
  status: FilingStatus,
): { net: Decimal; preferential: Decimal } {
  const net = shortTermGains.plus(longTermGains);
  if (net.lt(0)) {
    const most = status === "marriedSeparately" ? MOST_LOSS.separate : MOST_LOSS.joint;
    return { net: Decimal.max(net, -most), preferential: ZERO };
  }
  return { net, preferential: Decimal.max(0, Decimal.min(longTermGains, net)) };
}

function sumIncome(
  declared: Declared,
  status: FilingStatus,
  { gains, half }: Readonly<Record<"gains" | "half", Decimal>>,
): Pick<AssessedAmounts, "taxableBenefits" | "totalIncome" | "adjustments" | "agi"> {
  const otherIncome = declared.wages
    .plus(declared.selfEmploymentIncome)
    .plus(declared.interestAndDividends)
    .plus(declared.qualifiedDividends)
    .plus(declared.otherIncome)
    .plus(gains);
  const adjustments = half.plus(declared.adjustments);
  const benefits = declared.socialSecurityBenefits;
  const taxableBenefits = round(
    taxableBenefitsOf(benefits, otherIncome.minus(adjustments), status),
  );
  const totalIncome = otherIncome.plus(taxableBenefits);
  return { taxableBenefits, totalIncome, adjustments, agi: totalIncome.minus(adjustments) };
}

function taxIncome(
  ordinary: Decimal,
  taxable: Decimal,
  rows: StatusTable,
): Pick<AssessedAmounts, "ordinaryTax" | "capitalGainsTax" | "incomeTaxBeforeCredits"> &
  Pick<Assessment, "brackets" | "capitalGains"> {
  const rungs = BRACKET_RATES.map((rate, index) => ({ rate, upTo: rows.brackets[index] ?? null }));
  const brackets = taxBrackets(ordinary, bracketsOf(rungs), DOLLAR);
  const capitalGains = taxGains(ordinary, taxable, rows.gains);
  const ordinaryTax = sumOf(brackets, ({ tax }) => tax);
  const capitalGainsTax = sumOf(capitalGains, ({ tax }) => tax);
  const incomeTaxBeforeCredits = ordinaryTax.plus(capitalGainsTax);
  return { brackets, capitalGains, ordinaryTax, capitalGainsTax, incomeTaxBeforeCredits };
}

function deduct(
  declared: Declared,
  household: Household,
  agi: Decimal,
): Pick<AssessedAmounts, "deduction" | "seniorDeduction" | "otherDeductions"> &
  Pick<Assessment, "deductionType"> {
  return {
    ...chooseDeduction(declared, household),
    seniorDeduction: deductForSeniors(household, agi),
    otherDeductions: declared.otherDeductions,
  };
}

function chooseDeduction(
  { itemizedDeductions }: Declared,
  { table, filingStatus, deduction, age65, blind }: Household,
): Pick<AssessedAmounts, "deduction"> & Pick<Assessment, "deductionType"> {
  const { agedOrBlind } = table;
  const isUnmarried = filingStatus === "single" || filingStatus === "headOfHousehold";
  const each = isUnmarried ? agedOrBlind.unmarried : agedOrBlind.others;
  const { standardDeduction } = rowsOf(table, filingStatus);
  const standard = new Decimal(standardDeduction + (age65 + blind) * each);
  const isItemized =
    deduction === "itemized" || (deduction === "auto" && itemizedDeductions.gt(standard));
  return isItemized
    ? { deduction: itemizedDeductions, deductionType: "itemized" }
    : { deduction: standard, deductionType: "standard" };
}

/** Public Law 119-21, section 70103: 6 % of the income above the limit is taken off for each. */
function deductForSeniors({ table, filingStatus, age65 }: Household, agi: Decimal): Decimal {
  if (filingStatus === "marriedSeparately") return ZERO;
  const limit = filingStatus === "marriedJointly" ? 150_000 : 75_000;
  return round(
    above(new Decimal(table.seniorDeduction), above(agi, limit).times("0.06")).times(age65),
  );
}

/** Gains and dividends lie on top of ordinary income, and the limits cut the whole. */
function taxGains(
  ordinary: Decimal,
  taxable: Decimal,
  [zero, fifteen]: readonly [number, number],
): TaxedGains[] {
  const preferential = taxable.minus(ordinary);
  const atZero = above(Decimal.min(taxable, zero), ordinary);
  const atFifteen = above(Decimal.min(taxable, fifteen), Decimal.max(ordinary, zero));
  const amounts = [
    [0, atZero],
    [15, atFifteen],
    [20, preferential.minus(atZero).minus(atFifteen)],
  ] as const;
  return amounts.map(([rate, amount]) => ({
    rate,
    amount,
    tax: round(amount.times(rate).div(100)),
  }));
}

const DEPENDENT_CREDIT = 500;
/** The credits shrink by so much for every started thousand above the limit. */
const CREDIT_STEP = 50;
/** Of what is earned above the threshold, so much is the most that is paid out. */
const PAID_SHARE = "0.15";
const EARNED_THRESHOLD = 2500;

function creditDependents(
  { table, filingStatus, children, otherDependents }: Household,
  { agi, tax, earned }: Readonly<Record<"agi" | "tax" | "earned", Decimal>>,
): Pick<AssessedAmounts, "creditsUsed" | "refundableCredits"> {
  const limit = filingStatus === "marriedJointly" ? 400_000 : 200_000;
  const full = new Decimal(children * table.childCredit + otherDependents * DEPENDENT_CREDIT);
  const credit = above(full, above(agi, limit).div(1000).ceil().times(CREDIT_STEP));
  const creditsUsed = Decimal.min(credit, tax);
  const refundableCredits = round(
    Decimal.min(
      credit.minus(creditsUsed),
      children * table.mostRefundable,
      above(earned, EARNED_THRESHOLD).times(PAID_SHARE),
    ),
  );
  return { creditsUsed, refundableCredits };
}

/** The additional Medicare tax and the tax on net investment income. */
function taxHighIncome(
  { wages, interestAndDividends, qualifiedDividends }: Declared,
  status: FilingStatus,
  { agi, net, gains }: Readonly<Record<"agi" | "net" | "gains", Decimal>>,
): Pick<AssessedAmounts, "additionalMedicareTax" | "netInvestmentIncomeTax"> {
  const { medicare, investment } = HIGH_INCOME[status];
  const invested = above(interestAndDividends.plus(qualifiedDividends).plus(gains), 0);
  return {
    additionalMedicareTax: round(above(wages.plus(net), medicare).times("0.009")),
    netInvestmentIncomeTax: round(Decimal.min(invested, above(agi, investment)).times("0.038")),
  };
}

const HIGH_INCOME: Readonly<Record<FilingStatus, { medicare: number; investment: number }>> = {
  single: { medicare: 200_000, investment: 200_000 },
  marriedJointly: { medicare: 250_000, investment: 250_000 },
  marriedSeparately: { medicare: 125_000, investment: 125_000 },
  headOfHousehold: { medicare: 200_000, investment: 200_000 },
  survivingSpouse: { medicare: 200_000, investment: 250_000 },
};

function taxPayroll(wages: Decimal, base: number): { socialSecurity: Decimal; medicare: Decimal } {
  return {
    socialSecurity: round(Decimal.min(wages, base).times("0.062")),
    medicare: round(wages.times("0.0145")),
  };
}

function settle(
  { withheld, estimatedPayments }: Declared,
  paid: Readonly<Record<"received" | "totalTax" | "refundable" | "payroll", Decimal>>,
): Pick<AssessedAmounts, "totalTax" | "payments" | "balance" | "takeHome"> {
  const { received, totalTax, refundable, payroll } = paid;
  const payments = withheld.plus(estimatedPayments);
  const due = totalTax.minus(refundable);
  return {
    totalTax,
    payments,
    balance: due.minus(payments),
    takeHome: received.minus(due).minus(payroll),
  };
}
