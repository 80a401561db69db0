/** Digests that stand alone in a list, as many pages of downloads show them. */
import { readChecksums, writeChecksumLine } from "../../tools/_lib/bytes/checksums/read.ts";

/** The list with the path of the only file there is behind them; of several files none is meant. */
export function withOnlyPath(text: string, files: readonly { readonly path: string }[]): string {
  const [only, ...others] = files;
  // Lists with NUL in them have no other line ends, and always paths.
  if (only === undefined || others.length > 0 || text.includes("\0")) return text;
  const lone = new Map(
    readChecksums(text)
      .checksums.filter(({ path }) => path === undefined)
      .map(({ line, digest }) => [line, digest]),
  );
  if (lone.size === 0) return text;
  return text
    .split(/\r\n?|\n/)
    .map((line, index) => {
      const digest = lone.get(index + 1);
      return digest === undefined ? line : writeChecksumLine(digest, only.path).slice(0, -1);
    })
    .join("\n");
}
