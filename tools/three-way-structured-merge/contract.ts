/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { CONFIG_DOCUMENT_FAILURES } from "../_lib/fields/config-field.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { PATCH } from "../_lib/json/patch/operations.ts";
import { ARRAY_KEYS } from "../_lib/json/keyed-items.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { failOnField } from "../_lib/results/review/shapes.ts";

export const FAILURES = {
  ...CONFIG_DOCUMENT_FAILURES,
  ...OUTPUT_FAILURES,
  DOCUMENT_TYPE: "The merged document has no form in the format, which needs an object",
  TOML_NULL: "A null cannot be written as TOML",
  LONE_SURROGATE: "Half of a surrogate pair cannot be written as TOML",
  THREE_WAY_STRUCTURED_MERGE_FAILED: "The gate was set, and there are conflicts",
} as const;

export const WARNINGS = {
  COMMENTS_LOST: "The comments of a document are not in the merged one",
  ANCHORS_EXPANDED: "The aliases of a document became copies of what they stand for",
  ORDER_CONFLICT: "Both sides put the elements of an array in another order; ours leads",
  NUMBER_TO_STRING: "An integer beyond 64 bits is a string in TOML",
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
} as const;

export const OUTPUT_FORMATS = ["json", "yaml", "toml"] as const;
export const ARRAY_MERGES = ["auto", "identity", "sequence", "atomic"] as const;
export const RESOLUTIONS = ["object", "ours", "theirs", "base"] as const;
export const CONFLICT_KINDS = [
  "modify/modify",
  "modify/delete",
  "delete/modify",
  "add/add",
  "sequence",
] as const;

export type ArrayMerge = (typeof ARRAY_MERGES)[number];
export type Resolution = (typeof RESOLUTIONS)[number];
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

export const INPUT = Type.Object({
  base: Type.Optional(
    jsonField({
      description: "What both sides began with: a value, or JSON, YAML or TOML text",
    }),
  ),
  ours: jsonField({ description: "One side; its order of members and elements leads" }),
  theirs: jsonField({ description: "The other side" }),
  format: Type.Optional(
    oneOf(OUTPUT_FORMATS, { description: "Of the output; that of ours if it is text, else json" }),
  ),
  arrays: oneOf(ARRAY_MERGES, {
    description:
      "identity: elements by a key; sequence: as lines of a text; atomic: whole; auto: the first of them that can",
    default: "auto",
  }),
  arrayKeys: Type.Array(Type.String(), {
    description: "Members that identify the elements of an array",
    default: [...ARRAY_KEYS],
  }),
  onConflict: oneOf(RESOLUTIONS, {
    description: "What stands at a conflict: an object with all sides, or one side",
    default: "object",
  }),
  detectMoves: Type.Boolean({
    description: "Follow objects and arrays that one side moved to another place",
    default: true,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });

export const VALUE = Type.Object({
  merged: Type.Any(),
  clean: Type.Boolean(),
  conflicts: Type.Array(
    Type.Object({
      path: Type.String({ description: "Pointer, with `[id=3]` for an element that has a key" }),
      kind: oneOf(CONFLICT_KINDS),
      base: Type.Optional(Type.Any()),
      ours: Type.Optional(Type.Any()),
      theirs: Type.Optional(Type.Any()),
    }),
    { description: "By path" },
  ),
  moves: Type.Array(
    Type.Object({ side: oneOf(["ours", "theirs"]), from: Type.String(), to: Type.String() }),
  ),
  patches: Type.Object(
    { fromBase: PATCH, fromOurs: PATCH, fromTheirs: PATCH },
    { description: "RFC 6902, from each version to the merged document" },
  ),
  counts: Type.Object({ conflicts: COUNT, fromOurs: COUNT, fromTheirs: COUNT }),
});

export type Value = Static<typeof VALUE>;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, keyof typeof FAILURES, Warning>;
