/** AVIF: boxes of the ISO base media file format (ISO/IEC 14496-12), with items as HEIF has them (ISO/IEC 23008-12). */
import type { Bytes } from "./bytes.ts";
import { type ExifFacts, hasXmpPlace, readExif } from "./exif.ts";
import type { Read } from "./facts.ts";

interface Box {
  readonly type: string;
  /** Of its content. */
  readonly at: number;
  readonly end: number;
}

const MOST_BOXES = 10_000;

function* boxesIn(bytes: Bytes, from: number, to: number): Generator<Box> {
  let at = from;
  for (let count = 0; at + 8 <= to && count < MOST_BOXES; count++) {
    const short = bytes.u32(at);
    const type = bytes.ascii(at + 4, 4);
    const isLong = short === 1;
    const length = isLong ? bytes.u32(at + 8) * 2 ** 32 + bytes.u32(at + 12) : short;
    const head = isLong ? 16 : 8;
    const end = short === 0 ? to : at + length;
    if (end < at + head) return;
    yield { type, at: at + head, end };
    at = end;
  }
}

function boxIn(bytes: Bytes, { at, end }: Box, type: string, head = 0): Box | undefined {
  for (const box of boxesIn(bytes, at + head, end)) if (box.type === type) return box;
  return undefined;
}

export function readAvif(bytes: Bytes): Read | undefined {
  let meta: Box | undefined;
  let movie: Box | undefined;
  let end = 0;
  for (const box of boxesIn(bytes, 0, bytes.length)) {
    if (box.type === "meta") meta = box;
    if (box.type === "moov") movie = box;
    end = box.end;
  }
  if (meta === undefined) return undefined;
  const items = itemsIn(bytes, meta);
  const own = propertiesOf(bytes, meta, items.primary);
  const size = own.find(({ type }) => type === "ispe");
  if (size === undefined) return undefined;
  return {
    width: bytes.u32(size.at + 4),
    height: bytes.u32(size.at + 8),
    frames: movie === undefined ? 1 : framesIn(bytes, movie),
    hasAlpha: hasAlphaIn(bytes, meta),
    orientation: orientationOf(bytes, own),
    ...coloursOf(bytes, own),
    ...depthOf(bytes, own),
    ...metadataIn(bytes, meta, items, own),
    ...(end > bytes.length ? { damagedAfter: bytes.length } : {}),
  };
}

interface Items {
  readonly primary: number;
  /** Id → kind. */
  readonly kinds: ReadonlyMap<number, string>;
}

function itemsIn(bytes: Bytes, meta: Box): Items {
  const primary = boxIn(bytes, meta, "pitm", 4);
  const isWide = primary !== undefined && bytes.u8(primary.at) > 0;
  const id =
    primary === undefined ? 1 : isWide ? bytes.u32(primary.at + 4) : bytes.u16(primary.at + 4);
  const kinds = new Map<number, string>();
  const list = boxIn(bytes, meta, "iinf", 4);
  if (list !== undefined) {
    const head = bytes.u8(list.at) === 0 ? 6 : 8;
    for (const entry of boxesIn(bytes, list.at + head, list.end)) {
      const version = bytes.u8(entry.at);
      if (entry.type !== "infe" || version < 2) continue;
      const own = version === 2 ? bytes.u16(entry.at + 4) : bytes.u32(entry.at + 4);
      kinds.set(own, bytes.ascii(entry.at + (version === 2 ? 8 : 10), 4));
    }
  }
  return { primary: id, kinds };
}

/** The properties of an item, in their order. */
function propertiesOf(bytes: Bytes, meta: Box, item: number): Box[] {
  const parent = boxIn(bytes, meta, "iprp", 4);
  const list = parent && boxIn(bytes, parent, "ipco");
  if (parent === undefined || list === undefined) return [];
  const all = [...boxesIn(bytes, list.at, list.end)];
  for (const box of boxesIn(bytes, parent.at, parent.end)) {
    if (box.type !== "ipma") continue;
    const found = associated(bytes, box, item);
    if (found) return found.flatMap((index) => all[index - 1] ?? []);
  }
  return [];
}

/** Numbers of properties, from 1; undefined where the item is not listed. */
function associated(bytes: Bytes, box: Box, item: number): number[] | undefined {
  const isWide = bytes.u8(box.at) > 0;
  const isLong = (bytes.u8(box.at + 3) & 1) > 0;
  let at = box.at + 8;
  for (let left = bytes.u32(box.at + 4); left > 0 && at < box.end; left--) {
    const id = isWide ? bytes.u32(at) : bytes.u16(at);
    at += isWide ? 4 : 2;
    const count = bytes.u8(at++);
    const step = isLong ? 2 : 1;
    if (id === item) {
      return Array.from({ length: count }, (_, index) =>
        isLong ? bytes.u16(at + index * 2) & 0x7fff : bytes.u8(at + index) & 0x7f,
      );
    }
    at += count * step;
  }
  return undefined;
}

const ALPHA = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha";

