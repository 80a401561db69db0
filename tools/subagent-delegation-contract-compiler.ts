import { type Static, type TObject, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { STRUCTURED_FAILURES } from "./_lib/fields/structured-field.ts";
import { UNKNOWN_MEMBER_WARNINGS, unknownMembers } from "./_lib/fields/unknown-members.ts";
import { JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { SCHEMA_FAILURES, SCHEMA_WARNINGS } from "./_lib/schemas/json-schema/trouble.ts";
import { UNITS } from "./subagent-delegation-contract-compiler/audit.ts";
import { compileDelegation } from "./subagent-delegation-contract-compiler/compile.ts";

const FAILURES = {
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

const WARNINGS = {
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

const text = (description: string) => Type.Optional(Type.String({ description }));

const texts = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

const amount = (description: string) => Type.Optional(Type.Number({ description, minimum: 0 }));

const BUDGET = {
  toolCalls: amount("Calls of tools"),
  tokens: amount("Tokens, read and written"),
  seconds: amount("Of work"),
  usd: amount("What it may cost"),
};

export type Budget = Static<TObject<typeof BUDGET>>;

const budget = (description: string) => Type.Optional(Type.Object(BUDGET, { description }));

const PARENT = Type.Object({
  name: text("By which contracts name it"),
  tools: texts("Names, in which * is any run of characters"),
  writeScopes: texts("Globs of where it may write"),
  budget: budget("What it may share out"),
  maxDepth: Type.Optional(
    Type.Number({ description: "How many levels may follow; 1: nobody delegates", minimum: 0 }),
  ),
});

export type Parent = Static<typeof PARENT>;

const DELIVERABLE = Type.Object(
  {
    description: text("What it is"),
    schema: Type.Optional(
      Type.Union([Type.Object({}), Type.Boolean()], { description: "JSON Schema that it fits" }),
    ),
  },
  { description: "What comes back" },
);

const ASSIGNMENTS = Type.Array(
  Type.Object({
    id: text("task-1, task-2, … if left out"),
    goal: text("What is to be done; needed"),
    inputs: texts("What it starts from"),
    deliverable: Type.Optional(DELIVERABLE),
    tools: texts("Names or patterns; none at all if empty, any if left out"),
    writeScopes: texts("Globs of where it may write; nowhere if left out"),
    readScopes: texts("Globs of what it may read"),
    budget: budget("Of its own; 30 tool calls if left out"),
    acceptance: texts("Checks that say when it is done"),
    dependsOn: texts("Ids of the assignments that come before"),
    mayDelegate: Type.Optional(
      Type.Boolean({ description: "It may hand work on; false if left out" }),
    ),
    model: text("For the agent file"),
    stopRules: texts("Beside the two that every contract has"),
    escalateTo: text("Whom it asks; the parent if left out"),
  }),
  { maxItems: 100 },
);

export type Assignments = typeof ASSIGNMENTS;

const INPUT = Type.Object({
  parent: dataOrJson(PARENT, {
    description: "Who delegates; what is not given is not restricted",
    default: {},
  }),
  assignments: Type.Optional(
    Type.Union(
      [
        ASSIGNMENTS,
        Type.String({ description: "Their JSON, which keeps the digits of a schema's numbers" }),
      ],
      { description: "What is handed out" },
    ),
  ),
  format: oneOf(["markdown", "claude-code"], {
    description: "claude-code: also one agent file for each contract",
    default: "markdown",
  }),
});

export type Input = Static<typeof INPUT>;

const TEXTS = Type.Array(Type.String());

const NULLABLE_TEXTS = Type.Union([TEXTS, Type.Null()]);

const VALUE = Type.Object({
  version: Type.Literal("1"),
  parent: Type.Object(PARENT.properties, { description: "As it was given" }),
  contracts: Type.Array(
    Type.Object({
      id: Type.String(),
      goal: Type.String(),
      inputs: TEXTS,
      deliverable: Type.Union([
        Type.Object({
          description: Type.Optional(Type.String()),
          schema: Type.Optional(Type.Any()),
        }),
        Type.Null(),
      ]),
      tools: Type.Union([TEXTS, Type.Null()], { description: "null: not restricted" }),
      writeScopes: TEXTS,
      readScopes: NULLABLE_TEXTS,
      budget: Type.Object(BUDGET),
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
  budget: Type.Object({
    requested: Type.Object(BUDGET),
    available: Type.Object(BUDGET),
    remaining: Type.Object(
      {
        toolCalls: Type.Optional(Type.Number()),
        tokens: Type.Optional(Type.Number()),
        seconds: Type.Optional(Type.Number()),
        usd: Type.Optional(Type.Number()),
      },
      { description: "Below 0 where too much is asked for" },
    ),
  }),
  files: Type.Array(Type.Object({ path: Type.String(), content: Type.String() })),
});

export type Value = Static<typeof VALUE>;

export type Contract = Value["contracts"][number];

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "subagent-delegation-contract-compiler",
  name: "Subagent Delegation Contract Compiler",
  category: "Agent",
  description:
    "Compiles assignments for subagents into contracts and waves; refuses rights the parent lacks, overlapping write scopes and budgets that do not add up.",
  keywords: [
    "agent",
    "budget",
    "claude agents",
    "claude code",
    "crewai",
    "delegation",
    "multi-agent",
    "orchestration",
    "parallel",
    "permissions",
    "prompt",
    "roles",
    "subagent",
    "swarm",
    "task",
    "worker agents",
    "write scope",
  ],
  aliases: ["delegation-contract"],
  version: "2026-11-23",

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
    "three bots shall refactor my project without stepping on each other's files",
    "write the briefing for each helper: goal, files, tools, when to stop",
    "total money for the run is 5 dollars, share it between the workers",
    "may the research helper use the shell although its boss may not",
    ".claude/agents/*.md, task tool, crewai, autogen, langgraph supervisor, openai agents sdk handoffs",
    "turn assignments into bounded mandates with permissions, ownership and start order",
    "dividir tarefas entre subagentes com permissões e orçamento",
  ],
  effort: 3,

  laws: [
    {
      name: "whoever waits for another comes in a later wave",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const waves = new Map(value.contracts.map(({ id, wave }) => [id, wave]));
        return value.contracts.every(({ dependsOn, wave }) =>
          dependsOn.every((id) => (waves.get(id) ?? 0) < wave),
        );
      },
    },
    {
      name: "what remains and what is asked for make what there is",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { requested, available, remaining } = value.budget;
        return UNITS.every((unit) => {
          const has = available[unit];
          if (has === undefined) return remaining[unit] === undefined;
          const sum = (remaining[unit] ?? 0) + (requested[unit] ?? 0);
          return Math.abs(sum - has) <= 1e-9 * Math.max(1, Math.abs(has), requested[unit] ?? 0);
        });
      },
    },
    {
      name: "a parent without limits refuses nothing that another one grants",
      holds(run, input) {
        const without = run({ ...input, parent: {} });
        return run(input).valid !== true || without.valid === true;
      },
    },
  ],
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

  run(input, ctx) {
    const unknown = unknownMembers(PARENT, input.parent, "/parent");
    return compileDelegation(input, ASSIGNMENTS, unknown, ctx.budget);
  },
});
