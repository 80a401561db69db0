/** Where a photo was taken, as its EXIF says it. */
import { gps } from "exifr"; // it knows no WebP, and takes the block of EXIF by itself
import { bytesOf } from "../../../../tools/_lib/images/bytes.ts";
import { imageTypeOf } from "../../../../tools/_lib/images/facts.ts";
import { chunksOf } from "../../../../tools/_lib/images/webp.ts";

/** Degrees north and east; undefined where it says none that can be read. */
export async function placeOf(file: Blob): Promise<string | undefined> {
  const content = new Uint8Array(await file.arrayBuffer());
  const block = imageTypeOf(content) === "image/webp" ? exifOfWebp(content) : content;
  const found = await gps(block).catch(() => undefined);
  return found && `${found.latitude.toFixed(5)}, ${found.longitude.toFixed(5)}`;
}

const MARK = "Exif\0\0";

function exifOfWebp(content: Uint8Array): Uint8Array {
  const bytes = bytesOf(content);
  for (const { type, at, length } of chunksOf(bytes, 12, bytes.length)) {
    if (type !== "EXIF") continue;
    // Some programs write the mark of JPEG before it.
    const skipped = bytes.ascii(at, MARK.length) === MARK ? MARK.length : 0;
    return new Uint8Array(bytes.part(at + skipped, length - skipped));
  }
  return new Uint8Array();
}
