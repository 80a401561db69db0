/** A decoded token: its headers, payload and signatures. Nothing here says whether a signature is genuine. */
import { readBase64 } from "../../bytes/base64.ts";
import { badUtf8At, decodeUtf8, encodeUtf8 } from "../../bytes/encodings.ts";
import { readJson } from "../../json/tree/read.ts";
import { setMember } from "../../json/tree/value.ts";
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  objectNode,
  withoutRepeats,
} from "../../json/tree/tree.ts";
import {
  cleanToken,
  type Envelope,
  type EnvelopeSignature,
  isTokenEntry,
  openEnvelope,
  type TokenEntry,
} from "./envelope.ts";

export interface Header {
  /** Protected and unprotected members together. */
  readonly value: Readonly<Record<string, unknown>>;
  /** What the signature covers. */
  readonly protected: Readonly<Record<string, unknown>>;
  /** The merged members; of a repeated one the last in its object, the protected object first. */
  readonly node: JsonObject;
  /** The objects as they were written, protected one first. */
  readonly objects: readonly JsonObject[];
  /** Members that are both protected and unprotected; RFC 7515 section 7.2.1 forbids them. */
  readonly repeated: readonly string[];
}

export interface TokenSignature {
  readonly header: Header;
  /** The protected header's base64url, which is part of what is signed. */
  readonly protectedText: string;
  readonly bytes: Uint8Array;
}

export interface Payload {
  /** As it stands in the token. */
  readonly encoded: string;
  /** Absent where the bytes are not UTF-8, which only a verifier takes. */
  readonly text?: string;
  /** Absent where the text is not JSON. */
  readonly node?: JsonNode;
  /** `JSON.parse` of the text, so that numbers are doubles. */
  readonly value?: unknown;
}

export interface Token {
  readonly kind: Envelope["kind"];
  readonly serialization: Envelope["serialization"];
  readonly signatures: readonly [TokenSignature, ...TokenSignature[]];
  /** Absent from a JWE, whose content is encrypted. */
  readonly payload?: Payload;
  /** Something had to be repaired: quotes, white space, padding, `+` or `/`, surplus bits. */
  readonly cleaned: boolean;
}

export interface ReadOptions {
  /**
   * As a verifier reads: parts have to be base64url to the letter, and the payload may be any bytes.
   * Else what can be repaired is, and the payload has to be text.
   */
  readonly strict: boolean;
}

/**
 * Reads a token in any serialization; every part that cannot be read is an entry. Tokens of 100,000 characters take
 * 25 to 60 ms: each part is base64, then UTF-8, then JSON that is read with all its digits.
 */
export function readToken(
  given: string,
  options: ReadOptions,
): Token | readonly [TokenEntry, ...TokenEntry[]] {
  const { text, unquoted } = cleanToken(given);
  const envelope = openEnvelope(text);
  if (isTokenEntry(envelope)) return [envelope];
  return new TokenReader(envelope, options).read(unquoted);
}

interface HeaderPart {
  readonly node: JsonObject;
  readonly value: Readonly<Record<string, unknown>>;
}

class TokenReader {
  readonly #envelope: Envelope;
  readonly #strict: boolean;
  readonly #problems: TokenEntry[] = [];
  #repaired = false;

  constructor(envelope: Envelope, { strict }: ReadOptions) {
    this.#envelope = envelope;
    this.#strict = strict;
  }

  read(cleaned: boolean): Token | readonly [TokenEntry, ...TokenEntry[]] {
    const { kind, serialization, signatures: given } = this.#envelope;
    const [first, ...others] = given;
    const signatures: [TokenSignature, ...TokenSignature[]] = [
      this.#signature(first, given.length > 1 ? "/signatures/0" : ""),
      ...others.map((other, index) => this.#signature(other, `/signatures/${index + 1}`)),
    ];
    const payload = kind === "JWS" ? this.#payload(signatures[0].header) : undefined;
    const [problem, ...more] = this.#problems;
    if (problem) return [problem, ...more];
    return {
      kind,
      serialization,
      signatures,
      ...(payload ? { payload } : {}),
      cleaned: cleaned || this.#repaired,
    };
  }

  #signature(given: EnvelopeSignature, base: string): TokenSignature {
    const header = this.#header(given, `${base}/header`);
    const bytes = this.#bytes(given.signature, `${base}/signature`) ?? NOTHING;
    return { header, protectedText: given.protected ?? "", bytes };
  }

