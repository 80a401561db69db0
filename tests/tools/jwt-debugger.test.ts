import { describe, expect, test } from "bun:test";
import {
  constants,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  sign as signWith,
} from "node:crypto";
import fc from "fast-check";
import { run as runWhole } from "../../app/run/run.ts";
import tool from "../../tools/jwt-debugger.ts";
import { FIXED_CLOCK, host, runUnit } from "../support/run-unit.ts";

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

const NOW = 1_767_225_600;
const clock = { ...FIXED_CLOCK, now: NOW * 1000 } as unknown as typeof FIXED_CLOCK;
const run = (input: object) => runUnit(tool, input, clock);
const value = (input: object) => run(input).value as Value;
const failure = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

const SECRET = "a secret of more than thirty-two bytes";
const part = (content: unknown) =>
  Buffer.from(typeof content === "string" ? content : JSON.stringify(content)).toString(
    "base64url",
  );
const join = (header: object, payload: unknown) => `${part(header)}.${part(payload)}`;

function hs(payload: unknown, { header = {}, secret = SECRET, bits = 256 } = {}): string {
  const content = join({ alg: `HS${bits}`, ...header }, payload);
  return `${content}.${createHmac(`sha${bits}`, secret).update(content).digest("base64url")}`;
}

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve });
const CURVES = {
  ES256: ec("P-256"),
  ES384: ec("P-384"),
  ES512: ec("P-521"),
};
const ed = generateKeyPairSync("ed25519");

