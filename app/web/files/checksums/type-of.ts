/** The media type of content by its first bytes. */

/** Where the bytes stand, and what they are; ASCII, or numbers. */
const SIGNATURES: readonly (readonly [
  at: number,
  sign: string | readonly number[],
  type: string,
])[] = [
  [0, [0x89, 0x50, 0x4e, 0x47], "image/png"],
  [0, [0xff, 0xd8, 0xff], "image/jpeg"],
  [0, "GIF8", "image/gif"],
  [8, "WEBP", "image/webp"],
  [4, "ftypavif", "image/avif"],
  [4, "ftyp", "video/mp4"],
  [0, "%PDF-", "application/pdf"],
  [0, [0x50, 0x4b, 3, 4], "application/zip"],
  [0, [0x50, 0x4b, 5, 6], "application/zip"],
  [0, [0x1f, 0x8b], "application/gzip"],
  [0, [0x28, 0xb5, 0x2f, 0xfd], "application/zstd"],
  [0, [0xfd, 0x37, 0x7a, 0x58, 0x5a], "application/x-xz"],
  [0, "7z\u00BC\u00AF", "application/x-7z-compressed"],
  [257, "ustar", "application/x-tar"],
  [0, [0x7f, 0x45, 0x4c, 0x46], "application/x-elf"],
  [0, "SQLite format 3", "application/vnd.sqlite3"],
];

export function typeOf(head: Uint8Array): string {
  const found = SIGNATURES.find(([at, sign]) =>
    [...sign].every((byte, index) => head[at + index] === codeOf(byte)),
  );
  return found?.[2] ?? (isText(head) ? "text/plain" : "application/octet-stream");
}

const codeOf = (byte: string | number): number =>
  typeof byte === "number" ? byte : byte.charCodeAt(0);

/** UTF-8 without control characters but blanks and line ends; the last character may be cut. */
function isText(head: Uint8Array): boolean {
  if (head.length === 0 || head.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
