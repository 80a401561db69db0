/** Which days of the week are worked, and how many such days a span has. */
import { beginning } from "../text/shown.ts";
import { weekdayOfDays } from "../time/calendar.ts";
import { readWeekdays } from "./date-field.ts";

/** Numbers of the days of rest, 0 for Sunday; at most six. */
export type Weekend = ReadonlySet<number>;

/** The days of rest in a list, or what is wrong with it. */
export function readWeekend(
  value: string | readonly string[],
): Weekend | { readonly found: string } {
  const days = readWeekdays(value);
  if ("unknown" in days) return { found: JSON.stringify(beginning(days.unknown, 60)) };
  return days.size > 6 ? { found: "all seven days" } : days;
}

export const WEEKEND_EXPECTED = "days from mon to sun, at most six";

/** Days from `first` up to, not including, `end`, both counted from 1970-01-01, that are not of the weekend. */
export function countWeekdays(first: number, end: number, weekend: Weekend): number {
  const weeks = Math.floor((end - first) / 7);
  let count = weeks * (7 - weekend.size);
  for (let day = first + weeks * 7; day < end; day++) {
    if (!weekend.has(weekdayOfDays(day))) count++;
  }
  return count;
}
