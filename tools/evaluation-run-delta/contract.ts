/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  BASELINE_MISSING: "There are no results of the baseline",
  CANDIDATE_MISSING: "There are no results of the candidate",
  ROW_UNRECOGNISED: "A row is no object, or nothing in it names its case",
  NO_PAIRS: "No case has a result in both runs",
  REGRESSIONS: "More cases got worse than may",
  REGRESSED: "The candidate is worse by more than chance explains",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  UNPAIRED_CASES: "Cases are in one run only and are not counted",
  DUPLICATE_ID: "Cases have several rows, whose scores were averaged",
  SMALL_SAMPLE: "There are fewer than 30 pairs",
  SCORE_OUT_OF_RANGE: "Some rows have booleans, which count as 0 and 1, and others scores above 1",
  ROW_SKIPPED: "A row has no score",
  BOOTSTRAP_REDUCED: "Resamples times pairs is more than 5,000,000; fewer resamples were drawn",
} as const;

export const MOST_ROWS = 50_000;

export const INPUT = Type.Object({
  baseline: Type.Optional(
    jsonField({ description: "Results of the run to compare with: JSON lines, or an array" }),
  ),
  candidate: Type.Optional(
    jsonField({ description: "Results of the new run: JSON lines, or an array" }),
  ),
  idField: Type.String({
    description: "Name or RFC 6901 pointer of the case's id; auto knows usual names",
    default: "auto",
  }),
  scoreField: Type.String({
    description: "Name or RFC 6901 pointer of the score or verdict; auto knows usual names",
    default: "auto",
  }),
  groupField: Type.String({
    description: "Name or RFC 6901 pointer of the case's group; auto knows usual names",
    default: "auto",
  }),
  threshold: Type.Number({
    description: "A score that reaches it is a pass, where no boolean says so",
    default: 0.5,
  }),
  higherIsBetter: Type.Boolean({
    description: "false: a pass is a score that is not above the threshold",
    default: true,
  }),
  alpha: Type.Number({
    description: "Level of significance",
    minimum: 0.0001,
    maximum: 0.5,
    default: 0.05,
  }),
  bootstrap: whole({
    description: "Resamples for the interval of the mean difference; 0 for none",
    minimum: 0,
    maximum: 10_000,
    default: 2000,
  }),
  seed: Type.String({ description: "Equal seeds draw equal resamples", default: "1" }),
  maxRegressions: Type.Number({
    description: "How many cases may get worse",
    minimum: 0,
    default: 0,
  }),
});

export type Input = Static<typeof INPUT>;

export const VERDICTS = ["improved", "regressed", "no-significant-change"] as const;
export type Verdict = (typeof VERDICTS)[number];

const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });
const IDS = Type.Array(Type.String());
const COMPARISON = { baseline: Type.Number(), candidate: Type.Number(), delta: Type.Number() };
const INTERVAL = Type.Tuple([Type.Number(), Type.Number()]);
const NULLABLE_NUMBER = Type.Union([Type.Number(), Type.Null()]);
const CHANGES = Type.Array(
  Type.Object({
    id: Type.String(),
    group: Type.Union([Type.String(), Type.Null()]),
    baseline: Type.Number({ description: "Score; of booleans 0 or 1" }),
    candidate: Type.Number(),
  }),
);

export const VALUE = Type.Object({
  paired: count("Cases in both runs"),
  onlyBaseline: IDS,
  onlyCandidate: IDS,
  pass: Type.Object({
    baseline: count(),
    candidate: count(),
    both: count(),
    neither: count(),
    regressed: count("Pass in the baseline, fail in the candidate"),
    improved: count("Fail in the baseline, pass in the candidate"),
  }),
  passRate: Type.Object(COMPARISON),
  mean: Type.Object(COMPARISON),
  mcnemar: Type.Object({
    b: count("Regressed"),
    c: count("Improved"),
    method: oneOf(["exact", "chi-square"]),
    statistic: NULLABLE_NUMBER,
    pValue: Type.Number(),
    significant: Type.Boolean(),
  }),
  bootstrap: Type.Union([
    Type.Object({
      resamples: count(),
      low: Type.Number({ description: "Of the mean difference, candidate − baseline" }),
      high: Type.Number(),
      level: Type.Number({ description: "1 − alpha" }),
    }),
    Type.Null(),
  ]),
  wilson: Type.Object({ baseline: INTERVAL, candidate: INTERVAL }),
  effect: Type.Union([Type.Number(), Type.Null()], {
    description: "Mean difference by the standard deviation of the differences",
  }),
  regressions: CHANGES,
  improvements: CHANGES,
  groups: Type.Array(
    Type.Object({
      group: Type.String(),
      paired: count(),
      baseline: Type.Number({ description: "Pass rate" }),
      candidate: Type.Number(),
      delta: Type.Number(),
      regressed: count(),
      improved: count(),
    }),
  ),
  verdict: oneOf(VERDICTS),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
