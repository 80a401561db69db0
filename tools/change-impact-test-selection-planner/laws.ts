/** What holds for every plan. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";
import { readPathMap } from "./fields.ts";

export const PLAN_LAWS: readonly Law<typeof INPUT, Value>[] = [
  {
    name: "every test is either selected or skipped",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const { selected, skipped, counts } = value;
      const tests = new Set([...selected.map(({ test }) => test), ...skipped]);
      return tests.size === counts.tests && selected.length + skipped.length === counts.tests;
    },
  },
  {
    name: "each step on the way to a test is an import",
    holds(run, input) {
      const { value } = run(input);
      const imports = readPathMap(input.dependencies ?? {}, "/dependencies");
      if (!value || imports.failure) return true;
      const ways = value.selected.filter(({ reason }) => reason === "dependency");
      return ways.every(({ test, distance, via }) => {
        const steps = via.slice(1);
        const areImports = steps.every((importer, at) =>
          imports.value.get(importer)?.includes(via[at] ?? ""),
        );
        return areImports && steps.length === distance && via.at(-1) === test;
      });
    },
  },
  {
    name: "the shards hold every selected test once, and their durations make up the rest",
    holds(run, input) {
      const { value } = run(input);
      if (!value) return true;
      const tests = value.shards.flatMap((shard) => shard.tests);
      const longest = Math.max(...value.shards.map(({ durationMs }) => durationMs));
      return (
        tests.length === value.selected.length &&
        new Set(tests).size === tests.length &&
        value.makespanMs === longest
      );
    },
  },
  {
    name: "one more changed file takes no test away",
    holds(run, input) {
      if (!Array.isArray(input.changes)) return true;
      const before = run(input).value;
      const after = run({
        ...input,
        changes: [...(input.changes as unknown[]), "src/more.ts"],
      }).value;
      const kept = new Set(after?.selected.map(({ test }) => test));
      return !before || before.selected.every(({ test }) => kept.has(test));
    },
  },
];
