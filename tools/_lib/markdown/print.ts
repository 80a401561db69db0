import { isBlankText, trimBlanks, trimIndent } from "./blanks.ts";
import { endTextLine, isHardBreak, paragraphLines, type TextLine } from "./breaks.ts";
import type { Leaf, MarkdownDocument } from "./document.ts";
import { type Inline, scanInline } from "./inline.ts";
import type { PrefixPrinter } from "./prefix.ts";
import { delimiterCell, isDelimiterRow, printRow, tableCells } from "./table.ts";

/** A line to print, and the line that it was. */
export interface PrintedLine {
  readonly text: string;
  readonly origin: number;
}

/** Told of headings, and of what is found inside text and HTML blocks. */
export interface LayoutListener {
  onHeading(level: number, text: string): void;
  onInlines(inlines: readonly Inline[], line: number, text: string): void;
  onHtml(text: string): void;
}

export interface PrintContext {
  readonly document: MarkdownDocument;
  readonly prefixes: PrefixPrinter;
  readonly listener: LayoutListener;
}

/** What stands before a leaf matters to a thematic break: `---` would underline a paragraph. */
export interface PrintPlace {
  readonly isBelowParagraph: boolean;
}

/** The leaf's lines in their regular form, containers included. */
export function printLeaf(leaf: Leaf, place: PrintPlace, context: PrintContext): PrintedLine[] {
  const { prefixes } = context;
  const rebuilt = (text: string, index: number) => ({
    text: trimBlanks(prefixes.prefix(index) + text),
    origin: index,
  });
  switch (leaf.kind) {
    case "heading":
      return [rebuilt(atxHeading(leaf, context), leaf.from)];
    case "setext":
      return printSetext(leaf, context);
    case "thematic-break":
      return [rebuilt(thematicBreak(leaf, place, context), leaf.from)];
    case "table":
      return printTable(leaf, context);
    case "marker":
      return [rebuilt("", leaf.from)];
    case "paragraph":
    case "footnote":
      return printParagraph(leaf, leaf.to, context);
    case "definition":
      return printFixed(leaf, context, 3).map(({ text, origin }) => {
        const isInTitle = origin >= (leaf.titleLine ?? leaf.to) && origin < leaf.to - 1;
        return { origin, text: isInTitle ? text : trimBlanks(text) };
      });
    case "fence":
      return printFence(leaf, context);
    case "html":
      context.listener.onHtml(textOf(leaf, context.document));
      return printFixed(leaf, context, Infinity);
    default:
      return printFixed(leaf, context, 4);
  }
}

function textOf(leaf: Leaf, document: MarkdownDocument): string {
  const lines = document.lines.slice(leaf.from, leaf.to);
  return lines.map((line) => line.text.slice(line.offset)).join("\n");
}

function printFixed(leaf: Leaf, { prefixes }: PrintContext, columns: number): PrintedLine[] {
  const lines: PrintedLine[] = [];
  for (let origin = leaf.from; origin < leaf.to; origin++) {
    const { prefix, content } = prefixes.split(origin, columns);
    const isMoved = prefixes.isMoved(prefixes.line(origin));
    const text = isMoved && isBlankText(content) ? trimBlanks(prefix + content) : prefix + content;
    lines.push({ origin, text });
  }
  return lines;
}

function printFence(leaf: Leaf, context: PrintContext): PrintedLine[] {
  const lines = printFixed(leaf, context, leaf.fence?.indent ?? 0);
  return lines.map((line, index) => {
    const isFence = index === 0 || (leaf.isClosed && index === lines.length - 1);
    return isFence ? { ...line, text: trimBlanks(line.text) } : line;
  });
}

function atxHeading(leaf: Leaf, context: PrintContext): string {
  const { level = 1 } = leaf;
  const line = context.prefixes.line(leaf.from);
  const text = trimIndent(trimBlanks(trimIndent(line.text.slice(line.offset)).slice(level)));
  let end = text.length;
  while (end > 0 && text[end - 1] === "#") end--;
  const isClosing = end < text.length && (end === 0 || isBlank(text[end - 1]));
  const content = isClosing ? trimBlanks(text.slice(0, end)) : text;
  context.listener.onInlines(scanInline(content, context.document.labels), leaf.from, content);
  return heading(level, content, context);
}

