/** The local times that a cron expression names, found month by month; zones play no part here. */
import {
  dateFromDays,
  daysFromDate,
  daysInMonth,
  FIRST_SECOND,
  LAST_SECOND,
  SECONDS_PER_DAY,
  weekdayOfDays,
} from "../calendar.ts";
import type { CronExpression } from "./expression.ts";
import type { Special } from "./fields.ts";

/** After this many months the calendar begins anew. */
const MONTHS_PER_CYCLE = 4800;

const LAST_DAY = Math.floor(LAST_SECOND / SECONDS_PER_DAY);
const FIRST_DAY = FIRST_SECOND / SECONDS_PER_DAY;

export class Schedule {
  /** Seconds after midnight, in order. */
  readonly times: readonly number[];
  readonly #expression: CronExpression;
  readonly #months: ReadonlySet<number>;
  readonly #days: ReadonlySet<number>;
  readonly #weekdays: ReadonlySet<number>;
  #cached: { readonly month: number; readonly days: readonly number[] } | undefined;

  constructor(expression: CronExpression) {
    const { minute, hour, dayOfMonth, month, dayOfWeek } = expression.fields;
    this.#expression = expression;
    this.#months = new Set(month.values);
    this.#days = new Set(dayOfMonth.values);
    this.#weekdays = new Set(dayOfWeek.values);
    this.times = hour.values.flatMap((h) => minute.values.map((m) => h * 3600 + m * 60));
  }

  /** Days since 1970-01-01 on which the job runs, of the month counted from January of year 0. */
  #daysOf(month: number): readonly number[] {
    if (this.#cached?.month === month) return this.#cached.days;
    const days: number[] = [];
    const year = Math.floor(month / 12);
    const monthOfYear = (month % 12) + 1;
    if (this.#months.has(monthOfYear)) {
      const first = daysFromDate({ year, month: monthOfYear, day: 1 });
      const length = daysInMonth(year, monthOfYear);
      for (let day = 1; day <= length; day++) {
        if (this.#matches(day, first, length)) days.push(first + day - 1);
      }
    }
    this.#cached = { month, days };
    return days;
  }

  #matches(day: number, first: number, length: number): boolean {
    const { fields, dayRule } = this.#expression;
    const isSpecial = ({ special }: { readonly special: Special }): boolean =>
      matchesSpecial(special, day, first, length);
    const byDay = this.#days.has(day) || fields.dayOfMonth.specials.some(isSpecial);
    const byWeekday =
      this.#weekdays.has(weekdayOfDays(first + day - 1)) ||
      fields.dayOfWeek.specials.some(isSpecial);
    return dayRule === "or" ? byDay || byWeekday : byDay && byWeekday;
  }

  /** The first local time at or after the given one, within 400 years and before year 10000. */
  firstFrom(local: number): number | undefined {
    const start = Math.max(local, FIRST_SECOND);
    const today = Math.floor(start / SECONDS_PER_DAY);
    const time = start - today * SECONDS_PER_DAY;
    const later = (this.times.at(-1) ?? -1) >= time ? today : today + 1;
    if (later > LAST_DAY) return undefined;
    const { year, month } = dateFromDays(later);
    const firstMonth = year * 12 + month - 1;
    const lastMonth = Math.min(firstMonth + MONTHS_PER_CYCLE, 9999 * 12 + 11);
    for (let at = firstMonth; at <= lastMonth; at++) {
      const day = this.#daysOf(at).find((candidate) => candidate >= later);
      if (day === undefined) continue;
      const least = day === today ? time : 0;
      return day * SECONDS_PER_DAY + (this.times.find((candidate) => candidate >= least) ?? 0);
    }
    return undefined;
  }

  /** The last local time at or before the given one, within 400 years and after year 0. */
  lastUntil(local: number): number | undefined {
    const end = Math.min(local, LAST_SECOND);
    const today = Math.floor(end / SECONDS_PER_DAY);
    const time = end - today * SECONDS_PER_DAY;
    const earlier = (this.times[0] ?? SECONDS_PER_DAY) <= time ? today : today - 1;
    if (earlier < FIRST_DAY) return undefined;
    const { year, month } = dateFromDays(earlier);
    const lastMonth = year * 12 + month - 1;
    const firstMonth = Math.max(lastMonth - MONTHS_PER_CYCLE, 12);
    for (let at = lastMonth; at >= firstMonth; at--) {
      const day = this.#daysOf(at).findLast((candidate) => candidate <= earlier);
      if (day === undefined) continue;
      const most = day === today ? time : SECONDS_PER_DAY;
      return day * SECONDS_PER_DAY + (this.times.findLast((candidate) => candidate <= most) ?? 0);
    }
    return undefined;
  }

  /** Whether any day of the calendar is named. */
  get hasDays(): boolean {
    for (let month = 0; month < MONTHS_PER_CYCLE; month++) {
      if (this.#daysOf(2000 * 12 + month).length > 0) return true;
    }
    return false;
  }

  /** How many local times a year has. */
  countIn(year: number): number {
    let days = 0;
    for (let month = 0; month < 12; month++) days += this.#daysOf(year * 12 + month).length;
    return days * this.times.length;
  }
}

function matchesSpecial(special: Special, day: number, first: number, length: number): boolean {
  const weekday = weekdayOfDays(first + day - 1);
  switch (special.kind) {
    case "last":
      return day === length - special.before;
    case "lastWeekday":
      return day === nearestWeekday(length, first, length);
    case "nearestWeekday":
      return special.day <= length && day === nearestWeekday(special.day, first, length);
    case "lastOfWeekday":
      return weekday === special.weekday && day + 7 > length;
    case "nthOfWeekday":
      return weekday === special.weekday && Math.ceil(day / 7) === special.nth;
  }
}

/** The Monday to Friday nearest to a day, in the same month. */
function nearestWeekday(day: number, first: number, length: number): number {
  const weekday = weekdayOfDays(first + day - 1);
  if (weekday === 6) return day === 1 ? 3 : day - 1;
  if (weekday === 0) return day === length ? day - 2 : day + 1;
  return day;
}
