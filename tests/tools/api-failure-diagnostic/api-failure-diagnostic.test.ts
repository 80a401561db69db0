import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import tool from "../../../tools/api-failure-diagnostic.ts";
import { FIXED_CLOCK, runUnit } from "../../support/run-unit.ts";

type Input = Partial<Static<typeof tool.input>>;
type Value = Static<typeof tool.value>;

const NOW = Date.UTC(2026, 10, 22, 12);
const run = (input: Input) => runUnit(tool as never, input, { ...FIXED_CLOCK, now: NOW } as never);
const valueOf = (input: Input) => {
  const { value } = run(input);
  if (!value) throw new Error(JSON.stringify(run(input)));
  return value as Value;
};
const codes = (input: Input) => valueOf(input).causes.map(({ code }) => code);
const shown = (input: Input) => {
  const { causes, layer, retry } = valueOf(input);
  return `${causes[0]?.code} ${layer} ${retry.decision}`;
};

describe("errors of clients", () => {
  test.each<[string, string]>([
    ["getaddrinfo ENOTFOUND api.test", "DNS_NOT_FOUND dns retry"],
    ["curl: (6) Could not resolve host: api.test", "DNS_NOT_FOUND dns retry"],
    ["getaddrinfo EAI_AGAIN api.test", "DNS_TEMPORARY dns retry"],
    ["connect ECONNREFUSED ::1:80", "CONNECTION_REFUSED tcp retry"],
    ["curl: (7) Failed to connect", "CONNECTION_REFUSED tcp retry"],
    ["read ECONNRESET", "CONNECTION_RESET tcp retry-if-idempotent"],
    ["write EPIPE", "CONNECTION_RESET tcp retry-if-idempotent"],
    ["Error: socket hang up", "CONNECTION_RESET tcp retry-if-idempotent"],
    ["curl: (52) Empty reply from server", "CONNECTION_RESET tcp retry-if-idempotent"],
    ["curl 56", "CONNECTION_RESET tcp retry-if-idempotent"],
    // Of unknown phase: it may have run.
    ["curl: (28) Operation timed out", "READ_TIMEOUT tcp retry-if-idempotent"],
    ["curl: (28) Failed to connect to a.test port 80: Timed out", "CONNECT_TIMEOUT tcp retry"],
    ["curl: (7) Failed to connect: Network is unreachable", "NETWORK_UNREACHABLE tcp retry"],
    ["curl: (56) CONNECT tunnel failed, response 407", "PROXY_AUTH_REQUIRED http do-not-retry"],
    ["curl: (56) CONNECT tunnel failed, response 503", "PROXY_CONNECT_FAILED gateway retry"],
    ["Request failed with status code 503", "SERVICE_UNAVAILABLE gateway retry-if-idempotent"],
    ["ThrottlingException: Rate exceeded", "RATE_LIMITED http retry"],
    ["TypeError: Failed to fetch", "NETWORK_FAILED client retry-if-idempotent"],
    ["CERT_HAS_EXPIRED", "TLS_CERT_EXPIRED tls do-not-retry"],
    [
      "curl: (60) SSL certificate problem: certificate has expired",
      "TLS_CERT_EXPIRED tls do-not-retry",
    ],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "TLS_CERT_UNTRUSTED tls do-not-retry"],
    ["curl: (60) SSL certificate problem", "TLS_CERT_UNTRUSTED tls do-not-retry"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "TLS_HOSTNAME_MISMATCH tls do-not-retry"],
    ["write EPROTO 1:error", "TLS_PROTOCOL tls do-not-retry"],
    ["curl: (35) wrong version number", "TLS_PROTOCOL tls do-not-retry"],
    ["has been blocked by CORS policy: No", "CORS_BLOCKED client do-not-retry"],
    ["curl: (47) Maximum (50) redirects followed", "REDIRECT_LOOP client do-not-retry"],
    ["AbortError: This operation was aborted", "REQUEST_ABORTED client do-not-retry"],
    ["it broke", "undefined client do-not-retry"],
  ])("%s", (errorText, expected) => {
    expect(shown({ errorText, method: "POST" })).toBe(expected);
    expect(run({ input: errorText }).valid).toBe(false);
  });

  test("several rows that fit, in their order", () => {
    expect(codes({ errorText: "AbortError: getaddrinfo ENOTFOUND, ECONNRESET" })).toEqual([
      "DNS_NOT_FOUND",
      "CONNECTION_RESET",
      "REQUEST_ABORTED",
    ]);
  });
});

