import { trimBlanks } from "../_lib/formats/markdown/blanks.ts";
import type {
  Container,
  Leaf,
  LeafKind,
  MarkdownDocument,
} from "../_lib/formats/markdown/document.ts";
import { branches, isEndless, isText, joins } from "./joins.ts";
import { type LayoutListener, type PrintContext, type PrintedLine, printLeaf } from "./print.ts";
import { frontMatterEnd } from "../_lib/formats/markdown/front-matter.ts";
import { PrefixPrinter } from "./prefix.ts";

export interface Layout {
  readonly lines: readonly string[];
  /** For each line, which one it was; -1 for a blank line that was not there. */
  readonly origins: readonly number[];
}

export const SILENT: LayoutListener = { onHeading() {}, onInlines() {}, onHtml() {} };

/** Prints the document in its regular form, block by block, with the blank lines between them. */
export function layOut(
  document: MarkdownDocument,
  maxBlankLines: number,
  listener: LayoutListener,
): Layout {
  const { leaves } = document;
  const prefixes = new PrefixPrinter(document);
  const context: PrintContext = { document, prefixes, listener };
  const lines: PrintedLine[] = [];
  for (const [index, leaf] of leaves.entries()) {
    const last = leaves[index - 1];
    const gap = last ? gapBetween(last, leaf, maxBlankLines, document) : 0;
    if (last && gap > 0) {
      const text = separator(last, leaf, prefixes);
      for (let blank = last.to; blank < last.to + gap; blank++)
        lines.push({ text, origin: blank < leaf.from ? blank : -1 });
    }
    const isBelowParagraph =
      last !== undefined && gap === 0 && isText(last) && last.container === leaf.container;
    for (const line of printLeaf(leaf, { isBelowParagraph }, context)) lines.push(line);
  }
  while (lines.at(-1)?.text === "") lines.pop();
  if (maxBlankLines === 0) keepFromFrontMatter(lines, leaves);
  return { lines: lines.map(({ text }) => text), origins: lines.map(({ origin }) => origin) };
}

/** A break on the first line and another one below would be read as front matter if nothing came between. */
function keepFromFrontMatter(lines: PrintedLine[], leaves: readonly Leaf[]): void {
  if (leaves[0]?.kind === "front-matter") return;
  if (frontMatterEnd(lines.map(({ text }) => text)) > 0)
    lines.splice(1, 0, { text: "", origin: -1 });
}

/** How many blank lines are printed between two leaves. */
function gapBetween(last: Leaf, leaf: Leaf, most: number, document: MarkdownDocument): number {
  const found = leaf.from - last.to;
  const branch = branches(last, leaf);
  const { shared, before, after } = branch;
  if (most === 0) {
    const isNeeded = found > 0 || isBreakBelowText(last, leaf, shared);
    return isNeeded && joins(last, leaf, branch, document) ? 1 : 0;
  }
  if (found > 0) return Math.min(found, most);
  // A blank line among an item's own blocks, or between items, would make their list loose.
  if (shared.kind === "item" || (before?.list && before.list === after?.list)) return 0;
  // What has no end of its own would take the blank line in.
  if (isEndless(last)) return 0;
  return isSpaced(before, last) || isSpaced(after, leaf) ? 1 : 0;
}

const SPACED: ReadonlySet<LeafKind> = new Set([
  "heading",
  "setext",
  "fence",
  "table",
  "thematic-break",
]);

function isSpaced(branch: Container | undefined, { kind }: Leaf): boolean {
  return branch ? branch.kind === "item" : SPACED.has(kind);
}

/** The blank line between two leaves: the one there with the fewest block quotes, or a new one. */
function separator(last: Leaf, leaf: Leaf, prefixes: PrefixPrinter): string {
  let best: number | undefined;
  for (let index = last.to; index < leaf.from; index++) {
    const { quotes } = prefixes.line(index).container;
    if (best === undefined || quotes < prefixes.line(best).container.quotes) best = index;
  }
  if (best !== undefined) return prefixes.blank(best);
  const { shared } = branches(last, leaf);
  return shared.quotes === 0 ? "" : trimBlanks(prefixes.continuation(shared));
}

/** Whether a break below text is about to become `---`, which would make a heading of it. */
function isBreakBelowText(last: Leaf, { kind, container }: Leaf, shared: Container): boolean {
  const isBelow = kind === "thematic-break" && isText(last) && last.container === container;
  return isBelow && shared.kind !== "item";
}
