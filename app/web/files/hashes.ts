/** Digests that grow piece by piece: the browser's own want the whole file. */
import { part } from "./part.ts";

export const hashes = part("checksum library", () => import("hash-wasm"));
