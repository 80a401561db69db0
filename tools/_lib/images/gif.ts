/** GIF: blocks cut into pieces of at most 255 bytes (GIF89a). */
import type { Bytes } from "./bytes.ts";
import { hasXmpPlace } from "./exif.ts";
import type { Read } from "./facts.ts";

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const COMMENT = 0xfe;
const APPLICATION = 0xff;
const HEADER = 13;

export function readGif(bytes: Bytes): Read | undefined {
  if (bytes.length < HEADER) return undefined;
  let frames = 0;
  let hasAlpha = false;
  let metadataBytes = 0;
  let gps = false;
  let at = HEADER + tableLength(bytes.u8(10));
  let isWhole = false;
  while (at < bytes.length) {
    const kind = bytes.u8(at);
    if (kind === TRAILER) {
      isWhole = true;
      break;
    }
    if (kind === IMAGE) {
      frames++;
      // Its place, its own table, and the size of its codes.
      at = endOfPieces(bytes, at + 11 + tableLength(bytes.u8(at + 9)));
    } else if (kind === EXTENSION) {
      const label = bytes.u8(at + 1);
      const end = endOfPieces(bytes, at + 2);
      if (label === GRAPHIC_CONTROL && frames === 0) hasAlpha = (bytes.u8(at + 3) & 1) > 0;
      const isXmp = label === APPLICATION && bytes.ascii(at + 3, 8) === "XMP Data";
      if (label === COMMENT || isXmp) metadataBytes += end - at;
      if (isXmp && hasXmpPlace(bytes.part(at, end - at))) gps = true;
      at = end;
    } else break;
  }
  // Many end behind their last block, without a trailer.
  isWhole ||= frames > 0 && at === bytes.length;
  const size = { width: bytes.u16le(6), height: bytes.u16le(8) };
  const found = { ...size, frames: Math.max(1, frames), hasAlpha, metadataBytes, gps };
  return isWhole ? found : { ...found, damagedAfter: Math.min(at, bytes.length) };
}

function tableLength(flags: number): number {
  return (flags & 0x80) > 0 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Behind the empty piece that ends a block. */
function endOfPieces(bytes: Bytes, start: number): number {
  let at = start;
  while (at < bytes.length && bytes.u8(at) > 0) at += bytes.u8(at) + 1;
  return at + 1;
}
