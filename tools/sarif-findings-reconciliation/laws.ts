/** What holds for all scans. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

export const SARIF_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "a scan compared with itself is unchanged",
    holds(run, { after, ...rest }) {
      const { value } = run({ ...rest, before: after, after });
      return !value || value.results.every(({ state }) => state === "unchanged");
    },
  },
  {
    name: "each result of the baseline is matched once at most",
    holds(run, input) {
      const matched = (run(input).value?.results ?? []).flatMap(
        ({ beforePointer }) => beforePointer ?? [],
      );
      return new Set(matched).size === matched.length;
    },
  },
];
