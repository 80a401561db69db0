/** What holds for every two reports. */
import type { Law, Outcome } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

type DiffLaw = Law<typeof INPUT, Value>;

const valueOf = (outcome: Outcome<Value>) => outcome.value ?? undefined;

export const DIFF_LAWS: readonly DiffLaw[] = [
  {
    name: "against itself a report has only unchanged tests, and those that fail still",
    holds(run, { after, format = "auto" }) {
      const transitions = valueOf(run({ before: after, after, format }))?.transitions;
      return Object.entries(transitions ?? {}).every(
        ([name, ids]) => SAME.has(name) || ids.length === 0,
      );
    },
  },
  {
    name: "every test is in exactly one list",
    holds(run, input) {
      const value = valueOf(run(input));
      if (!value) return true;
      const ids = Object.values(value.transitions).flat();
      const gained = value.after.total - value.before.total;
      const { removed, added, newFailing } = value.transitions;
      return (
        new Set(ids).size === ids.length &&
        ids.length - removed.length === value.after.total &&
        added.length <= gained + removed.length &&
        gained + removed.length <= added.length + newFailing.length
      );
    },
  },
  {
    name: "the other way round what was fixed regressed, and what was added was removed",
    holds(run, input) {
      const forth = valueOf(run(input))?.transitions;
      const back = valueOf(
        run({ ...input, before: input.after, after: input.before }),
      )?.transitions;
      if (!forth || !back) return true;
      return forth.fixed.every((id) => back.regressed.includes(id)) && holds(forth, back);
    },
  },
];

const SAME: ReadonlySet<string> = new Set(["unchanged", "stillFailing"]);

function holds({ added }: Value["transitions"], { removed }: Value["transitions"]): boolean {
  const gone = new Set(removed);
  return added.every((id) => gone.has(id));
}
