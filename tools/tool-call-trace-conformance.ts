import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./tool-call-trace-conformance/contract.ts";
import { TRACE_LAWS } from "./tool-call-trace-conformance/laws.ts";
import { checkTrace } from "./tool-call-trace-conformance/run.ts";

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
    "conformance",
    "declare",
    "guardrail",
    "mcp",
    "opentelemetry",
    "policy",
    "process mining",
    "tool call",
    "trace",
    "trajectory",
  ],
  aliases: ["trace-conformance"],
  version: "2026-11-22",

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
  ],
  effort: 3,
  isolated: true,

  laws: TRACE_LAWS,
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
          { tool: "deploy", id: "2", arguments: { env: "prod" }, result: "ok", time: 1000 },
          { tool: "deploy", id: "3", arguments: { env: "prod" }, error: "timeout", time: 9000 },
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

  run: checkTrace,
});
