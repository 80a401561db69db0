/** What a transfer is computed from: the fields of the calculator, or one line of text. */
import { type Static, Type } from "@sinclair/typebox";
import { whole } from "../_core/fields.ts";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import {
  CONFLICT_FAILURES,
  conflictsOf,
  INSUFFICIENT_FAILURES,
  insufficientInput,
} from "../_lib/fields/exclusive-fields.ts";
import { isZero } from "../_lib/numbers/fraction.ts";
import { INPUT_FAILURES, inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { MOST_CHARACTERS, overheadField, quantityField } from "../_lib/bytes/data-size/fields.ts";
import {
  fieldPlace,
  isProblem,
  notUnderstood,
  READ_FAILURES,
  type Reading,
  type ReadProblem,
  readRate,
  readSize,
  readTime,
} from "../_lib/bytes/data-size/read.ts";

export const INPUT = Type.Object({
  input: Type.Optional(
    Type.String({
      description: "A size at (over, via, with, @) a rate: 4.7 GB at 100 Mbps",
      maxLength: MOST_CHARACTERS,
    }),
  ),
  size: quantityField("Two of size, rate and time instead of input: 4 GB, 700 MiB"),
  rate: quantityField("Of the line: 100 Mbps, 12.5 MB/s"),
  time: quantityField("10 min, 1h30m, PT1H30M"),
  overheadPercent: overheadField,
  latencyMs: Type.Number({
    description: "Milliseconds of a round trip",
    minimum: 0,
    maximum: 1e6,
    default: 0,
  }),
  window: quantityField("TCP window, the bytes in flight on a connection: 64 KiB"),
  parallel: whole({ description: "Connections", minimum: 1, maximum: 10_000, default: 1 }),
  files: whole({ description: "Files sent", minimum: 1, maximum: 1e9, default: 1 }),
  roundTripsPerFile: Type.Number({
    description: "Before the data of a file flows",
    minimum: 0,
    maximum: 100,
    default: 1,
  }),
});

type Input = Static<typeof INPUT>;

export const REQUEST_FAILURES = {
  ...INSUFFICIENT_FAILURES,
  ...CONFLICT_FAILURES,
  ...READ_FAILURES,
  ...INPUT_FAILURES,
} as const;

type Failed = Outcome<never, keyof typeof REQUEST_FAILURES, never>;

const READERS = { size: readSize, rate: readRate, time: readTime, window: readSize } as const;
type Quantity = keyof typeof READERS;
export type Readings = { readonly [Name in Quantity]?: Reading };

/** Two of size, rate and time, and the window, or all that is wrong with them. */
export function readQuantities(input: Input): Readings | Failed {
  const [unfit, ...moreUnfit] = countProblems(input);
  if (unfit) return fail([unfit, ...moreUnfit]);
  const read = input.input === undefined ? readFields(input) : readText(input.input, input);
  const problems = Object.values(read).filter((found): found is ReadProblem => isProblem(found));
  const [problem, ...others] = problems;
  if (problem) return fail([problem, ...others]);
  const readings = read as Readings;
  if (!readings.window || !isZero(readings.window.amount)) return readings;
  return inputInvalid([outOfBounds("/window", String(input.window), "a size above 0")]);
}

const ALTERNATIVES = "input, or two of size, rate and time";

function countProblems(input: Input): Entry<"CONFLICTING_FIELDS" | "INSUFFICIENT_INPUT">[] {
  const conflicts = conflictsOf(input, [
    ["input", "size"],
    ["input", "rate"],
    ["input", "time"],
  ]);
  if (conflicts.length > 0 || input.input !== undefined) return conflicts;
  const given = (["size", "rate", "time"] as const).filter((name) => input[name] !== undefined);
  if (given.length < 2) return [insufficientInput("compute a transfer", given, ALTERNATIVES)];
  if (given.length === 2) return [];
  const message = `Cannot use size, rate and time together: found all three, expected ${ALTERNATIVES}`;
  return [{ code: "CONFLICTING_FIELDS", message, path: "/time" }];
}

type Read = Partial<Record<Quantity, Reading | ReadProblem>>;

function readFields(input: Input): Read {
  return Object.fromEntries(
    (Object.keys(READERS) as Quantity[]).flatMap((name) => {
      const field = input[name];
      return field === undefined ? [] : [[name, READERS[name](fieldPlace(`/${name}`, field))]];
    }),
  );
}

const SEPARATOR = /\s(?:at|over|via|with)(?![a-z])|@/i;

const LINE = {
  name: "transfer",
  expected: "a size, then at, over, via, with or @, and a rate",
  examples: ["4.7 GB at 100 Mbps", "700 MiB over 20 Mbps", "1 TB @ 1 Gbit/s"],
} as const;

function readText(text: string, { window }: Input): Read {
  const path = "/input";
  const found = SEPARATOR.exec(text);
  if (!found) return { size: notUnderstood({ path, text }, 0, LINE) };
  const before = found.index + found[0].length;
  const { examples } = LINE;
  return {
    size: readSize({ path, text: text.slice(0, found.index), examples }),
    rate: readRate({ path, text: text.slice(before), before, examples }),
    ...(window === undefined ? {} : { window: readSize(fieldPlace("/window", window)) }),
  };
}
