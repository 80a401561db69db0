/** Chance that a seed repeats: the same seed and the same name give the same choices. */

export class Chance {
  #state: number;

  constructor(seed: number, name: string) {
    this.#state = Number(BigInt.asUintN(32, BigInt(Bun.hash(`${seed} ${name}`))));
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** True once in so many times. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  of<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error("there is nothing to choose from");
    return choices[this.below(choices.length)] as T;
  }
}