function heading(level: number, content: string, context: PrintContext): string {
  let end = content.length;
  while (end > 0 && content[end - 1] === "#") end--;
  const looksClosing = end < content.length && (end === 0 || isBlank(content[end - 1]));
  const text = looksClosing ? `${content.slice(0, end)}\\${content.slice(end)}` : content;
  context.listener.onHeading(level, text);
  return trimBlanks(`${"#".repeat(level)} ${text}`);
}

function isBlank(char: string | undefined): boolean {
  return char === " " || char === "\t";
}

/** Whether the underlined heading has to stay one, as no other kind has two lines. */
export function staysUnderlined(leaf: Leaf, document: MarkdownDocument): boolean {
  if (leaf.to - leaf.from === 2) return false;
  const text = textOf({ ...leaf, to: leaf.to - 1 }, document);
  return hasHardBreak(paragraphLines(text, scanInline(text, document.labels)));
}

function hasHardBreak(lines: readonly TextLine[]): boolean {
  return lines.slice(0, -1).some(({ line }) => isHardBreak(line));
}

/** On one line, unless a hard break needs two. */
function printSetext(leaf: Leaf, context: PrintContext): PrintedLine[] {
  const { level = 1, from, to } = leaf;
  const text = textOf({ ...leaf, to: to - 1 }, context.document);
  const inlines = scanInline(text, context.document.labels);
  const lines = paragraphLines(text, inlines);
  if (hasHardBreak(lines)) {
    const printed = printParagraph(leaf, to - 1, context);
    context.listener.onHeading(
      level,
      lines.map(({ line }) => trimBlanks(trimIndent(line))).join(" "),
    );
    const { prefix, content } = context.prefixes.split(to - 1, 3);
    return [...printed, { text: trimBlanks(prefix + content), origin: to - 1 }];
  }
  context.listener.onInlines(inlines, from, text);
  const joined = lines.map(({ line, isFixed }) => {
    const start = trimIndent(line);
    return isFixed ? start : trimBlanks(start);
  });
  const content = heading(level, trimBlanks(joined.join(" ")), context);
  // The text may stand on a lazy line below definitions, outside the containers.
  const { prefixes } = context;
  const isLazy = prefixes.line(from).container.depth < leaf.container.depth;
  const prefix = isLazy ? prefixes.continuation(leaf.container) : prefixes.prefix(from);
  return [{ text: prefix + content, origin: from }];
}

function thematicBreak(
  leaf: Leaf,
  { isBelowParagraph }: PrintPlace,
  context: PrintContext,
): string {
  const last = context.prefixes.line(leaf.from).opened.at(-1);
  // `- ---` and a `---` right below text would be something else.
  const isBehindDash = last?.list && context.prefixes.bullet(last) === "-";
  return isBehindDash || isBelowParagraph ? "***" : "---";
}

function printTable(leaf: Leaf, context: PrintContext): PrintedLine[] {
  const rows: PrintedLine[] = [];
  for (let origin = leaf.from; origin < leaf.to; origin++) {
    const line = context.prefixes.line(origin);
    const cells = tableCells(line.text.slice(line.offset));
    const isDelimiter = origin === leaf.from + 1;
    if (!isDelimiter) {
      for (const cell of cells)
        context.listener.onInlines(scanInline(cell, context.document.labels), origin, cell);
    }
    const row = printRow(isDelimiter ? cells.map(delimiterCell) : cells);
    rows.push({ text: context.prefixes.prefix(origin) + row, origin });
  }
  return rows;
}

function printParagraph(leaf: Leaf, to: number, context: PrintContext): PrintedLine[] {
  const text = textOf({ ...leaf, to }, context.document);
  const inlines = scanInline(text, context.document.labels);
  context.listener.onInlines(inlines, leaf.from, text);
  const lines = paragraphLines(text, inlines);
  let start = 0;
  return lines.map(({ line, isFixed }, index) => {
    const origin = leaf.from + index;
    const before = text.slice(Math.max(0, start - 100), start);
    start += line.length + 1;
    const { prefix, content } = context.prefixes.split(origin, Infinity);
    const next = lines[index + 1]?.line;
    if (next === undefined) return { text: prefix + trimBlanks(content), origin };
    // With a backslash for its blanks the line would be the head of a table.
    const isKept = isFixed || isDelimiterRow(next);
    const end = isKept ? content : endTextLine(content, before, text.slice(start));
    return { text: prefix + end, origin };
  });
}
