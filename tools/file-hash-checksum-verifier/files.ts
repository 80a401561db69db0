import { Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import type { ChecksumAlgorithm } from "../_lib/bytes/checksums/algorithms.ts";
import { checksumOf } from "../_lib/bytes/checksums/algorithms.ts";
import { plainPath } from "../_lib/bytes/checksums/read.ts";
import { bytesOfText } from "../_lib/bytes/hash/encoded-text.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Failure, Warning } from "../file-hash-checksum-verifier.ts";

const FILES = Type.Array(
  Type.Object({
    path: Type.String(),
    content: Type.String(),
    encoding: Type.Optional(Type.Union([Type.Literal("utf8"), Type.Literal("base64")])),
  }),
  { maxItems: 1000 },
);

/** A file whose digests are computed when they are asked for. */
export class HashedFile {
  readonly path: string;
  /** Its place in the input. */
  readonly index: number;
  readonly #bytes: Uint8Array;
  readonly #digests = new Map<ChecksumAlgorithm, string>();

  constructor(path: string, bytes: Uint8Array, index: number) {
    this.path = plainPath(path);
    this.index = index;
    this.#bytes = bytes;
  }

  digest(algorithm: ChecksumAlgorithm): string {
    const digest = this.#digests.get(algorithm) ?? checksumOf(algorithm, this.#bytes);
    this.#digests.set(algorithm, digest);
    return digest;
  }
}

type FilesRead =
  | { readonly files: readonly HashedFile[]; readonly failure?: undefined }
  | { readonly failure: Outcome<never, Failure, never> };

export function readFiles(field: unknown): FilesRead {
  const read = readStructured(field, FILES, "/files");
  if (read.failure) return { failure: read.failure };
  const files: HashedFile[] = [];
  for (const [at, { path, content, encoding = "utf8" }] of read.value.entries()) {
    const text = encoding === "base64" ? content.replace(/\s+/g, "") : content;
    const found = bytesOfText(text, encoding);
    if (found.bytes === undefined) {
      const place = `/files/${at}/content`;
      const expected = "whole groups of Base64 symbols";
      const message = `Cannot read ${place}: found something else, expected ${expected}`;
      return { failure: fail({ code: "BASE64_INVALID", message, path: place, expected }) };
    }
    files.push(new HashedFile(path, found.bytes, at));
  }
  return { files };
}

/** Only the first of files with one path is compared; of the others a warning tells, as of lines. */
export function repeatedFiles(files: readonly HashedFile[]): Entry<Warning>[] {
  const list = new WarningList<Warning>();
  const known = new Map<string, HashedFile>();
  for (const file of files) {
    const first = known.get(file.path);
    if (first === undefined) {
      known.set(file.path, file);
      continue;
    }
    const isSame = first.digest("sha256") === file.digest("sha256");
    list.add(isSame ? "DUPLICATE_ENTRY" : "CONFLICTING_ENTRY", () => ({
      message: `${quoted(file.path)} was given before${isSame ? "" : " with another content"}, which is the one compared`,
      path: `/files/${file.index}/path`,
    }));
  }
  return list.list();
}
