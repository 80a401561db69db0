import { encodeUtf8Binary } from "./binary.ts";
import { NO_RANK, type Ranks } from "./ranks.ts";

/** Longer pieces of bytes are no token in any encoding. */
const LONGEST_TOKEN = 128;
/** A heap key is rank × this + position. */
const POSITIONS = 2 ** 21;

/**
 * The tokens of one piece of text, by merging the pair of lowest rank again and again. Pairs wait in a heap
 * over a linked list, so that even one unbroken run of 100,000 letters takes n log n steps.
 */
export function encodePiece(text: string, ranks: Ranks): number[] {
  const bytes = encodeUtf8Binary(text);
  const whole = ranks.of(bytes, 0, bytes.length);
  return whole === NO_RANK ? new Merge(bytes, ranks).tokens() : [whole];
}

class Merge {
  readonly #bytes: string;
  readonly #ranks: Ranks;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  /** The rank of the part that begins here joined with the part behind it, or none. */
  readonly #joined: Int32Array;
  readonly #heap: number[] = [];

  constructor(bytes: string, ranks: Ranks) {
    const count = bytes.length;
    this.#bytes = bytes;
    this.#ranks = ranks;
    this.#next = new Int32Array(count);
    this.#previous = new Int32Array(count + 1);
    for (let at = 0; at < count; at++) {
      this.#next[at] = at + 1;
      this.#previous[at + 1] = at;
    }
    this.#previous[0] = -1;
    this.#joined = new Int32Array(count).fill(NO_RANK);
  }

  tokens(): number[] {
    for (let at = 0; at < this.#bytes.length - 1; at++) this.#consider(at);
    for (let key = this.#pop(); key !== undefined; key = this.#pop()) {
      const at = key % POSITIONS;
      // An entry is out of date when one of its parts was merged meanwhile.
      if (this.#joined[at] === (key - at) / POSITIONS) this.#merge(at);
    }
    const tokens: number[] = [];
    for (let at = 0; at < this.#bytes.length;) {
      const end = this.#next[at] ?? 0;
      tokens.push(this.#ranks.of(this.#bytes, at, end));
      at = end;
    }
    return tokens;
  }

  #merge(at: number): void {
    const taken = this.#next[at] ?? 0;
    const behind = this.#next[taken] ?? 0;
    this.#next[at] = behind;
    this.#previous[behind] = at;
    this.#joined[taken] = NO_RANK;
    this.#consider(at);
    const before = this.#previous[at] ?? -1;
    if (before >= 0) this.#consider(before);
  }

  /** Looks up what the part at `at` and the part behind it are together. */
  #consider(at: number): void {
    const middle = this.#next[at] ?? 0;
    const end = middle < this.#bytes.length ? (this.#next[middle] ?? 0) : 0;
    const rank =
      end > 0 && end - at <= LONGEST_TOKEN ? this.#ranks.of(this.#bytes, at, end) : NO_RANK;
    this.#joined[at] = rank;
    if (rank !== NO_RANK) this.#push(rank * POSITIONS + at);
  }

  #push(key: number): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(key);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (above <= key) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = key;
  }

  #pop(): number | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if ((heap[child + 1] ?? Number.POSITIVE_INFINITY) < (heap[child] ?? 0)) child++;
      const below = heap[child] ?? 0;
      if (below >= last) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
    return top;
  }
}
