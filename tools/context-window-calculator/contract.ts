/** What goes into a context window calculation, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";

export const FAILURES = {
  ...INPUT_FAILURES,
  ...STRUCTURED_FAILURES,
  MODEL_UNKNOWN: "The model is not in the table, and contextWindow does not say how much it holds",
  CONTEXT_EXCEEDED: "Input, margin and reserve are more than the window",
  INPUT_EXCEEDS_MAXIMUM: "Input and margin are more than the model takes",
  OUTPUT_EXCEEDS_MAXIMUM: "The reserve is more than the model answers",
} as const;

export const WARNINGS = {
  CONTEXT_TIGHT: "It fits with less than a tenth of the input limit left",
  ESTIMATE: "The text's tokens are an estimate; its upper end counts",
  MODEL_UNKNOWN: "A model to compare with is not in the table, and left out",
} as const;

const MOST_TOKENS = 1e9;
const tokens = (description: string) =>
  whole({ description, minimum: 0, maximum: MOST_TOKENS, default: 0 });
const limit = (description: string) =>
  Type.Optional(whole({ description, minimum: 1, maximum: MOST_TOKENS }));

export const INPUT = Type.Object({
  text: Type.String({ description: "Counted for the model and added to the input", default: "" }),
  model: Type.String({ description: "Any model name", default: "gpt-5" }),
  inputTokens: tokens("Further input"),
  systemTokens: tokens("System prompt"),
  toolTokens: tokens("Tool definitions"),
  historyTokens: tokens("Conversation so far"),
  retrievedTokens: tokens("Documents"),
  outputTokens: Type.Optional(
    whole({
      description: "Reserved for the answer; 4096, or the most the model answers, if left out",
      minimum: 0,
      maximum: MOST_TOKENS,
    }),
  ),
  reasoningTokens: tokens("Reserved for thinking; counts as output"),
  safetyMarginPercent: Type.Number({
    description: "Extra on the input",
    minimum: 0,
    maximum: 100,
    default: 0,
  }),
  contextWindow: limit("Instead of the table's, or of a model that is not in it"),
  maxInputTokens: limit("Instead of the table's"),
  maxOutputTokens: limit("Instead of the table's"),
  turnTokens: tokens("Growth with each further turn; gives turnsLeft"),
  compareModels: Type.Optional(
    jsonField({ description: 'Other models to judge: up to 60 names, or "all"' }),
  ),
  asOf: Type.Optional(Type.String({ description: "The day whose prices count, YYYY-MM-DD" })),
});

const nullable = Type.Union([Type.Integer(), Type.Null()]);

export const VALUE = Type.Object({
  model: Type.String(),
  contextWindow: Type.Integer(),
  maxInputTokens: nullable,
  maxOutputTokens: nullable,
  shared: Type.Boolean({ description: "Input and output share the window" }),
  parts: Type.Array(
    Type.Object({
      name: Type.String(),
      tokens: Type.Integer(),
      percent: Type.Number({ description: "Of the window" }),
    }),
  ),
  inputTokens: Type.Integer({ description: "All input, without the margin" }),
  marginTokens: Type.Integer(),
  reservedOutput: Type.Integer(),
  inputLimit: Type.Integer({ description: "What the input may be beside the reserve" }),
  remaining: Type.Integer(),
  usedPercent: Type.Number(),
  fits: Type.Boolean(),
  maxOutputNow: Type.Integer({ description: "The longest answer beside this input" }),
  turnsLeft: nullable,
  tightest: oneOf(["window", "input", "output"], { description: "The limit with the least left" }),
  models: Type.Optional(
    Type.Array(
      Type.Object({
        model: Type.String(),
        fits: Type.Boolean(),
        remaining: Type.Integer(),
        usedPercent: Type.Number(),
        costPerRequest: Type.Union([Type.Number(), Type.Null()]),
      }),
    ),
  ),
});

export type Input = Static<typeof INPUT>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Static<typeof VALUE>, Failure, Warning>;
