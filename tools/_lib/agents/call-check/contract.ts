/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField } from "../../../_core/fields.ts";
import type { Outcome } from "../../../_core/tool.ts";
import { INPUT_FAILURES } from "../../results/input-invalid.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "../../json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../../json/tree/value.ts";
import { SCHEMA_FAILURES } from "../../schemas/json-schema/trouble.ts";
import { VIOLATIONS } from "../../schemas/json-schema/violations.ts";
import { OUTPUT_FAILURES } from "../../results/output-limit.ts";

export const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...SCHEMA_FAILURES,
  ...OUTPUT_FAILURES,
  ...VIOLATIONS,
  INPUT_TOO_DEEP: "A field, or a schema and arguments together, are nested too deeply",
  CALLS_MISSING: "There are no calls",
  TOOLS_MISSING: "There are no tool definitions",
  TOOL_UNKNOWN: "No tool has the name of the call",
  ARGUMENTS_NOT_JSON: "The text of the arguments is not well-formed JSON",
  ARGUMENTS_NOT_OBJECT: "The arguments are no object",
  UNKNOWN_ARGUMENT: "The schema does not name the member, with strictUnknown",
  DUPLICATE_CALL_ID: "An earlier call has the same id",
  REGEX_BUDGET_EXCEEDED: "A pattern takes more than 5,000,000 steps on a string",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  UNKNOWN_ARGUMENT: "The schema does not name the member, and allows it",
  PLACEHOLDER_VALUE: "A string looks like one that was to be replaced",
  EMPTY_REQUIRED: "A string that is required is empty or blank",
  DUPLICATE_CALL: "An earlier call has the same tool and arguments",
} as const;

export const INPUT = Type.Object({
  calls: Type.Optional(
    jsonField({
      description: "1 to 1,000 calls of any provider, or a message or response that contains them",
    }),
  ),
  tools: Type.Optional(jsonField({ description: "Tool definitions of any provider, also mixed" })),
  repair: Type.Boolean({ description: "Propose repaired arguments", default: true }),
  strictUnknown: Type.Boolean({
    description:
      "Members that the schema does not name are errors even where additionalProperties is not false",
    default: false,
  }),
});

const COUNT = Type.Integer({ minimum: 0 });

/** Repairs in the order in which they are done. */
export const REPAIRS = [
  "JSON_REPAIRED",
  "NAME_CORRECTED",
  "UNWRAPPED_ENVELOPE",
  "KEY_RENAMED",
  "COERCED",
  "ENUM_NORMALISED",
  "WRAPPED_IN_ARRAY",
  "UNWRAPPED_ARRAY",
  "UNKNOWN_DROPPED",
  "DEFAULT_APPLIED",
  "STRING_TRIMMED",
] as const;
export type RepairCode = (typeof REPAIRS)[number];

export const VALUE = Type.Object({
  calls: Type.Array(
    Type.Object({
      index: COUNT,
      id: Type.String({ description: "As given, else call_<index>" }),
      name: Type.String(),
      tool: Type.Union([Type.String(), Type.Null()], {
        description: "The tool that has exactly this name",
      }),
      valid: Type.Boolean(),
      arguments: Type.Any({ description: "As read; null where they are not JSON" }),
      repaired: Type.Any({
        description: "The arguments after all repairs, if they then fit; else null",
      }),
      repairs: Type.Array(
        Type.Object({
          code: Type.Unsafe<RepairCode>(Type.String()),
          path: Type.String(),
          before: Type.Any(),
          after: Type.Any(),
        }),
        { description: "What is safe to repair, in the order done" },
      ),
      findings: Type.Integer({ minimum: 0, description: "Errors and warnings of the call" }),
      suggestions: Type.Array(Type.String(), {
        description: "Tools that an unknown name may mean",
      }),
    }),
  ),
  validCalls: COUNT,
  invalidCalls: COUNT,
  repairableCalls: COUNT,
});

export type Input = Static<typeof INPUT>;
export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
