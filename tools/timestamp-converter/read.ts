/** From whatever is called a time to its instant. */
import type { Entry } from "../_core/tool.ts";
import { type Decimal, readDecimal } from "../_lib/numbers/decimal-text.ts";
import { writeDate } from "../_lib/time/calendar.ts";
import {
  instantFromNs,
  isInYears,
  localFromNs,
  NS_PER_SECOND,
  nsOf,
} from "../_lib/time/nanoseconds.ts";
import { readIso } from "../_lib/time/timestamp/iso.ts";
import { readMailDate } from "../_lib/time/timestamp/mail-date.ts";
import {
  type Format,
  foundText,
  isReading,
  problem,
  type Reading,
  type ReadingProblem,
} from "../_lib/time/timestamp/reading.ts";
import {
  type Disambiguation,
  type LOCAL_FAILURES,
  placementWarning,
  resolveLocal,
} from "../_lib/time/zone/local-time.ts";
import { orderHint } from "../_lib/time/written/written.ts";
import type { Zone } from "../_lib/time/zone/zone.ts";
import type { Warnings } from "../timestamp-converter.ts";
import { readObjectIdTime, readUlidTime, readUuidTime } from "./ids.ts";
import { guessNumber, NUMBER_FORMATS, type NumberFormat, readNumber } from "./numbers.ts";
import { readRelative } from "./relative.ts";
import { readDigits, readWrittenTime } from "./written.ts";

export const TIMESTAMP_UNITS = ["auto", ...NUMBER_FORMATS, "objectId", "uuid", "ulid"] as const;
export type TimestampUnit = (typeof TIMESTAMP_UNITS)[number];

type Problem = ReadingProblem | Entry<keyof typeof LOCAL_FAILURES>;
type Warning = Entry<keyof Warnings>;

export interface Timestamp {
  readonly reading: Reading;
  /** Nanoseconds since 1970 UTC. */
  readonly ns: bigint;
  /** Other likely readings of a number, with their instants. */
  readonly alternatives: readonly { readonly reading: Reading; readonly ns: bigint }[];
  readonly warnings: readonly Warning[];
}

export interface ReadingOptions {
  readonly unit: TimestampUnit;
  readonly zone: Zone;
  readonly disambiguation: Disambiguation;
  /** Nanoseconds since 1970 UTC. */
  readonly now: bigint;
}

/** The instant that a text names, with what there is to say of it. */
export function readTimestampText(text: string, options: ReadingOptions): Timestamp | Problem {
  const { unit, now } = options;
  if (unit === "auto" || isNumberFormat(unit)) {
    const number = readDecimal(text);
    if (number && unit !== "auto") return finish(readNumber(number, unit), options);
    const read = readIdOrWord(text, now);
    if (read) return finish(read, options);
    return number
      ? readBareNumber(text, number, options)
      : finish(readDate(text, options), options);
  }
  const readId = { objectId: readObjectIdTime, uuid: readUuidTime, ulid: readUlidTime }[unit];
  return finish(readId(text) ?? unrecognized(text, unit), options);
}

/** Digits that spell a date are that date; four may be a year, and are a count. */
function readBareNumber(
  text: string,
  number: Decimal,
  options: ReadingOptions,
): Timestamp | Problem {
  const guess = guessNumber(number, (reading) => instantOf(reading, options.zone));
  const spelled = readDigits(text);
  if (!spelled) return finish(guess.chosen, options, guess);
  const counts = [guess.chosen, ...guess.others].filter(({ ns }) => isInYears(ns));
  return text.length === YEAR_DIGITS
    ? finish(guess.chosen, options, { ...guess, others: [...guess.others, spelled] })
    : finish(spelled, options, { others: counts, isAgainstSize: true });
}

const YEAR_DIGITS = 4;

/** What is neither a number nor an id. */
function readDate(text: string, { zone, now }: ReadingOptions): Reading | ReadingProblem {
  const epoch = /^@(-?\d[\d.]*)$/.exec(text)?.[1];
  const seconds = epoch === undefined ? undefined : readDecimal(epoch);
  if (seconds) return readNumber(seconds, "s");
  const wall = now + BigInt(zone.periodAt(instantFromNs(now).seconds).offset) * NS_PER_SECOND;
  return (
    readIso(text) ??
    readMailDate(text, now) ??
    readWrittenTime(text, wall) ??
    readRelative(text, { ns: now, wall }) ??
    unrecognized(text)
  );
}

