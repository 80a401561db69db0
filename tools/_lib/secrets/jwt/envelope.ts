/** The outside of a token: compact or JSON serialization of a JWS (RFC 7515) or JWE (RFC 7516), not yet decoded. */
import type { Entry } from "../../../_core/tool.ts";
import { readJson } from "../../json/tree/read.ts";
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";

/** Failures of reading a token, to be spread into a tool's `failures`. */
export const TOKEN_FAILURES = {
  JWT_PARTS_INVALID: "The token has neither 3 parts (JWS) nor 5 (JWE), or its JSON lacks a member",
  JWT_BASE64_INVALID: "A part is not base64url (RFC 4648 section 5)",
  JWT_UTF8_INVALID: "The bytes of the header or payload are not UTF-8",
  JWT_JSON_INVALID: "The header, or the JSON serialization, is not well-formed JSON of its form",
  JWT_HEADER_NOT_OBJECT: "The header is JSON, but not an object, or there is none",
} as const;

export type TokenFailure = keyof typeof TOKEN_FAILURES;
export type TokenEntry = Entry<TokenFailure>;

export const SERIALIZATIONS = ["compact", "flattened", "general"] as const;

export interface Envelope {
  readonly kind: "JWS" | "JWE";
  readonly serialization: (typeof SERIALIZATIONS)[number];
  /** Base64url as it was given; the text itself where the header says b64 = false (RFC 7797). */
  readonly payload: string;
  /** One for each signature or recipient, at least one. */
  readonly signatures: readonly [EnvelopeSignature, ...EnvelopeSignature[]];
}

export interface EnvelopeSignature {
  /** The protected header in base64url; absent where all of the header is unprotected. */
  readonly protected: string | undefined;
  /** Unprotected headers, shared one first, and the JSON text that they are nodes of. */
  readonly unprotected: readonly JsonObject[];
  readonly source: string;
  /** Base64url; empty for a JWE. */
  readonly signature: string;
}

export interface Cleaned {
  readonly text: string;
  /** Quotes stood around the token. */
  readonly unquoted: boolean;
}

