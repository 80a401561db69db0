import { defineTool } from "./_core/tool.ts";
import { auditCatalogue } from "./tool-catalog-context-budget-auditor/audit.ts";
import {
  FAILURES,
  INPUT,
  VALUE,
  WARNINGS,
} from "./tool-catalog-context-budget-auditor/contract.ts";
import { CATALOGUE_LAWS } from "./tool-catalog-context-budget-auditor/laws.ts";

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
    "context budget",
    "context window",
    "defer loading",
    "duplicate tools",
    "mcp",
    "token cost",
    "tool catalog",
    "tool definitions",
    "tool overlap",
    "tool search",
  ],
  aliases: ["tool-catalog-auditor"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: CATALOGUE_LAWS,
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
