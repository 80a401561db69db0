/** Every digest by name: SHA-1 to SHA-3, BLAKE, and the checksums. */
// @noble/hashes: audited, synchronous and free of host crypto, so the bytes are the same in every engine.
import { blake2b, blake2s } from "@noble/hashes/blake2.js";
import { blake3 } from "@noble/hashes/blake3.js";
import { md5, ripemd160, sha1 } from "@noble/hashes/legacy.js";
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from "@noble/hashes/sha2.js";
import {
  keccak_256,
  sha3_224,
  sha3_256,
  sha3_384,
  sha3_512,
  shake128,
  shake256,
} from "@noble/hashes/sha3.js";
import { adler32, crc32, crc32c } from "./checksum.ts";
import { xxh32, xxh64 } from "./xxhash.ts";

export interface Algorithm {
  readonly name: AlgorithmName;
  readonly bits: number;
  /** Bytes of a block in HMAC (RFC 2104); absent where the construction does not apply. */
  readonly blockLength?: number;
  digest(bytes: Uint8Array): Uint8Array;
}

/** In the order in which results list them. */
export const ALGORITHM_NAMES = [
  "md5",
  "ripemd160",
  "sha1",
  "sha224",
  "sha256",
  "sha384",
  "sha512",
  "sha512-224",
  "sha512-256",
  "sha3-224",
  "sha3-256",
  "sha3-384",
  "sha3-512",
  "shake128",
  "shake256",
  "keccak-256",
  "blake2s-256",
  "blake2b-256",
  "blake2b-512",
  "blake3",
  "crc32",
  "crc32c",
  "adler32",
  "xxh32",
  "xxh64",
] as const;

export type AlgorithmName = (typeof ALGORITHM_NAMES)[number];

interface Hash {
  (bytes: Uint8Array): Uint8Array;
  readonly blockLen: number;
  readonly outputLen: number;
}

function plain(hash: Hash): Omit<Algorithm, "name"> {
  return { bits: hash.outputLen * 8, blockLength: hash.blockLen, digest: hash };
}

/** A number as big-endian bytes, as checksums are published. */
function number32(checksum: (bytes: Uint8Array) => number): Omit<Algorithm, "name"> {
  return {
    bits: 32,
    digest(bytes) {
      const digest = new Uint8Array(4);
      new DataView(digest.buffer).setUint32(0, checksum(bytes));
      return digest;
    },
  };
}

const DEFINITIONS: Readonly<Record<AlgorithmName, Omit<Algorithm, "name">>> = {
  md5: plain(md5),
  ripemd160: plain(ripemd160),
  sha1: plain(sha1),
  sha224: plain(sha224),
  sha256: plain(sha256),
  sha384: plain(sha384),
  sha512: plain(sha512),
  "sha512-224": plain(sha512_224),
  "sha512-256": plain(sha512_256),
  "sha3-224": plain(sha3_224),
  "sha3-256": plain(sha3_256),
  "sha3-384": plain(sha3_384),
  "sha3-512": plain(sha3_512),
  shake128: { bits: 256, digest: (bytes) => shake128(bytes, { dkLen: 32 }) },
  shake256: { bits: 512, digest: (bytes) => shake256(bytes, { dkLen: 64 }) },
  "keccak-256": plain(keccak_256),
  "blake2s-256": plain(blake2s),
  "blake2b-256": {
    bits: 256,
    blockLength: blake2b.blockLen,
    digest: (bytes) => blake2b(bytes, { dkLen: 32 }),
  },
  "blake2b-512": plain(blake2b),
  blake3: { bits: 256, digest: (bytes) => blake3(bytes) },
  crc32: number32(crc32),
  crc32c: number32(crc32c),
  adler32: number32(adler32),
  xxh32: number32(xxh32),
  xxh64: {
    bits: 64,
    digest(bytes) {
      const digest = new Uint8Array(8);
      new DataView(digest.buffer).setBigUint64(0, xxh64(bytes));
      return digest;
    },
  },
};

export const ALGORITHMS: readonly Algorithm[] = ALGORITHM_NAMES.map((name) => ({
  name,
  ...DEFINITIONS[name],
}));

const ALIASES: Readonly<Record<string, AlgorithmName>> = {
  "sha2-224": "sha224",
  "sha2-256": "sha256",
  "sha2-384": "sha384",
  "sha2-512": "sha512",
  blake2b: "blake2b-512",
  blake2s: "blake2s-256",
  rmd160: "ripemd160",
};

const byPlainName = new Map<string, Algorithm>();
for (const algorithm of ALGORITHMS) byPlainName.set(plainName(algorithm.name), algorithm);
for (const [alias, name] of Object.entries(ALIASES)) {
  byPlainName.set(plainName(alias), { name, ...DEFINITIONS[name] });
}

/** The spelling that counts: lower case, without `-`, `_` and `/`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_/]/g, "");
}

/** The algorithm of a name in any letter case, with or without `-`, `_` and `/`. */
export function findAlgorithm(name: string): Algorithm | undefined {
  return byPlainName.get(plainName(name));
}

/** HMAC of RFC 2104 with the hash's own block size; longer keys are hashed first. */
export function hmac(
  { digest, blockLength }: Algorithm & { readonly blockLength: number },
  key: Uint8Array,
  message: Uint8Array,
): Uint8Array {
  const block = new Uint8Array(blockLength);
  block.set(key.length > blockLength ? digest(key) : key);
  const inner = digest(joined(block, 0x36, message));
  return digest(joined(block, 0x5c, inner));
}

function joined(block: Uint8Array, pad: number, rest: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(block.length + rest.length);
  bytes.set(block.map((byte) => byte ^ pad));
  bytes.set(rest, block.length);
  return bytes;
}
