/** A page as it is seen: turned by its own angle, within its visible box, in points. */
import {
  clip,
  concatTransformationMatrix,
  endPath,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFNumber,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
} from "@cantoo/pdf-lib";
import { itemsOf, name } from "./objects.ts";

export type Matrix = readonly [number, number, number, number, number, number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The shorter side and the longer one. */
export const PAPERS = { a4: [595.28, 841.89], letter: [612, 792] } as const;

export type Paper = keyof typeof PAPERS;

/** The paper, turned like what is put on it. */
export function paperFor(paper: Paper, { width, height }: Size): Size {
  const [short, long] = PAPERS[paper];
  return width > height ? { width: long, height: short } : { width: short, height: long };
}

function unitOf(page: PDFPage): number {
  const unit = page.node.lookup(name("UserUnit"));
  return unit instanceof PDFNumber && unit.asNumber() > 0 ? unit.asNumber() : 1;
}

/** The crop box within the media box, which holds where they do not meet. */
function boxOf(page: PDFPage) {
  const media = page.getMediaBox();
  const crop = page.getCropBox();
  const x = Math.max(media.x, crop.x);
  const y = Math.max(media.y, crop.y);
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x;
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : media;
}

/** A multiple of 90, from 0 to 270. */
export function angleOf(page: PDFPage): number {
  const { angle } = page.getRotation();
  return (((Math.round(angle / 90) * 90) % 360) + 360) % 360;
}

export function sizeOf(page: PDFPage): Size {
  const { width, height } = boxOf(page);
  const unit = unitOf(page);
  const isTurned = angleOf(page) % 180 !== 0;
  const [across, down] = isTurned ? [height, width] : [width, height];
  return { width: across * unit, height: down * unit };
}

/** From points of the page as it is seen, from its lower left corner, to its own coordinates. */
export function uprightOf(page: PDFPage): Matrix {
  const { x, y, width, height } = boxOf(page);
  const s = 1 / unitOf(page);
  switch (angleOf(page)) {
    case 90:
      return [0, s, -s, 0, x + width, y];
    case 180:
      return [-s, 0, 0, -s, x + width, y + height];
    case 270:
      return [0, -s, s, 0, x, y + height];
    default:
      return [s, 0, 0, s, x, y];
  }
}

const OTHER_BOXES = ["CropBox", "BleedBox", "TrimBox", "ArtBox", "UserUnit"];

/** Scales a page to fit the paper, centred; what was outside of its visible box stays unseen. */
export function fitTo(paper: Paper, page: PDFPage, document: PDFDocument): void {
  const seen = sizeOf(page);
  const sheet = paperFor(paper, seen);
  const factor = Math.min(sheet.width / seen.width, sheet.height / seen.height);
  const box = boxOf(page);
  const scale = factor * unitOf(page);
  const isTurned = angleOf(page) % 180 !== 0;
  const [width, height] = isTurned ? [sheet.height, sheet.width] : [sheet.width, sheet.height];
  const matrix: Matrix = [
    scale,
    0,
    0,
    scale,
    (width - box.width * scale) / 2 - box.x * scale,
    (height - box.height * scale) / 2 - box.y * scale,
  ];
  page.node.normalize();
  const { context } = document;
  const start = context.register(
    context.contentStream([
      pushGraphicsState(),
      concatTransformationMatrix(...matrix),
      rectangle(box.x, box.y, box.width, box.height),
      clip(),
      endPath(),
    ]),
  );
  const end = context.register(context.contentStream([popGraphicsState()]));
  page.node.wrapContentStreams(start, end);
  for (const key of OTHER_BOXES) page.node.delete(name(key));
  page.node.set(name("MediaBox"), context.obj([0, 0, width, height]));
  moveAnnotations(page, matrix);
}

const PLACES = ["Rect", "QuadPoints", "Vertices", "L", "CL", "InkList"];

/** Annotations stand beside the content, and are moved by themselves. */
function moveAnnotations(page: PDFPage, matrix: Matrix): void {
  for (const annotation of itemsOf(page.node.lookup(name("Annots")))) {
    if (!(annotation instanceof PDFDict)) continue;
    for (const key of PLACES) {
      const place = annotation.lookup(name(key));
      if (place instanceof PDFArray)
        annotation.set(name(key), moved(place, matrix, page.doc.context));
    }
  }
}

function moved(numbers: PDFArray, matrix: Matrix, context: PDFContext): PDFArray {
  const [scale, , , , x, y] = matrix;
  const copy = PDFArray.withContext(context);
  for (let at = 0; at < numbers.size(); at++) {
    const item = numbers.lookup(at);
    if (item instanceof PDFNumber)
      copy.push(PDFNumber.of(item.asNumber() * scale + (at % 2 === 0 ? x : y)));
    else if (item instanceof PDFArray) copy.push(moved(item, matrix, context));
    else if (item) copy.push(item);
  }
  return copy;
}