function hasAlphaIn(bytes: Bytes, meta: Box): boolean {
  const parent = boxIn(bytes, meta, "iprp", 4);
  const list = parent && boxIn(bytes, parent, "ipco");
  if (list === undefined) return false;
  return [...boxesIn(bytes, list.at, list.end)].some(
    ({ type, at }) => type === "auxC" && bytes.ascii(at + 4, ALPHA.length) === ALPHA,
  );
}

/** Turns against the clock, and then mirrors: rows are the quarters, columns no mirror, upside down, left to right. */
const ORIENTATIONS = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
] as const;

function orientationOf(bytes: Bytes, own: readonly Box[]): number {
  const turn = own.find(({ type }) => type === "irot");
  const mirror = own.find(({ type }) => type === "imir");
  const quarters = turn === undefined ? 0 : bytes.u8(turn.at) & 3;
  const column = mirror === undefined ? 0 : (bytes.u8(mirror.at) & 1) + 1;
  return ORIENTATIONS[quarters]?.[column] ?? 1;
}

function coloursOf(bytes: Bytes, own: readonly Box[]): Partial<Read> {
  const boxes = own.filter(({ type }) => type === "colr");
  const kindOf = ({ at }: Box): string => bytes.ascii(at, 4);
  const profile = boxes.find((box) => kindOf(box) === "prof" || kindOf(box) === "rICC");
  if (profile) {
    const content = bytes.part(profile.at + 4, profile.end - profile.at - 4);
    return { profile: { bytes: content, isDeflated: false } };
  }
  const numbered = boxes.find((box) => kindOf(box) === "nclx");
  return numbered === undefined ? {} : { primaries: bytes.u16(numbered.at + 4) };
}

function depthOf(bytes: Bytes, own: readonly Box[]): Partial<Read> {
  const channels = own.find(({ type }) => type === "pixi");
  if (channels === undefined) return {};
  const count = bytes.u8(channels.at + 4);
  const depth = bytes.u8(channels.at + 5);
  return { colour: count === 1 ? "gray" : "rgb", ...(depth > 8 ? { depth } : {}) };
}

function framesIn(bytes: Bytes, movie: Box): number {
  let most = 1;
  for (const track of boxesIn(bytes, movie.at, movie.end)) {
    let box: Box | undefined = track.type === "trak" ? track : undefined;
    for (const type of ["mdia", "minf", "stbl", "stsz"]) box = box && boxIn(bytes, box, type);
    if (box !== undefined) most = Math.max(most, bytes.u32(box.at + 8));
  }
  return most;
}

interface Metadata {
  readonly metadataBytes: number;
  readonly exif?: ExifFacts;
  readonly gps?: boolean;
}

function metadataIn(bytes: Bytes, meta: Box, { kinds }: Items, own: readonly Box[]): Metadata {
  const places = placesIn(bytes, meta);
  let metadataBytes = 0;
  let exif: ExifFacts | undefined;
  let gps = false;
  for (const [id, kind] of kinds) {
    const place = places.get(id);
    if (place === undefined || (kind !== "Exif" && kind !== "mime")) continue;
    const content = bytes.part(place.at, place.length);
    metadataBytes += place.length;
    // Before the block stands how many bytes are to be skipped.
    if (kind === "Exif") exif = readExif(content.subarray(4 + bytes.u32(place.at)));
    else if (hasXmpPlace(content)) gps = true;
  }
  for (const { type, at, end } of own) {
    if (type === "colr" && bytes.ascii(at, 4) !== "nclx") metadataBytes += end - at;
  }
  return { metadataBytes, ...(exif === undefined ? {} : { exif }), ...(gps ? { gps } : {}) };
}

interface Place {
  readonly at: number;
  readonly length: number;
}

/** Where the first part of each item lies in the file. */
function placesIn(bytes: Bytes, meta: Box): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>();
  const box = boxIn(bytes, meta, "iloc", 4);
  if (box === undefined) return places;
  const version = bytes.u8(box.at);
  const [offsetSize, lengthSize] = [bytes.u8(box.at + 4) >> 4, bytes.u8(box.at + 4) & 15];
  const [baseSize, indexSize] = [bytes.u8(box.at + 5) >> 4, bytes.u8(box.at + 5) & 15];
  const number = (at: number, size: number): number =>
    size === 0 ? 0 : size === 4 ? bytes.u32(at) : bytes.u32(at) * 2 ** 32 + bytes.u32(at + 4);
  const idSize = version < 2 ? 2 : 4;
  const partHead = version === 0 ? 0 : indexSize;
  let at = box.at + 6 + idSize;
  const count = idSize === 2 ? bytes.u16(box.at + 6) : bytes.u32(box.at + 6);
  for (let left = count; left > 0 && at < box.end; left--) {
    const id = idSize === 2 ? bytes.u16(at) : bytes.u32(at);
    at += idSize + (version === 0 ? 0 : 2) + 2;
    const base = number(at, baseSize);
    at += baseSize;
    const parts = bytes.u16(at);
    at += 2;
    const first = at + partHead;
    const place = base + number(first, offsetSize);
    if (parts > 0) places.set(id, { at: place, length: number(first + offsetSize, lengthSize) });
    at += parts * (partHead + offsetSize + lengthSize);
  }
  return places;
}
