/** The file of the SQLite store: where it is, who may read it, and whether it can be this service's. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
} from "node:fs";

const FILE_NAME = "purebox.sqlite";
export const SCHEMA_VERSION = 1;

// https://sqlite.org/fileformat.html#the_database_header
const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
const USER_VERSION_AT = 60;

/** Makes what is missing of the directory and of the file in it; only their owner can read them. Returns its path. */
export function makeFile(directory: string): string {
  const path = `${directory}/${FILE_NAME}`;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) {
    // SQLite would make it readable for everyone; its log and index files take the mode of the file.
    closeSync(openSync(path, "a", 0o600));
    chmodSync(path, 0o600);
  }
  return path;
}

/**
 * Throws where the file can be seen to be of no use: not to be written, of something else, or of another version.
 * Opening it says more, and takes a tenth of the start of the service.
 */
export function checkFile(directory: string): void {
  const path = makeFile(directory);
  accessSync(directory, constants.W_OK);
  const file = openSync(path, "r+");
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    // What SQLite has not written to yet is empty.
    if (readSync(file, header) === 0) return;
    if (header.toString("latin1", 0, MAGIC.length) !== MAGIC)
      throw new Error("file is not a database");
    checkVersion(header.readUInt32BE(USER_VERSION_AT));
  } finally {
    closeSync(file);
  }
}

/** Zero is that of a file without tables. */
export function checkVersion(version: number | undefined): void {
  if (version === 0 || version === SCHEMA_VERSION) return;
  throw new Error(
    `Cannot open ${FILE_NAME}: it has version ${version}, version ${SCHEMA_VERSION} expected`,
  );
}
