/** Reads durations: ISO 8601, words and letters, clocks, and mixtures of these. */
import type { Entry } from "../../../_core/tool.ts";
import { countCodePoints } from "../../text/code-points.ts";
import { beginning } from "../../text/shown.ts";
import { NS_PER_DAY } from "../nanoseconds.ts";
import { type Duration, isInRange, negate, ZERO } from "./duration.ts";
import {
  DAYS,
  HOURS,
  MINUTES,
  MONTHS,
  type NumberUnit,
  SECONDS,
  type Unit,
  UNIT_NAMES,
  unitOf,
  UNITS,
  YEARS,
} from "./units.ts";

export const DURATION_FAILURES = {
  DURATION_UNRECOGNIZED: "The text has none of the forms of a duration",
  DURATION_UNIT_MISSING: "A number has no unit, and numberUnit does not give one",
  DURATION_FRACTION:
    "A fraction stands in another than the smallest part, or would be one of years or months",
  DURATION_MIXED_SIGNS: "A part has a sign of its own, or the parts of the result differ in sign",
  DURATION_RANGE: "The duration is longer than 1,000,000,000 days",
} as const;

export type DurationProblem = Entry<keyof typeof DURATION_FAILURES>;

/** A number and its unit as they were written; digits only, either of them perhaps empty. */
export interface Part {
  readonly unit: Unit;
  readonly whole: string;
  readonly fraction: string;
  readonly offset: number;
}

export interface ReadDuration {
  readonly duration: Duration;
  /** A clock of two parts was read as hours and minutes. */
  readonly hasShortClock: boolean;
  /** A letter m among years, weeks and days was read as months, not as minutes. */
  readonly hasShortMonths: boolean;
  /** Digits finer than a nanosecond were left out. */
  readonly isTruncated: boolean;
}

/** What is wrong and where, before it is known which field the text came from. */
export interface Trouble {
  readonly code: keyof typeof DURATION_FAILURES;
  readonly offset: number;
  readonly found: string;
  readonly expected: string;
  readonly hint?: string;
}

/** The duration, or what is wrong; offsets count in the text, plus `base`. */
export function parseDuration(
  text: string,
  numberUnit: NumberUnit,
  path: string,
  place: { readonly base: number; readonly line?: number } = { base: 0 },
): ReadDuration | DurationProblem {
  const read = readText(text, numberUnit);
  if (!("code" in read)) return read;
  const { code, offset, found, expected, hint } = read;
  return {
    code,
    message: `Cannot read the duration: found ${found}, expected ${expected}`,
    path,
    line: place.line ?? 1,
    column: countCodePoints(text.slice(0, offset)) + 1,
    offset: place.base + offset,
    expected,
    ...(hint === undefined ? {} : { hint }),
  };
}

const FORMS = "a duration such as PT1H30M, 1h 30m, 90 minutes or 1:30:00";

function readText(text: string, numberUnit: NumberUnit): ReadDuration | Trouble {
  const written = readParts(text, numberUnit);
  return "code" in written ? written : assemble(written);
}

/** The parts that a duration was written in, each exactly, before they are added up. */
export function readParts(text: string, numberUnit: NumberUnit): Parts | Trouble {
  const lead = /^\s*([+\-−]|minus(?![a-z]))?\s*/i.exec(text);
  const start = lead?.[0].length ?? 0;
  const isNegative = lead?.[1] !== undefined && lead[1] !== "+";
  const body = text.trimEnd();
  if (start >= body.length) {
    return { code: "DURATION_UNRECOGNIZED", offset: start, found: "nothing", expected: FORMS };
  }
  const bare = /^(\d*)(?:\.(\d*))?$/.exec(body.slice(start));
  const read = bare
    ? readBare(bare, start, numberUnit)
    : /^p/i.test(body.slice(start))
      ? readIso(body, start)
      : readWords(body, start);
  return "code" in read ? read : { ...read, isNegative };
}

function readBare(
  [, whole = "", fraction = ""]: RegExpExecArray,
  offset: number,
  numberUnit: NumberUnit,
): UnsignedParts | Trouble {
  if (whole + fraction === "") return unrecognized(".", offset);
  if (numberUnit === "none") return unitMissing(whole || `0.${fraction}`, offset);
  const unit = unitOf(numberUnit);
  return {
    parts: [{ unit, whole, fraction, offset }],
    hasShortClock: false,
    hasShortMonths: false,
  };
}

function unitMissing(number: string, offset: number): Trouble {
  return {
    code: "DURATION_UNIT_MISSING",
    offset,
    found: `the number ${beginning(number, 20)} without a unit`,
    expected: "a unit such as h or min after it",
    hint: "Write the unit, or give numberUnit for a number that stands alone",
  };
}

