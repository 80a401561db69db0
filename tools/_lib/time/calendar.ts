/** The proleptic Gregorian calendar in whole numbers; no clock, no zone, no `Date`. */

export const SECONDS_PER_DAY = 86_400;
export const NANOSECONDS = 1_000_000_000;
/** The first and the last second of the years 0001 to 9999, counted from 1970 as if local time were UTC. */
export const FIRST_SECOND = -62_135_596_800;
export const LAST_SECOND = 253_402_300_799;

export const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

export const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

export interface CalendarDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** A date and a time of day, in no zone. */
export interface LocalTime extends CalendarDate {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanosecond: number;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}

/** Days from 1970-01-01 to the date (Hinnant, days_from_civil). */
export function daysFromDate({ year, month, day }: CalendarDate): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfShiftedYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfShiftedYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The date that is so many days after 1970-01-01 (Hinnant, civil_from_days). */
export function dateFromDays(days: number): CalendarDate {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfShiftedYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfShiftedYear + 2) / 153);
  const month = ((shiftedMonth + 2) % 12) + 1;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfShiftedYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOfDays(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}

/** The weekday of a day, by its name. */
export function weekdayName(days: number): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[weekdayOfDays(days)] ?? "Sunday";
}

/** 1 for 1 January. */
export function dayOfYear(date: CalendarDate): number {
  return daysFromDate(date) - daysFromDate({ year: date.year, month: 1, day: 1 }) + 1;
}

/** The date so many months later or earlier; a day that the month lacks becomes its last. */
export function addMonths({ year, month, day }: CalendarDate, months: number): CalendarDate {
  const count = year * 12 + month - 1 + months;
  const target = { year: Math.floor(count / 12), month: (((count % 12) + 12) % 12) + 1 };
  return { ...target, day: Math.min(day, daysInMonth(target.year, target.month)) };
}

/** Seconds from 1970-01-01T00:00:00 on a clock that never changes. */
export function secondsFromLocal(local: LocalTime): number {
  return (
    daysFromDate(local) * SECONDS_PER_DAY + local.hour * 3600 + local.minute * 60 + local.second
  );
}

export function localFromSeconds(seconds: number, nanosecond = 0): LocalTime {
  const days = Math.floor(seconds / SECONDS_PER_DAY);
  const rest = seconds - days * SECONDS_PER_DAY;
  return {
    ...dateFromDays(days),
    hour: Math.floor(rest / 3600),
    minute: Math.floor(rest / 60) % 60,
    second: rest % 60,
    nanosecond,
  };
}

/** A point of time: whole seconds since 1970-01-01T00:00:00Z, rounded down, and what is above them. */
export interface Instant {
  readonly seconds: number;
  /** 0 to 999,999,999. */
  readonly nanosecond: number;
}

/** An instant from milliseconds and, where there are parts of one, whole nanoseconds. */
export function instantFromMs(ms: number): Instant {
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanosecond: Math.floor((ms - seconds * 1000) * 1_000_000) };
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Reads `YYYY-MM-DD`; undefined for another form and for a day that does not exist. */
export function readDate(text: string): CalendarDate | undefined {
  const match = DATE.exec(text);
  return match ? dateOf(match[1], match[2], match[3]) : undefined;
}

function dateOf(year = "", month = "", day = ""): CalendarDate | undefined {
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const exists =
    date.year >= 1 &&
    date.month >= 1 &&
    date.month <= 12 &&
    date.day >= 1 &&
    date.day <= daysInMonth(date.year, date.month);
  return exists ? date : undefined;
}

export interface ReadTime {
  readonly local: LocalTime;
  /** Seconds east of UTC, where the text says so. */
  readonly offset?: number;
  /** The text has no time of day; `local` is its midnight. */
  readonly dateOnly: boolean;
}

const DATE_TIME =
  /^(\+?\d{4,6})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

export interface ReadOptions {
  /** Years of five and six digits are read, too, with or without a plus sign. */
  readonly longYears?: boolean;
}

