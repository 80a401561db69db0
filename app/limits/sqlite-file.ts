/** The file of the SQLite store: where it is, who may read it, and why it cannot be this service's. */
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
import { checkHeader, FILE_NAME, HEADER_BYTES } from "./sqlite-header.ts";

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
    if (readSync(file, header) > 0) checkHeader(header);
  } finally {
    closeSync(file);
  }
}
