import type { Leaf, MarkdownDocument } from "../_lib/formats/markdown/document.ts";
import { scanInline } from "../_lib/formats/markdown/inline.ts";
import { scanBlocks } from "../_lib/formats/markdown/scan.ts";
import { escapeHtml } from "../_lib/text/markup-escape.ts";
import { type Readable, readableHtml } from "./html.ts";

/** What is read of Markdown: text and code without marks, images, link targets, definitions and front matter. */
export function readableMarkdown(markdown: string): Readable {
  const document = scanBlocks(markdown.split("\n"));
  const parts: string[] = [];
  let images = 0;
  let end = 0;
  for (const leaf of document.leaves) {
    const read = readLeaf(leaf, document);
    parts.push(leaf.from > end ? "\n\n" : "\n", read.text);
    images += read.images;
    end = leaf.to;
  }
  const html = readableHtml(parts.join(""));
  return { text: html.text.trim(), images: images + html.images };
}

/** One block as HTML. */
function readLeaf(leaf: Leaf, document: MarkdownDocument): Readable {
  const { kind, from, to } = leaf;
  const lines = document.lines.slice(from, to).map((line) => line.text.slice(line.offset));
  switch (kind) {
    case "front-matter":
    case "thematic-break":
    case "fence-line":
    case "definition":
    case "marker":
      return { text: "", images: 0 };
    case "html":
      return { text: lines.join("\n"), images: 0 };
    case "fence":
      return {
        text: escapeHtml(lines.slice(1, leaf.isClosed ? -1 : undefined).join("\n")),
        images: 0,
      };
    case "code":
      return { text: escapeHtml(lines.join("\n")), images: 0 };
    case "table":
      return readInline(
        lines
          .toSpliced(1, 1)
          .join("\n")
          .replace(/(?<!\\)\|/g, " "),
        document,
      );
    case "setext":
      return readInline(lines.slice(0, -1).join("\n"), document);
    case "footnote":
      return readInline(lines.join("\n").replace(/^\s*\[\^[^\]]*\]:/, ""), document);
    default:
      return readInline(lines.join("\n"), document);
  }
}

function readInline(text: string, { labels }: MarkdownDocument): Readable {
  const parts: string[] = [];
  let images = 0;
  let at = 0;
  /** Link targets, each from the end of its text on, innermost last. */
  const targets: { readonly from: number; readonly to: number }[] = [];
  const readTo = (end: number): void => {
    for (let target = targets.at(-1); target && target.from <= end; target = targets.at(-1)) {
      if (target.from >= at) parts.push(withoutMarks(text.slice(at, target.from)));
      at = Math.max(at, target.to);
      targets.pop();
    }
    if (end > at) parts.push(withoutMarks(text.slice(at, end)));
    at = Math.max(at, end);
  };
  for (const inline of scanInline(text, labels)) {
    if (inline.from < at) continue;
    readTo(inline.from);
    if (inline.from < at) continue;
    if (inline.kind === "link") {
      targets.push({ from: inline.textTo, to: inline.to });
      at = inline.textFrom;
      continue;
    }
    if (inline.kind === "missing") continue;
    const written = text.slice(inline.from, inline.to);
    if (inline.kind === "image") images++;
    else if (inline.kind === "code") parts.push(escapeHtml(written.replace(/^`+|(?<!`)`+$/g, "")));
    else if (inline.kind !== "autolink") parts.push(written);
    at = inline.to;
  }
  readTo(text.length);
  return { text: parts.join(""), images };
}

/** Text without references to footnotes, marks of headings and emphasis, and backslashes of escapes. */
function withoutMarks(text: string): string {
  return text
    .replace(/\[\^[^[\]\s]+\]/g, "")
    .replace(/^#{1,6}(?=\s|$)/, "")
    .replace(/\\([!-/:-@[-`{-~])|(?<!\d)\*+|\*+(?!\d|\*)|~~/g, "$1")
    .replace(/(?<![\p{L}\p{M}\p{N}_])_+|_+(?![\p{L}\p{M}\p{N}_])/gu, "");
}
