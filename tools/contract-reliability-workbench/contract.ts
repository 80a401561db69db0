/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { DOCUMENT_FAILURES } from "../_lib/fields/document-field.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { CONTRACT_FAILURES } from "../_lib/schemas/json-schema/checked-formats.ts";
import { SCHEMA_WARNINGS } from "../_lib/schemas/json-schema/trouble.ts";
import { failOnField, findingSchema, VERDICTS } from "../_lib/results/review/shapes.ts";
import { OPERATORS } from "./mutants.ts";

export const MOST_FIXTURES = 500;

export const FAILURES = {
  ...INPUT_FAILURES,
  ...DOCUMENT_FAILURES,
  ...CONTRACT_FAILURES,
  CONTRACT_TOO_LARGE: "The contract has more than 2,000 mutants",
  EXAMPLE_REJECTED: "The contract rejects an example",
  COUNTEREXAMPLE_ACCEPTED: "The contract accepts a counterexample",
  SCORE_BELOW_MINIMUM: "The fixtures notice too few of the changes",
  CONTRACT_RELIABILITY_WORKBENCH_FAILED: "The gate was set, and there are findings",
} as const;

export const WARNINGS = {
  UNPROTECTED_RULE: "A change of a rule is noticed by no fixture",
  ...JSON_WARNINGS,
  ...SCHEMA_WARNINGS,
} as const;

const FIXTURES = "JSON or YAML text, or the array; at most 500";

export const INPUT = Type.Object({
  schema: jsonField({ description: "The JSON Schema: JSON or YAML text, or the value" }),
  examples: Type.Optional(
    jsonField({ description: `Values that the contract must accept: ${FIXTURES}` }),
  ),
  counterexamples: Type.Optional(
    jsonField({ description: `Values that the contract must reject: ${FIXTURES}` }),
  ),
  minScore: Type.Number({
    description: "Percent of the changes that the fixtures have to notice",
    minimum: 0,
    maximum: 100,
    default: 80,
  }),
  failOn: failOnField("error"),
});

const COUNT = Type.Integer({ minimum: 0 });
const FINDING_CODES = [
  "EXAMPLE_REJECTED",
  "COUNTEREXAMPLE_ACCEPTED",
  "SCORE_BELOW_MINIMUM",
  "UNPROTECTED_RULE",
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];

export const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  score: Type.Number({
    description: "Percent of the mutants that some fixture tells from the contract",
  }),
  mutants: Type.Array(
    Type.Object({
      operator: oneOf(OPERATORS),
      path: Type.String({ description: "The rule, as a pointer into the schema" }),
      status: oneOf(["killed", "survived"]),
      killedBy: Type.Union([Type.String(), Type.Null()], {
        description: "The first fixture that notices the change",
      }),
    }),
    { description: "The contract with one rule changed each, by path and operator" },
  ),
  fixtures: Type.Object({
    examples: COUNT,
    accepted: COUNT,
    counterexamples: COUNT,
    rejected: COUNT,
  }),
  suggestions: Type.Array(
    Type.Object({
      path: Type.String({ description: "The rule that the value would protect" }),
      expected: oneOf(["accept", "reject"]),
      value: Type.Any(),
    }),
    { description: "Values that would notice what no fixture does" },
  ),
  findings: Type.Array(findingSchema({})),
  counts: Type.Object({
    mutants: COUNT,
    killed: COUNT,
    survived: COUNT,
    error: COUNT,
    warning: COUNT,
  }),
});

export type Input = Static<typeof INPUT>;
export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
