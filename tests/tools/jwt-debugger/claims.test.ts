import { describe, expect, test } from "bun:test";
import { createHmac, generateKeyPairSync, sign as signWith } from "node:crypto";
import { run as runWhole } from "../../../app/run/run.ts";
import tool from "../../../tools/jwt-debugger.ts";
import { host } from "../../support/run-unit.ts";
import {
  CURVES,
  ec,
  ed,
  failure,
  hs,
  join,
  jwk,
  NOW,
  part,
  pem,
  rsa,
  run,
  SECRET,
  sign,
  value,
} from "../../support/web-tokens.ts";

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
