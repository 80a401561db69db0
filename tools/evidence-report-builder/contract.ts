/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { DUPLICATE_ID_FAILURE } from "../_lib/fields/named-texts.ts";
import { QUOTE_FAILURES } from "../_lib/text/quotation/match.ts";
import { STATUSES as QUOTE_STATUSES } from "../_lib/text/quotation/match.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...DUPLICATE_ID_FAILURE,
  ...QUOTE_FAILURES,
  FINDINGS_MISSING: "There are no findings",
  SOURCES_MISSING: "There are no sources",
  DUPLICATE_FINDING_ID: "Two findings have the same id",
  SOURCE_UNKNOWN: "Evidence names a source that there is not",
  CONFIRMED_WITHOUT_EVIDENCE: "A finding is given as confirmed and nothing verified supports it",
  CONFIRMED_WITH_CONTRADICTION:
    "A finding is given as confirmed and verified evidence contradicts it",
} as const;

export const WARNINGS = {
  FINDING_OPEN: "A finding is neither confirmed nor refuted",
  SOURCE_UNCITED: "No finding cites a source",
  SOURCE_WITHOUT_TEXT: "A source is quoted and its text is not given, so that nothing is verified",
  ...JSON_WARNINGS,
} as const;

export const MOST_FINDINGS = 500;

export const FINDING_STATUSES = ["confirmed", "refuted", "open"] as const;
export type FindingStatus = (typeof FINDING_STATUSES)[number];

export const STANCES = ["supports", "contradicts"] as const;
export type Stance = (typeof STANCES)[number];

export const VERIFICATIONS = [...QUOTE_STATUSES, "not-verified"] as const;
export type Verification = (typeof VERIFICATIONS)[number];

export const DEFAULT_TITLE = "Evidence report";

export const INPUT = Type.Object({
  title: Type.String({ description: "The heading of the report", default: DEFAULT_TITLE }),
  question: Type.String({ description: "What was asked", default: "" }),
  findings: Type.Optional(
    jsonField({
      description:
        "1 to 500 findings: [{ id?, statement, status?: confirmed | refuted | open, confidence?: 0 to 1, evidence: [{ sourceId, quote?, locator?, stance?: supports | contradicts }] }]",
    }),
  ),
  sources: Type.Optional(jsonField({ description: "[{ id, title?, uri?, date?, text? }]" })),
  limitations: Type.Optional(
    jsonField({ description: "What the report cannot say: a JSON array of texts, or lines" }),
  ),
  requireQuotes: Type.Boolean({
    description: "A confirmed finding needs a quote that its source has",
    default: true,
  }),
  date: Type.Optional(
    Type.String({ description: "Of the report, in ISO 8601; printed as it is given" }),
  ),
});

export type Input = Static<typeof INPUT>;

const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const INTEGER_OR_NULL = Type.Union([Type.Integer(), Type.Null()]);

export const VALUE = Type.Object({
  version: Type.Literal("1"),
  title: Type.String(),
  question: Type.String(),
  date: TEXT_OR_NULL,
  findings: Type.Array(
    Type.Object({
      number: Type.Integer({ description: "From 1" }),
      id: Type.String(),
      statement: Type.String(),
      status: oneOf(FINDING_STATUSES),
      confidence: Type.Union([Type.Number(), Type.Null()]),
      references: Type.Array(Type.Integer(), { description: "Each once, as cited" }),
      evidence: Type.Array(
        Type.Object({
          sourceId: Type.String(),
          reference: Type.Union([Type.Integer(), Type.Null()], {
            description: "The number of the source; null where there is none of the id",
          }),
          quote: TEXT_OR_NULL,
          locator: TEXT_OR_NULL,
          stance: oneOf(STANCES),
          verification: oneOf(VERIFICATIONS),
          start: INTEGER_OR_NULL,
          end: INTEGER_OR_NULL,
        }),
      ),
    }),
  ),
  sources: Type.Array(
    Type.Object({
      reference: Type.Integer(),
      id: Type.String(),
      title: TEXT_OR_NULL,
      uri: TEXT_OR_NULL,
      date: TEXT_OR_NULL,
      sha256: Type.Union([Type.String(), Type.Null()], { description: "Of the text, in UTF-8" }),
      cited: Type.Boolean(),
    }),
  ),
  open: Type.Array(Type.String(), { description: "Ids of the open findings" }),
  limitations: Type.Array(Type.String()),
  totals: Type.Object({
    findings: Type.Integer(),
    confirmed: Type.Integer(),
    refuted: Type.Integer(),
    open: Type.Integer(),
    quotes: Type.Integer(),
    verified: Type.Integer(),
  }),
  reportSha256: Type.String(),
});

export type Value = Static<typeof VALUE>;
export type ReportedFinding = Value["findings"][number];
export type ReportedEvidence = ReportedFinding["evidence"][number];
export type ReportedSource = Value["sources"][number];
/** The report before it is written. */
export type Report = Omit<Value, "reportSha256">;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
