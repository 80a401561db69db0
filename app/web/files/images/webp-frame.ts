/** The first frame of an animated WebP as a picture of its own, which decoders read. */
import { bytesOf } from "../../../../tools/_lib/images/bytes.ts";
import type { ImageFacts } from "../../../../tools/_lib/images/facts.ts";
import { chunksOf } from "../../../../tools/_lib/images/webp.ts";
import type { Decode } from "./codecs.ts";
import { blank, type Pixels, place } from "./pixels.ts";

const FRAME_HEAD = 16;
const ALPHA = 0x10;

export async function firstFrameOf(
  content: Uint8Array,
  facts: ImageFacts,
  decode: Decode,
): Promise<Pixels> {
  const bytes = bytesOf(content);
  for (const { type, at, length } of chunksOf(bytes, 12, bytes.length)) {
    if (type !== "ANMF") continue;
    const box = {
      x: bytes.u24le(at) * 2,
      y: bytes.u24le(at + 3) * 2,
      width: bytes.u24le(at + 6) + 1,
      height: bytes.u24le(at + 9) + 1,
    };
    const frame = await decode(pictureOf(bytes.part(at + FRAME_HEAD, length - FRAME_HEAD), box));
    if (box.width === facts.width && box.height === facts.height) return frame;
    const canvas = blank(facts.width, facts.height);
    place(canvas, frame, box);
    return canvas;
  }
  throw new Error("No frame");
}

function pictureOf(
  chunks: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): ArrayBuffer {
  const head = 30;
  const made = new Uint8Array(head + chunks.length);
  const view = new DataView(made.buffer);
  const ascii = (at: number, text: string): void =>
    made.set(
      [...text].map((letter) => letter.charCodeAt(0)),
      at,
    );
  ascii(0, "RIFF");
  view.setUint32(4, made.length - 8, true);
  ascii(8, "WEBPVP8X");
  view.setUint32(16, 10, true);
  made[20] = ALPHA;
  // 24 bits each, of which the last byte is written over and set right by the next.
  view.setUint32(24, width - 1, true);
  view.setUint16(27, (height - 1) & 0xffff, true);
  made[29] = (height - 1) >> 16;
  made.set(chunks, head);
  return made.buffer;
}
