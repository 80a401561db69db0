/** The files that are handed over, by path. */
import { type Entry, fail } from "../_core/tool.ts";
import { type ChecksumAlgorithm, checksumOf } from "../_lib/bytes/checksums/algorithms.ts";
import { readChecksums } from "../_lib/bytes/checksums/read.ts";
import { bytesOfText } from "../_lib/bytes/hash/encoded-text.ts";
import { inputInvalid, missingField } from "../_lib/results/input-invalid.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import { leadsOut, normalPath } from "../_lib/text/path-glob/normal-path.ts";
import type { FileItem, Input, ReadFiles } from "../artifact-delivery-manifest.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { beginning } from "../_lib/text/shown.ts";

/** The strongest first. */
export const COMPARED = ["sha512", "sha384", "sha256", "sha1"] as const;
export type Compared = (typeof COMPARED)[number];

/** Digests in lower-case hex, as far as they are known. */
export type Digests = Readonly<Partial<Record<Compared, string>>>;

export class DeliveredFile {
  readonly path: string;
  readonly mediaType: string | undefined;
  /** Null where it is not known. */
  readonly sizeBytes: number | null;
  /** As they were given. */
  readonly given: Digests;
  /** Its place in the input. */
  readonly index: number;
  readonly #givenSize: number | undefined;
  readonly #bytes: Uint8Array | undefined;

  constructor(index: number, { path, given, bytes, sizeBytes, mediaType }: FileParts) {
    this.index = index;
    this.path = path;
    this.given = given;
    this.mediaType = mediaType;
    this.sizeBytes = bytes?.length ?? sizeBytes ?? null;
    this.#givenSize = sizeBytes;
    this.#bytes = bytes;
  }

  /** The given size, where it is not the content's. */
  get oddSize(): number | undefined {
    const size = this.#bytes?.length ?? this.#givenSize;
    return size === this.#givenSize ? undefined : this.#givenSize;
  }

