/** xoshiro256** of Blackman and Vigna, seeded with SHA-256. */
import { sha256 } from "@noble/hashes/sha2.js";
import type { Entropy } from "../random.ts";

const WORDS = 4;
const WORD_BYTES = 8;
const WORD = 1n << 64n;

/** The next 64 bits as a whole number. */
export type WordSource = () => bigint;

/** Words of a state of four, which is not all zeros. */
export function xoshiro256(state: readonly bigint[]): WordSource {
  let [s0 = 0n, s1 = 0n, s2 = 0n, s3 = 0n] = state;
  return () => {
    const result = BigInt.asUintN(64, rotated(BigInt.asUintN(64, s1 * 5n), 7n) * 9n);
    const shifted = BigInt.asUintN(64, s1 << 17n);
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = rotated(s3, 45n);
    return result;
  };
}

function rotated(word: bigint, by: bigint): bigint {
  return BigInt.asUintN(64, (word << by) | (word >> (64n - by)));
}

/** The state is the four big-endian words of the SHA-256 of the seed's UTF-8. */
export function seededWords(seed: string): WordSource {
  return xoshiro256(bigEndianWords(sha256(new TextEncoder().encode(seed))));
}

/** The state is drawn from the run's own entropy. */
export function entropyWords(entropy: Entropy): WordSource {
  return xoshiro256(bigEndianWords(entropy.bytes(WORDS * WORD_BYTES)));
}

function bigEndianWords(bytes: Uint8Array): bigint[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: WORDS }, (_, index) => view.getBigUint64(index * WORD_BYTES));
}

/** A whole number from 0 to below `bound`, every one equally likely: words of an incomplete last run are dropped. */
export function draw(next: WordSource, bound: number): number {
  const size = BigInt(bound);
  const complete = (WORD / size) * size;
  let word = next();
  while (word >= complete) word = next();
  return Number(word % size);
}

/** An odd number of 2^−54 between 0 and 1: its numerator. */
export function drawUnit(next: WordSource): bigint {
  return (next() >> 11n) * 2n + 1n;
}
