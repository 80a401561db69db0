import type { CurlAuth, CurlHeader, CurlRequest } from "../request.ts";

/** Source text for one request, and what the target cannot say of it. */
export interface TargetCode {
  readonly code: string;
  /** Options of curl that the target has no way to follow, in curl's own names. */
  readonly unsupported: readonly string[];
}

/** Collects what a target leaves out. */
export class Missing {
  readonly names: string[] = [];

  /** Notes an option where it was given. */
  note(name: string, given: unknown): void {
    if (given !== null && given !== false && given !== undefined) this.names.push(name);
  }
}

/** The name that curl gives standard input. */
export const STANDARD_INPUT = "-";

/** A literal in double quotes with the escapes that JavaScript, Python and Go share. */
export function quote(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A literal in PHP's double quotes. */
export function quotePhp(text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(/[\\"$]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`)
    .replaceAll("\r", String.raw`\r`)
    .replaceAll("\t", String.raw`\t`)
    // oxlint-disable-next-line no-control-regex -- control characters are what is escaped
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, (character) => {
      return `\\u{${character.charCodeAt(0).toString(16)}}`;
    });
  return `"${escaped}"`;
}

/** The Authorization header of a Basic login. */
export function basicHeader({ user, password }: CurlAuth): CurlHeader {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return { name: "Authorization", value: `Basic ${toBase64(bytes)}` };
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const group = (a << 16) | (b << 8) | c;
    for (let place = 0; place < 4; place++) {
      const used = at + place <= bytes.length;
      text += used ? ALPHABET[(group >> (18 - 6 * place)) & 63] : "=";
    }
  }
  return text;
}

/** Headers by name where the target keeps one of each: values of a repeated name are joined as HTTP allows. */
export function mergeHeaders(headers: readonly CurlHeader[]): CurlHeader[] {
  const merged = new Map<string, CurlHeader>();
  for (const { name, value } of headers) {
    const known = merged.get(name.toLowerCase());
    const separator = name.toLowerCase() === "cookie" ? "; " : ", ";
    merged.set(
      name.toLowerCase(),
      known ? { ...known, value: known.value + separator + value } : { name, value },
    );
  }
  return [...merged.values()];
}

/** The headers with the login of Basic authentication among them. */
export function headersWithLogin({ headers, auth }: CurlRequest): CurlHeader[] {
  return auth?.type === "basic" ? [...headers, basicHeader(auth)] : [...headers];
}

/** Lines moved to the right. */
export function indent(lines: readonly string[], by = "  "): string[] {
  return lines.map((line) => (line === "" ? line : by + line));
}
