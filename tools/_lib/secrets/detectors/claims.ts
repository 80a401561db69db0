/** What of a text has been found already; nothing may touch it again. */
export class Claims {
  readonly #claimed: Uint8Array;

  constructor(length: number) {
    this.#claimed = new Uint8Array(length);
  }

  add(start: number, end: number): void {
    this.#claimed.fill(1, start, end);
  }

  touch(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (this.#claimed[at] === 1) return true;
    return false;
  }

  /** For each place how many characters are free from there on. */
  room(): Int32Array {
    const room = new Int32Array(this.#claimed.length + 1);
    for (let at = this.#claimed.length - 1; at >= 0; at--) {
      room[at] = this.#claimed[at] === 1 ? 0 : (room[at + 1] ?? 0) + 1;
    }
    return room;
  }

  /** The stretches that are free, in order. */
  *free(): Generator<readonly [start: number, end: number], undefined> {
    const { length } = this.#claimed;
    let start = 0;
    for (let at = 0; at <= length; at++) {
      if (at < length && this.#claimed[at] === 0) continue;
      if (at > start) yield [start, at];
      start = at + 1;
    }
  }
}
