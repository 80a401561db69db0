/** Which days of the week are worked, and how many such days a span has. */
import type { Entry } from "../../_core/tool.ts";
import { beginning } from "../text/shown.ts";
import { weekdayOfDays } from "../time/calendar.ts";
import { readWeekdays } from "./date-field.ts";

/** Numbers of the days of rest, 0 for Sunday; at most six. */
export type Weekend = ReadonlySet<number>;

/** What stands in `failures` of a tool with days of rest. */
export const WEEKEND_FAILURE = {
  WEEKEND_INVALID: "The weekend names no day of the week, or all seven",
} as const;

/** The days of rest in the list of the field `weekend`, or what is wrong with it. */
export function readWeekend(value: string | readonly string[]): Weekend | Entry<"WEEKEND_INVALID"> {
  const days = readWeekdays(value);
  if ("unknown" in days) return weekendInvalid(JSON.stringify(beginning(days.unknown, 60)));
  return days.size > 6 ? weekendInvalid("all seven days") : days;
}

function weekendInvalid(found: string): Entry<"WEEKEND_INVALID"> {
  const expected = "days from mon to sun, at most six";
  const message = `Cannot use the weekend: found ${found}, expected ${expected}`;
  return { code: "WEEKEND_INVALID", message, path: "/weekend", expected };
}

/** Days from `first` up to, not including, `end`, both counted from 1970-01-01, that are not of the weekend. */
export function countWeekdays(first: number, end: number, weekend: Weekend): number {
  const weeks = Math.floor((end - first) / 7);
  let count = weeks * (7 - weekend.size);
  for (let day = first + weeks * 7; day < end; day++) {
    if (!weekend.has(weekdayOfDays(day))) count++;
  }
  return count;
}
