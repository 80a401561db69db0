/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { COUNT_WARNINGS } from "../_lib/agents/models/count-warnings.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  SOURCES_MISSING: "There are no sources",
  DUPLICATE_SOURCE_ID: "Two sources have the same id",
  REQUIRED_SOURCE_DROPPED: "A required source is not in the pack",
  REQUIRED_SOURCE_TRUNCATED: "A required source is in the pack in part only",
} as const;

export const WARNINGS = {
  SOURCE_TRUNCATED: "A source is in the pack in part only",
  SOURCES_DROPPED: "Sources are not in the pack; `received` says how many",
  XML_IN_TEXT: "A text contains the end tag of its own block",
  ...JSON_WARNINGS,
  ...COUNT_WARNINGS,
} as const;

const MOST_TOKENS = 1_000_000;

export const ORDERS = ["priority", "given", "relevance", "edges"] as const;
export type Order = (typeof ORDERS)[number];

export const CITATIONS = ["bracket", "xml"] as const;
export type CitationStyle = (typeof CITATIONS)[number];

export const INPUT = Type.Object({
  sources: Type.Optional(
    jsonField({
      description:
        "1 to 500 sources: [{ id?, title?, uri?, type?, text, priority?, date?, required? }]",
    }),
  ),
  query: Type.String({
    description: "Ranks sources of equal priority by relevance",
    default: "",
  }),
  maxTokens: whole({
    description: "Of the pack and what is reserved",
    minimum: 1,
    maximum: MOST_TOKENS,
    default: 8000,
  }),
  reserveTokens: whole({
    description: "Kept free for instructions and the answer, at most maxTokens",
    minimum: 0,
    maximum: MOST_TOKENS,
    default: 0,
  }),
  perSourceMaxTokens: Type.Optional(
    whole({
      description: "Longer sources are cut at the end of a sentence",
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
  order: oneOf(ORDERS, {
    description: "How the pack is ordered; edges puts the weakest in the middle",
    default: "priority",
  }),
  citation: oneOf(CITATIONS, { description: "How a block is marked", default: "bracket" }),
  dedup: Type.Boolean({ description: "Drop exact and near duplicates", default: true }),
  truncate: Type.Boolean({
    description: "Cut the first source that does not fit, at the end of a sentence",
    default: true,
  }),
  model: Type.String({ description: "Whose tokens count", default: "gpt-5" }),
});

export type Input = Static<typeof INPUT>;

export const DROP_REASONS = ["empty", "duplicate", "near-duplicate", "budget"] as const;
export type DropReason = (typeof DROP_REASONS)[number];

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

export const VALUE = Type.Object({
  version: Type.Literal("1"),
  query: Type.String(),
  model: Type.String(),
  order: oneOf(ORDERS),
  budget: Type.Object({
    maxTokens: Type.Integer(),
    reserveTokens: Type.Integer(),
    usedTokens: Type.Integer({ description: "Of the pack" }),
    remainingTokens: Type.Integer({ description: "Neither used nor reserved" }),
  }),
  items: Type.Array(
    Type.Object({
      citation: Type.Integer({ description: "From 1, in the order of the pack" }),
      sourceId: Type.String(),
      title: NULLABLE_TEXT,
      uri: NULLABLE_TEXT,
      type: NULLABLE_TEXT,
      priority: Type.Number(),
      relevance: Type.Number({ description: "BM25 of the query; 0 without one" }),
      tokens: Type.Integer({ description: "Of the text that is in the pack" }),
      end: Type.Integer({ description: "UTF-16 offset in the trimmed text up to which it is" }),
      truncated: Type.Boolean(),
      sha256: Type.String({ description: "Of the whole trimmed text" }),
    }),
  ),
  dropped: Type.Array(
    Type.Object({
      sourceId: Type.String(),
      reason: oneOf(DROP_REASONS),
      duplicateOf: NULLABLE_TEXT,
      tokens: Type.Integer({ description: "Of the whole trimmed text" }),
    }),
  ),
  packSha256: Type.String(),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
