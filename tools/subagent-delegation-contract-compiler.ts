import { defineTool } from "./_core/tool.ts";
import { compileDelegation } from "./subagent-delegation-contract-compiler/compile.ts";
import {
  FAILURES,
  INPUT,
  VALUE,
  WARNINGS,
} from "./subagent-delegation-contract-compiler/contract.ts";
import { DELEGATION_LAWS } from "./subagent-delegation-contract-compiler/laws.ts";

export default defineTool({
  id: "subagent-delegation-contract-compiler",
  name: "Subagent Delegation Contract Compiler",
  category: "Agent",
  description:
    "Compiles assignments for subagents into contracts and waves; refuses rights the parent lacks, overlapping write scopes and budgets that do not add up.",
  keywords: [
    "agent",
    "budget",
    "claude code",
    "delegation",
    "multi-agent",
    "orchestration",
    "parallel",
    "permissions",
    "prompt",
    "subagent",
    "task",
    "write scope",
  ],
  aliases: ["delegation-contract"],
  version: "2026-11-22",

  input: INPUT,
  primary: "assignments",
  value: VALUE,
  verb: "compile",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "write a contract for each subagent",
    "delegate tasks to subagents safely",
    "do two agents write the same files",
    "split a token budget over agents",
    "which subagents can run in parallel",
    "prompt for a subagent with tools and stop rules",
    "claude code agent files from a task list",
    "check that a subagent gets no more rights than its parent",
    "least privilege for sub-agents",
    "plan a multi agent run in waves",
    "task decomposition contract with acceptance checks",
    "limit what a worker agent may edit",
    "split a big job among several bots with clear limits",
    "who does what, which folder may each helper change",
    "helpers need instructions, tools, spending limits and a definition of done",
    "scoped assignment briefs for child agents",
    "lead agent hands out work without giving away more rights than it has",
    "prevent overlapping file ownership among workers",
    "aufgaben an subagenten verteilen",
    "contrato de delegación para subagentes",
    "déléguer des tâches à des sous agents",
    "子 代理 任务 委派 合同",
    "サブエージェントへの委任契約を作る",
    "repartir una tarea grande entre varios agentes",
    "große aufgabe auf mehrere agenten aufteilen",
    "répartir une grosse tâche entre plusieurs agents",
    "大 任务 分配 给 多个 智能体",
    "大きな仕事を複数のエージェントに分ける",
  ],
  effort: 3,

  laws: DELEGATION_LAWS,
  examples: [
    {
      title: "Two tasks, one after the other",
      input: {
        parent: { name: "lead", tools: ["edit_*", "run_tests"], budget: { toolCalls: 20 } },
        assignments: [
          {
            id: "api",
            goal: "Add endpoint GET /health in src/api.ts.",
            tools: ["edit_file", "run_tests"],
            writeScopes: ["src/api/**"],
            budget: { toolCalls: 10 },
            acceptance: ["npm test passes"],
            deliverable: { description: "A patch" },
          },
          {
            id: "docs",
            goal: "Document GET /health in docs/api.md.",
            inputs: ["patch of api"],
            tools: ["edit_file"],
            writeScopes: ["docs/**"],
            budget: { toolCalls: 5 },
            acceptance: ["docs build"],
            deliverable: { description: "A patch" },
            dependsOn: ["api"],
          },
        ],
      },
      expect: {
        valid: true,
        value: {
          waves: [["api"], ["docs"]],
          budget: { requested: { toolCalls: 15 }, remaining: { toolCalls: 5 } },
          contracts: [{ escalateTo: "lead", wave: 1 }, { wave: 2 }],
        },
      },
    },
    {
      title: "A tool that the parent does not have",
      input: {
        parent: { tools: ["read_*"] },
        assignments: [{ id: "a", goal: "Write x.md with 3 lines.", tools: ["write_file"] }],
      },
      expect: {
        valid: false,
        errors: [{ code: "TOOL_NOT_GRANTED", path: "/assignments/0/tools/0" }],
      },
    },
    {
      title: "Two that write the same files, and one that does not",
      input: {
        assignments: [
          { id: "a", goal: "Edit src/a.ts line 3.", writeScopes: ["src/**/*.ts"] },
          { id: "b", goal: "Edit src/b.ts line 9.", writeScopes: ["src/b.ts"] },
          { id: "c", goal: "Edit src/c.css line 2.", writeScopes: ["src/**/*.css"] },
        ],
      },
      expect: {
        valid: false,
        errors: [{ code: "WRITE_SCOPE_OVERLAP", path: "/assignments/1/writeScopes/0" }],
      },
    },
    {
      title: "A file for Claude Code",
      input: {
        assignments: [
          { id: "Fix login", goal: "Fix issue 12. Keep it small.", tools: ["Read", "Edit"] },
        ],
        format: "claude-code",
      },
      expect: { value: { files: [{ path: ".claude/agents/fix-login.md" }] } },
    },
    {
      title: "A circle",
      input: {
        assignments: [
          { id: "b", goal: "Do 1.", dependsOn: ["a"] },
          { id: "a", goal: "Do 2.", dependsOn: ["b"] },
        ],
      },
      expect: {
        ok: false,
        error: { code: "DEPENDENCY_CYCLE" },
        errors: [{ received: ["a", "b"] }],
      },
    },
    {
      title: "No assignments",
      input: { assignments: [] },
      expect: { ok: false, error: { code: "ASSIGNMENTS_MISSING" } },
    },
  ],

  run: compileDelegation,
});
