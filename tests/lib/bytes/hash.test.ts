import { describe, expect, test } from "bun:test";
import { createHash, createHmac } from "node:crypto";
import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { toHex } from "../../../tools/_lib/bytes/encodings.ts";
import { ALGORITHMS, findAlgorithm, hmac } from "../../../tools/_lib/bytes/hash/algorithms.ts";
import { adler32, crc32, crc32c } from "../../../tools/_lib/bytes/hash/checksum.ts";
import { xxh32, xxh64 } from "../../../tools/_lib/bytes/hash/xxhash.ts";

/** Names of the host's digests. */
const HOST: Readonly<Record<string, string>> = {
  md5: "md5",
  ripemd160: "ripemd160",
  sha1: "sha1",
  sha224: "sha224",
  sha256: "sha256",
  sha384: "sha384",
  sha512: "sha512",
  "sha512-224": "sha512-224",
  "sha512-256": "sha512-256",
  "sha3-224": "sha3-224",
  "sha3-256": "sha3-256",
  "sha3-384": "sha3-384",
  "sha3-512": "sha3-512",
  "blake2s-256": "blake2s256",
  "blake2b-512": "blake2b512",
};

describe.each(Object.entries(HOST))("%s", (name, host) => {
  const algorithm = findAlgorithm(name);
  if (!algorithm) throw new Error(name);

  test("agrees with the host", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const digest = algorithm.digest(bytes);
        expect(toHex(digest)).toBe(createHash(host).update(bytes).digest("hex"));
        expect(digest.length * 8).toBe(algorithm.bits);
      }),
    );
  });

  // Bun has no HMAC with BLAKE2; published values stand below.
  const isBlake = name.startsWith("blake");
  test.skipIf(isBlake)("HMAC agrees with the host, for keys longer than a block, too", () => {
    const keys = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(keys, fc.uint8Array({ maxLength: 200 }), (key, bytes) => {
        const { blockLength = 0 } = algorithm;
        const code = hmac({ ...algorithm, blockLength }, key, bytes);
        expect(toHex(code)).toBe(createHmac(host, key).update(bytes).digest("hex"));
      }),
    );
  });
});

test("checksums agree with the host", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(crc32(bytes)).toBe(zlibCrc32(bytes));
      expect(adler32(bytes)).toBe(Bun.hash.adler32(bytes));
      expect(xxh32(bytes)).toBe(Bun.hash.xxHash32(bytes, 0));
      expect(xxh64(bytes)).toBe(Bun.hash.xxHash64(bytes, 0n));
    }),
  );
  const long = new Uint8Array(300_000).fill(255);
  expect(adler32(long)).toBe(Bun.hash.adler32(long));
});

test("published values of what the host lacks", () => {
  const digits = new TextEncoder().encode("123456789");
  expect(crc32c(digits)).toBe(0xe3069283);
  const empty = new Uint8Array(0);
  const published: Record<string, string> = {
    "keccak-256": "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    shake128: "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26",
    shake256:
      "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762fd75dc4ddd8c0f200cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be",
    "blake2b-256": "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8",
    blake3: "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
  };
  for (const [name, digest] of Object.entries(published)) {
    expect(toHex(findAlgorithm(name)?.digest(empty) ?? empty)).toBe(digest);
  }
  // The tree of BLAKE3: 1,025 bytes 0, 1, … 250, 0, … (its published test vectors).
  const tree = Uint8Array.from({ length: 1025 }, (_, index) => index % 251);
  expect(toHex(findAlgorithm("blake3")?.digest(tree) ?? empty)).toBe(
    "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444",
  );
});

test("HMAC with BLAKE2 as Python's hmac module has it", () => {
  const code = (name: string): string => {
    const algorithm = findAlgorithm(name);
    const { blockLength = 0 } = algorithm ?? {};
    const [key, message] = [Uint8Array.of(0x6b), Uint8Array.of(0x6d)];
    return algorithm ? toHex(hmac({ ...algorithm, blockLength }, key, message)) : "";
  };
  expect(code("blake2s")).toBe("998d5d39acad301fad7d906adb391c363c726fd6eec3a7f25627ed04d66aff37");
  expect(code("blake2b")).toBe(
    "cfb0a92a74f0b600e6364e352260f30542c6756729d397019f405ff4b128e0fcb1eb82f06c5939f207c87651772e60558be5cf77f1326bb566eb5fb5c1cc45f9",
  );
});

test("names are found in any spelling", () => {
  expect(ALGORITHMS).toHaveLength(25);
  for (const [spelling, name] of [
    ["SHA-256", "sha256"],
    ["SHA2-256", "sha256"],
    ["sha512/256", "sha512-256"],
    ["SHA_3_256", "sha3-256"],
    ["BLAKE2b", "blake2b-512"],
    ["blake2s", "blake2s-256"],
    ["RMD160", "ripemd160"],
    ["Keccak256", "keccak-256"],
  ] as const) {
    expect(findAlgorithm(spelling)?.name).toBe(name);
  }
  expect(findAlgorithm("constructor")).toBeUndefined();
});
