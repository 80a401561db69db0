/** Numbers that count time: since which moment, in what unit; exact in whole nanoseconds. */
import type { Decimal } from "../_lib/numbers/decimal-text.ts";
import { floorDivide, isInYears, NS_PER_DAY, NS_PER_SECOND } from "../_lib/time/nanoseconds.ts";
import {
  type Format,
  noticed,
  problem,
  type Reading,
  type ReadingProblem,
  UNIX_UNITS,
  type UnixUnit,
} from "../_lib/time/timestamp/reading.ts";

interface Count {
  readonly format: Format;
  readonly unit: UnixUnit | null;
  /** Nanoseconds in one. */
  readonly ns: bigint;
  /** Where counting begins, in seconds since 1970. */
  readonly epoch: bigint;
}

const SINCE_1601 = -11_644_473_600n;

const COUNTS = {
  s: { format: "unix", unit: "s", ns: NS_PER_SECOND, epoch: 0n },
  ms: { format: "unix", unit: "ms", ns: 1_000_000n, epoch: 0n },
  us: { format: "unix", unit: "us", ns: 1000n, epoch: 0n },
  ns: { format: "unix", unit: "ns", ns: 1n, epoch: 0n },
  filetime: { format: "filetime", unit: null, ns: 100n, epoch: SINCE_1601 },
  webkit: { format: "webkit", unit: null, ns: 1000n, epoch: SINCE_1601 },
  cocoa: { format: "cocoa", unit: null, ns: NS_PER_SECOND, epoch: 978_307_200n },
  dotnetTicks: { format: "dotnetTicks", unit: null, ns: 100n, epoch: -62_135_596_800n },
  ntp: { format: "ntp", unit: null, ns: NS_PER_SECOND, epoch: -2_208_988_800n },
} as const satisfies Record<string, Count>;

/** Milliseconds since 1970 at which the sequence of a service's ids begins. */
const SNOWFLAKES = { twitter: 1_288_834_974_657n, discord: 1_420_070_400_000n } as const;

export const NUMBER_FORMATS = [
  "s",
  "ms",
  "us",
  "ns",
  "excel",
  "excel1904",
  "filetime",
  "webkit",
  "cocoa",
  "dotnetTicks",
  "ntp",
  "twitter",
  "discord",
] as const;

export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** Seconds after which an NTP era ends, and half of them. */
const NTP_ERA = 1n << 32n;

/** The time that a number stands for in a format; it may lie outside the years 0001 to 9999. */
export function readNumber(number: Decimal, format: NumberFormat): Reading | ReadingProblem {
  switch (format) {
    case "excel":
    case "excel1904":
      return readExcel(number, format);
    case "twitter":
    case "discord":
      return readSnowflake(number, format);
    default:
      return readCount(number, format);
  }
}

function readCount({ numerator, denominator }: Decimal, format: keyof typeof COUNTS): Reading {
  const { epoch, ns, ...kind } = COUNTS[format];
  const isNextEra = format === "ntp" && numerator < (NTP_ERA / 2n) * denominator;
  const start = epoch + (isNextEra ? NTP_ERA : 0n);
  const scaled = numerator * ns;
  return {
    ...kind,
    ns: start * NS_PER_SECOND + floorDivide(scaled, denominator),
    warnings: scaled % denominator === 0n ? [] : [noticed("PRECISION_TRUNCATED")],
  };
}

function readSnowflake(
  { numerator, denominator }: Decimal,
  format: keyof typeof SNOWFLAKES,
): Reading | ReadingProblem {
  if (numerator < 0n || numerator % denominator !== 0n) {
    return problem("TIMESTAMP_INVALID", "a negative or fractional number", `a ${format} id`);
  }
  const ms = ((numerator / denominator) >> 22n) + SNOWFLAKES[format];
  return { format, unit: null, ns: ms * 1_000_000n, warnings: [] };
}

const NS_PER_MS = 1_000_000n;
const MS_PER_DAY = NS_PER_DAY / NS_PER_MS;
/** Days from 1970 back to where serial numbers begin; those before the false leap day begin a day later. */
const EXCEL_1900 = 25_569n;
const EXCEL_1904 = 24_107n;
/** The serial number of 29 February 1900, which Lotus 1-2-3 had and Excel kept. */
const FAKE_LEAP_DAY = 60n;

function readExcel({ numerator, denominator }: Decimal, format: "excel" | "excel1904"): Reading {
  const day = floorDivide(numerator, denominator);
  // To the nearest millisecond: Excel's own numbers have no more digits than that.
  const ms = floorDivide(numerator * MS_PER_DAY * 2n + denominator, denominator * 2n);
  const isFake = format === "excel" && day === FAKE_LEAP_DAY;
  const first =
    format === "excel1904" ? EXCEL_1904 : day < FAKE_LEAP_DAY ? EXCEL_1900 - 1n : EXCEL_1900;
  return {
    format,
    unit: null,
    ns: (ms - first * MS_PER_DAY) * NS_PER_MS,
    isLocal: true,
    warnings: isFake ? [noticed("EXCEL_FAKE_LEAP_DAY")] : [],
  };
}

/** The serial number of a time on the wall; before 1 March 1900 it is one less than days would say. */
export function excelSerial(wall: bigint): number {
  const ms = floorDivide(wall, NS_PER_MS);
  const modern = ms + EXCEL_1900 * MS_PER_DAY;
  return (
    Number(modern < (FAKE_LEAP_DAY + 1n) * MS_PER_DAY ? modern - MS_PER_DAY : modern) / 86_400_000
  );
}

/** 100-nanosecond ticks since 1601. */
export function filetimeOf(ns: bigint): bigint {
  return floorDivide(ns - SINCE_1601 * NS_PER_SECOND, 100n);
}

/** What a bare number may be, in order of preference. */
const CANDIDATES = ["s", "ms", "us", "ns", "excel", "filetime", "webkit", "dotnetTicks"] as const;
/** 1990-01-01 and 2100-01-01: a time between them is taken for meant. */
const LIKELY_FROM = 631_152_000n * NS_PER_SECOND;
const LIKELY_UNTIL = 4_102_444_800n * NS_PER_SECOND;

export interface Guess {
  readonly chosen: Reading;
  /** Other likely readings. */
  readonly others: readonly Reading[];
  /** The size of the number alone says another unit. */
  readonly isAgainstSize: boolean;
}

/** Guesses what a bare number counts; `place` gives the instant of a time on the wall. */
export function guessNumber(number: Decimal, place: (reading: Reading) => bigint): Guess {
  const readings = CANDIDATES.map((format) =>
    format === "excel" ? readExcel(number, format) : readCount(number, format),
  );
  const likely = readings.filter((reading) => {
    if (!isInYears(reading.ns)) return false;
    const at = place(reading);
    return at >= LIKELY_FROM && at <= LIKELY_UNTIL;
  });
  const unit = unitBySize(number);
  const [chosen = readCount(number, unit), ...others] = likely;
  return { chosen, others, isAgainstSize: chosen.unit !== unit };
}

function unitBySize({ numerator, denominator }: Decimal): UnixUnit {
  const size = numerator < 0n ? -numerator : numerator;
  const below = [11n, 14n, 17n].findIndex((digits) => size < 10n ** digits * denominator);
  return UNIX_UNITS[below] ?? "ns";
}
