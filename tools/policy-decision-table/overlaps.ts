/** The pairs of rules that match the same facts. */
import type { BitRows } from "../_lib/algorithms/graph/bit-rows.ts";
import { meetingsOf } from "./sweep.ts";
import type { Runs } from "./runs.ts";

/** `sets` has the cells of each rule for each column. Pairs come in the order of the rules. */
export function* overlapsOf(
  sets: readonly (readonly Runs[])[],
  sizes: readonly number[],
): Generator<readonly [first: number, second: number]> {
  const rows = sets.map((runs, column) => meetingsOf(runs, sizes[column] ?? 0));
  const [shared, ...others] = rows as [BitRows, ...BitRows[]];
  const rules = sets[0]?.length ?? 0;
  for (let rule = 0; rule < rules; rule++) {
    for (const row of others) shared.intersect(rule, shared, rule, row, rule);
    for (const other of shared.columnsOf(rule)) if (other > rule) yield [rule, other];
  }
}
