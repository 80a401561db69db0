/** Savings until retirement, and what they carry from then on. */
import { accumulatedOf } from "../_lib/money/annuity.ts";
import { Decimal, sumOf, withoutNoise } from "../_lib/numbers/decimal.ts";
import { ratePerPeriod } from "../_lib/money/interest.ts";
import { type Currency, roundMoney } from "../_lib/money/amount.ts";
import {
  grow,
  type SavingsPlan,
  type SavingsYear,
  valueOfUnitDeposits,
} from "../_lib/money/savings-plan.ts";

export interface RetirementPlan {
  readonly currentAge: number;
  readonly retirementAge: number;
  readonly lifeExpectancy: number;
  readonly currentSavings: Decimal;
  readonly monthlyContribution: Decimal;
  /** These and the rates below in percent per year, effective. */
  readonly contributionIncrease: Decimal;
  readonly annualReturn: Decimal;
  readonly retirementReturn: Decimal;
  readonly inflationRate: Decimal;
  /** In today's money; undefined where no income is wanted. */
  readonly desiredMonthlyIncome: Decimal | undefined;
  /** In today's money. */
  readonly otherMonthlyIncome: Decimal;
  readonly otherIncomeFromAge: number;
  /** Percent of the savings at retirement per year. */
  readonly withdrawalRate: Decimal;
  readonly currency: Currency;
}

export interface Retirement {
  readonly workingYears: readonly SavingsYear[];
  /** Unrounded. */
  readonly savings: Decimal;
  /** Prices at retirement, those of today being 1. */
  readonly prices: Decimal;
  /** Per month in today's money, other income included, until the savings are used up at the end. */
  readonly sustainableIncome: Decimal;
  readonly withdrawalIncome: Decimal;
  /** Where an income is wanted. */
  readonly income: IncomePlan | undefined;
}

export interface IncomePlan {
  readonly required: Decimal;
  /** Negative for a surplus. */
  readonly shortfall: Decimal;
  /** Undefined where money is missing and no month is left to save it. */
  readonly additional: Decimal | undefined;
  readonly years: readonly WithdrawalYear[];
  readonly monthsFunded: number;
}

export interface WithdrawalYear {
  readonly withdrawn: Decimal;
  /** At its end, unrounded. */
  readonly balance: Decimal;
  /** Months in which the whole need could be withdrawn. */
  readonly months: number;
}

const ZERO = new Decimal(0);
const ONE = new Decimal(1);
const MONTHS_PER_YEAR = 12;

const factorOf = (percent: Decimal): Decimal => percent.div(100).plus(ONE);

export function planRetirement(plan: RetirementPlan): Retirement {
  const { retirementAge, currentAge, currency } = plan;
  const saving = savingsPlanOf(plan);
  const workingYears = grow(saving);
  const savings = workingYears.at(-1)?.balance ?? plan.currentSavings;
  const prices = factorOf(plan.inflationRate).pow(retirementAge - currentAge);
  const years = retirementYearsOf(plan, prices);
  const otherIncome = sumOf(years, ({ prices: level, other, worth }) =>
    level.times(other).times(worth),
  );
  const incomeOfOne = sumOf(years, ({ prices: level, worth }) => level.times(worth));
  const withdrawn = savings.times(plan.withdrawalRate).div(100 * MONTHS_PER_YEAR);
  return {
    workingYears,
    savings,
    prices,
    sustainableIncome: savings.plus(otherIncome).div(incomeOfOne),
    withdrawalIncome: withdrawn.div(prices),
    income: plan.desiredMonthlyIncome && incomePlanOf(plan.desiredMonthlyIncome),
  };

  function incomePlanOf(desired: Decimal): IncomePlan {
    const needs = years.map(({ prices: level, other }) =>
      roundMoney(Decimal.max(desired.minus(other), ZERO).times(level), currency),
    );
    const value = sumOf([...years.keys()], (year) =>
      (needs[year] ?? ZERO).times(years[year]?.worth ?? ZERO),
    );
    const required = roundMoney(value, currency);
    const shortfall = required.minus(roundMoney(savings, currency));
    const withdrawals = withdraw(savings, needs, plan.retirementReturn);
    return {
      required,
      shortfall,
      additional: additionalOf(saving, shortfall),
      years: withdrawals,
      monthsFunded: countFunded(withdrawals),
    };
  }
}

