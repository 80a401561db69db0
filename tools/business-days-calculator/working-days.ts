/** Which days are worked, and walking from one to the next. Days are counted from 1970-01-01. */
import { dateFromDays, daysFromDate, weekdayOfDays } from "../_lib/time/calendar.ts";
import type { Weekend } from "../_lib/fields/working-week.ts";
import { type Calendar, type Holiday, holidaysOfYear } from "./holidays.ts";
import type { PublicHolidays } from "./public-holidays.ts";

export interface WorkRules {
  readonly calendar: Calendar | PublicHolidays;
  readonly weekend: Weekend;
  /** Days off beyond the calendar's, in order. */
  readonly holidays: readonly number[];
  /** Days worked in spite of weekend and holiday. */
  readonly extraWorkdays: ReadonlySet<number>;
}

export type DayKind = "working" | "weekend" | "holiday";

const OWN_NAME = "Holiday";

export class WorkingDays {
  readonly #rules: WorkRules;
  readonly #own: ReadonlySet<number>;
  readonly #years = new Map<number, ReadonlyMap<number, Holiday>>();

  constructor(rules: WorkRules) {
    this.#rules = rules;
    this.#own = new Set(rules.holidays);
  }

  kindOf(day: number): DayKind {
    const { extraWorkdays, weekend } = this.#rules;
    if (extraWorkdays.has(day)) return "working";
    if (weekend.has(weekdayOfDays(day))) return "weekend";
    return this.#own.has(day) || this.#calendarHoliday(day) ? "holiday" : "working";
  }

  isWorking(day: number): boolean {
    return this.kindOf(day) === "working";
  }

  /** The holiday on a day: the calendar's, with its name, before one that was given. */
  holidayOn(day: number): Holiday | undefined {
    return this.#calendarHoliday(day) ?? (this.#own.has(day) ? { day, name: OWN_NAME } : undefined);
  }

  /** All holidays of the days from `first` to `last`, in order; on weekends, too. */
  holidaysBetween(first: number, last: number): Holiday[] {
    const found = new Map<number, Holiday>();
    const [from, until] = [dateFromDays(first).year, dateFromDays(last).year];
    if (this.#rules.calendar !== "none") {
      for (let year = from; year <= until; year++) {
        for (const holiday of this.#ofYear(year).values()) found.set(holiday.day, holiday);
      }
    }
    for (const day of this.#own) if (!found.has(day)) found.set(day, { day, name: OWN_NAME });
    return [...found.values()]
      .filter(({ day }) => day >= first && day <= last)
      .toSorted((a, b) => a.day - b.day);
  }

  #calendarHoliday(day: number): Holiday | undefined {
    if (this.#rules.calendar === "none") return undefined;
    return this.#ofYear(dateFromDays(day).year).get(day);
  }

  /** Holidays that fall into a year: its own, and those of the next that are observed before it begins. */
  #ofYear(year: number): ReadonlyMap<number, Holiday> {
    const known = this.#years.get(year);
    if (known) return known;
    const { calendar } = this.#rules;
    const [first, end] = [year, year + 1].map((each) =>
      daysFromDate({ year: each, month: 1, day: 1 }),
    );
    const days = new Map<number, Holiday>();
    const holidays =
      typeof calendar === "object"
        ? calendar.ofYear(year)
        : [year, year + 1].flatMap((each) => holidaysOfYear(calendar, each));
    for (const holiday of holidays) {
      // The day itself has its own name, even where it is a substitute for another one, too.
      const isNew = !days.has(holiday.day) || holiday.observedFor === undefined;
      if (isNew && holiday.day >= (first ?? 0) && holiday.day < (end ?? 0))
        days.set(holiday.day, holiday);
    }
    this.#years.set(year, days);
    return days;
  }
}

export const ROLLS = ["none", "following", "preceding", "modifiedFollowing"] as const;
export type Roll = (typeof ROLLS)[number];

export interface Walked {
  readonly day: number;
  /** Holidays passed that would have been days of work. */
  readonly skipped: readonly Holiday[];
}

const FIRST_DAY = daysFromDate({ year: 1, month: 1, day: 1 });
const LAST_DAY = daysFromDate({ year: 9999, month: 12, day: 31 });

/** So many working days on, or back where negative, the first one not counted. */
export function walk(days: WorkingDays, from: number, count: number): Walked | undefined {
  const direction = count < 0 ? -1 : 1;
  const skipped: Holiday[] = [];
  let day = from;
  for (let left = Math.abs(count); left > 0;) {
    day += direction;
    if (day < FIRST_DAY || day > LAST_DAY) return undefined;
    const kind = days.kindOf(day);
    if (kind === "working") left--;
    else if (kind === "holiday") skipped.push(days.holidayOn(day) ?? { day, name: OWN_NAME });
  }
  return { day, skipped };
}

/** The working day that a day which is none becomes; undefined beyond the years 0001 to 9999. */
export function rollDay(days: WorkingDays, day: number, roll: Roll): Walked | undefined {
  if (roll === "none" || days.isWorking(day)) return { day, skipped: [] };
  if (roll === "preceding") return walk(days, day, -1);
  const next = walk(days, day, 1);
  if (roll === "following") return next;
  const isSameMonth = next && dateFromDays(next.day).month === dateFromDays(day).month;
  return isSameMonth ? next : walk(days, day, -1);
}
