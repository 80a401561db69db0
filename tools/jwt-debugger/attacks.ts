/** Known attacks on verifiers of tokens, and weaknesses that invite them (RFC 8725). */
import type { Ctx } from "../_core/tool.ts";
import { decodeUtf8, encodeUtf8 } from "../_lib/bytes/encodings.ts";
import { isObject } from "../_lib/json/tree/members.ts";
import { COMMON_PASSWORDS } from "../_lib/secrets/common-passwords/frequency-lists.ts";
import { allows, isHmac, verify } from "./algorithms.ts";
import { COORDINATE_BYTES } from "./curves.ts";
import { bytesOf, DER, DerError, DerReader } from "./der.ts";
import { findIrregular } from "../_lib/secrets/jwt/irregular.ts";
import { readKeyField } from "./key-field.ts";
import { bitLength, type CurveName, type KeyRing } from "./keys.ts";
import type { SignatureCheck, SignedToken } from "./signature-check.ts";
import { claimsOf, isUnsigned } from "../_lib/secrets/jwt/token.ts";

export const SEVERITIES = ["critical", "high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Attack {
  readonly code: string;
  readonly severity: Severity;
  /** It was seen for certain, not only made possible. */
  readonly confirmed: boolean;
  readonly message: string;
}

export interface Suspect {
  readonly token: SignedToken;
  readonly ring: KeyRing | undefined;
  readonly check: SignatureCheck;
  /** The allow-list, where one was given. */
  readonly allowed: readonly string[] | undefined;
  readonly budget: Ctx["budget"];
}

/** All that is found, the most severe first, then by code. */
export function findAttacks(suspect: Suspect): Attack[] {
  const found = [
    ...attacksOnAlgorithm(suspect),
    ...attacksOnHeader(suspect),
    ...attacksOnSignature(suspect),
    ...weakKeys(suspect),
    ...weakContent(suspect),
  ];
  const rank = ({ severity }: Attack): number => SEVERITIES.indexOf(severity);
  return found.toSorted((a, b) => rank(a) - rank(b) || (a.code < b.code ? -1 : 1));
}

function attack(code: string, severity: Severity, message: string, confirmed = true): Attack {
  return { code, severity, confirmed, message };
}

function attacksOnAlgorithm({ token, ring, check, allowed }: Suspect): Attack[] {
  const { header, bytes } = token.signature;
  const { algorithm, candidates, fitting, message } = check;
  const found: Attack[] = [];
  if (isUnsigned(header)) {
    found.push(attack("ALG_NONE", "critical", "The header says that the token is not signed"));
  }
  const isConfused =
    algorithm?.family === "secret" &&
    candidates.length > 0 &&
    candidates.every(({ material }) => material.family !== "secret");
  if (isConfused) {
    const confirmed = secretsOf(ring?.text).some((text) =>
      isHmac(algorithm, encodeUtf8(text), message, bytes),
    );
    const how = confirmed
      ? "The token is signed with the public key's text as HMAC secret"
      : "The token asks for an HMAC, but the key is a public one";
    found.push(attack("ALG_CONFUSION", "critical", how, confirmed));
  }
  const isListed = allowed === undefined || allowed.includes(String(header.value["alg"]));
  const isOfKey = !algorithm || !ring || ring.form === "jwks" || fitting.length > 0 || isConfused;
  if (!isListed || !isOfKey) {
    const owner = isListed ? "key" : "allow-list";
    const text = `The token's algorithm is none that the ${owner} allows`;
    found.push(attack("ALG_NOT_ALLOWED", "critical", text));
  }
  return found;
}

/** The key text as given, and with a final line end added or removed. */
function secretsOf(text: string | undefined): string[] {
  return text === undefined ? [] : [text, `${text}\n`, text.replace(/\r?\n$/, "")];
}

