/** Reads sizes, rates and durations of data transfer, exactly. */
import type { Entry } from "../../../_core/tool.ts";
import { MONTHS, UNITS, YEARS } from "../../time/duration/units.ts";
import { type Part, type Parts, readParts } from "../../time/duration/parse.ts";
import { readDecimal } from "../../numbers/decimal-text.ts";
import {
  add,
  compare,
  divide,
  type Fraction,
  fraction,
  isZero,
  multiply,
  ZERO,
} from "../../numbers/fraction.ts";
import { NS_PER_SECOND } from "../../time/nanoseconds.ts";
import { numberAt } from "../../numbers/written-number.ts";
import { beginning } from "../../text/shown.ts";
import { BITS_PER_BYTE, readUnit } from "./unit.ts";

export const READ_FAILURES = {
  TEXT_NOT_UNDERSTOOD: "A text is no size, rate or duration, or has an unknown unit",
} as const;

export const READ_WARNINGS = {
  UNIT_ASSUMED: "A number without a unit is taken as bytes, as a rate as bits per second",
  UNIT_CASE_ASSUMED: "A unit in lower case, or a prefix alone, is taken as bytes",
} as const;

export type ReadProblem = Entry<keyof typeof READ_FAILURES>;
type Assumption = keyof typeof READ_WARNINGS;

/** A text and where it stands. */
export interface Place {
  readonly path: string;
  readonly text: string;
  /** Code units of the field before the text. */
  readonly before?: number;
  /** Texts that work in the field, where it holds more than the text. */
  readonly examples?: readonly string[];
}

/** Bits, bits per second or seconds. */
export interface Reading {
  readonly amount: Fraction;
  readonly path: string;
  readonly assumption?: Assumption | undefined;
}

/** The place of a field that holds text or a number. */
export function fieldPlace(path: string, field: string | number): Place {
  return { path, text: String(field) };
}

/** What was assumed, in the order of the warnings, then of the readings; once for each field. */
export function assumptionsOf(readings: readonly Reading[]): Entry<Assumption>[] {
  const codes = Object.keys(READ_WARNINGS) as Assumption[];
  return codes.flatMap((code) => {
    const assumed = readings.filter(({ assumption }) => assumption === code);
    const paths = new Set(assumed.map(({ path }) => path));
    return Array.from(paths, (path) => ({ code, message: READ_WARNINGS[code], path }));
  });
}

export function isProblem(read: object): read is ReadProblem {
  return "code" in read;
}

/** What a text is read as. */
export interface Form {
  readonly name: string;
  readonly expected: string;
  /** Three texts that work. */
  readonly examples: readonly string[];
}

const SIZES: Form = {
  name: "size",
  expected: "a number of 0 or more and a unit such as MB, GiB or kbit",
  examples: ["4.7 GB", "700 MiB", "12 Mbit"],
};

const RATES: Form = {
  name: "rate",
  expected: "a number of 0 or more and a unit such as Mbps, MB/s or TB/month",
  examples: ["100 Mbps", "12.5 MB/s", "1 TB/month"],
};

const TIMES: Form = {
  name: "duration",
  expected: "a number of seconds, or numbers with units up to months",
  examples: ["90 min", "1h30m", "PT1H30M"],
};

/** A size in bits: `1.5 GiB`, `500mb`; a number alone is bytes. */
export function readSize(place: Place): Reading | ReadProblem {
  const { path, text } = place;
  const number = leadingNumber(text);
  if (!number) return notUnderstood(place, 0, SIZES);
  const unitAt = startOf(text, number.end);
  const name = text.slice(unitAt).trimEnd();
  if (name === "") return bare(multiply(number.value, fraction(BITS_PER_BYTE)), path);
  const read = readUnit(name, "size");
  if (!read) return notUnderstood(place, unitAt, SIZES);
  const amount = multiply(number.value, read.unit.bits);
  return { amount, path, assumption: caseAssumption(read.isCaseAssumed) };
}

/** A size, then `ps`, or `/` or `per` and a unit of time. */
const RATE_UNIT = /^(.+?)(?:ps|(?:\/|(?<=\s)per\s)\s*([a-z]+))$/i;

