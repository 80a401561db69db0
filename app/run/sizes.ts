/** How large input may be where this runs: what a service takes is its operator's to say, not a tool's. */

export const DEFAULT_INPUT_CHARS = 100_000;
export const MOST_INPUT_CHARS = 20_000_000;
const LEAST_BODY_BYTES = 1_048_576;
const BYTES_OF_A_CHARACTER = 4;
const BYTES_AROUND_INPUT = 65_536;

class Sizes {
  /** UTF-16 code units of all strings of an input. */
  inputChars = DEFAULT_INPUT_CHARS;

  get bodyBytes(): number {
    const needed = BYTES_OF_A_CHARACTER * this.inputChars + BYTES_AROUND_INPUT;
    return Math.max(LEAST_BODY_BYTES, needed);
  }

  /** Values of an input, and the characters of their names: a body holds no more, as each takes a byte at least. */
  get inputValues(): number {
    return this.bodyBytes;
  }

  /** How many times larger than usual an input may be; time, memory and steps follow. */
  get scale(): number {
    return Math.max(1, this.inputChars / DEFAULT_INPUT_CHARS);
  }
}

/** Set once, before the first call. */
export const sizes = new Sizes();
