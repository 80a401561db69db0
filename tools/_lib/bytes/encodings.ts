/** Bytes as text and back: UTF-8, UTF-16, Latin-1 and hex. Offsets count UTF-16 code units of the text. */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The bytes, or the offset of the first unit that stops the text from giving any. */
export type BytesOrOffset =
  { readonly bytes: Uint8Array } | { readonly offset: number; readonly bytes?: undefined };

/** UTF-8; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The text, byte order mark included, or undefined where the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The length of the UTF-8 sequence at `index` (1 to 4), or 0 where none is well-formed:
 * no overlong form, no surrogate, nothing above U+10FFFF (Unicode 17, table 3-7).
 */
export function utf8SequenceLength(bytes: Uint8Array, index: number): 0 | 1 | 2 | 3 | 4 {
  const lead = bytes[index] ?? 0xff;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const [least, most] = SECOND_BYTES.get(lead) ?? [0x80, 0xbf];
  const second = bytes[index + 1] ?? 0;
  if (second < least || second > most) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  for (let more = 2; more < length; more++) {
    if (((bytes[index + more] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/** Leads after which not every continuation byte may follow. */
const SECOND_BYTES: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
]);

/** The index of the first byte that begins no well-formed UTF-8 sequence, or -1. */
export function badUtf8At(bytes: Uint8Array): number {
  for (let index = 0; index < bytes.length;) {
    const length = utf8SequenceLength(bytes, index);
    if (length === 0) return index;
    index += length;
  }
  return -1;
}

/** Two bytes for each unit, low byte first; a lone surrogate becomes U+FFFD. */
export function encodeUtf16(text: string): Uint8Array {
  const wellFormed = text.toWellFormed();
  const bytes = new Uint8Array(wellFormed.length * 2);
  for (let index = 0; index < wellFormed.length; index++) {
    const unit = wellFormed.charCodeAt(index);
    bytes[2 * index] = unit & 0xff;
    bytes[2 * index + 1] = unit >> 8;
  }
  return bytes;
}

/** One byte for each unit up to U+00FF. */
export function encodeLatin1(text: string): BytesOrOffset {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0xff) return { offset: index };
    bytes[index] = unit;
  }
  return { bytes };
}

const HEX_DIGITS = "0123456789abcdef";
const LETTER_X = 0x78;

/** Lower-case hex, two digits for each byte. */
export function toHex(bytes: Uint8Array): string {
  const digits = new Uint8Array(bytes.length * 2);
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    digits[2 * index] = HEX_DIGITS.charCodeAt(byte >> 4);
    digits[2 * index + 1] = HEX_DIGITS.charCodeAt(byte & 15);
  }
  return decoder.decode(digits);
}

/** The value of the hex digit at `index`, or -1. */
export function hexDigitAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit >= 48 && unit <= 57) return unit - 48;
  const letter = unit | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

export interface HexOptions {
  /** Characters that may stand anywhere between digits, besides ASCII white space; `:` if not given. */
  readonly separators?: string;
  /** Whether `0x` may stand before a pair. */
  readonly prefix?: boolean;
}

/** Reads pairs of hex digits; a missing last digit is a problem at the end of the text. */
export function fromHex(
  text: string,
  { separators = ":", prefix = false }: HexOptions = {},
): BytesOrOffset {
  const bytes = new Uint8Array(text.length >> 1);
  let length = 0;
  let high = -1;
  for (let index = 0; index < text.length; index++) {
    const digit = hexDigitAt(text, index);
    if (digit < 0) {
      const character = text.charAt(index);
      if (separators.includes(character) || isAsciiSpace(character)) continue;
      return { offset: index };
    }
    if (high >= 0) {
      bytes[length++] = (high << 4) | digit;
      high = -1;
    } else if (prefix && digit === 0 && (text.charCodeAt(index + 1) | 32) === LETTER_X) index++;
    else high = digit;
  }
  return high < 0 ? { bytes: bytes.subarray(0, length) } : { offset: text.length };
}

/** TAB, LF, FF, CR or space, the white space of the WHATWG standards. */
export function isAsciiSpace(character: string): boolean {
  return (
    character === " " ||
    character === "\n" ||
    character === "\r" ||
    character === "\t" ||
    character === "\f"
  );
}
