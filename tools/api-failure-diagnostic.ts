import { type Static, Type } from "@sinclair/typebox";
import { jsonField, mapOf, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { LAYERS } from "./_lib/web/failures/causes.ts";
import { diagnose } from "./api-failure-diagnostic/diagnose.ts";

const FAILURES = {
  NOTHING_TO_DIAGNOSE: "There is no status, no error text and no body",
} as const;

const LONGEST_DELAY = 3_600_000;

const headers = (description: string) =>
  Type.Optional(
    Type.Union(
      [
        mapOf(Type.Any(), {
          description: "Name → value, or a list of values",
        }),
        Type.Array(Type.Any(), { description: "Pairs: [name, value] or { name, value }" }),
        Type.String({ description: "Header lines, or JSON" }),
      ],
      { description },
    ),
  );

const INPUT = Type.Object({
  input: Type.String({
    description:
      "Raw HTTP response, with or without its request, curl -i or -v transcript, HAR, error message, gRPC status, or JSON body",
    default: "",
  }),
  status: Type.Optional(
    whole({ description: "Less than 100 for no response", minimum: 0, maximum: 599 }),
  ),
  method: Type.Optional(Type.String({ description: "Of the request; GET if not known" })),
  url: Type.Optional(Type.String({ description: "Of the request" })),
  requestHeaders: headers("Of the request"),
  responseHeaders: headers("Of the response"),
  requestBody: Type.Optional(jsonField({ description: "Text or JSON" })),
  responseBody: Type.Optional(jsonField({ description: "Text or JSON" })),
  errorText: Type.Optional(Type.String({ description: "What the client says" })),
  idempotent: Type.Optional(
    Type.Boolean({
      description:
        "Whether the request may be sent twice; by method or Idempotency-Key if not given",
    }),
  ),
  attempt: whole({ description: "Tries so far", minimum: 1, maximum: 100, default: 1 }),
  baseDelayMs: whole({
    description: "Delay after the first try, doubled by each",
    minimum: 1,
    maximum: 600_000,
    default: 1000,
  }),
  maxDelayMs: whole({
    description: "No backoff is longer",
    minimum: 1,
    maximum: LONGEST_DELAY,
    default: 60_000,
  }),
});

export type Input = Static<typeof INPUT>;

const DECISIONS = ["retry", "retry-if-idempotent", "do-not-retry"] as const;

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

const NUMBER_OR_NULL = Type.Union([Type.Number(), Type.Null()]);

const VALUE = Type.Object({
  request: Type.Object({ method: Type.String(), url: TEXT_OR_NULL, idempotent: Type.Boolean() }),
  response: Type.Object({
    status: NUMBER_OR_NULL,
    reason: TEXT_OR_NULL,
    mediaType: TEXT_OR_NULL,
    requestId: TEXT_OR_NULL,
    problem: Type.Any({ description: "Members of RFC 9457; null if there are none" }),
  }),
  layer: oneOf(LAYERS),
  causes: Type.Array(
    Type.Object({
      code: Type.String(),
      confidence: oneOf(["high", "medium", "low"]),
      evidence: Type.Array(Type.String()),
      fix: Type.String(),
    }),
    { description: "The likeliest first; empty where nothing is known" },
  ),
  fieldErrors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  auth: Type.Array(
    Type.Object({ scheme: Type.String(), params: Type.Record(Type.String(), Type.String()) }),
  ),
  rateLimit: Type.Union([
    Type.Object({ limit: NUMBER_OR_NULL, remaining: NUMBER_OR_NULL, resetMs: NUMBER_OR_NULL }),
    Type.Null(),
  ]),
  grpc: Type.Union([Type.Object({ code: Type.Integer(), name: Type.String() }), Type.Null()]),
  retry: Type.Object({
    decision: oneOf(DECISIONS),
    afterMs: NUMBER_OR_NULL,
    source: Type.Union([Type.String(), Type.Null()], {
      description: "Header that says how long to wait, body, or backoff",
    }),
    reason: Type.String(),
  }),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "api-failure-diagnostic",
  name: "API Failure Diagnostic",
  category: "Developer",
  description:
    "Says of a failed API call which layer broke, the likely cause and its fix, whether a retry is safe, and when.",
  keywords: [
    "401",
    "403",
    "404",
    "429",
    "500",
    "502",
    "503",
    "api",
    "cors",
    "curl",
    "debug",
    "dns",
    "econnreset",
    "error",
    "etimedout",
    "grpc",
    "har",
    "http",
    "problem details",
    "rate limit",
    "retry",
    "status code",
    "timeout",
    "tls",
  ],
  aliases: ["http-error-diagnostic", "api-error-explainer"],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "diagnose",
  failures: FAILURES,
  warnings: {},
  intents: [
    "why did this api call fail",
    "explain this http error response",
    "is it safe to retry this request",
    "how long to wait after a 429",
    "diagnose a curl -v transcript",
    "what does ECONNREFUSED mean",
    "explain a 401 with www-authenticate",
    "find the failed request in a har file",
    "grpc status unavailable meaning",
    "parse problem details and field errors",
    "cloudflare 522 cause",
    "certificate error when calling an api",
    "my request keeps failing and I do not know why",
    "what does this error code from the server mean",
    "server answers forbidden, unauthorized, bad gateway or too many requests",
    "connection refused, timed out or ssl handshake failed",
    "root cause analysis of a failed request and response exchange",
    "blocked by cors policy in the browser console",
    "payment service sent back 403 since this morning, our fault or theirs",
    "website returns 500 internal server error, should I try again later",
    "works in postman but not from code",
    "stripe, github or salesforce answered with an error, what now",
    "endpoint not found, method not allowed, unprocessable, gateway timeout",
    "why did the web request or call go wrong",
    "api fehler analysieren und ursache finden",
    "por qué falla esta llamada a la api",
    "pourquoi cet appel d'api échoue",
    "诊断 接口 调用 失败 的 原因",
    "APIエラーの原因を調べる",
    "qué significa este código de error del servidor",
    "server antwortet mit fehler, was bedeutet der statuscode",
    "que signifie ce code d'erreur du serveur",
    "服务器 返回 错误 代码 是 什么 意思",
    "サーバーのエラーコードの意味と原因",
    "shop checkout gets 502 from the payment service, who has to fix that",
    "i sent the right key and still get unauthorized, what is missing",
    "our partner says it is our network, here is the response, who is right",
    "ENOTFOUND, ECONNRESET, ETIMEDOUT, self-signed certificate, RFC 9457, grpc DEADLINE_EXCEEDED, CORS",
    "localize the failing layer of an exchange, dns to application, and recommend a remedy",
    "por que a chamada da api falhou, erro 500 ou 403",
    "error 401 403 404 500 502 503 api, qué hago",
    "erreur 401 403 404 500 502 503, que faire",
    "fehler 401 403 404 500 502 503 beim aufruf, ursache und abhilfe",
    "请求 报错 401 403 404 500 502 超时 跨域 怎么 解决",
    "タイムアウト 接続拒否 401 403 500 原因と対処",
  ],
  effort: 3,
  detect(sample) {
    if (/^(?:< )?HTTP\/\d(?:\.\d)? [345]\d\d\b/m.test(sample)) return 0.8;
    return /^curl: \(\d+\)|\b(?:ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET)\b/m.test(sample)
      ? 0.7
      : 0;
  },

  laws: [
    {
      name: "there is a time to wait exactly where a retry may be made, and it is never negative",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { decision, afterMs } = value.retry;
        return (decision === "do-not-retry") === (afterMs === null) && (afterMs ?? 0) >= 0;
      },
    },
    {
      name: "another attempt never shortens a backoff",
      holds(run, input) {
        const { attempt = 1 } = input;
        const [now, next] = [attempt, Math.min(100, attempt + 1)].map(
          (tries) => run({ ...input, attempt: tries }).value?.retry.afterMs ?? 0,
        );
        return (next ?? 0) >= (now ?? 0);
      },
    },
    {
      name: "neither the letter case nor the order of headers matters",
      holds(run, input) {
        const { responseHeaders } = input;
        if (typeof responseHeaders !== "object" || responseHeaders === null) return true;
        if (Array.isArray(responseHeaders)) return true;
        const entries = Object.entries(responseHeaders);
        const names = new Set(entries.map(([name]) => name.toLowerCase()));
        if (names.size < entries.length || names.has("__proto__")) return true;
        const turned = Object.fromEntries(
          entries.toReversed().map(([name, value]) => [name.toUpperCase(), value]),
        );
        const [one, other] = [run(input), run({ ...input, responseHeaders: turned })];
        return JSON.stringify(one) === JSON.stringify(other);
      },
    },
  ],
  examples: [
    {
      title: "Too many requests",
      input: {
        input:
          'HTTP/2 429 Too Many Requests\r\ncontent-type: application/json\r\nretry-after: 30\r\nx-ratelimit-limit: 100\r\nx-ratelimit-remaining: 0\r\n\r\n{"error":{"code":"rate_limited"}}',
        method: "POST",
      },
      expect: {
        output:
          "# RATE_LIMITED (http)\n\nPOST: 429 Too Many Requests\n\n## Evidence\n\n- status 429 Too Many Requests\n\n## What to do\n\nWait as long as the server asks, and send fewer requests\n\n## Retry\n\nretry after 30000 ms (retry-after): the request was not processed",
        valid: false,
        value: { rateLimit: { limit: 100, remaining: 0, resetMs: null } },
      },
    },
    {
      title: "A token that has expired",
      input: {
        status: 401,
        requestHeaders: { Authorization: "Bearer abc.def.ghi" },
        responseHeaders: {
          "WWW-Authenticate": 'Bearer realm="api", error="invalid_token"',
        },
      },
      expect: {
        value: {
          causes: [{ code: "AUTH_EXPIRED", confidence: "high" }],
          auth: [{ scheme: "Bearer", params: { realm: "api", error: "invalid_token" } }],
          retry: { decision: "do-not-retry", afterMs: null },
        },
      },
    },
    {
      title: "A connection that was refused may be tried again, whatever the method",
      input: {
        errorText: "Error: connect ECONNREFUSED 127.0.0.1:5432",
        method: "POST",
        attempt: 3,
        baseDelayMs: 500,
      },
      expect: {
        value: {
          layer: "tcp",
          causes: [{ code: "CONNECTION_REFUSED" }],
          retry: { decision: "retry", afterMs: 2000, source: "backoff" },
        },
      },
    },
    {
      title: "Problem details with a field",
      input: {
        status: 422,
        method: "POST",
        responseHeaders: "Content-Type: application/problem+json",
        responseBody: {
          title: "Invalid order",
          errors: [{ pointer: "#/quantity", detail: "must be > 0" }],
        },
      },
      expect: {
        value: {
          response: { problem: { title: "Invalid order" } },
          causes: [{ code: "VALIDATION_FAILED" }],
          fieldErrors: [{ path: "/quantity", message: "must be > 0" }],
        },
      },
    },
    {
      title: "A payment that may have gone through",
      input: { input: "POST /v1/charges HTTP/1.1\nHost: api.test\n\nHTTP/1.1 502 Bad Gateway" },
      expect: {
        value: {
          request: { method: "POST", url: "/v1/charges", idempotent: false },
          layer: "gateway",
          retry: { decision: "retry-if-idempotent", afterMs: 1000 },
        },
      },
    },
    {
      title: "Nothing failed",
      input: { input: 'HTTP/1.1 200 OK\n\n{"id":1}' },
      expect: { valid: true, value: { causes: [], retry: { decision: "do-not-retry" } } },
    },
    {
      title: "Nothing to look at",
      input: { method: "POST" },
      expect: { ok: false, error: { code: "NOTHING_TO_DIAGNOSE" } },
    },
  ],

  run: diagnose,
});
