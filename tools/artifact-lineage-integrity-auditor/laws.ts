/** What holds for all lineages. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

export const LINEAGE_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "there are no circles exactly where all artifacts can be ordered",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      return (value.cycles.length === 0) === (value.order.length === value.counts.artifacts);
    },
  },
  {
    name: "the order of the artifacts changes no digest of a lineage",
    holds(run, input) {
      if (!Array.isArray(input.artifacts)) return true;
      const { value } = run(input);
      if (!value || value.findings.some(({ code }) => code === "DUPLICATE_ID")) return true;
      const turned = run({ ...input, artifacts: input.artifacts.toReversed() }).value;
      return JSON.stringify(value.lineage) === JSON.stringify(turned?.lineage);
    },
  },
];
