/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { DECLARED_FAILURES, DECLARED_WARNINGS } from "../_lib/agents/declared-tools.ts";
import { TRACE_FAILURES } from "../_lib/agents/trace/read.ts";
import { UNKNOWN_MEMBER_WARNINGS } from "../_lib/fields/unknown-members.ts";

export const FAILURES = {
  ...DECLARED_FAILURES,
  ...TRACE_FAILURES,
  TRACE_MISSING: "There is no trace",
  RULE_UNKNOWN: "No rule has the type",
  RULE_INCOMPLETE: "A rule lacks what its type needs",
  TOOL_UNDECLARED: "A call of a tool that is not declared",
  TOOL_NOT_ALLOWED: "A call of a tool that fits no allowed pattern",
  TOOL_DENIED: "A call of a tool that is denied",
  MAX_CALLS: "There are more calls than there may be",
  MAX_CALLS_PER_TOOL: "A tool was called more often than it may be",
  MAX_CONSECUTIVE_ERRORS: "Too many calls in a row failed",
  MAX_IDENTICAL_CALLS: "The same call was repeated too often",
  MAX_DURATION: "The run took longer than it may",
  RULE_VIOLATED: "The run breaks a rule",
  RESULT_WITHOUT_CALL: "A result answers no call",
  DUPLICATE_RESULT: "A call was answered more than once",
} as const;

export const WARNINGS = {
  ...DECLARED_WARNINGS,
  ...UNKNOWN_MEMBER_WARNINGS,
  CALL_WITHOUT_RESULT: "A call was not answered",
  RULE_VACUOUS: "A rule never applied",
  RULE_PATTERN_UNUSED: "A pattern fits no declared tool",
  RULE_VIOLATED: "The run breaks a rule of severity warning",
} as const;

export const INPUT = Type.Object({
  trace: Type.Optional(
    jsonField({
      description:
        "What the agent did, at most 20,000 events: messages of a provider, OpenTelemetry spans, JSON-RPC lines of MCP, or [{ tool, id?, arguments?, result?, error?, time? }]",
    }),
  ),
  tools: Type.Optional(
    jsonField({
      description: "Declared tools, of any provider: names and arguments are checked against them",
    }),
  ),
  policy: jsonField({
    description:
      "{ allow?, deny?, maxCalls?, maxCallsPerTool?, maxDurationMs?, maxConsecutiveErrors?, maxIdenticalCalls?, rules?: [{ id?, type, a, b?, n?, where?, severity? }] }",
    default: {},
  }),
});

export type Input = Static<typeof INPUT>;

const VERDICTS = ["satisfied", "violated", "vacuous"] as const;

const COUNT = Type.Integer({ minimum: 0 });
const NULLABLE = Type.Union([Type.Number(), Type.Null()]);

export const VALUE = Type.Object({
  verdict: oneOf(["conformant", "violations"]),
  events: COUNT,
  calls: COUNT,
  rules: Type.Array(
    Type.Object({
      id: Type.String(),
      type: Type.String(),
      verdict: oneOf(VERDICTS, { description: "vacuous: the rule never applied" }),
      activations: Type.Integer({ minimum: 0, description: "Calls that the rule speaks of" }),
      violations: COUNT,
      witnesses: Type.Array(Type.Object({ index: COUNT, tool: Type.String() }), {
        description: "The offending calls, at most 20; `index` of the event",
      }),
    }),
    { description: "Limits first, then the rules in their order" },
  ),
  toolStats: Type.Array(
    Type.Object({
      tool: Type.String(),
      calls: COUNT,
      errors: COUNT,
      minMs: NULLABLE,
      maxMs: NULLABLE,
    }),
    { description: "In order of the first call" },
  ),
  fitness: Type.Number({ description: "1 − violated rules / rules that applied" }),
});

export type Value = Static<typeof VALUE>;
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
