/** The recurring rule of a zone: the POSIX TZ text at the end of a TZif file (RFC 9636, section 3.3). */
import { daysFromDate, daysInMonth, SECONDS_PER_DAY, weekdayOfDays } from "../calendar.ts";

/** A stretch of time in which a clock does not change. */
export interface Period {
  /** Seconds east of UTC. */
  readonly offset: number;
  readonly abbreviation: string;
}

/** From this instant on, in seconds since 1970 UTC. */
export interface Change {
  readonly at: number;
  readonly to: Period;
}

export interface Rule {
  readonly standard: Period;
  /** Absent where the clock never changes. */
  readonly summer?: {
    readonly period: Period;
    readonly starts: YearDay;
    readonly ends: YearDay;
  };
}

/** The `week`-th `weekday` of a month (5 = the last) and the wall time there, −167 to 167 hours. */
interface YearDay {
  readonly month: number;
  readonly week: number;
  readonly weekday: number;
  readonly seconds: number;
}

const RULE =
  /^(<[^>]+>|[A-Za-z]{3,})([-+\d:]+)(?:(<[^>]+>|[A-Za-z]{3,})([-+\d:]+)?,M([\d.]+)(?:\/([-+\d:]+))?,M([\d.]+)(?:\/([-+\d:]+))?)?$/;

/** Throws on a text that is not of the form that IANA data has: names, offsets, and `Mm.w.d/time` twice. */
export function readRule(text: string): Rule {
  const match = RULE.exec(text);
  if (!match) throw new TypeError(`Not a rule of IANA data: ${text}`);
  const [
    ,
    name = "",
    offset = "",
    summerName,
    summerOffset,
    start = "",
    startTime,
    end = "",
    endTime,
  ] = match;
  const standard = { abbreviation: plain(name), offset: 0 - readTime(offset) };
  if (summerName === undefined) return { standard };
  return {
    standard,
    summer: {
      period: {
        abbreviation: plain(summerName),
        offset: summerOffset === undefined ? standard.offset + 3600 : 0 - readTime(summerOffset),
      },
      starts: readYearDay(start, startTime),
      ends: readYearDay(end, endTime),
    },
  };
}

function plain(name: string): string {
  return name.startsWith("<") ? name.slice(1, -1) : name;
}

function readTime(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[-+]/, "").split(":").map(Number);
  const size = hours * 3600 + minutes * 60 + seconds;
  return text.startsWith("-") ? 0 - size : size;
}

function readYearDay(day: string, time = "2"): YearDay {
  const [month = 0, week = 0, weekday = 0] = day.split(".").map(Number);
  return { month, week, weekday, seconds: readTime(time) };
}

/** The rule's two changes of a year, in order of time; none without summer time. */
export function changesOfYear({ standard, summer }: Rule, year: number): Change[] {
  if (!summer) return [];
  const start = { at: localSeconds(summer.starts, year) - standard.offset, to: summer.period };
  const end = { at: localSeconds(summer.ends, year) - summer.period.offset, to: standard };
  return start.at < end.at ? [start, end] : [end, start];
}

function localSeconds({ month, week, weekday, seconds }: YearDay, year: number): number {
  const first = daysFromDate({ year, month, day: 1 });
  let day = first + ((weekday - weekdayOfDays(first) + 7) % 7) + (week - 1) * 7;
  if (day >= first + daysInMonth(year, month)) day -= 7;
  return day * SECONDS_PER_DAY + seconds;
}