describe("statuses", () => {
  test.each<[number, string]>([
    [301, "REDIRECT_NOT_FOLLOWED http do-not-retry"],
    [400, "MALFORMED_REQUEST http do-not-retry"],
    [401, "AUTH_MISSING http do-not-retry"],
    [403, "PERMISSION_DENIED http do-not-retry"],
    [404, "NOT_FOUND http do-not-retry"],
    [407, "PROXY_AUTH_REQUIRED http do-not-retry"],
    [408, "REQUEST_TIMEOUT http retry"],
    [409, "CONFLICT http do-not-retry"],
    [421, "MISDIRECTED_REQUEST http retry"],
    [422, "VALIDATION_FAILED http do-not-retry"],
    [425, "TOO_EARLY http retry"],
    [429, "RATE_LIMITED http retry"],
    [451, "LEGAL_BLOCK http do-not-retry"],
    [500, "SERVER_ERROR application retry-if-idempotent"],
    [501, "NOT_IMPLEMENTED application do-not-retry"],
    [502, "BAD_GATEWAY gateway retry-if-idempotent"],
    [505, "HTTP_VERSION_UNSUPPORTED application do-not-retry"],
    [520, "ORIGIN_UNKNOWN_ERROR gateway retry-if-idempotent"],
    [524, "ORIGIN_TIMEOUT gateway retry-if-idempotent"],
    [525, "ORIGIN_TLS_HANDSHAKE gateway do-not-retry"],
    [526, "ORIGIN_TLS_INVALID gateway do-not-retry"],
    [529, "OVERLOADED gateway retry-if-idempotent"],
    [418, "undefined http do-not-retry"],
  ])("%d", (status, expected) => {
    expect(shown({ status, method: "POST" })).toBe(expected);
    expect(run({ status }).valid).toBe(false);
  });

  test("what may be sent twice", () => {
    const decision = (input: Input) => valueOf({ status: 503, ...input }).retry.decision;
    expect(decision({})).toBe("retry");
    expect(decision({ method: "put" })).toBe("retry");
    expect(decision({ method: "PATCH" })).toBe("retry-if-idempotent");
    expect(decision({ method: "POST", requestHeaders: { "idempotency-KEY": "k" } })).toBe("retry");
    expect(decision({ method: "POST", idempotent: true })).toBe("retry");
    expect(decision({ idempotent: false })).toBe("retry-if-idempotent");
  });

  test("401", () => {
    const of = (input: Input) => codes({ status: 401, ...input })[0];
    const requestHeaders = "authorization: Bearer x";
    const responseHeaders = { "WWW-Authenticate": 'Bearer error="invalid_token"' };
    // Who says of a token that it expired was sent one, even where the request is not known.
    expect(of({ responseBody: "token expired" })).toBe("AUTH_EXPIRED");
    expect(of({ responseBody: { message: "Incorrect API key" } })).toBe("AUTH_INVALID");
    expect(of({ responseBody: { message: "No API key was given" } })).toBe("AUTH_MISSING");
    expect(of({ requestHeaders: "x-api-key: k" })).toBe("AUTH_INVALID");
    expect(of({ url: "https://a.test/?api_key=k" })).toBe("AUTH_INVALID");
    expect(of({ responseBody: { kind: "Status", reason: "Unauthorized" } })).toBe("AUTH_INVALID");
    expect(
      of({
        responseHeaders:
          'www-authenticate: Bearer error="invalid_token", error_description="Bad signature"',
      }),
    ).toBe("AUTH_INVALID");
    expect(of({})).toBe("AUTH_MISSING");
    expect(of({ requestHeaders: "accept: */*", responseHeaders })).toBe("AUTH_MISSING");
    expect(of({ responseHeaders })).toBe("AUTH_EXPIRED");
    expect(of({ requestHeaders, responseHeaders })).toBe("AUTH_EXPIRED");
    expect(of({ requestHeaders, responseBody: { message: "Token Expired" } })).toBe("AUTH_EXPIRED");
    expect(of({ requestHeaders, responseBody: { error: "invalid_token" } })).toBe("AUTH_EXPIRED");
    expect(of({ requestHeaders })).toBe("AUTH_INVALID");
  });

  test("403", () => {
    const of = (responseHeaders: object, responseBody: unknown = "") =>
      shown({ status: 403, responseHeaders, responseBody, method: "POST" });
    expect(of({ "X-RateLimit-Remaining": "0" })).toBe("RATE_LIMITED http retry");
    expect(of({ "WWW-Authenticate": 'Bearer error="insufficient_scope"' })).toStartWith(
      "SCOPE_INSUFFICIENT",
    );
    expect(of({}, { error: "insufficient_scope" })).toStartWith("SCOPE_INSUFFICIENT");
    expect(of({}, "CSRF token missing")).toStartWith("CSRF_REJECTED");
    expect(of({ "cf-ray": "1" }, "<html>")).toStartWith("BLOCKED_BY_WAF");
    expect(of({}, "<!DOCTYPE html><title>Attention Required!")).toStartWith("BLOCKED_BY_WAF");
    expect(of({ "cf-ray": "1" }, "{}")).toStartWith("PERMISSION_DENIED");
  });

  test("400, 422 and 429 by their bodies", () => {
    const of = (status: number, responseBody: unknown) => shown({ status, responseBody });
    expect(of(400, "Unexpected token } in JSON at position 3")).toStartWith("BODY_NOT_JSON");
    for (const message of [
      "Problems parsing JSON",
      "The body is not valid JSON",
      "JSON syntax error",
      "Expected ',' or '}' after property value in JSON at position 20",
      "invalid character '}' looking for beginning of value",
      "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)",
    ])
      expect(of(400, { message })).toStartWith("BODY_NOT_JSON");
    expect(of(400, { message: "name is not valid" })).toStartWith("MALFORMED_REQUEST");
    expect(of(400, { errors: [{ field: "a", message: "b" }] })).toStartWith("VALIDATION_FAILED");
    expect(of(429, { error: { code: "insufficient_quota" } })).toBe(
      "QUOTA_EXHAUSTED http do-not-retry",
    );
    expect(of(429, { error: { type: "billing_hard_limit" } })).toStartWith("QUOTA_EXHAUSTED");
    expect(of(429, { error: { errors: [{ reason: "quotaExceeded" }] } })).toStartWith(
      "QUOTA_EXHAUSTED",
    );
    expect(of(429, { message: "quota" })).toStartWith("RATE_LIMITED");
  });

  test("errors that hide in a success", () => {
    const of = (responseBody: unknown) => run({ status: 200, responseBody });
    for (const body of [{ errors: [1] }, { error: "x" }, { ok: false }, { success: false }])
      expect(of(body)).toMatchObject({
        valid: false,
        value: { causes: [{ code: "HIDDEN_ERROR" }], layer: "application" },
      });
    const fine = [{ errors: [] }, { error: null }, { error: false }, { ok: true }];
    for (const body of [...fine, "no json {", [], 5, "null"]) expect(of(body).valid).toBe(true);
    expect(run({ status: 304 }).valid).toBe(true);
    expect(run({ status: 204 }).valid).toBe(true);
  });

  test("gRPC", () => {
    const of = (input: Input) => `${valueOf(input).grpc?.name} ${shown(input)}`;
    expect(of({ input: "rpc error: code = DeadlineExceeded desc = late", method: "POST" })).toBe(
      "DEADLINE_EXCEEDED GATEWAY_TIMEOUT gateway retry-if-idempotent",
    );
    expect(of({ input: "Error: 14 UNAVAILABLE: down" })).toBe(
      "UNAVAILABLE SERVICE_UNAVAILABLE gateway retry",
    );
    const worded = { input: "rpc error: code = Unavailable desc = dial tcp: connection refused" };
    // UNAVAILABLE is said of whatever went wrong below; what did is the cause.
    expect(codes(worded)).toEqual(["CONNECTION_REFUSED", "SERVICE_UNAVAILABLE"]);
    const late = { input: "rpc error: code = DeadlineExceeded desc = context deadline exceeded" };
    expect(codes(late)).toEqual(["GATEWAY_TIMEOUT", "READ_TIMEOUT"]);
    expect(codes({ input: "rpc error: code = Unauthenticated desc = session expired" })).toEqual([
      "AUTH_EXPIRED",
    ]);
    expect(
      codes({
        input: "rpc error: code = ResourceExhausted desc = message larger than max (9 vs. 4)",
      }),
    ).toEqual(["PAYLOAD_TOO_LARGE"]);
    expect(of({ status: 200, responseHeaders: { "grpc-status": 8 }, method: "POST" })).toBe(
      "RESOURCE_EXHAUSTED RATE_LIMITED http retry",
    );
    expect(of({ input: "grpc-status: 16" })).toBe("UNAUTHENTICATED AUTH_INVALID http do-not-retry");
    expect(run({ status: 200, responseHeaders: "grpc-status: 0" })).toMatchObject({
      valid: true,
      value: { grpc: { code: 0, name: "OK" } },
    });
  });
});

