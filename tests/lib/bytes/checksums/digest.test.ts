import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  CHECKSUM_ALGORITHMS,
  digitsOf,
} from "../../../../tools/_lib/bytes/checksums/algorithms.ts";
import { readDigest } from "../../../../tools/_lib/bytes/checksums/digest.ts";

const ALGORITHM = fc.constantFrom(...CHECKSUM_ALGORITHMS);
const HEX = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 128 });

test("a digest is read from every way in which it is written", () => {
  fc.assert(
    fc.property(ALGORITHM, HEX, fc.constantFrom(":", "="), (algorithm, random, mark) => {
      const digest = random.slice(0, digitsOf(algorithm));
      for (const hex of [digest, digest.toUpperCase(), ` ${digest}\n`]) {
        expect(readDigest(`${algorithm}${mark}${hex.trim()}`, "md5")).toEqual({
          algorithm,
          digest,
        });
        expect(readDigest(hex, algorithm)).toEqual({ algorithm, digest });
      }
    }),
  );
  fc.assert(
    fc.property(fc.constantFrom("sha256", "sha384", "sha512"), HEX, (algorithm, random) => {
      const digest = random.slice(0, digitsOf(algorithm));
      const base64 = Buffer.from(digest, "hex").toString("base64");
      const expected = { algorithm, digest } as const;
      expect(readDigest(`${algorithm}-${base64}`, "md5")).toEqual(expected);
      expect(readDigest(`${algorithm}-${digest}`, "md5")).toEqual(expected);
      expect(readDigest(`SHA-${algorithm.slice(3)}:${digest}`, "md5")).toEqual(expected);
    }),
  );
});

test.each([
  "",
  "abc",
  "sha256:",
  "sha256:abc",
  "sha256-abc",
  "sha999:00",
  `sha1:${"a".repeat(64)}`,
])("%j is none", (text) => {
  expect(readDigest(text, "sha256")).toBeUndefined();
});
