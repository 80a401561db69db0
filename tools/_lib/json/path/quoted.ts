import { isSurrogate } from "../../text/code-points.ts";
import { readHex } from "../tree/scan.ts";
import { syntaxFault } from "./trouble.ts";

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["/", "/"],
  ["\\", "\\"],
]);

/** The beginnings of four digits that are no low half, and of those that are one. */
const FIRST_UNIT = /^(?:[0-9a-cef]|d(?:[0-9ab]|$))/i;
const LOW_HALF = /^d(?:[c-f]|$)/i;

/** Reads the string literal that begins at `start` with a quote of either kind. */
export function readQuoted(text: string, start: number): { value: string; end: number } {
  const quote = text.charAt(start);
  const parts: string[] = [];
  let at = start + 1;
  while (text.charAt(at) !== quote) {
    const point = text.codePointAt(at);
    if (point === undefined || point < 0x20 || isSurrogate(point)) {
      throw syntaxFault(text, at, `more of the string or a closing ${quote}`);
    }
    if (point === 0x5c) {
      const escape = readEscape(text, at, quote);
      parts.push(escape.value);
      at = escape.end;
    } else {
      const character = String.fromCodePoint(point);
      parts.push(character);
      at += character.length;
    }
  }
  return { value: parts.join(""), end: at + 1 };
}

function readEscape(text: string, at: number, quote: string): { value: string; end: number } {
  const letter = text.charAt(at + 1);
  const value = letter === quote ? quote : ESCAPED.get(letter);
  if (value !== undefined) return { value, end: at + 2 };
  if (letter !== "u") throw syntaxFault(text, at + 1, `b, f, n, r, t, u, /, \\ or ${quote}`);
  const first = readUnit(text, at + 2, FIRST_UNIT, "four hexadecimal digits of a character");
  if (!/[\ud800-\udbff]/.test(first)) return { value: first, end: at + 6 };
  const half = "the other half of a surrogate pair";
  for (const [index, letterOfHalf] of ["\\", "u"].entries()) {
    if (text.charAt(at + 6 + index) !== letterOfHalf) throw syntaxFault(text, at + 6 + index, half);
  }
  const second = readUnit(text, at + 8, LOW_HALF, half);
  return { value: first + second, end: at + 12 };
}

/** The unit of four hexadecimal digits, each of which may go on as `allowed` says. */
function readUnit(text: string, start: number, allowed: RegExp, expected: string): string {
  for (let count = 1; count <= 4; count++) {
    const digits = text.slice(start, start + count);
    if (digits.length < count || !/[0-9a-f]$/i.test(digits) || !allowed.test(digits)) {
      throw syntaxFault(text, start + count - 1, expected);
    }
  }
  const unit = readHex(text, start, 4);
  return typeof unit === "string" ? unit : "";
}
