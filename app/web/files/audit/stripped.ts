/** A picture without what it tells of itself: its coded pixels stay byte for byte, and nothing is encoded anew. */
import { type Bytes, bytesOf } from "../../../../tools/_lib/images/bytes.ts";
import { readImage } from "../../../../tools/_lib/images/facts.ts";
import { chunksOf } from "../../../../tools/_lib/images/webp.ts";
import { joined, number, withMetadata } from "../images/metadata.ts";

type Made = Uint8Array<ArrayBuffer>;

const WAYS = {
  "image/jpeg": { format: "jpeg", without: jpegWithout },
  "image/png": { format: "png", without: pngWithout },
  "image/webp": { format: "webp", without: webpWithout },
} as const;

/** Whether EXIF and XMP of such a picture can be taken out; in others the places of the pixels count from the beginning. */
export function canStrip(mediaType: string): mediaType is keyof typeof WAYS {
  return Object.hasOwn(WAYS, mediaType);
}

/**
 * Without EXIF and XMP; the colour profile stays, which way up it is, and who holds the rights. Undefined where that
 * makes it no lighter, or a place is still told.
 */
export function stripped(content: Uint8Array): Made | undefined {
  const facts = readImage(content);
  if (facts === undefined || !canStrip(facts.mediaType)) return undefined;
  const { format, without } = WAYS[facts.mediaType];
  const { orientation, copyright, artist } = facts;
  const rights = {
    copyright,
    artist,
    orientation: orientation === 1 ? undefined : orientation,
  };
  const isKept = Object.values(rights).some((one) => one !== undefined);
  const bare = without(bytesOf(content));
  const made = withMetadata(bare, format, {
    profile: undefined,
    rights: isKept ? rights : undefined,
  });
  const isDone = made.length < content.length && readImage(made)?.gps === false;
  return isDone ? made : undefined;
}

const APP1 = 0xe1;
const START_OF_SCAN = 0xda;

/** Segments up to the first scan, but those of EXIF and XMP. */
function jpegWithout(bytes: Bytes): Made {
  const kept = [bytes.part(0, 2)];
  let at = 2;
  while (bytes.u8(at) === 0xff && bytes.u8(at + 1) !== START_OF_SCAN) {
    const isFill = bytes.u8(at + 1) === 0xff;
    const length = isFill ? 1 : 2 + bytes.u16(at + 2);
    if (bytes.u8(at + 1) !== APP1) kept.push(bytes.part(at, length));
    at += length;
  }
  return joined(...kept, bytes.content.subarray(at));
}

const XMP = "XML:com.adobe.xmp\0";
const RAW = "Raw profile type ";

/** What programs write into texts for want of a chunk of its own goes, too. */
function pngWithout(bytes: Bytes): Made {
  const kept = [bytes.part(0, 8)];
  let at = 8;
  while (at < bytes.length) {
    const type = bytes.ascii(at + 4, 4);
    const length = bytes.u32(at) + 12;
    const starts = (text: string): boolean => bytes.ascii(at + 8, text.length) === text;
    const isTold =
      type === "eXIf" ||
      (type === "iTXt" && starts(XMP)) ||
      (["tEXt", "zTXt", "iTXt"].includes(type) && starts(RAW));
    if (!isTold) kept.push(bytes.part(at, length));
    at += length;
  }
  return joined(...kept);
}

/** Of the flags of the head: there is EXIF, there is XMP. */
const TOLD = 0x08 | 0x04;

function webpWithout(bytes: Bytes): Made {
  const kept: Uint8Array[] = [];
  for (const { type, at, length } of chunksOf(bytes, 12, bytes.length)) {
    if (type === "EXIF" || type === "XMP ") continue;
    const chunk = new Uint8Array(bytes.part(at - 8, 8 + length + (length % 2)));
    if (type === "VP8X") chunk[8] = bytes.u8(at) & ~TOLD;
    kept.push(chunk);
  }
  const body = joined(bytes.part(8, 4), ...kept);
  return joined(bytes.part(0, 4), number(body.length, 4, true), body);
}
