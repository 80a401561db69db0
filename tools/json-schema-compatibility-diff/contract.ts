/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { DOCUMENT_FAILURES } from "../_lib/fields/document-field.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { CONTRACT_FAILURES } from "../_lib/schemas/json-schema/checked-formats.ts";
import { failOnField } from "../_lib/results/review/shapes.ts";

export const FAILURES = {
  ...DOCUMENT_FAILURES,
  ...CONTRACT_FAILURES,
  INCOMPATIBLE_CHANGE: "A change that breaks the mode; `rule` is its code",
  INCOMPATIBLE_VERSION: "An older version that does not fit the new one in the mode",
  JSON_SCHEMA_COMPATIBILITY_DIFF_FAILED: "The versions are not compatible, and failOn asks for it",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ONE_OF_OVERLAP:
    "A value may fit two branches of a changed oneOf: no type, const or enum tells them apart",
  KEYWORD_NOT_COMPARED: "A keyword changed that is not looked into: taken as incompatible",
} as const;

const MODES = ["backward", "forward", "full"] as const;
const MOST_VERSIONS = 20;

export const INPUT = Type.Object({
  before: jsonField({
    description: "JSON Schema as it was, draft 4 to 2020-12: a value, or JSON or YAML text",
  }),
  after: jsonField({ description: "JSON Schema as it is to be" }),
  mode: oneOf(MODES, {
    description: "backward: new readers take old data; forward: old readers take new data",
    default: "backward",
  }),
  policy: oneOf(["strict", "lenient"], {
    description: "lenient lets members come and go though others are allowed or refused",
    default: "strict",
  }),
  defaultsFill: Type.Boolean({
    description: "A default makes a newly required property compatible backwards",
    default: true,
  }),
  history: Type.Array(jsonField({ description: "An older version" }), {
    description: "Older versions, oldest first, each compared with after, too",
    maxItems: MOST_VERSIONS,
    default: [],
  }),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });
const DIRECTIONS = { backward: Type.Boolean(), forward: Type.Boolean() };

export const VALUE = Type.Object({
  mode: oneOf(MODES),
  compatible: Type.Object({ ...DIRECTIONS, full: Type.Boolean() }),
  changes: Type.Array(
    Type.Object({
      code: Type.String({ description: "As the Confluent Schema Registry names it" }),
      path: Type.String({ description: "Of the keyword, references followed" }),
      ...DIRECTIONS,
      before: Type.Optional(
        Type.Any({ description: "The keyword's old value, of what breaks the mode" }),
      ),
      after: Type.Optional(Type.Any()),
      witness: Type.Optional(
        Type.Any({ description: "A document that one version accepts and the other refuses" }),
      ),
    }),
  ),
  history: Type.Array(Type.Object({ index: COUNT, ...DIRECTIONS })),
  counts: Type.Object({
    changes: COUNT,
    backwardIncompatible: COUNT,
    forwardIncompatible: COUNT,
  }),
});

export type Input = Static<typeof INPUT>;
export type Value = Static<typeof VALUE>;
export type Change = Value["changes"][number];
export type Mode = Input["mode"];
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
