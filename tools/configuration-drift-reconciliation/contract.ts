/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { CONFIG_DOCUMENT_FAILURES, DOCUMENT_FORMATS } from "../_lib/fields/config-field.ts";
import { DOCUMENT_FAILURES } from "../_lib/fields/document-field.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { PATCH } from "../_lib/json/patch/operations.ts";
import { ARRAY_KEYS } from "../_lib/json/keyed-items.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { failOnField } from "../_lib/results/review/shapes.ts";

export const FAILURES = {
  ...INPUT_FAILURES,
  ...DOCUMENT_FAILURES,
  ...CONFIG_DOCUMENT_FAILURES,
  ...OUTPUT_FAILURES,
  CONFIGURATION_DRIFT_RECONCILIATION_FAILED: "The gate was set, and there is drift",
} as const;

export const WARNINGS = {
  PATCH_CONTAINS_SECRETS: "A value of the patch is at or below a key that looks secret",
  INTERPOLATION_UNRESOLVED: "A variable holds ${…}, which is compared as it is written",
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
} as const;

export const DRIFT_KINDS = ["missing", "extra", "changed", "type-changed", "unmanaged"] as const;
export type DriftKind = (typeof DRIFT_KINDS)[number];

const FORMAT = oneOf(["auto", ...DOCUMENT_FORMATS], {
  description: "Of the text; auto tells JSON, YAML, TOML and KEY=value lines apart",
  default: "auto",
});

const PATTERNS =
  "JSON Pointers in which `*` stands for one segment and `**` for any number; an element that has a key is `[name=A]`";

export const INPUT = Type.Object({
  desired: jsonField({ description: "What should run: a value, or the text of a configuration" }),
  actual: jsonField({ description: "What runs: a value, or the text of a configuration" }),
  lastApplied: Type.Optional(
    jsonField({
      description: "What was applied before; extra things that it lacks as well are unmanaged",
    }),
  ),
  desiredFormat: FORMAT,
  actualFormat: FORMAT,
  ignore: Type.Array(Type.String(), {
    description: `What is left out, with all below it: ${PATTERNS}`,
    default: [],
  }),
  unordered: Type.Array(Type.String(), {
    description: `Arrays whose order means nothing: ${PATTERNS}`,
    default: [],
  }),
  arrayKeys: Type.Array(Type.String(), {
    description: "Members that identify the elements of an array",
    default: [...ARRAY_KEYS],
  }),
  numericTolerance: Type.Number({
    description: "By how much numbers may differ",
    minimum: 0,
    default: 0,
  }),
  looseTypes: Type.Optional(
    Type.Boolean({
      description:
        'Whether "8080" is 8080, "true" is true and "null" is null; if not given, where a side is env, properties or ini',
    }),
  ),
  maskSecrets: Type.Boolean({
    description: "Show *** for secrets in the drift; the patch keeps them",
    default: true,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });

export const VALUE = Type.Object({
  inSync: Type.Boolean({ description: "Nothing but unmanaged things differs" }),
  drift: Type.Array(
    Type.Object({
      path: Type.String({ description: "Pointer, with `[name=A]` for an element that has a key" }),
      kind: oneOf(DRIFT_KINDS),
      desired: Type.Optional(Type.Any()),
      actual: Type.Optional(Type.Any()),
    }),
    { description: "By path" },
  ),
  patch: Type.Array(PATCH.items, { description: "RFC 6902, from actual to what is desired" }),
  counts: Type.Object({
    missing: COUNT,
    extra: COUNT,
    changed: COUNT,
    typeChanged: COUNT,
    unmanaged: COUNT,
  }),
});

export type Value = Static<typeof VALUE>;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, keyof typeof FAILURES, Warning>;
