import type { Cursor } from "./cursor.ts";

/** The flags that parts of a pattern can change. */
export interface Modifiers {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
}

const NAMES: ReadonlyMap<string, keyof Modifiers> = new Map([
  ["i", "ignoreCase"],
  ["m", "multiline"],
  ["s", "dotAll"],
]);

/** Reads what stands between `(?` and `:`, the colon included: flags to add, a dash, flags to remove. */
export function readModifiers(cursor: Cursor, outer: Modifiers): Modifiers {
  const changed: { -readonly [Name in keyof Modifiers]?: boolean } = {};
  let value = true;
  let empty = true;
  while (!cursor.skip(":")) {
    const name = NAMES.get(cursor.peek());
    if (cursor.peek() === "-" && value) value = false;
    else if (name === undefined) cursor.fail("Invalid group");
    else if (changed[name] !== undefined) cursor.fail("Repeated flag in flag group");
    else {
      changed[name] = value;
      empty = false;
    }
    cursor.at++;
  }
  if (empty) cursor.fail("Invalid flag group", cursor.at - 1);
  return { ...outer, ...changed };
}
