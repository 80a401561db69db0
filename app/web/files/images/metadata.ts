/** Metadata that outputs are to have: a colour profile, and who holds the rights. Nothing else ever goes into one. */
import { zlibSync } from "fflate";
import { crc32 } from "../../../../tools/_lib/bytes/hash/checksum.ts";
import { bytesOf } from "../../../../tools/_lib/images/bytes.ts";
import type { Format } from "./pixels.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface Kept {
  readonly profile: Uint8Array | undefined;
  readonly rights:
    | {
        readonly copyright?: string | undefined;
        readonly artist?: string | undefined;
        /** 1 to 8, where the pixels do not lie as they are seen. */
        readonly orientation?: number | undefined;
      }
    | undefined;
}

/** AVIF, whose boxes count bytes from the beginning of the file, has none. */
export function canHold(format: Format): boolean {
  return format !== "avif";
}

export function withMetadata(content: Bytes, format: Format, { profile, rights }: Kept): Bytes {
  if ((profile === undefined && rights === undefined) || !canHold(format)) return content;
  const exif = rights && exifOf(rights);
  if (format === "jpeg") return intoJpeg(content, profile, exif);
  return format === "png" ? intoPng(content, profile, exif) : intoWebp(content, profile, exif);
}

const ORIENTATION = 0x0112;
const ARTIST = 0x013b;
const COPYRIGHT = 0x8298;
const ASCII = 2;
const SHORT = 3;

/** A block of EXIF with nothing but these, least significant byte first. */
function exifOf({ orientation, artist, copyright }: NonNullable<Kept["rights"]>): Bytes {
  const texts = [
    [ARTIST, artist],
    [COPYRIGHT, copyright],
  ] as const;
  const entries = [
    ...(orientation === undefined
      ? []
      : [{ tag: ORIENTATION, type: SHORT, count: 1, content: number(orientation, 4, true) }]),
    ...texts.flatMap(([tag, text]) => {
      if (text === undefined) return [];
      const content = latin(`${text}\0`.padEnd(5, "\0"));
      return [{ tag, type: ASCII, count: content.length, content }];
    }),
  ];
  const parts = [latin("II*\0"), number(8, 4, true), number(entries.length, 2, true)];
  const contents: Bytes[] = [];
  let end = 8 + 2 + entries.length * 12 + 4;
  for (const { tag, type, count, content } of entries) {
    const isInside = content.length <= 4;
    const value = isInside ? content : number(end, 4, true);
    parts.push(number(tag, 2, true), number(type, 2, true), number(count, 4, true), value);
    if (isInside) continue;
    contents.push(content);
    end += content.length;
  }
  return joined(...parts, number(0, 4), ...contents);
}

function latin(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 255);
}

export function joined(...parts: readonly Uint8Array[]): Bytes {
  const made = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}

export function number(value: number, length: number, isLittle = false): Bytes {
  const digits = Array.from({ length }, (_, index) => Math.floor(value / 256 ** index) % 256);
  return new Uint8Array(isLittle ? digits : digits.toReversed());
}

const MOST_OF_A_SEGMENT = 65_000;

/** Behind the first segment, which says that it is a JPEG. */
function intoJpeg(content: Bytes, profile?: Uint8Array, exif?: Bytes): Bytes {
  const segments: Uint8Array[] = [];
  const add = (marker: number, body: Uint8Array): void =>
    void segments.push(joined(new Uint8Array([0xff, marker]), number(body.length + 2, 2), body));
  if (exif) add(0xe1, joined(latin("Exif\0\0"), exif));
  const whole = profile ?? new Uint8Array();
  const count = Math.ceil(whole.length / MOST_OF_A_SEGMENT);
  for (let index = 0; index < count; index++) {
    const part = whole.subarray(index * MOST_OF_A_SEGMENT, (index + 1) * MOST_OF_A_SEGMENT);
    add(0xe2, joined(latin("ICC_PROFILE\0"), new Uint8Array([index + 1, count]), part));
  }
  const hasHead = content[2] === 0xff && content[3] === 0xe0;
  const at = hasHead ? 4 + bytesOf(content).u16(4) : 2;
  return joined(content.subarray(0, at), ...segments, content.subarray(at));
}

/** Signature and first chunk. */
const PNG_HEAD = 33;

function intoPng(content: Bytes, profile?: Uint8Array, exif?: Bytes): Bytes {
  const chunk = (type: string, body: Uint8Array): Bytes => {
    const named = joined(latin(type), body);
    return joined(number(body.length, 4), named, number(crc32(named), 4));
  };
  const chunks: Bytes[] = [];
  if (profile)
    chunks.push(chunk("iCCP", joined(latin("icc\0\0"), zlibSync(profile, { level: 9 }))));
  if (exif) chunks.push(chunk("eXIf", exif));
  return joined(content.subarray(0, PNG_HEAD), ...chunks, content.subarray(PNG_HEAD));
}

const HAS_PROFILE = 0x20;
const HAS_ALPHA = 0x10;
const HAS_EXIF = 0x08;

/** A plain WebP gets the head of an extended one, which says what is in it. */
function intoWebp(content: Bytes, profile?: Uint8Array, exif?: Bytes): Bytes {
  const bytes = bytesOf(content);
  const chunk = (type: string, body: Uint8Array): Bytes =>
    joined(latin(type), number(body.length, 4, true), body, new Uint8Array(body.length % 2));
  const isExtended = bytes.ascii(12, 4) === "VP8X";
  const isLossless = bytes.ascii(12, 4) === "VP8L";
  const size = isExtended
    ? { flags: bytes.u8(20), width: bytes.u24le(24), height: bytes.u24le(27) }
    : isLossless
      ? losslessSize(bytes.u32le(21))
      : { flags: 0, width: (bytes.u16le(26) & 0x3fff) - 1, height: (bytes.u16le(28) & 0x3fff) - 1 };
  const flags = size.flags | (profile ? HAS_PROFILE : 0) | (exif ? HAS_EXIF : 0);
  const head = joined(
    new Uint8Array([flags, 0, 0, 0]),
    number(size.width, 3, true),
    number(size.height, 3, true),
  );
  const body = joined(
    latin("WEBP"),
    chunk("VP8X", head),
    ...(profile ? [chunk("ICCP", profile)] : []),
    content.subarray(isExtended ? 30 : 12),
    ...(exif ? [chunk("EXIF", exif)] : []),
  );
  return joined(latin("RIFF"), number(body.length, 4, true), body);
}

function losslessSize(head: number) {
  const flags = ((head >>> 28) & 1) > 0 ? HAS_ALPHA : 0;
  return { flags, width: head & 0x3fff, height: (head >>> 14) & 0x3fff };
}
