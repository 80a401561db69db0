/** What is published of a savings plan. */
import { Decimal, sumOf } from "../_lib/numbers/decimal.ts";
import { growth } from "../_lib/money/interest.ts";
import {
  moneyNumber,
  percentNumber,
  roundMoney,
  writeMoney,
  writePercent,
} from "../_lib/money/amount.ts";
import { grow, type SavingsPlan } from "../_lib/money/savings-plan.ts";
import type { Value } from "../compound-interest-calculator.ts";
import type { Unknown } from "./solve.ts";

const ONE = new Decimal(1);

export interface SavingsView {
  readonly solvedFor: Unknown;
  /** Percent per year. */
  readonly inflationRate: Decimal;
  readonly schedule: "none" | "yearly";
}

/** Amounts as they are written, exactly: a JSON number has no cents beyond 90 million millions. */
type SavingsAmounts = Readonly<
  Record<"futureValue" | "totalContributions" | "totalInterest" | "realFutureValue", Decimal>
>;

export interface DescribedSavings {
  readonly value: Value;
  readonly amounts: SavingsAmounts;
}

export function describeSavings(
  plan: SavingsPlan,
  { solvedFor, inflationRate, schedule }: SavingsView,
): DescribedSavings {
  const { principal, annualRate, compounding, years, currency } = plan;
  const rows = grow(plan);
  const end = rows.at(-1)?.balance ?? principal;
  const futureValue = roundMoney(end, currency);
  const contributions = sumOf(rows, ({ deposited }) => deposited);
  const yearly = growth(annualRate, compounding, ONE);
  const prices = inflationRate.div(100).plus(ONE).pow(years);
  const doubling = yearly.gt(ONE) ? new Decimal(2).ln().div(yearly.ln()) : undefined;
  const amounts: SavingsAmounts = {
    futureValue,
    totalContributions: contributions,
    totalInterest: futureValue.minus(principal).minus(contributions),
    realFutureValue: roundMoney(end.div(prices), currency),
  };
  const value: Value = {
    solvedFor,
    principal: moneyNumber(principal),
    contribution: moneyNumber(plan.contribution),
    annualRate: percentNumber(annualRate),
    years: percentNumber(years),
    futureValue: moneyNumber(futureValue),
    totalContributions: moneyNumber(contributions),
    totalInterest: moneyNumber(amounts.totalInterest),
    effectiveAnnualRate: percentNumber(yearly.minus(ONE).times(100)),
    realFutureValue: moneyNumber(amounts.realFutureValue),
    doublingYears: doubling ? percentNumber(doubling) : null,
    schedule: schedule === "none" ? [] : writeRows(plan, rows),
  };
  return { value, amounts };
}

/** Interest is what makes the rounded balances add up, so that rows add up to the totals. */
function writeRows(
  { principal, currency }: SavingsPlan,
  rows: ReturnType<typeof grow>,
): Value["schedule"] {
  let opening = principal;
  return rows.map(({ deposited, balance }, index) => {
    const closing = roundMoney(balance, currency);
    const interest = closing.minus(opening).minus(deposited);
    opening = closing;
    return {
      year: index + 1,
      contributions: moneyNumber(deposited),
      interest: moneyNumber(interest),
      balance: moneyNumber(closing),
    };
  });
}

/** The lines of the output. */
export function writeSavings(
  { value, amounts }: DescribedSavings,
  { plan, frequency, isReal }: { plan: SavingsPlan; frequency: string; isReal: boolean },
): string {
  const money = (amount: Decimal): string => writeMoney(amount, plan.currency);
  const percent = (rate: number): string => writePercent(new Decimal(rate));
  const solved: Record<Unknown, () => string[]> = {
    futureValue: () => [],
    principal: () => [`Starting principal needed: ${money(plan.principal)}`],
    contribution: () => [`Contribution needed: ${money(plan.contribution)} ${frequency}`],
    annualRate: () => [`Annual rate needed: ${percent(value.annualRate)}`],
    years: () => [`Time needed: ${plan.years.times(12).round().toFixed()} months`],
  };
  return [
    ...solved[value.solvedFor](),
    `Future value: ${money(amounts.futureValue)}`,
    `Total contributions: ${money(amounts.totalContributions)}`,
    `Total interest: ${money(amounts.totalInterest)}`,
    `Effective annual rate: ${percent(value.effectiveAnnualRate)}`,
    ...(isReal ? [`In today's money: ${money(amounts.realFutureValue)}`] : []),
  ].join("\n");
}
