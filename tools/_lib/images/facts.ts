/** What the bytes of a picture say of it, whatever its name says: its kind, size, way up, colours and what else it holds. */
import { readAvif } from "./avif.ts";
import { type Bytes, bytesOf } from "./bytes.ts";
import { type ExifFacts, NO_EXIF } from "./exif.ts";
import { readGif } from "./gif.ts";
import { readJpeg } from "./jpeg.ts";
import { readPng } from "./png.ts";
import { readWebp } from "./webp.ts";

export interface ImageFacts {
  readonly mediaType: ImageType;
  /** Pixels as they are stored, before they are turned. */
  readonly width: number;
  readonly height: number;
  /** Of EXIF: 1 to 8. */
  readonly orientation: number;
  readonly frames: number;
  /** Whether pixels may be transparent. */
  readonly hasAlpha: boolean;
  readonly colour: "gray" | "rgb" | "cmyk";
  /** Bits of a channel, where they are more than 8. */
  readonly depth?: number;
  /** JPEG: whether it is drawn coarse first. */
  readonly progressive?: boolean;
  readonly profile?: Profile;
  /** Primaries as ITU-T H.273 numbers them, where there is no profile: 1 are those of sRGB, 12 those of Display P3. */
  readonly primaries?: number;
  /** EXIF, XMP, profile and comments, with what marks them. */
  readonly metadataBytes: number;
  /** Whether it says where it was taken. */
  readonly gps: boolean;
  readonly copyright?: string;
  readonly artist?: string;
  /** After which byte nothing more could be read; absent where it is whole. */
  readonly damagedAfter?: number;
}

/** An ICC profile; of PNG it is compressed by zlib. */
export interface Profile {
  readonly bytes: Uint8Array;
  readonly isDeflated: boolean;
}

export type ImageType = keyof typeof READERS | OtherType;

/** Pictures that are told by their first bytes, and not read. */
export type OtherType =
  "image/heic" | "image/heif" | "image/jxl" | "image/bmp" | "image/tiff" | "image/svg+xml";

/** What a reader finds out; the rest has its usual values. */
export type Read = Partial<Omit<ImageFacts, "mediaType" | "copyright" | "artist">> & {
  readonly width: number;
  readonly height: number;
  readonly exif?: ExifFacts | undefined;
};

const READERS = {
  "image/jpeg": readJpeg,
  "image/png": readPng,
  "image/webp": readWebp,
  "image/avif": readAvif,
  "image/gif": readGif,
} as const satisfies Readonly<Record<string, (bytes: Bytes) => Read | undefined>>;

export type ReadType = keyof typeof READERS;

export function isRead(type: ImageType): type is ReadType {
  return Object.hasOwn(READERS, type);
}

/** What kind of picture the bytes begin; undefined for what is none. */
export function imageTypeOf(content: Uint8Array): ImageType | undefined {
  const bytes = bytesOf(content);
  if (bytes.is(0, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (bytes.is(0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (bytes.ascii(0, 4) === "RIFF" && bytes.ascii(8, 4) === "WEBP") return "image/webp";
  if (bytes.ascii(0, 4) === "GIF8") return "image/gif";
  if (bytes.ascii(4, 4) === "ftyp") return brandType(bytes);
  if (bytes.is(0, [0xff, 0x0a]) || bytes.ascii(4, 8) === "JXL \r\n\u0087\n") return "image/jxl";
  if (bytes.ascii(0, 2) === "BM" && bytes.length > 26) return "image/bmp";
  if (bytes.is(0, [0x49, 0x49, 0x2a, 0]) || bytes.is(0, [0x4d, 0x4d, 0, 0x2a])) return "image/tiff";
  return isSvg(bytes) ? "image/svg+xml" : undefined;
}

const HEIC = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx"]);

function brandType(bytes: Bytes): ImageType | undefined {
  const end = Math.min(bytes.u32(0), bytes.length, 256);
  const brands = new Set<string>();
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.add(bytes.ascii(at, 4));
  if (brands.has("avif") || brands.has("avis")) return "image/avif";
  if ([...brands].some((brand) => HEIC.has(brand))) return "image/heic";
  return brands.has("mif1") || brands.has("msf1") ? "image/heif" : undefined;
}

function isSvg(bytes: Bytes): boolean {
  const head = bytes.ascii(0, Math.min(bytes.length, 1024));
  const at = head.search(/<svg[\s>]/);
  return at >= 0 && /^(?:\u00ef\u00bb\u00bf)?\s*</.test(head.slice(0, at + 1));
}

/** Undefined where the picture is of a kind that is not read, or has no size that could be found. */
export function readImage(content: Uint8Array): ImageFacts | undefined {
  const mediaType = imageTypeOf(content);
  if (mediaType === undefined || !isRead(mediaType)) return undefined;
  const read: Read | undefined = READERS[mediaType](bytesOf(content));
  if (read === undefined || read.width < 1 || read.height < 1) return undefined;
  const { exif = NO_EXIF, gps, orientation, ...found } = read;
  return {
    mediaType,
    frames: 1,
    hasAlpha: false,
    colour: "rgb",
    metadataBytes: 0,
    ...exif,
    ...found,
    // A container that turns the picture itself is believed before its EXIF.
    orientation: orientation ?? exif.orientation,
    gps: gps === true || exif.gps,
  };
}
