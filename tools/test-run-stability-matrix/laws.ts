/** What holds for every set of runs. */
import type { Law, Outcome } from "../_core/tool.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { type INPUT, RUNS, type Value } from "./contract.ts";

export const STABILITY_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "the share of passes is within its interval, and runs are executed, skipped or absent",
    holds(run, input) {
      const { value } = run(input);
      return (value?.tests ?? []).every(({ passPercent, wilson95, runs, passes, ...test }) => {
        const isWithin =
          passPercent === null ||
          (wilson95 !== null && wilson95.low <= passPercent && passPercent <= wilson95.high);
        const isWhole = runs + test.skipped + test.absent === value?.runs.length;
        return isWithin && isWhole && passes + test.fails === runs;
      });
    },
  },
  {
    name: "the other way round what regressed was fixed, with as many flips",
    holds(run, { runs, ...rest }) {
      const read = readStructured(runs, RUNS, "/runs");
      if (read.failure || read.value.some(({ id }) => id === undefined)) return true;
      const forth = summary(run({ runs, ...rest }));
      const back = summary(run({ runs: read.value.toReversed(), ...rest }));
      return [...forth].every(([id, { classification, flips }]) => {
        const mirrored = back.get(id);
        return mirrored?.flips === flips && mirrored.classification === mirror(classification);
      });
    },
  },
];

function summary({ value }: Outcome<Value>) {
  return new Map(value?.tests.map((test) => [test.id, test]));
}

function mirror(classification: string): string {
  if (classification === "regressed") return "fixed";
  return classification === "fixed" ? "regressed" : classification;
}