describe("what APIs name their errors", () => {
  test.each<[number, unknown, string]>([
    [400, { __type: "com.amazon.coral#ThrottlingException" }, "RATE_LIMITED http retry"],
    [400, { __type: "ExpiredTokenException" }, "AUTH_EXPIRED http do-not-retry"],
    [400, { code: "ResourceNotFoundException" }, "NOT_FOUND http do-not-retry"],
    [503, "<Error><Code>SlowDown</Code></Error>", "RATE_LIMITED http retry"],
    [403, "<Error><Code>SignatureDoesNotMatch</Code></Error>", "AUTH_INVALID http do-not-retry"],
    [
      403,
      { error: { code: 403, errors: [{ reason: "userRateLimitExceeded" }] } },
      "RATE_LIMITED http retry",
    ],
    [
      403,
      {
        error: {
          status: "PERMISSION_DENIED",
          details: [{ reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }],
        },
      },
      "SCOPE_INSUFFICIENT http do-not-retry",
    ],
    [403, { message: "You have exceeded a secondary rate limit" }, "RATE_LIMITED http retry"],
    [429, { error: { type: "insufficient_quota" } }, "QUOTA_EXHAUSTED http do-not-retry"],
    [429, { error: { type: "rate_limit_error" } }, "RATE_LIMITED http retry"],
    [402, { error: { type: "card_error" } }, "PAYMENT_REQUIRED http do-not-retry"],
    [416, "", "RANGE_NOT_SATISFIABLE http do-not-retry"],
    [507, "", "INSUFFICIENT_STORAGE http do-not-retry"],
    [400, { error: "authorization_pending" }, "AUTHORIZATION_PENDING http retry"],
    [400, { error: "slow_down" }, "RATE_LIMITED http retry"],
    [400, { error: "invalid_grant" }, "AUTH_INVALID http do-not-retry"],
    [400, { message: "Your credit balance is too low" }, "PAYMENT_REQUIRED http do-not-retry"],
    [400, { message: "name is required" }, "VALIDATION_FAILED http do-not-retry"],
    [400, "<h1>400 Request Header Or Cookie Too Large</h1>", "HEADERS_TOO_LARGE http do-not-retry"],
    [200, { errors: true, items: [] }, "HIDDEN_ERROR application do-not-retry"],
    [
      200,
      [{ jsonrpc: "2.0", id: 1, error: { code: -32_601 } }],
      "HIDDEN_ERROR application do-not-retry",
    ],
  ])("%d %j", (status, responseBody, expected) => {
    expect(shown({ status, responseBody, method: "POST" })).toBe(expected);
  });

  test("firewalls answer in a server's place", () => {
    const of = (responseHeaders: object, responseBody: string) =>
      codes({ status: 403, responseHeaders, responseBody })[0];
    expect(of({ "cf-mitigated": "challenge" }, "")).toBe("BLOCKED_BY_WAF");
    expect(of({}, "<html><title>Just a moment...</title>")).toBe("BLOCKED_BY_WAF");
    expect(of({}, "<html>Incapsula incident ID: 1-2")).toBe("BLOCKED_BY_WAF");
    expect(of({}, "<html>No entry</html>")).toBe("PERMISSION_DENIED");
  });
});

