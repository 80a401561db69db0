import { sha256 } from "@noble/hashes/sha2.js"; // the same synchronous digests in every engine
import { toHex } from "./encodings.ts";

/** Lower-case hex of the SHA-256 of a text's UTF-8 bytes. */
export function sha256Hex(text: string): string {
  return sha256HexOf(new TextEncoder().encode(text));
}

/** Lower-case hex of the SHA-256 of bytes. */
export function sha256HexOf(bytes: Uint8Array): string {
  return toHex(sha256(bytes));
}
