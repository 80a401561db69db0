import { expect, test } from "bun:test";
import { fraction } from "../../../../tools/_lib/numbers/fraction.ts";
import {
  readHttpDate,
  readRetryAfter,
  readSeconds,
} from "../../../../tools/_lib/web/http/retry-after.ts";
import { isIdempotentMethod, progressOf } from "../../../../tools/_lib/web/http/retry-safety.ts";
import { delayCaps, floorOf } from "../../../../tools/batch-retry-safety-planner/schedule.ts";

const NOW = Date.UTC(2026, 10, 22, 12);

test("statuses and methods", () => {
  const of = (progress: string) =>
    Array.from({ length: 600 }, (_, status) => status).filter(
      (status) => status >= 400 && progressOf(status) === progress,
    );
  expect(of("not-processed")).toEqual([408, 421, 425, 429]);
  expect(of("may-have-run")).toEqual([500, 502, 503, 504, 520, 521, 522, 523, 524, 529]);
  for (const method of ["get", "HEAD", "Put", "DELETE", "OPTIONS", "TRACE"])
    expect(isIdempotentMethod(method)).toBe(true);
  for (const method of ["POST", "PATCH", "CONNECT", ""])
    expect(isIdempotentMethod(method)).toBe(false);
});

test("seconds", () => {
  for (const [text, ms] of [
    ["0", 0],
    [" 20 ", 20_000],
    ["1.5", 1500],
    ["0.0001", 1],
    ["1.1", 1100],
  ] as const)
    expect(readSeconds(text)).toBe(ms);
  for (const text of ["", "-1", "1e3", "0x10", "١", "9".repeat(12), "soon"])
    expect(readSeconds(text)).toBeUndefined();
});

test("dates of the three forms, and those that have passed", () => {
  for (const text of [
    "Sun, 22 Nov 2026 12:00:30 GMT",
    "Sunday, 22-Nov-26 12:00:30 GMT",
    "Sun Nov 22 12:00:30 2026",
    "Sun, 22 Nov 2026 13:00:30 +0100",
  ])
    expect([text, readRetryAfter(text, NOW)]).toEqual([text, 30_000]);
  expect(readRetryAfter("Sun, 22 Nov 2026 11:00:00 GMT", NOW)).toBe(0);
  expect(readRetryAfter("Sun, 31 Feb 2026 11:00:00 GMT", NOW)).toBeUndefined();
  expect(readRetryAfter("2026-11-22", NOW)).toBeUndefined();
  expect(readHttpDate("Thu, 01 Jan 1970 00:00:00 GMT", NOW)).toBe(0);
});

test("caps grow exactly, and stop at the longest delay", () => {
  const caps = (multiplier: [bigint, bigint], maxDelayMs: number) =>
    delayCaps({ baseDelayMs: 100, maxDelayMs, multiplier: fraction(...multiplier) }, 5).map(
      floorOf,
    );
  expect(caps([2n, 1n], 1000)).toEqual([100, 200, 400, 800, 1000]);
  // 100 × 1.4² is 195.99999999999997 in doubles.
  expect(caps([7n, 5n], 1000)).toEqual([100, 140, 196, 274, 384]);
  expect(caps([2n, 1n], 50)).toEqual([50, 50, 50, 50, 50]);
  expect(caps([1n, 1n], 1000)).toEqual([100, 100, 100, 100, 100]);
});
