/** Durations and the clock: from one time to another, and a time so much later. */
import { type Ctx, fail } from "../_core/tool.ts";
import {
  addMonths,
  dateFromDays,
  daysFromDate,
  instantFromMs,
  type ReadTime,
  writeLocal,
} from "../_lib/time/calendar.ts";
import { instantIn, instantOfWall, wallOf } from "../_lib/time/calendar-difference.ts";
import { dateInvalid, type DateProblem, readDateTimeField } from "../_lib/fields/date-field.ts";
import {
  floorDivide,
  instantFromNs,
  isInYears,
  localFromNs,
  NS_PER_DAY,
  NS_PER_SECOND,
  nsFromLocal,
  nsOf,
} from "../_lib/time/nanoseconds.ts";
import { readMoment } from "../_lib/time/written/moment.ts";
import { clockAt, isExact } from "../_lib/time/written/clock.ts";
import { fixedZone, UTC, writeZoned, type Zone } from "../_lib/time/zone/zone.ts";
import type { Duration } from "../_lib/time/duration/duration.ts";

/** The time so much after the start: years to days on the clock, the rest elapsed; now without a start. */
export function addToStart(
  start: string | undefined,
  duration: Duration,
  zone: Zone | undefined,
  ctx: Ctx,
): string | DateProblem {
  const now = nsOf(instantFromMs(ctx.now()));
  const read = start === undefined ? undefined : readDateTimeField(start, "/start");
  if (read && "code" in read) return read;
  const clock = zone ?? (read ? offsetZone(read) : UTC);
  if (!clock) {
    const end = addOnClock(nsFromLocal((read as ReadTime).local), duration) + duration.time;
    return isInYears(end) ? writeLocal(localFromNs(end)) : tooFar();
  }
  const from = read ? instantIn(clock, read) : now;
  const wall = wallOf(clock, from);
  const moved = addOnClock(wall, duration);
  if (!isInYears(moved)) return tooFar();
  const instant = (moved === wall ? from : instantOfWall(clock, moved)) + duration.time;
  if (!isInYears(instant) || !isInYears(wallOf(clock, instant))) return tooFar();
  return writeZoned(instantFromNs(instant), clock);
}

function tooFar(): DateProblem {
  const expected = "an end in the years 0001 to 9999";
  const message = `Cannot add the duration: found an end outside the calendar, expected ${expected}`;
  return { code: "DATE_INVALID", message, path: "/input", expected };
}

/** A start with an offset keeps that offset. */
function offsetZone({ offset }: ReadTime): Zone | undefined {
  if (offset === undefined) return undefined;
  return offset === 0 ? UTC : fixedZone(offset);
}

/** Adds years and months, shortening the day to the month's last, and then days. */
function addOnClock(wall: bigint, { years, months, days }: Duration): bigint {
  const day = floorDivide(wall, NS_PER_DAY);
  const date = addMonths(dateFromDays(Number(day)), Number(years * 12n + months));
  return (BigInt(daysFromDate(date)) + days) * NS_PER_DAY + wall - day * NS_PER_DAY;
}

interface Between {
  readonly ns: bigint;
  readonly crossesMidnight: boolean;
}

/** From start to end, both times of day or both date-times, less the break, in nanoseconds. */
export function measureBetween(
  start: string | undefined,
  end: string,
  pause: bigint,
  zone: Zone | undefined,
  ctx: Ctx,
) {
  const until = readTime(end, "/end");
  const from = start === undefined ? nowLike(until, zone, ctx) : readTime(start, "/start");
  if ("code" in until) return { failure: fail([...("code" in from ? [from] : []), until]) };
  if ("code" in from) return { failure: fail(from) };
  const span = spanOf(from, until, zone);
  if ("code" in span) return { failure: fail(span) };
  if (span.ns < 0n || span.ns >= pause) return { ...span, ns: span.ns - pause };
  const message =
    "Cannot subtract the break: found one longer than the time from start to end, expected a shorter one";
  return { failure: fail({ code: "NEGATIVE_RESULT", message, path: "/breakMinutes" }) };
}

/** Nanoseconds after midnight, or a date-time. */
type TimeRead = { readonly clock: bigint } | { readonly moment: ReadTime };

const EXPECTED = "HH:MM, HH:MM:SS, 9am or a date-time that exists";

function readTime(text: string, path: string): TimeRead | DateProblem {
  const trimmed = text.trim();
  const clock = clockAt(trimmed, 0);
  if (clock?.length === trimmed.length && isExact(clock)) return { clock: clock.time };
  const moment = readMoment(trimmed);
  return moment ? { moment } : dateInvalid(text, path, EXPECTED);
}

function nowLike(other: TimeRead | DateProblem, zone: Zone | undefined, ctx: Ctx): TimeRead {
  const ns = nsOf(instantFromMs(ctx.now()));
  const wall = zone ? wallOf(zone, ns) : ns;
  if ("clock" in other) return { clock: wall - floorDivide(wall, NS_PER_DAY) * NS_PER_DAY };
  const isInstant = zone !== undefined || (!("code" in other) && other.moment.offset !== undefined);
  const offset = Number((wall - ns) / NS_PER_SECOND);
  return {
    moment: { local: localFromNs(wall), dateOnly: false, ...(isInstant ? { offset } : {}) },
  };
}

function spanOf(from: TimeRead, until: TimeRead, zone: Zone | undefined): Between | DateProblem {
  if ("clock" in from && "clock" in until) {
    const crossesMidnight = until.clock < from.clock;
    return { ns: until.clock - from.clock + (crossesMidnight ? NS_PER_DAY : 0n), crossesMidnight };
  }
  if ("clock" in from) return mixed("/start", "a date-time, as the end is one");
  if ("clock" in until) return mixed("/end", "a date-time, as the start is one");
  const sides = [from.moment, until.moment];
  const bare = sides.findIndex(({ offset }) => offset === undefined);
  if (!zone && bare >= 0 && sides.some(({ offset }) => offset !== undefined)) {
    return mixed(bare === 0 ? "/start" : "/end", "an offset, as the other side has one");
  }
  const [first = 0n, last = 0n] = sides.map((side) =>
    zone || side.offset !== undefined ? instantIn(zone ?? UTC, side) : nsFromLocal(side.local),
  );
  return { ns: last - first, crossesMidnight: false };
}

function mixed(path: string, expected: string): DateProblem {
  const message = `Cannot compare the times: ${path} is of another kind, expected ${expected}`;
  return { code: "DATE_INVALID", message, path, expected };
}
