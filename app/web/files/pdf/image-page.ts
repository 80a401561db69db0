/** A picture as a page: as it is, upright, and as large as is asked for. */
import {
  concatTransformationMatrix,
  drawObject,
  type PDFDocument,
  type PDFImage,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
} from "@cantoo/pdf-lib";
import type { ImageSource, Options } from "./assemble.ts";
import { type Matrix, paperFor } from "./sheet.ts";

const POINTS_PER_INCH = 72;
/** Around a picture on paper, in points. */
const MARGIN = 36;

/** Those that are embedded already, by the ids of their files. */
export type Images = Map<string, PDFImage>;

export async function placeImage(
  document: PDFDocument,
  { bytes, mediaType, orientation }: ImageSource,
  { paper, imageDpi }: Options,
  known: Images,
  id: string,
): Promise<PDFPage> {
  const image =
    known.get(id) ??
    (await (mediaType === "image/png" ? document.embedPng(bytes) : document.embedJpg(bytes)));
  known.set(id, image);
  const isTurned = orientation >= 5;
  const [across, down] = isTurned ? [image.height, image.width] : [image.width, image.height];
  const sheet =
    paper === "keep"
      ? {
          width: (across * POINTS_PER_INCH) / imageDpi,
          height: (down * POINTS_PER_INCH) / imageDpi,
        }
      : paperFor(paper, { width: across, height: down });
  const margin = paper === "keep" ? 0 : MARGIN;
  const scale = Math.min((sheet.width - 2 * margin) / across, (sheet.height - 2 * margin) / down);
  const [width, height] = [across * scale, down * scale];
  const page = document.addPage([sheet.width, sheet.height]);
  const name = page.node.newXObject("Image", image.ref);
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(1, 0, 0, 1, (sheet.width - width) / 2, (sheet.height - height) / 2),
    concatTransformationMatrix(...uprighted(orientation, width, height)),
    drawObject(name),
    popGraphicsState(),
  );
  return page;
}

/** From the unit square of the picture to its place, for the orientations of EXIF. */
function uprighted(orientation: number, w: number, h: number): Matrix {
  switch (orientation) {
    case 2:
      return [-w, 0, 0, h, w, 0];
    case 3:
      return [-w, 0, 0, -h, w, h];
    case 4:
      return [w, 0, 0, -h, 0, h];
    case 5:
      return [0, -h, -w, 0, w, h];
    case 6:
      return [0, -h, w, 0, 0, h];
    case 7:
      return [0, h, w, 0, 0, 0];
    case 8:
      return [0, h, -w, 0, w, 0];
    default:
      return [w, 0, 0, h, 0, 0];
  }
}
