/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { SHAPED_FAILURES } from "../_lib/fields/shaped-field.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "../_lib/results/review/shapes.ts";
import { oneOf } from "../_core/fields.ts";

const CODES = {
  CYCLE: "Artifacts are made of one another in a circle",
  DANGLING_REFERENCE: "An artifact is named that is not listed",
  HASH_MISMATCH: "A digest differs from the first one written for the artifact",
  DUPLICATE_ID: "An id occurs again",
  MULTIPLE_PRODUCERS: "Another step makes the artifact already",
  TIME_INVERSION: "An artifact is older than one that it is made of",
  UNDECLARED_SOURCE: "What is shipped goes back to something that is no declared source",
  TARGET_UNKNOWN: "A target is not among the artifacts",
  ORPHAN: "Nothing that is shipped is made of the artifact",
  MISSING_DIGEST: "The artifact has no digest",
  SHARED_DIGEST: "Several artifacts have one digest",
} as const;

export const FAILURES = {
  ...SHAPED_FAILURES,
  ...CODES,
  TOO_MANY_EDGES: "There are more than 100,000 edges from inputs to outputs",
  ARTIFACT_LINEAGE_INTEGRITY_AUDITOR_FAILED: "There are findings at or above failOn",
} as const;

export const WARNINGS = { ...JSON_WARNINGS, ...CODES } as const;

export type Code = keyof typeof CODES;

export const INPUT = Type.Object({
  artifacts: Type.Optional(
    jsonField({
      description:
        "Up to 5,000 artifacts: [{ id, sha256?, inputs?: [id or { artifact, sha256? }], createdAt?, type? }]; or an object with this list and the other fields",
    }),
  ),
  steps: Type.Optional(
    jsonField({
      description:
        "Up to 5,000 steps: [{ id, inputs: [ref], outputs: [ref], startedAt?, finishedAt? }]",
    }),
  ),
  sources: Type.Optional(
    jsonField({ description: "Ids that may be without an origin; if left out, all may" }),
  ),
  targets: Type.Optional(
    jsonField({
      description: "Ids that are shipped; if left out, what nothing else is made of",
    }),
  ),
  failOn: failOnField("error"),
});

export type Input = Static<typeof INPUT>;

const IDS = Type.Array(Type.String());
const COUNT = Type.Integer({ minimum: 0 });

export const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  findings: Type.Array(findingSchema({})),
  counts: countsSchema({ artifacts: COUNT, edges: COUNT }),
  order: Type.Array(Type.String(), { description: "Each after all that it is made of" }),
  cycles: Type.Array(IDS),
  roots: IDS,
  orphans: IDS,
  targets: Type.Array(
    Type.Object({
      id: Type.String(),
      ancestors: COUNT,
      depth: Type.Union([COUNT, Type.Null()], { description: "The longest way from a root" }),
      sources: Type.Array(Type.String(), { description: "The first 1,000" }),
      undeclaredSources: Type.Array(Type.String(), { description: "The first 1,000" }),
      complete: Type.Boolean({ description: "No gap, no circle, no missing digest" }),
      lineageSha256: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  lineage: Type.Any({ description: "Id → SHA-256 of id, digest and the lineage of all parents" }),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