  #header({ protected: encoded, unprotected, source }: EnvelopeSignature, path: string): Header {
    const parts = unprotected.map((node) => ({
      node,
      value: JSON.parse(source.slice(node.start, node.end)) as Record<string, unknown>,
    }));
    const part = encoded === undefined ? undefined : this.#headerPart(encoded, path);
    if (encoded === undefined && parts.length === 0) {
      this.#report("JWT_HEADER_NOT_OBJECT", path, "found none", "a header");
    }
    return mergeParts(part, parts);
  }

  #headerPart(encoded: string, path: string): HeaderPart | undefined {
    const bytes = this.#bytes(encoded, path);
    const text = bytes && this.#text(bytes, path);
    if (text === undefined) return undefined;
    const document = readJson(text);
    if ("type" in document) {
      const { offset, expected } = document;
      this.#report("JWT_JSON_INVALID", path, `found something else at offset ${offset}`, expected);
      return undefined;
    }
    const { root } = document;
    if (root.type === "object") {
      return { node: root, value: JSON.parse(text) as Record<string, unknown> };
    }
    this.#report("JWT_HEADER_NOT_OBJECT", path, `found ${root.type}`, "object");
    return undefined;
  }

  #payload(header: Header): Payload | undefined {
    const encoded = this.#envelope.payload;
    const bytes = this.#isUnencoded(header)
      ? encodeUtf8(encoded)
      : this.#bytes(encoded, "/payload");
    if (!bytes) return undefined;
    const text = this.#strict ? decodeUtf8(bytes) : this.#text(bytes, "/payload");
    if (text === undefined) return { encoded };
    const document = readJson(text);
    if (!("type" in document)) {
      return { encoded, text, node: document.root, value: JSON.parse(text) as unknown };
    }
    if (document.code === "INPUT_TOO_DEEP") {
      this.#report("JWT_JSON_INVALID", "/payload", `found ${document.found}`, document.expected);
    }
    return { encoded, text };
  }

  /** Whether the payload stands in the token as it is; a verifier asks for `crit`, too (RFC 7797 section 6). */
  #isUnencoded({ protected: { b64, crit } }: Header): boolean {
    const isMarked = Array.isArray(crit) && crit.includes("b64");
    return b64 === false && (isMarked || !this.#strict);
  }

  #bytes(encoded: string, path: string): Uint8Array | undefined {
    const text = this.#strict ? encoded : repairAlphabet(encoded);
    const read = readBase64(text, "url");
    if ("code" in read) {
      this.#notBase64(path, read.offset);
      return undefined;
    }
    const wrongAt = [read.spaceAt, text.indexOf("="), read.surplusBitsAt].find((at) => at >= 0);
    if (wrongAt !== undefined && this.#strict) {
      this.#notBase64(path, wrongAt);
      return undefined;
    }
    this.#repaired ||= wrongAt !== undefined || text !== encoded;
    return read.bytes;
  }

  #notBase64(path: string, offset: number): void {
    const found = `found something else at offset ${offset} of the part`;
    const expected = this.#strict ? "base64url without padding" : "base64url";
    this.#report("JWT_BASE64_INVALID", path, found, expected, offset);
  }

  #text(bytes: Uint8Array, path: string): string | undefined {
    const text = decodeUtf8(bytes);
    if (text === undefined) {
      const found = `found another byte at ${badUtf8At(bytes)}`;
      this.#report("JWT_UTF8_INVALID", path, found, "UTF-8");
    }
    return text;
  }

  #report(
    code: TokenEntry["code"],
    path: string,
    found: string,
    expected: string,
    offset?: number,
  ): void {
    const part = path.slice(path.lastIndexOf("/") + 1);
    const message = `Cannot read the ${part}: ${found}, expected ${expected}`;
    this.#problems.push({
      code,
      message,
      path,
      expected,
      ...(offset === undefined ? {} : { offset }),
    });
  }
}

const NOTHING = new Uint8Array();

function repairAlphabet(encoded: string): string {
  return encoded.replace(/\s+/g, "").replaceAll("+", "-").replaceAll("/", "_");
}

function mergeParts(signed: HeaderPart | undefined, unsigned: readonly HeaderPart[]): Header {
  const parts = signed ? [signed, ...unsigned] : unsigned;
  const value = {};
  const members = new Map<string, JsonMember>();
  const repeated: string[] = [];
  for (const part of parts) {
    const node = withoutRepeats(part.node, "last") as JsonObject;
    for (const member of node.members) {
      const { key } = member;
      if (members.has(key)) repeated.push(key);
      else {
        members.set(key, member);
        setMember(value, key, part.value[key]);
      }
    }
  }
  return {
    value,
    protected: signed?.value ?? {},
    node: objectNode([...members.values()]),
    objects: parts.map(({ node }) => node),
    repeated,
  };
}

/** Whether the token says that nobody signed it: alg none, in any letter case. */
export function isUnsigned({ value: { alg } }: Header): boolean {
  return typeof alg === "string" && alg.toLowerCase() === "none";
}

/** The bytes that a signature covers: header and payload as they stand in the token (RFC 7515 section 5.2). */
export function signingInput({ protectedText }: TokenSignature, { encoded }: Payload): Uint8Array {
  return encodeUtf8(`${protectedText}.${encoded}`);
}

/** The payload's members, where it is a JSON object. */
export function claimsOf(
  payload: Payload | undefined,
): Readonly<Record<string, unknown>> | undefined {
  return payload?.node?.type === "object" ? (payload.value as Record<string, unknown>) : undefined;
}
