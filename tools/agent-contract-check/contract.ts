/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { FAILURES as CALL_FAILURES } from "../_lib/agents/call-check/contract.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { SEVERITIES } from "../_lib/results/review/shapes.ts";
import { UNKNOWN_MEMBER_WARNINGS } from "../_lib/fields/unknown-members.ts";

export const DRIFTS = {
  TOOL_REMOVED: "A tool is gone",
  TOOL_RENAMED: "A tool is gone, and a new one has its schema",
  TOOL_ADDED: "A tool is new",
  REQUIRED_ADDED: "A member is required that was not",
  PROPERTY_REMOVED: "A member is gone",
  TYPE_NARROWED: "A type is no longer accepted",
  TYPE_WIDENED: "More types are accepted",
  ENUM_VALUE_REMOVED: "A value is no longer accepted",
  CONST_CHANGED: "Another value is the only one accepted",
  BOUND_TIGHTENED: "A bound, a length or a pattern is stricter",
  ADDITIONAL_PROPERTIES_CLOSED: "Members without a name in the schema are no longer accepted",
  FORMAT_CHANGED: "The format is another one",
  DEFAULT_CHANGED: "The default is another one",
  OUTPUT_PROPERTY_REMOVED: "A result no longer has a member",
  OUTPUT_TYPE_WIDENED: "A result may be of a type that it was not",
  OUTPUT_NO_LONGER_REQUIRED: "A member of a result may be missing",
  DESCRIPTION_CHANGED: "A description says something else",
  ANNOTATION_WEAKENED: "A promise about what the tool does is no longer given",
  SCHEMA_UNCOMPARABLE: "Schemas differ in a way that is not compared",
} as const;

export type DriftCode = keyof typeof DRIFTS;

const RETRIES = {
  RETRY_UNSAFE: "A tool is called again although that may do its work twice",
  RETRY_KEY_MISSING: "The idempotency key is no member of the arguments",
  RETRY_KEY_OPTIONAL: "The idempotency key may be left out",
} as const;

export type RetryCode = keyof typeof RETRIES;

export const FAILURES = {
  ...CALL_FAILURES,
  ...DRIFTS,
  ...RETRIES,
  TOOL_SHAPE_UNKNOWN: "A definition is of no provider's shape",
  AGENT_CONTRACT_CHECK_FAILED: "There are findings at or above failOn",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...UNKNOWN_MEMBER_WARNINGS,
  ...DRIFTS,
  ...RETRIES,
  ALLOWANCE_UNUSED: "An accepted finding was not found",
} as const;

export const INPUT = Type.Object({
  tools: Type.Optional(jsonField({ description: "Tool definitions of any provider, as they are" })),
  baseline: Type.Optional(
    jsonField({ description: "The definitions against which the agents were built" }),
  ),
  calls: Type.Optional(
    jsonField({ description: "Up to 5,000 recorded calls, which have to fit the tools" }),
  ),
  retry: Type.Optional(
    jsonField({
      description:
        "{ default?: rule, tools?: { pattern: rule } }, rule = { maxAttempts, idempotencyKey?: pointer, retryOn?: [text] }",
    }),
  ),
  allowed: Type.Optional(
    jsonField({ description: "Accepted findings: [CODE or CODE:tool or CODE:tool:pointer]" }),
  ),
  failOn: oneOf(["error", "warning"], {
    description: "The least severe finding that makes the run fail",
    default: "error",
  }),
});

export type Input = Static<typeof INPUT>;

export const RETRY_REASONS = ["read-only", "idempotent", "key", "no-retry", "unsafe"] as const;

const COUNT = Type.Integer({ minimum: 0 });

export const VALUE = Type.Object({
  verdict: oneOf(["pass", "fail"]),
  drift: Type.Array(
    Type.Object({
      tool: Type.String(),
      code: Type.String(),
      severity: oneOf(SEVERITIES),
      pointer: Type.String({ description: "Into the definition: /inputSchema/properties/…" }),
      before: Type.Any(),
      after: Type.Any(),
    }),
  ),
  arguments: Type.Array(
    Type.Object({
      callIndex: COUNT,
      tool: Type.String(),
      code: Type.String(),
      path: Type.String(),
    }),
  ),
  retry: Type.Array(
    Type.Object({
      tool: Type.String(),
      safe: Type.Boolean(),
      reason: oneOf(RETRY_REASONS),
      maxAttempts: Type.Number(),
    }),
  ),
  allowed: Type.Array(Type.String(), { description: "Findings that were accepted" }),
  counts: Type.Object({
    drift: COUNT,
    arguments: COUNT,
    retry: COUNT,
    errors: COUNT,
    warnings: COUNT,
  }),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
