/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, listField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { DOCUMENT_FAILURES } from "../_lib/fields/document-field.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { failOnField, findingSchema, VERDICTS } from "../_lib/results/review/shapes.ts";

const CODES = {
  NEW_FINDING: "A result was not there before",
  LEVEL_RAISED: "A result is more severe than before",
  FINDING_ABSENT: "A result is no longer there",
  TOOL_NOT_RUN: "A tool of the baseline has no run now",
  RESULTS_NULL: "A run has null for its results: the tool failed",
} as const;

export type Code = keyof typeof CODES;

export const FAILURES = {
  ...DOCUMENT_FAILURES,
  ...OUTPUT_FAILURES,
  ...CODES,
  SARIF_VERSION_UNSUPPORTED: "The log is not of SARIF 2.1.0",
  SARIF_INVALID: "The log has no list of runs, or a run has no name of its tool",
  SARIF_FINDINGS_RECONCILIATION_FAILED: "There are findings at or above failOn",
} as const;

export const WARNINGS = { ...JSON_WARNINGS, ...CODES } as const;

export const INPUT = Type.Object({
  before: Type.Optional(jsonField({ description: "The baseline: a log of SARIF 2.1.0" })),
  after: Type.Optional(jsonField({ description: "The new scan: a log of SARIF 2.1.0" })),
  stripPrefix: listField({ description: "Beginnings of URIs that do not count", default: [] }),
  includeAbsent: Type.Boolean({
    description: "Add what is no longer there to the log",
    default: true,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

export const STATES = ["new", "unchanged", "updated", "absent"] as const;
export type State = (typeof STATES)[number];

/** How results are matched, in the order in which that is tried. */
export const PASSES = [
  "correlation-guid",
  "fingerprint",
  "partial-fingerprint",
  "exact",
  "moved-file",
  "moved-line",
  "same-line",
] as const;
export type Pass = (typeof PASSES)[number];

const COUNT = Type.Integer({ minimum: 0 });
const NULLABLE = Type.Union([Type.String(), Type.Null()]);

export const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  counts: Type.Object({
    new: COUNT,
    unchanged: COUNT,
    updated: COUNT,
    absent: COUNT,
    suppressed: COUNT,
    error: COUNT,
    warning: COUNT,
  }),
  results: Type.Array(
    Type.Object({
      state: oneOf(STATES),
      ruleId: Type.String(),
      level: Type.String(),
      uri: Type.String(),
      startLine: Type.Union([Type.Number(), Type.Null()]),
      message: Type.String(),
      matchedBy: Type.Union([oneOf(PASSES), Type.Null()]),
      levelRaised: Type.Boolean(),
      suppressed: Type.Boolean(),
      beforePointer: NULLABLE,
      afterPointer: NULLABLE,
    }),
  ),
  findings: Type.Array(findingSchema({})),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
