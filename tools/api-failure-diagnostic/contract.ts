/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";

export const FAILURES = {
  ...INPUT_FAILURES,
  NOTHING_TO_DIAGNOSE: "There is no status, no error text and no body",
} as const;

const LONGEST_DELAY = 3_600_000;

export const INPUT = Type.Object({
  input: Type.String({
    description:
      "Raw HTTP response, with or without its request, curl -i or -v transcript, HAR, error message, gRPC status, or JSON body",
    default: "",
  }),
  status: Type.Optional(
    whole({ description: "100 to 599; 0 for no response", minimum: 0, maximum: 599 }),
  ),
  method: Type.Optional(Type.String({ description: "Of the request; GET if not known" })),
  url: Type.Optional(Type.String({ description: "Of the request" })),
  requestHeaders: Type.Optional(jsonField({ description: "Object, or header lines" })),
  responseHeaders: Type.Optional(jsonField({ description: "Object, or header lines" })),
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

export const LAYERS = ["dns", "tcp", "tls", "gateway", "http", "application", "client"] as const;
export type Layer = (typeof LAYERS)[number];

export const DECISIONS = ["retry", "retry-if-idempotent", "do-not-retry"] as const;
export type Decision = (typeof DECISIONS)[number];

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const NUMBER_OR_NULL = Type.Union([Type.Number(), Type.Null()]);

export const VALUE = Type.Object({
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
      description: "Header that says how long to wait, or backoff",
    }),
    reason: Type.String(),
  }),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Result = Outcome<Value, Failure, never>;
