import { closersOf, isQuote } from "../../json/repair/quotes.ts";
import { skipBlanks } from "../../json/repair/source.ts";

/** How far the object or array at an opening bracket goes. */
export interface Extent {
  /** Behind the closing bracket, or where the search ended without one. */
  readonly end: number;
  readonly closed: boolean;
}

const [BRACE, CLOSE_BRACE, BRACKET, CLOSE_BRACKET] = [123, 125, 91, 93];
const [BACKSLASH, SPACE] = [92, 32];

/**
 * Finds the bracket that closes the one at `start` by brackets outside of strings alone, as the text need not
 * be JSON. The search ends without one at `end`, and at the text `stop`, where that stands outside of strings.
 */
export function extentOf(text: string, start: number, end: number, stop = ""): Extent {
  const open = new OpenBrackets();
  let last = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BRACE || unit === BRACKET) open.add(unit);
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) {
      open.close(unit === CLOSE_BRACE ? BRACE : BRACKET);
      if (open.isEmpty) return { end: at + 1, closed: true };
    } else if (stop !== "" && text.startsWith(stop, at)) return { end: at, closed: false };
    else if (opensString(text, at, last)) at = stringEnd(text, at, end, last === BACKSLASH);
    if (unit > SPACE) last = unit;
  }
  return { end, closed: false };
}

class OpenBrackets {
  readonly #open: number[] = [];
  #braces = 0;

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  add(bracket: number): void {
    this.#open.push(bracket);
    if (bracket === BRACE) this.#braces++;
  }

  /** Takes the bracket out with those opened inside and never closed; one that is not open stays unnoticed. */
  close(bracket: number): void {
    const brackets = this.#open.length - this.#braces;
    if ((bracket === BRACE ? this.#braces : brackets) === 0) return;
    for (let popped = this.#open.pop(); popped !== undefined; popped = this.#open.pop()) {
      if (popped === BRACE) this.#braces--;
      if (popped === bracket) return;
    }
  }
}

/** A double quote opens a string anywhere, any other only where a value or a key begins: `{it's}`. */
function opensString(text: string, at: number, last: number): boolean {
  const character = text.charAt(at);
  if (character === '"') return true;
  return isQuote(character) && "{[,:".includes(String.fromCharCode(last));
}

/** The offset of the quote that closes the string at `start`: the first one that a delimiter follows. */
function stringEnd(text: string, start: number, end: number, escaped: boolean): number {
  const closers = closersOf(text.charAt(start));
  for (let at = start + 1; at < end; at++) {
    const character = text.charAt(at);
    if (character === "\\") {
      const run = backslashes(text, at);
      // In a text that is escaped once too often a quote inside has three backslashes, and each backslash four.
      if (escaped && run % 4 === 1 && text.charAt(at + run) === '"') return at + run;
      at += run % 2 === 1 ? run : run - 1;
    } else if (closers.includes(character)) {
      const next = skipBlanks(text, at + 1, end);
      if (next >= end || ",:}]".includes(text.charAt(next))) return at;
    }
  }
  return end;
}

function backslashes(text: string, start: number): number {
  let at = start;
  while (text.charAt(at) === "\\") at++;
  return at - start;
}
