import { defineTool } from "./_core/tool.ts";
import { checkContract } from "./agent-contract-check/check.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./agent-contract-check/contract.ts";
import { CONTRACT_LAWS } from "./agent-contract-check/laws.ts";

const WEATHER = {
  name: "get_weather",
  inputSchema: {
    type: "object",
    properties: { city: { type: "string" }, unit: { enum: ["c", "f"] } },
    required: ["city"],
  },
  annotations: { readOnlyHint: true },
};
const REFUND = {
  name: "refund",
  inputSchema: {
    type: "object",
    properties: { order: { type: "string" }, key: { type: "string" } },
    required: ["order", "key"],
  },
};

export default defineTool({
  id: "agent-contract-check",
  name: "Agent Contract Check",
  category: "Agent",
  description:
    "The gate before a release of tools: have schemas drifted so that agents break, do recorded calls still fit, is calling again safe.",
  keywords: [
    "agent",
    "breaking change",
    "contract",
    "drift",
    "gate",
    "idempotency",
    "json schema",
    "mcp",
    "regression",
    "retry",
    "tool schema",
  ],
  aliases: ["agent-contract-gate"],
  version: "2026-11-22",

  input: INPUT,
  primary: "tools",
  value: VALUE,
  verb: "check",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "did my tool schemas change in a breaking way",
    "gate a release of mcp tools",
    "compare tool definitions with a baseline",
    "do recorded tool calls still validate",
    "is it safe to retry this tool call",
    "backward compatibility of function schemas",
    "tool schema drift in ci",
    "new required parameter breaks agents",
    "check idempotency of agent tools",
    "replay calls against new tool definitions",
    "accept a known breaking change of a tool",
    "mcp server contract test",
    "we renamed an argument of a tool and since then the assistant fails",
    "will the new version of my tools break existing bots",
    "pre-publish compatibility gate for an agent's toolset against a stored snapshot",
    "verify historical invocations against the updated function signatures",
    "which functions have side effects and must not be called twice",
    "old logged calls are refused by the new tool interface",
    "changed the input names of a function, do saved calls still go through",
    "werkzeug schema auf breaking changes prüfen",
    "comprobar cambios incompatibles en herramientas",
    "vérifier la compatibilité des outils d'un agent",
    "检查 工具 定义 是否 有 破坏性 变更",
    "ツール定義の破壊的変更を検出する",
  ],
  effort: 3,
  // Patterns of schemas are run.
  isolated: true,

  laws: CONTRACT_LAWS,
  examples: [
    {
      title: "Nothing changed",
      input: { tools: [WEATHER], baseline: [WEATHER] },
      expect: {
        output: "Contract holds.",
        valid: true,
        value: {
          verdict: "pass",
          drift: [],
          retry: [{ tool: "get_weather", safe: true, reason: "read-only", maxAttempts: 1 }],
        },
      },
    },
    {
      title: "A value less and a member more",
      input: {
        tools: [
          {
            ...WEATHER,
            inputSchema: {
              type: "object",
              properties: {
                city: { type: "string" },
                unit: { enum: ["c"] },
                day: { type: "integer" },
              },
              required: ["city", "day"],
            },
          },
        ],
        baseline: [WEATHER],
        calls: [{ name: "get_weather", arguments: { city: "Oslo", unit: "f" } }],
      },
      expect: {
        ok: false,
        error: { code: "AGENT_CONTRACT_CHECK_FAILED" },
        value: {
          drift: [
            { code: "ENUM_VALUE_REMOVED", pointer: "/inputSchema/properties/unit/enum" },
            { code: "REQUIRED_ADDED", pointer: "/inputSchema/required" },
          ],
          counts: { arguments: 2, errors: 4 },
        },
      },
    },
    {
      title: "A retry that may refund twice, and one that may not",
      input: {
        tools: [REFUND, { ...REFUND, name: "refund_later" }],
        retry: {
          default: { maxAttempts: 3 },
          tools: { "*_later": { maxAttempts: 3, idempotencyKey: "/key" } },
        },
      },
      expect: {
        ok: false,
        errors: [{ code: "RETRY_UNSAFE", path: "/tools/refund/retry" }],
        value: { retry: [{ reason: "unsafe" }, { reason: "key", safe: true }] },
      },
    },
    {
      title: "An accepted change",
      input: {
        tools: [WEATHER],
        baseline: [WEATHER, REFUND],
        allowed: ["TOOL_REMOVED:refund"],
      },
      expect: { valid: true, value: { allowed: ["TOOL_REMOVED:refund:"] } },
    },
    {
      title: "No tools",
      input: { tools: [] },
      expect: { ok: false, error: { code: "TOOLS_MISSING" } },
    },
  ],

  run: checkContract,
});
