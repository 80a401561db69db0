import { isInsidePair } from "./code-points.ts";

/** A place in a text: `offset` from 0, `line` and `column` from 1, all in UTF-16 code units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

const UNITS_BEFORE = 40;
const UNITS_AFTER = 20;
const LF = 10;
const CR = 13;

/** Offsets at which lines start; CRLF, LF and a lone CR each end a line. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === LF || (unit === CR && text.charCodeAt(index + 1) !== LF)) starts.push(index + 1);
  }
  return starts;
}

/** The offset of the line end that follows, or of the end of the text. */
export function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== LF && text.charCodeAt(at) !== CR) at++;
  return at;
}

/** The offset at which the line after the one at `from` begins. */
export function nextLine(text: string, from: number): number {
  const end = endOfLine(text, from);
  if (end >= text.length) return end;
  return text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? end + 2 : end + 1;
}

/** Where the match of a sticky pattern ends; 0 where there is none. */
export function endOfMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
}

/** Finds positions in one text; the first call reads the text, each one takes logarithmic time. */
export function positionFinder(text: string): (offset: number) => TextPosition {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1, offset };
  };
}

/** The position of one offset, where no other of the same text is wanted. */
export function positionAt(text: string, offset: number): TextPosition {
  return positionFinder(text)(offset);
}

/** The source line around an offset, cut sides marked `…`, and below it a `^` under the offset. */
export function excerptAt(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && start > offset - UNITS_BEFORE && !endsLine(text, start - 1)) start--;
  let end = offset;
  while (end < text.length && end < offset + UNITS_AFTER && !isLineEnd(text, end)) end++;
  const cutBefore = start > 0 && !endsLine(text, start - 1);
  const cutAfter = end < text.length && !isLineEnd(text, end);
  if (cutBefore && isInsidePair(text, start)) start++;
  if (cutAfter && isInsidePair(text, end)) end--;
  const before = (cutBefore ? "…" : "") + text.slice(start, offset).replace("\r", " ");
  const after = text.slice(offset, end) + (cutAfter ? "…" : "");
  return `${before}${after}\n${" ".repeat(before.length)}^`;
}

/** Position and excerpt together, as entries carry them. */
export function placeAt(text: string, offset: number): TextPosition & { readonly excerpt: string } {
  return { ...positionAt(text, offset), excerpt: excerptAt(text, offset) };
}

/** Whether a line ends behind the unit; between CR and LF none does. */
function endsLine(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit === LF || (unit === CR && text.charCodeAt(index + 1) !== LF);
}

function isLineEnd(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit === LF || unit === CR;
}
