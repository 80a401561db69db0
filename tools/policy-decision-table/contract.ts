/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { DOCUMENT_FAILURES } from "../_lib/fields/document-field.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "../_lib/results/review/shapes.ts";
import { AGGREGATIONS, HIT_POLICIES } from "./hit-policy.ts";

export const MOST_RULES = 500;
export const MOST_INPUTS = 20;
export const MOST_FACTS = 1000;
export const MOST_COMBINATIONS = 200_000;
export const MOST_OVERLAPS = 1000;

const ERROR_CODES = {
  RULE_OVERLAP: "Two rules match the same facts, which the hit policy forbids",
  UNIQUE_VIOLATED: "Several rules match facts for which the hit policy allows one",
  ANY_CONFLICT: "Rules that match the same facts have different outputs",
} as const;

const WARNING_CODES = {
  RULE_UNREACHABLE: "A rule never decides anything",
  NO_RULE_MATCHED: "No rule matches the facts, and there is no default output",
  PRIORITY_TIE: "Two rules match the same facts with equal priority and different outputs",
  TYPE_MISMATCH: "A fact is of another type than its column",
  RANGE_EMPTY: "A range is reversed or empty, so that nothing is in it",
} as const;

/** Errors where the table has to be complete, warnings elsewhere. */
const COMPLETENESS_CODES = {
  TABLE_INCOMPLETE: "No rule matches some combinations of input values",
  ANALYSIS_TOO_LARGE: "There are too many combinations of input values to look at each",
} as const;

export type Code =
  keyof typeof ERROR_CODES | keyof typeof WARNING_CODES | keyof typeof COMPLETENESS_CODES;

export const FAILURES = {
  ...INPUT_FAILURES,
  ...DOCUMENT_FAILURES,
  ...OUTPUT_FAILURES,
  XML_SYNTAX: "The text begins like XML and is not well-formed",
  CELL_SYNTAX: "A cell holds no unary tests, or no literal where one has to stand",
  ROW_LENGTH: "A rule has too few or too many cells",
  HIT_POLICY_INVALID: "The hit policy or the aggregation is none of those that are known",
  OUTPUT_NOT_LISTED: "An output that decides on the priority is not among the values listed",
  AGGREGATION_NOT_NUMERIC: "An output to be aggregated is no number",
  ...ERROR_CODES,
  ...COMPLETENESS_CODES,
  POLICY_DECISION_TABLE_FAILED: "There are findings at or above failOn",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...WARNING_CODES,
  ...COMPLETENESS_CODES,
  OVERLAPS_TRUNCATED: "Not all overlaps are listed; `overlapCount` says how many there are",
} as const;

export const INPUT = Type.Object({
  table: jsonField({
    description:
      'JSON or YAML { hitPolicy?, aggregation?, inputs: [{ name, type?, values?, min?, max?, nullable? }], outputs: [{ name, values? }], rules: [{ id?, when: [cell], then: [value] }], defaultOutput? }; or CSV or Markdown with columns "in:name", "out:name", "id"; or DMN XML',
  }),
  facts: Type.Optional(
    jsonField({ description: "{ input: value }, or a list of up to 1,000 of them" }),
  ),
  hitPolicy: Type.Optional(
    Type.String({
      description: `Of a table that names none, such as CSV and Markdown: ${HIT_POLICIES.join(", ")}, or U, F, P, A, C, R, O, C+, C<, C>, C#`,
    }),
  ),
  aggregation: Type.Optional(
    Type.String({
      description: `Of a collect table that names none: ${AGGREGATIONS.join(", ")}`,
    }),
  ),
  decision: Type.Optional(
    Type.String({
      description: "Name or id of a decision of a DMN file; by default the first with a table",
    }),
  ),
  requireComplete: Type.Boolean({
    description: "A combination of input values that no rule matches is an error",
    default: false,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });
const IDS = Type.Array(Type.String());
const REGION = Type.Record(Type.String(), Type.String(), {
  description: "Input name → unary test",
});

const ANALYSIS = Type.Object({
  complete: Type.Boolean(),
  gaps: Type.Array(REGION, { description: "What no rule matches" }),
  overlaps: Type.Array(
    Type.Object({
      rules: IDS,
      region: REGION,
      conflict: Type.Boolean({ description: "The outputs differ" }),
    }),
    { description: "At most 1,000, in the order of the rules" },
  ),
  overlapCount: Type.Integer({ minimum: 0, description: "Of all overlaps, listed or not" }),
  unreachable: IDS,
  totalCells: COUNT,
  coveredCells: COUNT,
});

export const VALUE = Type.Object({
  hitPolicy: oneOf(HIT_POLICIES),
  aggregation: Type.Union([oneOf(AGGREGATIONS), Type.Null()]),
  verdict: oneOf(VERDICTS),
  results: Type.Array(
    Type.Object({
      matched: Type.Array(Type.String(), { description: "Ids in the order of the rules" }),
      outputs: Type.Any({ description: "Output name → value, a list of those, or null" }),
      error: Type.Union([Type.String(), Type.Null()]),
    }),
    { description: "One for each of the facts" },
  ),
  analysis: Type.Union([ANALYSIS, Type.Null()]),
  findings: Type.Array(findingSchema({})),
  counts: countsSchema({}),
});

export type Value = Static<typeof VALUE>;
export type Analysis = Static<typeof ANALYSIS>;
export type Region = Static<typeof REGION>;
export type Decision = Value["results"][number];
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
