import { defineTool } from "./_core/tool.ts";
import { auditPlan } from "./agent-plan-parallelism-auditor/audit.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./agent-plan-parallelism-auditor/contract.ts";
import { PLAN_LAWS } from "./agent-plan-parallelism-auditor/laws.ts";

export default defineTool({
  id: "agent-plan-parallelism-auditor",
  name: "Agent Plan Parallelism Auditor",
  category: "Agent",
  description:
    "Finds which steps of a plan may run side by side, which conflicts are hidden, the critical path, and a safe schedule.",
  keywords: [
    "agent",
    "concurrency",
    "conflict",
    "critical path",
    "dag",
    "dependencies",
    "makespan",
    "parallel",
    "plan",
    "race condition",
    "schedule",
    "topological sort",
    "waves",
  ],
  aliases: ["plan-parallelism-auditor"],
  version: "2026-11-22",

  input: INPUT,
  primary: "steps",
  value: VALUE,
  verb: "audit",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "which steps of my agent plan can run in parallel",
    "find race conditions between parallel agents",
    "two agents write the same file at the same time",
    "critical path of a task graph",
    "topological order of steps with dependencies",
    "schedule tasks on a limited number of workers",
    "check proposed waves of subagent tasks",
    "find a dependency cycle in a plan",
    "which dependencies are redundant",
    "how much faster is the plan with parallel steps",
    "read write conflicts between tasks",
    "is it safe to run these tool calls concurrently",
    "parallel execution plan for coding agents",
    "which tasks can be done at the same time and which must wait",
    "order of jobs that depend on each other, what first",
    "how few days does the project need with three workers",
    "bots stepping on each other's toes, both edit the same thing simultaneously",
    "longest chain of tasks that determines when everything is finished",
    "bottleneck of a workflow graph and minimum total duration",
    "validate concurrent execution groups for shared resource contention",
    "chores with prerequisites and few helpers, quickest way through, shortest schedule",
    "what tasks can run together side by side",
    "welche schritte eines plans können parallel laufen",
    "qué pasos del plan pueden ejecutarse en paralelo",
    "quelles étapes du plan peuvent s'exécuter en parallèle",
    "计划 中 哪些 步骤 可以 并行 执行",
    "計画のどの手順を並列に実行できるか調べる",
    "qué tareas se pueden hacer al mismo tiempo",
    "welche aufgaben können gleichzeitig erledigt werden, reihenfolge",
    "tâches à faire en même temps et ordre des tâches",
    "哪些 任务 可以 同时 做 依赖 顺序",
    "同時に実行できるタスクと依存関係の順番",
  ],
  effort: 3,

  laws: PLAN_LAWS,
  examples: [
    {
      title: "A write that another step reads, unsaid",
      input: {
        steps: [
          { id: "x", writes: ["src/**"] },
          { id: "y", reads: ["src/a.ts"] },
          { id: "z", reads: ["docs/r.md"] },
        ],
      },
      expect: {
        output: "Wave 0: x (0 to 1), z (0 to 1)\nWave 1: y (1 to 2)",
        valid: false,
        errors: [{ code: "HIDDEN_CONFLICT", path: "/steps/1" }],
        value: {
          implied: [{ from: "x", to: "y", kind: "write-read", resource: "src/**" }],
          makespan: 2,
        },
      },
    },
    {
      title: "A diamond with durations and a dependency that says nothing new",
      input: {
        steps: [
          { id: "a", writes: ["db"], duration: 3 },
          { id: "b", reads: ["db"], dependsOn: ["a"], duration: 2 },
          { id: "c", dependsOn: ["a"], duration: 4 },
          { id: "d", dependsOn: ["b", "c", "a"], duration: 1 },
        ],
      },
      expect: {
        output: "Wave 0: a (0 to 3)\nWave 1: b (3 to 5), c (3 to 7)\nWave 2: d (7 to 8)",
        valid: true,
        value: {
          critical: { length: 8, path: ["a", "c", "d"] },
          speedup: 1.25,
          redundant: [{ from: "a", to: "d" }],
        },
        warnings: [{ code: "REDUNDANT_DEPENDENCY", path: "/steps/3/dependsOn/2" }],
      },
    },
    {
      title: "Two slots, and a step that runs alone",
      input: {
        steps: [
          { id: "build", duration: 2 },
          { id: "lint", duration: 1 },
          { id: "docs", duration: 1 },
          { id: "deploy", duration: 1, exclusive: true, dependsOn: ["build", "lint", "docs"] },
        ],
        maxParallel: 2,
      },
      expect: {
        valid: true,
        value: {
          makespan: 3,
          maxWidth: 3,
          schedule: [
            { id: "build", start: 0, end: 2, slot: 0 },
            { id: "lint", start: 0, end: 1, slot: 1 },
            { id: "docs", start: 1, end: 2, slot: 1 },
            { id: "deploy", start: 2, end: 3, slot: 0 },
          ],
        },
      },
    },
    {
      title: "A step proposed beside one that it depends on",
      input: {
        steps: [{ id: "a" }, { id: "b" }, { id: "c", dependsOn: ["a"] }],
        proposed: [["a", "c"], ["b"]],
      },
      expect: {
        valid: false,
        errors: [{ code: "PROPOSED_DEPENDENCY_BROKEN", path: "/proposed/0/1" }],
      },
    },
    {
      title: "A circle",
      input: {
        steps: [
          { id: "a", dependsOn: ["c"] },
          { id: "b", dependsOn: ["a"] },
          { id: "c", dependsOn: ["b"] },
        ],
      },
      expect: {
        ok: false,
        error: { code: "CYCLE" },
        errors: [{ received: ["a", "c", "b"] }],
      },
    },
  ],

  // 2,000 steps that share nothing take 70 ms; 2,000 writers of one resource, with two million conflicts, 400 ms.
  run: auditPlan,
});
