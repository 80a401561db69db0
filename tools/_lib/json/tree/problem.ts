import type { RelatedPlace } from "../../results/syntax-problem.ts";
import { characterAt, codeOf, describe } from "../../text/character.ts";
/** Why a text is not JSON: where, what was there and what could have stood there. */
export interface JsonProblem {
  readonly type: "problem";
  readonly code: "JSON_SYNTAX" | "INPUT_TOO_DEEP";
  readonly offset: number;
  /** What was found, in words for the message. */
  readonly found: string;
  readonly expected: string;
  /** The character at the offset, or `end of input`. */
  readonly received: string;
  readonly hint: string;
  /** Other places of the text that explain it. */
  readonly related?: readonly RelatedPlace[];
}

/** Where the reader stood when it met the problem. */
export type Place =
  | "value"
  | "first value"
  | "next value"
  | "first key"
  | "next key"
  | "colon"
  | "separator"
  | "end"
  | "inside";

export const DEEPEST = 1000;

const HINT = "json-repair mends text that is almost JSON";
const HINT_CUT = "json-repair completes text that was cut off";
const HINT_JSONC = 'json-repair removes it, and json-formatter reads it with dialect "jsonc"';
const HINT_JSON5 = 'json-repair rewrites it, and json-formatter reads it with dialect "json5"';
const LONGEST_WORD = 20;

const WORDS: ReadonlyMap<string, string> = new Map([
  ["true", "the literal true in other letters"],
  ["false", "the literal false in other letters"],
  ["null", "the literal null in other letters"],
  ["none", "the Python literal None"],
  ["nan", "NaN, which is no JSON number"],
  ["infinity", "Infinity, which is no JSON number"],
  ["undefined", "the JavaScript word undefined"],
]);

const PYTHON: ReadonlySet<string> = new Set(["True", "False", "None"]);

const QUOTES = "'`‘’‚‛“”„‟´";

interface Cause {
  readonly found: string;
  readonly hint?: string;
}

/** The problem at `offset`, with its usual cause where that can be recognised; `word` is the start of the word it is in. */
export function syntaxProblem(
  text: string,
  offset: number,
  expected: string,
  place: Place,
  word = offset,
): JsonProblem {
  const cause = causeOf(text, offset, place, word);
  const character = characterAt(text, offset);
  const received = character || "end of input";
  const found = cause?.found ?? describe(character);
  const hint = cause?.hint ?? (offset >= text.length ? HINT_CUT : HINT);
  return { type: "problem", code: "JSON_SYNTAX", offset, found, expected, received, hint };
}

/** The problem of a text nested deeper than it may be. */
export function depthProblem(offset: number, received = "", deepest = DEEPEST): JsonProblem {
  return {
    type: "problem",
    code: "INPUT_TOO_DEEP",
    offset,
    found: `a container at level ${deepest + 1}`,
    expected: `at most ${deepest} levels`,
    received,
    hint: "Split the document, or read the part that is wanted",
  };
}

function causeOf(text: string, offset: number, place: Place, word: number): Cause | undefined {
  const character = characterAt(text, offset);
  if (character === "") return undefined;
  if (place === "inside") return wordCause(text, word);
  return (
    numberCause(text, offset) ??
    characterCause(text, offset, character) ??
    placeCause(text, offset, character, place)
  );
}

function placeCause(
  text: string,
  offset: number,
  character: string,
  place: Place,
): Cause | undefined {
  if (place === "end") return { found: "text after the value" };
  if (
    (place === "next value" && character === "]") ||
    (place === "next key" && character === "}")
  ) {
    return { found: "a trailing comma", hint: HINT_JSONC };
  }
  if (place === "first key" || place === "next key") {
    const unquoted = /[\p{L}\p{N}_$]/u.test(character);
    return unquoted ? { found: "an unquoted key", hint: HINT_JSON5 } : undefined;
  }
  if (!place.endsWith("value")) return undefined;
  if (character === "+") return { found: "a leading +", hint: HINT_JSON5 };
  if (character === ".")
    return { found: "a number without digits before its point", hint: HINT_JSON5 };
  return wordCause(text, offset);
}

/** What is wrong right behind a digit: `01`, `0x1F`, `1_000`. */
function numberCause(text: string, offset: number): Cause | undefined {
  if (!/[0-9]/.test(text.charAt(offset - 1))) return undefined;
  const character = text.charAt(offset);
  if (/[0-9]/.test(character)) return { found: "a leading zero" };
  if (/[xX]/.test(character)) return { found: "a hexadecimal number", hint: HINT_JSON5 };
  if (character === "_") return { found: "a digit separator" };
  return undefined;
}

function characterCause(text: string, offset: number, character: string): Cause | undefined {
  if (character === "#") return { found: "a comment", hint: "json-repair removes it" };
  if (/^\/[/*]/.test(text.slice(offset, offset + 2))) {
    return { found: "a comment", hint: HINT_JSONC };
  }
  if (character === "'") return { found: "a single quote", hint: HINT_JSON5 };
  if (QUOTES.includes(character)) return { found: `the quotation mark ${character}` };
  if (character === "\ufeff") return { found: "a byte order mark" };
  if (/[\p{Z}\f\v]/u.test(character)) return { found: `the white space ${codeOf(character)}` };
  return undefined;
}

function wordCause(text: string, start: number): Cause | undefined {
  const match = /^-?([A-Za-z]+)/.exec(text.slice(start, start + LONGEST_WORD));
  const word = match?.[1];
  if (word === undefined) return undefined;
  if (PYTHON.has(word)) return { found: `the Python literal ${word}` };
  const found = WORDS.get(word.toLowerCase());
  return found === undefined || found.includes(` ${word} `) ? undefined : { found };
}
