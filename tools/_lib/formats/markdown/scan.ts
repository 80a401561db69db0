import { isBlankText } from "./blanks.ts";
import { LineCursor } from "./cursor.ts";
import { leadingDefinitions } from "./paragraph.ts";
import { joinList, newContainer } from "./containers.ts";
import type { Container, Leaf, LeafKind, Line, MarkdownDocument } from "./document.ts";
import { frontMatterEnd } from "./front-matter.ts";
import { endsHtmlBlock } from "./html-block.ts";
import { type BlockStart, closesFence, type Marker, readBlockStart } from "./starts.ts";
import { isDelimiterRow, tableCells } from "./table.ts";

export interface ScanOptions {
  /** Applied to lines outside fixed text before they are read. */
  readonly clean?: (line: string) => string;
  /** Whether code blocks are read as such; if not, fences are lines of their own and code is text. */
  readonly code?: boolean;
  /** Whether HTML blocks are fixed text. */
  readonly html?: boolean;
}

/**
 * Reads the block structure by CommonMark 0.31.2, with the tables, footnote definitions and front matter of
 * GFM. Each line is read once, and costs no more than its own length.
 */
export function scanBlocks(lines: readonly string[], options: ScanOptions = {}): MarkdownDocument {
  return new BlockScanner(lines, options).scan();
}

/** Lines of definitions that are told from text as they are read; what is longer, at the paragraph's end. */
const LONGEST_DEFINITION = 8;

