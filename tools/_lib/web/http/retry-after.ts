/** How long a server asks to wait. */
import { readMailDate } from "../../time/timestamp/mail-date.ts";
import { isReading } from "../../time/timestamp/reading.ts";

const NS_PER_MS = 1_000_000n;
/** Some 300 years. */
const MOST_SECONDS = 10_000_000_000;
const SECONDS = /^\d{1,11}(?:\.\d{1,9})?$/;

/** Milliseconds of a number of seconds, a part of one counted as a whole; undefined for other text. */
export function readSeconds(text: string): number | undefined {
  const trimmed = text.trim();
  if (!SECONDS.test(trimmed) || Number(trimmed) > MOST_SECONDS) return undefined;
  // Digits beyond what a double holds would make a millisecond of nothing.
  return Math.ceil(Number((Number(trimmed) * 1000).toFixed(6)));
}

/** Milliseconds since 1970 of an HTTP-date of any of its forms (RFC 9110, section 5.6.7), or of mail. */
export function readHttpDate(text: string, nowMs: number): number | undefined {
  const read = readMailDate(text.trim(), BigInt(nowMs) * NS_PER_MS);
  return read !== undefined && isReading(read) ? Number(read.ns / NS_PER_MS) : undefined;
}

/**
 * Milliseconds from `sinceMs` on that a Retry-After field asks for, none where its date has passed; undefined where it
 * can be read as neither seconds nor a date.
 */
export function readRetryAfter(text: string, sinceMs: number, nowMs = sinceMs): number | undefined {
  const seconds = readSeconds(text);
  if (seconds !== undefined) return seconds;
  const date = readHttpDate(text, nowMs);
  return date === undefined ? undefined : Math.max(0, date - sinceMs);
}
