/** Files in one ZIP archive (APPNOTE 6.3.10), stored as they are; the same files give the same bytes. */
import { crc32 } from "../../../tools/_lib/bytes/hash/checksum.ts";

export interface ZipFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** 1 January 1980, the first day that the format has. */
const NO_DATE = 0x0021;
const UTF8_NAMES = 0x0800;

export function zip(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const nameBytes = new TextEncoder().encode(name);
    const common = fields([
      [2, 20],
      [2, UTF8_NAMES],
      [2, 0],
      [2, 0],
      [2, NO_DATE],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, nameBytes.length],
      [2, 0],
    ]);
    const local = joined([fields([[4, 0x04034b50]]), common, nameBytes, bytes]);
    const rest = fields([
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ]);
    central.push(
      fields([
        [4, 0x02014b50],
        [2, 20],
      ]),
      common,
      rest,
      nameBytes,
    );
    parts.push(local);
    offset += local.length;
  }
  const directory = joined(central);
  const end = fields([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, directory.length],
    [4, offset],
    [2, 0],
  ]);
  return joined([...parts, directory, end]);
}

/** Little-endian numbers of so many bytes. */
function fields(list: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array {
  const size = list.reduce((sum, [length]) => sum + length, 0);
  const view = new DataView(new ArrayBuffer(size));
  let at = 0;
  for (const [length, value] of list) {
    if (length === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += length;
  }
  return new Uint8Array(view.buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
