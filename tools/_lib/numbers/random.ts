import type { Ctx } from "../../_core/tool.ts";

/** Where random bytes come from: the run's `ctx`. */
export type Entropy = Pick<Ctx, "bytes">;

const BYTE = 8n;

/** The next `count` bits as one number, first byte highest; reads whole bytes and drops the surplus high bits. */
export function drawBits(entropy: Entropy, count: number): bigint {
  let bits = 0n;
  for (const byte of entropy.bytes(Math.ceil(count / 8))) bits = (bits << BYTE) | BigInt(byte);
  return BigInt.asUintN(count, bits);
}

/**
 * A whole number from 0 to below `bound` (1 … 2^53), every one equally likely: as many bytes as the smallest
 * bit mask over `bound` - 1 needs are drawn, masked, and drawn again where the number is not below the bound.
 */
export function drawBelow(entropy: Entropy, bound: number): number {
  return drawsBelow(entropy, bound, 1)();
}

/** Draws as `drawBelow`, many of them, taking the entropy of `block` tries at a time. */
export function drawsBelow(entropy: Entropy, bound: number, block = BLOCK_TRIES): () => number {
  const highest = bound - 1;
  if (highest <= 0) return () => 0;
  let length = 1;
  let leading = highest;
  while (leading >= 256) {
    leading = Math.floor(leading / 256);
    length++;
  }
  const mask = 2 ** (32 - Math.clz32(leading)) - 1;
  let bytes: Uint8Array = new Uint8Array();
  let used = 0;
  return () => {
    for (;;) {
      if (used === bytes.length) {
        bytes = entropy.bytes(length * block);
        used = 0;
      }
      let drawn = (bytes[used] ?? 0) & mask;
      for (let index = 1; index < length; index++) drawn = drawn * 256 + (bytes[used + index] ?? 0);
      used += length;
      if (drawn <= highest) return drawn;
    }
  };
}

const BLOCK_TRIES = 256;