  /** Given, or computed of the content. */
  digest(algorithm: Compared): string | undefined {
    return this.given[algorithm] ?? (this.#bytes && checksumOf(algorithm, this.#bytes));
  }

  /** The first given digest that is not the content's. */
  get contradiction(): Compared | undefined {
    const bytes = this.#bytes;
    if (bytes === undefined) return undefined;
    return COMPARED.find(
      (name) => this.given[name] !== undefined && this.given[name] !== checksumOf(name, bytes),
    );
  }
}

interface FileParts {
  readonly path: string;
  readonly given: Digests;
  readonly bytes?: Uint8Array | undefined;
  readonly sizeBytes?: number | undefined;
  readonly mediaType?: string | undefined;
}

interface FilesRead {
  readonly files: readonly DeliveredFile[];
  readonly warnings: readonly Entry<JsonWarning>[];
  readonly failure?: undefined;
}

/** Reads the files, in plain order of their paths; `needsDigest`: each has to have a SHA-256. */
export function readFiles(field: Input["files"], readDocument: ReadFiles, needsDigest: boolean) {
  if (isNothing(field))
    return { failure: inputInvalid([missingField("/files", "1 to 2000 files")]) };
  const listed = typeof field === "string" ? listedFiles(field) : undefined;
  const read = listed ?? readItems(readDocument(field));
  if (read.failure) return read;
  const errors = read.files.flatMap((file) => problemsOf(file, needsDigest));
  const [first, ...others] = [...errors, ...repeats(read.files)];
  if (first) return { failure: fail([first, ...others]) };
  return { ...read, files: read.files.toSorted((a, b) => byCodeUnit(a.path, b.path)) };
}

/** A text that is wholly a checksum list; its digests by path. */
function listedFiles(text: string): FilesRead | undefined {
  const { checksums, malformed } = readChecksums(text);
  const isList = checksums.length > 0 && malformed.length === 0;
  if (!isList || checksums.some(({ path }) => path === undefined)) return undefined;
  const digests = new Map<string, Partial<Record<Compared, string>>>();
  for (const { path = "", algorithm, digest } of checksums) {
    const known = digests.get(path) ?? {};
    digests.set(path, known);
    if (isCompared(algorithm)) known[algorithm] ??= digest;
  }
  const files = [...digests].map(
    ([path, given], index) => new DeliveredFile(index, { path: normalPath(path), given }),
  );
  return { files, warnings: [] };
}

export function isCompared(algorithm: ChecksumAlgorithm): algorithm is Compared {
  return (COMPARED as readonly string[]).includes(algorithm);
}

function readItems(read: ReturnType<ReadFiles>) {
  if (read.failure) return read;
  const files: DeliveredFile[] = [];
  for (const [index, given] of read.value.entries()) {
    const parts = partsOf(given);
    if (!parts) return { failure: fail(notBase64(index)) };
    files.push(new DeliveredFile(index, parts));
  }
  return { files, warnings: read.warnings };
}

/** Undefined where the content is no Base64. */
function partsOf(given: FileItem): FileParts | undefined {
  const { content, encoding = "utf8", sizeBytes, mediaType } = given;
  const digests: Partial<Record<Compared, string>> = {};
  for (const name of ["sha512", "sha256", "sha1"] as const) {
    const digest = given[name];
    if (digest !== undefined) digests[name] = digest.toLowerCase();
  }
  const parts = { path: normalPath(given.path), given: digests, sizeBytes, mediaType };
  if (content === undefined) return parts;
  const text = encoding === "base64" ? content.replace(/\s+/g, "") : content;
  const { bytes } = bytesOfText(text, encoding);
  return bytes && { ...parts, bytes };
}

function notBase64(index: number): Entry<"BASE64_INVALID"> {
  const path = `/files/${index}/content`;
  const expected = "whole groups of Base64 symbols";
  const message = `Cannot read ${path}: found something else, expected ${expected}`;
  return { code: "BASE64_INVALID", message, path, expected };
}

type Problem = "PATH_UNSAFE" | "DIGEST_MISMATCH" | "SIZE_MISMATCH" | "DIGEST_MISSING";

function problemsOf(file: DeliveredFile, needsDigest: boolean): Entry<Problem>[] {
  const place = `/files/${file.index}`;
  if (leadsOut(file.path)) {
    const found = JSON.stringify(beginning(file.path, 60));
    const message = `Cannot hand over a file: found the path ${found}, expected one inside the delivery`;
    return [{ code: "PATH_UNSAFE", message, path: `${place}/path` }];
  }
  const { contradiction } = file;
  if (contradiction) {
    const message = `Cannot trust ${JSON.stringify(file.path)}: found another ${contradiction} than that of its content, expected the same`;
    return [{ code: "DIGEST_MISMATCH", message, path: `${place}/${contradiction}` }];
  }
  const { oddSize } = file;
  if (oddSize !== undefined) {
    const message = `Cannot list ${JSON.stringify(file.path)}: found a size of ${oddSize}, expected ${file.sizeBytes}, that of the content`;
    return [{ code: "SIZE_MISMATCH", message, path: `${place}/sizeBytes` }];
  }
  if (!needsDigest || file.digest("sha256") !== undefined) return [];
  const message = `Cannot list ${JSON.stringify(file.path)}: found neither content nor SHA-256, expected one of them`;
  return [{ code: "DIGEST_MISSING", message, path: place }];
}

function repeats(files: readonly DeliveredFile[]): Entry<"DUPLICATE_PATH">[] {
  const seen = new Set<string>();
  return files.flatMap(({ path, index }): Entry<"DUPLICATE_PATH">[] => {
    if (!seen.has(path)) {
      seen.add(path);
      return [];
    }
    const message = `Cannot tell files apart: found the path ${JSON.stringify(path)} again, expected another`;
    return [{ code: "DUPLICATE_PATH", message, path: `/files/${index}/path` }];
  });
}
