/** How long a response asks to wait, and what its headers say of limits. */
import { exactNs } from "../_lib/time/duration/duration.ts";
import { parseDuration } from "../_lib/time/duration/parse.ts";
import { readIso } from "../_lib/time/timestamp/iso.ts";
import { isReading } from "../_lib/time/timestamp/reading.ts";
import type { Headers } from "../_lib/web/http/headers.ts";
import { readHttpDate, readRetryAfter, readSeconds } from "../_lib/web/http/retry-after.ts";
import type { Value } from "../api-failure-diagnostic.ts";
import { objectOf, recordsIn } from "./body.ts";

export interface Wait {
  readonly afterMs: number;
  /** The header, in lower case, or `body`. */
  readonly source: string;
}

export interface Answer {
  readonly headers: Headers;
  /** Of JSON; undefined for other bodies. */
  readonly data: unknown;
  /** What the server says to people; empty where nothing is said. */
  readonly message: string;
}

/** What the headers ask for, else what the body does. */
export function waitOf({ headers, data, message }: Answer, nowMs: number): Wait | undefined {
  const asked = askedByHeaders(headers, nowMs);
  if (asked) return asked;
  const afterMs = waitInData(data) ?? waitInWords(message);
  return afterMs === undefined ? resetOf(headers, nowMs) : { afterMs, source: "body" };
}

/** The first header that can be read decides. */
function askedByHeaders(headers: Headers, nowMs: number): Wait | undefined {
  return firstWait(headers, [
    ["retry-after-ms", readMilliseconds],
    ["x-ms-retry-after-ms", readMilliseconds],
    ["grpc-retry-pushback-ms", readMilliseconds],
    ["retry-after", (text) => readRetryAfter(text, serverTime(headers, nowMs), nowMs)],
  ]);
}

/** When a limit that is used up begins anew; one of which something is left keeps nobody waiting. */
function resetOf(headers: Headers, nowMs: number): Wait | undefined {
  const sinceMs = serverTime(headers, nowMs);
  const isLeft = (remainingOf(headers) ?? 0) > 0;
  const general: readonly Reader[] = [
    [
      "ratelimit",
      (text) => readSeconds(parameterIn(text, "t") ?? parameterIn(text, "reset") ?? ""),
    ],
    ["ratelimit-reset", (text) => readReset(text, sinceMs)],
    ["x-ratelimit-reset-after", (text) => readSeconds(text)],
    ["x-ratelimit-reset", (text) => readReset(text, sinceMs)],
    ["x-rate-limit-reset", (text) => readReset(text, sinceMs)],
  ];
  return firstWait(headers, [
    ...(isLeft ? [] : general),
    ...METERS.filter(({ remaining }) => numberIn(headers.get(remaining) ?? "") === 0).map(
      ({ reset }): Reader => [reset, (text) => readReset(text, sinceMs)],
    ),
  ]);
}

/** Limits that are counted apart. */
const METERS = [
  ...["requests", "tokens"].map((meter) => ({
    remaining: `x-ratelimit-remaining-${meter}`,
    reset: `x-ratelimit-reset-${meter}`,
  })),
  ...["requests", "tokens", "input-tokens", "output-tokens"].map((meter) => ({
    remaining: `anthropic-ratelimit-${meter}-remaining`,
    reset: `anthropic-ratelimit-${meter}-reset`,
  })),
];

type Reader = readonly [source: string, read: (text: string) => number | undefined];

function firstWait(headers: Headers, readers: readonly Reader[]): Wait | undefined {
  for (const [source, read] of readers) {
    const text = headers.get(source);
    const afterMs = text === undefined ? undefined : read(text);
    if (afterMs !== undefined) return { afterMs, source };
  }
  return undefined;
}

/** The server's own clock is better than ours. */
function serverTime(headers: Headers, nowMs: number): number {
  return readHttpDate(headers.get("date") ?? "", nowMs) ?? nowMs;
}

/** Members that hold seconds, in the body, its error, and what stands in them. */
const SECOND_KEYS = ["retry_after", "retryAfter", "retryAfterSeconds", "retry_after_seconds"];
const MILLISECOND_KEYS = ["retry_after_ms", "retryAfterMs"];

function waitInData(data: unknown): number | undefined {
  for (const record of recordsIn(data)) {
    for (const place of [record, objectOf(record["parameters"])]) {
      const ms = numberAt(place, MILLISECOND_KEYS);
      if (ms !== undefined) return Math.ceil(ms);
      const seconds = numberAt(place, SECOND_KEYS);
      if (seconds !== undefined) return Math.ceil(seconds * 1000);
    }
    // google.rpc.RetryInfo: `"retryDelay": "30s"`.
    const delay = record["retryDelay"];
    const ms = typeof delay === "string" ? readSpan(delay) : undefined;
    if (ms !== undefined) return ms;
  }
  return undefined;
}

