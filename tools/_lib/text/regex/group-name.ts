import type { Cursor } from "./cursor.ts";
import { readUnicodeEscape } from "./escapes.ts";

const NAME_START = /^[\p{ID_Start}$_]$/u;
const NAME_PART = /^[\p{ID_Continue}$\u200c\u200d]$/u;

/** Reads a group's name, up to and with the closing angle bracket. */
export function readGroupName(cursor: Cursor): string {
  const parts: string[] = [];
  while (cursor.peek() !== ">") {
    const at = cursor.at;
    const letter = cursor.peek() === "\\" ? readEscapedLetter(cursor) : readLetter(cursor);
    if (!(parts.length === 0 ? NAME_START : NAME_PART).test(letter)) {
      const escaped = cursor.text.charAt(at) === "\\";
      cursor.fail("Invalid capture group name", escaped ? cursor.at - 1 : at);
    }
    parts.push(letter);
  }
  if (parts.length === 0) cursor.fail("Invalid capture group name");
  cursor.at++;
  return parts.join("");
}

/** A name holds code points in both grammars. */
function readLetter(cursor: Cursor): string {
  const code = cursor.text.codePointAt(cursor.at);
  if (code === undefined) cursor.fail("Invalid capture group name");
  const letter = String.fromCodePoint(code);
  cursor.at += letter.length;
  return letter;
}

function readEscapedLetter(cursor: Cursor): string {
  cursor.at++;
  if (cursor.peek() !== "u") cursor.fail("Invalid Unicode escape");
  return String.fromCodePoint(readUnicodeEscape(cursor, true) ?? 0);
}

interface Scope {
  /** The names in the alternative that is being read. */
  current: Set<string>;
  /** The names in the alternatives before it. */
  readonly earlier: Set<string>;
}

/** Sees to it that a name is repeated only where at most one of its groups can take part in a match. */
export class NameScopes {
  readonly #scopes: Scope[] = [{ current: new Set(), earlier: new Set() }];

  /** Whether the name is still free here; it is taken from now on. */
  take(name: string): boolean {
    if (this.#scopes.some(({ current }) => current.has(name))) return false;
    this.#scopes.at(-1)?.current.add(name);
    return true;
  }

  open(): void {
    this.#scopes.push({ current: new Set(), earlier: new Set() });
  }

  nextAlternative(): void {
    const scope = this.#scopes.at(-1);
    if (scope === undefined) return;
    for (const name of scope.current) scope.earlier.add(name);
    scope.current = new Set();
  }

  close(): void {
    const inner = this.#scopes.pop();
    const outer = this.#scopes.at(-1);
    if (inner === undefined || outer === undefined) return;
    for (const name of inner.current) outer.current.add(name);
    for (const name of inner.earlier) outer.current.add(name);
  }
}
