/** Contents pages: a line for each part that has a title, which leads to it. */
import { PDFArray, type PDFDocument, PDFName, type PDFPage, type PDFRef } from "@cantoo/pdf-lib";
import type { Entry, Task } from "./assemble.ts";
import type { Lettering } from "./lettering.ts";
import { sizeOf } from "./sheet.ts";

const LINES = 40;
const MOST_SIZE = 11;

interface Contents {
  readonly task: Task;
  readonly pages: readonly PDFPage[];
  /** Those on which the lines stand, which are the first ones of the whole. */
  readonly contents: readonly PDFPage[];
  readonly title: string;
}

export function writeContents(
  document: PDFDocument,
  { task, pages, contents, title }: Contents,
  letters: Lettering,
): void {
  const { before, entries } = task;
  contents.forEach((page, index) => {
    const lines = entries.slice((before + index) * LINES, (before + index + 1) * LINES);
    const { width, height } = sizeOf(page);
    const margin = Math.min(width, height) / 10;
    const line = (height - 2 * margin) / (LINES + 3);
    const size = Math.min(MOST_SIZE, line * 0.7);
    const head = size * 1.6;
    const headText = letters.fitted(title, head, width - 2 * margin);
    letters.draw(page, headText, [1, 0, 0, 1, margin, height - margin - head], { size: head });
    lines.forEach((entry, row) => {
      const y = height - margin - (row + 3) * line;
      writeLine(page, entry, { x: margin, y, width: width - 2 * margin, size }, letters);
      // In pieces of a whole the page may be in another file.
      const target = pages[entry.page - before - 1];
      if (target)
        link(document, page, [margin, y - size * 0.3, width - margin, y + size], target.ref);
    });
  });
}

interface Line {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

/** The title, dots, and the number at the right edge. */
function writeLine(
  page: PDFPage,
  { title, label }: Entry,
  { x, y, width, size }: Line,
  letters: Lettering,
): void {
  const style = { size };
  const end = letters.widthOf(label, size);
  const text = letters.fitted(title, size, width - end - 4 * size);
  const own = letters.widthOf(text, size);
  letters.draw(page, text, [1, 0, 0, 1, x, y], style);
  letters.draw(page, label, [1, 0, 0, 1, x + width - end, y], style);
  const dot = letters.widthOf(".", size) * 2;
  const dots = Math.floor((width - own - end - 2 * size) / dot);
  if (dots < 3) return;
  const leader = ". ".repeat(dots).trimEnd();
  letters.draw(page, leader, [1, 0, 0, 1, x + width - end - size - dots * dot, y], style);
}

function link(
  { context }: PDFDocument,
  page: PDFPage,
  rectangle: readonly number[],
  target: PDFRef,
): void {
  const annotation = context.obj({
    Type: "Annot",
    Subtype: "Link",
    Rect: [...rectangle],
    Border: [0, 0, 0],
    Dest: [target, "XYZ", null, null, null],
  });
  const annotations = page.node.lookup(PDFName.of("Annots"));
  const ref = context.register(annotation);
  if (annotations instanceof PDFArray) annotations.push(ref);
  else page.node.set(PDFName.of("Annots"), context.obj([ref]));
}
