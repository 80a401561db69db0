import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "./_core/fields.ts";
import { defineTool, type Given } from "./_core/tool.ts";
import { DECLARED_FAILURES, DECLARED_WARNINGS } from "./_lib/agents/declared-tools.ts";
import { TRACE_FAILURES } from "./_lib/agents/trace/read.ts";
import { UNKNOWN_MEMBER_WARNINGS } from "./_lib/fields/unknown-members.ts";
import { canonicalJson } from "./_lib/json/tree/canonical.ts";
import { RULE_TYPES } from "./tool-call-trace-conformance/policy.ts";
import { checkTrace } from "./tool-call-trace-conformance/run.ts";

const FAILURES = {
  ...DECLARED_FAILURES,
  ...TRACE_FAILURES,
  TRACE_MISSING: "There is no trace",
  RULE_UNKNOWN: "No rule has the type",
  RULE_INCOMPLETE: "A rule lacks what its type needs",
  CONDITION_INVALID: "A condition of a rule is at no pointer, or is none",
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

const WARNINGS = {
  ...DECLARED_WARNINGS,
  ...UNKNOWN_MEMBER_WARNINGS,
  CALL_WITHOUT_RESULT: "A call was not answered",
  RULE_VACUOUS: "A rule never applied",
  RULE_PATTERN_UNUSED: "A pattern fits no declared tool",
  LIMIT_UNCHECKED: "A limit cannot be checked, as times are missing",
  RULE_VIOLATED: "The run breaks a rule of severity warning",
} as const;

const limit = (description: string) => Type.Optional(Type.Integer({ description, minimum: 0 }));

const patterns = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

const CONDITION = Type.Object(
  {
    equals: Type.Optional(Type.Unknown({ description: "The value has to be this one" })),
    in: Type.Optional(Type.Array(Type.Unknown(), { description: "… one of these" })),
    "matches-glob": Type.Optional(
      Type.String({ description: "… text of this form, in which * is any run of characters" }),
    ),
    absent: Type.Optional(Type.Boolean({ description: "There is no value, or there is one" })),
    present: Type.Optional(Type.Boolean({ description: "There is a value, or there is none" })),
  },
  {
    description: "What the value there has to be like",
    additionalProperties: false,
  },
);

const RULE = Type.Object({
  id: Type.Optional(Type.String({ description: "rule-1, rule-2, … if left out" })),
  type: Type.String({ description: `One of ${RULE_TYPES.join(", ")}` }),
  a: Type.String({ description: "A tool; * is any run of characters" }),
  b: Type.Optional(Type.String({ description: "The other tool, for types that have two" })),
  n: limit("How often, for existence, absence and exactly; 1 if left out"),
  where: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Union([
        CONDITION,
        Type.String({ description: "Under the name pointer: what same-argument compares" }),
      ]),
      {
        description: "Pointer into the arguments of a → what has to be there for the rule to apply",
      },
    ),
  ),
  severity: Type.Optional(
    oneOf(["error", "warning"], { description: "Of a violation; error if left out" }),
  ),
});

export type GivenRule = Static<typeof RULE>;

const POLICY = Type.Object({
  allow: patterns("Tools that may be called; every one if left out"),
  deny: patterns("Tools that may not be called, allowed or not"),
  maxCalls: limit("Calls in all"),
  maxCallsPerTool: Type.Optional(
    Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: "Tool, or a pattern → its calls",
    }),
  ),
  maxDurationMs: Type.Optional(
    Type.Number({ description: "From the first to the last event", minimum: 0 }),
  ),
  maxConsecutiveErrors: limit("Calls in a row that fail"),
  maxIdenticalCalls: limit("Calls in a row of one tool with the same arguments"),
  rules: Type.Optional(
    Type.Array(RULE, { description: "On order, number and content of calls", maxItems: 500 }),
  ),
});

export type PolicyShape = typeof POLICY;

const INPUT = Type.Object({
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
  policy: Type.Union(
    [POLICY, Type.String({ description: "Its JSON, which keeps every number exactly" })],
    { description: "What the run has to keep to", default: {} },
  ),
});

export type Input = Static<typeof INPUT>;

const VERDICTS = ["satisfied", "violated", "vacuous"] as const;

const COUNT = Type.Integer({ minimum: 0 });

const NULLABLE = Type.Union([Type.Number(), Type.Null()]);