class BlockScanner {
  readonly #source: readonly string[];
  readonly #clean: ((line: string) => string) | undefined;
  readonly #readsCode: boolean;
  readonly #keepsHtml: boolean;
  readonly #cursor = new LineCursor();
  readonly #root = newContainer(undefined, "document", 0, {
    at: 0,
    marker: "",
    indent: 0,
    width: 0,
  });
  readonly #stack: Container[] = [this.#root];
  /** Where the block quotes are in the stack. */
  readonly #quotes: number[] = [];
  readonly #lines: Line[] = [];
  readonly #leaves: Leaf[] = [];
  readonly #labels = new Set<string>();
  #tip: Leaf | undefined;

  constructor(lines: readonly string[], { clean, code = true, html = true }: ScanOptions) {
    this.#source = lines;
    this.#clean = clean;
    this.#readsCode = code;
    this.#keepsHtml = html;
  }

  scan(): MarkdownDocument {
    const start = this.#frontMatter();
    for (let index = start; index < this.#source.length; index++) this.#readLine(index);
    this.#closeTo(0);
    return { root: this.#root, lines: this.#lines, leaves: this.#leaves, labels: this.#labels };
  }

  #frontMatter(): number {
    const end = frontMatterEnd(this.#source);
    if (end === 0) return 0;
    for (const text of this.#source.slice(0, end)) this.#addLine(text, text, this.#root);
    this.#leaves.push({ kind: "front-matter", container: this.#root, from: 0, to: end });
    this.#root.isEmpty = false;
    return end;
  }

  #readLine(index: number): void {
    const raw = this.#source[index] ?? "";
    const cursor = this.#cursor;
    const kind = this.#tip?.kind;
    const isFixed = kind === "fence" || (kind === "html" && this.#keepsHtml);
    cursor.start(isFixed ? raw : (this.#clean?.(raw) ?? raw));
    let matched = this.#match();
    if (isFixed && matched < this.#stack.length && this.#clean) {
      cursor.start(this.#clean(raw));
      matched = this.#match();
    }
    const line = this.#addLine(cursor.text, raw, this.#at(matched - 1));
    if (matched === this.#stack.length && this.#continueLeaf(index)) {
      this.#place(line);
      if (kind === "code") this.#keepRaw(line);
    } else this.#readStarts(index, line, matched);
  }

  #addLine(text: string, raw: string, container: Container): Line {
    const line = { text, raw, offset: 0, column: 0, spare: 0, container, opened: [] };
    this.#lines.push(line);
    return line;
  }

  #place(line: Line): void {
    line.text = this.#cursor.text;
    line.offset = this.#cursor.offset;
    line.column = this.#cursor.column;
    line.spare = this.#cursor.spare;
  }

  /** How many open containers the line continues, the document counted. */
  #match(): number {
    const cursor = this.#cursor;
    let depth = 1;
    for (; depth < this.#stack.length; depth++) {
      if (cursor.isBlank) return this.#matchBlank(depth);
      const container = this.#at(depth);
      if (container.kind === "quote") {
        if (cursor.indent > 3 || cursor.head !== ">") return depth;
        cursor.skip(1);
        cursor.skipColumns(1);
      } else {
        if (cursor.indent < container.width) return depth;
        cursor.skipColumns(container.width);
      }
    }
    return depth;
  }

  /** A blank rest continues items up to the next block quote, without a look at each of them. */
  #matchBlank(depth: number): number {
    const cursor = this.#cursor;
    const end = this.#quotes[this.#at(depth - 1).quotes] ?? this.#stack.length;
    for (let at = depth; at < end && cursor.indent > 0; at++)
      cursor.skipColumns(this.#at(at).width);
    const last = this.#at(this.#stack.length - 1);
    const stops = end === this.#stack.length && last.kind === "item" && last.isEmpty;
    return stops ? Math.max(depth, end - 1) : end;
  }

  /** Whether the line belongs to the open leaf, all of whose containers it continues. */
  #continueLeaf(index: number): boolean {
    const tip = this.#tip;
    const cursor = this.#cursor;
    switch (tip?.kind) {
      case "fence":
        tip.to = index + 1;
        if (tip.fence && closesFence(cursor, tip.fence)) this.#closeLeaf(true);
        return true;
      case "html":
        if (cursor.isBlank && (tip.html ?? 0) >= 6) return false;
        tip.to = index + 1;
        if (tip.html && endsHtmlBlock(tip.html, cursor.text.slice(cursor.offset)))
          this.#closeLeaf(true);
        return true;
      case "code":
        if (cursor.isBlank) return true;
        if (cursor.indent < 4) return false;
        tip.to = index + 1;
        return true;
      default:
        return false;
    }
  }

  #readStarts(index: number, line: Line, matched: number): void {
    const cursor = this.#cursor;
    if (this.#isDefined(index, matched)) this.#closeLeaf(true);
    let inParagraph = matched === this.#stack.length && isText(this.#tip);
    let depth = matched;
    for (;;) {
      const canBeLazy = isText(this.#tip) && line.opened.length === 0;
      if (!this.#readsCode && cursor.indent >= 4 && !canBeLazy) cursor.dedent();
      const start = readBlockStart(cursor, { inParagraph, canBeLazy, readsCode: this.#readsCode });
      if (start?.kind === "container") {
        this.#open(index, line, depth, start.marker);
        depth = this.#stack.length;
        inParagraph = false;
        continue;
      }
      this.#place(line);
      if (start?.kind === "setext") {
        if (this.#underline(index, start.level)) return;
        inParagraph = false;
        continue;
      }
      if (start) this.#startLeaf(index, line, depth, start);
      else this.#readText(index, line, depth, inParagraph);
      return;
    }
  }

  #open(index: number, line: Line, depth: number, marker: Marker): void {
    this.#closeTo(depth);
    const parent = this.#at(depth - 1);
    const container = newContainer(parent, marker.list ? "item" : "quote", index, marker);
    if (marker.list) joinList(container, parent, marker.list);
    else parent.openList = undefined;
    parent.isEmpty = false;
    if (container.kind === "quote") this.#quotes.push(this.#stack.length);
    this.#stack.push(container);
    line.container = container;
    line.opened.push(container);
  }

  #startLeaf(
    index: number,
    line: Line,
    depth: number,
    start: Exclude<BlockStart, { kind: "container" | "setext" }>,
  ): void {
    this.#closeTo(depth);
    this.#add(start.kind, index, start);
    if (start.kind === "code") this.#keepRaw(line);
    else if (start.kind === "html") {
      if (endsHtmlBlock(start.html, line.text.slice(line.offset))) this.#closeLeaf(true);
    } else if (start.kind !== "fence") this.#closeLeaf(true);
  }

  /** Makes the open paragraph a heading, unless it is nothing but definitions. */
  #underline(index: number, level: number): boolean {
    const paragraph = this.#tip;
    if (!paragraph) return false;
    const from = this.#takeDefinitions(paragraph);
    this.#tip = undefined;
    if (from >= paragraph.to) return false;
    this.#leaves.push({ ...paragraph, kind: "setext", from, to: index + 1, level });
    return true;
  }

  /** The line starts no block: it is blank, or text. */
  #readText(index: number, line: Line, depth: number, inParagraph: boolean): void {
    const cursor = this.#cursor;
    const tip = this.#tip;
    if (cursor.isBlank) {
      this.#closeTo(depth);
      if (line.opened.length > 0) {
        this.#add("marker", index);
        // The content of an item may begin on the next line only.
        line.container.isEmpty = true;
        this.#closeLeaf(true);
      }
      return;
    }
    const continues = inParagraph || (isText(tip) && line.opened.length === 0);
    const startsFootnote = cursor.indent < 4 && cursor.head === "[" && isFootnote(cursor);
    if (tip && continues && !startsFootnote) {
      if (inParagraph && this.#startTable(index)) return;
      tip.to = index + 1;
      return;
    }
    if (tip?.kind === "table" && depth === this.#stack.length) {
      tip.to = index + 1;
      return;
    }
    this.#closeTo(depth);
    this.#add(startsFootnote ? "footnote" : "paragraph", index);
  }

  /** Makes the last line of the open paragraph the head of a table, if the line is its delimiter row. */
  #startTable(index: number): boolean {
    const paragraph = this.#tip;
    const cursor = this.#cursor;
    if (!paragraph || !/[-|:]/.test(cursor.head) || cursor.indent > 3) return false;
    const row = cursor.text.slice(cursor.next);
    const head = this.#lines[index - 1];
    const isHead = head?.container === paragraph.container && head.text.includes("|", head.offset);
    if (!isHead || !isDelimiterRow(row)) return false;
    if (tableCells(head.text.slice(head.offset)).length !== tableCells(row).length) return false;
    paragraph.to = index - 1;
    this.#closeLeaf(true);
    const { container } = paragraph;
    this.#tip = { kind: "table", container, from: index - 1, to: index + 1 };
    return true;
  }

  /**
   * Whether the open paragraph is nothing but definitions, and the line at the cursor cannot be the title of the
   * last one. Text cannot continue a definition lazily, as it does a paragraph.
   */
  #isDefined(index: number, matched: number): boolean {
    const tip = this.#tip;
    if (tip?.kind !== "paragraph" || index - tip.from > LONGEST_DEFINITION) return false;
    const last = leadingDefinitions(tip, this.#lines).at(-1);
    const isTitle = matched === this.#stack.length && /["'(]/.test(this.#cursor.head);
    return last?.to === tip.to && !isTitle;
  }

  #add(kind: LeafKind, index: number, facts: Partial<Leaf> = {}): void {
    const container = this.#at(this.#stack.length - 1);
    container.isEmpty = false;
    container.openList = undefined;
    this.#tip = { ...facts, kind, container, from: index, to: index + 1 };
  }

  /** Keeps the first `depth` containers open, and no leaf. */
  #closeTo(depth: number): void {
    this.#closeLeaf(false);
    while (this.#stack.length > Math.max(1, depth)) {
      const container = this.#stack.pop();
      if (container?.kind === "quote") this.#quotes.pop();
    }
  }

  #closeLeaf(isClosed: boolean): void {
    const tip = this.#tip;
    this.#tip = undefined;
    if (!tip) return;
    if (tip.kind !== "paragraph") {
      this.#leaves.push({ ...tip, isClosed });
      return;
    }
    const from = this.#takeDefinitions(tip);
    if (from < tip.to) this.#leaves.push({ ...tip, from });
  }

  /** Makes the definitions that the paragraph begins with leaves of their own; gives the line behind them. */
  #takeDefinitions(paragraph: Leaf): number {
    let { from } = paragraph;
    for (const leaf of leadingDefinitions(paragraph, this.#lines)) {
      this.#leaves.push(leaf);
      if (leaf.label !== undefined) this.#labels.add(leaf.label);
      from = leaf.to;
    }
    return from;
  }

  /** Code is fixed text: the line is taken as it was, if only its content had invisible characters. */
  #keepRaw(line: Line): void {
    if (line.raw === line.text) return;
    const prefix = line.text.slice(0, this.#cursor.next);
    const content = line.raw.slice(prefix.length);
    if (line.raw.startsWith(prefix) && !isBlankText(content)) line.text = line.raw;
  }

  #at(depth: number): Container {
    return this.#stack[depth] ?? this.#root;
  }
}

/** Whether a line without its containers can continue the leaf. */
function isText(leaf: Leaf | undefined): boolean {
  return leaf?.kind === "paragraph" || leaf?.kind === "footnote";
}

function isFootnote(cursor: LineCursor): boolean {
  return /^\[\^[^\s[\]]+\]:/.test(cursor.text.slice(cursor.next, cursor.next + 1010));
}
