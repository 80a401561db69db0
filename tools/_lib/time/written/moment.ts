/** Dates and times of fields: ISO 8601, and what people and programs write, if all of it exists and agrees. */
import { daysFromDate, readDateTime, type ReadTime, weekdayOfDays } from "../calendar.ts";
import { localFromNs, NS_PER_DAY } from "../nanoseconds.ts";
import { isExact } from "./clock.ts";
import { dayExists, readWritten } from "./written.ts";

/** The moment that a text names; undefined for another form, and for one that does not exist. */
export function readMoment(text: string): ReadTime | undefined {
  return readDateTime(text.trim()) ?? readWrittenMoment(text);
}

/** In words or in the form of a log; a weekday has to be that of the date, and a zone one offset. */
function readWrittenMoment(text: string): ReadTime | undefined {
  const written = readWritten(text);
  if (!written || !dayExists(written)) return undefined;
  const { year = 0, month, day, clock, weekday, zone, offset } = written;
  const days = daysFromDate({ year, month, day });
  const agrees = weekday === undefined || weekday === weekdayOfDays(days);
  if (year < 1 || !agrees || (zone !== undefined && offset === undefined)) return undefined;
  if (clock && !isExact(clock)) return undefined;
  const local = localFromNs(BigInt(days) * NS_PER_DAY + (clock?.time ?? 0n));
  if (local.year > 9999) return undefined;
  return { local, dateOnly: !clock, ...(offset === undefined ? {} : { offset }) };
}
