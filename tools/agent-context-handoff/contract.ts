/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { COUNT_WARNINGS } from "../_lib/agents/models/count-warnings.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";
import { TRACE_FAILURES } from "../_lib/agents/trace/read.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...TRACE_FAILURES,
  HANDOFF_EMPTY: "There is neither a transcript nor a goal",
  GOAL_MISSING: "No goal is stated, and no user said anything",
} as const;

export const WARNINGS = {
  PENDING_CALLS: "Calls were not answered; `received` says how many",
  UNRECOVERED_FAILURE: "A tool failed, and no later call of it succeeded",
  NO_NEXT_ACTION: "Nothing says what is to be done next",
  SECRET_REDACTED: "Secrets of a kind were replaced by tokens; `received` says how many",
  BUDGET_CUT: "The packet was longer than it may be",
  ...JSON_WARNINGS,
  ...COUNT_WARNINGS,
} as const;

/** The fields that are lists of texts. */
export const LISTS = [
  "constraints",
  "decisions",
  "openQuestions",
  "nextActions",
  "done",
  "risks",
] as const;
export type ListName = (typeof LISTS)[number];

export const MOST_STATED = 200;

function textsField(what: string) {
  return Type.Optional(
    jsonField({ description: `${what}: a JSON array of texts, or lines, at most ${MOST_STATED}` }),
  );
}

export const INPUT = Type.Object({
  transcript: Type.Optional(
    jsonField({
      description:
        "What happened: messages of a provider, OpenTelemetry spans, JSON-RPC lines of MCP, or events with a tool",
    }),
  ),
  goal: Type.String({
    description: "What is to be reached; the first text of a user if not given",
    default: "",
  }),
  constraints: textsField("What has to be kept to"),
  decisions: textsField("What was decided"),
  openQuestions: textsField("What is not answered yet"),
  nextActions: textsField("What is to be done next"),
  risks: textsField("What may go wrong"),
  artifacts: textsField("Files and addresses that matter"),
  from: Type.String({ description: "Name of the agent that hands over", default: "" }),
  to: Type.String({ description: "Name of the agent that takes over", default: "" }),
  maxTokens: whole({
    description: "Of the packet",
    minimum: 100,
    maximum: 100_000,
    default: 2000,
  }),
  redact: Type.Boolean({ description: "Replace secrets by tokens", default: true }),
  model: Type.String({ description: "Whose tokens count", default: "gpt-5" }),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });
const TEXTS = Type.Array(Type.String());
const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

export const VALUE = Type.Object({
  version: Type.Literal("1"),
  from: Type.String(),
  to: Type.String(),
  goal: Type.String({ description: "Empty if there is none" }),
  latestRequest: NULLABLE_TEXT,
  constraints: TEXTS,
  decisions: TEXTS,
  openQuestions: TEXTS,
  nextActions: TEXTS,
  done: TEXTS,
  risks: TEXTS,
  artifacts: Type.Array(
    Type.Object({
      path: Type.String({ description: "Path or address, as it was given to a tool" }),
      tools: Type.Array(Type.String(), { description: "In order of first use" }),
      lastIndex: Type.Union([COUNT, Type.Null()], {
        description: "Event that used it last; null for one that was only stated",
      }),
    }),
  ),
  pendingCalls: Type.Array(
    Type.Object({ callId: Type.String(), tool: Type.String(), index: COUNT }),
  ),
  failures: Type.Array(
    Type.Object({
      tool: NULLABLE_TEXT,
      callId: NULLABLE_TEXT,
      index: Type.Integer({ minimum: 0, description: "Of the result among the events" }),
      message: Type.String(),
      recovered: Type.Boolean({ description: "A later call of the tool succeeded" }),
    }),
  ),
  toolUse: Type.Array(Type.Object({ tool: Type.String(), calls: COUNT, errors: COUNT })),
  messages: Type.Object({ user: COUNT, assistant: COUNT, tool: COUNT }),
  omitted: Type.Record(Type.String(), COUNT, {
    description: "Field → how many of its items are not in the packet",
  }),
  tokens: COUNT,
  sha256: Type.String({ description: "Of the packet" }),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;

/** The content of a packet, before it is laid out. */
export type Content = Omit<Value, "version" | "messages" | "omitted" | "tokens" | "sha256">;
