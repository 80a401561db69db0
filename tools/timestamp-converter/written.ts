/** Written dates and digits that spell one, as times. */
import {
  daysFromDate,
  daysInMonth,
  weekdayName,
  weekdayOfDays,
  WEEKDAYS,
} from "../_lib/time/calendar.ts";
import { localFromNs, NS_PER_DAY, NS_PER_SECOND } from "../_lib/time/nanoseconds.ts";
import {
  foundText,
  noticed,
  problem,
  type Reading,
  type ReadingProblem,
  type ReadingWarning,
} from "../_lib/time/timestamp/reading.ts";
import { spelledTime } from "../_lib/time/written/digits.ts";
import { dayExists, readWritten, type Written } from "../_lib/time/written/written.ts";
import { isZone, readZone } from "../_lib/time/zone/zone.ts";

/** The time of a date in words or in the form of a log; undefined for another form. `now` on the wall. */
export function readWrittenTime(text: string, now: bigint): Reading | ReadingProblem | undefined {
  const written = readWritten(text);
  if (!written) return undefined;
  const { clock, month, day, weekday } = written;
  const warnings: ReadingWarning[] = [];
  if (!dayExists(written)) {
    return problem("TIMESTAMP_INVALID", foundText(text), "a date that exists");
  }
  const time = clock === undefined ? 0n : clock.time;
  if (time === undefined) {
    return problem("TIMESTAMP_INVALID", foundText(text), "a time of day up to 24:00:00");
  }
  const year = written.year ?? latestYear(month, day, now);
  if (year < 1) return problem("TIMESTAMP_RANGE", "the year 0", "a year from 1 to 9999");
  if (written.year === undefined) {
    warnings.push(noticed("YEAR_ASSUMED", `The text names no year: taken as ${year}`));
  }
  if (clock?.isLeapSecond) warnings.push(noticed("LEAP_SECOND"));
  if (clock?.isTruncated) warnings.push(noticed("PRECISION_TRUNCATED"));
  const days = daysFromDate({ year, month, day });
  if (weekday !== undefined && weekday !== weekdayOfDays(days)) {
    const detail = `The text says ${WEEKDAYS[weekday]}, but its date is a ${weekdayName(days)}`;
    warnings.push(noticed("WEEKDAY_MISMATCH", detail));
  }
  return inItsZone(written, BigInt(days) * NS_PER_DAY + time, warnings);
}

function inItsZone(
  { zone, offset }: Written,
  wall: bigint,
  warnings: readonly ReadingWarning[],
): Reading | ReadingProblem {
  const reading = { format: "written", unit: null, warnings } as const;
  if (offset !== undefined) return { ...reading, ns: wall - BigInt(offset) * NS_PER_SECOND };
  if (zone === undefined) return { ...reading, ns: wall, isLocal: true };
  if (/^[+-]/.test(zone)) {
    return problem("TIMESTAMP_INVALID", `the offset ${zone}`, "one up to ±23:59");
  }
  const named = readZone(zone, "/input");
  return isZone(named) ? { ...reading, ns: wall, isLocal: true, zone: named } : named;
}

/** Years between two leap days, at most. */
const LEAP_YEARS_APART = 8;

/** Logs without a year are of the past, but for clocks that differ by hours. */
function latestYear(month: number, day: number, now: bigint): number {
  const tomorrow = localFromNs(now + NS_PER_DAY);
  const latest = daysFromDate(tomorrow);
  for (let { year } = tomorrow; year > tomorrow.year - LEAP_YEARS_APART - 1; year--) {
    const exists = day <= daysInMonth(year, month);
    if (exists && daysFromDate({ year, month, day }) <= latest) return year;
  }
  return tomorrow.year;
}

/** The date that 8, 12 or 14 digits spell, or the year that 4 do. */
export function readDigits(text: string): Reading | undefined {
  const ns = spelledTime(/^\d{4}$/.test(text) ? `${text}0101` : text);
  if (ns === undefined) return undefined;
  const warnings = /^\d{12}60$/.test(text) ? [noticed("LEAP_SECOND")] : [];
  return { format: "digits", unit: null, ns, isLocal: true, warnings };
}