/** A return is effective: interest is added once a year, and a month has the twelfth root of its growth. */
function savingsPlanOf(plan: RetirementPlan): SavingsPlan {
  return {
    principal: plan.currentSavings,
    annualRate: plan.annualReturn,
    compounding: "annual",
    years: new Decimal(plan.retirementAge - plan.currentAge),
    contribution: plan.monthlyContribution,
    depositsPerYear: MONTHS_PER_YEAR,
    inAdvance: false,
    increase: plan.contributionIncrease,
    currency: plan.currency,
  };
}

interface RetirementYear {
  /** Prices, those of today being 1. */
  readonly prices: Decimal;
  /** Other income per month, in today's money. */
  readonly other: Decimal;
  /** What 1 at the beginning of each month is worth at retirement. */
  readonly worth: Decimal;
}

/** Prices, incomes and ages are the same in all months of a year. */
function retirementYearsOf(plan: RetirementPlan, prices: Decimal): RetirementYear[] {
  const { retirementAge, lifeExpectancy, otherMonthlyIncome, otherIncomeFromAge } = plan;
  const yearly = factorOf(plan.retirementReturn);
  const ofYear = monthsInAdvance(plan.retirementReturn).div(yearly);
  return Array.from({ length: lifeExpectancy - retirementAge }, (_, year) => ({
    prices: prices.times(factorOf(plan.inflationRate).pow(year)),
    other: retirementAge + year >= otherIncomeFromAge ? otherMonthlyIncome : ZERO,
    worth: ofYear.div(yearly.pow(year)),
  }));
}

/** What 1 at the beginning of each month of a year has grown to at its end. */
function monthsInAdvance(annualReturn: Decimal): Decimal {
  const rate = ratePerPeriod(annualReturn, "annual", MONTHS_PER_YEAR);
  return accumulatedOf({ rate, periods: MONTHS_PER_YEAR, inAdvance: true });
}

function withdraw(
  savings: Decimal,
  needs: readonly Decimal[],
  annualReturn: Decimal,
): WithdrawalYear[] {
  const yearly = factorOf(annualReturn);
  const monthly = ratePerPeriod(annualReturn, "annual", MONTHS_PER_YEAR).plus(ONE);
  const ofYear = monthsInAdvance(annualReturn);
  let balance = savings;
  return needs.map((need) => {
    const left = balance.times(yearly).minus(need.times(ofYear));
    if (left.gte(0)) {
      balance = left;
      return { withdrawn: need.times(MONTHS_PER_YEAR), balance, months: MONTHS_PER_YEAR };
    }
    let months = 0;
    let rest = balance;
    for (; rest.gte(need) && months < MONTHS_PER_YEAR; months++) {
      rest = rest.minus(need).times(monthly);
    }
    balance = ZERO;
    return { withdrawn: need.times(months).plus(rest), balance, months };
  });
}

/** Months before the first in which a need is not met. */
function countFunded(years: readonly WithdrawalYear[]): number {
  const unmet = years.findIndex(({ months }) => months < MONTHS_PER_YEAR);
  if (unmet < 0) return years.length * MONTHS_PER_YEAR;
  return unmet * MONTHS_PER_YEAR + (years[unmet]?.months ?? 0);
}

function additionalOf(saving: SavingsPlan, shortfall: Decimal): Decimal | undefined {
  if (shortfall.lte(0)) return ZERO;
  if (saving.years.isZero()) return undefined;
  const needed = shortfall.div(valueOfUnitDeposits(saving));
  return roundMoney(withoutNoise(needed), saving.currency, "up");
}
