/** JPEG: segments, each behind its marker, and between them coded pixels (ITU-T T.81, Annex B). */
import type { Bytes } from "./bytes.ts";
import { type ExifFacts, hasXmpPlace, readExif } from "./exif.ts";
import type { Read } from "./facts.ts";

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const COMMENT = 0xfe;
const APP1 = 0xe1;
const APP2 = 0xe2;

/** Start of a frame: all of this row but the three that are tables and arithmetic conditioning. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

interface Found {
  width: number;
  height: number;
  components: number;
  depth: number;
  progressive: boolean;
  metadataBytes: number;
  exif?: ExifFacts;
  gps?: boolean;
  /** Parts of the profile by their number. */
  readonly profile: Map<number, Uint8Array>;
}

export function readJpeg(bytes: Bytes): Read | undefined {
  const found: Found = {
    width: 0,
    height: 0,
    components: 3,
    depth: 8,
    progressive: false,
    metadataBytes: 0,
    profile: new Map(),
  };
  const end = readSegments(bytes, found);
  if (found.width === 0) return undefined;
  const { width, height, components, depth, progressive, metadataBytes, exif, gps } = found;
  const profile = joined(found.profile);
  return {
    width,
    height,
    progressive,
    metadataBytes,
    colour: components === 4 ? "cmyk" : components === 1 ? "gray" : "rgb",
    ...(depth > 8 ? { depth } : {}),
    ...(exif === undefined ? {} : { exif }),
    ...(gps === undefined ? {} : { gps }),
    ...(profile === undefined ? {} : { profile: { bytes: profile, isDeflated: false } }),
    ...(end === undefined ? {} : { damagedAfter: end }),
  };
}

/** Undefined where the end of the picture was found, else as far as it could be read. */
function readSegments(bytes: Bytes, found: Found): number | undefined {
  let at = 2;
  while (at < bytes.length) {
    if (bytes.u8(at) !== 0xff) {
      // Decoders pass over what stands between segments, and some cameras fill them up.
      const next = bytes.content.indexOf(0xff, at);
      if (next < 0) return at;
      at = next;
    }
    const marker = bytes.u8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === END_OF_IMAGE) return undefined;
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const length = isAlone ? 0 : bytes.u16(at + 2);
    if (!isAlone && (length < 2 || at + 2 + length > bytes.length)) return at;
    readSegment(bytes, at, { marker, length }, found);
    at += 2 + length;
    if (marker === START_OF_SCAN) at = endOfScan(bytes, at);
  }
  return bytes.length;
}

/** The next marker that is none of those within coded pixels. */
function endOfScan({ content, length }: Bytes, start: number): number {
  let at = content.indexOf(0xff, start);
  while (at >= 0 && at + 1 < length) {
    const marker = content[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at;
    at = content.indexOf(0xff, at + (marker === 0xff ? 1 : 2));
  }
  return length;
}

const XMP = "http://ns.adobe.com/x";
const ICC = "ICC_PROFILE\0";

function readSegment(
  bytes: Bytes,
  at: number,
  { marker, length }: { readonly marker: number; readonly length: number },
  found: Found,
): void {
  const start = at + 4;
  const content = bytes.part(start, length - 2);
  if (isFrame(marker)) {
    found.depth = bytes.u8(start);
    found.height = bytes.u16(start + 1);
    found.width = bytes.u16(start + 3);
    found.components = bytes.u8(start + 5);
    found.progressive = [0xc2, 0xc6, 0xca, 0xce].includes(marker);
  } else if (marker === COMMENT) found.metadataBytes += length + 2;
  else if (marker === APP1 && bytes.ascii(start, 6) === "Exif\0\0") {
    found.exif ??= readExif(content);
    found.metadataBytes += length + 2;
  } else if (marker === APP1 && bytes.ascii(start, XMP.length) === XMP) {
    if (hasXmpPlace(content)) found.gps = true;
    found.metadataBytes += length + 2;
  } else if (marker === APP2 && bytes.ascii(start, ICC.length) === ICC) {
    found.profile.set(bytes.u8(start + ICC.length), content.subarray(ICC.length + 2));
    found.metadataBytes += length + 2;
  }
}

function joined(parts: ReadonlyMap<number, Uint8Array>): Uint8Array | undefined {
  if (parts.size === 0) return undefined;
  const ordered = [...parts].toSorted(([one], [other]) => one - other).map(([, part]) => part);
  const whole = new Uint8Array(ordered.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of ordered) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
