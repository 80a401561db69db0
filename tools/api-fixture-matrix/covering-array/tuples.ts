/** All combinations of values of so many parameters, and which of them no row holds yet. */
import { type Row, UNSET } from "./problem.ts";

/**
 * Tuples are numbered by their parameters, then by their values, both in lexicographic order. The tuples of the same
 * parameters are a block, in which a tuple's number is the sum of its values, each times a stride.
 */
export class Tuples {
  readonly strength: number;
  readonly count: number;
  readonly blockCount: number;
  /** Of each block: the parameters, and the strides of their values. */
  readonly parameters: Int32Array;
  readonly strides: Int32Array;
  /** The number of each block's first tuple, and behind the last block how many tuples there are. */
  readonly starts: Int32Array;
  readonly #sizes: readonly number[];

  constructor(sizes: readonly number[], strength: number) {
    this.#sizes = sizes;
    this.strength = strength;
    const blocks = combinations(sizes.length, strength);
    this.blockCount = blocks.length;
    this.parameters = Int32Array.from(blocks.flat());
    this.strides = new Int32Array(this.parameters.length);
    this.starts = new Int32Array(blocks.length + 1);
    let start = 0;
    for (let block = 0; block < blocks.length; block++) {
      this.starts[block] = start;
      let stride = 1;
      for (let place = strength - 1; place >= 0; place--) {
        const at = block * strength + place;
        this.strides[at] = stride;
        stride *= sizes[this.parameters[at] ?? 0] ?? 0;
      }
      start += stride;
    }
    this.starts[blocks.length] = start;
    this.count = start;
  }

  sizeOf(parameter: number): number {
    return this.#sizes[parameter] ?? 0;
  }

  /** The number of the block's tuple in a row, apart from one parameter; -1 where the row has none. */
  tupleIn(row: Row, block: number, without = UNSET): number {
    let tuple = this.starts[block] ?? 0;
    const end = (block + 1) * this.strength;
    for (let at = block * this.strength; at < end; at++) {
      const parameter = this.parameters[at] as number;
      if (parameter === without) continue;
      const value = row[parameter] as number;
      if (value < 0 || value >= (this.#sizes[parameter] as number)) return -1;
      tuple += value * (this.strides[at] as number);
    }
    return tuple;
  }

  /** The stride of a parameter in a block that it belongs to. */
  strideOf(parameter: number, block: number): number {
    let at = block * this.strength;
    while (this.parameters[at] !== parameter) at++;
    return this.strides[at] as number;
  }

  /** Hears of each parameter of a tuple with its value. */
  forEach(tuple: number, block: number, hear: (parameter: number, value: number) => void): void {
    let rest = tuple - (this.starts[block] ?? 0);
    const end = (block + 1) * this.strength;
    for (let at = block * this.strength; at < end; at++) {
      const stride = this.strides[at] as number;
      const value = Math.floor(rest / stride);
      rest -= value * stride;
      hear(this.parameters[at] as number, value);
    }
  }

  parametersOf(block: number): number[] {
    return [...this.parameters.subarray(block * this.strength, (block + 1) * this.strength)];
  }
}

/** All choices of so many of the first numbers, in lexicographic order. */
function combinations(count: number, length: number): number[][] {
  const found: number[][] = [];
  const chosen = Array.from({ length }, (_, place) => place);
  for (;;) {
    found.push([...chosen]);
    let place = length - 1;
    while (place >= 0 && chosen[place] === count - length + place) place--;
    if (place < 0) return found;
    let next = (chosen[place] ?? 0) + 1;
    for (; place < length; place++) chosen[place] = next++;
  }
}