describe("waits", () => {
  const wait = (responseHeaders: object, input: Input = {}) => {
    const { afterMs, source } = valueOf({ status: 503, responseHeaders, ...input }).retry;
    return `${afterMs} ${source}`;
  };

  test.each<[object, string]>([
    [{ "Retry-After-Ms": "250", "Retry-After": "9" }, "250 retry-after-ms"],
    [{ "x-ms-retry-after-ms": "7" }, "7 x-ms-retry-after-ms"],
    [{ "Retry-After": "30", "RateLimit-Reset": "1" }, "30000 retry-after"],
    [{ "Retry-After": "0" }, "0 retry-after"],
    [{ "Retry-After": "Sun, 22 Nov 2026 12:00:30 GMT" }, "30000 retry-after"],
    [{ "Retry-After": "Sun, 22 Nov 2026 11:00:30 GMT" }, "0 retry-after"],
    [
      { "Retry-After": "Sun, 22 Nov 2026 11:00:30 GMT", Date: "Sun, 22 Nov 2026 11:00:00 GMT" },
      "30000 retry-after",
    ],
    [{ "Retry-After": "soon", RateLimit: '"default";r=0;t=12' }, "12000 ratelimit"],
    [{ RateLimit: "limit=1", "RateLimit-Reset": "5" }, "5000 ratelimit-reset"],
    // The field as drafts before 2023 wrote it.
    [{ RateLimit: "limit=100, remaining=0, reset=50" }, "50000 ratelimit"],
    [{ "X-RateLimit-Reset-After": "1.5" }, "1500 x-ratelimit-reset-after"],
    [{ "X-RateLimit-Reset": "60" }, "60000 x-ratelimit-reset"],
    [{ "X-RateLimit-Reset": String(NOW / 1000 + 9) }, "9000 x-ratelimit-reset"],
    [{ "X-RateLimit-Reset": String(NOW + 9) }, "9 x-ratelimit-reset"],
    [{ "X-RateLimit-Reset": String(NOW / 1000 - 9) }, "0 x-ratelimit-reset"],
    // What is left of a limit keeps nobody waiting.
    [{ "X-RateLimit-Reset": "60", "X-RateLimit-Remaining": "4999" }, "1000 backoff"],
    [
      {
        "x-ratelimit-remaining-requests": "12",
        "x-ratelimit-reset-requests": "1s",
        "x-ratelimit-remaining-tokens": "0",
        "x-ratelimit-reset-tokens": "6m0s",
      },
      "360000 x-ratelimit-reset-tokens",
    ],
    [
      {
        "anthropic-ratelimit-input-tokens-remaining": "0",
        "anthropic-ratelimit-input-tokens-reset": "2026-11-22T12:00:40Z",
      },
      "40000 anthropic-ratelimit-input-tokens-reset",
    ],
    [{ "grpc-retry-pushback-ms": "120" }, "120 grpc-retry-pushback-ms"],
    [{}, "1000 backoff"],
  ])("%o", (headers, expected) => {
    expect(wait(headers)).toBe(expected);
  });

  test.each<[unknown, string]>([
    [
      { error: { details: [{ "@type": "google.rpc.RetryInfo", retryDelay: "7.5s" }] } },
      "7500 body",
    ],
    [{ kind: "Status", details: { retryAfterSeconds: 3 } }, "3000 body"],
    [{ message: "You are being rate limited.", retry_after: 0.65 }, "650 body"],
    [{ ok: false, parameters: { retry_after: 12 } }, "12000 body"],
    [{ retry_after_ms: 41 }, "41 body"],
    [{ error: { message: "Limit reached. Please try again in 1m30.5s." } }, "90500 body"],
    [{ detail: "Request was throttled. Expected available in 86 seconds." }, "86000 body"],
    ["Slow down and retry after 2 minutes", "120000 body"],
    [{ message: "Wait for it", retry_after: "soon" }, "1000 backoff"],
    [{ retry_after: -1 }, "1000 backoff"],
  ])("what the body asks for: %j", (responseBody, expected) => {
    expect(wait({}, { responseBody })).toBe(expected);
    expect(wait({ "Retry-After": "9" }, { responseBody })).toBe("9000 retry-after");
  });

  test("backoff doubles up to its cap; a permanent failure waits for nothing", () => {
    expect(wait({}, { attempt: 4 })).toBe("8000 backoff");
    expect(wait({}, { attempt: 100 })).toBe("60000 backoff");
    expect(wait({ "Retry-After": "5" }, { status: 404 })).toBe("null null");
  });
});

describe("what the server says to people", () => {
  test.each<[Input, string]>([
    [{ status: 500, responseBody: { error: { message: "pool empty" } } }, "pool empty"],
    [{ status: 500, responseBody: "boom\nat line 1" }, "boom"],
    [{ status: 200, responseBody: { errors: [{ message: "no such user" }] } }, "no such user"],
    [{ status: 409, responseBody: { title: "Taken", detail: "name in use" } }, "name in use"],
  ])("%j", (input, message) => {
    expect(valueOf(input).causes[0]?.evidence.at(-1)).toBe(`the body says "${message}"`);
  });

  test("is shown where no cause is known, too", () => {
    expect(run({ status: 418, responseBody: "teapot" }).output).toContain("teapot");
    expect(run({ input: "something odd" }).output).toContain("## Evidence\n\n- something odd");
  });

  test("but not what may hold a credential", () => {
    const message = "Incorrect API key provided: abc-123";
    for (const input of [{ status: 401, responseBody: { message } }, { errorText: message }])
      expect(JSON.stringify(run(input))).not.toContain("abc-123");
  });
});
