/** What the duration calculator does with the durations that it reads. */
import { fail } from "../_core/tool.ts";
import { ErrorList } from "../_lib/results/entry-list.ts";
import { readDecimal } from "../_lib/numbers/decimal-text.ts";
import {
  addDurations,
  type Duration,
  isInRange,
  multiply,
  negate,
  signOf,
  ZERO,
} from "../_lib/time/duration/duration.ts";
import {
  type DurationProblem,
  parseDuration,
  type ReadDuration,
} from "../_lib/time/duration/parse.ts";
import type { NumberUnit } from "../_lib/time/duration/units.ts";

export interface Computed {
  readonly duration: Duration;
  readonly isTruncated: boolean;
  readonly hasShortClock: boolean;
  readonly hasShortMonths: boolean;
}

/** The duration that a field holds. */
export function readOne(text: string, numberUnit: NumberUnit, path: string) {
  const read = parseDuration(text, numberUnit, path);
  return "code" in read ? { failure: fail(read) } : read;
}

/** The sum or difference of two texts. */
export function combine(
  texts: readonly [string, string],
  numberUnit: NumberUnit,
  isDifference: boolean,
) {
  const a = parseDuration(texts[0], numberUnit, "/input");
  const b = parseDuration(texts[1], numberUnit, "/other");
  if ("code" in b) return { failure: fail([...("code" in a ? [a] : []), b]) };
  if ("code" in a) return { failure: fail(a) };
  return checked(addDurations(a.duration, isDifference ? negate(b.duration) : b.duration), [a, b]);
}

/** The sum of the lines that are not blank; every line that cannot be read is a problem of its own. */
export function sum(text: string, numberUnit: NumberUnit) {
  const problems = new ErrorList<DurationProblem["code"]>();
  const reads: ReadDuration[] = [];
  let total = ZERO;
  let base = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() !== "") {
      const read = parseDuration(line, numberUnit, "/input", { base, line: index + 1 });
      if ("code" in read) problems.add(read.code, () => read);
      else {
        reads.push(read);
        total = addDurations(total, read.duration);
      }
    }
    base += line.length + 1;
  }
  const [first, ...others] = problems.list();
  if (first) return { failure: fail([first, ...others]) };
  if (reads.length === 0) return readOne(text, numberUnit, "/input");
  return checked(total, reads);
}

/** The duration of a text so many times, also parts of it. */
export function times(text: string, numberUnit: NumberUnit, factor: number) {
  const read = parseDuration(text, numberUnit, "/input");
  if ("code" in read) return { failure: fail(read) };
  const product = multiply(read.duration, readDecimal(String(factor)) ?? ONE);
  if (product) return checked(product, [read]);
  const message = `Cannot multiply by ${factor}: found a fraction of a year or month, expected whole ones`;
  return { failure: fail({ code: "DURATION_FRACTION", message, path: "/factor" }) };
}

const ONE = { numerator: 1n, denominator: 1n };

/** The result, if its parts have one sign and it is not too long. */
function checked(duration: Duration, reads: readonly ReadDuration[]) {
  const problem = problemOf(duration);
  if (problem) return { failure: fail(problem) };
  return {
    duration,
    isTruncated: reads.some(({ isTruncated }) => isTruncated),
    hasShortClock: reads.some(({ hasShortClock }) => hasShortClock),
    hasShortMonths: reads.some(({ hasShortMonths }) => hasShortMonths),
  };
}

/** Why a duration cannot be written; undefined where it can. */
export function problemOf(duration: Duration): DurationProblem | undefined {
  if (signOf(duration) === undefined) {
    const found = "years, months and exact time of different signs";
    const message = `Cannot write the result: found ${found}, expected one sign, as a month has no fixed length`;
    return { code: "DURATION_MIXED_SIGNS", message, path: "/input" };
  }
  if (isInRange(duration)) return undefined;
  const message =
    "Cannot write the result: found a longer duration, expected at most 1,000,000,000 days";
  return { code: "DURATION_RANGE", message, path: "/input" };
}
