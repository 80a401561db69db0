/** A Base64 text or data: URL as people hand it in, with entries that say why it does not decode. */
import type { Entry } from "../_core/tool.ts";
import {
  type Base64Alphabet,
  type Base64Problem,
  type Base64Text,
  readBase64,
  toBase64,
} from "../_lib/bytes/base64.ts";
import {
  badUtf8At,
  decodeUtf8,
  encodeLatin1,
  encodeUtf8,
  fromHex,
  toHex,
} from "../_lib/bytes/encodings.ts";
import { loneSurrogateAt } from "../_lib/text/code-points.ts";
import { isDataUrl, readDataUrl } from "./data-url.ts";
import { type FileType, fileTypeOf } from "./file-type.ts";
import { placeAt } from "../_lib/text/position.ts";

export type EncodedFailure = Base64Problem["code"] | "BASE64_NOT_CANONICAL";

export interface EncodedText {
  readonly bytes: Uint8Array;
  /** Absent where the body of a data: URL is percent-encoded. */
  readonly base64: Base64Text | undefined;
  /** Of a data: URL. */
  readonly mediaType: string | null;
  /** A byte order mark stood before it. */
  readonly hasMark: boolean;
}

export interface EncodedOptions {
  /** The only alphabet that is accepted. */
  readonly only: Base64Alphabet;
  /** Accept only what RFC 4648 writes. */
  readonly strict: boolean;
}

/** Reads Base64 text, or the body of a data: URL; a byte order mark before it is passed over. */
export function readEncoded(
  text: string,
  options: EncodedOptions,
): EncodedText | Entry<EncodedFailure> {
  const hasMark = text.startsWith("\ufeff");
  const start = hasMark ? 1 : 0;
  const source = text.slice(start);
  const armour = source.search(/-----(?:BEGIN|END) /);
  if (armour >= 0) return armourFound(text, start + armour);

  if (!isDataUrl(source)) {
    const base64 = readChecked(source, options);
    if ("code" in base64) return explain(text, base64.code, start + base64.offset);
    return { bytes: base64.bytes, base64, mediaType: null, hasMark };
  }
  const url = readDataUrl(source);
  if (!url) return commaMissing(text);
  const { mediaType, body, origins, isBase64 } = url;
  if (!isBase64) return { bytes: body, base64: undefined, mediaType, hasMark };
  const base64 = readChecked(oneUnitPerByte.decode(body), options);
  if ("code" in base64) return explain(text, base64.code, start + (origins[base64.offset] ?? 0));
  return { bytes: base64.bytes, base64, mediaType, hasMark };
}

const oneUnitPerByte = new TextDecoder("latin1");

interface Problem {
  readonly code: EncodedFailure;
  readonly offset: number;
}

function readChecked(text: string, { only, strict }: EncodedOptions): Base64Text | Problem {
  const read = readBase64(text, only);
  if ("code" in read || !strict || isCanonical(read)) return read;
  const places = [read.spaceAt, read.surplusBitsAt].filter((offset) => offset >= 0);
  return { code: "BASE64_NOT_CANONICAL", offset: Math.min(...places, text.length) };
}

/** No white space, the last group filled, its surplus bits zero (RFC 4648, section 3). */
function isCanonical({ spaceAt, surplusBitsAt, paddingMissing }: Base64Text): boolean {
  return spaceAt < 0 && surplusBitsAt < 0 && !paddingMissing;
}

const EXPECTED: Readonly<Record<EncodedFailure, string>> = {
  BASE64_CHARACTER: "symbols of one alphabet: A-Z, a-z, 0-9 and either + / or - _",
  BASE64_LENGTH: "one to three more symbols, because a single one holds no whole byte",
  BASE64_PADDING: "= only where it completes the last group of 4",
  BASE64_NOT_CANONICAL: "no white space, full padding and surplus bits of zero",
};

/** The first character that tells another format, and the tool for that. */
const HINTS: Readonly<Record<string, string>> = {
  "%": "Percent escapes stand in the text: run url-encoder with action decode first",
  ".": "A JSON Web Token has dots between its parts: use jwt-decoder",
  ",": "For a data: URL give all of it, from data: on",
};

function explain(text: string, code: EncodedFailure, offset: number): Entry<EncodedFailure> {
  const received = characterAt(text, offset);
  const hint = Object.hasOwn(HINTS, received) ? HINTS[received] : undefined;
  return {
    code,
    message: `Cannot decode the Base64 text: found ${quoted(received)}, expected ${EXPECTED[code]}`,
    path: "/input",
    ...placeAt(text, offset),
    expected: EXPECTED[code],
    received,
    ...(hint === undefined ? {} : { hint }),
  };
}

const END = "end of input";

