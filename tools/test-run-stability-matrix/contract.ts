/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { failOnField } from "../_lib/results/review/shapes.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";
import { formatField, REPORT_FAILURES, RUN_TRUNCATED } from "../_lib/formats/test-report/report.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...REPORT_FAILURES,
  MATRIX_SYNTAX: "The matrix is not CSV of a header and rows of known words",
  DUPLICATE_RUN_ID: "Two runs have the same id",
  TEST_RUN_STABILITY_MATRIX_FAILED: "Tests are flaky, regressed or broken, and failOn asks",
} as const;

export const WARNINGS = { RUN_TRUNCATED } as const;

export const MOST_RUNS = 200;

export const INPUT = Type.Object({
  runs: Type.Optional(
    jsonField({
      description:
        "1 to 200 runs, oldest first: [{ id?, commit?, report }]; a report is as ci-regression-diff takes it",
    }),
  ),
  matrix: Type.Optional(
    Type.String({
      description:
        "Instead of runs: CSV test,run1,run2… with cells P, F or X, E, S, flaky, . for passed, - or nothing for absent",
    }),
  ),
  format: formatField(),
  minRuns: whole({
    description: "Fewer runs of a test say nothing, unless it was flaky already",
    minimum: 2,
    maximum: MOST_RUNS,
    default: 3,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

export const RUNS = Type.Array(
  Type.Object({
    id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    commit: Type.Optional(NULLABLE_TEXT),
    report: Type.Any(),
  }),
  { minItems: 1, maxItems: MOST_RUNS },
);

/** In the order in which tests are listed. */
export const CLASSES = [
  "flaky",
  "regressed",
  "stable-fail",
  "fixed",
  "insufficient",
  "stable-pass",
  "not-run",
] as const;
export type Classification = (typeof CLASSES)[number];

const COUNT = Type.Integer({ minimum: 0 });
const NULLABLE_NUMBER = Type.Union([Type.Number(), Type.Null()]);

export const VALUE = Type.Object({
  tests: Type.Array(
    Type.Object({
      id: Type.String(),
      classification: oneOf(CLASSES),
      runs: Type.Integer({ minimum: 0, description: "In which it was executed" }),
      passes: Type.Integer({ minimum: 0, description: "Those that passed when run again, too" }),
      fails: COUNT,
      retried: Type.Integer({ minimum: 0, description: "Runs that found it flaky themselves" }),
      skipped: COUNT,
      absent: COUNT,
      passPercent: NULLABLE_NUMBER,
      wilson95: Type.Union([Type.Object({ low: Type.Number(), high: Type.Number() }), Type.Null()]),
      flips: Type.Integer({ minimum: 0, description: "Changes from one run to the next" }),
      flipPercent: NULLABLE_NUMBER,
      entropyBits: NULLABLE_NUMBER,
      changePoint: NULLABLE_TEXT,
      rerunsFor95: Type.Union([Type.Integer(), Type.Null()], {
        description: "Runs of a flaky test needed to see it pass once with 95 %",
      }),
      sameCommit: Type.Boolean({ description: "Two runs of one commit differ" }),
    }),
  ),
  counts: Type.Object({
    flaky: COUNT,
    regressed: COUNT,
    stableFail: COUNT,
    fixed: COUNT,
    insufficient: COUNT,
    stablePass: COUNT,
    notRun: COUNT,
  }),
  runs: Type.Array(Type.Object({ id: Type.String(), passed: COUNT, failed: COUNT })),
  greenRuns: Type.Integer({ minimum: 0, description: "With a test, and none that fails" }),
  greenPercent: Type.Number(),
  expectedGreenPercent: Type.Number({
    description: "How often no flaky test fails, if they fail independently",
  }),
  clusters: Type.Array(
    Type.Object({ tests: Type.Array(Type.String()), runs: Type.Array(Type.String()) }),
    { description: "Tests that fail in the same runs, of which there are two or more" },
  ),
});

export type Value = Static<typeof VALUE>;
export type TestFigures = Value["tests"][number];
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
