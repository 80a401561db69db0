/**
 * For each index of `left`, the index in `right` of what is common, or -1. Of several longest common
 * subsequences it is the one found from the front: what is equal is common, else the left element is
 * stepped over, unless only stepping over the right one loses nothing. `spend` hears of the work, in steps
 * of a few thousand comparisons.
 */
export function commonSubsequence(
  left: readonly number[],
  right: readonly number[],
  spend: (steps: number) => void,
): Int32Array {
  const matches = new Int32Array(left.length).fill(-1);
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) {
    matches[start] = start++;
  }
  const [from, to] = [left.slice(start), right.slice(start)];
  if (from.length === 0 || to.length === 0) return matches;
  const table = new LengthTable(from, to, spend);
  for (const [i, j] of table.walk()) matches[start + i] = start + j;
  return matches;
}

const BITS = 32;
const WORDS_PER_STEP = 100;

/**
 * The lengths for all pairs of suffixes, a row for each suffix of `left`, as bits: those of a row that are
 * 0 are where its length grows, counted from the end of `right` (Hyyrö 2004, bit-parallel).
 */
class LengthTable {
  readonly #left: readonly number[];
  readonly #right: readonly number[];
  readonly #width: number;
  readonly #rows: Uint32Array;

  constructor(left: readonly number[], right: readonly number[], spend: (steps: number) => void) {
    this.#left = left;
    this.#right = right;
    this.#width = Math.ceil(right.length / BITS);
    spend(Math.ceil((left.length * this.#width) / WORDS_PER_STEP));
    this.#rows = new Uint32Array((left.length + 1) * this.#width);
    this.#fill();
  }

  /** The pairs that are common. */
  *walk(): Generator<readonly [number, number]> {
    const [left, right] = [this.#left, this.#right];
    let [i, j] = [0, 0];
    let here = this.#length(0, 0);
    let below = this.#length(1, 0);
    while (i < left.length && j < right.length && here > 0) {
      const isCommon = left[i] === right[j];
      if (isCommon) yield [i, j];
      if (isCommon || this.#grows(i, j) || below === here) {
        here = isCommon ? here - 1 : below;
        i++;
        if (isCommon) j++;
        below = i < left.length ? this.#length(i + 1, j) : 0;
      } else below -= Number(this.#grows(i + 1, j++));
    }
  }

  #fill(): void {
    const [rows, width] = [this.#rows, this.#width];
    const masks = this.#masks();
    let row = this.#left.length * width;
    rows.fill(0xffffffff, row);
    for (let i = this.#left.length - 1; i >= 0; i--, row -= width) {
      rows.copyWithin(row - width, row, row + width);
      const mask = masks.get(this.#left[i] as number);
      if (mask !== undefined) addMask(rows, row - width, width, mask);
    }
  }

  /** For each element of `right` the words of a row in which it stands, and its bits there. */
  #masks(): Map<number, Mask> {
    const masks = new Map<number, Mask>();
    const last = this.#right.length - 1;
    for (let bit = 0; bit <= last; bit++) {
      const element = this.#right[last - bit] as number;
      const mask = masks.get(element) ?? { words: [], bits: [] };
      masks.set(element, mask);
      const word = Math.floor(bit / BITS);
      if (mask.words.at(-1) !== word) {
        mask.words.push(word);
        mask.bits.push(0);
      }
      mask.bits[mask.bits.length - 1] = ((mask.bits.at(-1) ?? 0) | (1 << (bit % BITS))) >>> 0;
    }
    return masks;
  }

  /** Whether the length for suffixes from `i` and `j` is larger than that from `i` and `j + 1`. */
  #grows(i: number, j: number): boolean {
    const bit = this.#right.length - 1 - j;
    const word = this.#rows[i * this.#width + Math.floor(bit / BITS)] ?? 0;
    return ((word >>> (bit % BITS)) & 1) === 0;
  }

  #length(i: number, j: number): number {
    const bits = this.#right.length - j;
    const row = i * this.#width;
    const whole = Math.floor(bits / BITS);
    let count = bits;
    for (let word = 0; word < whole; word++) count -= countOnes(this.#rows[row + word] ?? 0);
    const rest = bits % BITS;
    if (rest > 0) count -= countOnes((this.#rows[row + whole] ?? 0) & (2 ** rest - 1));
    return count;
  }
}

interface Mask {
  readonly words: number[];
  readonly bits: number[];
}

/** One step of the recurrence, `V' = (V + (V & M)) | (V & ~M)`; words without a mask change by the carry only. */
function addMask(rows: Uint32Array, row: number, width: number, { words, bits }: Mask): void {
  let carry = 0;
  let word = 0;
  for (let index = 0; index < words.length || carry > 0;) {
    if (carry === 0) word = words[index] as number;
    if (word >= width) return;
    const mask = words[index] === word ? (bits[index++] as number) : 0;
    const before = rows[row + word] as number;
    const sum = before + ((before & mask) >>> 0) + carry;
    carry = sum > 0xffffffff ? 1 : 0;
    rows[row + word] = sum | (before & ~mask);
    word++;
  }
}

function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