function unrecognized(text: string, offset: number, expected = FORMS): Trouble {
  const found = JSON.stringify(beginning(text.slice(offset), 20));
  return {
    code: "DURATION_UNRECOGNIZED",
    offset,
    found: found === '""' ? "the end" : found,
    expected,
  };
}

function innerSign(offset: number, sign: string): Trouble {
  return {
    code: "DURATION_MIXED_SIGNS",
    offset,
    found: `the sign ${sign} within the duration`,
    expected: "one sign, in front of the whole",
  };
}

interface UnsignedParts {
  readonly parts: readonly Part[];
  readonly hasShortClock: boolean;
  readonly hasShortMonths: boolean;
}

export interface Parts extends UnsignedParts {
  readonly isNegative: boolean;
}

const ISO_DATE_UNITS: Readonly<Record<string, string>> = { Y: "y", M: "mo", W: "w", D: "d" };
const ISO_TIME_UNITS: Readonly<Record<string, string>> = { H: "h", M: "m", S: "s" };
const ISO_PART = /(\d+)(?:[.,](\d+))?([A-Z])/iy;

function readIso(text: string, start: number): UnsignedParts | Trouble {
  const parts: Part[] = [];
  let isTime = false;
  let at = start + 1;
  let last = -1;
  while (at < text.length) {
    if (!isTime && /t/i.test(text.charAt(at))) {
      isTime = true;
      at++;
      if (at === text.length) return unrecognized(text, at, "hours, minutes or seconds after T");
    }
    ISO_PART.lastIndex = at;
    const match = ISO_PART.exec(text);
    if (!match) {
      const character = text.charAt(at);
      return /[+\-−]/.test(character) ? innerSign(at, character) : unrecognized(text, at);
    }
    const [all, whole = "", fraction = "", letter = ""] = match;
    const name = (isTime ? ISO_TIME_UNITS : ISO_DATE_UNITS)[letter.toUpperCase()];
    const unit = name === undefined ? undefined : unitOf(name);
    if (!unit || unit.rank <= last) {
      const expected =
        "years, months, weeks and days, then T, hours, minutes and seconds, in order";
      return unrecognized(text, at + all.length - 1, expected);
    }
    last = unit.rank;
    parts.push({ unit, whole, fraction, offset: at });
    at += all.length;
  }
  return parts.length === 0
    ? unrecognized(text, at)
    : { parts, hasShortClock: false, hasShortMonths: false };
}

const SEPARATOR = /(?:[\s,]|and(?![a-z]))*/iy;
const CLOCK = /(\d+):(\d+)(?::(\d+)(?:[.,](\d+))?)?(?![\d:])/y;
const NUMBER = /(\d+(?:\.\d+)?|\.\d+)\s*([a-zµμ]*)/iy;
const CLOCK_AHEAD = /\s+\d+:\d\d:\d\d/y;

function readWords(text: string, start: number): UnsignedParts | Trouble {
  const parts: Part[] = [];
  const before = new Before();
  for (let at = start; at < text.length;) {
    const found = clockAt(text, at);
    if (found && "code" in found) return found;
    if (found) {
      if (before.time || before.clock) {
        return unrecognized(text, at, "one clock, with no other hours, minutes or seconds");
      }
      before.clock = found;
      parts.push(...found.parts);
      at = found.end;
    } else {
      const word = wordAt(text, at);
      if ("code" in word) return word;
      const part = before.read(word, text);
      if (before.clock && before.time) {
        return unrecognized(text, at, "no other hours, minutes or seconds beside a clock");
      }
      parts.push(part);
      at = word.end;
    }
    SEPARATOR.lastIndex = at;
    at += SEPARATOR.exec(text)?.[0].length ?? 0;
  }
  const { clock, shortMonths } = before;
  return { parts, hasShortClock: clock?.isShort === true, hasShortMonths: shortMonths };
}

/** What stands before the next part. */
class Before {
  clock: Clock | undefined;
  years = false;
  /** Hours or smaller units, beside those of a clock. */
  time = false;
  /** An `m` was read as months. */
  shortMonths = false;

  /** The part of a word; an `m` is months where minutes would be out of order. */
  read(word: Word, text: string): Part {
    const isAfterYears = this.years && !this.time && !this.clock;
    const isMonths = /^m$/i.test(word.name) && (isAfterYears || daysFollow(text, word.end));
    const unit = isMonths ? unitOf("mo") : word.unit;
    this.shortMonths ||= isMonths;
    this.years ||= unit.rank === YEARS;
    this.time ||= unit.rank >= (HOURS ?? 0);
    return { ...word, unit };
  }
}

const DAYS_AHEAD = /[\s,]*(?:and\s+)?\d+(?:\.\d+)?\s*(?:w|wks?|weeks?|d|days?)(?![a-z])/iy;

/** Whether weeks or days stand next: minutes would be out of order before them, as they would after years. */
function daysFollow(text: string, at: number): boolean {
  DAYS_AHEAD.lastIndex = at;
  return DAYS_AHEAD.test(text);
}

