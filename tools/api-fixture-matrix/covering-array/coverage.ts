/** Which tuples are not covered yet, with the counts that a choice of values asks for. */
import type { Row } from "./problem.ts";
import type { Tuples } from "./tuples.ts";

/** A list of blocks from which those that are done are taken out when they are met. */
interface Blocks {
  readonly list: Int32Array;
  length: number;
}

export class Coverage {
  readonly tuples: Tuples;
  /** Possible tuples. */
  readonly required: number;
  /** Possible tuples that no row holds yet. */
  left: number;
  /** 1 for a tuple that is possible and in no row yet. */
  readonly #open: Uint8Array;
  readonly #openInBlock: Int32Array;
  /** Of each value of each parameter: the open tuples that hold it. */
  readonly #openWith: readonly Int32Array[];
  readonly #blocks: Blocks;
  readonly #blocksOf: readonly Blocks[];
  #first = 0;
  #firstBlock = 0;

  constructor(tuples: Tuples, feasible: Uint8Array, parameterCount: number) {
    this.tuples = tuples;
    this.#open = feasible.slice();
    this.#openInBlock = new Int32Array(tuples.blockCount);
    const parameters = Array.from({ length: parameterCount }, (_, parameter) => parameter);
    this.#openWith = parameters.map((parameter) => new Int32Array(tuples.sizeOf(parameter)));
    const lists: number[][] = parameters.map(() => []);
    let required = 0;
    for (let block = 0; block < tuples.blockCount; block++) {
      for (const parameter of tuples.parametersOf(block)) lists[parameter]?.push(block);
      const end = tuples.starts[block + 1] ?? 0;
      for (let tuple = tuples.starts[block] ?? 0; tuple < end; tuple++) {
        if (this.#open[tuple] === 0) continue;
        required++;
        this.#count(tuple, block, 1);
      }
    }
    this.required = required;
    this.left = required;
    this.#blocks = blocksOf(Array.from({ length: tuples.blockCount }, (_, block) => block));
    this.#blocksOf = lists.map(blocksOf);
  }

  /** The first open tuple and its block. */
  firstOpen(): { readonly tuple: number; readonly block: number } | undefined {
    while (this.#first < this.tuples.count && this.#open[this.#first] === 0) this.#first++;
    if (this.#first === this.tuples.count) return undefined;
    while ((this.tuples.starts[this.#firstBlock + 1] ?? 0) <= this.#first) this.#firstBlock++;
    return { tuple: this.#first, block: this.#firstBlock };
  }

  /** For each value of a parameter the open tuples that it makes together with what the row has. */
  gains(parameter: number, row: Row): Int32Array {
    const { tuples } = this;
    const gains = new Int32Array(tuples.sizeOf(parameter));
    for (const block of this.#live(this.#blocksOf[parameter])) {
      const base = tuples.tupleIn(row, block, parameter);
      if (base < 0) continue;
      const stride = tuples.strideOf(parameter, block);
      for (let value = 0; value < gains.length; value++)
        gains[value] = (gains[value] as number) + (this.#open[base + value * stride] as number);
    }
    return gains;
  }

  /** For each value of a parameter all the open tuples that hold it. */
  openWith(parameter: number): Int32Array {
    return this.#openWith[parameter] ?? new Int32Array();
  }

  /** Takes note of a row. */
  cover(row: Row): void {
    for (const block of this.#live(this.#blocks)) {
      const tuple = this.tuples.tupleIn(row, block);
      if (tuple >= 0 && this.#open[tuple] === 1) this.#close(tuple, block);
    }
  }

  /** Gives up a tuple that turned out to be impossible. */
  giveUp(tuple: number, block: number): void {
    this.#close(tuple, block);
  }

  #close(tuple: number, block: number): void {
    this.#open[tuple] = 0;
    this.left--;
    this.#count(tuple, block, -1);
  }

  #count(tuple: number, block: number, by: 1 | -1): void {
    this.#openInBlock[block] = (this.#openInBlock[block] as number) + by;
    this.tuples.forEach(tuple, block, (parameter, value) => {
      const counts = this.#openWith[parameter] as Int32Array;
      counts[value] = (counts[value] as number) + by;
    });
  }

  /** The blocks with open tuples; the others leave the list. */
  *#live(blocks: Blocks | undefined): Iterable<number> {
    if (blocks === undefined) return;
    for (let index = 0; index < blocks.length;) {
      const block = blocks.list[index] as number;
      if ((this.#openInBlock[block] as number) > 0) {
        yield block;
        index++;
      } else blocks.list[index] = blocks.list[--blocks.length] as number;
    }
  }
}

function blocksOf(blocks: readonly number[]): Blocks {
  return { list: Int32Array.from(blocks), length: blocks.length };
}
