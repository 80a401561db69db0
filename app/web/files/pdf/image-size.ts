/** How many pixels a picture has, by its header. */

interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** PNG, third edition, 11.2.1: the first chunk is the header, the last one the end. */
export function pngSize(bytes: Uint8Array): Pixels | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 45 || view.getUint32(12) !== 0x49_48_44_52) return undefined;
  const tail = new TextDecoder("latin1").decode(bytes.subarray(-64));
  return tail.includes("IEND") ? positive(view.getUint32(16), view.getUint32(20)) : undefined;
}

/** ITU-T T.81, B.2.2: the frame header, whatever stands before it; the image must have its end. */
export function jpegSize(bytes: Uint8Array): Pixels | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: Pixels | undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    // Frames, but tables of Huffman and arithmetic coding.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) size = positive(view.getUint16(at + 7), view.getUint16(at + 5));
    if (isFrame || marker === 0xda) break;
    at += 2 + view.getUint16(at + 2);
  }
  return size && hasEnd(bytes) ? size : undefined;
}

function positive(width: number, height: number): Pixels | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** Cameras write a preview or other data behind the end. */
function hasEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 1; at > 0; at--) {
    if (bytes[at] === 0xd9 && bytes[at - 1] === 0xff) return true;
  }
  return false;
}