function sign(
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
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBejCCAR+gAwIBAgIUC5eX6rx/RGEamNEZJNddEV3MDyowCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHZXhhbXBsZTAeFw0yNjExMjIxMjE0NTlaFw0yNjExMjMxMjE0
NTlaMBIxEDAOBgNVBAMMB2V4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AARyLXtAuUIVx5AQNzIlnXGEQaV59XKhsT7XQqog5NxeHT2rqz3dKGeEl9JiSPId
NqAkloL/ZBVhTxBnXhptOgmPo1MwUTAdBgNVHQ4EFgQUHSq1iE2rF19x5/vb7ey7
yAkQXZEwHwYDVR0jBBgwFoAUHSq1iE2rF19x5/vb7ey7yAkQXZEwDwYDVR0TAQH/
BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA9DTHWoW2PfrwTGtHiz4Kmr+avblF
PZsZZKZEf3Y17UwCIQCl8Xa1dkWVdiLNhjPhMKrlETvanTzPRXGPUCVUjNhppg==
-----END CERTIFICATE-----`;
const CERTIFIED_TOKEN =
  "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.hy1mHoRgfwpneuAJ8Ct6p9dmhvOfgeie-iEI8xZn3LkXQd2eOqhvtcB6Q6ugTahNTCwrJTAYkabO7mJKa-yqNw";

/** Of secp256k1, which the host does not have; s is in the upper half of the order. */
const KOBLITZ_JWK = {
  kty: "EC",
  x: "7HgG3GYOtWu2y3k_luYvY1yRU2BQa9rg6sqVmh-WrKQ",
  y: "pLrb25ExS5uIvxT93E6qu5Ug2uT9EGYAOqQdAqJJ72M",
  crv: "secp256k1",
};
const KOBLITZ_PEM = `-----BEGIN PUBLIC KEY-----
MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAE7HgG3GYOtWu2y3k/luYvY1yRU2BQa9rg
6sqVmh+WrKSkutvbkTFLm4i/FP3cTqq7lSDa5P0QZgA6pB0CoknvYw==
-----END PUBLIC KEY-----`;
const KOBLITZ_TOKEN =
  "eyJhbGciOiJFUzI1NksifQ.eyJzdWIiOiIxIn0.7-0GDv0l8UAOmlSEj15UcrGiirpjhzbQQT819Sp_BWv7rgMDLYLvZfwI6RwhgxEDaN_Dvy86_994Qlrbgu8n_w";

const pem = (key: KeyObject, type: "spki" | "pkcs1" = "spki") =>
  key.export({ type, format: "pem" } as never) as unknown as string;
const jwk = (key: KeyObject) => key.export({ format: "jwk" });

describe("algorithms", () => {
  const pairs = [
    ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"].map((alg) => [alg, rsa] as const),
    ...Object.entries(CURVES),
    ["EdDSA", ed] as const,
    ["Ed25519", ed] as const,
  ];

  test.each(pairs)("%s verifies with PEM and JWK, and nothing that was changed", (alg, pair) => {
    const token = sign(alg, pair.privateKey);
    for (const key of [
      pem(pair.publicKey),
      jwk(pair.publicKey),
      JSON.stringify(jwk(pair.publicKey)),
    ]) {
      expect(run({ token, key })).toMatchObject({ valid: true, value: { verdict: "verified" } });
    }
    const [header, , signature] = token.split(".");
    const forged = `${header}.${part({ exp: NOW + 2 })}.${signature}`;
    expect(run({ token: forged, key: pem(pair.publicKey) })).toMatchObject({
      valid: false,
      value: { verdict: "rejected", signature: { checked: true, valid: false } },
    });
  });

  test("ES256K takes the upper half of s, too", () => {
    for (const key of [KOBLITZ_JWK, KOBLITZ_PEM]) {
      expect(run({ token: KOBLITZ_TOKEN, key }).valid).toBe(true);
      expect(value({ token: KOBLITZ_TOKEN.replace(/.....$/, "AAAAA"), key }).verdict).toBe(
        "rejected",
      );
    }
  });

  test.each([256, 384, 512])("HS%d agrees with an independent HMAC", (bits) => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (text, secret) => {
        fc.pre(!/^\s*(?:\{|-----BEGIN )/.test(secret) && secret.isWellFormed());
        const token = hs({ text }, { secret, bits });
        expect(value({ token, key: secret }).signature.valid).toBe(true);
        expect(value({ token, key: `${secret}x` }).signature.valid).toBe(false);
      }),
    );
  });

  test("a salt of another length, and leading zero bytes of r", () => {
    const content = join({ alg: "PS256" }, {});
    const key = { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 20 };
    const signature = signWith("sha256", Buffer.from(content), key).toString("base64url");
    const token = `${content}.${signature}`;
    expect(value({ token, key: pem(rsa.publicKey) }).signature.valid).toBe(false);
    const { privateKey, publicKey } = CURVES.ES256;
    let counter = 0;
    let short = "";
    do short = sign("ES256", privateKey, { counter: counter++ });
    while (Buffer.from(short.split(".")[2] ?? "", "base64url")[0] !== 0);
    expect(value({ token: short, key: pem(publicKey) }).signature.valid).toBe(true);
  });

  test("unknown ones are named, in the token's own letters", () => {
    for (const alg of ["hs256", "ML-DSA-44", 1]) {
      expect(run({ token: hs({}, { header: { alg } }), key: SECRET })).toMatchObject({
        valid: false,
        value: { verdict: "rejected", signature: { checked: false, valid: null } },
        warnings: [{ code: "ALGORITHM_UNSUPPORTED" }],
      });
    }
  });
});

describe("keys", () => {
  const token = sign("RS256", rsa.privateKey);

  test("PEM in any dress", () => {
    const spki = pem(rsa.publicKey);
    const dressed = [
      pem(rsa.publicKey, "pkcs1"),
      spki.replaceAll("\n", "\r\n"),
      spki.replaceAll("\n", ""),
      spki.replaceAll("\n", String.raw`\n`),
      `\n${spki}`,
    ];
    for (const key of dressed) expect(run({ token, key }).valid).toBe(true);
  });

  test("an X.509 certificate gives its key, and its expiry a hint", () => {
    const input = { token: CERTIFIED_TOKEN, key: CERTIFICATE };
    expect(value(input)).toMatchObject({ verdict: "verified", hints: [] });
    const later = { ...FIXED_CLOCK, now: Date.UTC(2027, 0) } as unknown as typeof FIXED_CLOCK;
    expect(runUnit(tool, input, later).value).toMatchObject({
      verdict: "verified",
      hints: ["The certificate has expired; only its key was used"],
    });
  });

  test("are used for their own family only", () => {
    expect(value({ token, key: pem(CURVES.ES256.publicKey) })).toMatchObject({
      verdict: "rejected",
      signature: { checked: false, valid: null, reason: "The key may not be used with RS256" },
      attackCodes: ["ALG_NOT_ALLOWED"],
    });
    const es = sign("ES256", CURVES.ES256.privateKey);
    expect(value({ token: es, key: pem(CURVES.ES384.publicKey) }).signature.checked).toBe(false);
    expect(value({ token, key: "MIIBIjANBg" }).hints[0]).toStartWith(
      "The key was read as a shared",
    );
  });

  test("use, key_ops and alg of a JWK are honoured", () => {
    const key = jwk(rsa.publicKey);
    const verdict = (more: object) => value({ token, key: { ...key, ...more } }).verdict;
    expect(verdict({ use: "sig", key_ops: ["verify"], alg: "RS256" })).toBe("verified");
    for (const more of [{ use: "enc" }, { key_ops: ["sign"] }, { key_ops: 1 }, { alg: "PS256" }]) {
      expect(verdict(more)).toBe("rejected");
    }
  });

  test("of a set the token's kid chooses", () => {
    const right = { ...jwk(rsa.publicKey), kid: "right" };
    const wrong = { ...jwk(CURVES.ES256.publicKey), kid: "wrong" };
    const unknown = { kty: "AKP", alg: "ML-DSA-44" };
    const keys = [unknown, wrong, right];
    const check = (header: object, set = keys) =>
      run({ token: sign("RS256", rsa.privateKey, {}, header), key: { keys: set } });
    expect(check({ kid: "right" })).toMatchObject({ value: { signature: { keyId: "right" } } });
    expect(check({}).valid).toBe(true);
    for (const kid of ["wrong", "absent"]) {
      expect(check({ kid })).toMatchObject({
        valid: false,
        value: { verdict: "rejected", signature: { checked: false } },
        warnings: [{ code: "KEY_NOT_FOUND" }],
      });
    }
    expect(check({}, []).warnings).toMatchObject([{ code: "KEY_NOT_FOUND" }]);
  });

  test.each([
    ["-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", "JWT_KEY_INVALID /key"],
    ["-----BEGIN PUBLIC KEY-----\nAAAA", "JWT_KEY_INVALID /key"],
    ["-----BEGIN NOTHING-----\nAAAA\n-----END NOTHING-----", "JWT_KEY_INVALID /key"],
    ["{", "JWT_KEY_INVALID /key"],
    ["{}", "JWT_KEY_INVALID /key/kty"],
    [{ kty: "RSA", n: "AAAA" }, "JWT_KEY_INVALID /key/e"],
    [{ kty: "RSA", n: "!", e: "AQAB" }, "JWT_KEY_INVALID /key/n"],
    [{ kty: "EC", crv: "P-192", x: "AA", y: "AA" }, "JWT_KEY_INVALID /key/crv"],
    [{ kty: "EC", crv: "P-256", x: "AA", y: "AA" }, "JWT_KEY_INVALID /key/x"],
    [{ kty: "OKP", crv: "Ed25519", x: part("x".repeat(31)) }, "JWT_KEY_INVALID /key/x"],
    [{ keys: 1 }, "JWT_KEY_INVALID /key/keys"],
    [{ keys: [{ kty: "oct" }] }, "JWT_KEY_INVALID /key/keys/0/k"],
    [jwk(rsa.privateKey), "JWT_KEY_PRIVATE /key"],
    [{ keys: [jwk(rsa.publicKey), jwk(ed.privateKey)] }, "JWT_KEY_PRIVATE /key/keys/1"],
    [rsa.privateKey.export({ type: "pkcs8", format: "pem" }) as string, "JWT_KEY_PRIVATE /key"],
  ])("what is none is refused %#", (key, expected) => {
    expect(failure({ token, key })).toEqual([expected]);
  });

  test("too large to be checked in time are refused", () => {
    const n = Buffer.alloc(2049, 0xff).toString("base64url");
    expect(failure({ token, key: { kty: "RSA", n, e: "AQAB" } })).toEqual(["JWT_KEY_INVALID /key"]);
    const e = Buffer.alloc(200, 0xff).toString("base64url");
    expect(failure({ token, key: { ...jwk(rsa.publicKey), e } })).toEqual(["JWT_KEY_INVALID /key"]);
  });

  test("shared secrets come in encodings, and the hint finds another one", () => {
    const signed = hs({}, { secret: Buffer.from(SECRET) as never });
    const key = Buffer.from(SECRET).toString("base64");
    expect(run({ token: signed, key, keyEncoding: "base64" }).valid).toBe(true);
    expect(value({ token: signed, key }).hints).toEqual([
      "The signature is valid with keyEncoding base64",
    ]);
    expect(value({ token: signed, key: `${SECRET}\n` }).hints).toEqual([
      "The signature is valid without the white space around the key",
    ]);
    expect(failure({ token: signed, key: "xyz", keyEncoding: "hex" })).toEqual([
      "JWT_KEY_INVALID /key",
    ]);
  });
});

describe("claims", () => {
  const check = (claims: unknown, input: object = {}, header = {}) =>
    value({ token: hs(claims, { header }), key: SECRET, ...input });
  const failed = (claims: unknown, input: object = {}, header = {}) =>
    check(claims, input, header).failedClaims;

  test("times, to the second", () => {
    expect(failed({ exp: NOW })).toEqual(["exp"]);
    expect(failed({ exp: NOW + 1 })).toEqual([]);
    expect(failed({ exp: NOW }, { clockTolerance: 1 })).toEqual([]);
    expect(failed({ nbf: NOW })).toEqual([]);
    expect(failed({ nbf: NOW + 1 })).toEqual(["nbf"]);
    expect(failed({ nbf: NOW + 1 }, { clockTolerance: 1 })).toEqual([]);
    expect(failed({ iat: NOW + 1 })).toEqual(["iat"]);
    expect(failed({ iat: NOW - 10 }, { maxAge: 10 })).toEqual([]);
    expect(failed({ iat: NOW - 11 }, { maxAge: 10 })).toEqual(["iat"]);
    expect(failed({ iat: NOW - 11 }, { maxAge: 10, clockTolerance: 1 })).toEqual([]);
    expect(failed({}, { maxAge: 10 })).toEqual(["iat"]);
    expect(failed({ exp: "1", nbf: null, iat: [] })).toEqual(["exp", "nbf", "iat"]);
    expect(check({ exp: NOW * 1000 }).hints).toEqual([
      "exp looks like milliseconds, but verifiers read seconds",
    ]);
  });

  test("issuer, audience, subject and type", () => {
    const claims = { iss: "me", aud: ["a", "b"], sub: "s" };
    expect(failed(claims, { issuer: ["you", "me"], audience: "c, b", subject: "s" })).toEqual([]);
    expect(failed(claims, { issuer: "ME", audience: "c", subject: "t" })).toEqual([
      "iss",
      "aud",
      "sub",
    ]);
    expect(failed({ aud: "a" }, { audience: "a" })).toEqual([]);
    expect(failed({}, { audience: "a", issuer: "me", type: "JWT" })).toEqual(["iss", "aud", "typ"]);
    expect(failed({}, { type: "at+jwt" }, { typ: "application/AT+JWT" })).toEqual([]);
    expect(failed({}, { type: "application/jwt" }, { typ: "JWT" })).toEqual([]);
    expect(failed({ a: null }, { requiredClaims: "a, constructor" })).toEqual(["constructor"]);
  });

  test("come in their order, and decide after the signature", () => {
    const input = {
      maxAge: 1,
      issuer: "i",
      audience: "a",
      subject: "s",
      type: "t",
      requiredClaims: "r",
    };
    const { claims, verdict } = check({ nbf: 0, exp: 0 }, input);
    expect(claims.map(({ claim }) => claim)).toEqual([
      "exp",
      "nbf",
      "iat",
      "iss",
      "aud",
      "sub",
      "typ",
      "r",
    ]);
    expect(verdict).toBe("claimsRejected");
    expect(run({ token: hs({ exp: NOW - 1 }), key: SECRET }).output).toBe(
      "claimsRejected: The token expired 1 second ago",
    );
  });

  test("of a payload that is none fail when asked for", () => {
    expect(run({ token: hs("text"), key: SECRET })).toMatchObject({
      valid: true,
      value: { payload: null, payloadText: "text" },
    });
    expect(failed("text", { issuer: "me" })).toEqual(["iss"]);
    expect(check("[1]").payloadText).toBe("[1]");
  });
});

describe("attacks", () => {
  const codes = (input: object) => value(input).attackCodes;
  const attacks = (input: object) =>
    value(input).attacks.map(({ code, severity, confirmed }) => [code, severity, confirmed]);

  test("on the algorithm", () => {
    for (const alg of ["none", "NONE"]) {
      const token = `${join({ alg }, { exp: NOW + 1 })}.`;
      expect(value({ token, key: SECRET })).toMatchObject({
        verdict: "rejected",
        attackCodes: ["ALG_NONE"],
      });
    }
    expect(codes({ token: hs({}), key: SECRET, algorithms: "RS256, hs512" })).toEqual([
      "ALG_NOT_ALLOWED",
    ]);
    expect(codes({ token: hs({}), key: SECRET, algorithms: ["hs256"] })).toEqual([]);
    expect(value({ token: hs({}), key: SECRET, algorithms: "HS265" }).hints).toEqual([
      "algorithms holds a name that is not known here; known is HS256",
    ]);
  });

  test("confusion of a public key with a secret is confirmed by the text", () => {
    const key = pem(rsa.publicKey);
    for (const secret of [key, key.trimEnd(), `${key}\n`]) {
      const input = { token: hs({ exp: NOW + 1 }, { secret }), key };
      expect(attacks(input)).toEqual([["ALG_CONFUSION", "critical", true]]);
      expect(value(input).signature).toMatchObject({ checked: false, valid: null });
    }
    expect(attacks({ token: hs({ exp: NOW + 1 }), key })).toEqual([
      ["ALG_CONFUSION", "critical", false],
    ]);
  });

  test("in the header", () => {
    const of = (header: object, claims = {}) =>
      codes({ token: hs(claims, { header }), key: SECRET });
    expect(of({ crit: ["x"], x: 1 })).toEqual(["CRIT_UNKNOWN"]);
    expect(of({ crit: [] })).toEqual(["CRIT_UNKNOWN"]);
    expect(of({ crit: ["b64"] })).toEqual(["CRIT_UNKNOWN"]);
    expect(of({ crit: ["b64"], b64: true })).toEqual([]);
    expect(of({ jku: "https://a", jwk: 1, kid: "../../dev/null" })).toEqual([
      "JWK_IN_HEADER",
      "KID_INJECTION",
      "REMOTE_KEY_URL",
    ]);
    for (const kid of ["a'b", 'a"', "a;b", "a\0", "$(x)", "a\\b"]) {
      expect(of({ kid })).toEqual(["KID_INJECTION"]);
    }
    expect(of({ kid: "key-1_2.3$" })).toEqual([]);
    const own = sign("EdDSA", ed.privateKey, { exp: NOW + 1 }, { jwk: jwk(ed.publicKey) });
    expect(attacks({ token: own })).toEqual([["JWK_IN_HEADER", "high", true]]);
  });

  test("in the content", () => {
    expect(codes({ token: hs('{"a":{"b":1,"b":2}}'), key: SECRET })).toEqual(["DUPLICATE_MEMBER"]);
    expect(attacks({ token: hs({}), key: SECRET })).toEqual([["NO_EXPIRY", "low", true]]);
  });

  test("by zero and DER signatures", () => {
    const { privateKey, publicKey } = CURVES.ES256;
    const content = join({ alg: "ES256" }, { exp: NOW + 1 });
    const key = pem(publicKey);
    const zero = Buffer.alloc(64).toString("base64url");
    expect(codes({ token: `${content}.${zero}`, key })).toEqual(["ZERO_SIGNATURE"]);
    const edContent = join({ alg: "EdDSA" }, { exp: NOW + 1 });
    expect(codes({ token: `${edContent}.${zero}`, key: pem(ed.publicKey) })).toEqual([
      "ZERO_SIGNATURE",
    ]);
    const der = signWith("sha256", Buffer.from(content), privateKey).toString("base64url");
    const input = { token: `${content}.${der}`, key };
    expect(attacks(input)).toEqual([["DER_SIGNATURE", "medium", true]]);
    expect(value(input).hints).toEqual([
      "Write the signature as r and s of fixed length, not as ASN.1 DER: it would be valid",
    ]);
  });

  test("on weak keys", () => {
    const weak = (secret: string, bits = 256) =>
      attacks({ token: hs({ exp: NOW + 1 }, { secret, bits }), key: secret });
    expect(weak("Dragon")).toEqual([["WEAK_SECRET", "high", true]]);
    expect(weak("x".repeat(31))).toEqual([["WEAK_SECRET", "medium", true]]);
    expect(weak("x".repeat(32))).toEqual([]);
    expect(weak("x".repeat(63), 512)).toEqual([["WEAK_SECRET", "medium", true]]);
    const small = generateKeyPairSync("rsa", { modulusLength: 1024, publicExponent: 3 });
    const token = sign("RS256", small.privateKey);
    expect(run({ token, key: pem(small.publicKey) }).valid).toBe(true);
    expect(codes({ token, key: pem(small.publicKey) })).toEqual([
      "WEAK_RSA_EXPONENT",
      "WEAK_RSA_KEY",
    ]);
  });
});

describe("tokens", () => {
  test("parts have to be base64url to the letter", () => {
    const token = hs({});
    expect(failure({ token: `${token}=` })).toEqual(["JWT_BASE64_INVALID /signature"]);
    expect(failure({ token: token.replace(".", ". ") })).toEqual(["JWT_BASE64_INVALID /payload"]);
    expect(run({ token: ` Bearer ${token}\n`, key: SECRET }).valid).toBe(true);
  });

  test("without a key are unverified", () => {
    expect(run({ token: hs({}) })).toMatchObject({
      output: "unverified: No key was given",
      valid: false,
      value: { verdict: "unverified", signature: { checked: false, valid: null } },
      warnings: [{ code: "NO_KEY" }],
    });
  });

  test("may have a payload of any bytes, or detached, or of several signatures", () => {
    const content = `${part({ alg: "HS256" })}.gICA`;
    const mac = createHmac("sha256", SECRET).update(content).digest("base64url");
    expect(run({ token: `${content}.${mac}`, key: SECRET })).toMatchObject({
      valid: true,
      value: { payloadText: null, hints: ["The payload is not UTF-8, so it is not shown"] },
    });
    const [header, , signature] = hs({}).split(".");
    expect(value({ token: `${header}..${signature}`, key: SECRET }).hints).toEqual([
      "The payload is empty: if it is detached, put it back between the dots",
    ]);
    const two = { payload: "", signatures: [{ protected: header }, { protected: header }] };
    expect(failure({ token: JSON.stringify(two) })).toEqual(["JWT_PARTS_INVALID /token"]);
  });

  test("and keys are reported together", () => {
    expect(failure({ token: "a", key: "{" })).toEqual([
      "JWT_PARTS_INVALID /token",
      "JWT_KEY_INVALID /key",
    ]);
  });
});

test("many keys stop at the budget, not at the clock", async () => {
  const keys = Array.from({ length: 200 }, () => jwk(CURVES.ES512.publicKey));
  const { privateKey } = ec("P-521");
  const { body } = await runWhole(
    { tool_id: tool.id, input: { token: sign("ES512", privateKey), key: { keys } } },
    host,
  );
  expect(JSON.stringify(body)).toContain("BUDGET_EXCEEDED");
});

test("the secret is named nowhere", async () => {
  const secret = "Zq7-shared-secret";
  const inputs = [
    { token: hs({}, { secret }), key: secret },
    { token: hs({}), key: secret, algorithms: "RS256" },
    { token: hs({}), key: secret, keyEncoding: "hex" },
    { token: hs({}), key: `{"kty":"${secret}"}` },
    { token: hs({}), key: { kty: "oct", k: secret } },
    { token: hs({}), key: [secret] },
  ];
  for (const input of inputs) {
    const { body } = await runWhole({ tool_id: tool.id, input, options: { receipt: true } }, host);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(JSON.stringify(body)).not.toContain(secret.slice(4));
  }
});
