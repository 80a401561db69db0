import { describe, expect, test } from "bun:test";
import { run as runWhole } from "../../app/run/run.ts";
import tool from "../../tools/jwt-decoder.ts";
import { FIXED_CLOCK, host, runUnit } from "../support/run-unit.ts";

const NOW = Date.UTC(2026, 0, 1);
const clock = { ...FIXED_CLOCK, now: NOW } as unknown as typeof FIXED_CLOCK;
const run = (token: string, more: object = {}) => runUnit(tool, { token, ...more }, clock);
const codes = (token: string) => run(token).warnings?.map(({ code }) => code);
const failure = (token: string) => run(token).errors?.map(({ code, path }) => `${code} ${path}`);

const part = (content: unknown) =>
  Buffer.from(typeof content === "string" ? content : JSON.stringify(content)).toString(
    "base64url",
  );
const HEADER = part({ alg: "HS256" });
const token = (payload: unknown, signature = "AAAA") => `${HEADER}.${part(payload)}.${signature}`;
const value = (text: string) => run(text).value as Record<string, unknown>;

describe("serializations", () => {
  test("compact, flattened and general say the same", () => {
    const payload = part({ sub: "1" });
    const flattened = { payload, protected: HEADER, header: { kid: "k" }, signature: "AAAA" };
    const second = { header: { alg: "none" }, signature: "" };
    const general = {
      payload,
      signatures: [{ protected: HEADER, header: { kid: "k" }, signature: "AAAA" }, second],
    };
    expect(value(JSON.stringify(flattened))).toMatchObject({
      kind: "JWS",
      serialization: "flattened",
      header: { alg: "HS256", kid: "k" },
      payload: { sub: "1" },
      signature: { present: true, bytes: 3 },
    });
    expect(value(JSON.stringify(flattened))["signatures"]).toBeUndefined();
    expect(value(JSON.stringify(general, null, 2))).toMatchObject({
      serialization: "general",
      header: { alg: "HS256", kid: "k" },
      signatures: [
        { header: { kid: "k" }, signature: { present: true, bytes: 3 } },
        { header: { alg: "none" }, signature: { present: false, bytes: 0 } },
      ],
    });
    expect(codes(JSON.stringify(general))).toEqual(["SIGNATURE_NOT_VERIFIED", "JWT_ALG_NONE"]);
  });

  test("of a JWE only the header can be read", () => {
    const header = part({ alg: "dir", enc: "A256GCM", cty: "JWT" });
    expect(run(`${header}..AAAA.AAAA.AAAA`)).toMatchObject({
      value: {
        kind: "JWE",
        header: { enc: "A256GCM" },
        payload: null,
        payloadJson: null,
        payloadText: null,
        status: null,
        signature: { present: false, bytes: 0 },
      },
      warnings: [{ code: "SIGNATURE_NOT_VERIFIED" }, { code: "JWT_NESTED", path: "/header/cty" }],
    });
    const general = {
      protected: part({ enc: "A256GCM" }),
      unprotected: { jku: "u" },
      recipients: [{ header: { alg: "dir" }, encrypted_key: "AAAA" }],
      ciphertext: "AAAA",
    };
    expect(value(JSON.stringify(general))).toMatchObject({
      kind: "JWE",
      header: { enc: "A256GCM", jku: "u", alg: "dir" },
    });
  });

  test("content may be detached, or stand unencoded", () => {
    expect(value(`${HEADER}..AAAA`)).toMatchObject({ payload: null, payloadText: "" });
    const unencoded = part({ alg: "HS256", b64: false, crit: ["b64"] });
    expect(
      value(JSON.stringify({ protected: unencoded, payload: "$.02", signature: "AAAA" })),
    ).toMatchObject({ payloadText: "$.02" });
  });
});