/** A rate in bits per second: `100 Mbps`, `1 TB/month`; a number alone is bits per second. */
export function readRate(place: Place): Reading | ReadProblem {
  const { path, text } = place;
  const number = leadingNumber(text);
  if (!number) return notUnderstood(place, 0, RATES);
  const unitAt = startOf(text, number.end);
  const name = text.slice(unitAt).trimEnd();
  if (name === "") return bare(number.value, path);
  const [, unit = "", time = "s"] = RATE_UNIT.exec(name) ?? [];
  const read = readUnit(unit.trimEnd(), "rate");
  const seconds = secondsPer(time);
  if (!read || !seconds) return notUnderstood(place, unitAt, RATES);
  const amount = multiply(number.value, divide(read.unit.bits, seconds));
  return { amount, path, assumption: caseAssumption(read.isCaseAssumed) };
}

/** Seconds: `2 days 4 h`, `PT1H30M`; a number alone is seconds. */
export function readTime(place: Place): Reading | ReadProblem {
  const { path, text } = place;
  const number = leadingNumber(text);
  if (number && text.slice(number.end).trim() === "") return { amount: number.value, path };
  const read = readParts(text, "none");
  if ("code" in read) return notUnderstood(place, read.offset, TIMES);
  const amount = secondsOf(read, /^\s*p/i.test(text));
  return amount ? { amount, path } : notUnderstood(place, 0, TIMES);
}

function bare(amount: Fraction, path: string): Reading {
  return { amount, path, assumption: "UNIT_ASSUMED" };
}

function caseAssumption(isAssumed: boolean): Assumption | undefined {
  return isAssumed ? "UNIT_CASE_ASSUMED" : undefined;
}

/** What keeps quotients of sizes and rates within the doubles. */
const SMALLEST = fraction(1n, 10n ** 30n);
const LARGEST = fraction(10n ** 30n);

/** The number without a sign that the text begins with, 0 or from 10^-30 to 10^30. */
function leadingNumber(text: string) {
  const number = numberAt(text, startOf(text, 0));
  if (!number || isZero(number.value)) return number;
  const { value } = number;
  return compare(value, SMALLEST) < 0 || compare(value, LARGEST) > 0 ? undefined : number;
}

/** Where white space from `at` on ends. */
function startOf(text: string, at: number): number {
  return text.length - text.slice(at).trimStart().length;
}

/** 365/12 days. */
export const SECONDS_PER_MONTH = fraction(2_628_000n);

/** The unit of time behind a slash; `m` could be minutes or months. */
function secondsPer(name: string): Fraction | undefined {
  const unit = UNITS.get(name.toLowerCase());
  if (!unit || /^m$/i.test(name) || unit.rank === YEARS) return undefined;
  return unit.rank === MONTHS ? SECONDS_PER_MONTH : fraction(unit.ns, NS_PER_SECOND);
}

/** The sum of the parts; undefined with a sign, with a clock that could be two, and with years, or months of ISO 8601. */
function secondsOf({ parts, hasShortClock, isNegative }: Parts, isIso: boolean) {
  const isVague = parts.some(({ unit }) => unit.rank === YEARS || (isIso && unit.rank === MONTHS));
  if (hasShortClock || isNegative || isVague) return undefined;
  const sum = parts.reduce((total, part) => add(total, secondsOfPart(part)), ZERO);
  return compare(sum, LARGEST) > 0 ? undefined : sum;
}

function secondsOfPart({ unit, whole, fraction: decimals }: Part): Fraction {
  const { numerator, denominator } = readDecimal(`${whole || "0"}.${decimals}`) ?? ZERO;
  const length = unit.rank === MONTHS ? SECONDS_PER_MONTH : fraction(unit.ns, NS_PER_SECOND);
  return multiply(fraction(numerator, denominator), length);
}

const SHOWN_CHARACTERS = 40;

/** A text that is none of the form's. */
export function notUnderstood(
  { path, text, before = 0, examples }: Place,
  at: number,
  { name, expected, examples: ownExamples }: Form,
): ReadProblem {
  const shown = JSON.stringify(beginning(text.slice(at), SHOWN_CHARACTERS).trim());
  return {
    code: "TEXT_NOT_UNDERSTOOD",
    message: `Cannot read the ${name}: found ${shown}, expected ${expected}`,
    path,
    line: 1,
    column: before + at + 1,
    offset: before + at,
    expected,
    hint: `These work: ${(examples ?? ownExamples).join("; ")}`,
  };
}
