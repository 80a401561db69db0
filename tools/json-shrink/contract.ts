/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, listField, oneOf, whole } from "../_core/fields.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { LEVELS } from "./levels.ts";
import { LOSS_CODES } from "./losses.ts";

export const FAILURES = {
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  ...INPUT_FAILURES,
  SHRUNK_FORM_INVALID: "A table or the legend that was to be expanded is malformed",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  BUDGET_NOT_MET: "Even the last level needs more than maxTokens",
  MARKER_COLLISION:
    "The document has a key $cols, $rows, $keys or $data: tables and short keys are off",
  NO_SAVING: "The result costs as many tokens as the input",
} as const;

export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;

const optionalSwitch = (description: string) => Type.Optional(Type.Boolean({ description }));
const optionalLimit = (description: string, maximum: number) =>
  Type.Optional(whole({ description: `${description}; 0 is off`, minimum: 0, maximum }));

export const INPUT = Type.Object({
  input: jsonField({ description: "The payload; with action expand a shrunk one" }),
  action: oneOf(["shrink", "expand"], {
    description: "expand undoes tables and short keys",
    default: "shrink",
  }),
  level: oneOf(LEVELS, {
    description: "Preset of the switches below; one that is given wins over it",
    default: "lossless",
  }),
  columnar: optionalSwitch("Arrays of objects become tables; true in every level"),
  shortKeys: optionalSwitch("Long keys become short ones with a legend; true if aggressive"),
  dropNulls: optionalSwitch("Drop members that are null; false only if lossless"),
  dropEmpty: optionalSwitch('Drop members that are "", [] or {}; false only if lossless'),
  maxStringChars: optionalLimit(
    "Cut longer strings: 20 and more; balanced 500, aggressive 120",
    100_000,
  ),
  maxArrayItems: optionalLimit("Cut longer arrays; aggressive 20", 100_000),
  maxDepth: optionalLimit("Deeper containers become a summary", 100),
  significantDigits: optionalLimit("Round numbers with more; aggressive 6", 17),
  drop: listField({
    description: "Pointer patterns of members to drop: /users/*/email, /**/id",
    default: [],
  }),
  keep: listField({ description: "Pointer patterns of what no step may change", default: [] }),
  dropValues: Type.Optional(
    jsonField({ description: "Key → default value: members that equal it are dropped" }),
  ),
  maxTokens: whole({
    description: "Go on to the next levels until it fits; 0 is off",
    minimum: 0,
    maximum: 10_000_000,
    default: 0,
  }),
});

export type Input = Static<typeof INPUT>;

export const VALUE = Type.Object({
  lossless: Type.Boolean({ description: "Expanding gives back every token" }),
  level: oneOf(LEVELS, { description: "The one whose result this is" }),
  tokensBefore: Type.Integer({ description: "Four bytes each" }),
  tokensAfter: Type.Integer(),
  savedPercent: Type.Number(),
  losses: Type.Array(
    Type.Object({
      code: oneOf(LOSS_CODES),
      path: Type.String({ description: "Pointer, array indices as *" }),
      count: Type.Integer({ description: "Nodes" }),
      detail: Type.Union([Type.Integer(), Type.Null()], {
        description: "Characters or elements removed, where those are cut",
      }),
    }),
  ),
  legend: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()], {
    description: "Short key → long key",
  }),
  tables: Type.Array(
    Type.Object({
      path: Type.String({ description: "Pointer of the array" }),
      rows: Type.Integer(),
      columns: Type.Integer(),
    }),
  ),
});

export type Value = Static<typeof VALUE>;
