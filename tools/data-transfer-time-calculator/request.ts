/** What a transfer is computed from: the fields of the calculator, or one line of text. */
import { type Entry, fail } from "../_core/tool.ts";
import { conflictsOf, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import { isZero } from "../_lib/numbers/fraction.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import {
  fieldPlace,
  isProblem,
  notUnderstood,
  type Reading,
  type ReadProblem,
  readRate,
  readSize,
  readTime,
} from "../_lib/bytes/data-size/read.ts";
import type { Input } from "../data-transfer-time-calculator.ts";

const READERS = { size: readSize, rate: readRate, time: readTime, window: readSize } as const;
type Quantity = keyof typeof READERS;
type Readings = { readonly [Name in Quantity]?: Reading };

/** Two of size, rate and time, and the window, or all that is wrong with them. */
export function readQuantities(input: Input) {
  const [unfit, ...moreUnfit] = countProblems(input);
  if (unfit) return { failure: fail([unfit, ...moreUnfit]) };
  const read = input.input === undefined ? readFields(input) : readText(input.input, input);
  const problems = Object.values(read).filter((found): found is ReadProblem => isProblem(found));
  const [problem, ...others] = problems;
  if (problem) return { failure: fail([problem, ...others]) };
  const readings = read as Readings;
  if (!readings.window || !isZero(readings.window.amount)) return { readings };
  const isNothing = outOfBounds("/window", String(input.window), "a size above 0");
  return { failure: inputInvalid([isNothing]) };
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
