/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  STEPS_MISSING: "There are no steps",
  DUPLICATE_STEP_ID: "Two steps have the same id",
  CYCLE: "Steps wait for one another in a circle",
  DEPENDENCY_UNKNOWN: "A step depends on one that does not exist",
  HIDDEN_CONFLICT: "Steps that may run at the same time touch the same resource",
  PROPOSED_DEPENDENCY_BROKEN: "A step is proposed no later than one that it depends on",
  PROPOSED_STEP_MISSING: "A step is in no wave that is proposed",
  PROPOSED_STEP_TWICE: "A step is proposed more than once",
  PROPOSED_STEP_UNKNOWN: "A step is proposed that does not exist",
  PROPOSED_TOO_WIDE: "A wave is proposed with more steps than may run at the same time",
  ERRORS_TRUNCATED: "More than 1,000 errors of one code were found",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  CONFLICT_SERIALISED: "Two steps that touch the same resource were put one after the other",
  REDUNDANT_DEPENDENCY: "A dependency follows from others",
  READ_BEFORE_WRITE: "A resource is read, and no step that writes it comes before",
  LOW_PARALLELISM: "Running steps side by side saves next to nothing",
  WARNINGS_TRUNCATED: "More than 1,000 warnings of one code were found",
} as const;

export const MOST_STEPS = 2000;
/** More would no longer be told apart when they are added up. */
export const LONGEST_DURATION = 1e15;

export const INPUT = Type.Object({
  steps: Type.Optional(
    jsonField({
      description:
        "1 to 2,000 steps: [{ id, dependsOn?, reads?, writes?, duration?, group?, exclusive?, idempotent? }]",
    }),
  ),
  maxParallel: whole({
    description: "Steps that may run at the same time; 0 for any number",
    minimum: 0,
    maximum: 1000,
    default: 0,
  }),
  proposed: Type.Optional(jsonField({ description: "Waves to audit: [[id, …], …]" })),
  defaultDuration: Type.Number({
    description: "Of steps that have none",
    minimum: 0,
    maximum: LONGEST_DURATION,
    default: 1,
  }),
});

export type Input = Static<typeof INPUT>;

export const CONFLICT_KINDS = ["exclusive", "write-write", "write-read", "read-write"] as const;
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

const KIND = oneOf(CONFLICT_KINDS);
const IDS = Type.Array(Type.String());
const FROM_TO = { from: Type.String(), to: Type.String() };
const PAIR = { a: Type.String(), b: Type.String(), kind: KIND, resource: Type.String() };

export const VALUE = Type.Object({
  order: IDS,
  waves: Type.Array(IDS, { description: "Steps as early as what they wait for allows" }),
  critical: Type.Object({ length: Type.Number(), path: IDS }),
  totalWork: Type.Number(),
  makespan: Type.Number(),
  speedup: Type.Number(),
  maxWidth: Type.Integer({ description: "Steps at one time without a limit" }),
  edges: Type.Array(Type.Object({ ...FROM_TO, kind: oneOf(["declared", ...CONFLICT_KINDS]) })),
  implied: Type.Array(Type.Object({ ...FROM_TO, kind: KIND, resource: Type.String() }), {
    description: "What keeps conflicting steps apart",
  }),
  conflicts: Type.Array(Type.Object(PAIR), {
    description: "Between steps that no dependency orders; the first 1,000, stats counts all",
  }),
  redundant: Type.Array(Type.Object(FROM_TO)),
  schedule: Type.Array(
    Type.Object({
      id: Type.String(),
      start: Type.Number(),
      end: Type.Number(),
      slot: Type.Integer({ minimum: 0 }),
    }),
  ),
  proposedFindings: Type.Array(Type.Object({ wave: Type.Integer({ minimum: 0 }), ...PAIR })),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
