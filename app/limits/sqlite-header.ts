/** What the first bytes of the store's file say. */

export const FILE_NAME = "purebox.sqlite";
export const SCHEMA_VERSION = 1;

// https://sqlite.org/fileformat.html#the_database_header
export const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
const USER_VERSION_AT = 60;

/** Throws where it is of something else, or of another version. */
export function checkHeader(header: Uint8Array): void {
  if (![...MAGIC].every((character, at) => header[at] === character.charCodeAt(0)))
    throw new Error("file is not a database");
  checkVersion(new DataView(header.buffer, header.byteOffset).getUint32(USER_VERSION_AT));
}

/** Zero is that of a file without tables. */
export function checkVersion(version: number | undefined): void {
  if (version === 0 || version === SCHEMA_VERSION) return;
  throw new Error(
    `Cannot open ${FILE_NAME}: it has version ${version}, version ${SCHEMA_VERSION} expected`,
  );
}

/**
 * Whether the file is there, can be written, and is of this version, as it usually is: seen without `node:fs`, which
 * would take a start 4 ms and 2 MB. A folder that cannot be written besides it is told of with the first call.
 */
export function isUsable(directory: string): boolean {
  const path = `${directory}/${FILE_NAME}`;
  try {
    // Opens it for reading and writing.
    checkHeader(Bun.mmap(path, { size: HEADER_BYTES }));
    return true;
  } catch (error) {
    // There is nothing to map in what SQLite has not written to yet.
    return (error as { code?: unknown }).code === "EINVAL" && Bun.file(path).size === 0;
  }
}
