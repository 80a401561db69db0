import { detectToolList } from "./_lib/agents/tool-list-detect.ts";
import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { COUNT_WARNINGS } from "./_lib/agents/models/count-warnings.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { auditCatalogue } from "./tool-catalog-context-budget-auditor/audit.ts";
import { PROBLEMS } from "./tool-catalog-context-budget-auditor/problems.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  TOOLS_MISSING: "There are no tool definitions",
  TOOL_SHAPE_UNKNOWN: "A definition is of no provider's shape",
  OVER_BUDGET: "The definitions take more tokens than their budget",
  DUPLICATE_TOOL: "Two tools have the same name",
  PINNED_UNKNOWN: "No tool has the name that is to stay loaded",
  PINNED_OVER_BUDGET: "The tools that are to stay loaded, and the search tool, exceed the budget",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...COUNT_WARNINGS,
  ...PROBLEMS,
  OVERLAP: "Two tools are described in nearly the same words",
  USAGE_UNKNOWN_TOOL: "Calls are told of a tool that is not there",
} as const;

const MOST = 1_000_000_000;

const INPUT = Type.Object({
  tools: Type.Optional(
    jsonField({
      description: "1 to 2,000 tool definitions of any provider, also mixed",
      maxItems: 2000,
    }),
  ),
  model: Type.String({ description: "Whose tokens, window and price count", default: "gpt-5" }),
  budgetTokens: Type.Optional(
    whole({
      description: "For the definitions; a tenth of the model's window, if left out",
      minimum: 1,
      maximum: MOST,
    }),
  ),
  usage: dataOrJson(Type.Record(Type.String(), Type.Number({ minimum: 0 })), {
    description: "Tool → number of calls that were observed",
    default: {},
  }),
  pinned: dataOrJson(Type.Array(Type.String()), {
    description: "Names of tools that stay loaded",
    default: [],
  }),
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

const VALUE = Type.Object({
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

const MAIL = {
  name: "send_mail",
  description: "Send an email to one recipient.",
  inputSchema: {
    type: "object",
    properties: {
      to: { type: "string", description: "Address." },
      body: { type: "string", description: "Text." },
    },
    required: ["to", "body"],
  },
};

const FILES = ["search", "find"].map((verb) => ({
  name: `${verb}_files`,
  description: "Search files in the workspace by text pattern and return matching lines.",
  input_schema: {
    type: "object",
    properties: { pattern: { type: "string", description: "Text to find." } },
  },
}));

export default defineTool({
  id: "tool-catalog-context-budget-auditor",
  name: "Tool Catalog Context Budget Auditor",
  category: "Agent",
  description:
    "Tells what tool definitions cost in every request, which are bloated or mistaken for one another, and which to defer to keep a budget.",
  keywords: [
    "agent",
    "bloat",
    "context budget",
    "context window",
    "defer loading",
    "duplicate tools",
    "mcp",
    "mcp servers",
    "token cost",
    "token usage",
    "too many tools",
    "tool catalog",
    "tool definitions",
    "tool list",
    "tool overlap",
    "tool search",
  ],
  aliases: ["tool-catalog-auditor"],
  version: "2026-11-23",

  input: INPUT,
  primary: "tools",
  value: VALUE,
  verb: "audit",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "how many tokens do my tool definitions take",
    "mcp tools fill the context window",
    "which tools should be loaded on demand",
    "find tools with overlapping descriptions",
    "reduce token cost of tool schemas",
    "too many tools for the agent",
    "tool definitions without descriptions",
    "cost of tools per request",
    "two tools that do the same",
    "defer loading of rarely used tools",
    "audit an mcp server's tool list",
    "lint tool names and parameters",
    "forty tools connected and the assistant picks the wrong one",
    "assistant became slow and expensive since we added more servers",
    "which tools may I remove or load later",
    "prompt overhead of a function inventory, redundancy and pruning advice",
    "descriptions too long or confusingly alike",
    "footprint of every tool's schema and description",
    "token verbrauch von werkzeug definitionen",
    "cuántos tokens gastan mis herramientas",
    "combien de tokens coûtent mes outils",
    "工具 定义 占用 多少 令牌",
    "ツール定義のトークン数を調べる",
    "demasiadas herramientas, el asistente elige mal",
    "zu viele werkzeuge, assistent wählt falsch",
    "trop d'outils, l'assistant choisit mal",
    "i hooked up github, jira and slack servers and half of the window is gone before i type",
    "bot confuses search_docs with find_documents, say which descriptions to change",
    "which functions did nobody call last month, throw them out",
    "what do i pay each day for functions that are only listed",
    "claude /context mcp tools, tool search tool, defer_loading, cursor 40 tools limit, tools/list",
    "weigh every function schema of an inventory in tokens and rank candidates for lazy loading",
    "ferramentas demais ocupam o contexto do assistente",
    "工具 太 多 占 上下文 哪些 可以 删",
  ],
  effort: 3,
  detect: (sample) => 0.98 * detectToolList(sample),

  laws: [
    {
      name: "the order of the tools changes neither their tokens nor their digest",
      holds(run, input) {
        if (!Array.isArray(input.tools)) return true;
        const { value } = run(input);
        const turned = run({ ...input, tools: input.tools.toReversed() }).value;
        return (
          value?.totalTokens === turned?.totalTokens &&
          (!value ||
            new Set(value.tools.map(({ name }) => name)).size < value.tools.length ||
            value.catalogueSha256 === turned?.catalogueSha256)
        );
      },
    },
    {
      name: "what is kept and what is deferred are all tools, and deferring adds the search tool at most",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { keep, defer, tokensAfter } = value.plan;
        const names = value.tools.map(({ name }) => name).toSorted();
        const most = value.totalTokens + (input.searchToolTokens ?? 300);
        return (
          JSON.stringify([...keep, ...defer].toSorted()) === JSON.stringify(names) &&
          tokensAfter <= most
        );
      },
    },
    {
      name: "a larger budget never defers more",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const more = run({ ...input, budgetTokens: value.budgetTokens + 50 }).value;
        return (more?.plan.defer.length ?? 0) <= value.plan.defer.length;
      },
    },
  ],
  examples: [
    {
      title: "Three tools, two of them alike",
      input: { tools: [MAIL, ...FILES], budgetTokens: 5000 },
      expect: {
        valid: true,
        value: {
          overlaps: [{ a: "find_files", b: "search_files", similarity: 0.8889 }],
          plan: { keep: ["find_files", "search_files", "send_mail"], defer: [] },
        },
        warnings: [{ code: "OVERLAP", path: "/tools/1" }],
      },
    },
    {
      title: "Over the budget: what is called most stays",
      input: {
        tools: [MAIL, ...FILES],
        budgetTokens: 100,
        searchToolTokens: 30,
        usage: { send_mail: 40, find_files: 2 },
      },
      expect: {
        valid: false,
        errors: [{ code: "OVER_BUDGET" }],
        value: { plan: { keep: ["send_mail"], defer: ["find_files", "search_files"] } },
      },
    },
    {
      title: "A definition that says nothing",
      input: {
        tools: [
          { name: "run", input_schema: { type: "object", properties: { x: { type: "string" } } } },
        ],
      },
      expect: {
        value: {
          tools: [
            {
              tokens: 22,
              problems: ["DESCRIPTION_MISSING", "NAME_GENERIC", "PARAMETER_UNDESCRIBED"],
            },
          ],
        },
      },
    },
    {
      title: "A tool to keep that is not there",
      input: { tools: [MAIL], pinned: ["sendmail"] },
      expect: { valid: false, errors: [{ code: "PINNED_UNKNOWN", path: "/pinned/0" }] },
    },
    {
      title: "No tool definition",
      input: { tools: [{ title: "x" }] },
      expect: { ok: false, error: { code: "TOOL_SHAPE_UNKNOWN" } },
    },
  ],

  // Most of the time goes into counting tokens, each definition once as a whole and once in parts: 100,000
  // characters take 30 to 60 ms.
  run: auditCatalogue,
});
