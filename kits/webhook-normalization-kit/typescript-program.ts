/** A program without packages that checks the next requests of a sender: verify.ts. */
import type { Scheme } from "./schemes.ts";

export interface ProgramFacts {
  readonly scheme: Scheme;
  readonly toleranceSeconds: number;
  /** What the sender was told to call, where that is signed. */
  readonly url: string;
  readonly method: string;
}

const HASH_NAMES = { sha256: "SHA-256", sha1: "SHA-1" } as const;

export function titleOf({ scheme }: ProgramFacts): string {
  return `Checks the signature of a webhook request: ${scheme.id}.`;
}

export const string = (text: string): string => JSON.stringify(text);
/** JSON has no other escapes than Python, but for halves of surrogate pairs, which a well-formed text does not have. */
export const strings = (texts: readonly string[]): string => `[${texts.map(string).join(", ")}]`;

export function typescriptProgram(facts: ProgramFacts): string {
  const { scheme, toleranceSeconds } = facts;
  const { timestamp } = scheme;
  const isToken = scheme.algorithm === "token";
  return [
    `// ${titleOf(facts)} For Node 24, Bun, Deno and workers; no packages.`,
    "// Headers of the fetch standard are handed over as Object.fromEntries(request.headers).",
    "// As a program: WEBHOOK_SECRET=... node verify.ts REQUEST [NOW], where REQUEST is a saved HTTP request",
    "// (headers, an empty line, the raw body) and NOW replaces the clock, in seconds since 1970.",
    "// Several secrets, old and new, stand on lines of their own.",
    "",
    "export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;",
    "",
    ...tsConstants(facts),
    `/** Whether one of the secrets made the signature of exactly this body${timestamp && toleranceSeconds > 0 ? ", and not too long ago" : ""}. */`,
    "export async function verify(",
    "  body: Uint8Array,",
    "  headers: Headers,",
    "  secrets: readonly string[],",
    "  now: number = Date.now() / 1000,",
    "): Promise<boolean> {",
    ...(isToken
      ? [
          "  let fits = false;",
          "  for (const value of valuesOf(headers, SIGNATURE_HEADERS)) {",
          '    for (const secret of secrets) if (secret !== "" && isSame(bytesOf(value), bytesOf(secret))) fits = true;',
          "  }",
          "  return fits;",
        ]
      : tsSigned(facts)),
    "}",
    "",
    TS_VALUES,
    ...tsHelpers(facts),
    TS_MAIN,
  ].join("\n");
}

function tsConstants({ scheme, toleranceSeconds, url, method }: ProgramFacts): string[] {
  const { timestamp, content } = scheme;
  return [
    `const SIGNATURE_HEADERS = ${strings(scheme.headers)};`,
    ...(scheme.idHeaders ? [`const ID_HEADERS = ${strings(scheme.idHeaders)};`] : []),
    ...(timestamp?.from === "header"
      ? [`const TIMESTAMP_HEADERS = ${strings(timestamp.names)};`]
      : []),
    ...(timestamp ? [`const TOLERANCE_SECONDS = ${toleranceSeconds};`] : []),
    ...(content.includes("$url") || content.includes("$twilio")
      ? ["/** What the sender was told to call. */", `const URL_CALLED = ${string(url)};`]
      : []),
    ...(content.includes("$method") ? [`const METHOD = ${string(method)};`] : []),
    "",
  ];
}

