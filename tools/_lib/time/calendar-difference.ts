/** Differences in years, months, days and time of day, as Temporal's `until` with largestUnit years gives them. */
import {
  addMonths,
  type CalendarDate,
  dateFromDays,
  daysFromDate,
  type ReadTime,
} from "./calendar.ts";
import {
  floorDivide,
  instantFromNs,
  NS_PER_DAY,
  NS_PER_SECOND,
  nsFromLocal,
} from "./nanoseconds.ts";
import { chooseInstant, placeLocal } from "./zone/local-time.ts";
import type { Zone } from "./zone/zone.ts";

export interface DateDifference {
  readonly years: number;
  readonly months: number;
  readonly days: number;
  /** `12 * years + months`. */
  readonly totalMonths: number;
  /** Of the calendar, whatever their length. */
  readonly totalDays: number;
}

export interface Difference extends DateDifference {
  /** Nanoseconds beyond the whole days. */
  readonly time: bigint;
}

/** From the earlier date to the later: a month is whole when its day, not shortened, has come. */
export function differenceOfDates(earlier: CalendarDate, later: CalendarDate): DateDifference {
  const distance = (later.year - earlier.year) * 12 + later.month - earlier.month;
  const totalMonths = later.day < earlier.day ? distance - 1 : distance;
  const laterDays = daysFromDate(later);
  return {
    years: Math.floor(totalMonths / 12),
    months: totalMonths % 12,
    days: laterDays - daysFromDate(addMonths(earlier, totalMonths)),
    totalMonths,
    totalDays: laterDays - daysFromDate(earlier),
  };
}

function dayOf(wall: bigint): number {
  return Number(floorDivide(wall, NS_PER_DAY));
}

/** Between times on a clock that never changes, in nanoseconds since 1970 on it. */
export function differenceOfLocalTimes(earlier: bigint, later: bigint): Difference {
  const totalDays = (later - earlier) / NS_PER_DAY;
  const day = dayOf(earlier) + Number(totalDays);
  return {
    ...differenceOfDates(dateFromDays(dayOf(earlier)), dateFromDays(day)),
    time: later - earlier - totalDays * NS_PER_DAY,
  };
}

/** The time on the wall of an instant, both in nanoseconds since 1970. */
export function wallOf(zone: Zone, ns: bigint): bigint {
  return ns + BigInt(zone.periodAt(instantFromNs(ns).seconds).offset) * NS_PER_SECOND;
}

/** The instant of a time on the wall, as Temporal's `compatible` places it. */
export function instantOfWall(zone: Zone, wall: bigint): bigint {
  const { seconds, nanosecond } = instantFromNs(wall);
  const instant = chooseInstant(placeLocal(zone, seconds), "compatible") ?? seconds;
  return BigInt(instant) * NS_PER_SECOND + BigInt(nanosecond);
}

/** The instant of a time that was read: its own offset counts, else the clock of the zone. */
export function instantIn(zone: Zone, { local, offset }: ReadTime): bigint {
  const wall = nsFromLocal(local);
  return offset === undefined ? instantOfWall(zone, wall) : wall - BigInt(offset) * NS_PER_SECOND;
}

/** Between instants: whole days on the zone's clock, whatever their length, and then elapsed time. */
export function differenceInZone(zone: Zone, earlier: bigint, later: bigint): Difference {
  const [from, until] = [wallOf(zone, earlier), wallOf(zone, later)];
  const [first, last] = [dayOf(from), dayOf(until)];
  const clock = from - BigInt(first) * NS_PER_DAY;
  let day = last;
  let reached = earlier;
  // The last day is not whole where its clock has not come, or comes only after a change of the clock.
  for (; day > first; day--) {
    reached = instantOfWall(zone, BigInt(day) * NS_PER_DAY + clock);
    if (reached <= later) break;
  }
  if (day <= first) [day, reached] = [first, earlier];
  return {
    ...differenceOfDates(dateFromDays(first), dateFromDays(day)),
    time: later - reached,
  };
}