describe("cleaning", () => {
  const plain = token({ sub: "1" });

  test("a Bearer scheme and white space around are free", () => {
    for (const text of [`Bearer ${plain}`, `bearer\t${plain}\n`, ` ${plain} `]) {
      expect(codes(text)).toEqual(["SIGNATURE_NOT_VERIFIED"]);
    }
  });

  test("quotes, inner white space, padding and the other alphabet are repaired", () => {
    const [header, payload] = plain.split(".");
    const dressed = [
      `"${plain}"`,
      `Bearer '${plain}'`,
      `"Bearer ${plain}"`,
      `${header}.\n${payload}.AAAA`,
      `${header}.${payload}.AA==`,
      `${header}.${payload}.+/8=`,
      `${header}.${payload}.AB`,
    ];
    for (const text of dressed) {
      expect(codes(text)).toEqual(["SIGNATURE_NOT_VERIFIED", "JWT_CLEANED"]);
      expect(value(text)).toMatchObject({ payload: { sub: "1" } });
    }
  });
});

describe("times", () => {
  test("come in their order, with fractions, and not as text", () => {
    const { times, status } = value(
      token({
        updated_at: 1,
        exp: 1_767_225_600.25,
        auth_time: 0,
        nbf: "1767225600",
        iat: 1_767_225_600_000,
      }),
    );
    expect(status).toBe("active");
    expect(times).toEqual([
      {
        claim: "exp",
        value: 1_767_225_600.25,
        iso: "2026-01-01T00:00:00.250Z",
        secondsFromNow: 0.25,
        text: "now",
      },
      {
        claim: "iat",
        value: 1_767_225_600_000,
        iso: "2026-01-01T00:00:00Z",
        secondsFromNow: 0,
        text: "now",
      },
      expect.objectContaining({ claim: "auth_time", iso: "1970-01-01T00:00:00Z" }),
      expect.objectContaining({ claim: "updated_at", iso: "1970-01-01T00:00:01Z" }),
    ]);
    expect(run(token({ iat: 1e12, nbf: "1" })).warnings).toMatchObject([
      { code: "SIGNATURE_NOT_VERIFIED" },
      { code: "JWT_TIME_IN_MILLISECONDS", path: "/payload/iat", claim: "iat" },
      { code: "JWT_TIME_NOT_NUMBER", path: "/payload/nbf", claim: "nbf" },
    ]);
  });

  test("decide on the status", () => {
    const status = (claims: object) => value(token(claims))["status"];
    const now = NOW / 1000;
    expect(status({ exp: now })).toBe("expired");
    expect(status({ exp: now + 1, nbf: now })).toBe("active");
    expect(status({ exp: now + 1, nbf: now + 1 })).toBe("notYetValid");
    expect(status({ exp: now, nbf: now + 1 })).toBe("expired");
    expect(status({ iat: now })).toBe("noTimeClaims");
    expect(status({ exp: String(now) })).toBe("noTimeClaims");
    expect(status([])).toBe(null);
  });

  test("outside of the calendar have no date", () => {
    expect(value(token({ exp: 9e10, iat: -1e11, nbf: 1e18 }))["times"]).toMatchObject([
      { claim: "exp", iso: "4821-12-26T16:00:00Z" },
      { claim: "nbf", iso: null, text: null },
      { claim: "iat", iso: null, text: null, secondsFromNow: -101_767_225_600 },
    ]);
  });

  test("are local in the report", () => {
    const { report } = run(token({ exp: 1_767_225_600 }), { timeZone: "asia/kolkata" });
    expect(report).toContain("exp: 2026-01-01T05:30:00+05:30 (now)");
    expect(run(token({}), { timeZone: "IST" }).errors).toMatchObject([
      { code: "TIME_ZONE_AMBIGUOUS", path: "/timeZone" },
    ]);
  });
});

