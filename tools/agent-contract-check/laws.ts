/** What holds for all contracts. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

export const CONTRACT_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "tools have not drifted from themselves",
    holds(run, input) {
      const { value } = run({ ...input, baseline: input.tools });
      return !value || value.drift.length === 0;
    },
  },
  {
    name: "an allowance never adds a finding",
    holds(run, input) {
      const found = run({ ...input, allowed: [] }).value?.counts;
      const { value } = run({ ...input, allowed: ["REQUIRED_ADDED", "TYPE_NARROWED", "X"] });
      if (!found || !value) return true;
      const { errors, warnings } = value.counts;
      return errors <= found.errors && warnings <= found.warnings;
    },
  },
  {
    name: "a gate for warnings is never easier than one for errors",
    holds(run, input) {
      const strict = run({ ...input, failOn: "warning" });
      return !strict.ok || run({ ...input, failOn: "error" }).ok;
    },
  },
];
