/** Bytes of a picture, read where they stand; what lies behind the end is 0. */
export interface Bytes {
  readonly length: number;
  readonly content: Uint8Array;
  u8(at: number): number;
  u16(at: number): number;
  u32(at: number): number;
  /** Least significant byte first. */
  u16le(at: number): number;
  u24le(at: number): number;
  u32le(at: number): number;
  /** Each byte as the character of its number. */
  ascii(at: number, length: number): string;
  is(at: number, expected: readonly number[]): boolean;
  part(at: number, length: number): Uint8Array;
}

export function bytesOf(content: Uint8Array): Bytes {
  const u8 = (at: number): number => content[at] ?? 0;
  const u16 = (at: number): number => (u8(at) << 8) | u8(at + 1);
  const u16le = (at: number): number => u8(at) | (u8(at + 1) << 8);
  return {
    length: content.length,
    content,
    u8,
    u16,
    u32: (at) => u16(at) * 65_536 + u16(at + 2),
    u16le,
    u24le: (at) => u16le(at) + u8(at + 2) * 65_536,
    u32le: (at) => u16le(at) + u16le(at + 2) * 65_536,
    ascii: (at, length) => String.fromCharCode(...content.subarray(at, at + length)),
    is: (at, expected) => expected.every((byte, index) => content[at + index] === byte),
    part: (at, length) => content.subarray(at, at + length),
  };
}
