/** Lengths of time: years and months, which have no fixed length, and exact nanoseconds. */
import { decimalText } from "../../numbers/decimal-text.ts";
import { NS_PER_DAY, NS_PER_SECOND } from "../nanoseconds.ts";

/** All parts have one sign, or are zero. */
export interface Duration {
  readonly years: bigint;
  readonly months: bigint;
  /** Whole days and weeks as they were written, which addTo counts on the clock. */
  readonly days: bigint;
  /** Nanoseconds beyond them. */
  readonly time: bigint;
}

export const ZERO: Duration = { years: 0n, months: 0n, days: 0n, time: 0n };

export function addDurations(a: Duration, b: Duration): Duration {
  return {
    years: a.years + b.years,
    months: a.months + b.months,
    days: a.days + b.days,
    time: a.time + b.time,
  };
}

export function negate({ years, months, days, time }: Duration): Duration {
  return { years: -years, months: -months, days: -days, time: -time };
}

/** Days and time together, in nanoseconds; a day has 24 hours. */
export function exactNs({ days, time }: Duration): bigint {
  return days * NS_PER_DAY + time;
}

export function hasCalendarUnits({ years, months }: Duration): boolean {
  return years !== 0n || months !== 0n;
}

/** The one sign of all parts; undefined where they differ. */
export function signOf(duration: Duration): -1 | 0 | 1 | undefined {
  const parts = [duration.years, duration.months, exactNs(duration)];
  const isPositive = parts.some((part) => part > 0n);
  const isNegative = parts.some((part) => part < 0n);
  if (isPositive && isNegative) return undefined;
  return isPositive ? 1 : isNegative ? -1 : 0;
}

const MOST_DAYS = 1_000_000_000n;
/** 30.436875 days. */
const NS_PER_MEAN_MONTH = (NS_PER_DAY * 30_436_875n) / 1_000_000n;

/** Whether the length is at most 10⁹ days, months of mean length. */
export function isInRange(duration: Duration): boolean {
  const months = duration.years * 12n + duration.months;
  const size = months * NS_PER_MEAN_MONTH + exactNs(duration);
  return (size < 0n ? -size : size) <= MOST_DAYS * NS_PER_DAY;
}

/** The product rounded to nanoseconds, halves away from zero; undefined with a part of a year or month. */
export function multiply(
  duration: Duration,
  { numerator, denominator }: { readonly numerator: bigint; readonly denominator: bigint },
): Duration | undefined {
  const { years, months } = duration;
  if ((years * numerator) % denominator !== 0n || (months * numerator) % denominator !== 0n) {
    return undefined;
  }
  const product = exactNs(duration) * numerator;
  const size = product < 0n ? -product : product;
  const rounded = (size * 2n + denominator) / (denominator * 2n);
  return {
    years: (years * numerator) / denominator,
    months: (months * numerator) / denominator,
    days: 0n,
    time: product < 0n ? -rounded : rounded,
  };
}

export const LARGEST_UNITS = ["days", "hours", "minutes", "seconds", "weeks"] as const;
export type LargestUnit = (typeof LARGEST_UNITS)[number];

const UNIT_NS = {
  weeks: 7n * NS_PER_DAY,
  days: NS_PER_DAY,
  hours: 3600n * NS_PER_SECOND,
  minutes: 60n * NS_PER_SECOND,
} as const;

const UNITS = ["weeks", "days", "hours", "minutes"] as const;

/** A part and its count as text, seconds with their fraction. */
type Parts = Readonly<Record<"years" | "months" | (typeof UNITS)[number] | "seconds", string>>;

/** The sizes of the parts, the exact ones balanced up to the largest unit. */
function partsOf(duration: Duration, largestUnit: LargestUnit): Parts {
  const size = (part: bigint): bigint => (part < 0n ? -part : part);
  let rest = size(exactNs(duration));
  const take = (unit: (typeof UNITS)[number]): string => {
    if (largestUnit === "seconds" || UNITS.indexOf(unit) < UNITS.indexOf(largestUnit)) return "0";
    const count = rest / UNIT_NS[unit];
    rest -= count * UNIT_NS[unit];
    return String(count);
  };
  const [weeks = "0", days = "0", hours = "0", minutes = "0"] = UNITS.map(take);
  return {
    years: String(size(duration.years)),
    months: String(size(duration.months)),
    weeks,
    days,
    hours,
    minutes,
    seconds: secondsText(rest),
  };
}

