import { sourceOf } from "./character-set.ts";
import type { Cursor } from "./cursor.ts";
import { readEscape } from "./escapes.ts";

/** What is known of a set, as a `SetNode` has it. */
interface SetShape {
  readonly strings: boolean;
  readonly longest: number;
  readonly starts: string;
}

type ClassSource = SetShape & { readonly source: string };

const CHARACTERS: SetShape = { strings: false, longest: 2, starts: "" };

/** Reads the class at the opening bracket and checks it; what it matches is left to the engine. */
export function readClass(cursor: Cursor): ClassSource {
  const start = cursor.at;
  const shape = cursor.mode.sets ? readSetClass(cursor) : readPlainClass(cursor);
  return { source: cursor.text.slice(start, cursor.at), ...shape };
}

function readPlainClass(cursor: Cursor): SetShape {
  cursor.at++;
  cursor.skip("^");
  while (!cursor.skip("]")) {
    if (cursor.atEnd) cursor.fail("Unterminated character class");
    const first = readClassAtom(cursor);
    const isRange = cursor.peek() === "-" && cursor.peek(1) !== "]" && cursor.peek(1) !== "";
    if (isRange) readRangeEnd(cursor, first);
  }
  return CHARACTERS;
}

/** Reads the dash and the end of a range; without the flags u and v a set may stand at either side. */
function readRangeEnd(cursor: Cursor, first: number | undefined): void {
  const strict = cursor.mode.unicode;
  cursor.at++;
  if (first === undefined && strict) cursor.fail("Invalid character class");
  const last = readClassAtom(cursor);
  if (last === undefined && strict) cursor.fail("Invalid character class", cursor.at - 1);
  if (first !== undefined && last !== undefined && first > last) {
    cursor.fail("Range out of order in character class", cursor.at - 1);
  }
}

/** The character of an atom, undefined for a class escape. */
function readClassAtom(cursor: Cursor): number | undefined {
  if (cursor.peek() !== "\\") return cursor.character();
  if (cursor.skip("\\b")) return 8;
  const escape = readEscape(cursor, true);
  return escape.type === "char" ? escape.code : undefined;
}

/** A set, or one character, which may begin a range. */
type Operand = SetShape & { readonly code: number | undefined };

const SYNTAX_CHARACTERS = "()[]{}/-\\|";
const PUNCTUATORS_ESCAPED = "&-!#%,:;<=>@`~";
const PUNCTUATORS_DOUBLED = "&!#$%*+,.:;<=>?@^`~";
const DEEPEST_CLASS = 1000;
const INVALID_OPERATION = "Invalid set operation in character class";

/** Reads a class with set operations, which the flag v allows, at the opening bracket. */
function readSetClass(cursor: Cursor, depth = 0): SetShape {
  if (depth > DEEPEST_CLASS) cursor.fail("Regular expression too large");
  cursor.at++;
  const negated = cursor.skip("^");
  if (cursor.skip("]")) return CHARACTERS;
  const first = readOperand(cursor, depth);
  const shape = readOperation(cursor, first, depth);
  if (cursor.atEnd) cursor.fail("Unterminated character class");
  if (negated && shape.strings) cursor.fail("Negated character class may contain strings");
  cursor.at++;
  return shape;
}

/** Reads up to the closing bracket. */
function readOperation(cursor: Cursor, first: Operand, depth: number): SetShape {
  if (cursor.startsWith("&&")) {
    const operands = readOperands(cursor, "&&", depth);
    return {
      strings: first.strings && operands.every((operand) => operand.strings),
      longest: first.longest,
      starts: first.starts,
    };
  }
  if (cursor.startsWith("--")) {
    readOperands(cursor, "--", depth);
    return first;
  }
  return readUnion(cursor, first, depth);
}

function readOperands(cursor: Cursor, operator: "&&" | "--", depth: number): Operand[] {
  const operands: Operand[] = [];
  while (cursor.skip(operator)) {
    if (operator === "&&" && cursor.peek() === "&") cursor.fail(INVALID_OPERATION);
    operands.push(readOperand(cursor, depth));
  }
  if (cursor.peek() === operator.charAt(0)) cursor.fail(INVALID_OPERATION, cursor.at + 1);
  if (cursor.peek() !== "]" && !cursor.atEnd) cursor.fail(INVALID_OPERATION);
  return operands;
}

