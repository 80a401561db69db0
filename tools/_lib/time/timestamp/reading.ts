/** What the readers of timestamps give, and the formats that they know. */
import type { Entry } from "../../../_core/tool.ts";
import { beginning } from "../../text/shown.ts";
import type { Zone, ZONE_FAILURES } from "../zone/zone.ts";

export const FORMATS = [
  "unix",
  "iso8601",
  "digits",
  "written",
  "relative",
  "rfc2822",
  "http",
  "excel",
  "excel1904",
  "filetime",
  "webkit",
  "cocoa",
  "dotnetTicks",
  "ntp",
  "twitter",
  "discord",
  "objectId",
  "uuid",
  "ulid",
  "now",
] as const;

export type Format = (typeof FORMATS)[number];

export const UNIX_UNITS = ["s", "ms", "us", "ns"] as const;
export type UnixUnit = (typeof UNIX_UNITS)[number];

export const TIMESTAMP_FAILURES = {
  TIMESTAMP_UNRECOGNIZED: "The text has none of the forms of a time",
  TIMESTAMP_INVALID: "The text has the form of a time, but no such date or time of day exists",
  TIMESTAMP_RANGE: "The time lies outside the years 0001 to 9999",
  TIMESTAMP_NO_TIME: "The UUID is of a version that holds no time",
} as const;

/** Peculiarities of a text that its reader noticed. */
export const READING_WARNINGS = {
  YEAR_ASSUMED:
    "The text names no year: taken as the latest whose day is at most one day ahead of now",
  LEAP_SECOND: "A second 60 is taken as the first instant of the next minute",
  EXCEL_FAKE_LEAP_DAY: "Day 60 is 29 February 1900, which never was: taken as 28 February",
  WEEKDAY_MISMATCH: "The weekday in the text is not that of its date",
  PRECISION_TRUNCATED: "Digits finer than a nanosecond are left out",
} as const;

export type ReadingProblem = Entry<keyof typeof TIMESTAMP_FAILURES | keyof typeof ZONE_FAILURES>;
export type ReadingWarning = Entry<keyof typeof READING_WARNINGS>;

export interface Reading {
  readonly format: Format;
  /** Of a count since 1970. */
  readonly unit: UnixUnit | null;
  /** Nanoseconds since 1970: of the instant, or of the time on the wall where `isLocal`. */
  readonly ns: bigint;
  /** The text leaves the offset open. */
  readonly isLocal?: boolean;
  /** The zone that the text itself names for its local time. */
  readonly zone?: Zone;
  readonly warnings: readonly ReadingWarning[];
}

export function isReading(read: Reading | ReadingProblem): read is Reading {
  return "ns" in read;
}

const SHOWN_CHARACTERS = 60;

/** What a problem says was found: a text with quotes, cut where it is long. */
export function foundText(text: string): string {
  return JSON.stringify(beginning(text, SHOWN_CHARACTERS));
}

export function problem<C extends keyof typeof TIMESTAMP_FAILURES>(
  code: C,
  found: string,
  expected: string,
  hint?: string,
): Entry<C> {
  const message = `Cannot read the time: found ${found}, expected ${expected}`;
  return { code, message, path: "/input", expected, ...(hint === undefined ? {} : { hint }) };
}

export function noticed(code: keyof typeof READING_WARNINGS, detail?: string): ReadingWarning {
  return { code, message: detail ?? READING_WARNINGS[code], path: "/input" };
}
