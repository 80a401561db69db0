import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { DOCUMENT_FAILURES } from "../_lib/fields/document-field.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { CONTRACT_FAILURES } from "../_lib/schemas/json-schema/checked-formats.ts";
import { SCHEMA_WARNINGS } from "../_lib/schemas/json-schema/trouble.ts";
import { VIOLATIONS } from "../_lib/schemas/json-schema/violations.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { CHANGES, type ChangeCode, POLICIES } from "../_lib/schemas/repair/change.ts";

export const FAILURES = {
  ...DOCUMENT_FAILURES,
  ...CONTRACT_FAILURES,
  ...OUTPUT_FAILURES,
  ...VIOLATIONS,
  ERRORS_TRUNCATED: "More than 100 violations of one keyword remain",
  CONTRACT_CONFORMANCE_REPAIR_FAILED: "The gate was set, and the repaired data does not conform",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...SCHEMA_WARNINGS,
} as const;

export const INPUT = Type.Object({
  schema: jsonField({
    description: "The JSON Schema: JSON or YAML text, or the value",
  }),
  data: jsonField({
    description:
      "What to repair: a string that holds a JSON object or array, any other string as itself, or any other JSON value",
  }),
  policy: oneOf(POLICIES, {
    description:
      "safe: nothing is lost or guessed; standard: also drops what the contract forbids; aggressive: also clamps, cuts, rounds, guesses enums",
    default: "standard",
  }),
  failOn: oneOf(["none", "error", "warning"], {
    description: "Whether data that does not conform after repair makes the run fail",
    default: "none",
  }),
});

const CODES = Object.keys(CHANGES) as ChangeCode[];
const COUNT = Type.Integer({ minimum: 0 });

export const VALUE = Type.Object({
  repaired: Type.Any(),
  conforms: Type.Boolean(),
  changes: Type.Array(
    Type.Object({
      path: Type.String({ description: "In the document at the moment of the change" }),
      code: oneOf(CODES),
      lossy: Type.Boolean(),
      from: Type.Optional(Type.Any()),
      to: Type.Optional(Type.Any()),
    }),
    { description: "In the order made" },
  ),
  remaining: Type.Array(
    Type.Object({ path: Type.String(), keyword: Type.String(), message: Type.String() }),
    { description: "What the schema still refuses, by path, then keyword" },
  ),
  patch: Type.Array(
    Type.Object({
      op: oneOf(["add", "remove", "replace"]),
      path: Type.String(),
      value: Type.Optional(Type.Any()),
    }),
    { description: "RFC 6902, from the data to what was made of it" },
  ),
  counts: Type.Object({ changes: COUNT, lossy: COUNT, remaining: COUNT }),
});

export type Input = Static<typeof INPUT>;
export type Value = Static<typeof VALUE>;
export type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;
