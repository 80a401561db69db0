import type { Cursor } from "./cursor.ts";
import { readEscape } from "./escapes.ts";
import { readSetClass, type SetShape } from "./set-syntax.ts";

export type ClassSource = SetShape & { readonly source: string };

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
    const first = readAtom(cursor);
    const isRange = cursor.peek() === "-" && cursor.peek(1) !== "]" && cursor.peek(1) !== "";
    if (isRange) readRangeEnd(cursor, first);
  }
  return { strings: false, longest: 2, starts: "" };
}

/** Reads the dash and the end of a range; without the flags u and v a set may stand at either side. */
function readRangeEnd(cursor: Cursor, first: number | undefined): void {
  const strict = cursor.mode.unicode;
  cursor.at++;
  if (first === undefined && strict) cursor.fail("Invalid character class");
  const last = readAtom(cursor);
  if (last === undefined && strict) cursor.fail("Invalid character class", cursor.at - 1);
  if (first !== undefined && last !== undefined && first > last) {
    cursor.fail("Range out of order in character class", cursor.at - 1);
  }
}

/** The character of an atom, undefined for a class escape. */
function readAtom(cursor: Cursor): number | undefined {
  if (cursor.peek() !== "\\") return cursor.character();
  if (cursor.skip("\\b")) return 8;
  const escape = readEscape(cursor, true);
  return escape.type === "char" ? escape.code : undefined;
}
