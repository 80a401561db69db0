/** Our JWT tools against jose, on generated tokens of every algorithm, whole and damaged. */
import { beforeAll, test } from "bun:test";
import fc from "fast-check";
import {
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
} from "jose";
import debuggerTool from "../../tools/jwt-debugger.ts";
import decoderTool from "../../tools/jwt-decoder.ts";
import { runUnit } from "../support/run-unit.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

const REFUSED = "refused";
const SECRET = "a secret of more than sixty-four bytes, so that every HMAC takes it: 0123456789";
const ASYMMETRIC = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "Ed25519",
  "EdDSA",
];
const ALGORITHMS = ["HS256", "HS384", "HS512", ...ASYMMETRIC];

interface Keys {
  readonly sign: CryptoKey | Uint8Array;
  readonly verify: CryptoKey | Uint8Array;
  readonly pem?: string;
  readonly jwk?: JWK;
}

const keys = new Map<string, Keys>();

beforeAll(async () => {
  const secret = new TextEncoder().encode(SECRET);
  for (const name of ALGORITHMS) {
    if (name.startsWith("HS")) {
      keys.set(name, { sign: secret, verify: secret });
      continue;
    }
    const { privateKey, publicKey } = await generateKeyPair(name, { extractable: true });
    const [pem, jwk] = [await exportSPKI(publicKey), await exportJWK(publicKey)];
    keys.set(name, { sign: privateKey, verify: publicKey, pem, jwk: { ...jwk, alg: name } });
  }
}, 60_000);

interface Sample {
  readonly token: string;
  readonly key: string | JWK;
  readonly verified: boolean;
}

const text = fc.string({ unit: "grapheme", maxLength: 8 });
const plan = fc.record({
  algorithm: fc.constantFrom(...ALGORITHMS),
  payload: fc.record(
    {
      iss: text,
      sub: text,
      aud: fc.oneof(text, fc.array(text, { maxLength: 2 })),
      jti: text,
      iat: fc.integer({ min: 1_500_000_000, max: 1_700_000_000 }),
      data: fc.jsonValue({ maxDepth: 2 }),
    },
    { requiredKeys: [] },
  ),
  header: fc.record({ kid: text, typ: fc.constantFrom("JWT", "at+jwt") }, { requiredKeys: [] }),
  asJwk: fc.boolean(),
  /** What is done to the token, and where. */
  damage: fc.constantFrom("none", "none", "letter", "cut", "other", "swap"),
  at: fc.nat(),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

async function sampleOf({ algorithm, payload, header, asJwk, damage, at }: Plan): Promise<Sample> {
  const own = keys.get(algorithm) as Keys;
  const signed = await new SignJWT(payload as JWTPayload)
    .setProtectedHeader({ ...header, alg: algorithm })
    .sign(own.sign);
  const place = at % signed.length;
  let token = signed;
  if (damage === "letter" && signed[place] !== ".")
    token = signed.slice(0, place) + (LETTERS[at % 64] ?? "") + signed.slice(place + 1);
  if (damage === "cut") token = signed.slice(0, place);
  const other = keys.get(ALGORITHMS[at % ALGORITHMS.length] ?? "") as Keys;
  const judge = damage === "other" ? other : own;
  const key = judge.pem === undefined ? SECRET : asJwk ? (judge.jwk as JWK) : judge.pem;
  let verified = true;
  try {
    await compactVerify(token, judge.verify);
  } catch {
    verified = false;
  }
  return { token, key, verified };
}

const verifying: Judgement<Sample> = {
  ours({ token, key }) {
    const { value } = runUnit(debuggerTool, { token, key });
    const { signature } = (value ?? {}) as { signature?: { valid: boolean | null } };
    return signature?.valid === true;
  },
  theirs: ({ verified }) => verified,
  differences: [],
};

const decoding: Judgement<string> = {
  ours(token) {
    const { ok, value } = runUnit(decoderTool, { token });
    if (!ok) return REFUSED;
    const { header, payload } = value as { header: unknown; payload: unknown };
    return payload === null ? REFUSED : { header, payload };
  },
  theirs(token) {
    try {
      return { header: decodeProtectedHeader(token), payload: decodeJwt(token) };
    } catch {
      return REFUSED;
    }
  },
  differences: [
    {
      name: "a signature that is no base64url",
      right: "ours",
      why: "RFC 7515, 5.2: the third part is decoded as well, by RFC 4648, 3.5 and 4; jose decodes only what it shows",
      example: "eyJhbGciOiJIUzI1NiJ9.e30.A",
      covers(token) {
        const [, , signature = ""] = token.split(".");
        return Buffer.from(signature, "base64url").toString("base64url") !== signature;
      },
    },
  ],
};

let samples: Sample[] = [];
beforeAll(async () => {
  samples = await Promise.all(fc.sample(plan, 2000).map(sampleOf));
}, 60_000);

test("signatures of generated tokens, whole and damaged", () => {
  expectAgreement(samples, verifying);
}, 60_000);

test("what stands in generated tokens, whole and damaged", () => {
  expectAgreement(
    samples.map(({ token }) => token),
    decoding,
  );
}, 60_000);

testDifferences(decoding);
