/** One digest as text: hex, with its algorithm before it or not, or as Subresource Integrity writes it. */
import { readBase64 } from "../base64.ts";
import { toHex } from "../encodings.ts";
import { algorithmOfLabel, type ChecksumAlgorithm, digitsOf } from "./algorithms.ts";

export interface Digest {
  readonly algorithm: ChecksumAlgorithm;
  /** Lower-case hex. */
  readonly digest: string;
}

const HEX = /^[0-9A-Fa-f]+$/;
const PREFIXED = /^([A-Za-z][A-Za-z0-9_-]*)[:=](.*)$/;
const INTEGRITY = /^(sha256|sha384|sha512)-(.*)$/i;

/** Hex under a label; undefined where the label names no algorithm, or it gives another number of digits. */
export function hexDigest(label: string, hex: string): Digest | undefined {
  const algorithm = algorithmOfLabel(label);
  if (algorithm === undefined || !HEX.test(hex) || hex.length !== digitsOf(algorithm))
    return undefined;
  return { algorithm, digest: hex.toLowerCase() };
}

/** Base64 under a label, as in `sha256-…`. */
export function base64Digest(label: string, base64: string): Digest | undefined {
  const read = base64 === "" ? undefined : readBase64(base64);
  return read && "bytes" in read ? hexDigest(label, toHex(read.bytes)) : undefined;
}

/** `sha256:hex`, `sha256=hex`, `sha256-hex`, `sha256-base64`, or hex alone, which is of the algorithm that is given. */
export function readDigest(text: string, algorithm: ChecksumAlgorithm): Digest | undefined {
  const written = text.trim();
  const [, named = "", base64 = ""] = INTEGRITY.exec(written) ?? [];
  const [, label = named, hex = base64] = PREFIXED.exec(written) ?? [];
  if (label === "") return hexDigest(algorithm, written);
  return hexDigest(label, hex) ?? hexDigest(named, base64) ?? base64Digest(named, base64);
}
