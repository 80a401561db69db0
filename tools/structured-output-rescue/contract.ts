import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { SCHEMA_FAILURES, SCHEMA_WARNINGS } from "../_lib/schemas/json-schema/trouble.ts";
import { VIOLATIONS } from "../_lib/schemas/json-schema/violations.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { CHOICES, STATUSES } from "../_lib/agents/structured-output/rescue.ts";

export const FAILURES = {
  ...SCHEMA_FAILURES,
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  ...VIOLATIONS,
  JSON_NOT_FOUND: "The text holds no JSON value, or none that can be repaired",
  JSON_SYNTAX: "In strict mode no candidate is well-formed JSON, or the schema's text is not",
  TRUNCATED_JSON: "The value is open where the text ends, and was not to be completed",
  INPUT_TOO_DEEP: "The value, or the schema and the value together, are nested too deeply",
  REGEX_BUDGET_EXCEEDED: "A pattern takes more than 5,000,000 steps on a string",
  ERRORS_TRUNCATED: "More than 100 violations of one keyword were found",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...SCHEMA_WARNINGS,
  SEVERAL_CANDIDATES: "The text holds several JSON values, of which one was taken",
  TRUNCATED: "The text ends before the value does; what was open was closed",
} as const;

export const INPUT = Type.Object({
  text: Type.String({ description: "The model's answer" }),
  schema: Type.Optional(
    jsonField({ description: "JSON Schema to fit the value to and to check it against" }),
  ),
  mode: oneOf(["repair", "strict"], {
    description: "strict: the value is only taken out of the text, not repaired and not fitted",
    default: "repair",
  }),
  candidate: oneOf(CHOICES, {
    description:
      "Which of several values: the one that fits the schema best, else the longest; or by place or length",
    default: "best",
  }),
  coerce: Type.Boolean({
    description: "Whether values are turned into the types and enum values of the schema",
    default: true,
  }),
  renameKeys: Type.Boolean({
    description:
      "Whether a surplus key becomes the missing required one that is equal but for case, _, - and space",
    default: true,
  }),
  dropUnknown: Type.Boolean({
    description: "Whether members that additionalProperties: false forbids are removed",
    default: false,
  }),
  applyDefaults: Type.Boolean({
    description: "Whether missing members are filled in from default",
    default: false,
  }),
  completeTruncated: Type.Boolean({
    description: "Whether what the answer left open is closed; else that is a failure",
    default: true,
  }),
});

const COUNT = Type.Integer({ minimum: 0 });

export const VALUE = Type.Object({
  data: Type.Any({ description: "The value; a number that no double holds exactly is its text" }),
  status: oneOf(STATUSES, {
    description: "The most that was done: nothing, taken out of the text, repaired, fitted",
  }),
  truncated: Type.Boolean({ description: "Whether the text ends before the value does" }),
  candidate: Type.Object({
    source: oneOf(["whole", "fence", "tag", "span"]),
    start: COUNT,
    end: COUNT,
    count: Type.Integer({ minimum: 1, description: "The values there were to choose from" }),
  }),
  changes: Type.Array(
    Type.Object({
      code: Type.String(),
      certainty: oneOf(["safe", "guess"]),
      offset: Type.Union([COUNT, Type.Null()], { description: "In the text; of a change of it" }),
      path: Type.Union([Type.String(), Type.Null()], {
        description: "Pointer into `data`; of a change of the value",
      }),
      before: Type.Any({ description: "The text that stood there, or the value" }),
      after: Type.Any({ description: "The text that was read for it, or the value" }),
    }),
    { description: "Changes of the text in its order, then those of the value, defaults last" },
  ),
  changeCodes: Type.Array(Type.String(), { description: "Each code once, in order" }),
  schemaErrors: COUNT,
});

export type Input = Static<typeof INPUT>;
export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
