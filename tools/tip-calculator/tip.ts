/** What is added to a bill for those who serve it. */
import { Decimal, type Rounding, roundTo as roundDecimals } from "../_lib/numbers/decimal.ts";
import { type Currency, roundMoney } from "../_lib/money/amount.ts";

/** What the tip is a percentage of: the bill without its tax, or all of it. */
export const TIP_BASES = ["subtotal", "total"] as const;
export const ROUND_TARGETS = ["none", "tip", "total", "perPerson"] as const;
export const ROUND_DIRECTIONS = ["nearest", "up", "down"] as const;

export interface Bill {
  /** With the tax. */
  readonly bill: number;
  readonly tax: number;
  readonly tipPercent: number;
  readonly tipOn: (typeof TIP_BASES)[number];
  readonly roundTarget: (typeof ROUND_TARGETS)[number];
  readonly roundDirection: (typeof ROUND_DIRECTIONS)[number];
  /** The multiple that the target is rounded to. */
  readonly roundTo: number;
}

export interface Tip {
  readonly bill: Decimal;
  readonly tax: Decimal;
  readonly tipBase: Decimal;
  readonly tip: Decimal;
  readonly total: Decimal;
  /** Rounding would have made the tip negative. */
  readonly isCutToZero: boolean;
}

const ROUNDINGS = {
  nearest: "halfUp",
  up: "up",
  down: "down",
} as const satisfies Record<Bill["roundDirection"], Rounding>;

/** Nobody can pay a part of a cent, so all amounts are in cents, bill and tax too. */
export function tipOf(given: Bill, people: number, currency: Currency): Tip {
  const bill = roundMoney(new Decimal(given.bill), currency);
  const tax = roundMoney(new Decimal(given.tax), currency);
  const tipBase = given.tipOn === "total" ? bill : bill.minus(tax);
  const asked = roundMoney(tipBase.times(given.tipPercent).div(100), currency);
  const rounded = roundTip(asked, bill, people, given);
  const isCutToZero = rounded.isNegative() && !rounded.isZero();
  const tip = isCutToZero ? new Decimal(0) : roundMoney(rounded, currency);
  return { bill, tax, tipBase, tip, total: bill.plus(tip), isCutToZero };
}

/** The tip with which the target is a multiple. */
function roundTip(asked: Decimal, bill: Decimal, people: number, given: Bill): Decimal {
  const { roundTarget, roundDirection, roundTo } = given;
  const toMultiple = (amount: Decimal) =>
    roundDecimals(amount.div(roundTo), 0, ROUNDINGS[roundDirection]).times(roundTo);
  switch (roundTarget) {
    case "none":
      return asked;
    case "tip":
      return toMultiple(asked);
    case "total":
      return toMultiple(bill.plus(asked)).minus(bill);
    case "perPerson":
      return toMultiple(bill.plus(asked).div(people)).times(people).minus(bill);
  }
}
