import { isExact } from "../_lib/json/tree/number.ts";

export interface TokenLayout {
  readonly output: string;
  /** Members as written, every copy of a repeated key included. */
  readonly keys: number;
}

/**
 * Lays out a text that is known to be JSON, without white space around it: its tokens are copied as they are, and only
 * the gaps between them that have to look otherwise are written. Undefined where a number's value is not the double
 * that the engine reads, or the layout is longer than `longest`.
 */
export function layOutTokens(
  text: string,
  indent: string,
  longest: number,
): TokenLayout | undefined {
  return new Layout(text, indent).run(longest);
}

const [QUOTE, COMMA, MINUS, COLON, BACKSLASH] = [34, 44, 45, 58, 92];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125];
const [SMALL_F, SMALL_N, SMALL_T] = [102, 110, 116];

class Layout {
  readonly #text: string;
  readonly #indent: string;
  /** The line end and the white space in front of a token, for each level. */
  readonly #lines: string[] = [];
  #output = "";
  /** What is before is in the output. */
  #copied = 0;

  constructor(text: string, indent: string) {
    this.#text = text;
    this.#indent = indent;
  }

  run(longest: number): TokenLayout | undefined {
    const text = this.#text;
    const colonGap = this.#indent === "" ? "" : " ";
    let keys = 0;
    let level = 0;
    let at = 0;
    let unit = text.charCodeAt(0);
    for (;;) {
      const isOpen = opens(unit);
      if (isOpen) level++;
      if (unit === COLON) keys++;
      const end = tokenEnd(text, at, unit);
      if (end < 0 || this.#output.length > longest) return undefined;
      at = skipSpace(text, end);
      if (at >= text.length) break;
      const next = text.charCodeAt(at);
      const isClosed = closes(next);
      if (isClosed) level--;
      let gap = "";
      if (unit === COLON) gap = colonGap;
      else if (isOpen ? !isClosed : isClosed || unit === COMMA) gap = this.#line(level);
      this.#put(gap, end, at);
      unit = next;
    }
    const output = this.#output + text.slice(this.#copied);
    return output.length > longest ? undefined : { output, keys };
  }

  /** Writes a gap, of which the text has the part from `start` to `end`. */
  #put(gap: string, start: number, end: number): void {
    const text = this.#text;
    if (end - start === gap.length && text.startsWith(gap, start)) return;
    this.#output += text.slice(this.#copied, start) + gap;
    this.#copied = end;
  }

  #line(level: number): string {
    if (this.#indent === "") return "";
    return (this.#lines[level] ??= `\n${this.#indent.repeat(level)}`);
  }
}

function opens(unit: number): boolean {
  return unit === OPEN_BRACE || unit === OPEN_BRACKET;
}

function closes(unit: number): boolean {
  return unit === CLOSE_BRACE || unit === CLOSE_BRACKET;
}

/** Of the token that begins with `unit` at `start`; -1 for a number that has to be looked at. */
function tokenEnd(text: string, start: number, unit: number): number {
  if (unit === QUOTE) return stringEnd(text, start);
  if (unit === SMALL_T || unit === SMALL_N) return start + 4;
  if (unit === SMALL_F) return start + 5;
  return unit === MINUS || isDigit(unit) ? numberEnd(text, start) : start + 1;
}

function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charCodeAt(start - 1) === BACKSLASH) start--;
  return (at - start) % 2 === 1;
}

const LONGEST_SIMPLE = 15;

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  let unit = text.charCodeAt(end);
  let isSimple = text.charCodeAt(start) !== MINUS;
  while (isDigit(unit) || isOtherInNumber(unit)) {
    isSimple &&= isDigit(unit) || unit === POINT;
    unit = text.charCodeAt(++end);
  }
  if (isSimple && end - start <= LONGEST_SIMPLE) return end;
  const token = text.slice(start, end);
  // The tree has no negative zero.
  return isExact(token) && !Object.is(Number(token), -0) ? end : -1;
}

const [PLUS, POINT, CAPITAL_E, SMALL_E] = [43, 46, 69, 101];

function isOtherInNumber(unit: number): boolean {
  return (
    unit === POINT || unit === SMALL_E || unit === MINUS || unit === PLUS || unit === CAPITAL_E
  );
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isJsonSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Whether the unit is white space between tokens. */
export function isJsonSpace(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 13 || unit === 9;
}
