/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../../../_core/fields.ts";
import type { Outcome } from "../../../_core/tool.ts";
import { INPUT_FAILURES } from "../../results/input-invalid.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "../../json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../../json/tree/value.ts";
import { OUTPUT_FAILURES } from "../../results/output-limit.ts";
import { NAME_TARGETS, type NameTarget } from "../tool-call/names.ts";

export const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  TOOLS_MISSING: "There are neither tools nor calls",
  TOOL_SHAPE_UNKNOWN: "Something in the list is no tool definition of any provider",
  REF_RECURSIVE: "A schema refers to itself, which the OpenAPI subset cannot say",
  NAME_INVALID: "The target does not take the name, which was to be kept",
  DUPLICATE_TOOL: "An earlier tool has the same name",
  ARGUMENTS_NOT_JSON: "The text of a call's arguments is not well-formed JSON",
  RESULT_WITHOUT_CALL: "No call has the id that the result answers",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  NAME_CHANGED: "The tool has a name that the target does not take, and got another one",
  KEYWORD_DROPPED: "Keywords of the schema are gone; `received` says how many",
  TOOL_UNDECLARED: "A call names a tool that is not among the definitions",
  TOO_MANY_TOOLS: "Chat Completions takes at most 128 tools",
} as const;

export const GEMINI_SCHEMAS = ["json-schema", "openapi"] as const;

export const INPUT = Type.Object({
  tools: Type.Optional(
    jsonField({ description: "Up to 1,000 tool definitions of any provider, also mixed" }),
  ),
  calls: Type.Optional(jsonField({ description: "Calls, or messages that contain them" })),
  results: Type.Optional(
    jsonField({ description: "What calls gave back, as tool messages, blocks, items or parts" }),
  ),
  to: oneOf(["openai", ...NAME_TARGETS], {
    description: "Whose form to write; portable is that of mcp with names that all take",
    default: "openai-chat",
  }),
  namePolicy: oneOf(["rename", "keep"], {
    description: "Whether names that the target does not take are changed or reported",
    default: "rename",
  }),
  strict: Type.Boolean({
    description: "Write strict tools where the target has them: OpenAI, Anthropic",
    default: false,
  }),
  geminiSchema: oneOf(GEMINI_SCHEMAS, {
    description: "parametersJsonSchema, or the OpenAPI subset of parameters",
    default: "json-schema",
  }),
});

export const MATRIX_PROVIDERS = [
  "openai-chat",
  "openai-strict",
  "anthropic",
  "anthropic-strict",
  "gemini",
  "mcp",
  "portable",
] as const;
export type MatrixProvider = (typeof MATRIX_PROVIDERS)[number];

export type Problem =
  | "ADDITIONAL_PROPERTIES_OPEN"
  | "DESCRIPTION_MISSING"
  | "KEYWORD_UNSUPPORTED"
  | "NAME_INVALID"
  | "NAME_TOO_LONG"
  | "NOT_ALL_REQUIRED"
  | "PROPERTY_NAME_INVALID"
  | "RECURSIVE_SCHEMA"
  | "ROOT_NOT_OBJECT"
  | "ROOT_UNION"
  | "SCHEMA_INVALID"
  | "TOO_DEEP"
  | "TOO_LARGE";

export type ChangeCode =
  | "ROOT_WRAPPED"
  | "ROOT_UNION_MERGED"
  | "TYPE_ADDED"
  | "KEYWORD_DROPPED"
  | "KEYWORD_CONVERTED"
  | "KEYWORD_MOVED"
  | "OPTIONAL_MADE_NULLABLE"
  | "ADDITIONAL_PROPERTIES_CLOSED"
  | "FIELD_DROPPED"
  | "ERROR_FLAG_LOST"
  | "CONTENT_AS_TEXT";

const LIST = Type.Array(Type.Any());

export const VALUE = Type.Object({
  to: oneOf(NAME_TARGETS),
  tools: LIST,
  calls: LIST,
  results: LIST,
  nameMap: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
    description: "Names that were changed",
  }),
  changes: Type.Array(
    Type.Object({
      tool: Type.String(),
      path: Type.String({
        description: "Pointer in the tool's schema; of a field or a result, its place in the input",
      }),
      code: Type.Unsafe<ChangeCode>(Type.String()),
      before: Type.Any(),
      after: Type.Any(),
    }),
  ),
  matrix: Type.Array(
    Type.Object({
      tool: Type.String(),
      provider: Type.Unsafe<MatrixProvider>(Type.String()),
      ok: Type.Boolean(),
      problems: Type.Array(Type.Unsafe<Problem>(Type.String())),
    }),
    { description: "What each provider would refuse in the definitions as they were given" },
  ),
});

/** What is wanted; `openai` is short for Chat Completions. */
export interface Wanted extends Omit<Static<typeof INPUT>, "to"> {
  readonly to: NameTarget;
}

export type Input = Static<typeof INPUT>;
export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
