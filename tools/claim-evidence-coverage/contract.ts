/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { DUPLICATE_ID_FAILURE } from "../_lib/fields/named-texts.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...DUPLICATE_ID_FAILURE,
  CLAIMS_MISSING: "There are no claims",
  EVIDENCE_MISSING: "There is no evidence",
  CLAIM_UNSUPPORTED: "Too few terms of a claim stand together in the evidence",
  CLAIM_CONFLICT: "The evidence has the terms of a claim with another number, or negated",
  EVIDENCE_UNKNOWN: "A claim lists evidence that there is not",
} as const;

export const WARNINGS = {
  CLAIM_PARTIAL: "The evidence has a part of a claim",
  EVIDENCE_UNUSED: "No claim rests on a source",
  NOT_CHECKABLE: "A claim is a question, or has neither two terms nor a number",
  ...JSON_WARNINGS,
} as const;

export const STATUSES = [
  "supported",
  "partial",
  "unsupported",
  "conflict",
  "not-checkable",
] as const;
export type Status = (typeof STATUSES)[number];

export const INPUT = Type.Object({
  claims: Type.Optional(
    jsonField({
      description:
        "A text, each sentence of it a claim, or [{ id?, text, evidence?: [sourceId] }]; a claim that lists evidence is checked against that alone",
    }),
  ),
  evidence: Type.Optional(
    jsonField({ description: "[{ id, text }], or an object from id to text" }),
  ),
  supported: Type.Number({
    description: "The least share of a claim's terms that supports it",
    minimum: 0,
    maximum: 1,
    default: 0.7,
  }),
  partial: Type.Number({
    description: "The least share of a claim's terms that counts",
    minimum: 0,
    maximum: 1,
    default: 0.4,
  }),
  window: whole({
    description: "Neighbouring sentences that are taken together",
    minimum: 1,
    maximum: 5,
    default: 2,
  }),
});

export type Input = Static<typeof INPUT>;

export const VALUE = Type.Object({
  claims: Type.Array(
    Type.Object({
      id: Type.String(),
      text: Type.String(),
      status: oneOf(STATUSES),
      score: Type.Number({ description: "The share of its terms in the best window, 0 to 1" }),
      evidence: Type.Array(
        Type.Object({
          sourceId: Type.String(),
          start: Type.Integer(),
          end: Type.Integer(),
          score: Type.Number(),
        }),
        { description: "The best windows, one for each source, at most three" },
      ),
      missingTerms: Type.Array(Type.String(), { description: "Stems that the best window lacks" }),
      missingNumbers: Type.Array(Type.String()),
    }),
  ),
  counts: Type.Object({
    supported: Type.Integer(),
    partial: Type.Integer(),
    unsupported: Type.Integer(),
    conflict: Type.Integer(),
    "not-checkable": Type.Integer(),
  }),
  coverage: Type.Number({ description: "The share of the checkable claims that is supported" }),
  unusedEvidence: Type.Array(Type.String()),
  unknownReferences: Type.Array(Type.String()),
});

export type Value = Static<typeof VALUE>;
export type CheckedClaim = Value["claims"][number];
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
