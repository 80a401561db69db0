import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Entry, Outcome } from "../_core/tool.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { DRAFTS } from "../_lib/schemas/json-schema/drafts.ts";
import { SCHEMA_FAILURES } from "../_lib/schemas/json-schema/trouble.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { YAML_MODE_FAILURES, YAML_MODE_WARNINGS } from "./yaml.ts";

export const MODES = ["infer", "typescript", "zod", "typebox", "yaml", "draft"] as const;
export type Mode = (typeof MODES)[number];

export const FAILURES = {
  ...JSON_FAILURES,
  ...SCHEMA_FAILURES,
  ...OUTPUT_FAILURES,
  ...YAML_MODE_FAILURES,
  NAME_INVALID: "The name has no letter to make a type name of",
  TOOL_INPUT_INVALID: "Neither input nor schema was given",
  REQUIRED: "Neither input nor schema was given",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...YAML_MODE_WARNINGS,
  KEYWORD_UNSUPPORTED: "The target has no form for a keyword",
  ONEOF_AS_UNION: "A union does not refuse what fits two of its parts",
  REF_SIBLING_IGNORED: "Keywords beside a reference had no effect",
} as const;

export const INPUT = Type.Object({
  input: Type.Optional(
    jsonField({
      description: "Sample data (a document or JSON lines) to infer from; else the schema",
    }),
  ),
  schema: Type.Optional(jsonField({ description: "The schema; wins over input but in infer" })),
  mode: Type.Optional(
    oneOf(MODES, {
      description: "What to make; default infer, typescript where only schema is given",
    }),
  ),
  direction: Type.Optional(
    oneOf(["json-to-yaml", "yaml-to-json", "upgrade", "downgrade"], {
      description:
        "Mode yaml: which way. Mode draft: to 2020-12 or to draft-07, unless draft is given",
    }),
  ),
  name: Type.String({
    description: "Name of the root",
    minLength: 1,
    maxLength: 64,
    default: "Root",
  }),
  draft: Type.Optional(
    oneOf(DRAFTS, { description: "Target of infer and draft; default 2020-12" }),
  ),
  samples: oneOf(["one", "each"], {
    description: "Infer: a JSON array is one sample, or each element is one",
    default: "one",
  }),
  required: oneOf(["present-in-all", "none"], {
    description: "Infer: which properties are required",
    default: "present-in-all",
  }),
  closed: Type.Boolean({ description: "Infer: no object takes other properties", default: false }),
  detectFormats: Type.Boolean({
    description: "Infer: recognise dates, ids and the like",
    default: true,
  }),
  enumLimit: whole({
    description:
      "Infer: a text with at most so many values, each seen twice or more on average, becomes enum; 0 for off",
    minimum: 0,
    maximum: 50,
    default: 0,
  }),
});

export type Input = Static<typeof INPUT>;

export const VALUE = Type.Object({
  mode: oneOf(MODES),
  name: Type.String(),
  draft: Type.Union([oneOf(DRAFTS), Type.Null()]),
  schema: Type.Any({ description: "For infer, draft and yaml; null for code" }),
  losses: Type.Array(
    Type.Object({
      code: Type.String(),
      path: Type.String(),
      keyword: Type.String(),
      detail: Type.String(),
    }),
  ),
  lossless: Type.Boolean(),
  types: Type.Array(Type.String(), { description: "Names that the code declares" }),
});

export type Result = Outcome<Static<typeof VALUE>, keyof typeof FAILURES, keyof typeof WARNINGS>;
export type Warnings = readonly Entry<keyof typeof WARNINGS>[];
