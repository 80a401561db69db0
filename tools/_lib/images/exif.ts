/** What EXIF says of a picture: which way up it is, whether where it was taken, and who holds the rights. */
import { bytesOf } from "./bytes.ts";

export interface ExifFacts {
  readonly orientation: number;
  readonly gps: boolean;
  readonly copyright?: string;
  readonly artist?: string;
}

export const NO_EXIF: ExifFacts = { orientation: 1, gps: false };

const ORIENTATION = 0x0112;
const ARTIST = 0x013b;
const COPYRIGHT = 0x8298;
const GPS = 0x8825;
const LATITUDE = 2;
const LONGITUDE = 4;

/** More than any directory has. */
const MOST_ENTRIES = 1000;
const ENTRY_LENGTH = 12;

interface Directory {
  /** Tag → where its entry stands. */
  readonly entries: ReadonlyMap<number, number>;
}

/** A block of EXIF: a TIFF file without a picture. Its six bytes of JPEG before it may be there. */
export function readExif(block: Uint8Array): ExifFacts {
  const whole = bytesOf(block);
  const tiff = whole.ascii(0, 6) === "Exif\0\0" ? bytesOf(block.subarray(6)) : whole;
  const order = tiff.ascii(0, 2);
  if (order !== "II" && order !== "MM") return NO_EXIF;
  const u16 = order === "II" ? tiff.u16le : tiff.u16;
  const u32 = order === "II" ? tiff.u32le : tiff.u32;
  const directory = (at: number): Directory => {
    const entries = new Map<number, number>();
    const count = at + 2 > tiff.length ? 0 : Math.min(u16(at), MOST_ENTRIES);
    for (let index = 0; index < count; index++) {
      const entry = at + 2 + index * ENTRY_LENGTH;
      if (entry + ENTRY_LENGTH <= tiff.length) entries.set(u16(entry), entry);
    }
    return { entries };
  };
  const text = (entry: number | undefined): string | undefined => {
    if (entry === undefined) return undefined;
    const length = u32(entry + 4);
    const at = length > 4 ? u32(entry + 8) : entry + 8;
    if (at + length > tiff.length || length > 10_000) return undefined;
    const value = tiff
      .ascii(at, length)
      .replace(/\0[^]*$/, "")
      .trim();
    return value === "" ? undefined : value;
  };
  const { entries } = directory(u32(4));
  const turned = entries.get(ORIENTATION);
  const orientation = turned === undefined ? 1 : u16(turned + 8);
  const place = entries.get(GPS);
  const gps = place === undefined ? new Map<number, number>() : directory(u32(place + 8)).entries;
  const copyright = text(entries.get(COPYRIGHT));
  const artist = text(entries.get(ARTIST));
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    gps: gps.has(LATITUDE) || gps.has(LONGITUDE),
    ...(copyright === undefined ? {} : { copyright }),
    ...(artist === undefined ? {} : { artist }),
  };
}

/** Whether XMP says where the picture was taken. */
export function hasXmpPlace(xmp: Uint8Array): boolean {
  const { ascii } = bytesOf(xmp);
  for (let at = 0; at < xmp.length; at += 4000) {
    // Pieces overlap by more than the name is long.
    if (/exif:GPSL(?:at|ong)itude/.test(ascii(at, 4050))) return true;
  }
  return false;
}
