/** What a savings plan needs to reach a target. */
import type { Entry } from "../_core/tool.ts";
import { bisect } from "../_lib/numbers/bisection.ts";
import { Decimal, withoutNoise } from "../_lib/numbers/decimal.ts";
import { growth } from "../_lib/money/interest.ts";
import { roundMoney, writeMoney } from "../_lib/money/amount.ts";
import {
  countDeposits,
  depositsOf,
  futureValue,
  type SavingsPlan,
  valueOfDeposits,
  valueOfPrincipal,
  valueOfUnitDeposits,
} from "../_lib/money/savings-plan.ts";

export const UNKNOWNS = [
  "futureValue",
  "principal",
  "contribution",
  "annualRate",
  "years",
] as const;
export type Unknown = (typeof UNKNOWNS)[number];

export type TargetProblem = Entry<"TARGET_UNREACHABLE">;

export interface SolvedPlan {
  readonly plan: SavingsPlan;
  /** Nothing is needed: the solved figure is 0. */
  readonly isMet: boolean;
}

const ZERO = new Decimal(0);
const LOWEST_RATE = new Decimal(-99);
const HIGHEST_RATE = new Decimal(1000);
const RATE_DECIMALS = 6;
/** Of a rate in percent: far below what is published. */
const RATE_WIDTH = new Decimal("1e-20");
const MOST_MONTHS = 2400;
const MONTHS_PER_YEAR = 12;

/** The plan with the unknown solved and rounded so that the target is reached. */
export function solvePlan(
  unknown: Exclude<Unknown, "futureValue">,
  plan: SavingsPlan,
  target: Decimal,
): SolvedPlan | TargetProblem {
  switch (unknown) {
    case "principal":
      return solvePrincipal(plan, target);
    case "contribution":
      return solveContribution(plan, target);
    case "annualRate":
      return solveRate(plan, target);
    default:
      return solveYears(plan, target);
  }
}

function unreachable(plan: SavingsPlan, target: Decimal, expected: string): TargetProblem {
  const message = `Cannot reach ${writeMoney(target, plan.currency)}: found no way in range, expected ${expected}`;
  return { code: "TARGET_UNREACHABLE", message, path: "/target", expected };
}

function solvePrincipal(plan: SavingsPlan, target: Decimal): SolvedPlan | TargetProblem {
  const missing = target.minus(valueOfDeposits(plan));
  if (missing.lte(0)) return { plan: { ...plan, principal: ZERO }, isMet: true };
  const grown = growth(plan.annualRate, plan.compounding, plan.years);
  const principal = roundedUp(missing.div(grown), plan);
  if (isOutOfRange(principal)) return unreachable(plan, target, "less loss");
  return { plan: { ...plan, principal }, isMet: false };
}

function solveContribution(plan: SavingsPlan, target: Decimal): SolvedPlan | TargetProblem {
  const missing = target.minus(valueOfPrincipal(plan));
  if (missing.lte(0)) return { plan: { ...plan, contribution: ZERO }, isMet: true };
  if (countDeposits(plan) === 0) {
    return unreachable(plan, target, "a term in which a contribution is made");
  }
  const contribution = roundedUp(missing.div(valueOfUnitDeposits(plan)), plan);
  if (isOutOfRange(contribution)) return unreachable(plan, target, "less loss");
  return { plan: { ...plan, contribution }, isMet: false };
}

function roundedUp(amount: Decimal, { currency }: SavingsPlan): Decimal {
  return roundMoney(withoutNoise(amount), currency, "up");
}

function isOutOfRange(amount: Decimal): boolean {
  return !Number.isFinite(amount.toNumber());
}

/** Two hundred years take 0.1 s: some 80 values, each of as many steps as there are years. */
function solveRate(plan: SavingsPlan, target: Decimal): SolvedPlan | TargetProblem {
  const deposits = depositsOf(plan);
  const at = (annualRate: Decimal): Decimal => futureValue({ ...plan, annualRate }, deposits);
  const solved = (annualRate: Decimal): SolvedPlan => ({
    plan: { ...plan, annualRate },
    isMet: false,
  });
  if (at(ZERO).eq(target)) return solved(ZERO);
  if (at(LOWEST_RATE).gte(target) || at(HIGHEST_RATE).lt(target)) {
    return unreachable(plan, target, "a target that a rate from -99 to 1000 % reaches");
  }
  const isBelow = (rate: Decimal): boolean => at(rate).lt(target);
  const rate = bisect(LOWEST_RATE, HIGHEST_RATE, isBelow, RATE_WIDTH);
  return solved(rate.toDecimalPlaces(RATE_DECIMALS));
}

function solveYears(plan: SavingsPlan, target: Decimal): SolvedPlan | TargetProblem {
  const yearsOf = (months: number): Decimal => new Decimal(months).div(MONTHS_PER_YEAR);
  const isReached = (months: number): boolean =>
    roundMoney(futureValue({ ...plan, years: yearsOf(months) }), plan.currency).gte(target);
  if (isReached(0)) return { plan: { ...plan, years: ZERO }, isMet: true };
  if (plan.annualRate.lt(0)) return unreachable(plan, target, "a rate that is not negative");
  if (!isReached(MOST_MONTHS)) return unreachable(plan, target, "a target reached in 200 years");
  let [before, reached] = [0, MOST_MONTHS];
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (isReached(middle)) reached = middle;
    else before = middle;
  }
  return { plan: { ...plan, years: yearsOf(reached) }, isMet: false };
}
