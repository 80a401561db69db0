import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { readChallenges } from "../../../tools/api-failure-diagnostic/auth-challenges.ts";
import { Headers } from "../../../tools/_lib/web/http/headers.ts";
import tool from "../../../tools/api-failure-diagnostic.ts";
import { runUnit } from "../../support/run-unit.ts";

type Input = Partial<Static<typeof tool.input>>;
type Value = Static<typeof tool.value>;

const run = (input: Input) => runUnit(tool as never, input);
const valueOf = (input: Input) => run(input).value as Value;

describe("what is pasted", () => {
  test("a request and its response; earlier responses are passed over", () => {
    const text = [
      "PUT /v1/x?a=1 HTTP/1.1",
      "Host: api.test",
      "authorization: Bearer x",
      "",
      "HTTP/1.1 100 Continue",
      "",
      "HTTP/1.1 301 Moved",
      "location: /y",
      "",
      "HTTP/1.1 503 Service Unavailable",
      "Retry-After: 1",
      "Retry-After: 2",
      "X-Request-Id: r-1",
      "",
      "<html>sorry",
    ];
    for (const end of ["\n", "\r\n"])
      expect(valueOf({ input: text.join(end) })).toMatchObject({
        request: { method: "PUT", url: "/v1/x?a=1", idempotent: true },
        response: {
          status: 503,
          reason: "Service Unavailable",
          mediaType: "text/html",
          requestId: "r-1",
        },
        retry: { source: "backoff" },
      });
  });

  test("curl -v", () => {
    const input = [
      "*   Trying 10.0.0.1:443...",
      "* connect to 10.0.0.1 port 443 failed: Connection timed out",
      "> POST /a HTTP/2",
      "> Authorization: Bearer abcdef",
      "> ",
      "< HTTP/2 401 ",
      "< content-type: application/json",
      '< www-authenticate: Bearer error="invalid_token"',
      "<",
      "{ [20 bytes data]",
      '{"error":"nope"}',
      "* Connection #0 to host api.test left intact",
    ].join("\n");
    expect(valueOf({ input })).toMatchObject({
      request: { method: "POST", url: "/a" },
      response: { status: 401, reason: null, mediaType: "application/json" },
      causes: [{ code: "AUTH_EXPIRED" }],
    });
    const failed = "* Could not resolve host: api.test\n* Closing connection\ncurl: (6) Could not";
    expect(valueOf({ input: failed })).toMatchObject({ layer: "dns", response: { status: null } });
    const reset = "> POST /a HTTP/1.1\n> Host: a\n>\n* Recv failure: Connection reset by peer";
    expect(valueOf({ input: reset })).toMatchObject({
      request: { method: "POST" },
      causes: [{ code: "CONNECTION_RESET" }],
    });
  });

  test("HAR, entry or archive; status 0 is no response", () => {
    const entry = (status: number, more: object = {}) => ({
      request: { method: "GET", url: "https://a.test/", headers: [{ name: "A", value: "b" }] },
      response: {
        status,
        statusText: "S",
        headers: [{ name: "Retry-After", value: "3" }],
        content: { mimeType: "application/json; charset=utf-8", text: "e30=", encoding: "base64" },
        ...more,
      },
    });
    const archive = { log: { entries: [entry(200), entry(503), entry(200)] } };
    for (const har of [entry(503), archive])
      expect(valueOf({ input: JSON.stringify(har) })).toMatchObject({
        request: { method: "GET", url: "https://a.test/" },
        response: { status: 503, mediaType: "application/json" },
        retry: { afterMs: 3000 },
      });
    const none = entry(0, { _error: "net::ERR_CONNECTION_REFUSED" });
    expect(valueOf({ input: JSON.stringify(none) })).toMatchObject({
      response: { status: null },
      causes: [{ code: "CONNECTION_REFUSED" }],
    });
  });

  test("a bare body, one of problem details, and what is neither", () => {
    expect(valueOf({ input: '{"error":{"code":1}}' }).causes[0]?.code).toBe("HIDDEN_ERROR");
    const problem = { type: "about:blank", title: "Gone", status: 410 };
    expect(valueOf({ input: JSON.stringify(problem) })).toMatchObject({
      response: { status: 410, problem },
      causes: [{ code: "GONE" }],
    });
    expect(run({ input: "{broken" })).toMatchObject({ ok: true, valid: false });
  });

  test("fields count more than what is parsed", () => {
    const input = "HTTP/1.1 500 Oops\nRetry-After: 1\n\nx";
    expect(
      valueOf({
        input,
        status: 429,
        responseHeaders: '{"retry-after":["7"]}',
        method: "post",
        url: "u",
      }),
    ).toMatchObject({
      request: { method: "POST", url: "u" },
      response: { status: 429, reason: null },
      retry: { afterMs: 7000 },
    });
  });

  test("nothing at all", () => {
    for (const input of [
      {},
      { input: " " },
      { status: 0 },
      { status: 42 },
      { input: "GET / HTTP/1.1\nHost: a" },
    ])
      expect(run(input)).toMatchObject({ ok: false, errors: [{ code: "NOTHING_TO_DIAGNOSE" }] });
    expect(run({ status: 600 })).toMatchObject({
      ok: false,
      error: { code: "TOOL_INPUT_INVALID" },
    });
  });
});

