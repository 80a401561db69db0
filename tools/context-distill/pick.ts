/** The order in which units are picked: what matters and is not said yet comes first. */
import type { RankedUnit } from "../_lib/agents/relevance.ts";

/** Priorities only fall while units are picked, so that the top of the heap is right once it is up to date. */
export class Picker {
  readonly #units: readonly RankedUnit[];
  readonly #scores: readonly number[];
  readonly #diversity: number;
  readonly #heap: { index: number; priority: number; seen: number }[] = [];
  readonly #postings = new Map<string, number[]>();
  /** The greatest likeness of every unit to what was taken. */
  readonly #likeness: Float64Array;
  /** Terms shared with the unit being taken; zero between takes. */
  readonly #shared: Uint32Array;
  readonly #tried: Uint8Array;
  #picked = 0;

  /** `candidates` are indices of units; ties go to the earlier one. */
  constructor(
    units: readonly RankedUnit[],
    scores: readonly number[],
    { candidates, diversity }: { candidates: readonly number[]; diversity: number },
  ) {
    this.#units = units;
    this.#scores = scores;
    this.#diversity = diversity;
    this.#likeness = new Float64Array(units.length);
    this.#shared = new Uint32Array(units.length);
    this.#tried = new Uint8Array(units.length);
    for (const index of candidates) {
      for (const term of units[index]?.distinct ?? []) {
        const known = this.#postings.get(term);
        if (known) known.push(index);
        else this.#postings.set(term, [index]);
      }
      this.#push({ index, priority: this.#priority(index), seen: 0 });
    }
  }

  /** The next unit to try; undefined when all were. */
  next(): number | undefined {
    for (;;) {
      const top = this.#heap[0];
      if (!top) return undefined;
      this.#pop();
      if (top.seen === this.#picked) {
        this.#tried[top.index] = 1;
        return top.index;
      }
      this.#push({ index: top.index, priority: this.#priority(top.index), seen: this.#picked });
    }
  }

  /** What was taken makes what says the same less wanted. */
  take(index: number): void {
    if (this.#diversity === 0) return;
    this.#picked++;
    const taken = this.#units[index];
    const touched: number[] = [];
    for (const term of taken?.distinct ?? []) {
      const waiting = this.#waiting(term);
      for (const other of waiting) {
        const count = this.#shared[other] ?? 0;
        if (count === 0) touched.push(other);
        this.#shared[other] = count + 1;
      }
    }
    for (const other of touched) {
      const sizes = (taken?.distinct.size ?? 0) * (this.#units[other]?.distinct.size ?? 0);
      const likeness = (this.#shared[other] ?? 0) / Math.sqrt(sizes);
      if (likeness > (this.#likeness[other] ?? 0)) this.#likeness[other] = likeness;
      this.#shared[other] = 0;
    }
  }

  /** Units with the term that can still change their place: not tried yet, nor said word for word. */
  #waiting(term: string): readonly number[] {
    const waiting = (this.#postings.get(term) ?? []).filter(
      (index) => this.#tried[index] === 0 && (this.#likeness[index] ?? 0) < 1,
    );
    this.#postings.set(term, waiting);
    return waiting;
  }

  #priority(index: number): number {
    const likeness = this.#diversity * (this.#likeness[index] ?? 0);
    return (1 - this.#diversity) * (this.#scores[index] ?? 0) - likeness;
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (!one || !other) return false;
    return (
      one.priority > other.priority || (one.priority === other.priority && one.index < other.index)
    );
  }

  #push(entry: { index: number; priority: number; seen: number }): void {
    let at = this.#heap.push(entry) - 1;
    while (at > 0 && this.#isBefore(at, (at - 1) >> 1)) {
      this.#swap(at, (at - 1) >> 1);
      at = (at - 1) >> 1;
    }
  }

  #pop(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    this.#heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let first = this.#isBefore(left, at) ? left : at;
      if (this.#isBefore(right, first)) first = right;
      if (first === at) return;
      this.#swap(at, first);
      at = first;
    }
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (one && other) [this.#heap[a], this.#heap[b]] = [other, one];
  }
}
