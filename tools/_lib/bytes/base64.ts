const SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** The symbols of the standard alphabet in the order of their values. */
export const BASE64_ALPHABET = `${SYMBOLS}+/`;
const STANDARD = Uint8Array.from(BASE64_ALPHABET, (symbol) => symbol.charCodeAt(0));
const URL_SAFE = Uint8Array.from(`${SYMBOLS}-_`, (symbol) => symbol.charCodeAt(0));
const EQUALS = 61;
const ascii = new TextDecoder();

export interface Base64Style {
  /** The alphabet with `-` and `_` (RFC 4648 section 5). */
  readonly urlSafe?: boolean;
  /** Fill the last group with `=`; yes, if not given. */
  readonly padding?: boolean;
}

/** Base64 of RFC 4648, in one line. */
export function toBase64(
  bytes: Uint8Array,
  { urlSafe = false, padding = true }: Base64Style = {},
): string {
  const alphabet = urlSafe ? URL_SAFE : STANDARD;
  const left = bytes.length % 3;
  const whole = bytes.length - left;
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(EQUALS);
  let out = 0;
  const put = (group: number, symbols: number): void => {
    for (let symbol = 0; symbol < symbols; symbol++) {
      text[out++] = alphabet[(group >> (18 - 6 * symbol)) & 63] ?? 0;
    }
  };
  for (let index = 0; index < whole; index += 3) {
    put(((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0), 4);
  }
  if (left > 0) put(((bytes[whole] ?? 0) << 16) | ((bytes[whole + 1] ?? 0) << 8), left + 1);
  return ascii.decode(padding ? text : text.subarray(0, out));
}

/** Lines of `length` symbols; 0 leaves the text in one. */
export function wrapLines(text: string, length: number, lineEnd: string): string {
  if (length === 0) return text;
  const lines: string[] = [];
  for (let start = 0; start < text.length; start += length) {
    lines.push(text.slice(start, start + length));
  }
  return lines.join(lineEnd);
}

/** Which of the two alphabets a text is written in; `either` where it has none of the four symbols that tell. */
export type Base64Alphabet = "standard" | "url" | "either";

/** What a Base64 text says and how it is written. */
export interface Base64Text {
  readonly bytes: Uint8Array;
  readonly alphabet: Base64Alphabet;
  /** The offset of the first white space, or -1. */
  readonly spaceAt: number;
  /** The last group lacks its `=`. */
  readonly paddingMissing: boolean;
  /** The offset of the last symbol where bits of it that no byte holds are not zero, or -1. */
  readonly surplusBitsAt: number;
}

export interface Base64Problem {
  readonly code: "BASE64_CHARACTER" | "BASE64_LENGTH" | "BASE64_PADDING";
  /** The length of the longest prefix that some Base64 text begins with. */
  readonly offset: number;
}

const PADDING = 64;
const SPACE = 65;
const OTHER = 66;
/** By character code: the value of a symbol of either alphabet, or one of the three classes above. */
const CLASSES = new Uint8Array(128).fill(OTHER);
STANDARD.forEach((code, value) => (CLASSES[code] = value));
URL_SAFE.forEach((code, value) => (CLASSES[code] = value));
CLASSES[EQUALS] = PADDING;
for (const space of " \t\n\f\r") CLASSES[space.charCodeAt(0)] = SPACE;

/**
 * The forgiving-base64 decode of the WHATWG Infra standard, on either alphabet but not on a mixture,
 * or on `only` one: white space is free, `=` may be left out but must otherwise complete the last group.
 */
export function readBase64(
  text: string,
  only: Base64Alphabet = "either",
): Base64Text | Base64Problem {
  const values = new Uint8Array(text.length);
  const seen: Seen = { alphabet: "either", symbols: 0, padding: 0 };
  let spaceAt = -1;
  let lastSymbolAt = -1;

  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const value = CLASSES[code] ?? OTHER;
    if (value === SPACE) {
      if (spaceAt < 0) spaceAt = index;
      continue;
    }
    const wrong = value === PADDING ? takePadding(seen) : takeSymbol(seen, code, value, only);
    if (wrong) return { code: wrong, offset: index };
    if (value === PADDING) continue;
    lastSymbolAt = index;
    values[seen.symbols - 1] = value;
  }

  const { symbols, padding, alphabet } = seen;
  const used = symbols % 4;
  if (used === 1) return { code: "BASE64_LENGTH", offset: text.length };
  if (padding > 0 && used + padding < 4) return { code: "BASE64_PADDING", offset: text.length };
  const surplus = (values[symbols - 1] ?? 0) & (SURPLUS_BITS[used] ?? 0);
  return {
    bytes: joinSymbols(values.subarray(0, symbols)),
    alphabet,
    spaceAt,
    paddingMissing: used > 0 && padding === 0,
    surplusBitsAt: surplus === 0 ? -1 : lastSymbolAt,
  };
}

interface Seen {
  alphabet: Base64Alphabet;
  symbols: number;
  padding: number;
}

function takePadding(seen: Seen): Base64Problem["code"] | undefined {
  const used = seen.symbols % 4;
  return used < 2 || used + ++seen.padding > 4 ? "BASE64_PADDING" : undefined;
}

function takeSymbol(
  seen: Seen,
  code: number,
  value: number,
  only: Base64Alphabet,
): Base64Problem["code"] | undefined {
  const found = alphabetOf(code, value);
  if (!found || differ(found, only) || differ(found, seen.alphabet)) return "BASE64_CHARACTER";
  if (seen.padding > 0) return "BASE64_PADDING";
  if (found !== "either") seen.alphabet = found;
  seen.symbols++;
  return undefined;
}

/** Bits of the last symbol that no byte holds, by the number of symbols in the last group. */
const SURPLUS_BITS = [0, 0, 15, 3] as const;

/** The alphabet that has the symbol; undefined for what is no symbol. */
function alphabetOf(code: number, value: number): Base64Alphabet | undefined {
  if (value < 62) return "either";
  if (value === OTHER) return undefined;
  return code === STANDARD[value] ? "standard" : "url";
}

function differ(found: Base64Alphabet, wanted: Base64Alphabet): boolean {
  return found !== "either" && wanted !== "either" && found !== wanted;
}

function joinSymbols(values: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.floor((values.length * 3) / 4));
  let group = 0;
  let length = 0;
  for (let index = 0; index < values.length; index++) {
    group = ((group << 6) | (values[index] ?? 0)) & 0xffffff;
    if (index % 4 !== 0) bytes[length++] = group >> (6 - 2 * (index % 4));
  }
  return bytes;
}
