/** ISO 8601-1 dates with times of day, and the suffixes of RFC 9557. */
import {
  type CalendarDate,
  dateFromDays,
  daysFromDate,
  daysInMonth,
  isLeapYear,
  readOffset,
} from "../calendar.ts";
import { dateFromIsoWeek } from "../iso-week.ts";
import { floorDivide, NS_PER_DAY, NS_PER_SECOND } from "../nanoseconds.ts";
import { timeOfDay } from "../written/clock.ts";
import { isZone, readZone, type Zone } from "../zone/zone.ts";
import {
  noticed,
  problem,
  foundText,
  type Reading,
  type ReadingProblem,
  type ReadingWarning,
} from "./reading.ts";

const DATE =
  "(?<year>\\d{4}|[+-]\\d{6})(?:-(?<month>\\d\\d)(?:-(?<day>\\d\\d))?|(?<monthDay>\\d{4})|-?W(?<week>\\d\\d)(?:-?(?<weekday>\\d))?|-?(?<ordinal>\\d{3}))";
const TIME =
  "(?<hour>\\d\\d)(?::(?<minute>\\d\\d)(?::(?<second>\\d\\d))?|(?<rest>\\d\\d(?:\\d\\d)?))?(?:[.,](?<fraction>\\d+))?";
const OFFSET = " ?(?<offset>Z|UTC|GMT|[+-]\\d\\d(?::?\\d\\d)?)";
const ISO = new RegExp(
  `^${DATE}(?:[T ]${TIME}(?:${OFFSET})?(?<suffix>(?:\\[[^\\[\\]]+\\])*))?$`,
  "i",
);

/** The time that the text says; undefined where it has none of the forms. */
export function readIso(text: string): Reading | ReadingProblem | undefined {
  const groups = ISO.exec(text)?.groups;
  if (!groups) return undefined;
  const year = Number(groups["year"]);
  if (year < 1 || year > 9999) {
    return problem("TIMESTAMP_RANGE", `the year ${year}`, "a year from 1 to 9999");
  }
  const date = dateOf(year, groups);
  if (!date) return problem("TIMESTAMP_INVALID", foundText(text), "a date that exists");
  const warnings: ReadingWarning[] = [];
  const time = timeOf(groups, warnings);
  if (time === undefined) {
    return problem("TIMESTAMP_INVALID", foundText(text), "a time of day up to 24:00:00");
  }
  const wall = BigInt(daysFromDate(date)) * NS_PER_DAY + time;
  return place(wall, groups, warnings);
}

type Groups = Readonly<Record<string, string | undefined>>;

function dateOf(year: number, groups: Groups): CalendarDate | undefined {
  const { month, day = "01", monthDay, week, weekday = "1", ordinal } = groups;
  if (week !== undefined) {
    return dateFromIsoWeek({ year, week: Number(week), weekday: Number(weekday) });
  }
  if (ordinal !== undefined) {
    const count = Number(ordinal);
    if (count < 1 || count > (isLeapYear(year) ? 366 : 365)) return undefined;
    return dateFromDays(daysFromDate({ year, month: 1, day: 1 }) + count - 1);
  }
  const [months, days] =
    monthDay === undefined ? [month, day] : [monthDay.slice(0, 2), monthDay.slice(2)];
  const date = { year, month: Number(months), day: Number(days) };
  return date.day >= 1 && date.day <= daysInMonth(year, date.month) ? date : undefined;
}

function timeOf(groups: Groups, warnings: ReadingWarning[]): bigint | undefined {
  const { hour = "00", rest = "", fraction = "0" } = groups;
  const minute = groups["minute"] ?? rest.slice(0, 2);
  const second = groups["second"] ?? rest.slice(2);
  // A fraction belongs to the smallest part that is written.
  const unit = second ? 1n : minute ? 60n : 3600n;
  const scaled = BigInt(fraction) * unit * NS_PER_SECOND;
  const denominator = 10n ** BigInt(fraction.length);
  const isLeap = second === "60";
  if (isLeap) warnings.push(noticed("LEAP_SECOND"));
  const lost = isLeap ? scaled : scaled % denominator;
  if (lost > 0n) warnings.push(noticed("PRECISION_TRUNCATED"));
  const finer = floorDivide(scaled, denominator);
  return timeOfDay(Number(hour), Number(minute), Number(second), finer);
}

function place(
  wall: bigint,
  { offset: written, suffix = "" }: Groups,
  warnings: readonly ReadingWarning[],
): Reading | ReadingProblem {
  const reading = { format: "iso8601", unit: null, warnings } as const;
  const named = readSuffix(suffix);
  if (named && "code" in named) return named;
  if (written === undefined) {
    return { ...reading, ns: wall, isLocal: true, ...(named ? { zone: named.zone } : {}) };
  }
  const offset = /^(?:utc|gmt)$/i.test(written) ? 0 : readOffset(written);
  if (offset === undefined) {
    return problem("TIMESTAMP_INVALID", `the offset ${written}`, "one up to ±23:59");
  }
  const ns = wall - BigInt(offset) * NS_PER_SECOND;
  if (named?.isCritical && !/z/i.test(written)) {
    const { offset: real } = named.zone.periodAt(Number(floorDivide(ns, NS_PER_SECOND)));
    if (real !== offset) {
      const found = `the offset ${written}, which ${named.zone.name} does not have then`;
      return problem("TIMESTAMP_INVALID", found, "the offset of the zone in brackets");
    }
  }
  return { ...reading, ns };
}

interface NamedZone {
  readonly zone: Zone;
  /** Marked with `!`: an offset that contradicts it is an error. */
  readonly isCritical: boolean;
}

/** The zone among `[Europe/Berlin][u-ca=gregory]`; other tags count only where they are marked with `!`. */
function readSuffix(suffix: string): NamedZone | ReadingProblem | undefined {
  let named: NamedZone | undefined;
  for (const [, mark, tag = ""] of suffix.matchAll(/\[(!?)([^[\]]+)\]/g)) {
    if (tag.includes("=")) {
      if (mark === "!" && !/^u-ca=(?:iso8601|gregory)$/i.test(tag)) {
        return problem(
          "TIMESTAMP_UNRECOGNIZED",
          `the tag [!${tag}]`,
          "no such tag, or one without !",
        );
      }
    } else {
      const zone = readZone(tag, "/input");
      if (!isZone(zone)) return zone;
      named ??= { zone, isCritical: mark === "!" };
    }
  }
  return named;
}
