/** What goes in and what comes out. */
import { Type } from "@sinclair/typebox";
import { listField, oneOf } from "../_core/fields.ts";
import { CATEGORIES, SEVERITIES } from "../_lib/secrets/detectors/detector.ts";

export const INPUT = Type.Object({
  input: Type.String({ description: "The log or any other text; may be empty" }),
  action: oneOf(["redact", "scan"], {
    description: "Give the redacted text, or only the table of what would be redacted",
    default: "redact",
  }),
  categories: Type.Optional(
    listField({ description: `What to look for: ${CATEGORIES.join(", ")}; all if left out` }),
  ),
  detectors: Type.Optional(
    listField({ description: "Ids of detectors, such as github-token; all if left out" }),
  ),
  skipDetectors: Type.Optional(listField({ description: "Ids of detectors that do not run" })),
  allowValues: Type.Optional(listField({ description: "Exact values that stay, at most 200" })),
  customPatterns: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({
          description: "Word in the tokens: capitals, digits and _, at most 40",
          pattern: "^[A-Z][A-Z0-9_]{0,39}$",
        }),
        pattern: Type.String({
          description: "JavaScript regular expression; group 1 is the value if there is one",
          maxLength: 500,
        }),
        flags: Type.Optional(Type.String({ description: "Any of d g i m s u v y" })),
      }),
      { description: "Patterns of your own, which run first", maxItems: 20 },
    ),
  ),
  tokenStyle: oneOf(["numbered", "keyed"], {
    description: "[EMAIL_1], or [EMAIL:0a1b2c3d], which is the same in all texts with one salt",
    default: "numbered",
  }),
  salt: Type.Optional(Type.String({ description: "Key of keyed tokens; keep it secret" })),
  entropy: oneOf(["off", "flag", "redact"], {
    description: "Strings that look random: leave them, list them for review, or redact them",
    default: "flag",
  }),
});

const COUNTS = Type.Record(Type.String(), Type.Integer());

export const VALUE = Type.Object({
  evidence: Type.Array(
    Type.Object({
      token: Type.String(),
      detector: Type.String({ description: "Its id, or the name of a custom pattern" }),
      category: oneOf(CATEGORIES),
      severity: oneOf(SEVERITIES),
      count: Type.Integer({ minimum: 1 }),
      line: Type.Integer({ minimum: 1, description: "Of the first occurrence" }),
      column: Type.Integer({ minimum: 1, description: "In code points" }),
      lines: Type.Array(Type.Integer(), { description: "The first 20 lines that have it" }),
      length: Type.Integer({ minimum: 1, description: "Of the value, in code points" }),
      checks: Type.Array(Type.String(), { description: "Structure checks passed, such as luhn" }),
    }),
    { description: "One for each token, in order of first occurrence" },
  ),
  summary: Type.Object({
    total: Type.Integer({ description: "Occurrences" }),
    distinct: Type.Integer({ description: "Tokens" }),
    byCategory: COUNTS,
    byDetector: COUNTS,
    bySeverity: COUNTS,
  }),
  review: Type.Array(
    Type.Object({
      line: Type.Integer({ minimum: 1 }),
      column: Type.Integer({ minimum: 1 }),
      length: Type.Integer(),
      entropy: Type.Number({ description: "Bits per character" }),
    }),
    { description: "Strings that look random and were left" },
  ),
  verified: Type.Boolean({ description: "A scan of the redacted text finds nothing" }),
});
