/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { COUNT_WARNINGS } from "../_lib/agents/models/count-warnings.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";
import { PROBLEMS } from "./problems.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  TOOLS_MISSING: "There are no tool definitions",
  TOOL_SHAPE_UNKNOWN: "A definition is of no provider's shape",
  OVER_BUDGET: "The definitions take more tokens than their budget",
  DUPLICATE_TOOL: "Two tools have the same name",
  PINNED_UNKNOWN: "No tool has the name that is to stay loaded",
  PINNED_OVER_BUDGET: "The tools that are to stay loaded, and the search tool, exceed the budget",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...COUNT_WARNINGS,
  ...PROBLEMS,
  OVERLAP: "Two tools are described in nearly the same words",
  USAGE_UNKNOWN_TOOL: "Calls are told of a tool that is not there",
} as const;

const MOST = 1_000_000_000;

export const INPUT = Type.Object({
  tools: Type.Optional(
    jsonField({ description: "1 to 2,000 tool definitions of any provider, also mixed" }),
  ),
  model: Type.String({ description: "Whose tokens, window and price count", default: "gpt-5" }),
  budgetTokens: Type.Optional(
    whole({
      description: "For the definitions; a tenth of the model's window, if left out",
      minimum: 1,
      maximum: MOST,
    }),
  ),
  usage: Type.Optional(jsonField({ description: "Tool → number of calls that were observed" })),
  pinned: Type.Optional(jsonField({ description: "Names of tools that stay loaded: [text]" })),
  overlapThreshold: Type.Number({
    description: "Likeness from which two tools may be mistaken for one another",
    minimum: 0,
    maximum: 1,
    default: 0.6,
  }),
  requestsPerDay: Type.Optional(
    Type.Number({ description: "For the cost of a day", minimum: 0, maximum: 1e12 }),
  ),
  searchToolTokens: whole({
    description: "Cost of the search tool that takes the place of those deferred",
    minimum: 0,
    maximum: MOST,
    default: 300,
  }),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });
const NULLABLE = Type.Union([Type.Number(), Type.Null()]);
const NAMES = Type.Array(Type.String());

export const VALUE = Type.Object({
  model: Type.String(),
  tools: Type.Array(
    Type.Object({
      name: Type.String(),
      tokens: COUNT,
      percent: Type.Number({ description: "Of all definitions" }),
      nameTokens: COUNT,
      descriptionTokens: COUNT,
      schemaTokens: COUNT,
      calls: NULLABLE,
      problems: NAMES,
      action: oneOf(["keep", "defer"]),
    }),
    { description: "By tokens, the heaviest first" },
  ),
  totalTokens: COUNT,
  budgetTokens: COUNT,
  overBudget: Type.Boolean(),
  windowPercent: Type.Union([Type.Number(), Type.Null()], {
    description: "Of the model's window; null where it is not known",
  }),
  costPerRequest: Type.Union([Type.Number(), Type.Null()], {
    description: "USD at the model's input rate; null where it is not known",
  }),
  costPerDay: NULLABLE,
  overlaps: Type.Array(
    Type.Object({ a: Type.String(), b: Type.String(), similarity: Type.Number(), shared: NAMES }),
    { description: "The most alike first, at most 1,000" },
  ),
  plan: Type.Object({
    keep: NAMES,
    defer: NAMES,
    tokensAfter: COUNT,
    tokensSaved: Type.Integer(),
    savedPercent: Type.Number(),
  }),
  catalogueSha256: Type.String({
    description: "Of the definitions by name, whatever shape they came in",
  }),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
