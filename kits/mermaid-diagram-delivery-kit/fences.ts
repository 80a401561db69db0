/** The diagrams of a Markdown document: where their fences stand, and what the document is with pictures instead. */
import { type Rest, withoutColumns } from "../../tools/_lib/formats/markdown/cursor.ts";
import type { Leaf, Line } from "../../tools/_lib/formats/markdown/document.ts";
import { wordsOfHeading } from "../../tools/_lib/formats/markdown/heading-words.ts";
import { scanBlocks } from "../../tools/_lib/formats/markdown/scan.ts";
import { isBlankLine } from "../../tools/_lib/text/lines.ts";

export interface Fence {
  /** Its lines, from the one that opens it; `to` is the line behind it. */
  readonly from: number;
  readonly to: number;
  readonly source: string;
  /** The words of the nearest heading before it. */
  readonly heading: string | undefined;
  /** What stands before its marks: indentation, and the bullet of a list. */
  readonly prefix: string;
  readonly marks: string;
  readonly isClosed: boolean;
  /** Whether a line of text in its place would be one more row or line of what stands directly before it. */
  readonly isSwallowed: boolean;
}

export interface MarkdownText {
  readonly mark: string;
  readonly lines: readonly string[];
  /** The end of each line; empty where the text ends without one. */
  readonly ends: readonly string[];
  readonly fences: readonly Fence[];
}

export function readMarkdown(text: string): MarkdownText {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const lines: string[] = [];
  const ends: string[] = [];
  let start = mark.length;
  for (const { 0: end, index } of text.matchAll(/\r\n?|\n/g)) {
    lines.push(text.slice(start, index));
    ends.push(end);
    start = index + end.length;
  }
  if (start < text.length) {
    lines.push(text.slice(start));
    ends.push("");
  }
  return { mark, lines, ends, fences: fencesIn(lines) };
}

export const SUMMARY = "<details><summary>Source</summary>";

const IS_MERMAID = /^[ \t]*mermaid(?![^ \t])/i;

function fencesIn(texts: readonly string[]): Fence[] {
  const { leaves, lines } = scanBlocks(texts);
  const fences: Fence[] = [];
  let heading: string | undefined;
  let before: Leaf | undefined;
  let next = 0;
  for (const leaf of leaves) {
    const isText = leaf.to <= next || leaf.container.quotes > 0;
    const words = isText ? undefined : headingOf(leaf, lines);
    if (words) heading = words;
    const isLeft = isText || isOwn(before, leaf, lines);
    for (const fence of isLeft ? [] : fencesOf(leaf, lines, Math.max(leaf.from, next))) {
      const isSwallowed =
        before?.to === fence.from && ["table", "footnote"].includes(before?.kind ?? "");
      fences.push({ ...fence, heading, isSwallowed });
      next = fence.to;
    }
    before = leaf;
  }
  return fences;
}

type Found = Omit<Fence, "heading" | "isSwallowed">;

