/** What no rule covers, found by holding rules against rules and splitting by input, without a look at each cell. */
import { complementOf, intersectionOf, type Runs } from "./runs.ts";

/** For each column a set of its cells. */
export type Box = readonly Runs[];

/** Thrown where that would take too long. */
export class OutOfSteps extends Error {}

const MOST_STEPS = 10_000_000;

/** A step is one column of one rule held against a box. */
export class Splitter {
  readonly #sizes: readonly number[];
  #steps = 0;

  constructor(sizes: readonly number[]) {
    this.#sizes = sizes;
  }

  /** The whole of all inputs. */
  get whole(): Box {
    return this.#sizes.map((size) => (size === 0 ? [] : [{ start: 0, end: size }]));
  }

  /** Whether a box has anything that none of the others covers. */
  hasUncovered(box: Box, others: readonly Box[]): boolean {
    return this.#isOpenWhereFewest(box, others) || this.uncovered(box, others).next().done !== true;
  }

  /** Looks at the combination of the cells at which the fewest of the others hold, column by column. */
  #isOpenWhereFewest(box: Box, others: readonly Box[]): boolean {
    let left = others;
    for (const [column, own] of box.entries()) {
      const changes = new Int32Array((this.#sizes[column] ?? 0) + 1);
      for (const other of left) {
        for (const { start, end } of other[column] ?? []) {
          changes[start] = (changes[start] ?? 0) + 1;
          changes[end] = (changes[end] ?? 0) - 1;
        }
      }
      const cell = cellOfFewest(own, changes);
      left = left.filter((other) =>
        (other[column] ?? []).some(({ start, end }) => start <= cell && cell < end),
      );
      if (left.length === 0) return true;
    }
    return false;
  }

  /** Boxes that together are all of a box that none of the others covers; none of them meet. */
  *uncovered(box: Box, others: readonly Box[]): Generator<Box> {
    const near: { readonly box: Box; readonly open: readonly number[] }[] = [];
    for (const other of others) {
      const open = this.#openColumns(box, other);
      if (open === undefined) continue;
      if (open.length === 0) return;
      near.push({ box: other, open });
    }
    // The one that bounds the fewest inputs covers most, and leaves the fewest parts.
    let [widest] = near;
    for (const one of near) if (widest && one.open.length < widest.open.length) widest = one;
    if (!widest) {
      yield box;
      return;
    }
    const rest = near.map((one) => one.box);
    const part = [...box];
    for (const column of widest.open) {
      const [own = [], bound = []] = [part[column], widest.box[column]];
      part[column] = intersectionOf(own, complementOf(bound, this.#sizes[column] ?? 0));
      yield* this.uncovered([...part], rest);
      part[column] = intersectionOf(own, bound);
    }
  }

  /** The columns in which a box reaches beyond another; undefined where they do not meet. */
  #openColumns(box: Box, other: Box): number[] | undefined {
    const open: number[] = [];
    for (const [column, own] of box.entries()) {
      if (++this.#steps > MOST_STEPS) throw new OutOfSteps();
      const bound = other[column] ?? [];
      if (isWithin(own, bound)) continue;
      if (intersectionOf(own, bound).length === 0) return undefined;
      open.push(column);
    }
    return open;
  }
}

/** The cell within the runs at which the fewest hold; `changes` are those from the cell before. */
function cellOfFewest(runs: Runs, changes: Int32Array): number {
  let [best, fewest, holding, at] = [-1, Infinity, 0, 0];
  for (const { start, end } of runs) {
    for (; at < end; at++) {
      holding += changes[at] ?? 0;
      if (at < start || holding >= fewest) continue;
      [best, fewest] = [at, holding];
    }
  }
  return best;
}

/** Whether each run lies in one of the others. */
function isWithin(runs: Runs, others: Runs): boolean {
  let at = 0;
  for (const { start, end } of runs) {
    while (at < others.length && (others[at]?.end ?? 0) < end) at++;
    if ((others[at]?.start ?? Infinity) > start) return false;
  }
  return true;
}
