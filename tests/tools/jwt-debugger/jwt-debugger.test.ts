import { describe, expect, test } from "bun:test";
import { constants, sign as signWith } from "node:crypto";
import fc from "fast-check";
import tool from "../../../tools/jwt-debugger.ts";
import { FIXED_CLOCK, runUnit } from "../../support/run-unit.ts";
import {
  CERTIFICATE,
  CERTIFIED_TOKEN,
  CURVES,
  ed,
  failure,
  hs,
  join,
  jwk,
  KOBLITZ_JWK,
  KOBLITZ_PEM,
  KOBLITZ_TOKEN,
  NOW,
  part,
  pem,
  rsa,
  run,
  SECRET,
  sign,
  value,
} from "../../support/web-tokens.ts";

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
