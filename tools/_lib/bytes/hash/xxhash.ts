/** xxHash with seed 0, by the specification of its author (xxHash fast digest algorithm, 0.1.1). */

const PRIME32 = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1] as const;
const PRIME64 = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
] as const;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function rotate32(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

function round32(lane: number, word: number): number {
  return Math.imul(rotate32(lane + Math.imul(word, PRIME32[1]), 13), PRIME32[0]);
}

/** XXH32 as an unsigned number. */
export function xxh32(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  let index = 0;
  let hash: number = PRIME32[4];
  if (bytes.length >= 16) {
    let [a, b, c, d] = [PRIME32[0] + PRIME32[1], PRIME32[1], 0, -PRIME32[0]] as [
      number,
      number,
      number,
      number,
    ];
    for (; index + 16 <= bytes.length; index += 16) {
      a = round32(a, view.getUint32(index, true));
      b = round32(b, view.getUint32(index + 4, true));
      c = round32(c, view.getUint32(index + 8, true));
      d = round32(d, view.getUint32(index + 12, true));
    }
    hash = rotate32(a, 1) + rotate32(b, 7) + rotate32(c, 12) + rotate32(d, 18);
  }
  hash = (hash + bytes.length) | 0;
  for (; index + 4 <= bytes.length; index += 4) {
    hash = hash + Math.imul(view.getUint32(index, true), PRIME32[2]);
    hash = Math.imul(rotate32(hash, 17), PRIME32[3]);
  }
  for (; index < bytes.length; index++) {
    hash = hash + Math.imul(view.getUint8(index), PRIME32[4]);
    hash = Math.imul(rotate32(hash, 11), PRIME32[0]);
  }
  hash = Math.imul(hash ^ (hash >>> 15), PRIME32[1]);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME32[2]);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function wrap(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

function rotate64(value: bigint, by: bigint): bigint {
  return wrap(value << by) | (value >> (64n - by));
}

function round64(lane: bigint, word: bigint): bigint {
  return wrap(rotate64(wrap(lane + word * PRIME64[1]), 31n) * PRIME64[0]);
}

function merge64(hash: bigint, lane: bigint): bigint {
  return wrap((hash ^ round64(0n, lane)) * PRIME64[0] + PRIME64[3]);
}

/** XXH64. */
export function xxh64(bytes: Uint8Array): bigint {
  const view = viewOf(bytes);
  let index = 0;
  let hash: bigint = PRIME64[4];
  if (bytes.length >= 32) {
    const lanes = [wrap(PRIME64[0] + PRIME64[1]), PRIME64[1], 0n, wrap(-PRIME64[0])];
    for (; index + 32 <= bytes.length; index += 32) {
      for (let lane = 0; lane < 4; lane++) {
        lanes[lane] = round64(lanes[lane] ?? 0n, view.getBigUint64(index + 8 * lane, true));
      }
    }
    const turns = [1n, 7n, 12n, 18n];
    hash = wrap(
      lanes.reduce((sum, lane, position) => sum + rotate64(lane, turns[position] ?? 0n), 0n),
    );
    hash = lanes.reduce(merge64, hash);
  }
  hash = wrap(hash + BigInt(bytes.length));
  for (; index + 8 <= bytes.length; index += 8) {
    hash ^= round64(0n, view.getBigUint64(index, true));
    hash = wrap(rotate64(hash, 27n) * PRIME64[0] + PRIME64[3]);
  }
  if (index + 4 <= bytes.length) {
    hash ^= wrap(BigInt(view.getUint32(index, true)) * PRIME64[0]);
    hash = wrap(rotate64(hash, 23n) * PRIME64[1] + PRIME64[2]);
    index += 4;
  }
  for (; index < bytes.length; index++) {
    hash ^= wrap(BigInt(view.getUint8(index)) * PRIME64[4]);
    hash = wrap(rotate64(hash, 11n) * PRIME64[0]);
  }
  hash = wrap((hash ^ (hash >> 33n)) * PRIME64[1]);
  hash = wrap((hash ^ (hash >> 29n)) * PRIME64[2]);
  return hash ^ (hash >> 32n);
}
