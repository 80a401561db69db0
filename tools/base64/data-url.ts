import { encodeUtf8, hexDigitAt } from "../_lib/bytes/encodings.ts";
import { normalizeMimeType } from "./mime-type.ts";

const DEFAULT_TYPE = "text/plain;charset=US-ASCII";

/** A `data:` URL taken apart. */
export interface DataUrl {
  /** In its normal form. */
  readonly mediaType: string;
  readonly isBase64: boolean;
  /** The body, percent escapes decoded; the Base64 text where `isBase64`. */
  readonly body: Uint8Array;
  /** The offset in the text of each byte of the body, and after them that of its end. */
  readonly origins: Uint32Array;
}

/** Whether the text calls itself a `data:` URL. */
export function isDataUrl(text: string): boolean {
  return /^[\0- ]*data:/i.test(text);
}

/** The end of the media type of a Base64 body. */
const BASE64_MARK = /; *base64$/i;

/** The data: URL processor of the WHATWG Fetch standard; undefined where there is no comma. */
export function readDataUrl(text: string): DataUrl | undefined {
  const hash = text.indexOf("#");
  let end = hash < 0 ? text.length : hash;
  if (hash < 0) while (text.charCodeAt(end - 1) <= 32) end--;
  const start = text.indexOf(":") + 1;
  const comma = text.indexOf(",", start);
  if (comma < 0 || comma >= end) return undefined;

  const head = escapeOthers(text.slice(start, comma).replace(/[\t\n\r]/g, "")).trim();
  const mark = BASE64_MARK.exec(head);
  const written = mark ? head.slice(0, mark.index) : head;
  const type = written.startsWith(";") ? `text/plain${written}` : written;
  return {
    mediaType: normalizeMimeType(type) ?? DEFAULT_TYPE,
    isBase64: mark !== null,
    ...decodeBody(text, comma + 1, end),
  };
}

/** Percent-encodes what the path of a URL cannot hold. */
function escapeOthers(text: string): string {
  return text.replace(/[^\u0020-\u007e]+/g, (others) =>
    Array.from(
      encodeUtf8(others),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
    ).join(""),
  );
}

function decodeBody(text: string, start: number, end: number): Pick<DataUrl, "body" | "origins"> {
  const body = new Uint8Array((end - start) * 3);
  const origins = new Uint32Array(body.length + 1);
  let length = 0;
  const put = (byte: number, origin: number): void => {
    origins[length] = origin;
    body[length++] = byte;
  };
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (isDropped(unit)) continue;
    const escape = unit === PERCENT ? escapeAt(text, index, end) : undefined;
    if (escape) {
      put(escape.byte, index);
      index = escape.last;
    } else if (unit < 128) put(unit, index);
    else {
      const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
      for (const byte of encodeUtf8(character)) put(byte, index);
      index += character.length - 1;
    }
  }
  origins[length] = end;
  return { body: body.subarray(0, length), origins: origins.subarray(0, length + 1) };
}

const PERCENT = 0x25;

/** URLs hold no tabs and line ends; parsers drop them. */
function isDropped(unit: number): boolean {
  return unit === 9 || unit === 10 || unit === 13;
}

function escapeAt(
  text: string,
  percent: number,
  end: number,
): { readonly byte: number; readonly last: number } | undefined {
  let first = percent + 1;
  while (isDropped(text.charCodeAt(first))) first++;
  let last = first + 1;
  while (isDropped(text.charCodeAt(last))) last++;
  const [high, low] = [hexDigitAt(text, first), hexDigitAt(text, last)];
  return last >= end || high < 0 || low < 0 ? undefined : { byte: high * 16 + low, last };
}
