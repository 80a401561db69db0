/** What holds for every two versions. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

type CompatibilityLaw = Law<typeof INPUT, Value>;

export const COMPATIBILITY_LAWS: readonly CompatibilityLaw[] = [
  {
    name: "against itself a schema has no changes",
    holds(run, { after }) {
      const { value } = run({ before: after, after });
      return !value || (value.changes.length === 0 && value.compatible.full);
    },
  },
  {
    name: "the other way round backward is forward and forward is backward",
    holds(run, { before, after, policy, defaultsFill }) {
      const rules = {
        ...(policy && { policy }),
        ...(defaultsFill !== undefined && { defaultsFill }),
      };
      const [there, back] = [
        run({ before, after, ...rules }),
        run({ before: after, after: before, ...rules }),
      ];
      if (!there.value || !back.value) return there.ok === back.ok;
      const { backward, forward } = there.value.compatible;
      const { compatible } = back.value;
      return compatible.backward === forward && compatible.forward === backward;
    },
  },
  {
    name: "full is both directions, and every change agrees with the whole",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const { backward, forward, full } = value.compatible;
      const { changes, counts } = value;
      return (
        full === (backward && forward) &&
        backward === changes.every((change) => change.backward) &&
        forward === changes.every((change) => change.forward) &&
        counts.backwardIncompatible === changes.filter((change) => !change.backward).length
      );
    },
  },
  {
    name: "a schema that accepts everything takes all data of any other one",
    holds(run, { before }) {
      const { value } = run({ before, after: true });
      return !value || value.compatible.backward;
    },
  },
];
