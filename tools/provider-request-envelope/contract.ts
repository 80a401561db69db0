/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { PROVIDERS } from "../_lib/agents/tool-call/content-parts.ts";
import { GEMINI_SCHEMAS } from "../_lib/agents/provider-tools/contract.ts";

/** What is wrong with a body for the provider it is meant for. */
const BODY_ERRORS = {
  REQUIRED_FIELD: "A member that the provider needs is missing",
  EMPTY_MESSAGES: "There are no messages",
  WRONG_TYPE: "A value is of another type than its member",
  VALUE_RANGE: "A value is outside the provider's bounds",
  ROLE_INVALID: "A message has a role that the provider does not know",
  CONTENT_TYPE_INVALID: "A part or an item is of a type that the provider does not take there",
  ARGUMENTS_NOT_JSON: "The text of a call's arguments is not well-formed JSON",
  TOOL_CALL_DUPLICATE_ID: "An earlier call has the same id",
  TOOL_RESULT_ORPHAN: "A result answers no earlier call",
  TOOL_RESULT_MISSING: "The conversation goes on without the result of a call",
  NAME_INVALID: "The provider does not take the name of a tool",
  TOOL_CHOICE_UNKNOWN: "The tool that has to be called is not declared",
  DUPLICATE_TOOL: "An earlier tool has the same name",
} as const;

export const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  ...BODY_ERRORS,
  PROVIDER_UNRECOGNISED: "The body is none of a provider that is known",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

/** What is worth knowing of a body. */
const BODY_WARNINGS = {
  UNKNOWN_PARAMETER: "The provider knows no such member",
  DEPRECATED_PARAMETER: "The provider has another member for it by now",
  SAMPLING_UNSUPPORTED: "The model does not take the sampling parameter any more",
  FIRST_ROLE_NOT_USER: "The first message is not one of the user",
  TOOL_UNDECLARED: "A call is of a tool that is not declared",
} as const;

/** What a conversion did. */
const CONVERSION_WARNINGS = {
  FIELD_LOST: "The target has no place for a part of the body",
  VALUE_CLAMPED: "A value is outside of what the target takes, and was brought within",
  MAX_TOKENS_ADDED: "The target needs an output limit, and got the one of maxTokens",
  NAME_CHANGED: "A tool has a name that the target does not take, and got another one",
  SYSTEM_MOVED: "A later system message stands at the beginning now",
  MESSAGES_MERGED: "Consecutive messages of one role are one message now",
  ASSISTANT_LAST:
    "The last message is the beginning of an answer, which the target does not go on with",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...BODY_WARNINGS,
  ...CONVERSION_WARNINGS,
} as const;

/** Providers, and the short name of the first of them. */
const SOURCES = ["auto", "openai", ...PROVIDERS] as const;
const TARGETS = ["openai", ...PROVIDERS] as const;

export const INPUT = Type.Object({
  request: jsonField({ description: "The body of a request" }),
  from: oneOf(SOURCES, { description: "Whose API the body is for", default: "auto" }),
  to: Type.Optional(
    oneOf(TARGETS, { description: "Whose API to write it for; that of `from` if not given" }),
  ),
  model: Type.Optional(Type.String({ description: "The model in the written body" })),
  maxTokens: whole({
    description: "Written where the target needs an output limit and the body has none",
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 4096,
  }),
  geminiSchema: oneOf(GEMINI_SCHEMAS, {
    description: "How tools are written for Gemini: parametersJsonSchema or the OpenAPI subset",
    default: "json-schema",
  }),
});

const COUNT = Type.Integer({ minimum: 0 });
const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

export const VALUE = Type.Object({
  from: oneOf(PROVIDERS),
  to: oneOf(PROVIDERS),
  model: NULLABLE_TEXT,
  request: Type.Any({ description: "The body for the target" }),
  endpoint: Type.String(),
  lost: Type.Array(
    Type.Object({
      path: Type.String({ description: "Pointer in the body that was given" }),
      reason: Type.String(),
    }),
  ),
  added: Type.Array(
    Type.Object({
      path: Type.String({ description: "Pointer in the written body" }),
      value: Type.Any(),
    }),
  ),
  nameMap: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
  messages: Type.Integer({ minimum: 0, description: "Messages or items of the body given" }),
  tools: COUNT,
});

export type Input = Static<typeof INPUT>;
export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type BodyError = keyof typeof BODY_ERRORS;
export type BodyWarning = keyof typeof BODY_WARNINGS;
export type ConversionWarning = keyof typeof CONVERSION_WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
