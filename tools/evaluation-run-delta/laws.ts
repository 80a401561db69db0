/** What holds for every comparison. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

export const DELTA_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "swapping the runs swaps regressed and improved, keeps the p-value and negates the deltas",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const { value: swapped } = run({
        ...input,
        baseline: input.candidate,
        candidate: input.baseline,
      });
      return (
        swapped?.pass.regressed === value.pass.improved &&
        swapped.pass.improved === value.pass.regressed &&
        swapped.mcnemar.pValue === value.mcnemar.pValue &&
        swapped.passRate.delta === 0 - value.passRate.delta &&
        swapped.mean.delta === 0 - value.mean.delta
      );
    },
  },
  {
    name: "the order of rows changes nothing",
    holds(run, input) {
      const { baseline, candidate } = input;
      if (!Array.isArray(baseline) || !Array.isArray(candidate)) return true;
      const turned = { baseline: baseline.toReversed(), candidate: candidate.toReversed() };
      const [before, after] = [run(input), run({ ...input, ...turned })];
      return JSON.stringify(before.value) === JSON.stringify(after.value);
    },
  },
  {
    name: "identical runs differ by nothing, with p = 1 and the interval [0, 0]",
    holds(run, input) {
      const { value } = run({ ...input, candidate: input.baseline });
      if (!value) return true;
      const { mcnemar, mean, bootstrap, effect } = value;
      const isFlat = !bootstrap || (bootstrap.low === 0 && bootstrap.high === 0);
      return mcnemar.pValue === 1 && mean.delta === 0 && isFlat && effect === null;
    },
  },
  {
    name: "every pair is counted once, and p is a probability",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const { both, neither, regressed, improved } = value.pass;
      const { pValue } = value.mcnemar;
      const total = both + neither + regressed + improved;
      return total === value.paired && pValue >= 0 && pValue <= 1;
    },
  },
];
