/** Weeks of ISO 8601: from Monday to Sunday, counted in the year that has their Thursday. */
import { type CalendarDate, dateFromDays, daysFromDate, weekdayOfDays } from "./calendar.ts";

export interface IsoWeek {
  /** The year that the week belongs to. */
  readonly year: number;
  /** 1 to 53. */
  readonly week: number;
  /** 1 for Monday to 7 for Sunday. */
  readonly weekday: number;
}

function firstMonday(year: number): number {
  const fourth = daysFromDate({ year, month: 1, day: 4 });
  return fourth - ((weekdayOfDays(fourth) + 6) % 7);
}

export function isoWeekOf(date: CalendarDate): IsoWeek {
  const days = daysFromDate(date);
  const weekday = ((weekdayOfDays(days) + 6) % 7) + 1;
  const { year } = dateFromDays(days + 4 - weekday);
  return { year, week: Math.floor((days - firstMonday(year)) / 7) + 1, weekday };
}

/** The date of a week and day; undefined where the year has no such week or the week no such day. */
export function dateFromIsoWeek({ year, week, weekday }: IsoWeek): CalendarDate | undefined {
  const weeks = (firstMonday(year + 1) - firstMonday(year)) / 7;
  if (week < 1 || week > weeks || weekday < 1 || weekday > 7) return undefined;
  return dateFromDays(firstMonday(year) + (week - 1) * 7 + weekday - 1);
}
