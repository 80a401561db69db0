/** What holds for all evidence. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

export const EVIDENCE_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "a release is no worse than itself, but for tests that fail",
    holds(run, { after }) {
      const { value } = run({ before: after, after, policy: {} });
      return (
        value?.findings.every(
          ({ severity, code }) => severity !== "error" || code === "TESTS_FAILED",
        ) ?? true
      );
    },
  },
  {
    name: "waivers add nothing but that they are out of date",
    holds(run, input) {
      const before = run({ ...input, policy: {} }).value?.findings.length;
      const waivers = [{ code: "TESTS_FAILED", until: "2000-01-01" }, { code: "COVERAGE_DROPPED" }];
      const after = run({ ...input, policy: { waivers } }).value?.findings.length;
      return before === undefined || after === before + 1;
    },
  },
];
