/** The key field: PEM, JWK, JWK set, or a shared secret. */
import { encodeUtf8, fromHex } from "../_lib/bytes/encodings.ts";
import { readBase64 } from "../_lib/bytes/base64.ts";
import { isObject } from "../_lib/json/tree/members.ts";
import { readJwk, readJwkSet } from "./jwk.ts";
import { type KeyEntry, KeyFault, keyInvalid, type KeyRing } from "./keys.ts";
import { isPem, readPem } from "./pem.ts";

export const KEY_ENCODINGS = ["utf8", "base64", "base64url", "hex"] as const;
export type KeyEncoding = (typeof KEY_ENCODINGS)[number];

/** The keys of the field, or why there are none. */
export function readKeyField(field: string | object, encoding: KeyEncoding): KeyRing | KeyEntry {
  try {
    return typeof field === "string" ? readText(field, encoding) : readObject(field);
  } catch (error) {
    if (error instanceof KeyFault) return error.entry;
    throw error;
  }
}

function readText(text: string, encoding: KeyEncoding): KeyRing {
  if (isPem(text)) {
    const { certificateEnd, material } = readPem(text);
    const end = certificateEnd === undefined ? {} : { certificateEnd };
    return { keys: [{ material, mayVerify: true }], form: "pem", text, ...end };
  }
  if (/^\s*\{/.test(text)) return { ...readObject(parse(text)), text };
  const bytes = secretBytes(text, encoding);
  if (!bytes) throw keyInvalid("something else", `a shared secret in ${encoding}`);
  return {
    keys: [{ material: { family: "secret", bytes }, mayVerify: true }],
    form: "secret",
    text,
  };
}

function parse(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw keyInvalid("a brace, but no JSON", "a JWK or JWK set");
  }
}

function readObject(given: object): KeyRing {
  if (!isObject(given)) throw keyInvalid("an array", "a JWK or JWK set");
  if (given["kty"] === undefined && given["keys"] !== undefined) {
    return { keys: readJwkSet(given["keys"]), form: "jwks" };
  }
  return { keys: [readJwk(given)], form: "jwk" };
}

/** The bytes of a shared secret; undefined where the text is not of the encoding. */
export function secretBytes(text: string, encoding: KeyEncoding): Uint8Array | undefined {
  switch (encoding) {
    case "utf8":
      return encodeUtf8(text);
    case "hex":
      return fromHex(text).bytes;
    case "base64":
    case "base64url": {
      const read = readBase64(text, encoding === "base64" ? "standard" : "url");
      return "code" in read ? undefined : read.bytes;
    }
  }
}
