import { isBlankText, trimBlanks, trimIndent } from "../_lib/formats/markdown/blanks.ts";
import { hasUnusualCharacters, plainLine } from "./characters.ts";
import {
  type Container,
  type Leaf,
  type Line,
  lineAt,
  type MarkdownDocument,
} from "../_lib/formats/markdown/document.ts";
import { atxHeading, headingContent, headingText, onOneLine } from "./heading.ts";
import type { Edit, EditedLine } from "./edit.ts";
import { type Inline, scanInline } from "../_lib/formats/markdown/inline.ts";
import { scanBlocks } from "../_lib/formats/markdown/scan.ts";
import { branches } from "./joins.ts";
import { continuation, PrefixCopier } from "./prefix-copy.ts";
import { InlineStripper, type StripCounts, type StripOptions } from "./strip-inline.ts";
import { textOfLines, tidied, withoutLastBreak } from "./strip-text.ts";
import { printRow, tableCells } from "../_lib/formats/markdown/table.ts";
import { applyEdits } from "./apply-edits.ts";

export interface Stripped {
  readonly lines: readonly string[];
  /** For each line, which one it was. */
  readonly origins: readonly number[];
  readonly counts: Readonly<StripCounts>;
  /** The line of a fence that was taken out and never closed. */
  readonly unclosedFence: number | undefined;
}

/** Takes out what the options say, and invisible characters outside fixed text; all else stays as it is. */
export function stripMarkdown(lines: readonly string[], options: StripOptions): Stripped {
  const { unicode, preserveCodeBlocks, stripHtml } = options;
  const document = scanBlocks(lines, {
    ...(unicode && lines.some(hasUnusualCharacters) ? { clean: plainLine } : {}),
    code: preserveCodeBlocks,
    html: !stripHtml,
  });
  return new Stripper(document, options).strip();
}

