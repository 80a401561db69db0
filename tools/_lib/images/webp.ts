/** WebP: chunks of RIFF (RFC 9649). */
import type { Bytes } from "./bytes.ts";
import { type ExifFacts, hasXmpPlace, readExif } from "./exif.ts";
import type { Profile, Read } from "./facts.ts";

const HEADER = 12;

interface Found {
  width: number;
  height: number;
  frames: number;
  hasAlpha: boolean;
  metadataBytes: number;
  exif?: ExifFacts;
  gps?: boolean;
  profile?: Profile;
}

export interface Chunk {
  readonly type: string;
  /** Of its content. */
  readonly at: number;
  readonly length: number;
}

export function readWebp(bytes: Bytes): Read | undefined {
  const found: Found = { width: 0, height: 0, frames: 0, hasAlpha: false, metadataBytes: 0 };
  let end = HEADER;
  for (const chunk of chunksOf(bytes, HEADER, bytes.length)) {
    readChunk(chunk, bytes, found);
    end = chunk.at + chunk.length;
  }
  if (found.width === 0) return undefined;
  const isWhole = bytes.u32le(4) + 8 <= bytes.length && end <= bytes.length;
  return {
    ...found,
    frames: Math.max(1, found.frames),
    ...(isWhole ? {} : { damagedAfter: bytes.length }),
  };
}

/** The last may be longer than what is left of the bytes. */
export function* chunksOf(bytes: Bytes, from: number, to: number): Generator<Chunk> {
  for (let at = from; at + 8 <= to;) {
    const length = bytes.u32le(at + 4);
    yield { type: bytes.ascii(at, 4), at: at + 8, length };
    at += 8 + length + (length % 2);
  }
}

const ALPHA = 0x10;

function readChunk({ type, at, length }: Chunk, bytes: Bytes, found: Found): void {
  const content = bytes.part(at, length);
  switch (type) {
    case "VP8X":
      found.hasAlpha = (bytes.u8(at) & ALPHA) > 0;
      found.width = bytes.u24le(at + 4) + 1;
      found.height = bytes.u24le(at + 7) + 1;
      break;
    case "VP8 ":
      if (found.width === 0 && bytes.is(at + 3, [0x9d, 0x01, 0x2a])) {
        found.width = bytes.u16le(at + 6) & 0x3fff;
        found.height = bytes.u16le(at + 8) & 0x3fff;
      }
      break;
    case "VP8L":
      if (found.width === 0 && bytes.u8(at) === 0x2f) {
        const head = bytes.u32le(at + 1);
        found.width = (head & 0x3fff) + 1;
        found.height = ((head >>> 14) & 0x3fff) + 1;
        found.hasAlpha = ((head >>> 28) & 1) > 0;
      }
      break;
    case "ANMF":
      found.frames++;
      break;
    case "ICCP":
      found.profile = { bytes: content, isDeflated: false };
      found.metadataBytes += length + 8;
      break;
    case "EXIF":
      found.exif = readExif(content);
      found.metadataBytes += length + 8;
      break;
    case "XMP ":
      if (hasXmpPlace(content)) found.gps = true;
      found.metadataBytes += length + 8;
      break;
    default:
  }
}