describe("parts", () => {
  test("challenges", () => {
    expect(
      readChallenges('Basic realm="a, b", Bearer scope="x y", Error=E, Negotiate abc==, NTLM'),
    ).toEqual([
      { scheme: "Basic", params: { realm: "a, b" } },
      { scheme: "Bearer", params: { scope: "x y", error: "E" } },
      { scheme: "Negotiate", params: { token68: "abc==" } },
      { scheme: "NTLM", params: {} },
    ]);
    expect(readChallenges('Digest realm="a \\"b\\"" , nonce = "n"')).toEqual([
      { scheme: "Digest", params: { realm: 'a "b"', nonce: "n" } },
    ]);
    expect(readChallenges("")).toEqual([]);
  });

  test("headers of lines, objects and pairs", () => {
    const headers = new Headers();
    headers.addLines(["A: 1", " 2", "a: 3", "no header", ": x"]);
    headers.addData({ B: ["x", 5, null] });
    headers.addData([["C", "y"], { name: "D", value: "z" }]);
    expect(["a", "B", "c", "d"].map((name) => headers.get(name))).toEqual([
      "1 2, 3",
      "x, 5",
      "y",
      "z",
    ]);
  });

  test("errors of fields, in every form", () => {
    const of = (responseBody: object) =>
      valueOf({ status: 422, responseBody }).fieldErrors.map(
        ({ path, message }) => `${path}: ${message}`,
      );
    expect(of({ errors: [{ pointer: "#/a", detail: "d" }] })).toEqual(["/a: d"]);
    expect(of({ errors: [{ source: { pointer: "/data/b" }, title: "t", detail: "d" }] })).toEqual([
      "/data/b: d",
    ]);
    expect(
      of({
        errors: [
          { path: "a.b", message: "m" },
          { path: ["a", 0], message: "n" },
        ],
      }),
    ).toEqual(["a.b: m", "/a/0: n"]);
    expect(of({ detail: [{ loc: ["body", "items", 0, "a/b"], msg: "m" }] })).toEqual([
      "/items/0/a~1b: m",
    ]);
    expect(of({ detail: [{ loc: ["query", "q"], msg: "m" }] })).toEqual(["/query/q: m"]);
    expect(of({ errors: [{ field: "f", message: "m" }, "text", null] })).toEqual(["f: m"]);
    expect(of({ errors: { f: ["a", "b"], g: "c", h: 5 } })).toEqual(["f: a", "f: b", "g: c"]);
  });

  test("limits and media types", () => {
    const { rateLimit, response } = valueOf({
      status: 429,
      responseHeaders: {
        "X-RateLimit-Limit": "100, 100;w=60",
        "RateLimit-Remaining": 4,
        "Content-Type": "TEXT/Plain; a=b",
      },
    });
    expect(rateLimit).toEqual({ limit: 100, remaining: 4, resetMs: null });
    expect(response.mediaType).toBe("text/plain");
    expect(valueOf({ status: 500 }).rateLimit).toBeNull();
    expect(valueOf({ status: 500, responseBody: " plain" }).response.mediaType).toBe("text/plain");
  });
});

test("secrets are not shown", () => {
  const secret = "sk-live-Zx81kQpLm29RtVw7Yb";
  const outcome = run({
    errorText: `connect ECONNREFUSED with Authorization: Bearer ${secret} and password=${secret}`,
    url: `https://u:${secret}@a.test/?api_key=${secret}`,
    requestHeaders: { Authorization: `Bearer ${secret}`, Cookie: `sid=${secret}` },
    requestBody: { password: secret },
  });
  expect(JSON.stringify(outcome)).not.toContain(secret);
});

test.each([
  ["ECONNREFUSED Authorization: Bearer abc", "ECONNREFUSED Authorization: ***"],
  ["ECONNREFUSED Cookie: sid=1; theme=2", "ECONNREFUSED Cookie: ***"],
  ['ECONNREFUSED {"Authorization":"Bearer abc"}', 'ECONNREFUSED {"Authorization":"***"}'],
  ["ECONNREFUSED https://a.test/?api_key=1&b=2", "ECONNREFUSED https://a.test/?api_key=***&b=2"],
  ["ECONNREFUSED 'client_secret': 'hunter2', b", "ECONNREFUSED 'client_secret': '***', b"],
])("a short secret is none the less one: %s", (errorText, expected) => {
  expect(valueOf({ errorText }).causes[0]?.evidence).toEqual([expected]);
});

test("hostile texts throw nothing", () => {
  const size = 100_000;
  const texts = [
    "json ".repeat(size / 5),
    "[".repeat(size),
    `HTTP/1.1 401 x\nwww-authenticate: ${'a="\\"'.repeat(size / 5)}`,
    `HTTP/1.1 401 x\nwww-authenticate: ${"Basic ".repeat(size / 6)}`,
    `HTTP/1.1 400 x\n\n${"invalid ".repeat(size / 8)}`,
    "HTTP/1.1 500 x\n".repeat(size / 15),
    "* x\n".repeat(size / 4),
    "curl ".repeat(size / 5),
    `HTTP/1.1 400 x\n\n{"__proto__":{"errors":[{"path":"\ud800"}]}}`,
  ];
  for (const input of texts) {
    expect([input.slice(0, 40), run({ input }).ok]).toEqual([input.slice(0, 40), true]);
  }
});
