/** What the duration calculator does with the durations that it reads. */
import type { Entry } from "../_core/tool.ts";
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
}

type Problem = Entry<DurationProblem["code"] | "ERRORS_TRUNCATED">;

export type Computation = Computed | readonly [Problem, ...Problem[]];

export function readOne(text: string, numberUnit: NumberUnit, path: string): Computation {
  const read = parseDuration(text, numberUnit, path);
  return "code" in read ? [read] : read;
}

/** The sum or difference of two texts. */
export function combine(
  texts: readonly [string, string],
  numberUnit: NumberUnit,
  isDifference: boolean,
): Computation {
  const [first, second] = [
    parseDuration(texts[0], numberUnit, "/input"),
    parseDuration(texts[1], numberUnit, "/other"),
  ];
  const [problem, ...others] = [first, second].filter(
    (read) => "code" in read,
  ) as DurationProblem[];
  if (problem) return [problem, ...others];
  const [a, b] = [first as ReadDuration, second as ReadDuration];
  return checked(addDurations(a.duration, isDifference ? negate(b.duration) : b.duration), [a, b]);
}

/** The sum of the lines that are not blank; every line that cannot be read is a problem of its own. */
export function sum(text: string, numberUnit: NumberUnit): Computation {
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
  if (first) return [first, ...others];
  if (reads.length === 0) return readOne(text, numberUnit, "/input");
  return checked(total, reads);
}

export function times(text: string, numberUnit: NumberUnit, factor: number): Computation {
  const read = parseDuration(text, numberUnit, "/input");
  if ("code" in read) return [read];
  const product = multiply(read.duration, readDecimal(String(factor)) ?? ONE);
  if (product) return checked(product, [read]);
  return [
    {
      code: "DURATION_FRACTION",
      message: `Cannot multiply by ${factor}: found a fraction of a year or month, expected whole ones`,
      path: "/factor",
    },
  ];
}

const ONE = { numerator: 1n, denominator: 1n };

/** The result, if its parts have one sign and it is not too long. */
function checked(duration: Duration, reads: readonly ReadDuration[]): Computation {
  const problem = problemOf(duration);
  if (problem) return [problem];
  return {
    duration,
    isTruncated: reads.some(({ isTruncated }) => isTruncated),
    hasShortClock: reads.some(({ hasShortClock }) => hasShortClock),
  };
}

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
