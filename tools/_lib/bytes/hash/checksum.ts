/** CRC-32 of IEEE 802.3 and CRC-32C of Castagnoli by their reflected polynomials, and Adler-32 of RFC 1950. */

const IEEE = 0xedb88320;
const CASTAGNOLI = 0x82f63b78;
const ADLER_MODULUS = 65_521;
/** So many bytes cannot make the sums of Adler-32 pass 2^53. */
const ADLER_BLOCK = 1 << 16;

function crcTable(polynomial: number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit++) {
      remainder = (remainder >>> 1) ^ (remainder & 1 ? polynomial : 0);
    }
    return remainder;
  });
}

function crcWith(table: Uint32Array): (bytes: Uint8Array) => number {
  return (bytes) => {
    let remainder = 0xffffffff;
    for (const byte of bytes) {
      remainder = (remainder >>> 8) ^ (table[(remainder ^ byte) & 0xff] ?? 0);
    }
    return ~remainder >>> 0;
  };
}

export const crc32 = crcWith(crcTable(IEEE));
export const crc32c = crcWith(crcTable(CASTAGNOLI));

export function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let start = 0; start < bytes.length; start += ADLER_BLOCK) {
    for (const byte of bytes.subarray(start, start + ADLER_BLOCK)) {
      low += byte;
      high += low;
    }
    low %= ADLER_MODULUS;
    high %= ADLER_MODULUS;
  }
  return high * 65_536 + low;
}