function isNumberFormat(unit: TimestampUnit): unit is NumberFormat {
  return NUMBER_FORMATS.some((format) => format === unit);
}

function readIdOrWord(text: string, now: bigint): Reading | ReadingProblem | undefined {
  if (text.toLowerCase() === "now") return { format: "now", unit: null, ns: now, warnings: [] };
  return readUlidTime(text) ?? readUuidTime(text) ?? readObjectIdTime(text);
}

function unrecognized(text: string, unit?: TimestampUnit): ReadingProblem {
  const expected =
    unit === undefined
      ? "a number, an id, ISO 8601, a date of HTTP, mail or a log, or words such as 2 hours ago"
      : `an id of the kind ${unit}`;
  return problem("TIMESTAMP_UNRECOGNIZED", foundText(text), expected, orderHint(text));
}

/** The instant of a likely reading, wherever the clocks stand. */
function instantOf({ ns, isLocal, zone }: Reading, fallback: Zone): bigint {
  if (!isLocal) return ns;
  const placed = resolveLocal(zone ?? fallback, localFromNs(ns), "compatible", "/input");
  return "code" in placed ? ns : nsOf(placed.instant);
}

function finish(
  reading: Reading | ReadingProblem,
  { zone: ownZone, disambiguation, unit }: ReadingOptions,
  guess?: { readonly others: readonly Reading[]; readonly isAgainstSize: boolean },
): Timestamp | Problem {
  if (!isReading(reading)) return reading;
  if (!isInYears(reading.ns)) return outOfYears();
  const zone = reading.zone ?? ownZone;
  const warnings: Warning[] = [];
  if (guess && (guess.isAgainstSize || guess.others.length > 0))
    warnings.push(ambiguous(reading, guess.others));
  let { ns } = reading;
  if (reading.isLocal) {
    const local = localFromNs(ns);
    const placed = resolveLocal(zone, local, disambiguation, "/input");
    if ("code" in placed) return placed;
    ns = nsOf(placed.instant);
    if (WRITTEN_FORMATS.has(reading.format) && !reading.zone) warnings.push(assumed(zone));
    warnings.push(...placementWarning(zone, local, placed, "/input"));
  }
  const { seconds } = instantFromNs(ns);
  const wall = ns + BigInt(ownZone.periodAt(seconds).offset) * 1_000_000_000n;
  if (!isInYears(ns) || !isInYears(wall)) return outOfYears();
  const others = (unit === "auto" && guess?.others) || [];
  const alternatives = others.map((other) => ({ reading: other, ns: instantOf(other, ownZone) }));
  return { reading, ns, alternatives, warnings: [...warnings, ...reading.warnings] };
}

/** Those whose local time stands in the text; a number of Excel has always been local. */
const WRITTEN_FORMATS: ReadonlySet<Format> = new Set(["iso8601", "digits", "written", "relative"]);

function outOfYears(): ReadingProblem {
  return problem("TIMESTAMP_RANGE", "a time outside the calendar", "one in the years 0001 to 9999");
}

function ambiguous(reading: Reading, others: readonly Reading[]): Warning {
  const name = ({ unit, format, ns }: Reading): string =>
    format === "digits" ? `the date ${writeDate(localFromNs(ns))}` : (unit ?? format);
  const also = others.length > 0 ? `; it could be ${others.map(name).join(" or ")}` : "";
  const why =
    reading.format === "digits" ? "as its digits spell it" : "so that the time is near today";
  const message = `The number was taken as ${name(reading)}, ${why}${also}: name the unit`;
  return { code: "AMBIGUOUS_TIMESTAMP", message, path: "/input" };
}

function assumed(zone: Zone): Warning {
  const message = `The text names no offset: taken as local time of ${zone.name}`;
  return { code: "LOCAL_TIME_ASSUMED", message, path: "/input" };
}
