/** JSON Web Keys (RFC 7517, 7518 section 6, 8037) and sets of them. */
import { readBase64 } from "../_lib/bytes/base64.ts";
import { isObject } from "../_lib/json/tree/members.ts";
import { isEdPoint } from "../_lib/secrets/ed25519.ts";
import { COORDINATE_BYTES, isCurveName, isPoint } from "./curves.ts";
import { bigintOf } from "./der.ts";
import { keyInvalid, type KeyMaterial, keyPrivate, rsaKey, type VerificationKey } from "./keys.ts";

type Members = Readonly<Record<string, unknown>>;

const KEY_TYPES: ReadonlySet<unknown> = new Set(["oct", "RSA", "EC", "OKP"]);

/** One key; throws `KeyFault`. */
export function readJwk(jwk: Members, path = "/key"): VerificationKey {
  if (jwk["kty"] !== "oct" && Object.hasOwn(jwk, "d")) throw keyPrivate(path);
  const { kid, alg, use, key_ops: operations } = jwk;
  const mayVerify = (use === undefined || use === "sig") && allowsVerify(operations);
  return {
    material: readMaterial(jwk, path),
    ...(typeof kid === "string" ? { keyId: kid } : {}),
    ...(typeof alg === "string" ? { algorithm: alg } : {}),
    mayVerify,
  };
}

function allowsVerify(operations: unknown): boolean {
  return operations === undefined || (Array.isArray(operations) && operations.includes("verify"));
}

/**
 * The keys of a set that can be understood: RFC 7517 section 5 has the others ignored.
 * A private key among them is refused all the same.
 */
export function readJwkSet(keys: unknown): VerificationKey[] {
  if (!Array.isArray(keys)) throw keyInvalid("no array of keys", "a JWK set", "/key/keys");
  const members = keys.filter(isObject);
  const secretAt = keys.findIndex(
    (jwk) => isObject(jwk) && jwk["kty"] !== "oct" && Object.hasOwn(jwk, "d"),
  );
  if (secretAt >= 0) throw keyPrivate(`/key/keys/${secretAt}`);
  return members.filter(isUnderstood).map((jwk) => readJwk(jwk, `/key/keys/${keys.indexOf(jwk)}`));
}

function isUnderstood({ kty, crv }: Members): boolean {
  if (kty === "EC") return isCurveName(crv);
  return kty === "OKP" ? crv === "Ed25519" : KEY_TYPES.has(kty);
}

function readMaterial(jwk: Members, path: string): KeyMaterial {
  switch (jwk["kty"]) {
    case "oct":
      return { family: "secret", bytes: bytesMember(jwk, "k", path) };
    case "RSA": {
      const [modulus, exponent] = [bytesMember(jwk, "n", path), bytesMember(jwk, "e", path)];
      return rsaKey(bigintOf(modulus), bigintOf(exponent), path);
    }
    case "EC":
      return readEc(jwk, path);
    case "OKP": {
      if (jwk["crv"] !== "Ed25519") throw keyInvalid("another curve", "Ed25519", `${path}/crv`);
      const point = bytesMember(jwk, "x", path);
      if (point.length !== 32 || !isEdPoint(point)) {
        throw keyInvalid(
          "a point that is not on the curve",
          "32 bytes of a public key",
          `${path}/x`,
        );
      }
      return { family: "OKP", point };
    }
    default:
      throw keyInvalid("no key type that is known here", "oct, RSA, EC or OKP", `${path}/kty`);
  }
}

function readEc(jwk: Members, path: string): KeyMaterial {
  const { crv: curve } = jwk;
  const expected = "P-256, P-384, P-521 or secp256k1";
  if (!isCurveName(curve)) throw keyInvalid("another curve", expected, `${path}/crv`);
  const length = COORDINATE_BYTES[curve];
  const coordinates = ["x", "y"].map((name) => {
    const bytes = bytesMember(jwk, name, path);
    if (bytes.length === length) return bytes;
    throw keyInvalid(`${bytes.length} bytes`, `${length} bytes`, `${path}/${name}`);
  });
  const point = Uint8Array.from([4, ...coordinates.flatMap((bytes) => [...bytes])]);
  if (!isPoint(curve, point)) {
    throw keyInvalid("a point that is not on its curve", "a public key", `${path}/x`);
  }
  return { family: "EC", curve, point };
}

function bytesMember(jwk: Members, name: string, path: string): Uint8Array {
  const text = jwk[name];
  const read = typeof text === "string" ? readBase64(text, "url") : undefined;
  if (read && !("code" in read) && (read.bytes.length > 0 || name === "k")) return read.bytes;
  const found = text === undefined ? `no ${name}` : `a ${name} that is something else`;
  throw keyInvalid(found, "base64url", `${path}/${name}`);
}
