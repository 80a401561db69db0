/** One linear look at the input before anything reads it. */
import type { Entry } from "../../tools/_core/tool.ts";
import { byteLength } from "./byte-length.ts";
import { sizes } from "./sizes.ts";

export const MAX_INPUT_DEPTH = 200;

export interface Preflight {
  /** UTF-16 code units of all strings, added up; what is limited. */
  readonly characters: number;
  /** Their bytes in UTF-8, as far as they were looked at. */
  readonly bytes: number;
  /** `characters`, the names of members, and one for each value: about what there is to do. */
  readonly weight: number;
  readonly problem?: Entry;
}

/**
 * Measures the input without recursion, so that no nesting can overflow the stack. It looks at no more values than a
 * body can hold: one that stands in many places, as bindings put it there, is refused before all of them are seen.
 */
export function preflight(input: unknown): Preflight {
  const size = new Size();
  let level: unknown[] = [input];
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = [];
    for (const value of level) {
      size.add(value, below);
      if (size.others + below.length > sizes.inputValues) return size.found(tooManyValues());
    }
    if (below.length > 0 && depth === MAX_INPUT_DEPTH) return size.found(tooDeep());
    level = below;
  }
  return size.found(size.characters > sizes.inputChars ? tooLarge(size.characters) : undefined);
}

class Size {
  characters = 0;
  /** Values, and the characters of their names. */
  others = 0;
  #bytes = 0;

  /** Counts one value; those inside of it go to `below`. */
  add(value: unknown, below: unknown[]): void {
    this.others++;
    if (typeof value === "string") {
      this.characters += value.length;
      if (this.characters <= sizes.inputChars) this.#bytes += byteLength(value);
    } else if (Array.isArray(value)) {
      // An array too long is counted, not taken apart.
      if (value.length > sizes.inputValues) this.others += value.length;
      else for (const item of value) below.push(item);
    } else if (typeof value === "object" && value !== null) {
      for (const name of Object.keys(value)) {
        this.others += name.length;
        below.push((value as Record<string, unknown>)[name]);
      }
    }
  }

  found(problem: Entry | undefined): Preflight {
    const { characters, others } = this;
    const size = { characters, bytes: this.#bytes, weight: characters + others };
    return problem === undefined ? size : { ...size, problem };
  }
}

export function tooDeep(): Entry {
  return {
    code: "INPUT_TOO_DEEP",
    message: `Cannot read the input: it is nested deeper than ${MAX_INPUT_DEPTH} levels`,
    expected: MAX_INPUT_DEPTH,
    hint: "Send the document as text in a string field, or split it",
  };
}

function tooLarge(characters: number): Entry {
  return {
    code: "INPUT_TOO_LARGE",
    message: `Cannot take ${characters} characters: the limit is ${sizes.inputChars}`,
    expected: sizes.inputChars,
    received: characters,
    hint: LARGER,
  };
}

function tooManyValues(): Entry {
  return {
    code: "INPUT_TOO_LARGE",
    message: `Cannot take more than ${sizes.inputValues} values and characters of their names`,
    expected: sizes.inputValues,
    hint: LARGER,
  };
}

const LARGER = "Split the input, or raise the limit where this runs: --max-input-chars N";
