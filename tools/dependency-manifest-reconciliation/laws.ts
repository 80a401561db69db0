/** What holds for all manifests and lock files. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

export const DEPENDENCY_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "the order of keys does not matter",
    holds(run, input) {
      const turned = { ...input, manifest: turn(input.manifest), lockfile: turn(input.lockfile) };
      return JSON.stringify(run(input).value) === JSON.stringify(run(turned).value);
    },
  },
  {
    name: "each dependency has one status, and only what is locked has a version",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const { direct, ok, missing, mismatch, stale, unverifiable } = value.counts;
      const isWhole = direct === ok + missing + mismatch + stale + unverifiable;
      return (
        isWhole && value.entries.every((one) => one.status !== "missing" || one.locked === null)
      );
    },
  },
  {
    name: "without those for development the others are judged as before",
    holds(run, input) {
      const all = run({ ...input, includeDev: true }).value;
      const some = run({ ...input, includeDev: false }).value;
      if (!all || !some) return true;
      const others = all.entries.filter(({ group }) => group !== "dev");
      return (
        JSON.stringify(some.entries) === JSON.stringify(others) &&
        JSON.stringify(some.extraneous) === JSON.stringify(all.extraneous)
      );
    },
  },
];

/** The data with the members of all objects the other way round; text as it is. */
function turn(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(turn);
  if (typeof data !== "object" || data === null) return data;
  const members = Object.entries(data).map(([key, value]) => [key, turn(value)]);
  return Object.fromEntries(members.toReversed());
}
