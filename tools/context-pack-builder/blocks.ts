/** Sources as they stand in the pack. */
import { escapeXmlAttribute } from "../_lib/text/markup-escape.ts";
import type { Range } from "../_lib/text/prose/sentences.ts";
import { oneLine } from "../_lib/text/shown.ts";
import type { CitationStyle, Order } from "../context-pack-builder.ts";
import type { Source } from "./sources.ts";

/** A source that is in the pack. */
export interface Item {
  readonly source: Source;
  readonly relevance: number;
  /** The stretches of the text that are in the pack, in order. */
  readonly parts: readonly Range[];
}

/** All of a source, or its beginning. */
export function upTo(end: number): readonly Range[] {
  return [{ start: 0, end }];
}

/** Offset in the text up to which it is in the pack, if not all of it. */
export function endOf({ parts }: Item): number {
  return parts.at(-1)?.end ?? 0;
}

export function isCut(item: Item): boolean {
  return !isPrefix(item) || endOf(item) < item.source.text.length;
}

function isPrefix({ parts }: Item): boolean {
  return parts.length === 1 && parts[0]?.start === 0;
}

/** The part of the text that is in the pack, with marks where something between is left out. */
export function keptText(item: Item): string {
  const { source, parts } = item;
  return isPrefix(item) ? source.text.slice(0, endOf(item)) : joinParts(source.text, parts);
}

/** Parts of a text with a mark for what is left out before, between and behind them. */
export function joinParts(text: string, parts: readonly Range[]): string {
  const kept = parts.map(({ start, end }) => text.slice(start, end)).join(GAP);
  const before = (parts[0]?.start ?? 0) > 0 ? GAP.trimStart() : "";
  const behind = (parts.at(-1)?.end ?? 0) < text.length ? GAP.trimEnd() : "";
  return before + kept + behind;
}

/** Stands for passages that are left out. */
export const GAP = "\n\n[…]\n\n";
const CUT_MARK = " […]";
export const BETWEEN_BLOCKS = "\n\n";
/** The character with which every block begins. */
export const BLOCK_START: Readonly<Record<CitationStyle, string>> = { bracket: "[", xml: "<" };

/** What stands around the text in its block. */
export interface Frame {
  readonly before: string;
  readonly after: string;
}

/** The frame of a source under its citation number. */
export function frameOf(item: Item, number: number, style: CitationStyle): Frame {
  const { title, id, uri } = item.source;
  const mark = isCut(item) && isPrefix(item) ? CUT_MARK : "";
  const name = oneLine(title || id);
  if (style === "bracket") {
    const link = uri ? ` (${oneLine(uri)})` : "";
    return { before: `[${number}] ${name}${link}\n`, after: mark };
  }
  const link = uri ? ` uri="${escapeXmlAttribute(oneLine(uri))}"` : "";
  const before = `<source id="${number}" title="${escapeXmlAttribute(name)}"${link}>\n`;
  return { before, after: `${mark}\n</source>` };
}

export function writePack(items: readonly Item[], style: CitationStyle): string {
  const blocks = items.map((item, place) => {
    const { before, after } = frameOf(item, place + 1, style);
    return before + keptText(item) + after;
  });
  return blocks.join(BETWEEN_BLOCKS);
}

/** The items, given by rank, in the order in which they are read. */
export function arrange(items: readonly Item[], order: Order): readonly Item[] {
  switch (order) {
    case "priority":
      return items;
    case "given":
      return items.toSorted((a, b) => a.source.index - b.source.index);
    case "relevance":
      return items.toSorted((a, b) => b.relevance - a.relevance);
    case "edges":
      // What stands in the middle of a long context is recalled worst (Liu et al., 2023, "Lost in the Middle").
      return [
        ...items.filter((_, rank) => rank % 2 === 0),
        ...items.filter((_, rank) => rank % 2 === 1).toReversed(),
      ];
  }
}
