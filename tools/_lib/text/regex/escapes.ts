import { type Cursor, hexValue, isDecimal, isLetter } from "./cursor.ts";
import { checkProperty, isPropertyOfStrings } from "./property-names.ts";

/** What an escape stands for: a character, or the set of a class escape as a `SetNode` has it. */
export type Escape =
  | { readonly type: "char"; readonly code: number }
  | {
      readonly type: "set";
      readonly source: string;
      readonly strings: boolean;
      readonly longest: number;
      readonly starts: string;
    };

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["f", 12],
  ["n", 10],
  ["r", 13],
  ["t", 9],
  ["v", 11],
]);
const SYNTAX_CHARACTERS = "^$\\.*+?()[]{}|/";
/** More code units than any emoji sequence has. */
const LONGEST_EMOJI = 32;
const LARGEST_CODE_POINT = 0x10ffff;

/** Reads the escape at the backslash that means the same inside a class and outside of one. */
export function readEscape(cursor: Cursor, inClass: boolean): Escape {
  const start = cursor.at;
  cursor.at++;
  if (cursor.atEnd) cursor.fail("\\ at end of pattern");
  const letter = cursor.peek();
  if ("dDsSwW".includes(letter)) {
    cursor.at++;
    return { type: "set", source: `\\${letter}`, strings: false, longest: 1, starts: "" };
  }
  if (cursor.mode.unicode && (letter === "p" || letter === "P")) return readProperty(cursor);
  if (isDecimal(cursor.unit())) return char(readOctal(cursor, inClass));
  const control = CONTROLS.get(letter);
  if (control !== undefined) {
    cursor.at++;
    return char(control);
  }
  if (letter === "c") return char(readControlLetter(cursor, start, inClass));
  if (letter === "x") return char(readHexEscape(cursor));
  if (letter === "u") return char(readUnicodeEscape(cursor, cursor.mode.unicode) ?? 117);
  return char(readIdentity(cursor, inClass));
}

function char(code: number): Escape {
  return { type: "char", code };
}

/** `\0`; without the flags u and v any octal number up to 377, and `\8` and `\9` as themselves. */
function readOctal(cursor: Cursor, inClass: boolean): number {
  if (cursor.mode.unicode) {
    const reason = inClass ? "Invalid class escape" : "Invalid decimal escape";
    if (cursor.peek() !== "0") cursor.fail(reason);
    cursor.at++;
    if (isDecimal(cursor.unit())) cursor.fail(reason);
    return 0;
  }
  if (cursor.unit() >= 56) return cursor.character();
  let value = 0;
  for (let digits = 0; digits < 3; digits++) {
    const digit = cursor.unit() - 48;
    if (!(digit >= 0 && digit <= 7) || value * 8 + digit > 255) break;
    value = value * 8 + digit;
    cursor.at++;
  }
  return value;
}

/** `\cA`; where no letter follows, and the grammar lets that pass, the backslash itself. */
function readControlLetter(cursor: Cursor, start: number, inClass: boolean): number {
  const unit = cursor.unit(1);
  const accepted =
    isLetter(unit) || (inClass && !cursor.mode.unicode && (isDecimal(unit) || unit === 95));
  if (accepted) {
    cursor.at += 2;
    return unit % 32;
  }
  if (cursor.mode.unicode) cursor.fail("Invalid Unicode escape", cursor.at + 1);
  cursor.at = start + 1;
  return 92;
}

function readHexEscape(cursor: Cursor): number {
  const high = hexValue(cursor.unit(1));
  const low = hexValue(cursor.unit(2));
  if (high >= 0 && low >= 0) {
    cursor.at += 3;
    return high * 16 + low;
  }
  if (cursor.mode.unicode) cursor.fail("Invalid escape", cursor.at + (high < 0 ? 1 : 2));
  return cursor.character();
}

/**
 * Reads `u` and its digits; with `strict` also braces and pairs, and anything else is an error.
 * Without it undefined is given for a `u` that is only itself, which has then been read.
 */
export function readUnicodeEscape(cursor: Cursor, strict: boolean): number | undefined {
  cursor.at++;
  if (strict && cursor.peek() === "{") return readBraced(cursor);
  const code = readFourDigits(cursor, strict);
  const isHigh = code !== undefined && code >= 0xd800 && code <= 0xdbff;
  if (!strict || !isHigh || !cursor.startsWith("\\u")) return code;
  const start = cursor.at;
  cursor.at += 2;
  const low = readFourDigits(cursor, false);
  if (low !== undefined && low >= 0xdc00 && low <= 0xdfff) {
    return (code - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
  }
  cursor.at = start;
  return code;
}

function readFourDigits(cursor: Cursor, strict: boolean): number | undefined {
  let code = 0;
  for (let ahead = 0; ahead < 4; ahead++) {
    const digit = hexValue(cursor.unit(ahead));
    if (digit < 0) {
      if (strict) cursor.fail("Invalid Unicode escape", cursor.at + ahead);
      return undefined;
    }
    code = code * 16 + digit;
  }
  cursor.at += 4;
  return code;
}

function readBraced(cursor: Cursor): number {
  cursor.at++;
  let code = 0;
  const start = cursor.at;
  for (;;) {
    const digit = hexValue(cursor.unit());
    if (digit < 0) break;
    code = code * 16 + digit;
    if (code > LARGEST_CODE_POINT) cursor.fail("Invalid Unicode escape");
    cursor.at++;
  }
  if (cursor.peek() !== "}" || cursor.at === start) cursor.fail("Invalid Unicode escape");
  cursor.at++;
  return code;
}

function readIdentity(cursor: Cursor, inClass: boolean): number {
  const letter = cursor.peek();
  const { unicode } = cursor.mode;
  const allowed = unicode
    ? SYNTAX_CHARACTERS.includes(letter) || (inClass && letter === "-")
    : !(letter === "k" && cursor.outline.firstName >= 0);
  if (!allowed) cursor.failAtName(inClass ? "Invalid class escape" : "Invalid escape");
  return cursor.character();
}

function readProperty(cursor: Cursor): Escape {
  const { sets } = cursor.mode;
  const letter = cursor.peek();
  const inverted = letter === "P";
  cursor.at++;
  if (cursor.peek() !== "{") cursor.fail("Invalid property name");
  const start = cursor.at + 1;
  let end = start;
  while (/[\w=]/.test(cursor.text.charAt(end))) end++;
  const name = cursor.text.slice(start, end);
  const { known, viable } = checkProperty(name, sets && !inverted);
  if (!known || cursor.text.charAt(end) !== "}") {
    cursor.fail("Invalid property name", start + viable);
  }
  cursor.at = end + 1;
  const strings = isPropertyOfStrings(name);
  const longest = strings ? LONGEST_EMOJI : 2;
  // All properties of strings are of emoji, and those begin with what has the property Emoji.
  const starts = strings ? "\\p{Emoji}" : "";
  return { type: "set", source: `\\${letter}{${name}}`, strings, longest, starts };
}
