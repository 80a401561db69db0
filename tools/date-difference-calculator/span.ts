/** Two dates or times put in order, on one kind of clock. */
import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import {
  type CalendarDate,
  daysFromDate,
  instantFromMs,
  type ReadTime,
} from "../_lib/time/calendar.ts";
import {
  type Difference,
  differenceInZone,
  differenceOfLocalTimes,
  instantIn,
  wallOf,
} from "../_lib/time/calendar-difference.ts";
import { dateInvalid, type DateProblem, readDateTimeField } from "../_lib/fields/date-field.ts";
import {
  instantFromNs,
  isInYears,
  localFromNs,
  NS_PER_DAY,
  NS_PER_SECOND,
  nsFromLocal,
  nsOf,
} from "../_lib/time/nanoseconds.ts";
import { isZone, readZone, UTC, type Zone } from "../_lib/time/zone/zone.ts";
import type { Input } from "../date-difference-calculator.ts";

export interface Span {
  readonly sign: -1 | 0 | 1;
  /** From the earlier to the later, with the last day where that is counted, too. */
  readonly difference: Difference;
  /** Nanoseconds from the earlier to the later; undefined between dates. */
  readonly elapsed?: bigint;
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  /** The clock of the zone changes between the two. */
  readonly hasClockChange: boolean;
}

/** Reads both sides, or tells everything that is wrong with them. */
export function readSpan(input: Input, ctx: Ctx) {
  const zone = input.timeZone === undefined ? undefined : readZone(input.timeZone, "/timeZone");
  const start = readDateTimeField(input.start, "/start");
  const end =
    input.end === undefined
      ? endNow(start, zone && isZone(zone) ? zone : undefined, ctx)
      : readDateTimeField(input.end, "/end");
  if (zone && !isZone(zone)) return { failure: fail([...[start, end].filter(isProblem), zone]) };
  if (isProblem(end)) return { failure: fail([...[start].filter(isProblem), end]) };
  if (isProblem(start)) return { failure: fail(start) };
  const span = measure(start, end, zone, input);
  return "code" in span ? { failure: fail(span) } : { span };
}

function isProblem(read: ReadTime | DateProblem): read is DateProblem {
  return "code" in read;
}

/** Today beside a date, now beside a time; on the clock of the other side. */
function endNow(start: ReadTime | Entry, zone: Zone | undefined, ctx: Ctx): ReadTime {
  const ns = nsOf(instantFromMs(ctx.now()));
  const offset = zone ? zone.periodAt(instantFromNs(ns).seconds).offset : 0;
  const local = localFromNs(ns + BigInt(offset) * NS_PER_SECOND);
  if ("code" in start || start.dateOnly) {
    return { local: { ...local, hour: 0, minute: 0, second: 0, nanosecond: 0 }, dateOnly: true };
  }
  const isInstant = zone !== undefined || start.offset !== undefined;
  return isInstant ? { local, offset, dateOnly: false } : { local, dateOnly: false };
}

function measure(start: ReadTime, end: ReadTime, zone: Zone | undefined, input: Input) {
  const onlyDates = start.dateOnly && end.dateOnly;
  if (input.inclusive && !onlyDates) return needsDates(start);
  if (onlyDates) return onClock(start, end, { dates: true, inclusive: input.inclusive });
  const offsets = [start, end].filter(({ offset }) => offset !== undefined).length;
  if (!zone && offsets === 1) return mixedOffset(start);
  if (!zone && offsets === 0) return onClock(start, end, { dates: false, inclusive: false });
  return inZone(start, end, zone ?? UTC, input);
}

function needsDates(start: ReadTime): Entry<"INCLUSIVE_NEEDS_DATES"> {
  const path = start.dateOnly ? "/end" : "/start";
  const message = `Cannot count the last day: ${path} has a time of day, expected two dates`;
  return {
    code: "INCLUSIVE_NEEDS_DATES",
    message,
    path,
    hint: "Leave out the times, or inclusive",
  };
}

function mixedOffset(start: ReadTime): Entry<"MIXED_OFFSET"> {
  const path = start.offset === undefined ? "/start" : "/end";
  const message = `Cannot compare the times: ${path} has no offset and the other one has, expected both or neither`;
  return {
    code: "MIXED_OFFSET",
    message,
    path,
    hint: "Give timeZone, which says what no offset means",
  };
}

function onClock(
  start: ReadTime,
  end: ReadTime,
  { dates, inclusive }: { readonly dates: boolean; readonly inclusive: boolean },
): Span {
  const [from, until] = [nsFromLocal(start.local), nsFromLocal(end.local)];
  const [earlier, later] = from <= until ? [from, until] : [until, from];
  const extended = later + (inclusive ? NS_PER_DAY : 0n);
  return {
    sign: signOf(until - from),
    difference: differenceOfLocalTimes(earlier, extended),
    ...(dates ? {} : { elapsed: extended - earlier }),
    startDate: start.local,
    endDate: end.local,
    hasClockChange: false,
  };
}

function inZone(start: ReadTime, end: ReadTime, zone: Zone, input: Input): Span | DateProblem {
  const [from, until] = [instantIn(zone, start), instantIn(zone, end)];
  const [startWall, endWall] = [wallOf(zone, from), wallOf(zone, until)];
  const expected = "a time in the years 0001 to 9999 of the time zone";
  if (!isInYears(startWall)) return dateInvalid(input.start, "/start", expected);
  if (!isInYears(endWall)) return dateInvalid(input.end ?? "now", "/end", expected);
  const [earlier, later] = from <= until ? [from, until] : [until, from];
  const change = zone.nextChange(instantFromNs(earlier).seconds);
  return {
    sign: signOf(until - from),
    difference: differenceInZone(zone, earlier, later),
    elapsed: later - earlier,
    startDate: localFromNs(startWall),
    endDate: localFromNs(endWall),
    hasClockChange: change !== undefined && BigInt(change.at) * NS_PER_SECOND < later,
  };
}

function signOf(difference: bigint): -1 | 0 | 1 {
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** The days of the span from its first up to, not including, its end. */
export function daysOfSpan(
  { startDate, endDate, sign }: Span,
  inclusive: boolean,
): { first: number; end: number } {
  const [start, end] = [daysFromDate(startDate), daysFromDate(endDate)];
  const [first, last] = sign < 0 ? [end, start] : [start, end];
  return { first, end: last + (inclusive ? 1 : 0) };
}
