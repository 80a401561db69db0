/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { SCHEMA_FAILURES, SCHEMA_WARNINGS } from "../_lib/schemas/json-schema/trouble.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";
import { UNKNOWN_MEMBER_WARNINGS } from "../_lib/fields/unknown-members.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...SCHEMA_FAILURES,
  ASSIGNMENTS_MISSING: "There are no assignments",
  DUPLICATE_ASSIGNMENT_ID: "Two assignments have the same id",
  DEPENDENCY_CYCLE: "Assignments depend on one another in a circle",
  GOAL_MISSING: "An assignment has no goal",
  TOOL_NOT_GRANTED: "An assignment has a tool that the parent does not have",
  SCOPE_NOT_GRANTED: "An assignment may write where the parent may not",
  WRITE_SCOPE_OVERLAP: "Two assignments that may run at the same time may write the same files",
  BUDGET_EXCEEDED: "The assignments together ask for more than the parent has",
  DEPENDENCY_UNKNOWN: "An assignment depends on one that is not there",
  DEPTH_EXCEEDED: "An assignment may delegate further, which the parent's depth does not allow",
} as const;

export const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...UNKNOWN_MEMBER_WARNINGS,
  ...SCHEMA_WARNINGS,
  ACCEPTANCE_MISSING: "Nothing says when the assignment is done",
  DELIVERABLE_MISSING: "Nothing says what the assignment is to deliver",
  GOAL_VAGUE: "The goal has a word without a measure, and neither a number nor a path",
  BUDGET_DEFAULTED: "The assignment had no budget and was given 30 tool calls",
  WILDCARD_TOOL: "The assignment has every tool",
  WRITE_WITHOUT_SCOPE: "The assignment has tools that write and no place to write to",
  DELIVERABLE_UNUSED: "Others depend on the assignment, and none of them names it in its inputs",
} as const;

export const UNITS = ["toolCalls", "tokens", "seconds", "usd"] as const;
export type Unit = (typeof UNITS)[number];

const AMOUNT = Type.Optional(Type.Number({ minimum: 0 }));
export const BUDGET = Type.Object({
  toolCalls: AMOUNT,
  tokens: AMOUNT,
  seconds: AMOUNT,
  usd: AMOUNT,
});
export type Budget = Static<typeof BUDGET>;

export const INPUT = Type.Object({
  parent: Type.Optional(
    jsonField({
      description:
        "Who delegates: { name?, tools?: [pattern], writeScopes?: [glob], budget?: { tokens?, toolCalls?, seconds?, usd? }, maxDepth? }; what is not given is not restricted",
    }),
  ),
  assignments: Type.Optional(
    jsonField({
      description:
        "1 to 100 assignments: [{ id?, goal, inputs?, deliverable?: { description?, schema? }, tools?, writeScopes?, readScopes?, budget?, acceptance?, dependsOn?, mayDelegate?, model?, stopRules?, escalateTo? }]",
    }),
  ),
  format: oneOf(["markdown", "claude-code"], {
    description: "claude-code: also one agent file for each contract",
    default: "markdown",
  }),
});

export type Input = Static<typeof INPUT>;

const TEXTS = Type.Array(Type.String());
const NULLABLE_TEXTS = Type.Union([TEXTS, Type.Null()]);

export const VALUE = Type.Object({
  version: Type.Literal("1"),
  parent: Type.Any({ description: "As it was given" }),
  contracts: Type.Array(
    Type.Object({
      id: Type.String(),
      goal: Type.String(),
      inputs: TEXTS,
      deliverable: Type.Any({ description: "{ description?, schema? }; null if there is none" }),
      tools: Type.Union([TEXTS, Type.Null()], { description: "null: not restricted" }),
      writeScopes: TEXTS,
      readScopes: NULLABLE_TEXTS,
      budget: BUDGET,
      acceptance: TEXTS,
      dependsOn: TEXTS,
      mayDelegate: Type.Boolean(),
      stopRules: TEXTS,
      escalateTo: Type.String(),
      wave: Type.Integer({ minimum: 1 }),
      prompt: Type.String(),
      sha256: Type.String({ description: "Of the prompt" }),
    }),
    { description: "In the order of execution" },
  ),
  waves: Type.Array(TEXTS, { description: "What may run at the same time" }),
  budget: Type.Object({ requested: BUDGET, available: BUDGET, remaining: Type.Any() }),
  files: Type.Array(Type.Object({ path: Type.String(), content: Type.String() })),
});

export type Value = Static<typeof VALUE>;
export type Contract = Value["contracts"][number];
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
