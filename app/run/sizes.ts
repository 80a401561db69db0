/** How large calls may be where this runs: what a service takes is its operator's to say, not a tool's. */

import { UsageError } from "../flags/usage-error.ts";

export const DEFAULT_INPUT_CHARS = 100_000;
const LEAST_INPUT_CHARS = 1000;
export const MOST_INPUT_CHARS = 20_000_000;

/** The value of `--max-input-chars`; throws `UsageError` for what is no whole number within the bounds. */
export function readInputChars(text: string): number {
  const characters = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (characters >= LEAST_INPUT_CHARS && characters <= MOST_INPUT_CHARS) return characters;
  const range = `${LEAST_INPUT_CHARS} to ${MOST_INPUT_CHARS}`;
  throw new UsageError(`--max-input-chars ${text} is not a whole number from ${range}`);
}

const LEAST_BODY_BYTES = 1_048_576;
const BYTES_OF_A_CHARACTER = 4;
const BYTES_AROUND_INPUT = 65_536;
const CHARACTERS_OF_USUAL_TIME = 1_000_000;
/** In bytes: a tree of values, its text and what is made of it. */
const MEMORY_OF_A_CHARACTER = 512;

/** In KiB. */
const USUAL_MEMORY = 1536 * 1024;

/** Calls of one batch, and steps of one pipeline. */
export const MAX_BATCH = 5;
export const MAX_STEPS = 5;

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

  /** How many times longer than usual a call may take: as long up to a million characters, then in proportion. */
  get patience(): number {
    return Math.max(1, this.inputChars / CHARACTERS_OF_USUAL_TIME);
  }

  /** Private writable memory of a process that runs tools, in KiB. */
  get memory(): number {
    const further = Math.max(0, this.inputChars - DEFAULT_INPUT_CHARS);
    return USUAL_MEMORY + Math.ceil((further * MEMORY_OF_A_CHARACTER) / 1024);
  }
}

/** Set once, before the first call. */
export const sizes = new Sizes();