function readUnion(cursor: Cursor, first: Operand, depth: number): SetShape {
  let strings = false;
  let longest = 0;
  let starts = "";
  let operand = first;
  let alone = true;
  for (;;) {
    strings ||= operand.strings;
    longest = Math.max(longest, operand.longest);
    starts += operand.starts;
    if (cursor.peek() === "-") readSetRangeEnd(cursor, operand, alone);
    if (cursor.peek() === "]" || cursor.atEnd) return { strings, longest, starts };
    operand = readOperand(cursor, depth);
    alone = false;
  }
}

function readSetRangeEnd(cursor: Cursor, first: Operand, alone: boolean): void {
  if (first.code === undefined) cursor.fail(INVALID_OPERATION, cursor.at + (alone ? 1 : 0));
  cursor.at++;
  if (cursor.peek() === "[" || cursor.peek() === "-") cursor.fail(INVALID_OPERATION);
  const last = readOperand(cursor, 0);
  if (last.code === undefined) cursor.fail("Invalid character class", cursor.at - 1);
  if (first.code > last.code) {
    cursor.fail("Range out of order in character class", cursor.at - 1);
  }
  if (cursor.peek() === "-") cursor.fail(INVALID_OPERATION);
}

function readOperand(cursor: Cursor, depth: number): Operand {
  if (cursor.peek() === "[") return { ...readSetClass(cursor, depth + 1), code: undefined };
  if (cursor.skip("\\q")) return readStrings(cursor);
  if (cursor.peek() === "\\") {
    const code = readPunctuator(cursor);
    if (code !== undefined) return { ...CHARACTERS, code };
    const escape = readEscape(cursor, true);
    if (escape.type === "char") return { ...CHARACTERS, code: escape.code };
    const { strings, longest, starts } = escape;
    return { strings, longest, starts, code: undefined };
  }
  return { ...CHARACTERS, code: readCharacter(cursor) };
}

/** Reads the strings of `\q{…}`, at the opening brace. */
function readStrings(cursor: Cursor): Operand {
  if (cursor.peek() !== "{") cursor.fail("Invalid escape");
  let strings = false;
  let longest = 0;
  let starts = "";
  do {
    cursor.at++;
    const codes: number[] = [];
    while (cursor.peek() !== "|" && cursor.peek() !== "}") codes.push(readStringCharacter(cursor));
    const [first] = codes;
    if (codes.length !== 1) strings = true;
    if (first !== undefined && codes.length > 1) starts += sourceOf(first);
    longest = Math.max(longest, String.fromCodePoint(...codes).length);
  } while (cursor.peek() === "|");
  cursor.at++;
  return { strings, longest, starts, code: undefined };
}

function readStringCharacter(cursor: Cursor): number {
  if (cursor.peek() !== "\\") return readCharacter(cursor);
  const code = readPunctuator(cursor);
  if (code !== undefined) return code;
  const escape = readEscape(cursor, true);
  if (escape.type === "set") cursor.fail("Invalid character class", cursor.at - 1);
  return escape.code;
}

/** Reads `\b` and the escapes of punctuation that only this grammar has. */
function readPunctuator(cursor: Cursor): number | undefined {
  if (cursor.skip("\\b")) return 8;
  const letter = cursor.peek(1);
  if (letter === "" || !PUNCTUATORS_ESCAPED.includes(letter)) return undefined;
  cursor.at += 2;
  return letter.charCodeAt(0);
}

function readCharacter(cursor: Cursor): number {
  const letter = cursor.peek();
  if (letter === "") cursor.fail("Unterminated character class");
  if (SYNTAX_CHARACTERS.includes(letter)) cursor.fail("Invalid character in character class");
  if (PUNCTUATORS_DOUBLED.includes(letter) && cursor.peek(1) === letter) {
    cursor.fail(INVALID_OPERATION, cursor.at + 1);
  }
  return cursor.character();
}
