/** The units that a text is made of: code, headings, tables, list items and sentences. */
import { endOfLine, nextLine } from "../position.ts";
import { type Range, sentencesIn } from "./sentences.ts";

export const UNIT_KINDS = ["code", "heading", "table", "list", "sentence"] as const;

export interface TextUnit extends Range {
  readonly kind: (typeof UNIT_KINDS)[number];
  readonly text: string;
}

interface Line extends Range {
  readonly text: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ATX = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const TABLE = /^\s*\|/;
const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** In order of their places, none overlapping another; white space around them belongs to none. */
export function unitsOf(text: string): TextUnit[] {
  const lines = linesOf(text);
  const units: TextUnit[] = [];
  for (let at = 0; at < lines.length;) {
    const block = blockAt(lines, at);
    if (block.kind === "sentence") {
      const range = rangeOf(lines, at, block.next);
      for (const { start, end } of sentencesIn(text, range))
        units.push(unit("sentence", text, start, end));
    } else if (block.kind !== undefined) {
      const { start, end } = rangeOf(lines, at, block.next);
      const slice = text.slice(start, end);
      const first = start + (slice.length - slice.trimStart().length);
      units.push(unit(block.kind, text, first, first + slice.trim().length));
    }
    at = block.next;
  }
  return units;
}

function unit(kind: TextUnit["kind"], text: string, start: number, end: number): TextUnit {
  return { kind, start, end, text: text.slice(start, end) };
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; start = nextLine(text, start)) {
    const end = endOfLine(text, start);
    lines.push({ start, end, text: text.slice(start, end) });
  }
  return lines;
}

function rangeOf(lines: readonly Line[], first: number, next: number): Range {
  return { start: lines[first]?.start ?? 0, end: lines[next - 1]?.end ?? 0 };
}

interface Block {
  /** Undefined for a blank line. */
  readonly kind: TextUnit["kind"] | undefined;
  /** The line behind it. */
  readonly next: number;
}

function blockAt(lines: readonly Line[], at: number): Block {
  const text = lines[at]?.text ?? "";
  if (text.trim() === "") return { kind: undefined, next: at + 1 };
  const fence = FENCE.exec(text)?.[1];
  if (fence !== undefined) return { kind: "code", next: fenceEnd(lines, at, fence) };
  if (ATX.test(text)) return { kind: "heading", next: at + 1 };
  if (TABLE.test(text))
    return { kind: "table", next: runEnd(lines, at, (line) => TABLE.test(line)) };
  if (ITEM.test(text)) return { kind: "list", next: itemEnd(lines, at) };
  if (isUnderlined(lines, at)) return { kind: "heading", next: at + 2 };
  return { kind: "sentence", next: paragraphEnd(lines, at) };
}

/** Behind the closing fence, or the end of the text. */
function fenceEnd(lines: readonly Line[], at: number, fence: string): number {
  const mark = fence.charAt(0);
  const isClosing = (text: string) =>
    text.trimEnd() === text.trimEnd().replace(/[^`~ ]/g, "") &&
    (FENCE.exec(text)?.[1]?.startsWith(mark.repeat(fence.length)) ?? false);
  for (let next = at + 1; next < lines.length; next++) {
    if (isClosing(lines[next]?.text ?? "")) return next + 1;
  }
  return lines.length;
}

function runEnd(lines: readonly Line[], at: number, goesOn: (text: string) => boolean): number {
  let next = at + 1;
  while (next < lines.length && goesOn(lines[next]?.text ?? "")) next++;
  return next;
}

/** Up to the next item, heading, fence or blank line. */
function itemEnd(lines: readonly Line[], at: number): number {
  return runEnd(
    lines,
    at,
    (text) => text.trim() !== "" && !ITEM.test(text) && !ATX.test(text) && !FENCE.test(text),
  );
}

function isUnderlined(lines: readonly Line[], at: number): boolean {
  return UNDERLINE.test(lines[at + 1]?.text ?? "");
}

function paragraphEnd(lines: readonly Line[], at: number): number {
  let next = at + 1;
  while (next < lines.length) {
    const text = lines[next]?.text ?? "";
    const begins = [FENCE, ATX, TABLE, ITEM].some((pattern) => pattern.test(text));
    if (text.trim() === "" || begins || isUnderlined(lines, next)) break;
    next++;
  }
  return next;
}