/** The whole character at the offset, or `end of input`. */
function characterAt(text: string, offset: number): string {
  const point = text.codePointAt(offset);
  return point === undefined ? END : String.fromCodePoint(point);
}

/** A character between quotes, unprintable ones as escapes; `end of input` as it is. */
function quoted(character: string): string {
  return character === END ? END : JSON.stringify(character);
}

function armourFound(text: string, offset: number): Entry<"BASE64_CHARACTER"> {
  return {
    code: "BASE64_CHARACTER",
    message: `Cannot decode the Base64 text: found a PEM armour line, expected ${EXPECTED.BASE64_CHARACTER}`,
    path: "/input",
    ...placeAt(text, offset),
    expected: EXPECTED.BASE64_CHARACTER,
    received: "-",
    hint: "Remove the -----BEGIN …----- and -----END …----- lines and give what is between them",
  };
}

function commaMissing(text: string): Entry<"BASE64_CHARACTER"> {
  return {
    code: "BASE64_CHARACTER",
    message: "Cannot decode the data: URL: found no comma, expected one before the data",
    path: "/input",
    ...placeAt(text, text.length),
    expected: ",",
    received: END,
  };
}

export type PlainFailure = "LONE_SURROGATE" | "HEX_INVALID" | "LATIN1_RANGE";

/** The bytes of a text that is to be encoded. */
export function readPlain(
  text: string,
  inputAs: "text" | "hex" | "latin1",
): { readonly bytes: Uint8Array } | Entry<PlainFailure> {
  if (inputAs === "text") {
    const offset = loneSurrogateAt(text);
    if (offset < 0) return { bytes: encodeUtf8(text) };
    return {
      code: "LONE_SURROGATE",
      message: "Cannot encode the text: found half of a surrogate pair, expected whole characters",
      path: "/input",
      ...placeAt(text, offset),
    };
  }
  const isHex = inputAs === "hex";
  const read = isHex ? fromHex(text, { prefix: true }) : encodeLatin1(text);
  if (read.bytes) return read;
  const received = characterAt(text, read.offset);
  const expected = isHex ? "pairs of hex digits" : "characters up to U+00FF";
  return {
    code: isHex ? "HEX_INVALID" : "LATIN1_RANGE",
    message: `Cannot encode the ${isHex ? "hex" : "Latin-1 text"}: found ${quoted(received)}, expected ${expected}`,
    path: "/input",
    ...placeAt(text, read.offset),
    expected,
    received,
  };
}

/** What bytes are, and how the Base64 text that holds them is written. */
export interface Base64Facts {
  text: string | null;
  hex: string;
  base64: string;
  bytes: number;
  utf8: boolean;
  alphabet: Base64Alphabet;
  padded: boolean;
  canonical: boolean;
  mediaType: string | null;
  fileType: FileType | null;
}

export function factsOf({ bytes, base64, mediaType }: Omit<EncodedText, "hasMark">): Base64Facts {
  const text = decodeUtf8(bytes) ?? null;
  return {
    text,
    hex: toHex(bytes),
    base64: toBase64(bytes),
    bytes: bytes.length,
    utf8: text !== null,
    alphabet: base64?.alphabet ?? "either",
    padded: base64?.paddingMissing === false,
    canonical: base64 !== undefined && isCanonical(base64),
    mediaType,
    fileType: fileTypeOf(bytes),
  };
}

/** Why bytes cannot be shown as text; `offset` is the index of the first bad byte. */
export function notUtf8(bytes: Uint8Array): Entry<"NOT_UTF8"> {
  const offset = badUtf8At(bytes);
  const received = toHex(bytes.subarray(offset, offset + 1));
  return {
    code: "NOT_UTF8",
    message: `Cannot show the bytes as text: found the byte ${received} at index ${offset}, expected UTF-8`,
    path: "/input",
    offset,
    expected: "UTF-8",
    received,
    hint: "Set outputAs to hex or leave it out",
  };
}

const LIKELY_LENGTH = 16;

/** How surely a text is Base64 or a data: URL, 0 to 1. */
export function detectBase64(sample: string): number {
  // Mails and certificates break it into lines, all of one length.
  const lines = sample.trim().split(/\r?\n/);
  const [{ length }] = lines as [string];
  const isBroken = length >= 60 && lines.slice(0, -1).every((line) => line.length === length);
  const text = lines.join(isBroken ? "" : "\n");
  if (/^data:[^,]{0,200};base64,/i.test(text)) return 0.95;
  if (text.length < LIKELY_LENGTH || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return 0;
  const isMixed = [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(text));
  if (text.endsWith("=")) return isMixed ? 0.9 : 0.7;
  return isMixed && text.length % 4 === 0 ? 0.5 : 0.1;
}
