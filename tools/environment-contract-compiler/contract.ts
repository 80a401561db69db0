/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { DOCUMENT_FAILURES } from "../_lib/fields/document-field.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { CONTRACT_FAILURES } from "../_lib/schemas/json-schema/checked-formats.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "../_lib/results/review/shapes.ts";
import type { Finding as ReviewFinding } from "../_lib/results/review/findings.ts";

export const ERROR_FINDINGS = {
  NAME_INVALID: "A name is not made of letters, digits and _, or begins with a digit",
  USED_NOT_DECLARED: "The code reads a variable that is not declared",
  DEFAULT_INVALID: "A default does not fit its own variable",
  EXPOSED_SECRET: "A secret has the prefix of variables that are sent to browsers",
  VARIABLE_MISSING: "A required variable is missing",
  VARIABLE_INVALID: "A value does not fit its variable, or a tag cannot be used",
} as const;

export const WARNING_FINDINGS = {
  DUPLICATE_VARIABLE: "A variable stands in the file again; the last one counts",
  DECLARED_NOT_USED: "The code does not read a variable",
  SECRET_WITH_VALUE: "The example holds what looks like a real secret",
  LINE_UNPARSED: "A line is neither a variable nor a comment",
  VARIABLE_UNKNOWN: "The contract does not have a variable",
} as const;

export const FAILURES = {
  ...INPUT_FAILURES,
  ...DOCUMENT_FAILURES,
  ...CONTRACT_FAILURES,
  ...OUTPUT_FAILURES,
  ...ERROR_FINDINGS,
  ENVIRONMENT_CONTRACT_COMPILER_FAILED: "The gate was set, and there are findings",
} as const;

export const WARNINGS = { ...WARNING_FINDINGS, ...JSON_WARNINGS, ...VALUE_WARNINGS } as const;

export type FindingCode = keyof typeof ERROR_FINDINGS | keyof typeof WARNING_FINDINGS;
export type Finding = ReviewFinding<FindingCode>;

export const TARGETS = ["json-schema", "zod", "typescript", "markdown", "env-example"] as const;
export type Target = (typeof TARGETS)[number];

export const TYPES = ["string", "integer", "number", "boolean", "url", "email", "json"] as const;
export type VariableType = (typeof TYPES)[number];

export const INPUT = Type.Object({
  input: Type.String({ description: "The .env text" }),
  action: oneOf(["compile", "validate"], {
    description: "Make a contract of an example file, or check a real file against one",
    default: "compile",
  }),
  source: Type.Optional(
    Type.String({ description: "Code that reads the variables, in any of the usual languages" }),
  ),
  schema: Type.Optional(
    jsonField({
      description:
        "JSON Schema, also as YAML: what a real file is checked against, or what overrides the inferred contract",
    }),
  ),
  target: oneOf(TARGETS, {
    description: "The artifact that the output holds",
    default: "json-schema",
  }),
  maskSecrets: Type.Boolean({ description: "Show *** for secrets", default: true }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const VARIABLE = Type.Object({
  name: Type.String(),
  type: oneOf(TYPES),
  required: Type.Boolean(),
  secret: Type.Boolean(),
  default: Type.Optional(Type.Any()),
  example: Type.String(),
  description: Type.String(),
  enum: Type.Optional(Type.Array(Type.Any())),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  pattern: Type.Optional(Type.String()),
  deprecated: Type.Boolean(),
  line: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: "null for one that only the schema has",
  }),
});

export type Variable = Static<typeof VARIABLE>;

export const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  variables: Type.Optional(
    Type.Array(VARIABLE, { description: "Of compile, in order of first appearance" }),
  ),
  usage: Type.Optional(
    Type.Object({
      undeclared: Type.Array(Type.String()),
      unused: Type.Array(Type.String()),
      dynamic: Type.Integer({ minimum: 0, description: "Reads by a name that is computed" }),
    }),
  ),
  artifacts: Type.Optional(
    Type.Object({
      jsonSchema: Type.Any(),
      zod: Type.String(),
      typescript: Type.String(),
      markdown: Type.String(),
      envExample: Type.String(),
    }),
  ),
  parsed: Type.Optional(Type.Any({ description: "Of validate: values by name, converted" })),
  findings: Type.Array(findingSchema({})),
  counts: countsSchema({}),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
