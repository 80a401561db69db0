import { toHex } from "../encodings.ts";
import {
  type Algorithm,
  type AlgorithmName,
  findAlgorithm,
  plainName,
} from "../hash/algorithms.ts";

/** The algorithms of checksum lists, under the names that their users know. */
export const CHECKSUM_ALGORITHMS = [
  "md5",
  "sha1",
  "sha224",
  "sha256",
  "sha384",
  "sha512",
  "sha512-256",
  "sha3-256",
  "sha3-512",
  "blake2b512",
  "blake3",
  "crc32",
] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

const HASHES: Readonly<Record<ChecksumAlgorithm, Algorithm>> = Object.fromEntries(
  CHECKSUM_ALGORITHMS.map((name) => [name, findAlgorithm(hashName(name))]),
) as Record<ChecksumAlgorithm, Algorithm>;

function hashName(name: ChecksumAlgorithm): AlgorithmName {
  return name === "blake2b512" ? "blake2b-512" : name;
}

const LABELS: ReadonlyMap<string, ChecksumAlgorithm> = new Map([
  ...CHECKSUM_ALGORITHMS.map((name) => [plainName(name), name] as const),
  ...(["224", "256", "384", "512"] as const).map((size) => [`sha2${size}`, `sha${size}`] as const),
  ["blake2b", "blake2b512"],
]);

/** The algorithm that a label names, in any letter case, with or without `-`. */
export function algorithmOfLabel(label: string): ChecksumAlgorithm | undefined {
  return LABELS.get(plainName(label));
}

const BY_LENGTH: ReadonlyMap<number, ChecksumAlgorithm> = new Map([
  [8, "crc32"],
  [32, "md5"],
  [40, "sha1"],
  [56, "sha224"],
  [64, "sha256"],
  [96, "sha384"],
  [128, "sha512"],
]);

/** What a digest without a label most likely is. */
export function algorithmOfLength(digits: number): ChecksumAlgorithm | undefined {
  return BY_LENGTH.get(digits);
}

/** Hex digits of a digest. */
export function digitsOf(name: ChecksumAlgorithm): number {
  return HASHES[name].bits / 4;
}

/** The digest in lower-case hex. */
export function checksumOf(name: ChecksumAlgorithm, bytes: Uint8Array): string {
  return toHex(HASHES[name].digest(bytes));
}

/** Whether others with the same checksum can be made on purpose. */
export function isWeak(name: ChecksumAlgorithm): boolean {
  return name === "md5" || name === "sha1" || name === "crc32";
}