describe("payloads", () => {
  test("of any JSON are kept exactly", () => {
    const text = '{"id": 9007199254740993, "a":1.10, "id2":1e400,"__proto__":{"x":1},"a":2}';
    const result = run(token(text));
    expect(result.value).toMatchObject({ payloadJson: text, payload: { a: 2 } });
    expect(result.output).toContain('"id": 9007199254740993');
    expect(result.output).toContain('"a": 2');
    expect(result.warnings).toMatchObject([
      { code: "SIGNATURE_NOT_VERIFIED" },
      { code: "JWT_DUPLICATE_MEMBER", path: "/payload/a" },
      { code: "JWT_NUMBER_PRECISION", path: "/payload/id" },
      { code: "JWT_NUMBER_PRECISION", path: "/payload/id2" },
    ]);
  });

  test("may be no object, or no JSON", () => {
    expect(run(token("[1]"))).toMatchObject({
      output: expect.stringContaining('"payload": [\n    1\n  ]'),
      value: { payload: null, payloadJson: "[1]", payloadText: null },
      warnings: [{}, { code: "JWT_PAYLOAD_NOT_OBJECT" }],
    });
    expect(run(token("hi"))).toMatchObject({
      value: { payload: null, payloadJson: null, payloadText: "hi", claims: [] },
      warnings: [{}, { code: "JWT_PAYLOAD_NOT_JSON" }],
    });
    expect(value(token("{}"))).toMatchObject({ payload: {}, status: "noTimeClaims" });
  });

  test("registered claims are explained in their order", () => {
    expect(value(token({ email: "a", x: 1, iss: "b", constructor: 1 }))["claims"]).toEqual([
      { claim: "email", meaning: "mail address", value: "a" },
      { claim: "iss", meaning: "issuer of the token", value: "b" },
    ]);
  });

  test("a thousand levels and a hundred thousand characters", () => {
    expect(run(token("[".repeat(900) + "]".repeat(900))).ok).toBe(true);
    expect(failure(token("[".repeat(1001) + "]".repeat(1001)))).toEqual([
      "JWT_JSON_INVALID /payload",
    ]);
    expect(failure(token("[".repeat(1000) + "1,".repeat(20_000) + "1" + "]".repeat(1000)))).toEqual(
      ["OUTPUT_TOO_LARGE undefined"],
    );
    expect(value(token({ kid: "k".repeat(70_000) }))["payloadJson"]).toHaveLength(70_010);
  });
});

describe("failures", () => {
  test.each([
    ["", "JWT_PARTS_INVALID /token"],
    ["a.b.c.d", "JWT_PARTS_INVALID /token"],
    ["{}", "JWT_PARTS_INVALID /token"],
    ['{"payload":"","signatures":[]}', "JWT_PARTS_INVALID /token"],
    ['{"payload":"",', "JWT_JSON_INVALID /token"],
    ['{"payload":1,"signature":"","protected":"e30"}', "JWT_JSON_INVALID /payload"],
    ['{"payload":"","signatures":[1]}', "JWT_JSON_INVALID /signatures/0"],
    ['{"payload":"","signature":""}', "JWT_HEADER_NOT_OBJECT /header"],
    [`${part("[]")}.e30.`, "JWT_HEADER_NOT_OBJECT /header"],
    [`${part("{")}.e30.`, "JWT_JSON_INVALID /header"],
    [".e30.", "JWT_JSON_INVALID /header"],
    ["gICA.e30.", "JWT_UTF8_INVALID /header"],
  ])("%p", (given, expected) => {
    expect(failure(given)).toEqual([expected]);
  });

  test("every part is reported", () => {
    expect(failure("e.é.*")).toEqual([
      "JWT_BASE64_INVALID /header",
      "JWT_BASE64_INVALID /signature",
      "JWT_BASE64_INVALID /payload",
    ]);
    expect(run("a.b").errors?.[0]?.["received"]).toBe(2);
  });
});

test("the token and its signature are named nowhere, and its words in no message", async () => {
  const secret = "c2lnbmF0dXJlLXNlY3JldA";
  const given = `${part({ alg: "none", kid: "kid-word" })}.${part('{"a":"pay-word","a":"pay-word"}')}.${secret}`;
  const { body } = await runWhole({ tool_id: tool.id, input: { token: given } }, host);
  expect(JSON.stringify(body)).not.toContain(secret);
  expect(JSON.stringify(body)).not.toContain(given.slice(0, 20));
  const { warnings, report } = (body as { result: { warnings: unknown; report: string } }).result;
  expect(JSON.stringify([warnings, report])).not.toMatch(/kid-word|pay-word/);
});

test.each([
  "Authorization: Bearer TOKEN",
  "authorization:bearer TOKEN\n",
  '"Authorization: Bearer TOKEN"',
  '"Authorization": "Bearer TOKEN"',
  "-H 'Authorization: Bearer TOKEN'",
  'Authorization: Bearer "TOKEN"',
  "Proxy-Authorization: Bearer TOKEN",
])("the header %p is taken off", (form) => {
  const bare = "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.";
  const plain = runUnit(tool, { token: bare }).value;
  expect(runUnit(tool, { token: form.replace("TOKEN", bare) }).value).toEqual(plain);
});
