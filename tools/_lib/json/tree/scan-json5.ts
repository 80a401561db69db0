import { openedAt } from "../../results/syntax-problem.ts";
import { type JsonProblem, syntaxProblem } from "./problem.ts";
import { characterAt } from "../../text/character.ts";
import {
  commonLength,
  isDigit,
  isHexDigit,
  readHex,
  scanString,
  skipDigits,
  skipExponent,
} from "./scan.ts";
import type { JsonNumber, JsonString } from "./tree.ts";

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

const IDENTIFIER_START = /[\p{L}\p{Nl}$_]/u;
const IDENTIFIER_PART = /[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$_\u200c\u200d]/u;

/** Whether the unit is white space of JSON5, line ends included. */
export function isSpaceOfJson5(unit: number): boolean {
  if (unit === 32 || (unit >= 9 && unit <= 13)) return true;
  if (unit < 0xa0) return false;
  return (
    unit === 0xa0 ||
    unit === 0xfeff ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  );
}

/** Reads the JSON5 string that begins at `start`; a token that is not JSON's gets a text that is. */
export function scanJson5String(text: string, start: number): JsonString | JsonProblem {
  if (text.charAt(start) === '"') {
    const strict = scanString(text, start);
    if (strict.type === "string") return strict;
  }
  const quote = text.charCodeAt(start);
  const parts: string[] = [];
  let at = start + 1;
  let run = at;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit === quote) break;
    if (Number.isNaN(unit) || unit === 10 || unit === 13) {
      const problem = {
        ...syntaxProblem(text, at, "more of the string or its closing quote", "inside"),
        related: openedAt(start, `The quote ${text.charAt(start)}`),
      };
      return at < text.length ? { ...problem, found: "a raw line end in a string" } : problem;
    }
    if (unit !== 92) {
      at++;
      continue;
    }
    parts.push(text.slice(run, at));
    const escape = readEscape(text, at);
    if ("type" in escape) return escape;
    parts.push(escape.value);
    at = escape.end;
    run = at;
  }
  parts.push(text.slice(run, at));
  return stringToken(start, at + 1, parts.join(""));
}

function stringToken(start: number, end: number, value: string): JsonString {
  return { type: "string", start, end, value, text: JSON.stringify(value) };
}

function readEscape(text: string, at: number): { value: string; end: number } | JsonProblem {
  const letter = characterAt(text, at + 1);
  if (letter === "") return syntaxProblem(text, at + 1, "an escape of JSON5", "inside");
  if (letter === "u" || letter === "x") {
    const count = letter === "u" ? 4 : 2;
    const value = readHex(text, at + 2, count);
    return typeof value === "string" ? { value, end: at + 2 + count } : value;
  }
  if (letter === "\r") return { value: "", end: at + (text.charAt(at + 2) === "\n" ? 3 : 2) };
  if (letter === "\n" || letter === "\u2028" || letter === "\u2029")
    return { value: "", end: at + 2 };
  if (letter === "0") {
    return isDigit(text.charCodeAt(at + 2))
      ? syntaxProblem(text, at + 2, "no digit behind \\0", "inside")
      : { value: "\0", end: at + 2 };
  }
  if (/[1-9]/.test(letter)) return syntaxProblem(text, at + 1, "an escape of JSON5", "inside");
  return { value: ESCAPED.get(letter) ?? letter, end: at + 1 + letter.length };
}

/** Whether an identifier can begin at the offset. */
export function isIdentifierStart(text: string, at: number): boolean {
  const character = characterAt(text, at);
  return character === "\\" || (character !== "" && IDENTIFIER_START.test(character));
}

