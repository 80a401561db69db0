/** What a reader sees of a source in Markdown or HTML, each character with where it stands in the source. */
import { decodeEntity } from "../_lib/formats/markdown/entities.ts";
import type { Leaf, Line, MarkdownDocument } from "../_lib/formats/markdown/document.ts";
import { HtmlScanner } from "../_lib/formats/markdown/html.ts";
import { type Inline, scanInline } from "../_lib/formats/markdown/inline.ts";
import { scanBlocks } from "../_lib/formats/markdown/scan.ts";
import { isDelimiterRow } from "../_lib/formats/markdown/table.ts";
import { endOfLine, nextLine } from "../_lib/text/position.ts";
import { VisibleText } from "./visible.ts";

/** The text that a source shows, and whether nothing else of it is text; undefined where it is all as written. */
export function visibleText(source: string) {
  const isHtml = HTML.test(source) && source.trimEnd().endsWith(">");
  if (!isHtml && !MARKS.test(source)) return undefined;
  const visible = new VisibleText(source);
  if (isHtml) addHtml(visible, 0, source.length);
  else addMarkdown(visible);
  return visible.text === source ? undefined : { visible, isHtml };
}

const HTML = /^\s*<[!?/]?[A-Za-z]/;
const MARKS = /[\\`*_~[\]<>#&|]/;

/** Elements that stand within a line; all others end one. */
const INLINE: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small " +
    "span strike strong sub sup time tt u var wbr"
  ).split(" "),
);
const UNSEEN: ReadonlySet<string> = new Set(
  "script style template noscript head title textarea select svg iframe object math".split(" "),
);
const ENTITY = /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/y;
const NAME = /^<\/?([A-Za-z][A-Za-z0-9-]*)/;
const BETWEEN_BLOCKS = "\n\n";

/** A stretch of HTML without its tags, comments and what is no text in it. */
function addHtml(visible: VisibleText, from: number, to: number): void {
  const { source } = visible;
  const html = new HtmlScanner(source);
  const ends = new HtmlScanner(source.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
  for (let at = from; at < to;) {
    const special = nextSpecial(source, at, to);
    visible.copy(at, special);
    if (special >= to) return;
    at = special;
    if (source[at] === "&") at = addEntity(visible, at);
    else {
      const end = tagEnd(html, source, at);
      if (end === undefined) visible.copy(at, (at += 1));
      else at = addTag(visible, ends, at, end);
    }
  }
}

const SPECIAL = /[<&]/g;

function nextSpecial(source: string, from: number, to: number): number {
  SPECIAL.lastIndex = from;
  return Math.min(SPECIAL.exec(source)?.index ?? to, to);
}

function addEntity(visible: VisibleText, at: number): number {
  ENTITY.lastIndex = at;
  const entity = ENTITY.exec(visible.source)?.[0];
  const decoded = entity === undefined ? undefined : decodeEntity(entity);
  if (entity === undefined || decoded === undefined) visible.copy(at, at + 1);
  else visible.put(decoded, at, at + entity.length);
  return at + (decoded === undefined ? 1 : (entity ?? "").length);
}

/** The end of the tag or comment at `at`, well-formed or not. */
function tagEnd(html: HtmlScanner, source: string, at: number): number | undefined {
  const piece = html.at(at);
  if (piece !== undefined) return piece.to;
  if (!/^<[/!]?[A-Za-z]/.test(source.slice(at, at + 3))) return undefined;
  const close = html.find(">", at);
  return close === -1 ? undefined : close + 1;
}

/** Leaves a tag out, and with it what no reader sees; gives where to read on. */
function addTag(visible: VisibleText, ends: HtmlScanner, at: number, end: number): number {
  const tag = visible.source.slice(at, Math.min(end, at + LONGEST_NAME));
  const name = NAME.exec(tag)?.[1]?.toLowerCase();
  if (name === undefined || INLINE.has(name)) return end;
  visible.put(BETWEEN_BLOCKS, at, end);
  if (tag.startsWith("</") || !UNSEEN.has(name)) return end;
  const close = ends.find(`</${name}`, end);
  return close === -1 ? end : close;
}

const LONGEST_NAME = 40;

function addMarkdown(visible: VisibleText): void {
  const { source } = visible;
  const starts: number[] = [];
  const lines: string[] = [];
  for (let at = 0; at < source.length; at = nextLine(source, at)) {
    starts.push(at);
    lines.push(source.slice(at, endOfLine(source, at)));
  }
  const document = scanBlocks(lines);
  for (const leaf of document.leaves) {
    addLeaf(visible, leaf, document, starts);
    const end = starts[leaf.to] ?? source.length;
    visible.put(BETWEEN_BLOCKS, end, end);
  }
}

const UNSHOWN: ReadonlySet<string> = new Set([
  "front-matter",
  "thematic-break",
  "definition",
  "fence-line",
  "marker",
]);

function addLeaf(
  visible: VisibleText,
  leaf: Leaf,
  { lines, labels }: MarkdownDocument,
  starts: readonly number[],
): void {
  if (UNSHOWN.has(leaf.kind)) return;
  const content = contentOf(leaf, lines, starts);
  if (leaf.kind === "html") {
    for (const { start, end } of content) addHtml(visible, start, end);
  } else if (leaf.kind === "fence" || leaf.kind === "code") {
    for (const { start, end } of content) visible.copy(start, end);
  } else addInline(visible, content, labels, leaf.kind === "table");
}

interface Stretch {
  readonly start: number;
  /** With the line end. */
  readonly end: number;
}

/** The lines of a block without the marks of the block and of what it stands in. */
function contentOf(leaf: Leaf, lines: readonly Line[], starts: readonly number[]): Stretch[] {
  const isFence = leaf.kind === "fence";
  const isUnderlined = leaf.kind === "setext";
  const first = leaf.from + Number(isFence);
  const last = leaf.to - Number(isUnderlined || (isFence && leaf.isClosed === true));
  const content: Stretch[] = [];
  for (let at = first; at < last; at++) {
    const { text = "", offset = 0 } = lines[at] ?? {};
    const start = starts[at] ?? 0;
    const end = starts[at + 1] ?? start + text.length;
    if (leaf.kind === "table" && isDelimiterRow(text.slice(offset))) continue;
    const mark =
      leaf.kind === "heading" ? (/^#{1,6}[ \t]*/.exec(text.slice(offset))?.[0] ?? "") : "";
    content.push({ start: start + offset + mark.length, end });
  }
  return content;
}

/** Text without the marks of emphasis, links, code and escapes. */
function addInline(
  visible: VisibleText,
  content: readonly Stretch[],
  labels: ReadonlySet<string>,
  isTable: boolean,
): void {
  const { source } = visible;
  const text = content.map(({ start, end }) => source.slice(start, end)).join("");
  const places = new Places(content);
  const inlines = scanInline(text, labels);
  for (const edit of [...editsOf(text, inlines, isTable), { from: text.length, to: text.length }]) {
    places.copy(visible, edit.from);
    if (edit.put !== undefined)
      visible.put(edit.put, places.at(edit.from), places.at(edit.to - 1) + 1);
    places.skip(edit.to);
  }
}

/** Where the characters of joined stretches stand, asked in ascending order. */
class Places {
  readonly #content: readonly Stretch[];
  #next = 0;
  #stretch = 0;
  /** Of the first character of the stretch, in the joined text. */
  #from = 0;

  constructor(content: readonly Stretch[]) {
    this.#content = content;
  }

  at(index: number): number {
    let [stretch, from] = [this.#stretch, this.#from];
    for (;;) {
      const { start, end } = this.#content[stretch] ?? { start: 0, end: 0 };
      const length = end - start;
      if (index < from + length || stretch + 1 >= this.#content.length) return start + index - from;
      from += length;
      stretch++;
    }
  }

  copy(visible: VisibleText, to: number): void {
    while (this.#next < to && this.#stretch < this.#content.length) {
      const { start, end } = this.#content[this.#stretch] as Stretch;
      const behind = this.#from + end - start;
      const until = Math.min(to, behind);
      visible.copy(start + this.#next - this.#from, start + until - this.#from);
      this.#next = Math.max(this.#next, until);
      this.#pass();
    }
  }

  skip(to: number): void {
    this.#next = Math.max(this.#next, to);
    this.#pass();
  }

  #pass(): void {
    for (let at = this.#content[this.#stretch]; at; at = this.#content[this.#stretch]) {
      const behind = this.#from + at.end - at.start;
      if (this.#next < behind) return;
      this.#from = behind;
      this.#stretch++;
    }
  }
}

interface Edit {
  readonly from: number;
  readonly to: number;
  /** What the reader sees instead; nothing if not given. */
  readonly put?: string;
}

/** What of a text is not seen as written, in order, none overlapping another. */
function editsOf(text: string, inlines: readonly Inline[], isTable: boolean): Edit[] {
  const edits = inlines.flatMap((inline) => editsOfInline(text, inline));
  const fixed = inlines.filter(({ kind }) => kind === "code" || kind === "autolink");
  for (const { 0: mark, index } of text.matchAll(INLINE_MARKS)) {
    const edit = markEdit(text, mark, index, isTable);
    if (edit !== undefined) edits.push(edit);
  }
  const sorted = edits.toSorted((one, other) => one.from - other.from || other.to - one.to);
  const kept: Edit[] = [];
  let end = 0;
  let next = 0;
  for (const edit of sorted) {
    while ((fixed[next]?.to ?? Infinity) <= edit.from) next++;
    const { from: fixedFrom = Infinity, to: fixedTo = 0, kind } = fixed[next] ?? {};
    const isWithin = fixedFrom < edit.from && edit.to < fixedTo && kind !== undefined;
    if (edit.from < end || isWithin) continue;
    kept.push(edit);
    end = edit.to;
  }
  return kept;
}

function editsOfInline(text: string, inline: Inline): Edit[] {
  const { from, to } = inline;
  switch (inline.kind) {
    case "link":
    case "image":
      return [
        { from, to: inline.textFrom },
        { from: inline.textTo, to },
      ];
    case "code": {
      const ticks = /^`+/.exec(text.slice(from, to))?.[0].length ?? 0;
      return [
        { from, to: from + ticks },
        { from: to - ticks, to },
      ];
    }
    case "autolink":
      return [
        { from, to: from + 1 },
        { from: to - 1, to },
      ];
    case "entity": {
      const put = decodeEntity(text.slice(from, to));
      return put === undefined ? [] : [{ from, to, put }];
    }
    case "html": {
      const name = NAME.exec(text.slice(from, Math.min(to, from + LONGEST_NAME)))?.[1];
      const isBreak = name !== undefined && !INLINE.has(name.toLowerCase());
      return [isBreak ? { from, to, put: "\n" } : { from, to }];
    }
    default:
      return [];
  }
}

const INLINE_MARKS = /\\[!-/:-@[-`{-~]|\*+|_+|~~|\[\^[^\]\s]{1,100}\]|\|/g;
const WORD = /[\p{L}\p{N}]/u;

/** Marks of emphasis touch a word on one side at least, underscores not on both; a backslash is not seen itself. */
function markEdit(text: string, mark: string, from: number, isTable: boolean): Edit | undefined {
  const to = from + mark.length;
  if (mark.startsWith("\\")) return { from, to, put: mark.slice(1) };
  if (mark === "|") return isTable ? { from, to, put: " " } : undefined;
  if (mark.startsWith("[")) return { from, to };
  const [before, behind] = [text.charAt(from - 1), text.charAt(to)];
  if (before.trim() === "" && behind.trim() === "") return undefined;
  if (mark.startsWith("_") && WORD.test(before) && WORD.test(behind)) return undefined;
  return { from, to };
}
