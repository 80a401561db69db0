import { type JsonProblem, syntaxProblem } from "./problem.ts";
import { openedAt } from "../../results/syntax-problem.ts";
import { describe } from "../../text/character.ts";
import type { JsonBoolean, JsonNull, JsonNumber, JsonString } from "./tree.ts";

const QUOTE = 34;
const BACKSLASH = 92;
const SPACE = 32;

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Reads the JSON string token that begins at `start`, a double quote. */
export function scanString(text: string, start: number): JsonString | JsonProblem {
  let at = start + 1;
  let unit = text.charCodeAt(at);
  while (unit !== QUOTE && unit !== BACKSLASH && unit >= SPACE) unit = text.charCodeAt(++at);
  if (unit === QUOTE) {
    return {
      type: "string",
      start,
      end: at + 1,
      value: text.slice(start + 1, at),
      text: text.slice(start, at + 1),
    };
  }
  return scanEscaped(text, start, at);
}

/** Goes on with a string from its first unit that is not to be taken as it is. */
function scanEscaped(text: string, start: number, from: number): JsonString | JsonProblem {
  const parts = [text.slice(start + 1, from)];
  let at = from;
  let run = from;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) break;
    if (unit !== BACKSLASH) {
      if (!(unit >= SPACE)) return stringProblem(text, start, at);
      at++;
      continue;
    }
    parts.push(text.slice(run, at));
    const value = readEscape(text, at);
    if (typeof value !== "string") return value;
    parts.push(value);
    at += text.charAt(at + 1) === "u" ? 6 : 2;
    run = at;
  }
  parts.push(text.slice(run, at));
  const value = parts.join("");
  return { type: "string", start, end: at + 1, value, text: text.slice(start, at + 1) };
}

function readEscape(text: string, at: number): string | JsonProblem {
  const letter = text.charAt(at + 1);
  const plain = ESCAPED.get(letter);
  if (plain !== undefined) return plain;
  if (letter === "u") return readHex(text, at + 2, 4);
  const problem = syntaxProblem(text, at + 1, "an escape of JSON", "inside");
  if (letter === "") return problem;
  const shown = /[!-~]/.test(letter) ? `\\${letter}` : `\\ and ${describe(letter)}`;
  return { ...problem, found: `the unknown escape ${shown}` };
}

/** The character of `count` hexadecimal digits at `start`. */
export function readHex(text: string, start: number, count: number): string | JsonProblem {
  for (let at = start; at < start + count; at++) {
    if (!isHexDigit(text.charCodeAt(at))) {
      return syntaxProblem(text, at, `${count} hexadecimal digits`, "inside");
    }
  }
  return String.fromCharCode(Number.parseInt(text.slice(start, start + count), 16));
}

function stringProblem(text: string, start: number, at: number): JsonProblem {
  const problem = {
    ...syntaxProblem(text, at, 'more of the string or a closing "', "inside"),
    related: openedAt(start, 'The quote "'),
  };
  if (at >= text.length) return problem;
  const unit = text.charCodeAt(at);
  const found =
    unit === 10 || unit === 13
      ? "a raw line end in a string"
      : `the raw control character ${describe(text.charAt(at))} in a string`;
  return { ...problem, found };
}

/** Reads the JSON number token that begins at `start`, a digit or a minus. */
export function scanNumber(text: string, start: number): JsonNumber | JsonProblem {
  let at = start;
  if (text.charCodeAt(at) === 45) at++;
  if (text.charCodeAt(at) === 48) at++;
  else if (isDigit(text.charCodeAt(at))) at = skipDigits(text, at);
  else return syntaxProblem(text, at, "a digit", "inside", start);
  if (text.charCodeAt(at) === 46) {
    if (!isDigit(text.charCodeAt(at + 1))) return syntaxProblem(text, at + 1, "a digit", "inside");
    at = skipDigits(text, at + 1);
  }
  const end = skipExponent(text, at);
  if (typeof end !== "number") return end;
  return { type: "number", start, end, text: text.slice(start, end) };
}

/** The offset behind the exponent part that may begin at `at`. */
export function skipExponent(text: string, at: number): number | JsonProblem {
  const mark = text.charCodeAt(at);
  if (mark !== 69 && mark !== 101) return at;
  const sign = text.charCodeAt(at + 1);
  const digits = sign === 43 || sign === 45 ? at + 2 : at + 1;
  if (!isDigit(text.charCodeAt(digits))) return syntaxProblem(text, digits, "a digit", "inside");
  return skipDigits(text, digits);
}

export function skipDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

export function isHexDigit(unit: number): boolean {
  return isDigit(unit) || (unit >= 65 && unit <= 70) || (unit >= 97 && unit <= 102);
}

/** Reads `true`, `false` or `null`; undefined where none of them begins. */
export function scanLiteral(
  text: string,
  start: number,
): JsonBoolean | JsonNull | JsonProblem | undefined {
  const character = text.charAt(start);
  if (character === "t") return literalToken(text, start, "true", true);
  if (character === "f") return literalToken(text, start, "false", false);
  if (character === "n") return literalToken(text, start, "null", null);
  return undefined;
}

function literalToken(
  text: string,
  start: number,
  word: string,
  value: boolean | null,
): JsonBoolean | JsonNull | JsonProblem {
  const same = commonLength(text, start, word);
  if (same < word.length) return syntaxProblem(text, start + same, `"${word}"`, "inside", start);
  const end = start + word.length;
  return value === null ? { type: "null", start, end } : { type: "boolean", start, end, value };
}

/** How many characters of `word` stand at the offset. */
export function commonLength(text: string, at: number, word: string): number {
  let same = 0;
  while (same < word.length && text[at + same] === word[same]) same++;
  return same;
}
