/** Points and signatures on the curves of JSON Web Algorithms. */
// @noble/curves: audited and synchronous, by the maker of @noble/hashes, so verdicts are the same in every engine.
import { p256, p384, p521 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import type { CurveName } from "./keys.ts";

const CURVES = { "P-256": p256, "P-384": p384, "P-521": p521, secp256k1 } as const;

/** Bytes of a coordinate, and of each half of a signature. */
export const COORDINATE_BYTES: Readonly<Record<CurveName, number>> = {
  "P-256": 32,
  "P-384": 48,
  "P-521": 66,
  secp256k1: 32,
};

export function isCurveName(name: unknown): name is CurveName {
  return typeof name === "string" && Object.hasOwn(CURVES, name);
}

/** Whether the bytes, in SEC 1 form, are a point of the curve other than the one at infinity. */
export function isPoint(curve: CurveName, bytes: Uint8Array): boolean {
  return CURVES[curve].utils.isValidPublicKey(bytes);
}

/** ECDSA with the curve's hash of RFC 7518 section 3.4 and RFC 8812; the signature is r and s, one after the other. */
export function verifyEcdsa(
  curve: CurveName,
  point: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (signature.length !== 2 * COORDINATE_BYTES[curve]) return false;
  return CURVES[curve].verify(signature, message, point, { lowS: false });
}
