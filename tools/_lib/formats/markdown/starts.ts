import type { LineCursor } from "./cursor.ts";
import type { Fence } from "./document.ts";
import { type HtmlBlockKind, htmlBlockStart } from "./html-block.ts";

export interface Marker {
  readonly at: number;
  readonly marker: string;
  readonly indent: number;
  readonly width: number;
  readonly hasTab?: boolean;
  /** Absent for a block quote. */
  readonly list?: { readonly delimiter: string; readonly isOrdered: boolean };
}

export type BlockStart =
  | { readonly kind: "container"; readonly marker: Marker }
  | { readonly kind: "heading"; readonly level: number }
  | { readonly kind: "setext"; readonly level: number }
  | { readonly kind: "fence"; readonly fence: Fence }
  | { readonly kind: "fence-line"; readonly fence: Fence }
  | { readonly kind: "html"; readonly html: HtmlBlockKind }
  | { readonly kind: "thematic-break" | "code" };

export interface StartContext {
  /** The line continues all containers of an open paragraph. */
  readonly inParagraph: boolean;
  /** A paragraph is open, and the line has begun no container. */
  readonly canBeLazy: boolean;
  readonly readsCode: boolean;
}

const HEADING = /#{1,6}(?=[ \t]|$)/y;
const FENCE = /`{3,}|~{3,}/y;
const LIST_MARKER = /(?:[-*+]|(\d{1,9})([.)]))(?=[ \t]|$)/y;
const UNDERLINE = /(?:=+|-+)[ \t]*$/y;

/** What the rest of the line begins; containers are gone into. */
export function readBlockStart(cursor: LineCursor, context: StartContext): BlockStart | undefined {
  if (cursor.isBlank) return undefined;
  if (cursor.indent >= 4) return context.canBeLazy ? undefined : { kind: "code" };
  const { head } = cursor;
  switch (head) {
    case ">":
      return readQuote(cursor);
    case "#":
      return readHeading(cursor);
    case "`":
    case "~":
      return readFence(cursor, context);
    case "<":
      return readHtml(cursor, context);
    default:
  }
  if (context.inParagraph && (head === "=" || head === "-") && matches(UNDERLINE, cursor)) {
    return { kind: "setext", level: head === "=" ? 1 : 2 };
  }
  if (isThematicBreak(cursor)) return { kind: "thematic-break" };
  return readItem(cursor, context);
}

/** Whether the rest of the line is three or more of `*`, `-` or `_`, with blanks between. */
export function isThematicBreak(cursor: LineCursor): boolean {
  const { head, text, end } = cursor;
  if (head !== "*" && head !== "-" && head !== "_") return false;
  let count = 0;
  // From the end, so that a line of many nested bullets is not read once for each of them.
  for (let index = end - 1; index >= cursor.next; index--) {
    const char = text[index];
    if (char === head) count++;
    else if (char !== " " && char !== "\t") return false;
  }
  return count >= 3;
}

/** Whether the line closes the fence. */
export function closesFence(cursor: LineCursor, { char, length }: Fence): boolean {
  if (cursor.indent > 3 || cursor.head !== char) return false;
  const rest = cursor.text.slice(cursor.next, cursor.end);
  return rest.length >= length && rest === char.repeat(rest.length);
}

function matches(pattern: RegExp, cursor: LineCursor): RegExpExecArray | null {
  pattern.lastIndex = cursor.next;
  return pattern.exec(cursor.text);
}

function readQuote(cursor: LineCursor): BlockStart {
  const { next: at, indent } = cursor;
  cursor.skip(1);
  cursor.skipColumns(1);
  return { kind: "container", marker: { at, marker: ">", indent, width: 0 } };
}

function readHtml(cursor: LineCursor, { canBeLazy }: StartContext): BlockStart | undefined {
  const html = htmlBlockStart(cursor.text, cursor.next);
  return html && (html < 7 || !canBeLazy) ? { kind: "html", html } : undefined;
}

function readHeading(cursor: LineCursor): BlockStart | undefined {
  const marks = matches(HEADING, cursor)?.[0];
  return marks === undefined ? undefined : { kind: "heading", level: marks.length };
}

function readFence(cursor: LineCursor, { readsCode }: StartContext): BlockStart | undefined {
  const marks = matches(FENCE, cursor)?.[0];
  if (marks === undefined) return undefined;
  const info = cursor.next + marks.length;
  if (cursor.head === "`" && cursor.text.includes("`", info)) return undefined;
  const fence = { char: cursor.head, length: marks.length, indent: cursor.indent };
  return { kind: readsCode ? "fence" : "fence-line", fence };
}

function readItem(cursor: LineCursor, { inParagraph }: StartContext): BlockStart | undefined {
  const match = matches(LIST_MARKER, cursor);
  if (!match) return undefined;
  const [marker, number, delimiter = marker] = match;
  const behind = cursor.next + marker.length;
  const isBlank = behind >= cursor.end;
  if (inParagraph && (isBlank || (number !== undefined && Number(number) !== 1))) return undefined;
  const { next: at, indent } = cursor;
  cursor.skip(marker.length);
  const padding = cursor.indent;
  const isPadded = !isBlank && padding >= 1 && padding <= 4;
  const hasTab = isPadded && cursor.text.slice(behind, cursor.next).includes("\t");
  cursor.skipColumns(isPadded ? padding : 1);
  const width = indent + marker.length + (isPadded ? padding : 1);
  const list = { delimiter, isOrdered: number !== undefined };
  return { kind: "container", marker: { at, marker, indent, width, hasTab, list } };
}
