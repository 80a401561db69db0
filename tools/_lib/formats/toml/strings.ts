import { openedAt } from "../../results/syntax-problem.ts";
import { endOfMatch } from "../../text/position.ts";
import {
  atEnd,
  controlName,
  lineEndLength,
  type Reader,
  reject,
  requireNewVersion,
  skipBlanks,
  takeLineEnd,
} from "./reader.ts";
import type { TomlString } from "./tree.ts";

const PLAIN_BASIC = /[\t !#-[\]-~\u0080-\uffff]*/y;
const PLAIN_LITERAL = /[\t -&(-~\u0080-\uffff]*/y;
const LAST_CODE_POINT = 0x10ffff;

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["b", "\b"],
  ["e", "\u001b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

/** Reads the string that begins here with `"` or `'`, single or triple. */
export function readString(reader: Reader): TomlString {
  const quote = reader.text.charAt(reader.at);
  if (reader.text.startsWith(quote.repeat(3), reader.at)) return readMultiline(reader, quote);
  return readSingleLine(reader);
}

/** Reads the one-line string that begins here; two quotes are an empty one, whatever follows. */
export function readSingleLine(reader: Reader): TomlString {
  const start = reader.at;
  const quote = reader.text.charAt(start);
  const plain = quote === '"' ? PLAIN_BASIC : PLAIN_LITERAL;
  const parts: string[] = [];
  reader.at++;
  for (;;) {
    takePlain(reader, plain, parts);
    const character = reader.text.charAt(reader.at);
    if (character === quote) break;
    if (character === "\\") parts.push(readEscape(reader));
    else if (lineEndLength(reader, reader.at) > 0) {
      const found = "a line end inside a one-line string";
      reject(
        reader,
        reader.at,
        `the closing ${quote}`,
        found,
        openedAt(start, `The quote ${quote}`),
      );
    } else rejectInside(reader, start, quote);
  }
  reader.at++;
  return { type: "string", start, end: reader.at, value: parts.join("") };
}

/** Line ends inside are read as LF, and the one behind the opening quotes is dropped. */
function readMultiline(reader: Reader, quote: string): TomlString {
  const start = reader.at;
  const plain = quote === '"' ? PLAIN_BASIC : PLAIN_LITERAL;
  const parts: string[] = [];
  reader.at += 3;
  takeLineEnd(reader);
  for (;;) {
    takePlain(reader, plain, parts);
    const character = reader.text.charAt(reader.at);
    if (character === quote) {
      const run = quoteRun(reader, quote);
      reader.at += run;
      // Up to two quotes may stand right before the closing three.
      parts.push(quote.repeat(run >= 3 ? run - 3 : run));
      if (run >= 3) break;
    } else if (character === "\\") {
      parts.push(isContinuation(reader) ? skipContinuation(reader) : readEscape(reader));
    } else {
      if (!takeLineEnd(reader)) rejectInside(reader, start, quote.repeat(3));
      parts.push("\n");
    }
  }
  return { type: "string", start, end: reader.at, value: parts.join("") };
}

function takePlain(reader: Reader, plain: RegExp, parts: string[]): void {
  const start = reader.at;
  reader.at = endOfMatch(plain, reader.text, start);
  if (reader.at > start) parts.push(reader.text.slice(start, reader.at));
}

function rejectInside(reader: Reader, start: number, quote: string): never {
  const found = atEnd(reader) ? "the end of the input" : controlName(reader, reader.at);
  const related = openedAt(start, `The quote ${quote}`);
  return reject(reader, reader.at, `the closing ${quote}`, `${found} inside a string`, related);
}

function quoteRun(reader: Reader, quote: string): number {
  let run = 1;
  while (run < 5 && reader.text.charAt(reader.at + run) === quote) run++;
  return run;
}

/** Whether the backslash here ends its line, which joins it with the next text. */
function isContinuation(reader: Reader): boolean {
  return /[ \t\r\n]/.test(reader.text.charAt(reader.at + 1));
}

function skipContinuation(reader: Reader): string {
  reader.at++;
  skipBlanks(reader);
  if (!takeLineEnd(reader)) reject(reader, reader.at, "a line end after the \\");
  do skipBlanks(reader);
  while (takeLineEnd(reader));
  return "";
}

function readEscape(reader: Reader): string {
  const start = reader.at;
  const letter = reader.text.charAt(start + 1);
  if (letter === "e" || letter === "x") {
    requireNewVersion(reader, start, `the escape \\${letter === "x" ? "xHH" : "e"}`);
  }
  const digits = HEX_DIGITS.get(letter);
  if (digits !== undefined) return readCodePoint(reader, digits);
  const value = ESCAPED.get(letter);
  if (value === undefined) reject(reader, start + 1, "an escape of TOML");
  reader.at += 2;
  return value;
}

function readCodePoint(reader: Reader, digits: number): string {
  const first = reader.at + 2;
  let code = 0;
  for (let index = 0; index < digits; index++) {
    const digit = reader.text.charAt(first + index);
    if (!/^[0-9A-Fa-f]$/.test(digit)) reject(reader, first + index, `${digits} hexadecimal digits`);
    code = code * 16 + Number.parseInt(digit, 16);
    if (!canBecomeCharacter(code, digits - index - 1)) {
      reject(reader, first + index, "the code of a character", "a code that no character has");
    }
  }
  reader.at = first + digits;
  return String.fromCodePoint(code);
}

/** Whether some `missing` further digits make the code one of a character; a surrogate is none. */
function canBecomeCharacter(code: number, missing: number): boolean {
  const span = 16 ** missing;
  const low = code * span;
  const high = low + span - 1;
  return low <= LAST_CODE_POINT && !(low >= 0xd800 && high <= 0xdfff);
}
