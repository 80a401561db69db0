/** What may be wrong with calls, for all that check them. */
import { JSON_FAILURES, JSON_WARNINGS } from "../../json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../../json/tree/value.ts";
import { INPUT_FAILURES } from "../../results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../../results/output-limit.ts";
import { SCHEMA_FAILURES } from "../../schemas/json-schema/trouble.ts";
import { VIOLATIONS } from "../../schemas/json-schema/violations.ts";

export const CALL_FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...SCHEMA_FAILURES,
  ...OUTPUT_FAILURES,
  ...VIOLATIONS,
  INPUT_TOO_DEEP: "A field, or a schema and arguments together, are nested too deeply",
  CALLS_MISSING: "There are no calls",
  CALL_SHAPE_UNKNOWN: "Something is a call of no provider's shape, or has no name",
  TOOLS_MISSING: "There are no tool definitions",
  TOOL_SHAPE_UNKNOWN: "A definition is of no provider's shape",
  TOOL_UNKNOWN: "No tool has the name of the call",
  ARGUMENTS_NOT_JSON: "The text of the arguments is not well-formed JSON",
  ARGUMENTS_NOT_OBJECT: "The arguments are no object",
  UNKNOWN_ARGUMENT: "The schema does not name the member, with strictUnknown",
  DUPLICATE_CALL_ID: "An earlier call has the same id",
  REGEX_BUDGET_EXCEEDED: "A pattern takes more than 5,000,000 steps on a string",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

export const CALL_WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  UNKNOWN_ARGUMENT: "The schema does not name the member, and allows it",
  PLACEHOLDER_VALUE: "A string looks like one that was to be replaced",
  EMPTY_REQUIRED: "A string that is required is empty or blank",
  DUPLICATE_CALL: "An earlier call has the same tool and arguments",
} as const;

export type CallFailure = keyof typeof CALL_FAILURES;

export type CallWarning = keyof typeof CALL_WARNINGS;
