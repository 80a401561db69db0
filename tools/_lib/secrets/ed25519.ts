/** Points of edwards25519, and signatures by them. */
// @noble/curves: audited and synchronous, by the maker of @noble/hashes, so verdicts are the same in every engine.
import { ed25519 } from "@noble/curves/ed25519.js";

/** Whether the 32 bytes are a point of the curve. */
export function isEdPoint(bytes: Uint8Array): boolean {
  return ed25519.utils.isValidPublicKey(bytes, false);
}

/** Ed25519 as RFC 8032 has it, without the leniency of ZIP 215. */
export function verifyEd25519(
  point: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  return signature.length === 64 && ed25519.verify(signature, message, point, { zip215: false });
}