const UNDERSTOOD: ReadonlySet<unknown> = new Set(["b64"]);
const KID_INJECTION = /\.\.|[/\\'"`;\0]|\$\(/;

function attacksOnHeader({ token, check, budget }: Suspect): Attack[] {
  const { header, bytes } = token.signature;
  const { value } = header;
  const found: Attack[] = [];
  if (Object.hasOwn(value, "crit") && !isUnderstood(header.protected)) {
    const message = "crit names an extension that is not understood, so the token must be refused";
    found.push(attack("CRIT_UNKNOWN", "critical", message));
  }
  if (Object.hasOwn(value, "jwk")) {
    const { algorithm, message } = check;
    const ring = isObject(value["jwk"]) ? readKeyField(value["jwk"], "utf8") : undefined;
    const isSigner =
      ring !== undefined &&
      !("code" in ring) &&
      algorithm !== undefined &&
      ring.keys.some(
        (key) => allows(key, algorithm) && verify(algorithm, key.material, message, bytes, budget),
      );
    const text = "The header brings a key along; a verifier that trusts it accepts any signer";
    found.push(attack("JWK_IN_HEADER", "high", text, isSigner));
  }
  if (Object.hasOwn(value, "jku") || Object.hasOwn(value, "x5u")) {
    const text = "The header names an address to fetch the key from, which the signer chose";
    found.push(attack("REMOTE_KEY_URL", "high", text, false));
  }
  if (typeof value["kid"] === "string" && KID_INJECTION.test(value["kid"])) {
    const text = "kid holds characters that lead out of a path, query or command";
    found.push(attack("KID_INJECTION", "high", text, false));
  }
  return found;
}

/** RFC 7515 section 4.1.11: protected, a list that is not empty, of members that are there and understood. */
function isUnderstood(header: Readonly<Record<string, unknown>>): boolean {
  const { crit } = header;
  return (
    Array.isArray(crit) &&
    crit.length > 0 &&
    crit.every((name) => UNDERSTOOD.has(name) && Object.hasOwn(header, String(name)))
  );
}

function attacksOnSignature({ token, check, budget }: Suspect): Attack[] {
  const { bytes } = token.signature;
  const { algorithm, fitting, message } = check;
  const isCurve = algorithm?.family === "EC" || algorithm?.family === "OKP";
  if (!isCurve || bytes.length === 0) return [];
  const halves = [bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)];
  const isZero = (part: Uint8Array): boolean => part.every((byte) => byte === 0);
  const hasZero = algorithm.family === "EC" ? halves.some(isZero) : isZero(bytes);
  const text = "The signature is zero, which careless verifiers accept for every content";
  const found = hasZero ? [attack("ZERO_SIGNATURE", "critical", text)] : [];
  if (algorithm.family !== "EC") return found;
  const fixed = fixedSignature(bytes, algorithm.curve);
  if (fixed) {
    const confirmed = fitting.some(({ material }) =>
      verify(algorithm, material, message, fixed, budget),
    );
    const how = "The signature is ASN.1 DER, where tokens have r and s one after the other";
    found.push(attack("DER_SIGNATURE", "medium", how, confirmed));
  }
  return found;
}

/** The r‖s form of a signature in DER; undefined where it is not in DER. */
function fixedSignature(bytes: Uint8Array, curve: CurveName): Uint8Array | undefined {
  const length = COORDINATE_BYTES[curve];
  if (bytes.length === 2 * length || bytes[0] !== DER.SEQUENCE) return undefined;
  try {
    const whole = new DerReader(bytes);
    const numbers = whole.enter(DER.SEQUENCE);
    const halves = [numbers.integer(), numbers.integer()];
    numbers.end();
    whole.end();
    if (halves.some((half) => bitLength(half) > 8 * length)) return undefined;
    return Uint8Array.from(halves.flatMap((half) => [...bytesOf(half, length)]));
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

const MOST_COMMON = new Set(COMMON_PASSWORDS.slice(0, 1000));
const LEAST_RSA_BITS = 2048;
const LEAST_RSA_EXPONENT = 65_537n;

function weakKeys({ check }: Suspect): Attack[] {
  const { algorithm, key, candidates } = check;
  const material = (key ?? candidates[0])?.material;
  if (material?.family === "secret" && algorithm?.family === "secret") {
    const common = MOST_COMMON.has((decodeUtf8(material.bytes) ?? "").toLowerCase());
    const message = "The secret is among the 1000 most common passwords";
    if (common) return [attack("WEAK_SECRET", "high", message)];
    const isShort = material.bytes.length * 8 < algorithm.bits;
    const how = `The secret has ${material.bytes.length * 8} bits, and ${algorithm.name} asks for ${algorithm.bits}`;
    return isShort ? [attack("WEAK_SECRET", "medium", how)] : [];
  }
  if (material?.family !== "RSA") return [];
  const found: Attack[] = [];
  const bits = bitLength(material.modulus);
  if (bits < LEAST_RSA_BITS) {
    const message = `The RSA key has ${bits} bits, and ${LEAST_RSA_BITS} are the least`;
    found.push(attack("WEAK_RSA_KEY", "medium", message));
  }
  if (material.exponent < LEAST_RSA_EXPONENT) {
    const message = `The RSA exponent is ${material.exponent}, below ${LEAST_RSA_EXPONENT}`;
    found.push(attack("WEAK_RSA_EXPONENT", "medium", message));
  }
  return found;
}

function weakContent({ token: { signature, payload } }: Suspect): Attack[] {
  const { objects, repeated } = signature.header;
  let isRepeated = repeated.length > 0;
  for (const node of [...objects, ...(payload.node ? [payload.node] : [])]) {
    findIrregular(node, (kind) => (isRepeated ||= kind === "repeated"));
  }
  const found: Attack[] = [];
  if (isRepeated) {
    const message = "A member stands twice, so two readers may see different values";
    found.push(attack("DUPLICATE_MEMBER", "high", message));
  }
  const claims = claimsOf(payload);
  if (claims && !Object.hasOwn(claims, "exp")) {
    found.push(attack("NO_EXPIRY", "low", "The token has no exp, so it never expires"));
  }
  return found;
}
