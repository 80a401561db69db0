import { toBase64 } from "../../_lib/bytes/base64.ts";
import { encodeUtf8 } from "../../_lib/bytes/encodings.ts";
import type { CurlAuth, CurlHeader, CurlRequest } from "../../curl-converter.ts";

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
  const login = encodeUtf8(`${user}:${password}`);
  return { name: "Authorization", value: `Basic ${toBase64(login)}` };
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

/** The headers that a target sends by itself and that the command wants to be left out, in lower case. */
export function removedOf({ removedHeaders }: CurlRequest, own: ReadonlySet<string>): string[] {
  return [...new Set(removedHeaders.map((name) => name.toLowerCase()))].filter((name) =>
    own.has(name),
  );
}

/** How curl would be told to leave a header out. */
export function removal(name: string): string {
  return `--header ${name}:`;
}

export function hasHeader({ headers }: CurlRequest, name: string): boolean {
  return headers.some((header) => header.name.toLowerCase() === name);
}

/** Whether its path holds segments that most clients remove. */
export function hasDotSegments({ url, options }: CurlRequest): boolean {
  return options.pathAsIs && /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(url);
}

/** The headers with the login of Basic authentication among them. */
export function headersWithLogin({ headers, auth }: CurlRequest): CurlHeader[] {
  return auth?.type === "basic" ? [...headers, basicHeader(auth)] : [...headers];
}

/** Lines moved to the right. */
export function indent(lines: readonly string[], by = "  "): string[] {
  return lines.map((line) => (line === "" ? line : by + line));
}
