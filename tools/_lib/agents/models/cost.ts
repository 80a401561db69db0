import { Decimal, decimalsOf } from "../../numbers/decimal.ts";
import { daysFromDate, readDate } from "../../time/calendar.ts";
import { MODEL_TABLE_DATE } from "./table.ts";

/** Forty digits, half-even: its own constructor, so that no other user of the library can change it. */
export const Money = decimalsOf({ precision: 40, rounding: Decimal.ROUND_HALF_EVEN });

const MILLION = 1_000_000;
const DAYS_UNTIL_OLD = 120;
const DAYS_PER_MONTH = 30;

/** Decimals of a figure for one request, and of one for a day or longer. */
const REQUEST_DECIMALS = 8;
const PERIOD_DECIMALS = 2;

export function costOf(tokens: number, perMillion: number | string | Decimal): Decimal {
  return new Money(tokens).times(perMillion).div(MILLION);
}

export function roundRequest(cost: Decimal): number {
  return cost.toDecimalPlaces(REQUEST_DECIMALS).toNumber();
}

/** The cost of so many requests a day, for a day and for 30 days, from the unrounded cost of one. */
export function periodCosts(cost: Decimal, requestsPerDay: number): { day: number; month: number } {
  const day = cost.times(requestsPerDay);
  return { day: periodCost(day), month: periodCost(day.times(DAYS_PER_MONTH)) };
}

/** The cost of a day or longer as it is published. */
export function periodCost(cost: Decimal): number {
  return cost.toDecimalPlaces(PERIOD_DECIMALS).toNumber();
}

/** A quotient to two decimals; null where there is nothing to divide by. */
export function ratio(part: number, of: number): number | null {
  return of === 0 ? null : new Money(part).div(of).toDecimalPlaces(PERIOD_DECIMALS).toNumber();
}

/** Whether prices of the table are likely to have changed by that UTC date. */
export function isTableOld(date: string): boolean {
  const [asked, table] = [readDate(date), readDate(MODEL_TABLE_DATE)];
  return Boolean(asked && table && daysFromDate(asked) - daysFromDate(table) > DAYS_UNTIL_OLD);
}
