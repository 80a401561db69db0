/** Takes out rows that the schema refuses, and covers in other ways what they held. */
import { Coverage } from "./covering-array/coverage.ts";
import type { CoveringArray } from "./covering-array/generate.ts";
import type { Forbidden, Row } from "./covering-array/problem.ts";
import { withoutSpareRows } from "./covering-array/reduce.ts";

export interface Matrix {
  readonly rows: readonly Row[];
  readonly required: number;
  readonly covered: number;
  readonly infeasible: number;
}

/** Rows that are tried in all, and rows from which those for one tuple are made. */
const MOST_TRIALS = 20_000;
const MOST_BASES = 200;
const MOST_TRIALS_OF_TUPLE = 40;

export interface ValidRows {
  /** Whether the schema accepts the row's fixture. */
  readonly accepts: (row: Row) => boolean;
  readonly forbidden: readonly Forbidden[];
  readonly parameterCount: number;
}

/** A tuple for which no valid row is found, in rows that differ little from valid ones, counts as impossible. */
export function validMatrix(
  array: CoveringArray,
  refused: readonly Row[],
  rules: ValidRows,
): Matrix {
  const { tuples, seeds } = array;
  const dropped = new Set(refused);
  const kept = array.rows.filter((row) => !dropped.has(row));
  const keptSeeds = array.rows.slice(0, seeds).filter((row) => !dropped.has(row)).length;
  const search = new Search(array, kept, rules);
  search.run();
  const required = search.coverage.required - search.impossible;
  return {
    rows: withoutSpareRows(search.rows, tuples, keptSeeds),
    required,
    covered: required - search.coverage.left,
    infeasible: tuples.count - required,
  };
}

type Cell = readonly [parameter: number, value: number];

/** Adds rows for what others do not cover, each a valid one, until nothing is left or too much was tried. */
class Search {
  readonly coverage: Coverage;
  readonly rows: Row[];
  impossible = 0;
  readonly #rules: ValidRows;
  #trials = MOST_TRIALS;

  constructor({ tuples, feasible }: CoveringArray, kept: readonly Row[], rules: ValidRows) {
    this.coverage = new Coverage(tuples, feasible, rules.parameterCount);
    this.rows = [...kept];
    this.#rules = rules;
    for (const row of kept) this.coverage.cover(row);
  }

  run(): void {
    const { coverage } = this;
    for (let open = coverage.firstOpen(); open && this.#trials > 0; open = coverage.firstOpen()) {
      const cells: Cell[] = [];
      coverage.tuples.forEach(open.tuple, open.block, (...cell) => cells.push(cell));
      const options = candidates(cells, this.rows, this.#rules.parameterCount);
      const found = options.find((row) => this.#isValid(row));
      if (found === undefined) {
        coverage.giveUp(open.tuple, open.block);
        this.impossible++;
      } else this.#add(this.#improved(found, cells));
    }
  }

  /** The row with the values that cover more, as far as it stays valid and holds the tuple. */
  #improved(given: Row, cells: readonly Cell[]): Row {
    let row = given;
    const fixed = new Set(cells.map(([parameter]) => parameter));
    for (let parameter = 0; parameter < row.length; parameter++) {
      if (fixed.has(parameter)) continue;
      const gains = this.coverage.gains(parameter, row);
      const best = gains.indexOf(gains.reduce((most, gain) => Math.max(most, gain), 0));
      if ((gains[best] ?? 0) <= (gains[row[parameter] ?? 0] ?? 0)) continue;
      const other = row.slice();
      other[parameter] = best;
      if (this.#isValid(other)) row = other;
    }
    return row;
  }

  #add(row: Row): void {
    this.rows.push(row);
    this.coverage.cover(row);
  }

  #isValid(row: Row): boolean {
    this.#trials--;
    const { forbidden, accepts } = this.#rules;
    return !isForbidden(row, forbidden) && accepts(row);
  }
}

/** Valid rows, those first that have most of the tuple already, and the row of first values, with the tuple in them. */
function candidates(cells: readonly Cell[], rows: readonly Row[], parameterCount: number): Row[] {
  const shared = (row: Row) => cells.filter(([at, value]) => row[at] === value).length;
  const bases = rows.slice(0, MOST_BASES).map((row) => ({ row, shared: shared(row) }));
  const nearest = bases.toSorted((a, b) => b.shared - a.shared).slice(0, MOST_TRIALS_OF_TUPLE);
  return [...nearest.map(({ row }) => row), new Int32Array(parameterCount)].map((base) => {
    const row = base.slice();
    for (const [at, value] of cells) row[at] = value;
    return row;
  });
}

function isForbidden(row: Row, forbidden: readonly Forbidden[]): boolean {
  return forbidden.some((literals) =>
    literals.every(({ parameter, values }) => values.has(row[parameter] ?? -1)),
  );
}
