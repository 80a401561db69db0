const BITS = 32;

/** Rows of bits, which are joined and compared 32 at a time. */
export class BitRows {
  readonly #words: Uint32Array;
  /** Words of a row. */
  readonly #width: number;

  constructor(rows: number, columns: number) {
    this.#width = Math.ceil(columns / BITS);
    this.#words = new Uint32Array(this.#width * rows);
  }

  has(row: number, column: number): boolean {
    const word = this.#words[row * this.#width + (column >>> 5)] ?? 0;
    return ((word >>> (column & 31)) & 1) === 1;
  }

  add(row: number, column: number): void {
    const at = row * this.#width + (column >>> 5);
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (column & 31));
  }

  /** Takes in what another row has, of these or of others of the same width. */
  merge(row: number, others: BitRows, other: number): void {
    const [to, from] = [row * this.#width, other * this.#width];
    for (let word = 0; word < this.#width; word++) {
      this.#words[to + word] = (this.#words[to + word] ?? 0) | (others.#words[from + word] ?? 0);
    }
  }

  /** Whether two rows have a column in common. */
  meets(row: number, others: BitRows, other: number): boolean {
    const [left, right] = [row * this.#width, other * this.#width];
    for (let word = 0; word < this.#width; word++) {
      if (((this.#words[left + word] ?? 0) & (others.#words[right + word] ?? 0)) !== 0) return true;
    }
    return false;
  }

  /** What the row has, ascending. */
  columnsOf(row: number): number[] {
    const columns: number[] = [];
    for (let word = 0; word < this.#width; word++) {
      let rest = this.#words[row * this.#width + word] ?? 0;
      while (rest !== 0) {
        columns.push(word * BITS + 31 - Math.clz32(rest & -rest));
        rest &= rest - 1;
      }
    }
    return columns;
  }
}
