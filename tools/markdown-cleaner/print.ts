import { trimBlanks, trimIndent } from "../_lib/formats/markdown/blanks.ts";
import type { Leaf, MarkdownDocument } from "../_lib/formats/markdown/document.ts";
import { atxHeading, headingContent, headingText, onOneLine } from "./heading.ts";
import { type Inline, scanInline } from "../_lib/formats/markdown/inline.ts";
import {
  delimiterCell,
  isDelimiterRow,
  printRow,
  tableCells,
} from "../_lib/formats/markdown/table.ts";
import { endTextLine, paragraphLines } from "./breaks.ts";
import type { PrefixPrinter } from "./prefix.ts";

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
      return [printHeading(leaf, context)];
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
    // What is printed anew for the containers is not to end a line; what the line itself has there stays.
    const isBare = content === "" && prefixes.isMoved(prefixes.line(origin));
    lines.push({ origin, text: isBare ? trimBlanks(prefix) : prefix + content });
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

function printHeading(leaf: Leaf, { document, prefixes, listener }: PrintContext): PrintedLine {
  const { from, level = 1 } = leaf;
  const line = prefixes.line(from);
  const content = headingContent(line.text.slice(line.offset), level);
  listener.onInlines(scanInline(content, document.labels), from, content);
  const text = headingText(content);
  listener.onHeading(level, text);
  return { text: trimBlanks(prefixes.prefix(from) + atxHeading(level, text)), origin: from };
}

/** On one line, unless a hard break needs two. */
function printSetext(leaf: Leaf, context: PrintContext): PrintedLine[] {
  const { level = 1, from, to } = leaf;
  const { document, prefixes, listener } = context;
  const text = textOf({ ...leaf, to: to - 1 }, document);
  const inlines = scanInline(text, document.labels);
  const content = onOneLine(text, inlines);
  if (content === undefined) {
    const lines = text.split("\n").map((line) => trimBlanks(trimIndent(line)));
    listener.onHeading(level, lines.join(" "));
    const { prefix, content: underline } = prefixes.split(to - 1, 3);
    const last = { text: trimBlanks(prefix + underline), origin: to - 1 };
    return [...printParagraph(leaf, to - 1, context), last];
  }
  listener.onInlines(inlines, from, text);
  const heading = headingText(content);
  listener.onHeading(level, heading);
  return [{ text: prefixes.prefix(from) + atxHeading(level, heading), origin: from }];
}

/** Whether the underlined heading has to stay one, as no other kind has two lines. */
export function staysUnderlined(leaf: Leaf, document: MarkdownDocument): boolean {
  if (leaf.to - leaf.from === 2) return false;
  const text = textOf({ ...leaf, to: leaf.to - 1 }, document);
  return onOneLine(text, scanInline(text, document.labels)) === undefined;
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
