/** Checks the signature of a token with the keys that may be used for it. */
import type { Ctx } from "../_core/tool.ts";
import { type Algorithm, allows, findAlgorithm, verify } from "./algorithms.ts";
import type { KeyRing, VerificationKey } from "./keys.ts";
import {
  isUnsigned,
  type Payload,
  signingInput,
  type TokenSignature,
} from "../_lib/secrets/jwt/token.ts";

export interface SignedToken {
  readonly signature: TokenSignature;
  readonly payload: Payload;
}

export interface SignatureCheck {
  readonly algorithm: Algorithm | undefined;
  /** What the signature covers. */
  readonly message: Uint8Array;
  /** Keys that the token can mean. */
  readonly candidates: readonly VerificationKey[];
  /** Those of them that allow the algorithm. */
  readonly fitting: readonly VerificationKey[];
  /** The key that verified, or else the first that was tried. */
  readonly key: VerificationKey | undefined;
  /** Undefined where there was nothing to check, or nothing to check it with. */
  readonly valid: boolean | undefined;
  /** Why the signature is not valid, as a sentence without its full stop. */
  readonly reason: string | undefined;
}

export function checkSignature(
  { signature, payload }: SignedToken,
  ring: KeyRing | undefined,
  budget: Ctx["budget"],
): SignatureCheck {
  const { header, bytes } = signature;
  const algorithm = findAlgorithm(header.value["alg"]);
  const message = signingInput(signature, payload);
  const candidates = ring ? candidatesOf(ring, header.value["kid"]) : [];
  const fitting = algorithm ? candidates.filter((key) => allows(key, algorithm)) : [];
  const verified = fitting.find(
    ({ material }) => algorithm && verify(algorithm, material, message, bytes, budget),
  );
  const base = { algorithm, message, candidates, fitting };
  const key = verified ?? fitting[0];
  if (verified) return { ...base, key, valid: true, reason: undefined };
  if (key) return { ...base, key, valid: false, reason: reasonOfMismatch(fitting.length, bytes) };
  const reason = isUnsigned(header)
    ? "The token says that it is not signed"
    : reasonNotChecked(base, ring);
  return { ...base, key, valid: undefined, reason };
}

/** RFC 7517 section 4.5: in a set the token's kid chooses; a single key is the one that is meant. */
function candidatesOf({ keys, form }: KeyRing, keyId: unknown): readonly VerificationKey[] {
  const chooses = form === "jwks" && typeof keyId === "string";
  return chooses ? keys.filter((key) => key.keyId === keyId) : keys;
}

function reasonOfMismatch(tried: number, signature: Uint8Array): string {
  if (signature.length === 0) return "The signature is missing";
  return tried === 1
    ? "The signature does not match the key and the content"
    : `The signature matches none of ${tried} keys and the content`;
}

function reasonNotChecked(
  { algorithm, candidates }: Pick<SignatureCheck, "algorithm" | "candidates">,
  ring: KeyRing | undefined,
): string {
  if (!ring) return "No key was given";
  if (!algorithm) return "The algorithm is none that is known here";
  if (candidates.length === 0) return "No key of the set has the token's kid";
  if (
    algorithm.family === "secret" &&
    candidates.every(({ material }) => material.family !== "secret")
  ) {
    return "The token asks for an HMAC, but the key is a public one";
  }
  return ring.form === "jwks"
    ? `No key of the set may be used with ${algorithm.name}`
    : `The key may not be used with ${algorithm.name}`;
}