class Stripper {
  readonly #document: MarkdownDocument;
  readonly #options: StripOptions;
  readonly #counts: StripCounts = {
    links: 0,
    images: 0,
    htmlTags: 0,
    comments: 0,
    linkDefinitions: 0,
    codeFences: 0,
  };
  readonly #inline: InlineStripper;
  readonly #prefixes: PrefixCopier;
  readonly #texts = new Map<Leaf, { readonly text: string; readonly inlines: readonly Inline[] }>();
  readonly #lines: string[] = [];
  readonly #origins: number[] = [];
  /** Labels whose definitions go, and those whose definitions stay. */
  #dropped: ReadonlySet<string> = new Set();
  #labels: ReadonlySet<string> = new Set();
  #last: Leaf | undefined;
  /** The container whose marker stands alone on the last line. */
  #bare: Container | undefined;
  #openFence: Leaf | undefined;
  /** The container of the last line with text, and whether a leaf below it was left out. */
  #container: Container;
  #hasGap = false;

  constructor(document: MarkdownDocument, options: StripOptions) {
    this.#document = document;
    this.#options = options;
    this.#inline = new InlineStripper(options, this.#counts);
    this.#prefixes = new PrefixCopier(document.lines);
    this.#container = document.root;
  }

  strip(): Stripped {
    const { labels, leaves, lines } = this.#document;
    this.#dropped = this.#droppedLabels();
    this.#labels = new Set([...labels].filter((label) => !this.#dropped.has(label)));
    let next = 0;
    for (const [index, leaf] of leaves.entries()) {
      this.#blanks(next, leaf);
      const isDropped = leaf.kind === "definition" && this.#dropped.has(leaf.label ?? "");
      if (isDropped) this.#counts.linkDefinitions++;
      const printed = isDropped ? [] : this.#print(leaf);
      if (printed.length > 0) this.#keep(leaf, printed);
      else this.#leaveOut(leaf, leaves[index + 1]);
      next = leaf.to;
    }
    for (let index = next; index < lines.length; index++) this.#put(this.#line(index).text, index);
    return {
      lines: this.#lines,
      origins: this.#origins,
      counts: this.#counts,
      unclosedFence: this.#openFence?.from,
    };
  }

  /** Labels of definitions that nothing refers to any more. */
  #droppedLabels(): ReadonlySet<string> {
    const { stripLinks, stripImages } = this.#options;
    const { labels, leaves } = this.#document;
    if (labels.size === 0 || !(stripLinks || stripImages)) return new Set();
    const used = { link: new Set<string>(), image: new Set<string>() };
    for (const leaf of leaves) {
      if (!hasText(leaf)) continue;
      for (const inline of this.#read(leaf).inlines) {
        if (inline.kind !== "link" && inline.kind !== "image") continue;
        if (inline.label !== undefined) used[inline.kind].add(inline.label);
      }
    }
    const isDropped = (label: string) => {
      if (used.image.has(label) && !stripImages) return false;
      return stripLinks || (used.image.has(label) && !used.link.has(label));
    };
    return new Set([...labels].filter(isDropped));
  }

  #blanks(from: number, leaf: Leaf): void {
    if (this.#bare && isWithin(leaf.container, this.#bare)) return;
    for (let index = from; index < leaf.from; index++) this.#put(this.#line(index).text, index);
  }

  #keep(leaf: Leaf, printed: readonly EditedLine[]): void {
    const isHtml = this.#options.stripHtml && (leaf.kind === "html" || this.#last?.kind === "html");
    if (isHtml && this.#last?.to === leaf.from) {
      // Text that was HTML is not to run on into the text beside it.
      const shared = branches(this.#last, leaf).shared;
      this.#put(trimBlanks(continuation(shared)), leaf.from);
    }
    for (const { text, origin } of printed) this.#put(text, origin);
    this.#last = leaf;
    this.#container = leaf.container;
    this.#hasGap = false;
    this.#bare = undefined;
  }

  /** Nothing of the leaf is left: a marker stays, and so does what kept its neighbours apart. */
  #leaveOut(leaf: Leaf, next: Leaf | undefined): void {
    this.#hasGap = true;
    const line = this.#line(leaf.from);
    const [first] = line.opened;
    const isRightBelow = this.#last?.to === leaf.from;
    if (first) {
      const last = this.#last;
      if (last && isRightBelow && last.container === first.parent && hasText(last)) {
        // Without content an item cannot interrupt a paragraph, and a blank line would make a list loose.
        if (first.parent.kind === "item") return;
        this.#put(trimBlanks(continuation(first.parent)), leaf.from);
      }
      this.#put(trimBlanks(line.text.slice(0, line.offset)), leaf.from);
      this.#bare = this.#container = line.container;
      this.#last = undefined;
      return;
    }
    const isRightAbove = next?.from === leaf.to && next.container === leaf.container;
    if (isRightBelow && isRightAbove && this.#last && this.#last.container === leaf.container) {
      this.#put(trimBlanks(line.text.slice(0, line.offset)), leaf.from);
    }
  }

  #put(text: string, origin: number): void {
    this.#lines.push(text);
    this.#origins.push(origin);
  }

  #print(leaf: Leaf): EditedLine[] {
    switch (leaf.kind) {
      case "fence-line":
        this.#countFence(leaf);
        return [];
      case "html":
        return this.#options.stripHtml ? this.#printHtml(leaf) : this.#asWritten(leaf);
      case "table":
        return this.#printTable(leaf);
      case "heading":
        return this.#printHeading(leaf);
      case "setext":
        return this.#printSetext(leaf);
      case "code":
        return this.#printCode(leaf);
      case "paragraph":
      case "footnote":
        return this.#printText(leaf);
      default:
        return this.#asWritten(leaf);
    }
  }

  /** Indented code is fenced where a list or code above, which nothing parts from it now, would take it in. */
  #printCode(leaf: Leaf): EditedLine[] {
    const isBelowTaker =
      this.#container.depth > leaf.container.depth || this.#last?.kind === "code";
    return this.#hasGap && isBelowTaker ? this.#prefixes.fence(leaf) : this.#asWritten(leaf);
  }

  #countFence(leaf: Leaf): void {
    const open = this.#openFence?.fence;
    const line = this.#line(leaf.from);
    const marks = trimBlanks(trimIndent(line.text.slice(line.offset)));
    const closes =
      open?.char === leaf.fence?.char &&
      marks.length >= (open?.length ?? 0) &&
      marks === marks.charAt(0).repeat(marks.length);
    this.#openFence = closes ? undefined : leaf;
    if (!closes) this.#counts.codeFences++;
  }

  #asWritten({ from, to }: Leaf): EditedLine[] {
    const lines = this.#document.lines.slice(from, to);
    return lines.map(({ text }, index) => ({ text, origin: from + index }));
  }

  #printText(leaf: Leaf): EditedLine[] {
    const { text, inlines } = this.#read(leaf);
    return this.#printEdited(leaf, this.#inline.edits(text, inlines, this.#dropped));
  }

  #printEdited(leaf: Leaf, edits: readonly Edit[]): EditedLine[] {
    if (edits.length > 0) return this.#prefixes.copyAll(leaf, this.#editedLines(leaf, edits));
    const lines = this.#read(leaf).text.split("\n");
    return lines.map((line, index) => this.#prefixes.copy(line, leaf.from + index));
  }

  #editedLines(leaf: Leaf, edits: readonly Edit[]): EditedLine[] {
    const { text, inlines } = this.#read(leaf);
    const before = text.split("\n");
    const edited = applyEdits(text, edits, inlines, this.#labels);
    const lines = edited.map((line, index) => {
      const isEnd = edited[index + 1]?.origin !== line.origin;
      return { ...line, text: tidied(line, before[line.origin] ?? "", isEnd) };
    });
    return withoutLastBreak(lines);
  }

  #printHtml(leaf: Leaf): EditedLine[] {
    const text = this.#document.lines
      .slice(leaf.from, leaf.to)
      .map((line) => line.text.slice(line.offset))
      .join("\n");
    const edited = applyEdits(text, this.#inline.htmlEdits(text), [], this.#labels);
    const lines = edited.map((line) => ({
      ...line,
      text: trimBlanks(trimIndent(line.text)),
    }));
    return this.#prefixes.copyAll(leaf, lines, true);
  }

  #printHeading(leaf: Leaf): EditedLine[] {
    const { level = 1, from } = leaf;
    const { text } = this.#read(leaf);
    const content = headingContent(text, level);
    const edited = this.#onOneLine(content, scanInline(content, this.#document.labels));
    return edited === content ? [this.#prefixes.copy(text, from)] : this.#heading(leaf, edited);
  }

  /** At once on one line: above its underline, what is left of the text might begin another block. */
  #printSetext(leaf: Leaf): EditedLine[] {
    const { text, inlines } = this.#read(leaf);
    const edits = this.#inline.edits(text, inlines, this.#dropped);
    if (edits.length > 0) {
      const edited = this.#editedLines(leaf, edits)
        .map((line) => line.text)
        .join("\n");
      const content = onOneLine(edited, scanInline(edited, this.#labels));
      if (content !== undefined) return this.#heading(leaf, content);
    }
    const underline = { text: this.#line(leaf.to - 1).text, origin: leaf.to - 1 };
    return [...this.#printEdited(leaf, edits), underline];
  }

  #heading({ level = 1, from }: Leaf, content: string): EditedLine[] {
    if (isBlankText(content)) return [];
    return [this.#prefixes.copy(atxHeading(level, headingText(content)), from)];
  }

  #printTable(leaf: Leaf): EditedLine[] {
    const rows: EditedLine[] = [];
    for (let origin = leaf.from; origin < leaf.to; origin++) {
      const line = this.#line(origin);
      if (origin === leaf.from + 1) {
        rows.push({ text: line.text, origin });
        continue;
      }
      const written = textOfLines([line], this.#options.unicode);
      const cells = tableCells(written).map((cell) => {
        const { labels } = this.#document;
        return this.#onOneLine(cell, scanInline(cell, labels));
      });
      rows.push(this.#prefixes.copy(printRow(cells), origin));
    }
    return rows;
  }

  /** The text after the edits, line breaks as blanks. */
  #onOneLine(text: string, inlines: readonly Inline[]): string {
    const edits: readonly Edit[] = this.#inline.edits(text, inlines, this.#dropped);
    if (edits.length === 0) return text;
    const lines = applyEdits(text, edits, inlines, this.#labels);
    const parts = lines.map((line) => trimBlanks(trimIndent(line.text)));
    return parts.filter((part) => part !== "").join(" ");
  }

  #read(leaf: Leaf): { readonly text: string; readonly inlines: readonly Inline[] } {
    const known = this.#texts.get(leaf);
    if (known) return known;
    const to = leaf.kind === "setext" ? leaf.to - 1 : leaf.to;
    const text = textOfLines(this.#document.lines.slice(leaf.from, to), this.#options.unicode);
    const read = { text, inlines: scanInline(text, this.#document.labels) };
    this.#texts.set(leaf, read);
    return read;
  }

  #line(index: number): Line {
    return lineAt(this.#document.lines, index);
  }
}

function hasText({ kind }: Leaf): boolean {
  return (
    kind === "paragraph" ||
    kind === "footnote" ||
    kind === "heading" ||
    kind === "setext" ||
    kind === "table"
  );
}

function isWithin(container: Container, outer: Container): boolean {
  let at = container;
  while (at.depth > outer.depth && at.parent) at = at.parent;
  return at === outer;
}
