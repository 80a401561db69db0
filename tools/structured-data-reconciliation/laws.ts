/** What holds for all tables. */
import type { Law } from "../_core/tool.ts";
import type { INPUT, Value } from "./contract.ts";

type Reconciliation = Law<typeof INPUT, Value>;

export const RECONCILIATION_LAWS: readonly Reconciliation[] = [
  {
    name: "a table differs from itself in nothing but what it holds twice",
    holds(run, input) {
      const { value } = run({ ...input, right: input.left, mapping: {} });
      if (!value) return true;
      const { counts, differences } = value;
      return (
        differences.length + counts.leftOnly + counts.rightOnly === 0 &&
        value.totals.every(({ difference }) => difference === 0)
      );
    },
  },
  {
    name: "every key is matched, different, one-sided or shared by rows that are not compared",
    holds(run, input) {
      const { value } = run({ ...input, duplicates: "report" });
      if (!value) return true;
      const { counts } = value;
      const { matched, different, leftOnly, rightOnly, duplicateKeys, keys } = counts;
      return matched + different + leftOnly + rightOnly + duplicateKeys === keys;
    },
  },
  {
    name: "turned around, what was only on the left is only on the right, and numbers differ by the negative",
    holds(run, { left, right, ...options }) {
      // Columns are called by their names on the left.
      if (options.columns || Object.keys(options.mapping ?? {}).length > 0) return true;
      if (left === undefined || right === undefined) return true;
      const there = run({ ...options, left, right }).value;
      const back = run({ ...options, left: right, right: left }).value;
      if (!there || !back) return true;
      const same = (ours: unknown, theirs: unknown) =>
        JSON.stringify(ours) === JSON.stringify(theirs);
      return (
        same(there.leftOnly, back.rightOnly) &&
        same(there.rightOnly, back.leftOnly) &&
        same(deltas(there, 1), deltas(back, -1))
      );
    },
  },
  {
    name: "a larger tolerance finds no more differences",
    holds(run, input) {
      const abs = input.tolerance?.abs ?? 0;
      const narrow = run({ ...input, tolerance: { abs } }).value;
      const wide = run({ ...input, tolerance: { abs: abs + 1 } }).value;
      return !narrow || !wide || wide.differences.length <= narrow.differences.length;
    },
  },
];

function deltas({ differences }: Value, sign: 1 | -1): string[] {
  return differences
    .map(({ key, column, kind, delta }) =>
      JSON.stringify([key, column, kind, typeof delta === "number" ? sign * delta : null]),
    )
    .toSorted();
}