/** Seconds with as many decimals as they need. */
function secondsText(ns: bigint): string {
  return decimalText({ numerator: ns, denominator: NS_PER_SECOND });
}

const LETTERS = { years: "Y", months: "M", weeks: "W", days: "D" } as const;
const TIME_LETTERS = { hours: "H", minutes: "M", seconds: "S" } as const;
const COMPACT = {
  years: "y",
  months: "mo",
  weeks: "w",
  days: "d",
  hours: "h",
  minutes: "m",
  seconds: "s",
} as const;

type PartName = keyof Parts;

/** `value` without the end: the duration in all forms. */
export function formsOf(duration: Duration, largestUnit: LargestUnit) {
  const sign = signOf(duration) ?? 0;
  const parts = partsOf(duration, largestUnit);
  const shown = (Object.keys(COMPACT) as PartName[]).filter((name) => parts[name] !== "0");
  const human = shown.map(
    (name) => `${parts[name]} ${parts[name] === "1" ? name.slice(0, -1) : name}`,
  );
  const compact = shown.map((name) => parts[name] + COMPACT[name]);
  const isExact = !hasCalendarUnits(duration);
  const nanoseconds = exactNs(duration);
  return {
    iso: isoText(parts, sign),
    sign,
    components: Object.fromEntries(
      (Object.keys(COMPACT) as PartName[]).map((name) => [name, Number(parts[name])]),
    ) as Record<PartName, number>,
    totalSeconds: isExact ? totalOf(nanoseconds, NS_PER_SECOND) : null,
    totals: isExact
      ? {
          weeks: totalOf(nanoseconds, UNIT_NS.weeks),
          days: totalOf(nanoseconds, UNIT_NS.days),
          hours: totalOf(nanoseconds, UNIT_NS.hours),
          minutes: totalOf(nanoseconds, UNIT_NS.minutes),
          seconds: totalOf(nanoseconds, NS_PER_SECOND),
        }
      : null,
    human: `${sign < 0 ? "minus " : ""}${human.join(", ") || "0 seconds"}`,
    clock: isExact ? clockText(nanoseconds) : null,
    compact: `${sign < 0 ? "-" : ""}${compact.join(" ") || "0s"}`,
  };
}

const TOTAL_SCALE = 10n ** 9n;

/** Nanoseconds in a unit, rounded to nine decimals, halves away from zero. */
function totalOf(ns: bigint, unit: bigint): number {
  const size = ns < 0n ? -ns : ns;
  const scaled = (size * TOTAL_SCALE * 2n + unit) / (unit * 2n);
  const number = Number(decimalText({ numerator: scaled, denominator: TOTAL_SCALE }));
  return ns < 0n ? -number : number;
}

function isoText(parts: Parts, sign: number): string {
  const write = (letters: Readonly<Partial<Record<PartName, string>>>): string =>
    Object.entries(letters)
      .filter(([name]) => parts[name as PartName] !== "0")
      .map(([name, letter]) => parts[name as PartName] + letter)
      .join("");
  const date = write(LETTERS);
  const time = write(TIME_LETTERS);
  if (date === "" && time === "") return "PT0S";
  return `${sign < 0 ? "-" : ""}P${date}${time === "" ? "" : `T${time}`}`;
}

/** `37:30:00`: hours of at least two digits, minutes, seconds and their fraction. */
function clockText(ns: bigint): string {
  const size = ns < 0n ? -ns : ns;
  const two = (count: bigint): string => String(count).padStart(2, "0");
  const seconds = secondsText(size % (60n * NS_PER_SECOND));
  const padded = /^\d(?:\.|$)/.test(seconds) ? `0${seconds}` : seconds;
  const minutes = size / UNIT_NS.minutes;
  return `${ns < 0n ? "-" : ""}${two(minutes / 60n)}:${two(minutes % 60n)}:${padded}`;
}
