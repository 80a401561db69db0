/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "../_lib/results/review/shapes.ts";
import {
  formatField,
  REPORT_FAILURES,
  reportField,
  RUN_TRUNCATED,
  TOTALS,
} from "../_lib/formats/test-report/report.ts";

export const FAILURES = {
  ...REPORT_FAILURES,
  TEST_REGRESSED: "A test that passed, or was flaky, fails",
  TEST_NEW_FAILING: "A test that was not run before fails",
  RUN_EMPTY: "The report of the change has no test",
  CI_REGRESSION_DIFF_FAILED: "There are findings as severe as failOn says",
} as const;

export const WARNINGS = {
  TEST_BECAME_FLAKY: "A test is flaky that was not",
  TEST_SILENCED: "A test that failed is skipped",
  TEST_NEWLY_SKIPPED: "A test that ran is skipped",
  TEST_REMOVED: "A test is gone",
  TEST_SLOWER: "A test that passes takes longer by as much as the bounds say",
  RUN_TRUNCATED,
} as const;

/** Findings that are neither. */
export type Note = "TEST_STILL_FAILING" | "TEST_FIXED" | "FAILURE_MESSAGE_CHANGED";

export const INPUT = Type.Object({
  before: reportField("Test report of the base"),
  after: reportField("Test report of the change"),
  format: formatField(),
  slowerPercent: Type.Number({
    description: "How much longer a test takes that is slower, in percent",
    minimum: 0,
    maximum: 10_000,
    default: 50,
  }),
  minSlowerMs: whole({
    description: "And in milliseconds; both bounds must be reached",
    minimum: 0,
    maximum: 10_000_000,
    default: 500,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

export const TRANSITIONS = [
  "regressed",
  "newFailing",
  "becameFlaky",
  "silenced",
  "newlySkipped",
  "removed",
  "stillFailing",
  "fixed",
  "unskipped",
  "stabilized",
  "added",
  "unchanged",
] as const;
export type Transition = (typeof TRANSITIONS)[number];

function ofEach<T>(value: T): Record<Transition, T> {
  return Object.fromEntries(TRANSITIONS.map((name) => [name, value])) as Record<Transition, T>;
}

const MS = Type.Number({ minimum: 0 });

export const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  before: TOTALS,
  after: TOTALS,
  transitions: Type.Object(ofEach(Type.Array(Type.String())), {
    description: "Every test's id in exactly one list",
  }),
  messageChanged: Type.Array(
    Type.Object({ id: Type.String(), before: Type.String(), after: Type.String() }),
    { description: "Still failing, and for another reason than numbers and paths" },
  ),
  slower: Type.Array(Type.Object({ id: Type.String(), beforeMs: MS, afterMs: MS })),
  findings: Type.Array(findingSchema({})),
  counts: countsSchema(ofEach(Type.Integer({ minimum: 0 }))),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
