/** Lists of checksums as tools print them: GNU, BSD, OpenSSL, SRI and PowerShell. */
import { algorithmOfLength, type ChecksumAlgorithm } from "./algorithms.ts";
import { base64Digest, type Digest, hexDigest } from "./digest.ts";

/** One line, or one block of lines, of a list. */
export interface Checksum extends Digest {
  /** 1-based. */
  readonly line: number;
  /** Undefined for a digest that stands alone. */
  readonly path: string | undefined;
}

export interface ChecksumList {
  readonly checksums: readonly Checksum[];
  readonly malformed: readonly { readonly line: number; readonly text: string }[];
}

/** Reads a list; `algorithm` is that of digests without a label. Lists with NUL in them have no other line ends. */
export function readChecksums(text: string, algorithm?: ChecksumAlgorithm): ChecksumList {
  const plain = text.replace(/^\ufeff/, "");
  const hasNul = plain.includes("\0");
  const lines = hasNul ? plain.split("\0") : plain.split(/\r\n?|\n/);
  const checksums: Checksum[] = [];
  const malformed: { line: number; text: string }[] = [];
  const block = new PowerShellBlock();
  lines.forEach((content, index) => {
    const line = index + 1;
    if (content.trim() === "" || content.startsWith("#") || isTableHead(content)) return;
    if (block.takes(content)) {
      const { label, hash, path } = block;
      if (label === undefined || hash === undefined || path === undefined) return;
      const found = hexDigest(label, hash);
      if (found) checksums.push({ line, ...found, path: plainPath(path) });
      else malformed.push({ line, text: content });
      block.clear();
      return;
    }
    const found = readLine(content, algorithm, hasNul);
    if (found) checksums.push({ line, ...found });
    else malformed.push({ line, text: content });
  });
  return { checksums, malformed };
}

type Found = Omit<Checksum, "line">;

const HEX = /^[0-9A-Fa-f]+$/;
const TAGGED = /^(\\?)([A-Za-z0-9/_-]+)( ?)\(([\s\S]*)\)( ?)= ([0-9A-Fa-f]+)$/;
const INTEGRITY = /^(sha256|sha384|sha512)-([A-Za-z0-9+/]+={0,2})(?:[ \t]+\*?([\s\S]+))?$/;
const GNU = /^(\\?)([0-9A-Fa-f]+)(?: [ *]|\t| )([\s\S]+)$/;
const TABLE_ROW = /^([A-Za-z0-9]+)[ \t]+([0-9A-Fa-f]+)[ \t]+(\S[\s\S]*)$/;

function readLine(
  line: string,
  algorithm: ChecksumAlgorithm | undefined,
  isPlain: boolean,
): Found | undefined {
  return (
    readTagged(line, isPlain) ??
    readIntegrity(line) ??
    readGnu(line, algorithm, isPlain) ??
    readRow(line) ??
    readLone(line, algorithm)
  );
}

/** `SHA256 (path) = hex` of BSD, `SHA256(path)= hex` of OpenSSL. */
function readTagged(line: string, isPlain: boolean): Found | undefined {
  const [, mark = "", label = "", space, written = "", other, hex = ""] = TAGGED.exec(line) ?? [];
  if (space !== other) return undefined;
  const path = pathOf(written, mark !== "" && !isPlain);
  const found = hexDigest(label, hex);
  return found && path !== undefined ? { ...found, path } : undefined;
}

/** `sha256-<Base64>  path` of Subresource Integrity. */
function readIntegrity(line: string): Found | undefined {
  const [, label = "", base64 = "", path] = INTEGRITY.exec(line) ?? [];
  const found = base64Digest(label, base64);
  return found && { ...found, path: path === undefined ? undefined : plainPath(path) };
}

/** `hex  path` of the GNU tools, `*` before the path for binary files. */
function readGnu(
  line: string,
  algorithm: ChecksumAlgorithm | undefined,
  isPlain: boolean,
): Found | undefined {
  const [, mark = "", hex = "", written = ""] = GNU.exec(line) ?? [];
  const path = written === "" ? undefined : pathOf(written, mark !== "" && !isPlain);
  const found = unlabelled(hex, algorithm);
  return found && path !== undefined ? { ...found, path } : undefined;
}

/** A row of the table of Get-FileHash. */
function readRow(line: string): Found | undefined {
  const [, label = "", hex = "", path = ""] = TABLE_ROW.exec(line) ?? [];
  const found = hexDigest(label, hex);
  return found && { ...found, path: plainPath(path.trimEnd()) };
}

function readLone(line: string, algorithm: ChecksumAlgorithm | undefined): Found | undefined {
  const hex = line.trim();
  const found = HEX.test(hex) ? unlabelled(hex, algorithm) : undefined;
  return found && { ...found, path: undefined };
}

function unlabelled(hex: string, given: ChecksumAlgorithm | undefined): Digest | undefined {
  const algorithm = given ?? algorithmOfLength(hex.length);
  return algorithm === undefined ? undefined : hexDigest(algorithm, hex);
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\", n: "\n", r: "\r" };

/** A path that may be written with escapes; undefined where one of them is none. */
function pathOf(written: string, isEscaped: boolean): string | undefined {
  if (!isEscaped) return plainPath(written);
  if (/(?:^|[^\\])(?:\\\\)*\\(?![\\nr])/.test(written)) return undefined;
  return plainPath(
    written.replace(/\\([\\nr])/g, (_whole, letter: string) => ESCAPES[letter] ?? ""),
  );
}

/** Without a leading `./`. */
export function plainPath(path: string): string {
  return path.replace(/^(?:\.\/)+/, "");
}

function isTableHead(line: string): boolean {
  return /^(?:Algorithm[ \t]+Hash[ \t]+Path|-+[ \t]+-+[ \t]+-+)[ \t]*$/.test(line);
}

/** `Algorithm : …`, `Hash : …`, `Path : …` of Get-FileHash as a list. */
class PowerShellBlock {
  label: string | undefined;
  hash: string | undefined;
  path: string | undefined;

  takes(line: string): boolean {
    const [, key = "", value = ""] =
      /^(Algorithm|Hash|Path)[ \t]*: (\S(?:.*[^ \t])?)[ \t]*$/.exec(line) ?? [];
    if (key === "Algorithm") this.label = value;
    else if (key === "Hash") this.hash = value;
    else if (key === "Path") this.path = value;
    return key !== "";
  }

  clear(): void {
    this.label = undefined;
    this.hash = undefined;
    this.path = undefined;
  }
}

/** A path as GNU tools write it, with the mark that goes before its line. */
export function writeChecksumLine(digest: string, path: string): string {
  if (!/[\\\n\r]/.test(path)) return `${digest}  ${path}\n`;
  return `\\${digest}  ${escapedPath(path)}\n`;
}

/** A path on one line: with escapes and a mark before it, as GNU tools print it, if it has line ends. */
export function pathOnLine(path: string): string {
  return /[\n\r]/.test(path) ? `\\${escapedPath(path)}` : path;
}

function escapedPath(path: string): string {
  return path.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
}