/** A header as it is sent or as a command line has it, or the scheme alone. */
const SCHEME =
  /^(?:(?:-H|--header)[\s=]+)?["'`]?(?:(?:Proxy-)?Authorization["'`]?\s*[:=]\s*["'`]?)?Bearer\s+/i;

/** The token without white space, an `Authorization` header or `Bearer` scheme and quotes around it. */
export function cleanToken(given: string): Cleaned {
  const outer = unquote(given.trim());
  const [scheme = ""] = SCHEME.exec(outer) ?? [];
  const inner = outer.slice(scheme.length).trim();
  // The quote that a header began with ends behind the token.
  const isOpen = /["'`]/.test(scheme);
  const text = unquote(isOpen ? inner.replace(/["'`]$/, "") : inner);
  return { text, unquoted: outer !== given.trim() || isOpen || /^["'`]/.test(inner) };
}

function unquote(text: string): string {
  const quote = text.charAt(0);
  const quoted = text.length > 1 && `"'\``.includes(quote) && text.endsWith(quote);
  return quoted ? text.slice(1, -1).trim() : text;
}

/** Takes a token apart; a text that begins with a brace is a JSON serialization. */
export function openEnvelope(text: string): Envelope | TokenEntry {
  return text.startsWith("{") ? openJson(text) : openCompact(text);
}

/** Whether an envelope or a part could be read. */
export function isTokenEntry(result: object): result is TokenEntry {
  return "code" in result && "message" in result;
}

function openCompact(text: string): Envelope | TokenEntry {
  const parts = text.split(".");
  const [header = "", payload = "", signature = ""] = parts;
  if (parts.length !== 3 && parts.length !== 5) return partsInvalid(parts.length);
  const isJws = parts.length === 3;
  const only = {
    protected: header,
    unprotected: [],
    source: "",
    signature: isJws ? signature : "",
  };
  return {
    kind: isJws ? "JWS" : "JWE",
    serialization: "compact",
    payload: isJws ? payload : "",
    signatures: [only],
  };
}

function partsInvalid(count: number): TokenEntry {
  const expected = "3 parts with dots between them (JWS), or 5 (JWE)";
  const found = `${count} ${count === 1 ? "part" : "parts"}`;
  return {
    code: "JWT_PARTS_INVALID",
    message: `Cannot read the token: found ${found}, expected ${expected}`,
    path: "/token",
    expected,
    received: count,
  };
}

function openJson(source: string): Envelope | TokenEntry {
  const document = readJson(source);
  if ("type" in document) {
    const { offset, expected } = document;
    const message = `Cannot read the JSON serialization: found something else at offset ${offset}, expected ${expected}`;
    return { code: "JWT_JSON_INVALID", message, path: "/token", offset, expected };
  }
  // The text begins with a brace, so the root is an object.
  return new JsonEnvelope(source, document.root as JsonObject).open();
}

class JsonEnvelope {
  readonly #source: string;
  readonly #root: ReadonlyMap<string, JsonNode>;
  #problem: TokenEntry | undefined;

  constructor(source: string, root: JsonObject) {
    this.#source = source;
    this.#root = membersOf(root);
  }

  open(): Envelope | TokenEntry {
    const isJwe = this.#root.has("ciphertext");
    const listName = isJwe ? "recipients" : "signatures";
    const isGeneral = this.#root.has(listName);
    if (!isJwe && !isGeneral && !this.#root.has("signature")) return partsInvalid(0);
    const [first, ...others] = isGeneral
      ? this.#openList(listName, isJwe)
      : [this.#signature(this.#root, isJwe, "")];
    // Detached content (RFC 7515, appendix F) leaves the payload out.
    const payload = isJwe ? "" : (this.#text(this.#root, "payload", "") ?? "");
    if (this.#problem) return this.#problem;
    if (!first) return partsInvalid(0);
    return {
      kind: isJwe ? "JWE" : "JWS",
      serialization: isGeneral ? "general" : "flattened",
      payload,
      signatures: [first, ...others],
    };
  }

  #openList(name: string, isJwe: boolean): EnvelopeSignature[] {
    const list = this.#root.get(name);
    if (list?.type !== "array") {
      this.#problem ??= wrongType(`/${name}`, list, "an array");
      return [];
    }
    return list.items.flatMap((item, index) => {
      const path = `/${name}/${index}`;
      if (item.type === "object") return [this.#signature(membersOf(item), isJwe, path)];
      this.#problem ??= wrongType(path, item, "an object");
      return [];
    });
  }

  #signature(
    members: ReadonlyMap<string, JsonNode>,
    isJwe: boolean,
    path: string,
  ): EnvelopeSignature {
    const shared = isJwe ? this.#object(this.#root, "unprotected", "") : undefined;
    const own = this.#object(members, "header", path);
    return {
      protected: this.#text(isJwe ? this.#root : members, "protected", isJwe ? "" : path),
      unprotected: [shared, own].filter((node) => node !== undefined),
      source: this.#source,
      signature: isJwe ? "" : (this.#text(members, "signature", path) ?? ""),
    };
  }

  #text(members: ReadonlyMap<string, JsonNode>, name: string, path: string): string | undefined {
    const node = members.get(name);
    if (node === undefined || node.type === "string") return node?.value;
    this.#problem ??= wrongType(`${path}/${name}`, node, "text");
    return undefined;
  }

  #object(
    members: ReadonlyMap<string, JsonNode>,
    name: string,
    path: string,
  ): JsonObject | undefined {
    const node = members.get(name);
    if (node === undefined || node.type === "object") return node;
    this.#problem ??= wrongType(`${path}/${name}`, node, "an object");
    return undefined;
  }
}

function membersOf({ members }: JsonObject): ReadonlyMap<string, JsonNode> {
  return new Map(members.map(({ key, value }) => [key, value]));
}

function wrongType(path: string, node: JsonNode | undefined, expected: string): TokenEntry {
  const message = `Cannot read the JSON serialization: found ${node?.type ?? "nothing"}, expected ${expected}`;
  return { code: "JWT_JSON_INVALID", message, path, expected };
}
