/** A field that takes an instant as RFC 3339 text or as milliseconds since 1970. */
import type { Entry } from "../../_core/tool.ts";
import { beginning } from "../text/shown.ts";
import { type Instant, instantFromMs, readDateTime, secondsFromLocal } from "../time/calendar.ts";

const LARGEST_MS = 2 ** 53 - 1;

/** The instant; text without an offset is UTC, years may have five digits. */
export function readTimestamp(
  value: string | number,
  path: string,
): Instant | Entry<"DATE_INVALID"> {
  const text = typeof value === "string" ? value.trim() : value;
  const ms = typeof text === "number" ? text : /^-?\d{1,16}$/.test(text) ? Number(text) : undefined;
  if (ms !== undefined && Math.abs(ms) <= LARGEST_MS) return instantFromMs(ms);
  const read = typeof text === "string" ? readDateTime(text, { longYears: true }) : undefined;
  if (!read) {
    return {
      code: "DATE_INVALID",
      message: `Cannot read the time: found ${JSON.stringify(beginning(String(text), SHOWN_CHARACTERS))}, expected RFC 3339 or milliseconds since 1970`,
      path,
      expected: "2026-11-20T12:00:00Z, or milliseconds since 1970",
    };
  }
  const { local, offset = 0 } = read;
  return { seconds: secondsFromLocal(local) - offset, nanosecond: local.nanosecond };
}

const SHOWN_CHARACTERS = 60;

/** Whole milliseconds since 1970, rounded down. */
export function msOf({ seconds, nanosecond }: Instant): number {
  return seconds * 1000 + Math.floor(nanosecond / 1_000_000);
}
