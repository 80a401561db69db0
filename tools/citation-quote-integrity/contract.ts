import { QUOTE_FAILURES } from "../_lib/text/quotation/match.ts";
/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { DUPLICATE_ID_FAILURE } from "../_lib/fields/named-texts.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";
import { OPERATIONS } from "../_lib/text/quotation/alignment.ts";
import { STATUSES } from "../_lib/text/quotation/match.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...DUPLICATE_ID_FAILURE,
  ...QUOTE_FAILURES,
  SOURCES_MISSING: "There are no sources",
  QUOTES_MISSING: "There is neither a text nor a list of quotations",
  WRONG_SOURCE: "A quotation is in another source than the one that is cited",
  CITED_SOURCE_UNKNOWN: "There is no source with the id that is cited",
} as const;

export const WARNINGS = {
  QUOTE_AMBIGUOUS: "A quotation stands in its source more than once",
  NO_QUOTES: "The text holds no quotations",
  ...JSON_WARNINGS,
} as const;

export const MOST_QUOTES = 2000;

export const INPUT = Type.Object({
  text: Type.Optional(
    Type.String({ description: "A document; what it quotes is looked up in the sources" }),
  ),
  quotes: Type.Optional(
    jsonField({
      description:
        "Up to 2,000 quotations instead of a text: [{ id?, quote, sourceId? }]; sourceId is the source cited",
    }),
  ),
  sources: Type.Optional(
    jsonField({ description: "[{ id, text, title? }], or an object from id to text" }),
  ),
  threshold: Type.Number({
    description: "The least similarity, word by word, of a quotation that is altered, not missing",
    minimum: 0.5,
    maximum: 1,
    default: 0.8,
  }),
  minWords: whole({
    description: "Quotations of the text with fewer words are left out",
    minimum: 1,
    maximum: 50,
    default: 3,
  }),
});

export type Input = Static<typeof INPUT>;

const OFFSET = Type.Union([Type.Integer(), Type.Null()]);
const ID = Type.Union([Type.String(), Type.Null()]);

export const VALUE = Type.Object({
  quotes: Type.Array(
    Type.Object({
      id: Type.String(),
      quote: Type.String(),
      start: Type.Union([Type.Integer(), Type.Null()], {
        description: "UTF-16 offset in the text; null for a list",
      }),
      status: oneOf(STATUSES),
      sourceId: ID,
      citedSourceId: ID,
      sourceStart: OFFSET,
      sourceEnd: OFFSET,
      line: Type.Union([Type.Integer(), Type.Null()], { description: "Of the source, from 1" }),
      similarity: Type.Number({ description: "Of the words, 0 to 1" }),
      occurrences: Type.Integer({ description: "In that source" }),
      differences: Type.Array(
        Type.Object({
          op: oneOf(OPERATIONS, {
            description: "insert: only the quotation has it; delete: only the source",
          }),
          quote: Type.String(),
          source: Type.String(),
          critical: Type.Boolean(),
        }),
      ),
      critical: Type.Boolean({ description: "A number, negation, bound or direction differs" }),
    }),
  ),
  counts: Type.Object({
    exact: Type.Integer(),
    normalised: Type.Integer(),
    elided: Type.Integer(),
    altered: Type.Integer(),
    missing: Type.Integer(),
  }),
  integrity: Type.Number({ description: "The share of what is neither altered nor missing" }),
});

export type Value = Static<typeof VALUE>;
export type Checked = Value["quotes"][number];
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
