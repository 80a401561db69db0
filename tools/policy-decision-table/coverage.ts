/** Looks at every combination of cells: what no rule matches, and which rules decide. */
import { BitRows } from "../_lib/algorithms/graph/bit-rows.ts";
import { type Runs, runsOf } from "./runs.ts";

/** A set of cells of one column, and what follows in the columns behind it. */
interface Tail {
  readonly id: number;
  readonly cells: readonly number[];
  readonly next: Tail | undefined;
}

export interface CoveredColumn {
  /** The rules that hold at each cell, those that win first. */
  readonly masks: BitRows;
  readonly size: number;
}

/**
 * Goes through the combinations column by column with the rules that still hold. On the way back, cells of a column
 * with the same uncovered rest join, so that the last column is merged first.
 */
export class Coverage {
  /** Whether each rule, by its bit, is the first one at some combination. */
  readonly decides: boolean[];
  covered = 0;
  readonly #columns: readonly CoveredColumn[];
  /** A row for each column: the rules that hold for the cells chosen before it. */
  readonly #alive: BitRows;
  readonly #tails = new Map<string, Tail>();
  /** For each column all that is possible from there on. */
  readonly #all: (Tail | undefined)[];
  readonly #gaps: readonly Tail[];

  constructor(columns: readonly CoveredColumn[], rules: number) {
    this.#columns = columns;
    this.decides = Array.from({ length: rules }, () => false);
    this.#alive = new BitRows(columns.length + 1, rules);
    this.#alive.fill(0, rules);
    this.#all = [undefined];
    for (const { size } of columns.toReversed()) {
      this.#all.unshift(this.#tail([...Array(size).keys()], this.#all[0]));
    }
    const isEmpty = columns.some(({ size }) => size === 0);
    this.#gaps = isEmpty ? [] : this.#walk(0);
  }

  /** The sets of cells, a set for each column, sorted by their cells. */
  gaps(): Runs[][] {
    const lists = this.#gaps.map((gap) => {
      const sets: (readonly number[])[] = [];
      for (let tail: Tail | undefined = gap; tail; tail = tail.next) sets.push(tail.cells);
      return sets;
    });
    return lists.toSorted(compareSets).map((sets) => sets.map(runsOf));
  }

  #walk(level: number): readonly Tail[] {
    const { masks, size } = this.#columns[level] as CoveredColumn;
    const isLast = level === this.#columns.length - 1;
    const open = new Map<Tail | undefined, number[]>();
    for (let cell = 0; cell < size; cell++) {
      for (const tail of isLast ? this.#leaf(level, cell) : this.#below(level, cell, masks)) {
        const cells = open.get(tail);
        if (cells) cells.push(cell);
        else open.set(tail, [cell]);
      }
    }
    return [...open].map(([next, cells]) => this.#tail(cells, next));
  }

  /** What is uncovered behind a cell. */
  #below(level: number, cell: number, masks: BitRows): readonly (Tail | undefined)[] {
    const alive = this.#alive;
    if (alive.intersect(level + 1, alive, level, masks, cell)) return this.#walk(level + 1);
    return [this.#all[level + 1]];
  }

  #leaf(level: number, cell: number): readonly undefined[] {
    const { masks } = this.#columns[level] as CoveredColumn;
    const first = this.#alive.firstShared(level, masks, cell);
    if (first < 0) return NOTHING_FOLLOWS;
    this.decides[first] = true;
    this.covered++;
    return COVERED;
  }

  /** Equal tails are one. */
  #tail(cells: readonly number[], next: Tail | undefined): Tail {
    const key = `${next?.id ?? ""}:${cells.join()}`;
    const known = this.#tails.get(key);
    if (known) return known;
    const tail = { id: this.#tails.size, cells, next };
    this.#tails.set(key, tail);
    return tail;
  }
}

const NOTHING_FOLLOWS = [undefined] as const;
const COVERED = [] as const;

function compareSets(
  left: readonly (readonly number[])[],
  right: readonly (readonly number[])[],
): number {
  for (const [column, cells] of left.entries()) {
    const others = right[column] ?? [];
    if (cells === others) continue;
    for (const [at, cell] of cells.entries()) {
      const order = cell - (others[at] ?? -1);
      if (order !== 0) return order;
    }
    if (cells.length !== others.length) return cells.length - others.length;
  }
  return 0;
}