function numberAt(place: object, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const number = numberIn(String((place as Readonly<Record<string, unknown>>)[key] ?? ""));
    if (number !== undefined && number < EPOCH_SECONDS) return number;
  }
  return undefined;
}

const SAID_WAIT =
  /\b(?:(?:try|send|retry)[^.\n]{0,30}? (?:in|after)|wait(?: for)?|available in|retry[- ]after:?|retry in)(?: about| at least)? (\d{1,6}(?:\.\d{1,6})? ?(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b(?: ?\d{1,2}(?:\.\d{1,6})? ?(?:s|m|seconds?|minutes?)\b)?|\d{1,3}[hm]\d{1,2}(?:\.\d{1,6})?[ms](?:\d{1,2}(?:\.\d{1,6})?s)?)/i;

/** `Please try again in 1.2s`, `Retry after 6 seconds`, `Expected available in 86 seconds`. */
function waitInWords(message: string): number | undefined {
  const [, span] = SAID_WAIT.exec(message) ?? [];
  return span === undefined ? undefined : readSpan(span);
}

const NS_PER_MS = 1_000_000n;

/** Milliseconds of `6m0s`, `1.2s`, `30 seconds`. */
function readSpan(text: string): number | undefined {
  const read = parseDuration(text, "seconds", "");
  if ("code" in read) return undefined;
  const ns = exactNs(read.duration);
  return ns < 0n ? undefined : Number((ns + NS_PER_MS - 1n) / NS_PER_MS);
}

const NUMBER = /^\s*(\d{1,16}(?:\.\d{1,9})?)\s*$/;

function numberIn(text: string): number | undefined {
  const digits = NUMBER.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function readMilliseconds(text: string): number | undefined {
  const number = numberIn(text);
  return number === undefined ? undefined : Math.ceil(number);
}

const EPOCH_SECONDS = 1e9;
const EPOCH_MILLISECONDS = 1e12;

/**
 * Servers write seconds to go, the time in seconds or milliseconds since 1970, of which their size tells which, a
 * span such as `6m0s`, or a date.
 */
function readReset(text: string, sinceMs: number): number | undefined {
  const number = numberIn(text);
  if (number === undefined) return readSpan(text) ?? readDate(text, sinceMs);
  if (number < EPOCH_SECONDS) return Math.ceil(number * 1000);
  const atMs = number < EPOCH_MILLISECONDS ? number * 1000 : number;
  return Math.max(0, Math.ceil(atMs - sinceMs));
}

function readDate(text: string, sinceMs: number): number | undefined {
  const read = readIso(text.trim());
  const atMs =
    read !== undefined && isReading(read)
      ? Number(read.ns / NS_PER_MS)
      : readHttpDate(text, sinceMs);
  return atMs === undefined ? undefined : Math.max(0, atMs - sinceMs);
}

/** A parameter of the RateLimit field: `"default";r=50;t=30`, or `limit=100, remaining=50, reset=30`. */
function parameterIn(text: string, name: string): string | undefined {
  return new RegExp(`(?:^|[;,\\s])${name}=(\\d+)`, "i").exec(text)?.[1];
}

export function rateLimitOf(headers: Headers, nowMs: number): Value["rateLimit"] {
  const limit = firstNumber(
    parameterIn(headers.get("ratelimit") ?? "", "limit"),
    parameterIn(headers.get("ratelimit-policy") ?? "", "q"),
    limitHeader(headers, "limit"),
  );
  const remaining = remainingOf(headers);
  const resets = new Set([
    "ratelimit",
    "ratelimit-reset",
    "x-ratelimit-reset-after",
    "x-ratelimit-reset",
    "x-rate-limit-reset",
  ]);
  const resetMs = resetOf(onlyOf(headers, resets), nowMs)?.afterMs ?? null;
  return limit === null && remaining === null && resetMs === null
    ? null
    : { limit, remaining, resetMs };
}

function remainingOf(headers: Headers): number | null {
  const field = headers.get("ratelimit") ?? "";
  return firstNumber(
    parameterIn(field, "r"),
    parameterIn(field, "remaining"),
    limitHeader(headers, "remaining"),
  );
}

function limitHeader(headers: Headers, name: string): string | undefined {
  const meters = ["requests", "tokens"];
  return headers.first(
    `ratelimit-${name}`,
    `x-ratelimit-${name}`,
    `x-rate-limit-${name}`,
    ...meters.map((meter) => `x-ratelimit-${name}-${meter}`),
    ...meters.map((meter) => `anthropic-ratelimit-${meter}-${name}`),
  );
}

/** The date stays: times of day are counted from it. */
function onlyOf(headers: Headers, names: ReadonlySet<string>): Headers {
  return headers.only((name) => name === "date" || names.has(name));
}

/** Of a list, such as `100, 100;w=60`, the first one counts. */
function firstNumber(...texts: readonly (string | undefined)[]): number | null {
  for (const text of texts) {
    const digits = /^\s*(\d{1,15})/.exec(text ?? "")?.[1];
    if (digits !== undefined) return Number(digits);
  }
  return null;
}