interface Word extends Part {
  /** The unit's, as it is written. */
  readonly name: string;
  readonly end: number;
}

function wordAt(text: string, at: number): Word | Trouble {
  NUMBER.lastIndex = at;
  const match = NUMBER.exec(text);
  if (!match) {
    const character = text.charAt(at);
    return /[+\-−]/.test(character) ? innerSign(at, character) : unrecognized(text, at);
  }
  const [all, number = "", name = ""] = match;
  if (text.charAt(at + all.length) === ":") {
    return unrecognized(text, at, "a clock such as 1:30 or 1:30:00");
  }
  CLOCK_AHEAD.lastIndex = at + number.length;
  const isDays = name === "" && CLOCK_AHEAD.test(text) && !number.includes(".");
  const unit = UNITS.get(isDays ? "d" : name.toLowerCase());
  if (!unit) {
    const isBare = name === "" || name.toLowerCase() === "and";
    return isBare
      ? unitMissing(number, at)
      : unrecognized(text, at + all.length - name.length, "a unit");
  }
  const [whole = "", fraction = ""] = number.split(".");
  return { unit, whole, fraction, offset: at, name, end: at + all.length };
}

interface Clock {
  readonly parts: readonly Part[];
  readonly isShort: boolean;
  readonly end: number;
}

function clockAt(text: string, at: number): Clock | Trouble | undefined {
  CLOCK.lastIndex = at;
  const match = CLOCK.exec(text);
  if (!match) return undefined;
  const [all, hours = "", minutes = "", seconds, fraction = ""] = match;
  const minutesAt = at + hours.length + 1;
  if (!/^[0-5]\d$/.test(minutes)) return unrecognized(text, minutesAt, "minutes from 00 to 59");
  if (seconds !== undefined && !/^[0-5]\d$/.test(seconds)) {
    return unrecognized(text, minutesAt + 3, "seconds from 00 to 59");
  }
  const part = (rank: number | undefined, whole: string, offset: number, rest = ""): Part => ({
    unit: { rank: rank ?? 0, ns: UNIT_NAMES[rank ?? 0]?.[1] ?? 0n },
    whole,
    fraction: rest,
    offset,
  });
  const parts = [part(HOURS, hours, at), part(MINUTES, minutes, minutesAt)];
  if (seconds !== undefined) parts.push(part(SECONDS, seconds, minutesAt + 3, fraction));
  return { parts, isShort: seconds === undefined, end: at + all.length };
}

/** More digits than any duration in range has. */
const MOST_DIGITS = 30;

function assemble({ parts, isNegative, ...noticed }: Parts): ReadDuration | Trouble {
  const smallest = parts.reduce((rank, { unit }) => Math.max(rank, unit.rank), 0);
  let { years, months, days, time } = ZERO;
  let isTruncated = false;
  for (const part of parts) {
    const { unit, fraction, offset } = part;
    const isCalendar = unit.ns === 0n;
    if (fraction !== "" && (isCalendar || unit.rank < smallest))
      return fractionAt(offset, isCalendar);
    const whole = part.whole.replace(/^0+/, "");
    if (whole.length > MOST_DIGITS) return outOfRange(offset);
    const count = BigInt(whole);
    if (unit.rank === YEARS) years += count;
    else if (unit.rank === MONTHS) months += count;
    else {
      const exact = exactPart(unit, count, fraction);
      days += exact.days;
      time += exact.time;
      isTruncated ||= exact.isTruncated;
    }
  }
  const duration = { years, months, days, time };
  if (!isInRange(duration)) return outOfRange(parts[0]?.offset ?? 0);
  return { duration: isNegative ? negate(duration) : duration, ...noticed, isTruncated };
}

/** Whole days, where the unit is one of days or weeks, and the nanoseconds beyond them. */
function exactPart({ ns, rank }: Unit, count: bigint, fraction: string) {
  const kept = fraction.slice(0, MOST_DIGITS);
  const scaled = BigInt(kept) * ns;
  const scale = 10n ** BigInt(kept.length);
  const total = count * ns + scaled / scale;
  const days = rank <= (DAYS ?? 0) ? total / NS_PER_DAY : 0n;
  const isTruncated = scaled % scale !== 0n || /[1-9]/.test(fraction.slice(MOST_DIGITS));
  return { days, time: total - days * NS_PER_DAY, isTruncated };
}

function fractionAt(offset: number, isCalendar: boolean): Trouble {
  return {
    code: "DURATION_FRACTION",
    offset,
    found: isCalendar ? "a fraction of a year or month" : "a fraction with smaller parts beside it",
    expected: "a fraction in the smallest part only, from weeks down",
  };
}

function outOfRange(offset: number): Trouble {
  const expected = "at most 1,000,000,000 days";
  return { code: "DURATION_RANGE", offset, found: "a longer duration", expected };
}
