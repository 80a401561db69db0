/** The days on which a loan is paid. */
import { addMonths, type CalendarDate, dateFromDays, daysFromDate } from "../../time/calendar.ts";
import { type Frequency, TIMES_PER_YEAR } from "../interest.ts";

export type PaymentFrequency = Exclude<Frequency, "daily">;

const MONTHS_PER_YEAR = 12;
/** From a payment in the first half of a month to that in the second. */
const HALF_MONTH_DAYS = 15;

/** The date of a payment, counted from 1: months keep the day of the start as far as they have it. */
export function paymentDate(
  start: CalendarDate,
  payment: number,
  frequency: PaymentFrequency,
): CalendarDate {
  const before = payment - 1;
  switch (frequency) {
    case "weekly":
      return addDays(start, 7 * before);
    case "biweekly":
      return addDays(start, 14 * before);
    case "semimonthly":
      return addDays(addMonths(start, Math.floor(before / 2)), HALF_MONTH_DAYS * (before % 2));
    default:
      return addMonths(start, (before * MONTHS_PER_YEAR) / TIMES_PER_YEAR[frequency]);
  }
}

function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateFromDays(daysFromDate(date) + days);
}
