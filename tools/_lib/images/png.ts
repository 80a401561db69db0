/** PNG: chunks with their length before and a checksum behind them (ISO/IEC 15948). */
import type { Bytes } from "./bytes.ts";
import { type ExifFacts, hasXmpPlace, readExif } from "./exif.ts";
import type { Profile, Read } from "./facts.ts";

const SIGNATURE_LENGTH = 8;
/** Length, type and checksum. */
const AROUND = 12;

interface Found {
  frames: number;
  hasAlpha: boolean;
  metadataBytes: number;
  exif?: ExifFacts;
  gps?: boolean;
  profile?: Profile;
  primaries?: number;
}

export function readPng(bytes: Bytes): Read | undefined {
  if (bytes.ascii(12, 4) !== "IHDR") return undefined;
  const depth = bytes.u8(24);
  const colourType = bytes.u8(25);
  const found: Found = { frames: 1, hasAlpha: colourType >= 4, metadataBytes: 0 };
  const end = readChunks(bytes, found);
  return {
    width: bytes.u32(16),
    height: bytes.u32(20),
    colour: colourType === 0 || colourType === 4 ? "gray" : "rgb",
    ...(depth > 8 ? { depth } : {}),
    ...found,
    ...(end === undefined ? {} : { damagedAfter: end }),
  };
}

/** Undefined where the last chunk was found, else as far as it could be read. */
function readChunks(bytes: Bytes, found: Found): number | undefined {
  let at = SIGNATURE_LENGTH;
  while (at + AROUND <= bytes.length) {
    const length = bytes.u32(at);
    const type = bytes.ascii(at + 4, 4);
    if (!/^[A-Za-z]{4}$/.test(type)) return at;
    if (at + AROUND + length > bytes.length) return bytes.length;
    if (type === "IEND") return undefined;
    readChunk(type, bytes, { at: at + 8, length }, found);
    at += AROUND + length;
  }
  return Math.min(at, bytes.length);
}

const XMP = "XML:com.adobe.xmp\0";

function readChunk(
  type: string,
  bytes: Bytes,
  { at, length }: { readonly at: number; readonly length: number },
  found: Found,
): void {
  const content = bytes.part(at, length);
  switch (type) {
    case "acTL":
      found.frames = Math.max(1, bytes.u32(at));
      break;
    case "tRNS":
      found.hasAlpha = true;
      break;
    case "cICP":
      found.primaries = bytes.u8(at);
      break;
    case "iCCP": {
      // A name, a zero, the method of compression, and the profile.
      const name = content.indexOf(0);
      if (name >= 0) found.profile = { bytes: content.subarray(name + 2), isDeflated: true };
      found.metadataBytes += length + AROUND;
      break;
    }
    case "eXIf":
      found.exif = readExif(content);
      found.metadataBytes += length + AROUND;
      break;
    case "iTXt":
      if (bytes.ascii(at, XMP.length) === XMP && hasXmpPlace(content)) found.gps = true;
      found.metadataBytes += length + AROUND;
      break;
    case "tEXt":
    case "zTXt":
      found.metadataBytes += length + AROUND;
      break;
    default:
  }
}