const VALUE = Type.Object({
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

export default defineTool({
  id: "tool-call-trace-conformance",
  name: "Tool Call Trace Conformance",
  category: "Agent",
  description:
    "Checks a recorded agent run against its declared tools and against rules on the order, number and content of calls.",
  keywords: [
    "agent",
    "approval",
    "audit",
    "compliance",
    "conformance",
    "declare",
    "guardrail",
    "mcp",
    "must call before",
    "opentelemetry",
    "policy",
    "process mining",
    "sequence",
    "tool call",
    "trace",
    "trajectory",
    "trajectory evaluation",
  ],
  aliases: ["trace-conformance"],
  version: "2026-11-27",

  input: INPUT,
  primary: "trace",
  value: VALUE,
  verb: "check",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "check an agent trace against a policy",
    "did the agent call tools in the right order",
    "was every deploy preceded by tests",
    "find calls of tools that were not declared",
    "audit tool calls of a conversation",
    "limit how often an agent may call a tool",
    "detect an agent looping on the same call",
    "verify human approval before dangerous tool calls",
    "declare constraints over an event log",
    "check opentelemetry genai spans against rules",
    "test the trajectory of an agent",
    "allow and deny lists for tools in a trace",
    "bot must ask before it deletes or pays, did it",
    "the assistant sent the email before reading the file, forbidden order",
    "review what the agent did step by step after the fact",
    "sequence, cardinality and precedence constraints over recorded invocations",
    "did it use something it was not given",
    "same search forty times, was it going in circles",
    "compliance check of an execution log against guardrails",
    "did the bot get permission before it deleted something, check the transcript",
    "werkzeugaufrufe eines agenten gegen regeln prüfen",
    "comprobar la traza de un agente contra una política",
    "vérifier la trace d'un agent selon des règles",
    "检查 代理 工具 调用 轨迹 是否 符合 规则",
    "エージェントのツール呼び出し履歴をルールで検査する",
    "hizo el agente los pasos en el orden permitido",
    "hat der agent die regeln und die reihenfolge eingehalten",
    "l'agent a-t-il respecté l'ordre et les règles",
    "the bot refunded a customer without looking up the order first, prove it",
    "how many times may it search, and did it keep to that",
    "nobody allowed it to touch the production database, did it anyway",
    "test that every run ends with a report to the user",
    "langsmith trajectory evals, agentevals, langfuse traces, declare, ltl rules, openinference",
    "assert precedence, response, absence and count rules over a logged sequence of tool invocations",
    "verificar se o agente seguiu as regras e a ordem das chamadas",
  ],
  effort: 3,
  isolated: true,

  laws: [
    {
      name: "a tool is absent exactly if it does not exist as often",
      holds(run, input) {
        return rulesOf(input).every((rule) => {
          const [absent, exists] = ["absence", "existence"].map((type) =>
            isKept(run, input, { ...rule, type }),
          );
          return absent === undefined || exists === undefined || absent === !exists;
        });
      },
    },
    {
      name: "succession holds exactly if response and precedence do",
      holds(run, input) {
        return rulesOf(input).every((rule) => {
          const [both, one, other] = ["succession", "response", "precedence"].map((type) =>
            isKept(run, input, { ...rule, type }),
          );
          return both === undefined || both === (one && other);
        });
      },
    },
    {
      name: "verdicts do not depend on the order of rules",
      holds(run, input) {
        const rules = rulesOf(input).map((rule, index) => ({ ...rule, id: `own-${index}` }));
        const verdicts = (given: readonly AskedRule[]) =>
          run({ ...input, policy: { rules: [...given] } })
            .value?.rules.filter(({ id }) => id.startsWith("own-"))
            .map((rule) => canonicalJson(rule))
            .toSorted();
        return canonicalJson(verdicts(rules)) === canonicalJson(verdicts(rules.toReversed()));
      },
    },
    {
      name: "a call of a tool that no rule names changes only what speaks of neighbours and ends",
      holds(run, input) {
        const { trace } = input;
        if (!Array.isArray(trace) || !trace.every(isOwnEvent)) return true;
        const rules = rulesOf(input).filter(({ type, a, b }) => {
          const isPlaced = /^(?:chain-|init|end)/.test(String(type));
          return !isPlaced && !`${String(a)}${String(b)}`.includes("*");
        });
        const verdicts = (events: readonly unknown[]) =>
          run({ trace: events, policy: { rules } }).value?.rules.map(({ verdict }) => verdict);
        const longer = [...trace, { tool: "\u0000nobody's", id: "\u0000" }];
        return canonicalJson(verdicts(longer)) === canonicalJson(verdicts(trace));
      },
    },
    {
      name: "fitness is 1 exactly if no rule is violated, and witnesses are calls",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const isViolated = value.rules.some(({ verdict }) => verdict === "violated");
        return (
          (value.fitness === 1) === !isViolated &&
          value.rules.every(
            ({ violations, witnesses }) =>
              witnesses.length <= violations &&
              witnesses.every(({ index }) => index < value.events),
          )
        );
      },
    },
  ],
  examples: [
    {
      title: "Rules on the order of calls",
      input: {
        trace: [
          { type: "call", tool: "search", id: "c0" },
          { type: "call", tool: "read", id: "c1" },
          { type: "call", tool: "search", id: "c2" },
          { type: "call", tool: "write", id: "c3" },
        ],
        policy: {
          rules: [
            { type: "precedence", a: "read", b: "write" },
            { type: "response", a: "write", b: "test" },
            { id: "no-delete", type: "absence", a: "delete*" },
          ],
        },
      },
      expect: {
        valid: false,
        output:
          "rule-1     precedence  satisfied\nrule-2     response    violated   write at 3\nno-delete  absence     vacuous",
        errors: [{ code: "RULE_VIOLATED", path: "/policy/rules/1", hint: "rule-2" }],
        value: { verdict: "violations", fitness: 0.5 },
      },
    },
    {
      title: "A conversation against its declared tools",
      input: {
        trace: [
          { role: "user", content: "Go." },
          {
            role: "assistant",
            tool_calls: [
              {
                id: "a",
                type: "function",
                function: { name: "get_weather", arguments: '{"city":5}' },
              },
              { id: "b", type: "function", function: { name: "hack", arguments: "{}" } },
            ],
          },
          { role: "tool", tool_call_id: "a", content: "18 °C" },
        ],
        tools: [
          {
            name: "get_weather",
            inputSchema: { type: "object", properties: { city: { type: "string" } } },
          },
        ],
      },
      expect: {
        valid: false,
        errors: [
          { code: "SCHEMA_TYPE", path: "/trace/1/tool_calls/0/function/arguments/city" },
          { code: "TOOL_UNDECLARED", path: "/trace/1/tool_calls/1" },
        ],
        warnings: [{ code: "CALL_WITHOUT_RESULT", path: "/trace/1/tool_calls/1" }],
      },
    },
    {
      title: "An approval for each production deploy, and limits",
      input: {
        trace: [
          { tool: "approve", id: "1", result: "yes", time: 0 },
          { tool: "deploy", id: "2", arguments: { env: "prod" }, result: "ok", time: 1 },
          { tool: "deploy", id: "3", arguments: { env: "prod" }, error: "timeout", time: 9 },
        ],
        policy: {
          deny: ["rm*"],
          maxCalls: 3,
          maxDurationMs: 5000,
          rules: [
            {
              type: "approval",
              a: "deploy",
              b: "approve",
              where: { "/env": { equals: "prod" } },
            },
          ],
        },
      },
      expect: {
        valid: false,
        errors: [
          { code: "MAX_DURATION", path: "/policy/maxDurationMs" },
          { code: "RULE_VIOLATED", path: "/policy/rules/0" },
        ],
        value: {
          rules: [
            { id: "deny", verdict: "vacuous" },
            { id: "max-calls", verdict: "satisfied" },
            { id: "max-duration", verdict: "violated" },
            { id: "rule-1", activations: 2, witnesses: [{ index: 4, tool: "deploy" }] },
          ],
        },
      },
    },
    {
      title: "Spans of OpenTelemetry",
      input: {
        trace: {
          resourceSpans: [
            {
              scopeSpans: [
                {
                  spans: [
                    {
                      name: "execute_tool search",
                      startTimeUnixNano: "1763640000000000000",
                      endTimeUnixNano: "1763640000250000000",
                      attributes: [
                        {
                          key: "gen_ai.operation.name",
                          value: { stringValue: "execute_tool" },
                        },
                        { key: "gen_ai.tool.name", value: { stringValue: "search" } },
                      ],
                      status: { code: 2 },
                    },
                  ],
                },
              ],
            },
          ],
        },
        policy: { maxConsecutiveErrors: 0 },
      },
      expect: {
        valid: false,
        errors: [{ code: "MAX_CONSECUTIVE_ERRORS" }],
        value: {
          toolStats: [{ tool: "search", calls: 1, errors: 1, minMs: 250, maxMs: 250 }],
        },
      },
    },
    {
      title: "A rule that nobody knows",
      input: { trace: [], policy: { rules: [{ type: "precedense", a: "x", b: "y" }] } },
      expect: {
        ok: false,
        error: { code: "RULE_UNKNOWN" },
        errors: [{ path: "/policy/rules/0/type", hint: "Did you mean precedence?" }],
      },
    },
    {
      title: "No trace",
      input: {},
      expect: { ok: false, error: { code: "TRACE_MISSING" } },
    },
  ],

  run: (input, { budget }) => checkTrace(input, POLICY, budget),
});

type Asked = Given<typeof INPUT>;

type AskedRule = NonNullable<Exclude<Asked["policy"], string | undefined>["rules"]>[number];

type Run = (input: Asked) => { readonly value?: Value | null | undefined };

const MOST_RULES = 8;

/** The first rules of a policy that is given as data. */
function rulesOf({ policy }: Asked): readonly AskedRule[] {
  return typeof policy === "object" ? (policy.rules ?? []).slice(0, MOST_RULES) : [];
}

/** Undefined where the rule cannot be used. */
function isKept(run: Run, input: Asked, rule: AskedRule): boolean | undefined {
  const { value } = run({ trace: input.trace, policy: { rules: [rule] } });
  return value ? value.rules[0]?.violations === 0 : undefined;
}

function isOwnEvent(event: unknown): boolean {
  return typeof (event as { readonly tool?: unknown } | null)?.tool === "string";
}
