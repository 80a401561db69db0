/** Takes rows out of a covering array that it covers as much without. */
import type { Row } from "./problem.ts";
import type { Tuples } from "./tuples.ts";

/** From the last row to the first, each whose tuples others hold as well; the first rows, the seeds, stay. */
export function withoutSpareRows(rows: readonly Row[], tuples: Tuples, seeds: number): Row[] {
  const holders = new Uint16Array(tuples.count);
  for (const row of rows) count(row, 1);
  const kept: Row[] = [];
  for (const [index, row] of [...rows.entries()].toReversed()) {
    if (index < seeds || !isSpare(row)) kept.push(row);
    else count(row, -1);
  }
  return kept.toReversed();

  function count(row: Row, by: 1 | -1): void {
    for (let block = 0; block < tuples.blockCount; block++) {
      const tuple = tuples.tupleIn(row, block);
      if (tuple >= 0) holders[tuple] = (holders[tuple] as number) + by;
    }
  }

  function isSpare(row: Row): boolean {
    for (let block = 0; block < tuples.blockCount; block++) {
      const tuple = tuples.tupleIn(row, block);
      if (tuple >= 0 && holders[tuple] === 1) return false;
    }
    return true;
  }
}
