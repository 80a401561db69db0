/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { COUNT_WARNINGS } from "../_lib/agents/models/count-warnings.ts";
import { UNIT_KINDS } from "../_lib/text/prose/units.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  TEXT_MISSING: "There is no text, or nothing but white space",
} as const;

export const WARNINGS = {
  NOTHING_KEPT: "Not even one unit fits the budget",
  MUST_INCLUDE_NOT_FOUND: "No unit contains a text of mustInclude",
  QUERY_NOT_FOUND: "No unit has a term of the query: scored without it",
  ...COUNT_WARNINGS,
} as const;

export const INPUT = Type.Object({
  text: Type.Optional(Type.String({ description: "The text to shorten" })),
  query: Type.String({
    description: "What matters; empty for what matters in general",
    default: "",
  }),
  maxTokens: whole({ description: "Of the output", minimum: 1, maximum: 100_000, default: 1000 }),
  ratio: Type.Optional(
    Type.Number({
      description: "Of the output, as a share of the text's tokens, instead of maxTokens",
      minimum: 0.01,
      maximum: 1,
    }),
  ),
  model: Type.String({ description: "Whose tokens count", default: "gpt-5" }),
  diversity: Type.Number({
    description: "0 is for score alone, 1 for what is new alone",
    minimum: 0,
    maximum: 1,
    default: 0.3,
  }),
  keepHeadings: Type.Boolean({ description: "Keep the headings above kept units", default: true }),
  keepCode: oneOf(["score", "always", "never"], { description: "Code blocks", default: "score" }),
  markGaps: Type.Boolean({ description: "Put […] where something was left out", default: true }),
  mustInclude: Type.Optional(
    jsonField({ description: "Up to 50 texts: units that contain one come first" }),
  ),
});

export type Input = Static<typeof INPUT>;

export const REASONS = ["must", "heading", "code", "score", "cut"] as const;
export type Reason = (typeof REASONS)[number];

export const VALUE = Type.Object({
  units: Type.Array(
    Type.Object({
      index: Type.Integer(),
      kind: oneOf(UNIT_KINDS),
      start: Type.Integer({ description: "UTF-16 offset in the text" }),
      end: Type.Integer(),
      tokens: Type.Integer(),
      score: Type.Number({ description: "0 to 1" }),
      kept: Type.Boolean(),
      reason: oneOf(REASONS),
    }),
  ),
  keptUnits: Type.Integer(),
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  compression: Type.Number({ description: "Output tokens by input tokens" }),
  coverage: Type.Number({ description: "Share of the text's distinct terms that are kept" }),
});

export type Value = Static<typeof VALUE>;
export type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;