function tsSigned({ scheme, toleranceSeconds }: ProgramFacts): string[] {
  const { timestamp } = scheme;
  return [
    "  const values = valuesOf(headers, SIGNATURE_HEADERS);",
    ...(scheme.idHeaders ? ['  const id = valuesOf(headers, ID_HEADERS)[0] ?? "";'] : []),
    ...tsTimestamp(scheme),
    ...(timestamp && toleranceSeconds > 0
      ? [
          `  if (!/^\\d{${timestamp.unit === "s" ? "1,11" : "12,14"}}$/.test(timestamp)) return false;`,
          `  const age = Math.floor(now) - ${timestamp.unit === "s" ? "Number(timestamp)" : "Math.floor(Number(timestamp) / 1000)"};`,
          "  if (Math.abs(age) > TOLERANCE_SECONDS) return false;",
        ]
      : []),
    ...(scheme.id === "twilio-sha1"
      ? ["  if (!(await isBodyNamed(body, headers))) return false;"]
      : []),
    `  const signed = joined([${tsContent(scheme).join(", ")}]);`,
    "  let fits = false;",
    "  for (const secret of secrets) {",
    ...(scheme.id === "standard-webhooks"
      ? [
          '    const isPublic = secret.startsWith("whpk_");',
          '    const prefix = isPublic ? "v1a," : "v1,";',
          '    const algorithm = isPublic ? "Ed25519" : "HMAC";',
        ]
      : [
          `    const prefix = ${string(scheme.prefix)};`,
          `    const algorithm = "${scheme.algorithm === "ed25519" ? "Ed25519" : "HMAC"}";`,
        ]),
    `    const key = ${tsKey(scheme)};`,
    "    if (key === undefined || key.length === 0) continue;",
    "    for (const item of itemsOf(values)) {",
    "      const signature = item.startsWith(prefix) ? decoded(item.slice(prefix.length)) : undefined;",
    "      if (signature !== undefined && (await isSignedBy(algorithm, key, signature, signed))) fits = true;",
    "    }",
    "  }",
    "  return fits;",
  ];
}

function tsTimestamp({ timestamp }: Scheme): string[] {
  if (timestamp === undefined) return [];
  const [name = ""] = timestamp.names;
  if (timestamp.from === "header")
    return ['  const timestamp = valuesOf(headers, TIMESTAMP_HEADERS)[0] ?? "";'];
  if (timestamp.from === "signature")
    return [
      `  const stamp = itemsOf(values).find((item) => item.startsWith(${string(name)}));`,
      "  if (stamp === undefined) return false;",
      `  const timestamp = stamp.slice(${name.length});`,
    ];
  return [`  const timestamp = memberOf(body, ${string(name)});`];
}

function tsContent({ id, content }: Scheme): string[] {
  return content.map((part) => {
    switch (part) {
      case "$body":
        return "body";
      case "$id":
        return "bytesOf(id)";
      case "$timestamp":
        return "bytesOf(timestamp)";
      case "$url":
        return id === "hubspot-v3" ? "bytesOf(unescaped(URL_CALLED))" : "bytesOf(URL_CALLED)";
      case "$method":
        return "bytesOf(METHOD)";
      case "$twilio":
        return "bytesOf(URL_CALLED + fieldsOf(body, headers))";
      default:
        return `bytesOf(${string(part)})`;
    }
  });
}

function tsKey({ key }: Scheme): string {
  if (key === "utf8") return "bytesOf(secret)";
  return key === "hex" ? "fromHex(secret)" : 'fromBase64(secret.replace(/^wh(?:sec|pk)_/, ""))';
}

const TS_VALUES = `/** Names in any letter case; several lines of one name are several values. */
function valuesOf(headers: Headers, names: readonly string[]): string[] {
  for (const name of names) {
    for (const [key, value] of Object.entries(headers)) {
      if (key.toLowerCase() !== name || value === undefined) continue;
      return typeof value === "string" ? [value.trim()] : value.map((one) => one.trim());
    }
  }
  return [];
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
`;

const TS_SAME = `/** No early exit: how long it takes says nothing of where two differ. */
function isSame(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}
`;

const TS_JOINED = `function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
`;

const TS_HEX = `function fromHex(text: string): Uint8Array | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
`;

const TS_BASE64 = `function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
`;

const TS_STRICT_BASE64 = `function decoded(text: string): Uint8Array | undefined {
  const bytes = fromBase64(text);
  // Another text is another signature, even where it decodes to the same bytes.
  return bytes && btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) === text ? bytes : undefined;
}
`;

function tsSignedBy({ algorithm, id }: Scheme): string {
  const hash = algorithm === "sha1" ? HASH_NAMES.sha1 : HASH_NAMES.sha256;
  const parameters =
    algorithm === "ed25519"
      ? '{ name: "Ed25519" }'
      : id === "standard-webhooks"
        ? `algorithm === "HMAC" ? { name: "HMAC", hash: "${hash}" } : { name: "Ed25519" }`
        : `{ name: "HMAC", hash: "${hash}" }`;
  return `async function isSignedBy(
  algorithm: "HMAC" | "Ed25519",
  secret: Uint8Array,
  signature: Uint8Array,
  signed: Uint8Array,
): Promise<boolean> {
  try {
    const parameters = ${parameters};
    // What WebCrypto compares, it compares in constant time.
    const key = await crypto.subtle.importKey("raw", plain(secret), parameters, false, ["verify"]);
    return await crypto.subtle.verify(algorithm, key, plain(signature), plain(signed));
  } catch {
    return false;
  }
}

function plain(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}
`;
}

