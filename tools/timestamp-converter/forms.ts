/** A point of time in all the forms that systems write it in. */
import {
  dayOfYear,
  daysFromDate,
  type LocalTime,
  MONTHS,
  weekdayName,
  writeOffset,
  writeUtc,
} from "../_lib/time/calendar.ts";
import { isoWeekOf } from "../_lib/time/iso-week.ts";
import {
  floorDivide,
  instantFromNs,
  localFromNs,
  NS_PER_SECOND,
} from "../_lib/time/nanoseconds.ts";
import { relativeText } from "../_lib/time/relative-text.ts";
import { TZDATA_VERSION, writeZoned, type Zone } from "../_lib/time/zone/zone.ts";
import { excelSerial, filetimeOf } from "./numbers.ts";

/** Julian day of 1970-01-01T00:00Z, in half days. */
const JULIAN_1970_HALVES = 4_881_175;
const MS_PER_HALF_DAY = 43_200_000;

const two = (number: number): string => String(number).padStart(2, "0");

/** The forms of an instant, in nanoseconds since 1970 as `now`; local ones in the zone. */
export function formsOf(ns: bigint, zone: Zone, now: bigint) {
  const instant = instantFromNs(ns);
  const { offset } = zone.periodAt(instant.seconds);
  const wall = ns + BigInt(offset) * NS_PER_SECOND;
  const local = localFromNs(wall);
  const week = isoWeekOf(local);
  const epochMs = Number(floorDivide(ns, 1_000_000n));
  const mail = mailForm(localFromNs(ns));
  return {
    iso: writeUtc(instant),
    local: writeZoned(instant, zone),
    timeZone: zone.name,
    offset: zone.isUtc ? "Z" : writeOffset(offset),
    epochSeconds: instant.seconds,
    epochMs,
    epochNs: String(ns),
    rfc2822: `${mail} +0000`,
    http: `${mail} GMT`,
    weekday: weekdayName(daysFromDate(local)),
    dayOfYear: dayOfYear(local),
    isoWeek: `${String(week.year).padStart(4, "0")}-W${two(week.week)}-${week.weekday}`,
    excelSerial: excelSerial(wall),
    filetime: String(filetimeOf(ns)),
    julianDay: (epochMs + JULIAN_1970_HALVES * MS_PER_HALF_DAY) / (2 * MS_PER_HALF_DAY),
    relative: relativeText(ns, now),
    tzdataVersion: TZDATA_VERSION,
  };
}

/** `Thu, 29 Feb 2024 12:34:56` */
function mailForm(utc: LocalTime): string {
  const weekday = weekdayName(daysFromDate(utc)).slice(0, 3);
  const month = (MONTHS[utc.month - 1] ?? "").slice(0, 3);
  const year = String(utc.year).padStart(4, "0");
  const time = [utc.hour, utc.minute, utc.second].map(two).join(":");
  return `${weekday}, ${two(utc.day)} ${month} ${year} ${time}`;
}
