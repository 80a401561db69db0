/** How much of Social Security benefits is taxed: IRS Publication 915, Worksheet 1. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import type { FilingStatus } from "./us-federal.ts";

const ZERO = new Decimal(0);
const HALF = "0.5";
const MOST = "0.85";

/** `otherIncome`: all other income less adjustments. Who files separately is taken to have lived with the spouse. */
export function taxableBenefitsOf(
  benefits: Decimal,
  otherIncome: Decimal,
  status: FilingStatus,
): Decimal {
  const provisional = otherIncome.plus(benefits.times(HALF));
  if (provisional.lte(0)) return ZERO;
  const most = benefits.times(MOST);
  if (status === "marriedSeparately") return Decimal.min(provisional.times(MOST), most);
  const isJoint = status === "marriedJointly";
  const excess = provisional.minus(isJoint ? 32_000 : 25_000);
  if (excess.lte(0)) return ZERO;
  const middle = new Decimal(isJoint ? 12_000 : 9000);
  const atHalf = Decimal.min(benefits.times(HALF), Decimal.min(excess, middle).times(HALF));
  const atMost = Decimal.max(ZERO, excess.minus(middle)).times(MOST);
  return Decimal.min(atHalf.plus(atMost), most);
}
