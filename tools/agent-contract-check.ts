import { detectToolList } from "./_lib/agents/tool-list-detect.ts";
import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { CALL_FAILURES } from "./_lib/agents/call-check/codes.ts";
import { UNKNOWN_MEMBER_WARNINGS, unknownMembers } from "./_lib/fields/unknown-members.ts";
import { JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { SEVERITIES } from "./_lib/results/review/shapes.ts";
import { checkContract } from "./agent-contract-check/check.ts";

const DRIFTS = {
  TOOL_REMOVED: "A tool is gone",
  TOOL_RENAMED: "A tool is gone, and a new one has its schema",
  TOOL_ADDED: "A tool is new",
  REQUIRED_ADDED: "A member is required that was not",
  PROPERTY_REMOVED: "A member is gone",
  TYPE_NARROWED: "A type is no longer accepted",
  TYPE_WIDENED: "More types are accepted",
  ENUM_VALUE_REMOVED: "A value is no longer accepted",
  CONST_CHANGED: "Another value is the only one accepted",
  BOUND_TIGHTENED: "A bound, a length or a pattern is stricter",
  ADDITIONAL_PROPERTIES_CLOSED: "Members without a name in the schema are no longer accepted",
  FORMAT_CHANGED: "The format is another one",
  DEFAULT_CHANGED: "The default is another one",
  OUTPUT_PROPERTY_REMOVED: "A result no longer has a member",
  OUTPUT_TYPE_WIDENED: "A result may be of a type that it was not",
  OUTPUT_NO_LONGER_REQUIRED: "A member of a result may be missing",
  DESCRIPTION_CHANGED: "A description says something else",
  ANNOTATION_WEAKENED: "A promise about what the tool does is no longer given",
  SCHEMA_UNCOMPARABLE: "Schemas differ in a way that is not compared",
} as const;

export type Drifts = typeof DRIFTS;

export type DriftCode = keyof typeof DRIFTS;

const RETRIES = {
  RETRY_UNSAFE: "A tool is called again although that may do its work twice",
  RETRY_KEY_MISSING: "The idempotency key is no member of the arguments",
  RETRY_KEY_OPTIONAL: "The idempotency key may be left out",
} as const;

export type RetryCode = keyof typeof RETRIES;

const FAILURES = {
  ...CALL_FAILURES,
  ...DRIFTS,
  ...RETRIES,
  AGENT_CONTRACT_CHECK_FAILED: "There are findings at or above failOn",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...UNKNOWN_MEMBER_WARNINGS,
  ...DRIFTS,
  ...RETRIES,
  ALLOWANCE_UNUSED: "An accepted finding was not found",
} as const;

const RULE = Type.Object({
  maxAttempts: Type.Number({ description: "The first call counts", minimum: 0 }),
  idempotencyKey: Type.Optional(
    Type.String({ description: "Pointer of the member by which calls are told apart" }),
  ),
  retryOn: Type.Optional(
    Type.Array(Type.String(), { description: "Errors after which it is called again" }),
  ),
});

export type Rule = Static<typeof RULE>;

const RETRY = Type.Object({
  default: Type.Optional(
    Type.Object(RULE.properties, { description: "Of tools without a rule; 1 attempt if left out" }),
  ),
  tools: Type.Record(Type.String(), RULE, {
    description: "By name, in which * is any run of characters; the longest that fits counts",
    default: {},
  }),
});

export type Retry = Static<typeof RETRY>;

const INPUT = Type.Object({
  tools: Type.Optional(jsonField({ description: "Tool definitions of any provider, as they are" })),
  baseline: Type.Optional(
    jsonField({ description: "The definitions against which the agents were built" }),
  ),
  calls: Type.Optional(
    jsonField({ description: "Up to 5,000 recorded calls, which have to fit the tools" }),
  ),
  retry: dataOrJson(RETRY, { description: "How often calls are made again", default: {} }),
  allowed: dataOrJson(Type.Array(Type.String()), {
    description: "Accepted findings: CODE, CODE:tool or CODE:tool:pointer",
    default: [],
  }),
  failOn: oneOf(["error", "warning"], {
    description: "The least severe finding that makes the run fail",
    default: "error",
  }),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });

const VALUE = Type.Object({
  verdict: oneOf(["pass", "fail"]),
  drift: Type.Array(
    Type.Object({
      tool: Type.String(),
      code: Type.String(),
      severity: oneOf(SEVERITIES),
      pointer: Type.String({ description: "Into the definition: /inputSchema/properties/…" }),
      before: Type.Any(),
      after: Type.Any(),
    }),
  ),
  arguments: Type.Array(
    Type.Object({
      callIndex: COUNT,
      tool: Type.String(),
      code: Type.String(),
      path: Type.String(),
    }),
  ),
  retry: Type.Array(
    Type.Object({
      tool: Type.String(),
      safe: Type.Boolean(),
      reason: oneOf(["read-only", "idempotent", "key", "no-retry", "unsafe"]),
      maxAttempts: Type.Number(),
    }),
  ),
  allowed: Type.Array(Type.String(), { description: "Findings that were accepted" }),
  counts: Type.Object({
    drift: COUNT,
    arguments: COUNT,
    retry: COUNT,
    errors: COUNT,
    warnings: COUNT,
  }),
});

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

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
    "tool definitions",
    "tool schema",
  ],
  aliases: ["agent-contract-gate"],
  version: "2026-11-23",

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
    "i want to publish my mcp tools today, will anything that worked yesterday break",
    "tool got a new mandatory argument, what happens to the bots out there",
    "ci should be red when someone removes an enum value from a function",
    "MCP tools/list snapshot, Pact for agent tools, readOnlyHint, idempotentHint, destructiveHint",
    "compare a baseline tool list with a candidate, revalidate recorded arguments and report verdict",
    "puedo publicar la nueva versión de mis herramientas sin romper agentes",
    "darf ich die neue version meiner tools veröffentlichen, bricht sie agenten",
    "versão nova das ferramentas quebra os agentes",
    "发布 工具 之前 兼容 检查 旧 调用",
    "リリース前にツールの互換性を確認 再実行しても安全か",
  ],
  effort: 3,
  // Patterns of schemas are run.
  isolated: true,
  detect: (sample) => 0.97 * detectToolList(sample),

  laws: [
    {
      name: "tools have not drifted from themselves",
      holds(run, input) {
        const { value } = run({ ...input, baseline: input.tools });
        return !value || value.drift.length === 0;
      },
    },
    {
      name: "an allowance never adds a finding",
      holds(run, input) {
        const found = run({ ...input, allowed: [] }).value?.counts;
        const { value } = run({ ...input, allowed: ["REQUIRED_ADDED", "TYPE_NARROWED", "X"] });
        if (!found || !value) return true;
        const { errors, warnings } = value.counts;
        return errors <= found.errors && warnings <= found.warnings;
      },
    },
    {
      name: "a gate for warnings is never easier than one for errors",
      holds(run, input) {
        const strict = run({ ...input, failOn: "warning" });
        return !strict.ok || run({ ...input, failOn: "error" }).ok;
      },
    },
  ],
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

  run(input, ctx) {
    const unknown = unknownMembers(RETRY, input.retry, "/retry");
    return checkContract(input, { drifts: DRIFTS, unknown, budget: ctx.budget });
  },
});
