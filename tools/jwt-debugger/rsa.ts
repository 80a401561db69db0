/** RSA signature verification of RFC 8017: one modular power, then the whole padding is compared. */
import { concatBytes } from "@noble/hashes/utils.js"; // the bytes are hashed by the same package
import { bigintOf, bytesOf } from "./der.ts";
import { bitLength, type RsaKey } from "./keys.ts";

export interface RsaHash {
  (bytes: Uint8Array): Uint8Array;
  readonly outputLen: number;
}

/** DER of DigestInfo up to the digest, by the digest's length (RFC 8017 section 9.2, note 1). */
const DIGEST_INFO: Readonly<Record<number, readonly number[]>> = {
  32: [0x30, 0x31, 0x30, 0x0d, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1, 5, 0, 4, 0x20],
  48: [0x30, 0x41, 0x30, 0x0d, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 2, 5, 0, 4, 0x30],
  64: [0x30, 0x51, 0x30, 0x0d, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 3, 5, 0, 4, 0x40],
};

const LEAST_FILL = 8;

/** RSASSA-PKCS1-v1_5: what was signed has to be the one encoding of the digest, byte for byte. */
export function verifyPkcs1(
  hash: RsaHash,
  key: RsaKey,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const length = byteLength(key.modulus);
  const signed = openSignature(key, signature);
  const digestInfo = concatBytes(Uint8Array.from(DIGEST_INFO[hash.outputLen] ?? []), hash(message));
  const fill = length - digestInfo.length - 3;
  if (signed === undefined || fill < LEAST_FILL) return false;
  const expected = concatBytes(
    Uint8Array.of(0, 1),
    new Uint8Array(fill).fill(0xff),
    Uint8Array.of(0),
    digestInfo,
  );
  return signed === bigintOf(expected);
}

const TRAILER = 0xbc;

/** RSASSA-PSS with MGF1 of the same hash and a salt as long as the digest (RFC 7518 section 3.5). */
export function verifyPss(
  hash: RsaHash,
  key: RsaKey,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const signed = openSignature(key, signature);
  const bits = bitLength(key.modulus) - 1;
  const length = Math.ceil(bits / 8);
  const digestLength = hash.outputLen;
  if (signed === undefined || length < 2 * digestLength + 2 || bitLength(signed) > bits)
    return false;
  const encoded = bytesOf(signed, length);
  const maskedLength = length - digestLength - 1;
  const digest = encoded.subarray(maskedLength, length - 1);
  if (encoded.at(-1) !== TRAILER) return false;

  const mask = mgf1(hash, digest, maskedLength);
  const block = encoded.subarray(0, maskedLength).map((byte, index) => byte ^ (mask[index] ?? 0));
  // The bits above those of the modulus are zero in `encoded` and not masked.
  block[0] = (block[0] ?? 0) & (0xff >> (8 * length - bits));
  const saltAt = maskedLength - digestLength;
  const isPadded = block.every(
    (byte, index) => index >= saltAt || byte === Number(index === saltAt - 1),
  );
  const salt = block.subarray(saltAt);
  const again = hash(concatBytes(new Uint8Array(8), hash(message), salt));
  return isPadded && again.every((byte, index) => byte === digest[index]);
}

/** RSAVP1; undefined where the signature has another length than the modulus, or is not below it. */
function openSignature({ modulus, exponent }: RsaKey, signature: Uint8Array): bigint | undefined {
  const value = bigintOf(signature);
  if (signature.length !== byteLength(modulus) || value >= modulus) return undefined;
  return modularPower(value, exponent, modulus);
}

function byteLength(value: bigint): number {
  return Math.ceil(bitLength(value) / 8);
}

function modularPower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let power = base % modulus;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * power) % modulus;
    power = (power * power) % modulus;
  }
  return result;
}

function mgf1(hash: RsaHash, seed: Uint8Array, length: number): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let counter = 0; counter * hash.outputLen < length; counter++) {
    blocks.push(hash(concatBytes(seed, bytesOf(BigInt(counter), 4))));
  }
  return concatBytes(...blocks).subarray(0, length);
}
