/** Percent-encoding of UTF-8 for the places of a URL, and back. Offsets count UTF-16 code units. */
import { decodeUtf8, encodeUtf8, hexDigitAt, utf8SequenceLength } from "../../bytes/encodings.ts";

export const PERCENT_MODES = ["component", "uri", "form", "rfc3986", "path"] as const;
export type PercentMode = (typeof PERCENT_MODES)[number];

const PERCENT = 0x25;
const SPACE = 0x20;
const PLUS = 0x2b;
/** Characters that `encodeURI` leaves alone and `decodeURI` does not bring back. */
const RESERVED = ";/?:@&=+$,#";

const KEPT: Readonly<Record<PercentMode, Uint8Array>> = {
  component: keptBytes("-_.!~*'()"),
  uri: keptBytes(`-_.!~*'()${RESERVED}`),
  form: keptBytes("*-._"),
  rfc3986: keptBytes("-._~"),
  path: keptBytes("-._~!$&'()*+,;=:@/"),
};

/** 1 for each byte that stays, letters and digits included. */
function keptBytes(marks: string): Uint8Array {
  const kept = new Uint8Array(256);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  for (const byte of encodeUtf8(letters + marks)) kept[byte] = 1;
  return kept;
}

const HEX_DIGITS = encodeUtf8("0123456789ABCDEF");

export interface Encoded {
  readonly text: string;
  /** How many escapes were written. */
  readonly escapes: number;
}

export interface EncodeOptions {
  /** CR and LF stay, so that each line is encoded on its own. */
  readonly keepLineEnds?: boolean;
}

/** Percent-encodes the UTF-8 of a well-formed text; form writes spaces as `+`, uri keeps the escapes it finds. */
export function percentEncode(text: string, mode: PercentMode, options?: EncodeOptions): Encoded {
  return percentEncodeBytes(encodeUtf8(text), mode, options);
}

export function percentEncodeBytes(
  bytes: Uint8Array,
  mode: PercentMode,
  { keepLineEnds = false }: EncodeOptions = {},
): Encoded {
  const kept = KEPT[mode];
  const written = new Uint8Array(bytes.length * 3);
  let length = 0;
  let escapes = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (kept[byte] === 1 || (keepLineEnds && isLineEnd(byte))) written[length++] = byte;
    else if (mode === "uri" && byte === PERCENT && isEscape(bytes, index)) written[length++] = byte;
    else if (mode === "form" && byte === SPACE) written[length++] = PLUS;
    else {
      written[length++] = PERCENT;
      written[length++] = HEX_DIGITS[byte >> 4] ?? 0;
      written[length++] = HEX_DIGITS[byte & 15] ?? 0;
      escapes++;
    }
  }
  return { text: decodeUtf8(written.subarray(0, length)) ?? "", escapes };
}

function isLineEnd(byte: number): boolean {
  return byte === 10 || byte === 13;
}

function isEscape(bytes: Uint8Array, index: number): boolean {
  const [high, low] = [bytes[index + 1] ?? 0, bytes[index + 2] ?? 0];
  return (
    hexDigitAt(String.fromCharCode(high, low), 0) >= 0 &&
    hexDigitAt(String.fromCharCode(low), 0) >= 0
  );
}

/** An escape that was left as it is. */
export interface BadEscape {
  readonly code: "URL_MALFORMED_PERCENT" | "URL_NOT_UTF8";
  readonly offset: number;
}

export interface Decoded {
  readonly text: string;
  /** How many escapes were read. */
  readonly escapes: number;
  readonly firstBad: BadEscape | undefined;
  readonly badCount: number;
}

/** Reads escapes; those of the reserved set and of `%` stay in mode uri, `+` is a space in mode form. */
export function percentDecode(text: string, mode: PercentMode): Decoded {
  const parts: string[] = [];
  let escapes = 0;
  let badCount = 0;
  let firstBad: BadEscape | undefined;
  const keep = (code: BadEscape["code"], offset: number, kept: string): void => {
    parts.push(kept);
    badCount++;
    firstBad ??= { code, offset };
  };
  const plain = (part: string): string => (mode === "form" ? part.replaceAll("+", " ") : part);

  let index = 0;
  for (let at = text.indexOf("%"); at >= 0; at = text.indexOf("%", index)) {
    parts.push(plain(text.slice(index, at)));
    const bytes = readEscapes(text, at);
    if (bytes.length === 0) keep("URL_MALFORMED_PERCENT", at, "%");
    for (let start = 0; start < bytes.length;) {
      const offset = at + 3 * start;
      const length = utf8SequenceLength(bytes, start);
      const escape = text.slice(offset, offset + 3 * Math.max(length, 1));
      if (length === 0) keep("URL_NOT_UTF8", offset, escape);
      else if (mode === "uri" && staysEscaped(bytes[start] ?? 0)) parts.push(escape);
      else {
        parts.push(decodeUtf8(bytes.subarray(start, start + length)) ?? "");
        escapes += length;
      }
      start += Math.max(length, 1);
    }
    index = at + Math.max(3 * bytes.length, 1);
  }
  parts.push(plain(text.slice(index)));
  return { text: parts.join(""), escapes, firstBad, badCount };
}

function staysEscaped(byte: number): boolean {
  return byte === PERCENT || (byte < 128 && RESERVED.includes(String.fromCharCode(byte)));
}

/** The bytes of the escapes that follow one another from `at` on. */
function readEscapes(text: string, at: number): Uint8Array {
  let end = at;
  while (isEscapeAt(text, end)) end += 3;
  const bytes = new Uint8Array((end - at) / 3);
  for (let index = 0; index < bytes.length; index++) {
    const offset = at + 3 * index;
    bytes[index] = hexDigitAt(text, offset + 1) * 16 + hexDigitAt(text, offset + 2);
  }
  return bytes;
}

function isEscapeAt(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === PERCENT &&
    hexDigitAt(text, at + 1) >= 0 &&
    hexDigitAt(text, at + 2) >= 0
  );
}

const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

/** As the URL standard decodes: whatever is no escape stays, bytes that are not UTF-8 become U+FFFD. */
export function percentDecodeLossy(text: string): string {
  if (!text.includes("%")) return text;
  const bytes = encodeUtf8(text);
  const decoded = new Uint8Array(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte !== PERCENT || !isEscape(bytes, index)) decoded[length++] = byte;
    else {
      const digits = String.fromCharCode(bytes[index + 1] ?? 0, bytes[index + 2] ?? 0);
      decoded[length++] = hexDigitAt(digits, 0) * 16 + hexDigitAt(digits, 1);
      index += 2;
    }
  }
  return lossy.decode(decoded.subarray(0, length));
}

/** The text without its escapes; as it stands where one of them is broken. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export interface FormField {
  readonly name: string;
  readonly value: string;
}

/** The fields of an application/x-www-form-urlencoded text, in order, repeated names kept. */
export function readForm(text: string): FormField[] {
  return text
    .split("&")
    .filter((field) => field !== "")
    .map((field) => {
      const equals = field.indexOf("=");
      const name = equals < 0 ? field : field.slice(0, equals);
      const value = equals < 0 ? "" : field.slice(equals + 1);
      return {
        name: percentDecodeLossy(name.replaceAll("+", " ")),
        value: percentDecodeLossy(value.replaceAll("+", " ")),
      };
    });
}
