/** How long the headers of a response ask to wait, and what they say of limits. */
import type { Headers } from "../_lib/web/http/headers.ts";
import { readHttpDate, readRetryAfter, readSeconds } from "../_lib/web/http/retry-after.ts";
import type { Value } from "../api-failure-diagnostic.ts";

export interface Wait {
  readonly afterMs: number;
  /** The header, in lower case. */
  readonly source: string;
}

/** The first header that can be read decides. */
export function waitOf(headers: Headers, nowMs: number): Wait | undefined {
  // The server's own clock is better than ours.
  const sinceMs = readHttpDate(headers.get("date") ?? "", nowMs) ?? nowMs;
  const readers: readonly (readonly [
    source: string,
    read: (text: string) => number | undefined,
  ])[] = [
    ["retry-after-ms", readMilliseconds],
    ["x-ms-retry-after-ms", readMilliseconds],
    ["retry-after", (text) => readRetryAfter(text, sinceMs, nowMs)],
    [
      "ratelimit",
      (text) => readSeconds(parameterIn(text, "t") ?? parameterIn(text, "reset") ?? ""),
    ],
    ["ratelimit-reset", (text) => readSeconds(text)],
    ["x-ratelimit-reset-after", (text) => readSeconds(text)],
    ["x-ratelimit-reset", (text) => readReset(text, sinceMs)],
  ];
  for (const [source, read] of readers) {
    const text = headers.get(source);
    const afterMs = text === undefined ? undefined : read(text);
    if (afterMs !== undefined) return { afterMs, source };
  }
  return undefined;
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

/** Servers write seconds to go, or the time in seconds or milliseconds since 1970; their size tells which. */
function readReset(text: string, sinceMs: number): number | undefined {
  const number = numberIn(text);
  if (number === undefined) return undefined;
  if (number < EPOCH_SECONDS) return Math.ceil(number * 1000);
  const atMs = number < EPOCH_MILLISECONDS ? number * 1000 : number;
  return Math.max(0, Math.ceil(atMs - sinceMs));
}

/** A parameter of the RateLimit field: `"default";r=50;t=30`, or `limit=100, remaining=50, reset=30`. */
function parameterIn(text: string, name: string): string | undefined {
  return new RegExp(`(?:^|[;,\\s])${name}=(\\d+)`, "i").exec(text)?.[1];
}

export function rateLimitOf(headers: Headers, nowMs: number): Value["rateLimit"] {
  const field = headers.get("ratelimit") ?? "";
  const of = (name: string) =>
    headers.first(`ratelimit-${name}`, `x-ratelimit-${name}`, `x-rate-limit-${name}`);
  const limit = firstNumber(
    parameterIn(field, "limit"),
    parameterIn(headers.get("ratelimit-policy") ?? "", "q"),
    of("limit"),
  );
  const remaining = firstNumber(
    parameterIn(field, "r"),
    parameterIn(field, "remaining"),
    of("remaining"),
  );
  const resets = new Set([
    "ratelimit",
    "ratelimit-reset",
    "x-ratelimit-reset-after",
    "x-ratelimit-reset",
  ]);
  const resetMs = waitOf(onlyOf(headers, resets), nowMs)?.afterMs ?? null;
  return limit === null && remaining === null && resetMs === null
    ? null
    : { limit, remaining, resetMs };
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
