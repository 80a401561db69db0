/** What holds for all configurations. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

export const DRIFT_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "nothing drifts from itself",
    holds(run, input) {
      const { desired, desiredFormat = "auto" } = input;
      if (desired === undefined) return true;
      const { value } = run({ ...input, actual: desired, actualFormat: desiredFormat });
      return !value || (value.inSync && value.drift.length === 0 && value.patch.length === 0);
    },
  },
  {
    name: "what is ignored only leaves out",
    holds(run, input) {
      const { value } = run(input);
      const all = run({ ...input, ignore: [] }).value;
      if (!value || !all) return true;
      const known = new Set(all.drift.map(({ path, kind }) => `${kind} ${path}`));
      return value.drift.every(({ path, kind }) => known.has(`${kind} ${path}`));
    },
  },
  {
    name: "turned around, what was missing is extra",
    holds(run, { desired, actual, desiredFormat = "auto", actualFormat = "auto", ...rest }) {
      if (desired === undefined || actual === undefined) return true;
      const { lastApplied: _, ...options } = rest;
      const there = run({ ...options, desired, actual, desiredFormat, actualFormat }).value;
      const back = run({
        ...options,
        desired: actual,
        actual: desired,
        desiredFormat: actualFormat,
        actualFormat: desiredFormat,
      }).value;
      if (!there || !back) return true;
      const paths = (value: Value, kind: string) =>
        value.drift.flatMap((entry) => (entry.kind === kind ? [entry.path] : [])).join("\n");
      return (
        paths(there, "missing") === paths(back, "extra") &&
        paths(there, "extra") === paths(back, "missing")
      );
    },
  },
];
