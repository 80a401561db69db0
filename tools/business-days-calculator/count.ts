/** How many days of a span are worked. */
import { weekdayOfDays } from "../_lib/time/calendar.ts";
import { countWeekdays } from "../_lib/fields/working-week.ts";
import type { Holiday } from "./holidays.ts";
import type { WorkingDays, WorkRules } from "./working-days.ts";

export interface WorkCount {
  readonly businessDays: number;
  readonly weekendDays: number;
  readonly holidayDays: number;
  /** Holidays that fell on what would have been days of work. */
  readonly holidays: readonly Holiday[];
  readonly firstBusinessDay: number | undefined;
  readonly lastBusinessDay: number | undefined;
}

/** Counts the days from `first` to `last`; none where `last` is before `first`. */
export function countDays(
  days: WorkingDays,
  rules: WorkRules,
  first: number,
  last: number,
): WorkCount {
  const size = Math.max(0, last - first + 1);
  const isInside = (day: number): boolean => day >= first && day <= last;
  const holidays =
    size === 0
      ? []
      : days.holidaysBetween(first, last).filter(({ day }) => days.kindOf(day) === "holiday");
  const extra = [...rules.extraWorkdays].filter(
    (day) => isInside(day) && rules.weekend.has(weekdayOfDays(day)),
  );
  const weekdays = size === 0 ? 0 : countWeekdays(first, last + 1, rules.weekend);
  return {
    businessDays: weekdays - holidays.length + extra.length,
    weekendDays: size - weekdays - extra.length,
    holidayDays: holidays.length,
    holidays,
    firstBusinessDay: find(days, first, last, 1),
    lastBusinessDay: find(days, last, first, -1),
  };
}

function find(
  days: WorkingDays,
  from: number,
  until: number,
  direction: 1 | -1,
): number | undefined {
  for (let day = from; (until - day) * direction >= 0; day += direction) {
    if (days.isWorking(day)) return day;
  }
  return undefined;
}
