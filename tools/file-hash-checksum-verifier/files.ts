/** Files whose content is given. */
import { type Entry, fail } from "../_core/tool.ts";
import { type ChecksumAlgorithm, checksumOf } from "../_lib/bytes/checksums/algorithms.ts";
import { plainPath } from "../_lib/bytes/checksums/read.ts";
import { bytesOfText } from "../_lib/bytes/hash/encoded-text.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { FileItem, Warning } from "../file-hash-checksum-verifier.ts";

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

/** The bytes of the files. */
export function readFiles(items: readonly FileItem[]) {
  const files: HashedFile[] = [];
  for (const [at, { path, content, encoding }] of items.entries()) {
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
