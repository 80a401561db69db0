/** Walks along the cells of a column and knows at each which rules hold there. */
import { BitRows } from "../_lib/algorithms/graph/bit-rows.ts";
import type { Runs } from "./runs.ts";

type Visit = (cell: number, starting: readonly number[], active: BitRows) => void;

/** `sets` are the cells of each rule; `active` has one row, of the rules that hold at the cell. */
function sweep(sets: readonly Runs[], size: number, visit: Visit): void {
  const [starts, ends] = [eventsOf(sets, "start"), eventsOf(sets, "end")];
  const active = new BitRows(1, sets.length);
  for (let cell = 0; cell < size; cell++) {
    for (const rule of ends.get(cell) ?? []) active.delete(0, rule);
    const starting = starts.get(cell) ?? [];
    for (const rule of starting) active.add(0, rule);
    visit(cell, starting, active);
  }
}

function eventsOf(sets: readonly Runs[], side: "start" | "end"): Map<number, number[]> {
  const events = new Map<number, number[]>();
  for (const [rule, runs] of sets.entries()) {
    for (const run of runs) {
      const known = events.get(run[side]);
      if (known) known.push(rule);
      else events.set(run[side], [rule]);
    }
  }
  return events;
}

/** The rules that hold at each cell: a row for a cell, a bit for a rule. */
export function masksOf(sets: readonly Runs[], size: number): BitRows {
  const masks = new BitRows(size, sets.length);
  sweep(sets, size, (cell, _starting, active) => masks.merge(cell, active, 0));
  return masks;
}

/** The rules that share a cell: a row and a bit for each. */
export function meetingsOf(sets: readonly Runs[], size: number): BitRows {
  const meetings = new BitRows(sets.length, sets.length);
  sweep(sets, size, (_cell, starting, active) => {
    for (const rule of starting) meetings.merge(rule, active, 0);
  });
  // A rule that began earlier was not told of those that came later.
  for (const rule of sets.keys()) {
    for (const other of meetings.columnsOf(rule)) meetings.add(other, rule);
  }
  return meetings;
}
