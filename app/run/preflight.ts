/** One linear look at the input before anything reads it. */
import type { Entry } from "../../tools/_core/tool.ts";
import { MAX_INPUT_CHARS } from "../registry.ts";
import { byteLength } from "./byte-length.ts";

export const MAX_INPUT_DEPTH = 200;

export interface Preflight {
  /** UTF-16 code units of all strings, added up; what is limited. */
  readonly characters: number;
  /** Their bytes in UTF-8. */
  readonly bytes: number;
  /** `characters`, the names of members, and one for each value: about what there is to do. */
  readonly weight: number;
  readonly problem?: Entry;
}

/** Measures the input without recursion, so that no nesting can overflow the stack. */
export function preflight(input: unknown): Preflight {
  let characters = 0;
  let bytes = 0;
  let others = 0;
  let depth = 0;
  let level: unknown[] = [input];
  while (level.length > 0) {
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string") {
        characters += value.length;
        bytes += byteLength(value);
      } else if (Array.isArray(value)) for (const item of value) below.push(item);
      else if (typeof value === "object" && value !== null) {
        for (const name of Object.keys(value)) {
          others += name.length;
          below.push((value as Record<string, unknown>)[name]);
        }
      }
    }
    others += level.length;
    if (below.length > 0 && ++depth > MAX_INPUT_DEPTH) {
      return { characters, bytes, weight: characters + others, problem: tooDeep() };
    }
    level = below;
  }
  const weight = characters + others;
  if (characters <= MAX_INPUT_CHARS) return { characters, bytes, weight };
  return { characters, bytes, weight, problem: tooLarge(characters) };
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
    message: `Cannot take ${characters} characters: the limit is ${MAX_INPUT_CHARS}`,
    expected: MAX_INPUT_CHARS,
    received: characters,
    hint: "Split the input, or shorten it first with context-distill, json-shrink or log-context-trimmer",
  };
}
