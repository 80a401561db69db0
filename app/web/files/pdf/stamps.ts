/** What is put on pages that are there: their numbers, and a text across them. */
import type { PDFPage } from "@cantoo/pdf-lib";
import type { PageNumbers, Watermark } from "./assemble.ts";
import { numberOn } from "./labels.ts";
import type { Lettering } from "./lettering.ts";
import { type Matrix, sizeOf, uprightOf } from "./sheet.ts";

interface Numbered {
  readonly before: number;
  readonly numbered: number;
}

/** What is printed on a page of this file; undefined for one that shows nothing. */
function textOn(
  numbers: PageNumbers,
  { before, numbered }: Numbered,
  page: number,
): string | undefined {
  const n = numberOn(numbers, before + page);
  if (n === undefined) return undefined;
  const texts: Readonly<Record<string, unknown>> = {
    "{n}": n,
    "{total}": numberOn(numbers, numbered),
  };
  return numbers.format.replaceAll(/\{(?:n|total)\}/g, (place) => String(texts[place]));
}

export function stampNumbers(
  pages: readonly PDFPage[],
  options: PageNumbers,
  numbered: Numbered,
  letters: Lettering,
): void {
  const { position, fontSize, margin } = options;
  const [edge = "bottom", side = "center"] = position.split("-");
  for (const [index, page] of pages.entries()) {
    const text = textOn(options, numbered, index + 1);
    if (text === undefined) continue;
    const { width, height } = sizeOf(page);
    const own = letters.widthOf(text, fontSize);
    const x = { left: margin, right: width - margin - own }[side] ?? (width - own) / 2;
    const y = edge === "top" ? height - margin - fontSize * CAPITALS : margin;
    letters.draw(page, text, placed(uprightOf(page), [1, 0, 0, 1, x, y]), { size: fontSize });
  }
}

/** How high capital letters are, as a part of the size. */
const CAPITALS = 0.72;

export function stampWatermark(
  pages: readonly PDFPage[],
  { text, opacity, angle, fontSize: size }: Watermark,
  letters: Lettering,
): void {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const width = letters.widthOf(text, size);
  for (const page of pages) {
    const { width: across, height: down } = sizeOf(page);
    const middle = placed(uprightOf(page), [cos, sin, -sin, cos, across / 2, down / 2]);
    const start = placed(middle, [1, 0, 0, 1, -width / 2, (-size * CAPITALS) / 2]);
    letters.draw(page, text, start, { size, opacity });
  }
}

/** The inner one first. */
function placed([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}
