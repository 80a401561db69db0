/** Text in one of several encodings, as the bytes that are hashed. */
import type { Entry } from "../../../_core/tool.ts";
import { readBase64 } from "../base64.ts";
import {
  type BytesOrOffset,
  encodeLatin1,
  encodeUtf16,
  encodeUtf8,
  fromHex,
} from "../encodings.ts";

export const TEXT_ENCODINGS = ["utf8", "utf16le", "latin1", "hex", "base64"] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** The bytes, or where the text stops giving any; lone surrogates become U+FFFD. Base64 is of either alphabet. */
export function bytesOfText(text: string, encoding: TextEncoding): BytesOrOffset {
  switch (encoding) {
    case "utf8":
      return { bytes: encodeUtf8(text) };
    case "utf16le":
      return { bytes: encodeUtf16(text) };
    case "latin1":
      return encodeLatin1(text);
    case "hex":
      return fromHex(text);
    case "base64":
      return readBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  }
}

const EXPECTED: Readonly<Record<TextEncoding, string>> = {
  utf8: "text",
  utf16le: "text",
  latin1: "characters up to U+00FF",
  hex: "pairs of hex digits",
  base64: "whole groups of Base64 symbols",
};

/** The entry for a field that gives no bytes; it shows nothing of the text. */
export function unreadableText<C extends string>(
  code: C,
  field: string,
  encoding: TextEncoding,
  { offset }: { readonly offset: number },
): Entry<C> {
  const expected = EXPECTED[encoding];
  const message = `Cannot read the ${field} as ${encoding}: found something else at offset ${offset}, expected ${expected}`;
  return { code, message, path: `/${field}`, offset, expected };
}

/** Whether the characters themselves are hashed, and not digits or symbols that stand for bytes. */
export function isCharacterEncoding(encoding: TextEncoding): boolean {
  return encoding !== "hex" && encoding !== "base64";
}