/** Reads the identifier that begins at `start` as the string of its characters. */
export function scanIdentifier(text: string, start: number): JsonString | JsonProblem {
  const parts: string[] = [];
  let at = start;
  for (;;) {
    const allowed = at === start ? IDENTIFIER_START : IDENTIFIER_PART;
    const character = characterAt(text, at);
    if (character === "\\") {
      const escape = readIdentifierEscape(text, at, allowed);
      if (typeof escape !== "string") return escape;
      parts.push(escape);
      at += 6;
      continue;
    }
    if (character === "" || !allowed.test(character)) {
      return stringToken(start, at, parts.join(""));
    }
    parts.push(character);
    at += character.length;
  }
}

function readIdentifierEscape(text: string, at: number, allowed: RegExp): string | JsonProblem {
  if (text.charAt(at + 1) !== "u") return syntaxProblem(text, at + 1, '"u"', "inside");
  for (let digits = 1; digits <= 4; digits++) {
    const last = at + 1 + digits;
    const possible =
      isHexDigit(text.charCodeAt(last)) && canComplete(text.slice(at + 2, last + 1), allowed);
    if (!possible) return syntaxProblem(text, last, "the code of a letter", "inside");
  }
  return String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16));
}

/** Whether some four hexadecimal digits that begin with these give an allowed character. */
function canComplete(digits: string, allowed: RegExp): boolean {
  const last = Number.parseInt(digits.padEnd(4, "f"), 16);
  for (let code = Number.parseInt(digits.padEnd(4, "0"), 16); code <= last; code++) {
    if (allowed.test(String.fromCharCode(code))) return true;
  }
  return false;
}

/** Whether a number of JSON5 can begin with the unit. */
export function isNumberStartOfJson5(unit: number): boolean {
  return isDigit(unit) || unit === 43 || unit === 45 || unit === 46 || unit === 73 || unit === 78;
}

/** Reads the JSON5 number that begins at `start`; its text becomes JSON's, but for NaN and infinities. */
export function scanJson5Number(text: string, start: number): JsonNumber | JsonProblem {
  const mark = text.charAt(start);
  const signed = mark === "+" || mark === "-";
  const sign = mark === "-" ? "-" : "";
  const at = signed ? start + 1 : start;
  const first = text.charAt(at);
  if (first === "I" || first === "N") {
    const word = first === "I" ? "Infinity" : "NaN";
    const same = commonLength(text, at, word);
    if (same < word.length) return syntaxProblem(text, at + same, word, "inside", at);
    // NaN has no sign to keep.
    return numberToken(start, at + same, first === "N" ? word : sign + word);
  }
  if (first === "0" && /[xX]/.test(text.charAt(at + 1)))
    return scanHexadecimal(text, start, at, sign);
  return scanDecimal(text, start, at, sign);
}

function numberToken(start: number, end: number, text: string): JsonNumber {
  return { type: "number", start, end, text };
}

function scanHexadecimal(
  text: string,
  start: number,
  at: number,
  sign: string,
): JsonNumber | JsonProblem {
  let end = at + 2;
  while (isHexDigit(text.charCodeAt(end))) end++;
  if (end === at + 2) return syntaxProblem(text, end, "a hexadecimal digit", "inside");
  return numberToken(start, end, sign + BigInt(text.slice(at, end)).toString());
}

function scanDecimal(
  text: string,
  start: number,
  at: number,
  sign: string,
): JsonNumber | JsonProblem {
  const wholeEnd = text.charAt(at) === "0" ? at + 1 : skipDigits(text, at);
  const whole = text.slice(at, wholeEnd);
  let fraction = "";
  let end = wholeEnd;
  if (text.charAt(end) === ".") {
    end = skipDigits(text, wholeEnd + 1);
    const digits = text.slice(wholeEnd + 1, end);
    if (whole === "" && digits === "") return syntaxProblem(text, end, "a digit", "inside");
    fraction = `.${digits || "0"}`;
  } else if (whole === "") return syntaxProblem(text, at, "a digit", "inside", start);
  const exponent = skipExponent(text, end);
  if (typeof exponent !== "number") return exponent;
  return numberToken(start, exponent, sign + (whole || "0") + fraction + text.slice(end, exponent));
}