/**
 * Reads a date or date-time: `YYYY-MM-DD`, then perhaps `T` or one space, `HH:MM[:SS[.f…]]` and `Z`, `±HH:MM`,
 * `±HHMM` or `±HH`. Undefined for another form and for a day or time that does not exist.
 */
export function readDateTime(
  text: string,
  { longYears = false }: ReadOptions = {},
): ReadTime | undefined {
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [, year = "", month, day, hour, minute, second, fraction = "", zone] = match;
  const date = year.length === 4 || longYears ? dateOf(year, month, day) : undefined;
  const time = timeOf(hour, minute, second);
  if (!date || !time) return undefined;
  const local = { ...date, ...time, nanosecond: Number(fraction.padEnd(9, "0")) };
  const dateOnly = hour === undefined;
  if (zone === undefined) return { local, dateOnly };
  const offset = readOffset(zone);
  return offset === undefined ? undefined : { local, offset, dateOnly };
}

/** Whether the text names a moment, wherever it is read: a time of day with its offset. */
export function isInstant(text: string): boolean {
  const time = readDateTime(text);
  return time !== undefined && !time.dateOnly && time.offset !== undefined;
}

function timeOf(
  hours = "0",
  minutes = "0",
  seconds = "0",
): Pick<LocalTime, "hour" | "minute" | "second"> | undefined {
  const time = { hour: Number(hours), minute: Number(minutes), second: Number(seconds) };
  return time.hour < 24 && time.minute < 60 && time.second < 60 ? time : undefined;
}

/** Seconds east of UTC of `Z`, `±HH:MM`, `±HHMM` or `±HH`, up to 23:59. */
export function readOffset(text: string): number | undefined {
  const match = /^(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/.exec(text);
  if (!match) return undefined;
  const [, sign, hours = "0", minutes = "0"] = match;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const seconds = Number(hours) * 3600 + Number(minutes) * 60;
  return sign === "-" && seconds > 0 ? -seconds : seconds;
}

/** `YYYY`, and with sign and six digits what four digits cannot hold (ECMA-262, expanded years). */
function writeYear(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, "0");
  return `${year < 0 ? "-" : "+"}${String(Math.abs(year)).padStart(6, "0")}`;
}

export function writeDate({ year, month, day }: CalendarDate): string {
  return `${writeYear(year)}-${pad(month)}-${pad(day)}`;
}

/** A day, counted from 1970-01-01, as `writeDate` has it. */
export function writeDay(days: number): string {
  return writeDate(dateFromDays(days));
}

export interface WriteOptions {
  /** Digits of the fraction; if not given 3, 6 or 9, whichever shows all of it, and none for zero. */
  readonly digits?: number;
}

/** `YYYY-MM-DDTHH:MM:SS` and the fraction. */
export function writeLocal(local: LocalTime, { digits }: WriteOptions = {}): string {
  const time = `${pad(local.hour)}:${pad(local.minute)}:${pad(local.second)}`;
  return `${writeDate(local)}T${time}${writeFraction(local.nanosecond, digits)}`;
}

function writeFraction(nanosecond: number, digits: number | undefined): string {
  let shown = digits;
  if (shown === undefined) {
    if (nanosecond === 0) return "";
    shown = nanosecond % 1000 > 0 ? 9 : nanosecond % 1_000_000 > 0 ? 6 : 3;
  }
  return shown === 0 ? "" : `.${String(nanosecond).padStart(9, "0").slice(0, shown)}`;
}

/** `±HH:MM`, and `±HH:MM:SS` where an old local mean time has seconds. */
export function writeOffset(offset: number): string {
  const size = Math.abs(offset);
  const seconds = size % 60 === 0 ? "" : `:${pad(size % 60)}`;
  return `${offset < 0 ? "-" : "+"}${pad(Math.floor(size / 3600))}:${pad(Math.floor(size / 60) % 60)}${seconds}`;
}

/** The instant in UTC with `Z`. */
export function writeUtc({ seconds, nanosecond }: Instant, options: WriteOptions = {}): string {
  return `${writeLocal(localFromSeconds(seconds, nanosecond), options)}Z`;
}

function pad(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}
