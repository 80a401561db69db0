/** Rows in different splits that ask nearly the same. */
import type { Value } from "../eval-dataset-jsonl-formatter.ts";
import { type Entry, indexQuestions } from "./duplicates.ts";

type Leak = Value["leaks"][number];
type Places = ReadonlyMap<string, readonly number[]>;

const MOST_LISTED = 1000;
const SCALE = 10_000;

export interface Leaks {
  /** All of them. */
  readonly count: number;
  /** The first 1,000, by the row and then by the other one. */
  readonly list: Leak[];
}

export function findLeaks(entries: readonly Entry[], splits: ReadonlyMap<Entry, string>): Leaks {
  return new LeakSearch(entries, splits).run();
}

class LeakSearch {
  /** Rows with a question, in order. */
  readonly #rows: { readonly index: number; readonly split: string; readonly at: number }[] = [];
  /** For each question its rows by split. */
  readonly #places: Map<string, number[]>[] = [];
  /** For each question those that are near, itself included. */
  readonly #near: { readonly at: number; readonly similarity: number }[][];

  constructor(entries: readonly Entry[], splits: ReadonlyMap<Entry, string>) {
    const asked = entries.filter((entry) => splits.has(entry));
    const { places, index } = indexQuestions(asked);
    for (let at = 0; at < places.size; at++) {
      index.add(at);
      this.#places.push(new Map());
    }
    this.#near = this.#places.map((_, at) => [{ at, similarity: 1 }, ...index.near(at)]);
    for (const entry of asked) {
      const at = places.get(entry.identity.question);
      const split = splits.get(entry) ?? "";
      if (at === undefined) continue;
      const row = { index: entry.row.index, split, at };
      this.#rows.push(row);
      const bySplit = this.#places[at] as Map<string, number[]>;
      const list = bySplit.get(split);
      if (list) list.push(row.index);
      else bySplit.set(split, [row.index]);
    }
  }

  run(): Leaks {
    let count = 0;
    for (const [at, near] of this.#near.entries()) {
      for (const other of near) {
        if (other.at >= at) count += this.#countBetween(at, other.at);
      }
    }
    const list: Leak[] = [];
    for (const row of this.#rows) {
      if (list.length >= Math.min(count, MOST_LISTED)) break;
      list.push(...this.#leaksOf(row));
    }
    return { count, list: list.slice(0, MOST_LISTED) };
  }

  #placesOf(at: number): Places {
    return this.#places[at] ?? new Map();
  }

  /** Pairs of rows of the two questions, or of one, that are in different splits. */
  #countBetween(at: number, other: number): number {
    const [left, right] = [this.#placesOf(at), this.#placesOf(other)];
    const size = (places: Places) =>
      [...places.values()].reduce((sum, { length }) => sum + length, 0);
    let together = 0;
    for (const [split, { length }] of left) together += length * (right.get(split)?.length ?? 0);
    const apart = size(left) * size(right) - together;
    return at === other ? apart / 2 : apart;
  }

  /** With rows behind it. */
  #leaksOf({ index, split, at }: { index: number; split: string; at: number }): Leak[] {
    const leaks: Leak[] = [];
    for (const { at: other, similarity } of this.#near[at] ?? []) {
      for (const [otherSplit, indices] of this.#placesOf(other)) {
        if (otherSplit === split) continue;
        for (const behind of indices.slice(firstBehind(indices, index))) {
          const b = { split: otherSplit, index: behind };
          leaks.push({
            a: { split, index },
            b,
            similarity: Math.round(similarity * SCALE) / SCALE,
          });
        }
      }
    }
    return leaks.toSorted((a, b) => a.b.index - b.b.index);
  }
}

/** The place of the first number that is greater, by bisection. */
function firstBehind(sorted: readonly number[], number: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