function headingOf(leaf: Leaf, lines: readonly Line[]): string | undefined {
  const isSetext = leaf.kind === "setext";
  if (!isSetext && leaf.kind !== "heading") return undefined;
  const own = lines.slice(leaf.from, isSetext ? leaf.to - 1 : leaf.to);
  const text = own.map((line) => line.text.slice(line.offset).trim()).join("\n");
  if (isSetext) return wordsOfHeading(text);
  const words = text.replace(/^#+/, "").trim();
  return wordsOfHeading(words.replace(/(?<![^ \t])#+$/, ""));
}

/** The source that the kit itself keeps below a picture. */
function isOwn(before: Leaf | undefined, { kind }: Leaf, lines: readonly Line[]): boolean {
  if (kind !== "fence" || before?.kind !== "html") return false;
  return lines[before.to - 1]?.text.trim() === SUMMARY;
}

function fencesOf(leaf: Leaf, lines: readonly Line[], from: number): Found[] {
  if (leaf.kind === "fence") return [fenceOf(leaf, lines)].filter((one) => one !== undefined);
  const isRun = leaf.kind === "code" || leaf.kind === "paragraph";
  return isRun ? [...deepFences({ from, to: leaf.to }, lines)] : [];
}

function fenceOf(leaf: Leaf, lines: readonly Line[]): Found | undefined {
  const { fence, from, to, isClosed = false } = leaf;
  const first = lines[from];
  if (!first || !fence) return undefined;
  const at = first.text.indexOf(fence.char, first.offset);
  const marks = fence.char.repeat(fence.length);
  if (!IS_MERMAID.test(first.text.slice(at + marks.length))) return undefined;
  const content = lines.slice(from + 1, isClosed ? to - 1 : to);
  return {
    from,
    to,
    source: content.map((line) => withoutColumns(line, fence.indent).text).join("\n"),
    prefix: first.text.slice(0, at),
    marks,
    isClosed,
  };
}

const DEEP = /^([ \t]+)(`{3,}(?!`)|~{3,}(?!~))/;

/**
 * Fences that are indented further than CommonMark takes for one, as several tools for documentation have them below
 * their own marks; they end at the first line that is indented less.
 */
function* deepFences(
  { from, to }: Pick<Leaf, "from" | "to">,
  lines: readonly Line[],
): Generator<Found> {
  for (let at = from; at < to; at++) {
    const text = lines[at]?.text ?? "";
    const [opening, prefix = "", marks = ""] = DEEP.exec(text) ?? [];
    if (opening === undefined) continue;
    const info = text.slice(opening.length);
    if (!IS_MERMAID.test(info) || (marks.startsWith("`") && info.includes("`"))) continue;
    const found = deepFence(at, { prefix, marks }, lines);
    yield found;
    at = found.to - 1;
  }
}

function deepFence(
  from: number,
  { prefix, marks }: Pick<Fence, "prefix" | "marks">,
  lines: readonly Line[],
): Found {
  const indent = columnsOf(prefix);
  const content: string[] = [];
  let to = from + 1;
  for (let at = to; at < lines.length; at++) {
    const { text, container } = lines[at] as Line;
    const trimmed = text.trim();
    const { taken, text: own } = withoutColumns(whole(text), indent);
    if (trimmed !== "" && (taken < indent || container.quotes > 0)) break;
    content.push(own);
    if (trimmed === "") continue;
    to = at + 1;
    const isEnd = trimmed.length >= marks.length && trimmed === marks[0]?.repeat(trimmed.length);
    if (!isEnd) continue;
    return { from, to, prefix, marks, isClosed: true, source: content.slice(0, -1).join("\n") };
  }
  const source = content.slice(0, to - from - 1).join("\n");
  return { from, to, prefix, marks, isClosed: false, source };
}

function whole(text: string): Rest {
  return { text, offset: 0, column: 0, spare: 0 };
}

function columnsOf(blanks: string): number {
  return withoutColumns(whole(blanks), Infinity).taken;
}

/**
 * The document with a picture in the place of each fence for which there is one; with `keepSource` the fence stays
 * below it, folded.
 */
export function withPictures(
  { mark, lines, ends, fences }: MarkdownText,
  pictures: readonly (string | undefined)[],
  keepSource: boolean,
): string {
  const lineEnd = ends.find((end) => end !== "") ?? "\n";
  const parts = [mark];
  const copy = (from: number, to: number) => {
    for (let at = from; at < to; at++) parts.push(lines[at] ?? "", ends[at] ?? "");
  };
  let next = 0;
  for (const [index, fence] of fences.entries()) {
    const picture = pictures[index];
    if (picture === undefined) continue;
    copy(next, fence.from);
    const behind = lines[fence.to];
    const own = replacement(fence, lines, picture, keepSource);
    if (behind !== undefined && isTaken(behind, keepSource)) own.push("");
    parts.push(own.join(lineEnd), ends[fence.to - 1] ?? "");
    next = fence.to;
  }
  copy(next, lines.length);
  return parts.join("");
}

function replacement(
  { from, to, prefix, marks, isClosed, isSwallowed }: Fence,
  lines: readonly string[],
  picture: string,
  keepSource: boolean,
): string[] {
  const indent = prefix.replace(/[^ \t]/g, " ");
  const head = [...(isSwallowed ? [""] : []), prefix + picture];
  if (!keepSource) return head;
  const [first = "", ...others] = lines.slice(from, to);
  const closing = isClosed ? [] : [indent + marks];
  const fence = [indent + first.slice(prefix.length), ...others, ...closing];
  return [...head, "", indent + SUMMARY, "", ...fence, "", `${indent}</details>`];
}

/** Of a heading, or of a table's head. */
const UNDERLINE = /^[ \t]*(?:=+[ \t]*|[-|:][-|: \t]*)$/;

/** Whether the line behind would be part of what stands there instead, or would change it. */
function isTaken(behind: string, keepSource: boolean): boolean {
  return keepSource ? !isBlankLine(behind) : UNDERLINE.test(behind);
}
