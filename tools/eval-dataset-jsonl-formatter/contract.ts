/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { CSV_FAILURES, CSV_PROBLEMS } from "../_lib/formats/csv/table.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";

export const ROW_PROBLEMS = {
  INPUT_MISSING: "A row has no input",
  TARGET_MISSING: "A row has no target, and the format needs one",
  REJECTED_MISSING: "A row has no rejected answer, and the format needs one",
  ROLE_INVALID: "A message has a role that is not known",
  LAST_NOT_ASSISTANT: "The last message is not the assistant's",
  CONTENT_EMPTY: "A message, an input or a target has no text",
} as const;

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...CSV_FAILURES,
  ...OUTPUT_FAILURES,
  ...ROW_PROBLEMS,
  ROWS_MISSING: "There are no rows",
  FORMAT_UNRECOGNISED: "A row is of no known format, and has no input and no target either",
  SPLIT_INVALID: "The split is no object of shares from 0 to 1 that add up to 1 or less",
  LEAK: "Rows in different splits ask nearly the same",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...CSV_PROBLEMS,
  DUPLICATE_ROW: "A row says what an earlier one says, and was dropped",
  CONFLICTING_TARGETS: "A row has the input of an earlier one and another target",
  TOO_FEW_ROWS: "OpenAI fine-tunes on no fewer than 10 rows",
  TURNS_DROPPED: "The format has one turn; earlier ones became lines of the prompt",
  FIELD_DROPPED: "The format has no place for a field",
  ROW_LONG: "A row has more than 65,536 tokens",
} as const;

export type RowProblem = keyof typeof ROW_PROBLEMS;

/** In the order in which their rows are told apart where one could be several. */
export const FORMATS = [
  "openai-finetune",
  "openai-dpo",
  "openai-evals",
  "openai-evals-api",
  "promptfoo",
  "inspect",
  "hf-messages",
  "hf-prompt-completion",
  "hf-preference",
  "alpaca",
  "sharegpt",
] as const;
export type Format = (typeof FORMATS)[number];
export type SourceFormat = Format | "generic";

export const INPUT = Type.Object({
  rows: Type.Optional(
    jsonField({ description: "1 to 20,000 rows: an array, JSON lines, or CSV with a header" }),
  ),
  from: oneOf(["auto", ...FORMATS, "generic"], {
    description: "Format of the rows; auto looks at their members",
    default: "auto",
  }),
  to: oneOf(FORMATS, { description: "Format of the lines", default: "openai-finetune" }),
  mapping: Type.Optional(
    jsonField({
      description:
        "Of generic rows, which members are { input?, output?, system?, id?, rejected?, choices? }",
    }),
  ),
  system: Type.String({
    description: "System message of rows that have none",
    default: "",
  }),
  dedup: oneOf(["none", "exact", "near"], {
    description: "Which rows are dropped that say what an earlier one says",
    default: "exact",
  }),
  split: Type.Optional(
    jsonField({ description: 'Shares by name, such as {"train":0.8,"test":0.2}' }),
  ),
  seed: Type.String({ description: "Another seed splits differently", default: "1" }),
  groupBy: Type.Optional(
    Type.String({ description: "Rows with the same value of this member stay in one split" }),
  ),
});

export type Input = Static<typeof INPUT>;

export const DROP_REASONS = [
  "duplicate",
  "near-duplicate",
  "outside-splits",
  "input-missing",
  "target-missing",
  "rejected-missing",
  "role-invalid",
  "last-not-assistant",
  "content-empty",
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

const PLACE = Type.Object({ split: Type.String(), index: Type.Integer() });
const NULLABLE_INDEX = Type.Union([Type.Integer(), Type.Null()]);

export const VALUE = Type.Object({
  from: Type.String({ description: "Format of the rows; mixed where they differ" }),
  to: oneOf(FORMATS),
  rows: Type.Integer({ description: "Given" }),
  kept: Type.Integer({ description: "Written" }),
  dropped: Type.Array(
    Type.Object({
      index: Type.Integer({ description: "From 0, in the input" }),
      reason: oneOf(DROP_REASONS),
      duplicateOf: NULLABLE_INDEX,
    }),
  ),
  splits: Type.Union([
    Type.Record(Type.String(), Type.Object({ rows: Type.Integer(), jsonl: Type.String() })),
    Type.Null(),
  ]),
  leaks: Type.Array(Type.Object({ a: PLACE, b: PLACE, similarity: Type.Number() }), {
    description: "The first 1,000; stats.leaks counts all",
  }),
  tokens: Type.Object({
    total: Type.Integer({ description: "Of all lines, by o200k_base" }),
    max: Type.Integer(),
    maxIndex: NULLABLE_INDEX,
  }),
  sha256: Type.String({ description: "Of the output" }),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
