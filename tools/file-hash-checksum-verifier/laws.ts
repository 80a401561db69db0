/** What holds for all lists. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

export const VERIFY_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "a list compared with itself fits, but for what contradicts itself",
    holds(run, { input = "", algorithm }) {
      const chosen = algorithm === undefined ? {} : { algorithm };
      const { value, warnings = [] } = run({ input, actual: input, ...chosen });
      if (!value || warnings.some(({ code }) => code === "CONFLICTING_ENTRY")) return true;
      return value.counts.ok === value.entries.length;
    },
  },
  {
    name: "the order of the lines does not matter",
    holds(run, input) {
      const { value, warnings = [] } = run(input);
      const isPlain = !/[\0]|^Algorithm/m.test(input.input ?? "");
      if (!value || !isPlain || warnings.length > 0) return true;
      const turned = (input.input ?? "").split("\n").toReversed().join("\n");
      const other = run({ ...input, input: turned.replace(/^\ufeff/m, "") });
      return JSON.stringify(other.value?.entries) === JSON.stringify(value.entries);
    },
  },
];