const TS_UNESCAPED = `/** HubSpot signs the address with these escapes read. */
function unescaped(url: string): string {
  return url.replace(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi, decodeURIComponent);
}
`;

const TS_MEMBER = `function memberOf(body: Uint8Array, name: string): string {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return String((value as Record<string, unknown>)[name] ?? "");
  } catch {
    return "";
  }
}
`;

const TS_TWILIO = `function isForm(headers: Headers): boolean {
  const [type = ""] = valuesOf(headers, ["content-type"]);
  return /^application\\/x-www-form-urlencoded(?:[\\s;]|$)/i.test(type);
}

/** Names and values by name; a field that is sent twice with one value counts once. */
function fieldsOf(body: Uint8Array, headers: Headers): string {
  if (!isForm(headers)) return "";
  const fields = [...new URLSearchParams(new TextDecoder().decode(body))];
  const order = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
  fields.sort((a, b) => order(a[0], b[0]) || order(a[1], b[1]));
  const texts = new Set(fields.map(([name, value]) => JSON.stringify([name, value])));
  return [...texts].map((text) => (JSON.parse(text) as string[]).join("")).join("");
}

/** Of a body that is no form a digest stands in the address. */
async function isBodyNamed(body: Uint8Array, headers: Headers): Promise<boolean> {
  if (isForm(headers)) return true;
  const named = /[?&]bodySHA256=([0-9a-f]{64})(?:[&#]|$)/i.exec(URL_CALLED)?.[1];
  if (named === undefined) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", plain(body)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === named.toLowerCase();
}
`;

function tsHelpers({ scheme }: ProgramFacts): string[] {
  if (scheme.algorithm === "token") return [TS_SAME];
  const separator = scheme.separator === " " ? "/,?\\s+/" : '","';
  return [
    `function itemsOf(values: readonly string[]): string[] {\n  return values.flatMap((value) => value.split(${separator})).map((item) => item.trim());\n}\n`,
    TS_JOINED,
    ...(scheme.encoding === "hex" || scheme.key === "hex" ? [TS_HEX] : []),
    ...(scheme.encoding === "base64" || scheme.key === "base64" ? [TS_BASE64] : []),
    scheme.encoding === "hex" ? "const decoded = fromHex;\n" : TS_STRICT_BASE64,
    tsSignedBy(scheme),
    ...(scheme.id === "hubspot-v3" ? [TS_UNESCAPED] : []),
    ...(scheme.timestamp?.from === "body" ? [TS_MEMBER] : []),
    ...(scheme.id === "twilio-sha1" ? [TS_TWILIO] : []),
  ];
}

const TS_MAIN = `/** A saved request: perhaps a start line, headers, an empty line, the body. */
export function readRequest(request: Uint8Array): { headers: Record<string, string[]>; body: Uint8Array } {
  let at = 0;
  const headers: Record<string, string[]> = {};
  while (at < request.length) {
    const end = request.indexOf(10, at);
    const line = new TextDecoder().decode(request.subarray(at, end < 0 ? undefined : end)).replace(/\\r$/, "");
    at = end < 0 ? request.length : end + 1;
    if (line === "") break;
    const colon = line.indexOf(":");
    if (colon <= 0 || /^[A-Z]+ \\S+ HTTP\\//.test(line)) continue;
    (headers[line.slice(0, colon).toLowerCase()] ??= []).push(line.slice(colon + 1).trim());
  }
  return { headers, body: request.subarray(at) };
}

interface Host {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  exitCode?: number;
}

const host = (globalThis as { readonly process?: Host }).process;
const [, program, file, now] = host?.argv ?? [];
if (host && program && file && import.meta.url === new URL(program, "file:///").href) {
  const system = "node:fs/promises";
  const { readFile } = (await import(system)) as { readFile(path: string): Promise<Uint8Array> };
  const { headers, body } = readRequest(new Uint8Array(await readFile(file)));
  const secrets = (host.env["WEBHOOK_SECRET"] ?? "").split("\\n").filter(Boolean);
  const isValid = await verify(body, headers, secrets, now === undefined ? undefined : Number(now));
  console.log(isValid ? "valid" : "invalid");
  host.exitCode = isValid ? 0 : 1;
}`;
