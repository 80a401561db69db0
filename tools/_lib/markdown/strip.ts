import { isBlankText, trimBlanks, trimIndent } from "./blanks.ts";
import { hasUnusualCharacters, plainLine } from "./characters.ts";
import type { Container, Leaf, Line, MarkdownDocument } from "./document.ts";
import { applyEdits, type Edit, type EditedLine } from "./edit.ts";
import { type Inline, scanInline } from "./inline.ts";
import { scanBlocks } from "./scan.ts";
import { InlineStripper, type StripCounts, type StripOptions } from "./strip-inline.ts";
import { textOfLines, tidied } from "./strip-text.ts";
import { printRow, tableCells } from "./table.ts";

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

/** Past this a line that begins anew goes without what continues its containers; it belongs to them even so. */
const LONGEST_CONTINUATION = 200;

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
  readonly #texts = new Map<Leaf, { readonly text: string; readonly inlines: readonly Inline[] }>();
  readonly #lines: string[] = [];
  readonly #origins: number[] = [];
  #last: Leaf | undefined;
  /** The container whose marker stands alone on the last line. */
  #bare: Container | undefined;
  #openFence: Leaf | undefined;

  constructor(document: MarkdownDocument, options: StripOptions) {
    this.#document = document;
    this.#options = options;
    this.#inline = new InlineStripper(options, this.#counts);
  }

  strip(): Stripped {
    const { leaves, lines } = this.#document;
    const dropped = this.#droppedLabels();
    let next = 0;
    for (const [index, leaf] of leaves.entries()) {
      this.#blanks(next, leaf);
      const isDropped = leaf.kind === "definition" && dropped.has(leaf.label ?? "");
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
      const shared = sharedContainer(this.#last.container, leaf.container);
      this.#put(trimBlanks(this.#continuation(shared)), leaf.from);
    }
    for (const { text, origin } of printed) this.#put(text, origin);
    this.#last = leaf;
    this.#bare = undefined;
  }

  /** Nothing of the leaf is left: a marker stays, and so does what kept its neighbours apart. */
  #leaveOut(leaf: Leaf, next: Leaf | undefined): void {
    const line = this.#line(leaf.from);
    const [first] = line.opened;
    const isRightBelow = this.#last?.to === leaf.from;
    if (first) {
      const last = this.#last;
      if (last && isRightBelow && last.container === first.parent && hasText(last)) {
        // Without content an item cannot interrupt a paragraph, and a blank line would make a list loose.
        if (first.parent.kind === "item") return;
        this.#put(trimBlanks(this.#continuation(first.parent)), leaf.from);
      }
      this.#put(trimBlanks(line.text.slice(0, line.offset)), leaf.from);
      this.#bare = line.container;
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
      case "setext": {
        const printed = this.#printText(leaf);
        const under = this.#line(leaf.to - 1).text;
        return printed.length > 0 ? [...printed, { text: under, origin: leaf.to - 1 }] : [];
      }
      case "paragraph":
      case "footnote":
        return this.#printText(leaf);
      default:
        return this.#asWritten(leaf);
    }
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
    const edits = this.#inline.edits(text, inlines);
    const before = text.split("\n");
    if (edits.length === 0) {
      return before.map((line, index) => this.#behindPrefix(line, leaf.from + index));
    }
    const edited = applyEdits(text, edits, inlines, this.#document.labels);
    const lines = edited.map((line, index) => {
      const isEnd = edited[index + 1]?.origin !== line.origin;
      return { ...line, text: tidied(line, before[line.origin] ?? "", isEnd) };
    });
    return this.#behindPrefixes(leaf, lines);
  }

  #printHtml(leaf: Leaf): EditedLine[] {
    const text = this.#document.lines
      .slice(leaf.from, leaf.to)
      .map((line) => line.text.slice(line.offset))
      .join("\n");
    const edited = applyEdits(text, this.#inline.htmlEdits(text), [], this.#document.labels);
    const lines = edited.map((line) => ({
      ...line,
      text: trimBlanks(trimIndent(line.text)),
    }));
    return this.#behindPrefixes(leaf, lines, true);
  }

  #printHeading(leaf: Leaf): EditedLine[] {
    const { text, inlines } = this.#read(leaf);
    const content = this.#onOneLine(text, inlines);
    return [this.#behindPrefix(content, leaf.from)];
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
        return trimBlanks(trimIndent(this.#onOneLine(cell, scanInline(cell, labels))));
      });
      rows.push(this.#behindPrefix(printRow(cells), origin));
    }
    return rows;
  }

  /** The text after the edits, line breaks as blanks. */
  #onOneLine(text: string, inlines: readonly Inline[]): string {
    const edits: readonly Edit[] = this.#inline.edits(text, inlines);
    if (edits.length === 0) return text;
    const lines = applyEdits(text, edits, inlines, this.#document.labels);
    return lines.map((line) => trimBlanks(trimIndent(line.text))).join(" ");
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

  #behindPrefix(text: string, origin: number): EditedLine {
    const line = this.#line(origin);
    return { text: line.text.slice(0, line.offset) + text, origin };
  }

  /** Lines with text in them; the first one gets the markers, and new ones what continues the containers. */
  #behindPrefixes(leaf: Leaf, lines: readonly EditedLine[], keepsBlanks = false): EditedLine[] {
    const first = lines.findIndex(({ text }) => !isBlankText(text));
    if (first === -1) return [];
    const last = lines.findLastIndex(({ text }) => !isBlankText(text));
    const printed: EditedLine[] = [];
    let origin = -1;
    for (const line of lines.slice(first, last + 1)) {
      if (isBlankText(line.text) && !keepsBlanks) continue;
      const at = leaf.from + line.origin;
      if (printed.length === 0) {
        const { text } = this.#behindPrefix(trimIndent(line.text), leaf.from);
        printed.push({ text, origin: at });
      } else if (at === origin) {
        printed.push({ text: this.#continuation(leaf.container) + line.text, origin: at });
      } else printed.push(this.#behindPrefix(line.text, at));
      origin = at;
    }
    return printed;
  }

  #continuation(container: Container): string {
    const parts: string[] = [];
    let length = 0;
    for (let at: Container | undefined = container; at?.parent; at = at.parent) {
      const part = at.kind === "quote" ? "> " : " ".repeat(at.width);
      parts.push(part);
      length += part.length;
      if (length > LONGEST_CONTINUATION) return "";
    }
    return parts.toReversed().join("");
  }

  #line(index: number): Line {
    const line = this.#document.lines[index];
    if (!line) throw new RangeError(`No line ${index}`);
    return line;
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

function sharedContainer(one: Container, other: Container): Container {
  let [left, right] = [one, other];
  while (left !== right) {
    if (left.depth > right.depth && left.parent) left = left.parent;
    else if (right.parent) right = right.parent;
    else break;
  }
  return left;
}

function isWithin(container: Container, outer: Container): boolean {
  let at = container;
  while (at.depth > outer.depth && at.parent) at = at.parent;
  return at === outer;
}
