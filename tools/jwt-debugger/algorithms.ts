/** The signature algorithms of RFC 7518 section 3, RFC 8037, RFC 8812 and RFC 9864 that are verified here. */
import { hmac } from "@noble/hashes/hmac.js"; // the same synchronous digests in every engine
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import type { Ctx } from "../_core/tool.ts";
import { verifyEd25519 } from "../_lib/secrets/ed25519.ts";
import { verifyEcdsa } from "./curves.ts";
import { bitLength, type CurveName, type KeyMaterial, type VerificationKey } from "./keys.ts";
import { verifyPkcs1, verifyPss } from "./rsa.ts";

const HASHES = { 256: sha256, 384: sha384, 512: sha512 } as const;

interface HmacAlgorithm {
  readonly family: "secret";
  readonly bits: keyof typeof HASHES;
}

export type Algorithm = { readonly name: string } & (
  | HmacAlgorithm
  | { readonly family: "RSA"; readonly bits: keyof typeof HASHES; readonly isPss: boolean }
  | { readonly family: "EC"; readonly curve: CurveName }
  | { readonly family: "OKP" }
);

const ALGORITHMS: readonly Algorithm[] = [
  ...([256, 384, 512] as const).flatMap((bits): Algorithm[] => [
    { name: `HS${bits}`, family: "secret", bits },
    { name: `RS${bits}`, family: "RSA", bits, isPss: false },
    { name: `PS${bits}`, family: "RSA", bits, isPss: true },
  ]),
  { name: "ES256", family: "EC", curve: "P-256" },
  { name: "ES384", family: "EC", curve: "P-384" },
  { name: "ES512", family: "EC", curve: "P-521" },
  { name: "ES256K", family: "EC", curve: "secp256k1" },
  { name: "EdDSA", family: "OKP" },
  { name: "Ed25519", family: "OKP" },
];

export const ALGORITHM_NAMES: readonly string[] = ALGORITHMS.map(({ name }) => name).toSorted();

const byName = new Map(ALGORITHMS.map((algorithm) => [algorithm.name, algorithm]));

/** The algorithm of a header's `alg`; names are case-sensitive. */
export function findAlgorithm(name: unknown): Algorithm | undefined {
  return typeof name === "string" ? byName.get(name) : undefined;
}

/** Whether the key may be used with the algorithm: its own family, curve, `alg`, `use` and `key_ops`. */
export function allows(
  { material, mayVerify, algorithm: only }: VerificationKey,
  algorithm: Algorithm,
): boolean {
  if (!mayVerify || material.family !== algorithm.family) return false;
  if (only !== undefined && only !== algorithm.name) return false;
  if (material.family === "EC")
    return algorithm.family === "EC" && material.curve === algorithm.curve;
  return !(material.family === "RSA" && material.onlyPss) || isPss(algorithm);
}

function isPss(algorithm: Algorithm): boolean {
  return algorithm.family === "RSA" && algorithm.isPss;
}

/** Whether the signature is the key's of the message; false for a key of another family. */
export function verify(
  algorithm: Algorithm,
  key: KeyMaterial,
  message: Uint8Array,
  signature: Uint8Array,
  budget: Ctx["budget"],
): boolean {
  if (algorithm.family === "secret") {
    return key.family === "secret" && isHmac(algorithm, key.bytes, message, signature);
  }
  if (algorithm.family === "RSA" && key.family === "RSA") {
    budget.spend(rsaSteps(key.modulus, key.exponent));
    const verifyRsa = algorithm.isPss ? verifyPss : verifyPkcs1;
    return verifyRsa(HASHES[algorithm.bits], key, message, signature);
  }
  budget.spend(CURVE_STEPS);
  if (algorithm.family === "EC" && key.family === "EC") {
    return verifyEcdsa(key.curve, key.point, message, signature);
  }
  return key.family === "OKP" && verifyEd25519(key.point, message, signature);
}

/** Sets of keys are tried one by one, so each try takes of the budget about what it takes of time. */
const CURVE_STEPS = 200_000;
const WORD_BITS = 64;

function rsaSteps(modulus: bigint, exponent: bigint): number {
  const words = Math.ceil(bitLength(modulus) / WORD_BITS);
  return Math.ceil((words * words * bitLength(exponent)) / 10);
}

/** Whether the signature is the HMAC of the message. */
export function isHmac(
  { bits }: HmacAlgorithm,
  secret: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const expected = hmac(HASHES[bits], secret, message);
  return (
    expected.length === signature.length &&
    expected.every((byte, index) => byte === signature[index])
  );
}
