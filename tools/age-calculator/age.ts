/** Ages as law counts them: they change on one day, also where a month lacks the day of birth. */
import { addMonths, type CalendarDate, dateFromDays, daysFromDate } from "../_lib/time/calendar.ts";

/** Where a month lacks the day: the first of the next month, or the last of its own. */
export const LEAP_DAY_RULES = ["mar1", "feb28"] as const;
export type LeapDayRule = (typeof LEAP_DAY_RULES)[number];

export interface Age {
  readonly years: number;
  readonly months: number;
  readonly days: number;
  readonly totalMonths: number;
  readonly isBirthday: boolean;
}

export function isLeapDay({ month, day }: CalendarDate): boolean {
  return month === 2 && day === 29;
}

/** The day so many months after the birth. */
export function anniversary(birth: CalendarDate, months: number, rule: LeapDayRule): CalendarDate {
  const date = addMonths(birth, months);
  if (date.day === birth.day || rule === "feb28") return date;
  return dateFromDays(daysFromDate(date) + 1);
}

/** The age on a day that is not before the birth. */
export function ageAt(birth: CalendarDate, day: CalendarDate, rule: LeapDayRule): Age {
  const today = daysFromDate(day);
  const since = (months: number): number => today - daysFromDate(anniversary(birth, months, rule));
  let totalMonths = (day.year - birth.year) * 12 + day.month - birth.month;
  if (since(totalMonths) < 0) totalMonths--;
  const days = since(totalMonths);
  const months = totalMonths % 12;
  return {
    years: Math.floor(totalMonths / 12),
    months,
    days,
    totalMonths,
    isBirthday: months === 0 && days === 0,
  };
}

/** The birthday on the day of the age, or the first one after it, and the age that it brings. */
export function nextBirthday(
  birth: CalendarDate,
  { years, isBirthday }: Age,
  rule: LeapDayRule,
): { date: CalendarDate; age: number } {
  const age = isBirthday ? years : years + 1;
  return { date: anniversary(birth, age * 12, rule), age };
}
