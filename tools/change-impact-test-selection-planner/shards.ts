/** How long tests take, and how they are split over machines. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import type { Value } from "../change-impact-test-selection-planner.ts";

const ONE = new Decimal(1);

/** Durations by test; one that is not known takes as long as the median of those that are, or 1. */
export class Durations {
  readonly #known: ReadonlyMap<string, number>;
  readonly #other: Decimal;

  constructor(known: ReadonlyMap<string, number>) {
    this.#known = known;
    this.#other = medianOf([...known.values()]);
  }

  of(test: string): Decimal {
    const known = this.#known.get(test);
    return known === undefined ? this.#other : new Decimal(known);
  }

  sum(tests: readonly string[]): Decimal {
    return tests.reduce((sum, test) => sum.plus(this.of(test)), new Decimal(0));
  }
}

function medianOf(numbers: readonly number[]): Decimal {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  if (upper === undefined) return ONE;
  const lower = sorted[(sorted.length - 1) >> 1] ?? upper;
  return new Decimal(lower).plus(upper).div(2);
}

interface Shard {
  readonly index: number;
  readonly tests: string[];
  load: Decimal;
}

/** The longest first, each to the shard with the least to do. */
export function splitOver(
  count: number,
  tests: readonly string[],
  durations: Durations,
): Value["shards"] {
  const shards = Array.from({ length: count }, (_, index): Shard => {
    return { index, tests: [], load: new Decimal(0) };
  });
  const longestFirst = tests
    .map((test) => ({ test, duration: durations.of(test) }))
    .toSorted((a, b) => b.duration.comparedTo(a.duration) || byCodeUnit(a.test, b.test));
  // A heap, of which the first is the shard with the least to do.
  const heap = [...shards];
  for (const { test, duration } of longestFirst) {
    const least = heap[0] as Shard;
    least.tests.push(test);
    least.load = least.load.plus(duration);
    sinkFirst(heap);
  }
  return shards.map(({ index, tests: own, load }) => {
    return { index, tests: own, durationMs: load.toNumber() };
  });
}

function sinkFirst(heap: Shard[]): void {
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && isLess(heap[child + 1] as Shard, heap[child] as Shard)) child++;
    const [above, below] = [heap[at] as Shard, heap[child] as Shard];
    if (!isLess(below, above)) return;
    heap[at] = below;
    heap[child] = above;
    at = child;
  }
}

function isLess(left: Shard, right: Shard): boolean {
  return (left.load.comparedTo(right.load) || left.index - right.index) < 0;
}
