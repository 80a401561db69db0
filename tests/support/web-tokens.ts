/** Tokens of every algorithm, and what the debugger says of them. */
import {
  constants,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  sign as signWith,
} from "node:crypto";
import tool from "../../tools/jwt-debugger.ts";
import { FIXED_CLOCK, runUnit } from "./run-unit.ts";

interface Value {
  verdict: string;
  payload: unknown;
  payloadText: unknown;
  signature: {
    checked: boolean;
    valid: boolean | null;
    keyId: string | null;
    reason: string | null;
  };
  claims: { claim: string; ok: boolean; check: string; message: string }[];
  failedClaims: string[];
  attacks: { code: string; severity: string; confirmed: boolean }[];
  attackCodes: string[];
  hints: string[];
}

export const NOW = 1_767_225_600;
export const clock = { ...FIXED_CLOCK, now: NOW * 1000 } as unknown as typeof FIXED_CLOCK;
export const run = (input: object) => runUnit(tool, input, clock);
export const value = (input: object) => run(input).value as Value;
export const failure = (input: object) =>
  run(input).errors?.map(({ code, path }) => `${code} ${path}`);

export const SECRET = "a secret of more than thirty-two bytes";
export const part = (content: unknown) =>
  Buffer.from(typeof content === "string" ? content : JSON.stringify(content)).toString(
    "base64url",
  );
export const join = (header: object, payload: unknown) => `${part(header)}.${part(payload)}`;

export function hs(payload: unknown, { header = {}, secret = SECRET, bits = 256 } = {}): string {
  const content = join({ alg: `HS${bits}`, ...header }, payload);
  return `${content}.${createHmac(`sha${bits}`, secret).update(content).digest("base64url")}`;
}

export const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const ec = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve });
export const CURVES = {
  ES256: ec("P-256"),
  ES384: ec("P-384"),
  ES512: ec("P-521"),
};
export const ed = generateKeyPairSync("ed25519");

export function sign(
  alg: string,
  key: KeyObject,
  payload: unknown = { exp: NOW + 1 },
  header = {},
): string {
  const content = join({ alg, ...header }, payload);
  const hash = alg.startsWith("E")
    ? { ES384: "sha384", ES512: "sha512" }[alg]
    : `sha${alg.slice(2)}`;
  const pss = {
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  };
  const options = alg.startsWith("PS") ? pss : { dsaEncoding: "ieee-p1363" as const };
  const digest = alg.startsWith("Ed") ? null : (hash ?? "sha256");
  const signature = signWith(digest, Buffer.from(content), { key, ...options });
  return `${content}.${signature.toString("base64url")}`;
}

/** Of P-256, valid until 23 November 2026, and a token of its owner. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBejCCAR+gAwIBAgIUC5eX6rx/RGEamNEZJNddEV3MDyowCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHZXhhbXBsZTAeFw0yNjExMjIxMjE0NTlaFw0yNjExMjMxMjE0
NTlaMBIxEDAOBgNVBAMMB2V4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AARyLXtAuUIVx5AQNzIlnXGEQaV59XKhsT7XQqog5NxeHT2rqz3dKGeEl9JiSPId
NqAkloL/ZBVhTxBnXhptOgmPo1MwUTAdBgNVHQ4EFgQUHSq1iE2rF19x5/vb7ey7
yAkQXZEwHwYDVR0jBBgwFoAUHSq1iE2rF19x5/vb7ey7yAkQXZEwDwYDVR0TAQH/
BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA9DTHWoW2PfrwTGtHiz4Kmr+avblF
PZsZZKZEf3Y17UwCIQCl8Xa1dkWVdiLNhjPhMKrlETvanTzPRXGPUCVUjNhppg==
-----END CERTIFICATE-----`;
export const CERTIFIED_TOKEN =
  "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.hy1mHoRgfwpneuAJ8Ct6p9dmhvOfgeie-iEI8xZn3LkXQd2eOqhvtcB6Q6ugTahNTCwrJTAYkabO7mJKa-yqNw";

/** Of secp256k1, which the host does not have; s is in the upper half of the order. */
export const KOBLITZ_JWK = {
  kty: "EC",
  x: "7HgG3GYOtWu2y3k_luYvY1yRU2BQa9rg6sqVmh-WrKQ",
  y: "pLrb25ExS5uIvxT93E6qu5Ug2uT9EGYAOqQdAqJJ72M",
  crv: "secp256k1",
};
export const KOBLITZ_PEM = `-----BEGIN PUBLIC KEY-----
MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAE7HgG3GYOtWu2y3k/luYvY1yRU2BQa9rg
6sqVmh+WrKSkutvbkTFLm4i/FP3cTqq7lSDa5P0QZgA6pB0CoknvYw==
-----END PUBLIC KEY-----`;
export const KOBLITZ_TOKEN =
  "eyJhbGciOiJFUzI1NksifQ.eyJzdWIiOiIxIn0.7-0GDv0l8UAOmlSEj15UcrGiirpjhzbQQT819Sp_BWv7rgMDLYLvZfwI6RwhgxEDaN_Dvy86_994Qlrbgu8n_w";

export const pem = (key: KeyObject, type: "spki" | "pkcs1" = "spki") =>
  key.export({ type, format: "pem" } as never) as unknown as string;
export const jwk = (key: KeyObject) => key.export({ format: "jwk" });
