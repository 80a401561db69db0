/** The fields of the business days calculator, read and checked. */
import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import {
  addMonths,
  type CalendarDate,
  dateFromDays,
  daysFromDate,
  instantFromMs,
  localFromSeconds,
} from "../_lib/time/calendar.ts";
import { type DateProblem, readDateField } from "../_lib/fields/date-field.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { readList } from "../_lib/fields/list-field.ts";
import { readWeekend } from "../_lib/fields/working-week.ts";
import type { Input } from "../business-days-calculator.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { quoted } from "../_lib/text/shown.ts";
import { type Calendar, CALENDARS, FIRST_YEARS } from "./holidays.ts";
import { findPlace, placeCodes, type PublicHolidays, TABLE_YEARS } from "./public-holidays.ts";
import { WorkingDays, type WorkRules } from "./working-days.ts";

/** Days are counted from 1970-01-01. */
export interface Question {
  readonly start: number;
  /** The start, where there is no end. */
  readonly end: number;
  readonly days: WorkingDays;
  readonly rules: WorkRules;
  /** The field that named the calendar. */
  readonly calendarPath: string;
}

export const MOST_DATES = 5000;

/** The question; or everything that is wrong with dates and weekend; or a list that is too long. */
export function readQuestion(input: Input, ctx: Ctx) {
  const lists = {
    holidays: readList(input.holidays ?? ""),
    extraWorkdays: readList(input.extraWorkdays ?? ""),
  };
  for (const [name, list] of Object.entries(lists)) {
    if (list.length > MOST_DATES) {
      const found = outOfBounds(`/${name}`, `${list.length} dates`, `at most ${MOST_DATES}`);
      return { failure: inputInvalid([found]) };
    }
  }
  const problems: DateProblem[] = [];
  const keep = (read: CalendarDate | DateProblem): number => {
    if (!("code" in read)) return daysFromDate(read);
    problems.push(read);
    return 0;
  };
  const readAll = (name: keyof typeof lists): number[] =>
    lists[name].map((text, index) => keep(readDateField(text, `/${name}/${index}`)));
  const start =
    input.start === undefined ? todayOf(ctx) : keep(readDateField(input.start, "/start"));
  const end = input.end === undefined ? start : keep(readDateField(input.end, "/end"));
  const holidays = readAll("holidays");
  const extraWorkdays = new Set(readAll("extraWorkdays"));
  const weekend = readWeekend(input.weekend);
  const calendar = readCalendar(input);
  if ("code" in weekend) return { failure: fail([...problems, weekend]) };
  const [first, ...others] = problems;
  if (first) return { failure: fail([first, ...others]) };
  if (isProblem(calendar)) return { failure: fail(calendar) };
  const rules = { calendar, weekend, holidays, extraWorkdays };
  const calendarPath = input.country === undefined ? "/calendar" : "/country";
  return { question: { start, end, rules, calendarPath, days: new WorkingDays(rules) } };
}

function todayOf(ctx: Ctx): number {
  return daysFromDate(localFromSeconds(instantFromMs(ctx.now()).seconds));
}

type CalendarProblem = Entry<"CALENDAR_UNKNOWN" | "CONFLICTING_FIELDS">;

function isProblem(read: Calendar | PublicHolidays | CalendarProblem): read is CalendarProblem {
  return typeof read === "object" && "message" in read;
}

/** A calendar by its name, or by the code of a country or subdivision in any letter case. */
function readCalendar(input: Input): Calendar | PublicHolidays | CalendarProblem {
  if (input.country !== undefined && input.calendar !== "none") {
    const message =
      "Cannot use calendar and country together: found both, expected one of them, as they are the same";
    return { code: "CONFLICTING_FIELDS", message, path: "/country" };
  }
  const [path, text] =
    input.country === undefined
      ? (["/calendar", input.calendar] as const)
      : (["/country", input.country] as const);
  const wanted = text.trim();
  const named = CALENDARS.find((name) => name === wanted.toLowerCase());
  const found = named ?? findPlace(wanted.toUpperCase().replace("_", "-"));
  if (found !== undefined) return found;
  const known = [...CALENDARS, ...placeCodes()];
  const near = nearest(wanted.slice(0, LONGEST_CODE), known, { limit: 3, within: Infinity });
  const expected = "a code of ISO 3166 such as DE or US-CA, or a name such as us-federal";
  return {
    code: "CALENDAR_UNKNOWN",
    message: `Cannot find the calendar: found ${quoted(wanted)}, expected ${expected}`,
    path,
    expected,
    hint: `Nearest are ${near.join(", ")}`,
  };
}

const LONGEST_CODE = 40;

/** Why the holidays of a span cannot be told; undefined where they can. */
export function yearProblem(
  { rules: { calendar }, calendarPath: path }: Question,
  first: number,
  last: number,
): Entry<"CALENDAR_YEAR_RANGE"> | undefined {
  if (typeof calendar === "string") return undefined;
  const outside = [first, last]
    .map((day) => dateFromDays(day).year)
    .find((year) => year < TABLE_YEARS.first || year > TABLE_YEARS.last);
  if (outside === undefined) return undefined;
  const expected = `years from ${TABLE_YEARS.first} to ${TABLE_YEARS.last}`;
  const message = `Cannot tell the holidays of ${calendar.code}: found the year ${outside}, expected ${expected}`;
  const hint = "Give the holidays of other years as holidays";
  return { code: "CALENDAR_YEAR_RANGE", message, path, expected, hint };
}

const MONTHS_AHEAD = 24;

/** What can be wrong with the holidays of a span, by rule. */
export function calendarWarnings(
  { rules: { calendar } }: Question,
  first: number,
  last: number,
  ctx: Ctx,
): ("CALENDAR_OUT_OF_RANGE" | "FUTURE_RULES")[] {
  if (calendar === "none") return [];
  const isEarly = typeof calendar === "string" && dateFromDays(first).year < FIRST_YEARS[calendar];
  const horizon = daysFromDate(addMonths(dateFromDays(todayOf(ctx)), MONTHS_AHEAD));
  const isFuture = calendar !== "target2" && last > horizon;
  return [
    ...(isEarly ? (["CALENDAR_OUT_OF_RANGE"] as const) : []),
    ...(isFuture ? (["FUTURE_RULES"] as const) : []),
  ];
}
