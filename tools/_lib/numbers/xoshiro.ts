/** xoshiro256** of Blackman and Vigna, seeded with SHA-256. */
import { sha256 } from "@noble/hashes/sha2.js";
import type { Entropy } from "./random.ts";

const WORDS = 4;
const WORD_BYTES = 8;
const WORD = 1n << 64n;
const HALF = 2 ** 32;

/** The next 64 bits as a whole number. */
export type WordSource = () => bigint;

/** The next number from 0 to below 1: the upper 53 bits of a word. */
export type UnitSource = () => number;

/** The state in halves of 32 bits, as arithmetic of big integers takes ten times as long. */
class Generator {
  /** The halves of the word drawn last. */
  high = 0;
  low = 0;
  #high0 = 0;
  #low0 = 0;
  #high1 = 0;
  #low1 = 0;
  #high2 = 0;
  #low2 = 0;
  #high3 = 0;
  #low3 = 0;

  /** The state is not all zeros. */
  constructor([word0 = 0n, word1 = 0n, word2 = 0n, word3 = 0n]: readonly bigint[]) {
    [this.#high0, this.#low0] = halvesOf(word0);
    [this.#high1, this.#low1] = halvesOf(word1);
    [this.#high2, this.#low2] = halvesOf(word2);
    [this.#high3, this.#low3] = halvesOf(word3);
  }

  draw(): void {
    const high1 = this.#high1;
    const low1 = this.#low1;
    this.#scramble(high1, low1);
    const high2 = this.#high2 ^ this.#high0;
    const low2 = this.#low2 ^ this.#low0;
    const high3 = this.#high3 ^ high1;
    const low3 = this.#low3 ^ low1;
    this.#high1 = high1 ^ high2;
    this.#low1 = low1 ^ low2;
    this.#high0 ^= high3;
    this.#low0 ^= low3;
    this.#high2 = high2 ^ ((high1 << 17) | (low1 >>> 15));
    this.#low2 = low2 ^ (low1 << 17);
    // Turned by 45 bits: the halves change places, then by 13.
    this.#high3 = (low3 << 13) | (high3 >>> 19);
    this.#low3 = (high3 << 13) | (low3 >>> 19);
  }

  /** Five times the word, turned by 7 bits, nine times. */
  #scramble(wordHigh: number, wordLow: number): void {
    let low = (wordLow >>> 0) * 5;
    let high = (wordHigh >>> 0) * 5 + Math.floor(low / HALF);
    const turned = (low << 7) | (high >>> 25);
    high = (high << 7) | (low >>> 25);
    low = (turned >>> 0) * 9;
    high = (high >>> 0) * 9 + Math.floor(low / HALF);
    this.high = high >>> 0;
    this.low = low >>> 0;
  }
}

function halvesOf(word: bigint): readonly [high: number, low: number] {
  return [Number(BigInt.asIntN(32, word >> 32n)), Number(BigInt.asIntN(32, word))];
}

/** Words of a state of four, which is not all zeros. */
export function xoshiro256(state: readonly bigint[]): WordSource {
  const generator = new Generator(state);
  return () => {
    generator.draw();
    return (BigInt(generator.high) << 32n) | BigInt(generator.low);
  };
}

/** The state is the four big-endian words of the SHA-256 of the seed's UTF-8. */
export function seededWords(seed: string): WordSource {
  return xoshiro256(stateOf(seed));
}

/** The upper bits of the words of `seededWords`; an index below n is floor(unit·n). */
export function seededUnits(seed: string): UnitSource {
  const generator = new Generator(stateOf(seed));
  return () => {
    generator.draw();
    return (generator.high * 2 ** 21 + (generator.low >>> 11)) * 2 ** -53;
  };
}

/** The state is drawn from the run's own entropy. */
export function entropyWords(entropy: Entropy): WordSource {
  return xoshiro256(bigEndianWords(entropy.bytes(WORDS * WORD_BYTES)));
}

function stateOf(seed: string): bigint[] {
  return bigEndianWords(sha256(new TextEncoder().encode(seed)));
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
