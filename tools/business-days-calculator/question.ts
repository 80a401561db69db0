/** The fields of the business days calculator, read and checked. */
import { type Ctx, fail } from "../_core/tool.ts";
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
import { type Calendar, FIRST_YEARS } from "./holidays.ts";
import { WorkingDays, type WorkRules } from "./working-days.ts";

/** Days are counted from 1970-01-01. */
export interface Question {
  readonly start: number;
  /** The start, where there is no end. */
  readonly end: number;
  readonly days: WorkingDays;
  readonly rules: WorkRules;
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
  if ("code" in weekend) return { failure: fail([...problems, weekend]) };
  const [first, ...others] = problems;
  if (first) return { failure: fail([first, ...others]) };
  const rules = { calendar: input.calendar, weekend, holidays, extraWorkdays };
  return { question: { start, end, rules, days: new WorkingDays(rules) } };
}

function todayOf(ctx: Ctx): number {
  return daysFromDate(localFromSeconds(instantFromMs(ctx.now()).seconds));
}

const MONTHS_AHEAD = 24;

/** What can be wrong with the holidays of a span, by rule. */
export function calendarWarnings(
  calendar: Calendar,
  first: number,
  last: number,
  ctx: Ctx,
): ("CALENDAR_OUT_OF_RANGE" | "FUTURE_RULES")[] {
  if (calendar === "none") return [];
  const isEarly = dateFromDays(first).year < FIRST_YEARS[calendar];
  const horizon = daysFromDate(addMonths(dateFromDays(todayOf(ctx)), MONTHS_AHEAD));
  const isFuture = calendar !== "target2" && last > horizon;
  return [
    ...(isEarly ? (["CALENDAR_OUT_OF_RANGE"] as const) : []),
    ...(isFuture ? (["FUTURE_RULES"] as const) : []),
  ];
}
