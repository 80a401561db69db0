/** What to try next, for mistakes that are often made with tokens and keys. */
import { nearest } from "../_lib/text/nearest.ts";
import { ALGORITHM_NAMES, findAlgorithm, isHmac } from "./algorithms.ts";
import type { Attack } from "./attacks.ts";
import { KEY_ENCODINGS, type KeyEncoding, secretBytes } from "./key-field.ts";
import type { KeyRing } from "./keys.ts";
import type { SignatureCheck, SignedToken } from "./signature-check.ts";
import { readTimes } from "../_lib/secrets/jwt/times.ts";
import { claimsOf } from "../_lib/secrets/jwt/token.ts";

export interface Puzzle {
  readonly token: SignedToken;
  readonly ring: KeyRing | undefined;
  readonly keyEncoding: KeyEncoding;
  readonly check: SignatureCheck;
  readonly attacks: readonly Attack[];
  readonly allowed: readonly string[];
  /** Seconds since 1970. */
  readonly now: number;
}

export function hintsOf(puzzle: Puzzle): string[] {
  return [
    ...hintsOnSecret(puzzle),
    ...hintsOnKey(puzzle),
    ...hintsOnNames(puzzle),
    ...hintsOnToken(puzzle),
  ];
}

function hintsOnSecret({ token, ring, keyEncoding, check }: Puzzle): string[] {
  const { algorithm, message, valid } = check;
  if (ring?.form !== "secret" || !algorithm) return [];
  if (algorithm.family !== "secret") {
    const form = "a public key, in PEM with its BEGIN line or as JWK";
    return [`The key was read as a shared secret; ${algorithm.name} needs ${form}`];
  }
  if (valid !== false) return [];
  const fits = ({ text, encoding }: Reading): boolean => {
    const secret = secretBytes(text, encoding);
    return secret !== undefined && isHmac(algorithm, secret, message, token.signature.bytes);
  };
  const reading = otherReadings(ring.text ?? "", keyEncoding).find(fits);
  return reading ? [reading.advice] : [];
}

function hintsOnKey({ token, ring, check: { key }, now }: Puzzle): string[] {
  const hints: string[] = [];
  if (ring?.certificateEnd !== undefined && now > ring.certificateEnd) {
    hints.push("The certificate has expired; only its key was used");
  }
  const keyId = token.signature.header.value["kid"];
  if (key?.keyId !== undefined && typeof keyId === "string" && key.keyId !== keyId) {
    hints.push("The token's kid is another than the key's: it may be signed with another key");
  }
  return hints;
}

function hintsOnNames({ allowed }: Puzzle): string[] {
  return allowed
    .filter((name) => !findAlgorithm(name))
    .map((name) => {
      const [known = ALGORITHM_NAMES.join(", ")] = nearest(name, ALGORITHM_NAMES, { limit: 1 });
      return `algorithms holds a name that is not known here; known is ${known}`;
    });
}

interface Reading {
  readonly text: string;
  readonly encoding: KeyEncoding;
  readonly advice: string;
}

function otherReadings(text: string, given: KeyEncoding): Reading[] {
  const readings: Reading[] = KEY_ENCODINGS.filter((encoding) => encoding !== given).map(
    (encoding) => ({
      text,
      encoding,
      advice: `The signature is valid with keyEncoding ${encoding}`,
    }),
  );
  const advice = "The signature is valid without the white space around the key";
  return text === text.trim()
    ? readings
    : [{ text: text.trim(), encoding: given, advice }, ...readings];
}

function hintsOnToken({ token: { payload }, attacks, check }: Puzzle): string[] {
  const hints: string[] = [];
  const der = attacks.find(({ code }) => code === "DER_SIGNATURE");
  if (der) {
    const effect = der.confirmed ? "it would be valid" : "it would be of the right form";
    hints.push(`Write the signature as r and s of fixed length, not as ASN.1 DER: ${effect}`);
  }
  if (payload.text === undefined) hints.push("The payload is not UTF-8, so it is not shown");
  if (payload.encoded === "" && check.valid === false) {
    hints.push("The payload is empty: if it is detached, put it back between the dots");
  }
  const { times } = readTimes(claimsOf(payload) ?? {});
  for (const { claim, inMilliseconds } of times) {
    if (inMilliseconds) hints.push(`${claim} looks like milliseconds, but verifiers read seconds`);
  }
  return hints;
}
