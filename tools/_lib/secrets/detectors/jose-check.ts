import { readBase64 } from "../../bytes/base64.ts";
import { decodeUtf8 } from "../../bytes/encodings.ts";
import type { Candidate } from "./detector.ts";

/** Whether the first part is base64url of a JSON object with a string `alg`, as RFC 7515 and 7516 want. */
export function isJoseToken({ value }: Candidate): string | false {
  const read = readBase64(value.slice(0, value.indexOf(".")), "url");
  const text = "bytes" in read ? decodeUtf8(read.bytes) : undefined;
  return text !== undefined && typeof algorithmOf(text) === "string" && "jose-header";
}

function algorithmOf(json: string): unknown {
  try {
    const header = JSON.parse(json) as unknown;
    const isObject = typeof header === "object" && header !== null && Object.hasOwn(header, "alg");
    return isObject ? (header as { readonly alg: unknown }).alg : undefined;
  } catch {
    return undefined;
  }
}
