/** Fields that take a date, a date-time or days of the week, and what is wrong with them. */
import type { Entry } from "../../_core/tool.ts";
import { beginning } from "../text/shown.ts";
import {
  type CalendarDate,
  dateFromDays,
  type Instant,
  localFromSeconds,
  readDate,
  type ReadTime,
  WEEKDAYS,
} from "../time/calendar.ts";
import { readMoment } from "../time/written/moment.ts";
import { orderHint } from "../time/written/written.ts";
import { readList } from "./list-field.ts";
import type { Zone } from "../time/zone/zone.ts";

/** What stands in `failures` of a tool that takes a date. */
export const DATE_FAILURE = {
  DATE_INVALID:
    "A date or time has another form, does not exist, or is outside the years 0001 to 9999",
} as const;

export type DateProblem = Entry<"DATE_INVALID">;

const SHOWN_CHARACTERS = 60;

export function dateInvalid(text: string, path: string, expected: string): DateProblem {
  const found = JSON.stringify(beginning(text, SHOWN_CHARACTERS));
  const message = `Cannot read ${path}: found ${found}, expected ${expected}`;
  const hint = orderHint(text);
  return { code: "DATE_INVALID", message, path, expected, ...(hint === undefined ? {} : { hint }) };
}

/** A date that exists, in the form of ISO 8601 or with the month's name. */
export function readDateField(text: string, path: string): CalendarDate | DateProblem {
  const expected = "a date that exists, such as 2026-11-20 or May 15, 1990";
  const moment = readMoment(text);
  return moment?.dateOnly ? dateOf(moment) : dateInvalid(text, path, expected);
}

function dateOf({ local: { year, month, day } }: ReadTime): CalendarDate {
  return { year, month, day };
}

/** What stands in `failures` of a tool that takes days on which money is paid. */
export const DAY_FAILURE = {
  DATE_INVALID: "A date is not written YYYY-MM-DD, or names a day that does not exist",
} as const;

const LONGEST_DAY = 40;

/** A day that does not exist, or that goes beyond the calendar. */
export function dayInvalid(text: string, path: string): DateProblem {
  const found = JSON.stringify(beginning(text, LONGEST_DAY));
  const expected = "a day of the years 0001 to 9999, written YYYY-MM-DD";
  const message = `Cannot use the date: found ${found}, expected ${expected}`;
  return { code: "DATE_INVALID", message, path, expected };
}

/** The day of a field that may be left out. */
export function readDay(
  text: string | undefined,
  path: string,
): CalendarDate | DateProblem | undefined {
  return text === undefined ? undefined : (readDate(text.trim()) ?? dayInvalid(text, path));
}

/** Whether `readDay` found that the field is no day. */
export function isNoDay(read: CalendarDate | DateProblem | undefined): read is DateProblem {
  return read !== undefined && "code" in read;
}

/** A date or date-time that exists. */
export function readDateTimeField(text: string, path: string): ReadTime | DateProblem {
  const expected =
    "a date or date-time that exists, such as 2026-11-20, 2026-11-20T09:30:00+01:00 or May 15, 1990 9am";
  return readMoment(text) ?? dateInvalid(text, path, expected);
}

/** The date at an instant in a zone. */
export function dateIn(zone: Zone, { seconds }: Instant): CalendarDate {
  const { year, month, day } = localFromSeconds(seconds + zone.periodAt(seconds).offset);
  return { year, month, day };
}

/** Whether a day, counted from 1970-01-01, lies in the years 0001 to 9999. */
export function isDayInYears(days: number): boolean {
  const { year } = dateFromDays(days);
  return year >= 1 && year <= 9999;
}

/** Numbers of the days of the week in a list, 0 for Sunday; the first item that names none. */
export function readWeekdays(
  value: string | readonly string[],
): ReadonlySet<number> | { readonly unknown: string } {
  const days = new Set<number>();
  for (const item of readList(value)) {
    const word = item.toLowerCase();
    const day = WEEKDAYS.findIndex((name) => {
      const long = name.toLowerCase();
      return word === long || word === long.slice(0, 3);
    });
    if (day < 0) return { unknown: item };
    days.add(day);
  }
  return days;
}
