/** Draws without bias, from a source of 64-bit words. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import { draw, type WordSource } from "../_lib/numbers/xoshiro.ts";

/** Index by index of `size` candidates; with `unique` none twice, without a list of them all. */
export function drawIndices(
  next: WordSource,
  size: number,
  count: number,
  unique: boolean,
): number[] {
  if (!unique) return Array.from({ length: count }, () => draw(next, size));
  // What a position holds, where it is no longer its own index.
  const moved = new Map<number, number>();
  return Array.from({ length: count }, (_, position) => {
    const other = position + draw(next, size - position);
    const taken = moved.get(other) ?? other;
    moved.set(other, moved.get(position) ?? position);
    return taken;
  });
}

/** All items in another order. */
export function shuffled<T>(next: WordSource, items: readonly T[]): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = draw(next, last + 1);
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}

/** Indices by weights, whole numbers; with `unique` an item is taken away with its weight. */
export function drawWeighted(
  next: WordSource,
  weights: readonly number[],
  count: number,
  unique: boolean,
): number[] {
  const sums = new WeightSums(weights);
  return Array.from({ length: count }, () => {
    const index = sums.find(draw(next, sums.total));
    if (unique) sums.remove(index);
    return index;
  });
}

/** A binary indexed tree: running sums that are found and changed in logarithmic time. */
class WeightSums {
  readonly #weights: number[];
  readonly #tree: number[];
  readonly #top: number;
  total = 0;

  constructor(weights: readonly number[]) {
    this.#weights = weights.map(() => 0);
    this.#tree = Array.from({ length: weights.length + 1 }, () => 0);
    this.#top = 2 ** (31 - Math.clz32(weights.length));
    for (const [index, weight] of weights.entries()) this.#add(index, weight);
  }

  /** The first index whose running sum exceeds `sum`. */
  find(sum: number): number {
    let at = 0;
    let rest = sum;
    for (let step = this.#top; step > 0; step = Math.floor(step / 2)) {
      const part = this.#tree[at + step];
      if (part === undefined || part > rest) continue;
      at += step;
      rest -= part;
    }
    return at;
  }

  remove(index: number): void {
    this.#add(index, -(this.#weights[index] ?? 0));
  }

  #add(index: number, weight: number): void {
    this.#weights[index] = (this.#weights[index] ?? 0) + weight;
    this.total += weight;
    for (let at = index + 1; at < this.#tree.length; at += at & -at) {
      this.#tree[at] = (this.#tree[at] ?? 0) + weight;
    }
  }
}

/** Numbers of a grid: how many there are from `min` to `max` in `step`s. */
export interface Grid {
  readonly min: Decimal;
  readonly step: Decimal;
  readonly size: Decimal;
}

export function gridOf(min: number, max: number, step: number | string): Grid {
  const distance = new Decimal(step);
  const size = new Decimal(max).minus(min).div(distance).floor().plus(1);
  return { min: new Decimal(min), step: distance, size };
}

export function onGrid({ min, step }: Grid, index: number): number {
  return min.plus(step.times(index)).toNumber() + 0;
}
