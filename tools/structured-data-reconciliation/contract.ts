/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { DELIMITER_FAILURES } from "../_lib/formats/csv/delimiter.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { failOnField } from "../_lib/results/review/shapes.ts";

export const FAILURES = {
  ...INPUT_FAILURES,
  ...DELIMITER_FAILURES,
  ...OUTPUT_FAILURES,
  KEY_COLUMN_MISSING: "A key column is in none of a side's rows",
  TABLE_SYNTAX: "A side is no well-formed CSV, JSON or JSON Lines",
  MAPPING_UNKNOWN: "The mapping names a column that its side does not have",
  DOCUMENT_TYPE: "A side holds JSON that is no list of objects",
  INPUT_TOO_DEEP: "A row is nested deeper than 1,000 levels",
  STRUCTURED_DATA_RECONCILIATION_FAILED: "The gate was set, and the tables differ",
} as const;

export const WARNINGS = {
  RAGGED_ROW: "A row has more or fewer cells than the header",
  DUPLICATE_COLUMN: "Two columns have one name; the last one counts",
  COLUMN_UNKNOWN: "An option names a column that neither side has",
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
} as const;

const SIDE = "CSV text with a header, a JSON array of objects, or JSON Lines";

const BOUND = Type.Optional(Type.Number({ minimum: 0 }));
const BOUNDS = {
  abs: BOUND,
  relPercent: BOUND,
};

const NAMES = Type.Array(Type.String(), { default: [] });

export const INPUT = Type.Object({
  left: jsonField({ description: `What is compared: ${SIDE}` }),
  right: jsonField({ description: `What it is compared with: ${SIDE}` }),
  key: Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1, maxItems: 10 })], {
    description: "The column, or up to 10 columns, by which a row is found on the other side",
  }),
  delimiter: Type.String({
    description:
      "Of CSV: one character, comma, semicolon, tab, pipe, or auto: the most frequent one in the header line",
    default: "auto",
  }),
  mapping: Type.Record(Type.String(), Type.String(), {
    description: "Names of columns on the left with their names on the right",
    default: {},
  }),
  columns: Type.Optional({ ...NAMES, description: "The columns to compare; all if not given" }),
  ignoreColumns: { ...NAMES, description: "Columns that are not compared" },
  tolerance: Type.Object(
    {
      ...BOUNDS,
      columns: Type.Optional(Type.Record(Type.String(), Type.Object(BOUNDS))),
    },
    {
      description:
        "By how much numbers may differ: `abs`, or `relPercent` of the larger one; `columns` says it for single columns",
      default: {},
    },
  ),
  trim: Type.Boolean({
    description: "White space at the ends of names, keys and text does not count",
    default: true,
  }),
  ignoreCase: Type.Boolean({
    description: "The letter case of keys and text does not count",
    default: false,
  }),
  duplicates: oneOf(["report", "first", "last"], {
    description: "Rows that share a key: not compared, or the first or last of them is",
    default: "report",
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });
const KEY = Type.Array(Type.String(), { description: "The texts of the key columns" });
const ONE_SIDED = Type.Object({ key: KEY, row: COUNT });
const EXACT = Type.Union([Type.Number(), Type.String()], {
  description: "Exact; text where no double holds it",
});

export const DIFFERENCE_KINDS = ["number", "text", "missing"] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export const VALUE = Type.Object({
  counts: Type.Object({
    leftRows: COUNT,
    rightRows: COUNT,
    keys: COUNT,
    matched: COUNT,
    different: COUNT,
    leftOnly: COUNT,
    rightOnly: COUNT,
    duplicateKeys: COUNT,
    withinTolerance: COUNT,
  }),
  matchPercent: Type.Number({ minimum: 0, maximum: 100 }),
  differences: Type.Array(
    Type.Object({
      key: KEY,
      column: Type.String(),
      left: Type.Any(),
      right: Type.Any(),
      kind: oneOf(DIFFERENCE_KINDS),
      delta: Type.Optional(EXACT),
    }),
    { description: "By key, then column" },
  ),
  leftOnly: Type.Array(ONE_SIDED, { description: "Rows, counted from 0, without a counterpart" }),
  rightOnly: Type.Array(ONE_SIDED),
  duplicates: Type.Array(
    Type.Object({ side: oneOf(["left", "right"]), key: KEY, rows: Type.Array(COUNT) }),
  ),
  totals: Type.Array(
    Type.Object({ column: Type.String(), left: EXACT, right: EXACT, difference: EXACT }),
    { description: "Exact sums of the columns that hold numbers on both sides" },
  ),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
export type Refused = { readonly failure: Result };
export type Side = "left" | "right";
