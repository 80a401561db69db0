/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { DOCUMENT_FAILURES } from "../_lib/fields/document-field.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { CONTRACT_FAILURES } from "../_lib/schemas/json-schema/checked-formats.ts";
import { SCHEMA_WARNINGS } from "../_lib/schemas/json-schema/trouble.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";

export const MOST_TUPLES = 200_000;
export const MOST_ROWS = 5000;

export const FAILURES = {
  ...INPUT_FAILURES,
  ...DOCUMENT_FAILURES,
  ...CONTRACT_FAILURES,
  ...OUTPUT_FAILURES,
  MATRIX_TOO_LARGE: "There are more than 200,000 combinations to cover, or more than 5,000 rows",
  CONSTRAINTS_UNSATISFIABLE: "No row is possible",
  PARAMETER_UNKNOWN: "A constraint or a seed row names no parameter",
} as const;

export const WARNINGS = {
  STRENGTH_REDUCED: "There are fewer parameters than the strength",
  DUPLICATE_VALUE: "A parameter has the same value again, which counts once",
  VALUE_UNKNOWN: "A constraint speaks of a value that its parameter does not have",
  PATTERN_NOT_GENERATED: "No string was found for a pattern: only examples and default are used",
  BOUND_NOT_REACHED: "Values of more than 10,000 characters or 1,000 items are left out",
  ROW_DROPPED: "A row is not what it should be, and is left out",
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...SCHEMA_WARNINGS,
} as const;

const CONDITION = Type.Record(Type.String(), Type.Any());

/** A combination that is forbidden, or one that another one demands. */
export const CONSTRAINTS = Type.Array(
  Type.Union([
    Type.Object({ not: CONDITION }, { additionalProperties: false }),
    // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
    Type.Object({ if: CONDITION, then: CONDITION }, { additionalProperties: false }),
  ]),
  { maxItems: 100 },
);

export const SEED_ROWS = Type.Array(Type.Record(Type.String(), Type.Any()), { maxItems: 100 });

export const PARAMETERS = Type.Record(
  Type.String(),
  Type.Array(Type.Any(), { minItems: 1, maxItems: 32 }),
  { minProperties: 1, maxProperties: 64 },
);

export const INPUT = Type.Object({
  schema: Type.Optional(
    jsonField({
      description:
        "JSON Schema of type object: JSON or YAML text, or the value; or give parameters",
    }),
  ),
  parameters: Type.Optional(
    jsonField({ description: "{ name: [value] }: 1 to 64 factors of 1 to 32 values each" }),
  ),
  strength: whole({
    description: "How many parameters are combined in every way; 2 is pairwise",
    minimum: 1,
    maximum: 6,
    default: 2,
  }),
  constraints: Type.Optional(
    jsonField({
      description:
        "At most 100: { not: { name: value or [value] } } or { if: {…}, then: {…} }; a property that is left out is { absent: true }",
    }),
  ),
  seedRows: Type.Optional(
    jsonField({
      description: "At most 100 rows that must be there: { name: value }, complete or not",
    }),
  ),
  include: oneOf(["both", "valid", "invalid"], {
    description: "Which fixtures are listed",
    default: "both",
  }),
});

const COUNT = Type.Integer({ minimum: 0 });
const FIXTURE = Type.Any({ description: "The fixture" });

export const VALUE = Type.Object({
  parameters: Type.Array(
    Type.Object({
      name: Type.String({ description: "Of a property below the root its pointer" }),
      values: Type.Array(
        Type.Object({
          value: Type.Optional(Type.Any()),
          absent: Type.Optional(Type.Boolean({ description: "The property is left out" })),
        }),
      ),
    }),
  ),
  rows: Type.Array(Type.Object({ id: Type.String(), input: FIXTURE })),
  invalid: Type.Array(
    Type.Object({
      id: Type.String(),
      path: Type.String({ description: "Where the fixture is wrong" }),
      keyword: Type.String({ description: "The keyword that refuses it" }),
      input: FIXTURE,
    }),
  ),
  coverage: Type.Object({
    strength: COUNT,
    required: Type.Integer({ minimum: 0, description: "Combinations that some row can hold" }),
    covered: COUNT,
    infeasible: Type.Integer({ minimum: 0, description: "Combinations that no row can hold" }),
    percent: Type.Number(),
  }),
  exhaustive: Type.Number({ description: "Rows that all combinations would take" }),
  reductionPercent: Type.Number(),
});

export type Input = Static<typeof INPUT>;
export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
