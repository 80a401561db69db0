/** Public keys in PEM (RFC 7468): SPKI, PKCS#1 and X.509 certificates. */
import { readBase64 } from "../_lib/bytes/base64.ts";
import { decodeUtf8, toHex } from "../_lib/bytes/encodings.ts";
import { readDateTime, secondsFromLocal } from "../_lib/time/calendar.ts";
import { isEdPoint } from "../_lib/secrets/ed25519.ts";
import { isPoint } from "./curves.ts";
import { DER, DerError, DerReader } from "./der.ts";
import { type CurveName, keyInvalid, type KeyMaterial, keyPrivate, rsaKey } from "./keys.ts";

export interface PemKey {
  readonly material: KeyMaterial;
  /** End of the certificate's validity, in seconds since 1970. */
  readonly certificateEnd?: number;
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]*)-----END \1-----/;
const LABEL = /-----BEGIN ([A-Z0-9 ]{1,40})-----/g;

export function isPem(text: string): boolean {
  return /^\s*-----BEGIN /.test(text);
}

/** The first key of a PEM text, whatever its line ends; throws `KeyFault`. */
export function readPem(text: string): PemKey {
  const labels = Array.from(text.matchAll(LABEL), ([, label = ""]) => label);
  if (labels.some((label) => label.endsWith("PRIVATE KEY"))) throw keyPrivate();
  // Environment variables often carry line ends as two characters.
  const [, label = "", body = ""] = BLOCK.exec(text.replaceAll(String.raw`\n`, "\n")) ?? [];
  const expected = "PUBLIC KEY, RSA PUBLIC KEY or CERTIFICATE with its END line";
  const read = READERS.get(label);
  if (!read) throw keyInvalid("no such PEM block", expected);
  const base64 = readBase64(body, "standard");
  if ("code" in base64) throw keyInvalid(`no Base64 inside the ${label}`, "Base64");
  try {
    return read(new DerReader(base64.bytes));
  } catch (error) {
    if (error instanceof DerError) throw keyInvalid(`other DER inside the ${label}`, `a ${label}`);
    throw error;
  }
}

const READERS: ReadonlyMap<string, (der: DerReader) => PemKey> = new Map([
  ["PUBLIC KEY", (der: DerReader) => ({ material: readSpki(onlyElement(der)) })],
  ["RSA PUBLIC KEY", (der: DerReader) => ({ material: readPkcs1(der) })],
  ["CERTIFICATE", (der: DerReader) => readCertificate(der)],
]);

function onlyElement(der: DerReader): DerReader {
  const inside = der.enter(DER.SEQUENCE);
  der.end();
  return inside;
}

/** RSAPublicKey of RFC 8017, appendix A.1.1. */
function readPkcs1(der: DerReader): KeyMaterial {
  const numbers = onlyElement(der);
  const [modulus, exponent] = [numbers.integer(), numbers.integer()];
  numbers.end();
  return rsaKey(modulus, exponent);
}

/** Object identifiers as the hex of their encoding. */
const OID = {
  RSA: "2a864886f70d010101",
  RSA_PSS: "2a864886f70d01010a",
  EC: "2a8648ce3d0201",
  ED25519: "2b6570",
} as const;

const CURVE_OIDS: ReadonlyMap<string, CurveName> = new Map([
  ["2a8648ce3d030107", "P-256"],
  ["2b81040022", "P-384"],
  ["2b81040023", "P-521"],
  ["2b8104000a", "secp256k1"],
]);

/** SubjectPublicKeyInfo of RFC 5280 section 4.1, entered. */
function readSpki(spki: DerReader): KeyMaterial {
  const algorithm = spki.enter(DER.SEQUENCE);
  const bits = spki.bits();
  spki.end();
  switch (toHex(algorithm.read(DER.OBJECT_IDENTIFIER))) {
    case OID.RSA:
      return readPkcs1(new DerReader(bits));
    case OID.RSA_PSS: {
      const key = readPkcs1(new DerReader(bits));
      return key.family === "RSA" ? { ...key, onlyPss: true } : key;
    }
    case OID.EC: {
      const curve = CURVE_OIDS.get(toHex(algorithm.read(DER.OBJECT_IDENTIFIER)));
      const expected = "P-256, P-384, P-521 or secp256k1";
      if (curve === undefined) throw keyInvalid("another elliptic curve", expected);
      if (!isPoint(curve, bits))
        throw keyInvalid("a point that is not on its curve", "a public key");
      return { family: "EC", curve, point: bits };
    }
    case OID.ED25519:
      if (!isEdPoint(bits)) throw keyInvalid("a point that is not on its curve", "a public key");
      return { family: "OKP", point: bits };
    default:
      throw keyInvalid("another kind of public key", "RSA, an elliptic curve or Ed25519");
  }
}

/** The subject's key and the end of the validity; nothing of the certificate is verified. */
function readCertificate(der: DerReader): PemKey {
  const tbs = onlyElement(der).enter(DER.SEQUENCE);
  if (tbs.nextTag === DER.CONTEXT_0) tbs.read();
  tbs.read(DER.INTEGER); // serial number
  tbs.read(DER.SEQUENCE); // signature algorithm
  tbs.read(DER.SEQUENCE); // issuer
  const validity = tbs.enter(DER.SEQUENCE);
  readTime(validity);
  const certificateEnd = readTime(validity);
  tbs.read(DER.SEQUENCE); // subject
  return { material: readSpki(tbs.enter(DER.SEQUENCE)), certificateEnd };
}

/** UTCTime or GeneralizedTime in the form of RFC 5280 section 4.1.2.5, in seconds since 1970. */
function readTime(der: DerReader): number {
  const isLong = der.nextTag === DER.GENERALIZED_TIME;
  const content = der.read(isLong ? undefined : DER.UTC_TIME);
  const text = decodeUtf8(content) ?? "";
  const [, year = "", ...rest] = TIME.exec(text) ?? [];
  const [month, day, hour, minute, second] = rest;
  const century = year.length === 4 ? "" : Number(year) >= 50 ? "19" : "20";
  const read = readDateTime(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!read) throw new DerError();
  return secondsFromLocal(read.local);
}

const TIME = /^(\d{2}(?:\d{2})?)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
