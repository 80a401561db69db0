/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { SHAPED_FAILURES } from "../_lib/fields/shaped-field.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { failOnField } from "../_lib/results/review/shapes.ts";

export const FAILURES = {
  ...SHAPED_FAILURES,
  DUPLICATE_ID: "Two items have one id",
  BATCH_RETRY_SAFETY_PLANNER_FAILED: "The gate was set, and a person must look at an item",
} as const;

export const WARNINGS = {
  RETRY_AFTER_INVALID: "A retryAfter is neither seconds nor an HTTP date, and is ignored",
  ...JSON_WARNINGS,
} as const;

export const JITTERS = ["none", "full", "equal", "decorrelated"] as const;
export type Jitter = (typeof JITTERS)[number];

export const MOST_ITEMS = 2000;
const LONGEST_DELAY = 3_600_000;
/** A deadline further away than this changes nothing. */
const LATEST_DEADLINE = Number.MAX_SAFE_INTEGER;

export const INPUT = Type.Object({
  items: jsonField({
    description: `1 to ${MOST_ITEMS} requests: [{ id, method?, status?, error?, attempts?, idempotencyKey?, idempotent?, retryAfter? }]; a value, or JSON or YAML text`,
  }),
  maxAttempts: whole({
    description: "Tries in all, the first included",
    minimum: 1,
    maximum: 20,
    default: 4,
  }),
  baseDelayMs: whole({
    description: "The first delay",
    minimum: 1,
    maximum: LONGEST_DELAY,
    default: 500,
  }),
  maxDelayMs: whole({
    description: "No delay is longer, unless the server asks for it",
    minimum: 1,
    maximum: LONGEST_DELAY,
    default: 30_000,
  }),
  multiplier: Type.Number({
    description: "By what a delay grows from try to try",
    minimum: 1,
    maximum: 10,
    default: 2,
  }),
  jitter: oneOf(JITTERS, { description: "How delays are spread", default: "full" }),
  jitterSeed: Type.String({ description: "The same seed gives the same plan", default: "0" }),
  deadlineMs: Type.Optional(
    whole({ description: "Nothing is tried after it", minimum: 0, maximum: LATEST_DEADLINE }),
  ),
  retryBudgetPercent: Type.Optional(
    Type.Number({
      description: "So many of a hundred items are retried; the rest wait",
      minimum: 0,
      maximum: 100,
    }),
  ),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

export const DECISIONS = [
  "done",
  "pending",
  "retry",
  "deferred",
  "needs-review",
  "do-not-retry",
] as const;
export type Decision = (typeof DECISIONS)[number];

export const REASONS = [
  "SUCCEEDED",
  "NOT_SENT",
  "PERMANENT_STATUS",
  "UNKNOWN_ERROR",
  "NOT_PROCESSED",
  "IDEMPOTENT_METHOD",
  "IDEMPOTENCY_KEY",
  "MAY_HAVE_EXECUTED",
  "ATTEMPTS_EXHAUSTED",
  "DEADLINE_EXCEEDED",
  "RETRY_BUDGET",
] as const;
export type Reason = (typeof REASONS)[number];

const COUNT = Type.Integer({ minimum: 0 });

export const VALUE = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      decision: oneOf(DECISIONS),
      reason: oneOf(REASONS),
      schedule: Type.Array(
        Type.Object({
          attempt: Type.Integer({ minimum: 1, description: "The first try is 1" }),
          delayMs: COUNT,
          atMs: Type.Integer({ minimum: 0, description: "Sum of the delays so far" }),
          capMs: Type.Integer({ minimum: 0, description: "Most that jitter may give" }),
        }),
      ),
    }),
    { description: "In the order of the input" },
  ),
  counts: Type.Object({
    done: COUNT,
    pending: COUNT,
    retry: COUNT,
    deferred: COUNT,
    needsReview: COUNT,
    doNotRetry: COUNT,
  }),
  worstCaseMs: Type.Integer({
    minimum: 0,
    description: "When the last retry starts at the latest",
  }),
});

export type Value = Static<typeof VALUE>;
export type Planned = Value["items"][number];
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
