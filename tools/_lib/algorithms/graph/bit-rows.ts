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

  /** Adds the first so many columns. */
  fill(row: number, columns: number): void {
    for (let column = 0; column < columns; column++) this.add(row, column);
  }

  delete(row: number, column: number): void {
    const at = row * this.#width + (column >>> 5);
    this.#words[at] = (this.#words[at] ?? 0) & ~(1 << (column & 31));
  }

  /** Takes in what another row has, of these or of others of the same width. */
  merge(row: number, others: BitRows, other: number): void {
    const [to, from] = [row * this.#width, other * this.#width];
    for (let word = 0; word < this.#width; word++) {
      this.#words[to + word] = (this.#words[to + word] ?? 0) | (others.#words[from + word] ?? 0);
    }
  }

  /** Makes a row what two others have in common, and says whether that is anything. */
  intersect(row: number, left: BitRows, one: number, right: BitRows, other: number): boolean {
    const width = this.#width;
    const [to, a, b] = [row * width, one * width, other * width];
    let any = 0;
    for (let word = 0; word < width; word++) {
      const both = (left.#words[a + word] ?? 0) & (right.#words[b + word] ?? 0);
      this.#words[to + word] = both;
      any |= both;
    }
    return any !== 0;
  }

  /** Whether two rows have a column in common. */
  meets(row: number, others: BitRows, other: number): boolean {
    const [left, right] = [row * this.#width, other * this.#width];
    for (let word = 0; word < this.#width; word++) {
      if (((this.#words[left + word] ?? 0) & (others.#words[right + word] ?? 0)) !== 0) return true;
    }
    return false;
  }

  /** The first column that two rows have in common; -1 where there is none. */
  firstShared(row: number, others: BitRows, other: number): number {
    const [left, right] = [row * this.#width, other * this.#width];
    for (let word = 0; word < this.#width; word++) {
      const both = (this.#words[left + word] ?? 0) & (others.#words[right + word] ?? 0);
      if (both !== 0) return word * BITS + 31 - Math.clz32(both & -both);
    }
    return -1;
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
