/** What a signature can be checked with. */
import type { Entry } from "../_core/tool.ts";

export type KeyEntry = Entry<"JWT_KEY_INVALID" | "JWT_KEY_PRIVATE">;

/** Fits the elliptic curves of RFC 7518, 8037 and 8812, by their JWK names. */
export type CurveName = "P-256" | "P-384" | "P-521" | "secp256k1";

export interface SecretKey {
  readonly family: "secret";
  readonly bytes: Uint8Array;
}

export interface RsaKey {
  readonly family: "RSA";
  readonly modulus: bigint;
  readonly exponent: bigint;
  /** The key itself says that it is for RSASSA-PSS only (RFC 4055). */
  readonly onlyPss?: boolean;
}

export interface EcKey {
  readonly family: "EC";
  readonly curve: CurveName;
  /** SEC 1 form. */
  readonly point: Uint8Array;
}

export interface EdKey {
  readonly family: "OKP";
  readonly point: Uint8Array;
}

export type KeyMaterial = SecretKey | RsaKey | EcKey | EdKey;

/** Key material and what is said about it. */
export interface VerificationKey {
  readonly material: KeyMaterial;
  readonly keyId?: string;
  /** The only algorithm that it may be used with. */
  readonly algorithm?: string;
  /** Whether `use` and `key_ops` allow that signatures are verified with it. */
  readonly mayVerify: boolean;
}

export interface KeyRing {
  readonly keys: readonly VerificationKey[];
  readonly form: "secret" | "pem" | "jwk" | "jwks";
  /** The key as text, where it was given as one. */
  readonly text?: string;
  /** End of the certificate's validity, in seconds since 1970. */
  readonly certificateEnd?: number;
}

/** Thrown by readers of keys, and caught where the key field is read. */
export class KeyFault extends Error {
  readonly entry: KeyEntry;
  constructor(entry: KeyEntry) {
    super(entry.message);
    this.entry = entry;
  }
}

export function keyInvalid(found: string, expected: string, path = "/key"): KeyFault {
  const message = `Cannot read the key: found ${found}, expected ${expected}`;
  return new KeyFault({ code: "JWT_KEY_INVALID", message, path, expected });
}

export function keyPrivate(path = "/key"): KeyFault {
  const expected = "a public key";
  return new KeyFault({
    code: "JWT_KEY_PRIVATE",
    message: `Cannot use the key: found a private key, expected ${expected}`,
    path,
    expected,
    hint: "Whoever reads a private key can sign as its owner: revoke it, and give its public half here",
  });
}

/** Signatures with longer keys would take too long to check. */
const MOST_MODULUS_BITS = 16_384;
const MOST_EXPONENT_BITS = 64;

/** An RSA public key whose numbers can belong to one. */
export function rsaKey(modulus: bigint, exponent: bigint, path = "/key"): RsaKey {
  if (modulus % 2n === 0n || modulus < 3n)
    throw keyInvalid("an even or tiny modulus", "an RSA modulus", path);
  if (bitLength(modulus) > MOST_MODULUS_BITS) {
    throw keyInvalid(
      `a modulus of ${bitLength(modulus)} bits`,
      `at most ${MOST_MODULUS_BITS} bits`,
      path,
    );
  }
  if (exponent < 3n || exponent % 2n === 0n || bitLength(exponent) > MOST_EXPONENT_BITS) {
    throw keyInvalid("an exponent that RSA does not have", "an odd exponent of 3 to 2^64", path);
  }
  return { family: "RSA", modulus, exponent };
}

export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}
