/** What `Ranks.of` gives for bytes that are no token. */
export const NO_RANK = -1;

/**
 * Tokens by their bytes, one character for each byte. A hash table over the text in which they stand one after
 * another: a map of 200,000 strings takes ten times as long to fill, and the first call would wait for it.
 */
export class Ranks {
  readonly #bytes: string;
  /** Where each token begins; it ends where the next one begins. */
  readonly #starts: Uint32Array;
  /** Ranks by hash, each plus 1; at least half of the places are free. */
  readonly #slots: Uint32Array;

  /** Token after token, each as long as its character in `lengths` says; a rank without a token has length 0. */
  constructor(bytes: string, lengths: string) {
    const count = lengths.length;
    const starts = new Uint32Array(count + 1);
    const slots = new Uint32Array(2 ** (32 - Math.clz32(2 * count)));
    const mask = slots.length - 1;
    let end = 0;
    for (let rank = 0; rank < count; rank++) {
      const start = end;
      end += lengths.charCodeAt(rank);
      starts[rank + 1] = end;
      if (end === start) continue;
      let slot = hash(bytes, start, end) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = rank + 1;
    }
    this.#bytes = bytes;
    this.#starts = starts;
    this.#slots = slots;
  }

  /** The rank of the token that stands in `text` from `start` to `end`. */
  of(text: string, start: number, end: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash(text, start, end) & mask; ; slot = (slot + 1) & mask) {
      const rank = (slots[slot] ?? 0) - 1;
      if (rank === NO_RANK || this.#isAt(rank, text, start, end)) return rank;
    }
  }

  /** The bytes of a token; empty where the rank has none. */
  bytesOf(rank: number): string {
    return this.#bytes.slice(this.#starts[rank] ?? 0, this.#starts[rank + 1] ?? 0);
  }

  #isAt(rank: number, text: string, start: number, end: number): boolean {
    const bytes = this.#bytes;
    let from = this.#starts[rank] ?? 0;
    if ((this.#starts[rank + 1] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at++, from++) {
      if (text.charCodeAt(at) !== bytes.charCodeAt(from)) return false;
    }
    return true;
  }
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo), with its upper half mixed into the lower, which names the place. */
function hash(text: string, start: number, end: number): number {
  let sum = 0x811c9dc5;
  for (let at = start; at < end; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum ^ (sum >>> 15);
}
