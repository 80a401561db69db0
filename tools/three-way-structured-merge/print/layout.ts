/** Where in a text the values of a document stand, so that the text can be printed again with other values. */
import type { Dialect } from "../../_lib/json/tree/read.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";

/** A stretch of a text; `end` is behind its last unit. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A value as it stands in its text. */
export interface Part extends Span {
  /** What it means. */
  readonly node: JsonNode;
  /** Behind the colon, the dash or the bracket before it; anchors and tags stand between it and `start`. */
  readonly head: number;
  /**
   * `flow`: in brackets, from `start` to `end`. `block`: on lines of its own, up to `tail`. `whole`: a scalar, or
   * what can only be replaced as one.
   */
  readonly form: "whole" | "flow" | "block";
  readonly elements: readonly Element[];
  /** Of a block: the column of its elements, and where the comments behind the last one begin. */
  readonly column: number;
  readonly tail: number;
  /** The anchor that names it. */
  readonly anchor: string | undefined;
  /** The anchor that it stands for. */
  readonly alias: string | undefined;
}

/** A member or an item. */
export interface Element {
  /** Undefined for an item. */
  readonly key: string | undefined;
  readonly start: number;
  /** In a block: where what stands above it begins, comments and blank lines; `start` for one in mid-line. */
  readonly lead: number;
  readonly part: Part;
  /** Whether key and value are written as `key: value`, so that the value can be replaced alone. */
  readonly isPlain: boolean;
}

/** Where a value that is to be copied stands. */
export interface Source {
  readonly layout: Layout;
  readonly element: Element;
  /** The container around it. */
  readonly around: Part;
  readonly index: number;
}

export interface Layout {
  readonly kind: "json" | "yaml" | "toml";
  readonly text: string;
  readonly root: Part;
  /** Where the root may be replaced: its lines, or the value itself. */
  readonly region: Span;
  /** Of a document of a stream: where it begins, with the comments above its marker. */
  readonly begin: number;
  /** Offsets of its comments, in order. */
  readonly comments: readonly Span[];
  /** Where they begin. */
  readonly commentStarts: readonly number[];
  /** Offsets of anchors and aliases, in order. */
  readonly names: readonly number[];
  readonly lineEnd: string;
  /** Of JSON: the narrowest dialect that the text is in. */
  readonly dialect: Dialect;
}

/** By the value itself, which stands at one place of its tree. */
export type Sources = ReadonlyMap<JsonNode, Source>;

export function sourcesOf(layout: Layout): Sources {
  const sources = new Map<JsonNode, Source>();
  const visit = (around: Part) => {
    for (const [index, element] of around.elements.entries()) {
      const { node } = element.part;
      if (!sources.has(node)) sources.set(node, { layout, element, around, index });
      visit(element.part);
    }
  };
  visit(layout.root);
  return sources;
}

export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

export function isLineEnd(unit: number): boolean {
  return unit === 10 || unit === 13;
}

/** Where the line of the offset begins. */
export function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) start--;
  return start;
}

/** Where the line of the offset ends, before its line end. */
export function lineStop(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
  return end;
}

/** Behind the line end that may stand at the offset. */
export function behindLineEnd(text: string, at: number): number {
  if (at >= text.length || !isLineEnd(text.charCodeAt(at))) return at;
  return at + (text.startsWith("\r\n", at) ? 2 : 1);
}

/** Where the line before begins; the offset has to begin a line that is not the first. */
function lineBefore(text: string, start: number): number {
  return lineStart(text, text.startsWith("\r\n", start - 2) ? start - 2 : start - 1);
}

/** Goes up over blank lines, from the begin of a line, to no line that begins before `floor`. */
export function aboveBlank(text: string, start: number, floor: number): number {
  let top = start;
  while (top > 0) {
    const before = lineBefore(text, top);
    if (before < floor || text.slice(before, top).trim() !== "") break;
    top = before;
  }
  return top;
}

/** How many of the spans, which are in order, begin in a stretch. */
export function countIn(starts: readonly number[], from: number, to: number): number {
  return firstFrom(starts, to) - firstFrom(starts, from);
}

/** The index of the first number that is not below the limit. */
export function firstFrom(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What stands above an element, in two: what stays when the element goes, and what goes with it. */
export function splitLead(lead: string): { readonly free: string; readonly own: string } {
  const lines = lead.split(/(?<=\r\n|\n|\r(?!\n))/);
  let first = lines.length;
  while (first > 0 && (lines[first - 1] as string).trim() !== "") first--;
  while (first > 0 && (lines[first - 1] as string).trim() === "") first--;
  const free = lines.slice(0, first).join("");
  return free.trim() === "" ? { free: "", own: lead } : { free, own: lines.slice(first).join("") };
}
