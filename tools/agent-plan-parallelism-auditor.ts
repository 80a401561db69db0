import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { auditPlan } from "./agent-plan-parallelism-auditor/audit.ts";

const FAILURES = {
  STEPS_MISSING: "There are no steps",
  DUPLICATE_STEP_ID: "Two steps have the same id",
  CYCLE: "Steps wait for one another in a circle",
  DEPENDENCY_UNKNOWN: "A step depends on one that does not exist",
  HIDDEN_CONFLICT: "Steps that may run at the same time touch the same resource",
  PROPOSED_DEPENDENCY_BROKEN: "A step is proposed no later than one that it depends on",
  PROPOSED_STEP_MISSING: "A step is in no wave that is proposed",
  PROPOSED_STEP_TWICE: "A step is proposed more than once",
  PROPOSED_STEP_UNKNOWN: "A step is proposed that does not exist",
  PROPOSED_TOO_WIDE: "A wave is proposed with more steps than may run at the same time",
  ERRORS_TRUNCATED: "More than 1,000 errors of one code were found",
} as const;

const WARNINGS = {
  CONFLICT_SERIALISED: "Two steps that touch the same resource were put one after the other",
  REDUNDANT_DEPENDENCY: "A dependency follows from others",
  READ_BEFORE_WRITE: "A resource is read, and no step that writes it comes before",
  LOW_PARALLELISM: "Running steps side by side saves next to nothing",
  WARNINGS_TRUNCATED: "More than 1,000 warnings of one code were found",
} as const;

/** More would no longer be told apart when they are added up. */
const LONGEST_DURATION = 1e15;

const names = (description: string) => Type.Array(Type.String(), { description, default: [] });

const STEP = Type.Object({
  id: Type.String({ description: "By which others wait for it" }),
  dependsOn: names("Ids of the steps that have to be done before"),
  reads: names("Resources; one that ends in / or /** is all below it, * matches within a segment"),
  writes: names("Resources, as in reads"),
  duration: Type.Optional(
    Type.Number({
      description: "In any unit; defaultDuration if left out",
      minimum: 0,
      maximum: LONGEST_DURATION,
    }),
  ),
  group: Type.Optional(Type.String({ description: "For readers" })),
  exclusive: Type.Boolean({ description: "Runs beside no other step", default: false }),
  idempotent: Type.Boolean({ description: "May run twice with the same effect", default: false }),
});

export type GivenStep = Static<typeof STEP>;

const INPUT = Type.Object({
  steps: Type.Optional(
    dataOrJson(Type.Array(STEP, { maxItems: 2000 }), { description: "The steps of the plan" }),
  ),
  maxParallel: whole({
    description: "Steps that may run at the same time; 0 for any number",
    minimum: 0,
    maximum: 1000,
    default: 0,
  }),
  proposed: Type.Optional(
    dataOrJson(Type.Array(Type.Array(Type.String())), {
      description: "Waves to audit, each a list of ids",
    }),
  ),
  defaultDuration: Type.Number({
    description: "Of steps that have none",
    minimum: 0,
    maximum: LONGEST_DURATION,
    default: 1,
  }),
});

export type Input = Static<typeof INPUT>;

const CONFLICT_KINDS = ["exclusive", "write-write", "write-read", "read-write"] as const;

export type ConflictKind = (typeof CONFLICT_KINDS)[number];

const KIND = oneOf(CONFLICT_KINDS);

const IDS = Type.Array(Type.String());

const FROM_TO = { from: Type.String(), to: Type.String() };

const PAIR = { a: Type.String(), b: Type.String(), kind: KIND, resource: Type.String() };

const VALUE = Type.Object({
  order: IDS,
  waves: Type.Array(IDS, { description: "Steps as early as what they wait for allows" }),
  critical: Type.Object({ length: Type.Number(), path: IDS }),
  totalWork: Type.Number(),
  makespan: Type.Number(),
  speedup: Type.Number(),
  maxWidth: Type.Integer({ description: "Steps at one time without a limit" }),
  edges: Type.Array(Type.Object({ ...FROM_TO, kind: oneOf(["declared", ...CONFLICT_KINDS]) })),
  implied: Type.Array(Type.Object({ ...FROM_TO, kind: KIND, resource: Type.String() }), {
    description: "What keeps conflicting steps apart",
  }),
  conflicts: Type.Array(Type.Object(PAIR), {
    description: "Between steps that no dependency orders; the first 1,000, stats counts all",
  }),
  redundant: Type.Array(Type.Object(FROM_TO)),
  schedule: Type.Array(
    Type.Object({
      id: Type.String(),
      start: Type.Number(),
      end: Type.Number(),
      slot: Type.Integer({ minimum: 0 }),
    }),
  ),
  proposedFindings: Type.Array(Type.Object({ wave: Type.Integer({ minimum: 0 }), ...PAIR })),
});

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

/** More than the rounding of a quotient. */
const NOISE = 1e-9;

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
    "orchestration",
    "parallel",
    "plan",
    "race condition",
    "schedule",
    "task graph",
    "topological sort",
    "waves",
  ],
  aliases: ["plan-parallelism-auditor"],
  version: "2026-11-23",

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
    "i have ten coding tickets for five bots, who can start now without conflict",
    "kitchen, painter and electrician: which work goes side by side, which one after another",
    "two subagents both change package.json, find such clashes beforehand",
    "how long does it take at the earliest if everything possible runs at once",
    "PERT, CPM, DAG, Airflow, make -j, Kahn topological sort, Amdahl, Promise.all",
    "analyse declared reads and writes per step and yield conflict-free execution waves",
    "etapas do plano em paralelo, dependências e caminho crítico",
    "netzplan kritischer pfad, abhängigkeiten und dauer",
    "chemin critique et dépendances entre étapes",
    "クリティカルパス 競合 並行 作業順序",
  ],
  effort: 3,

  laws: [
    {
      name: "waves hold every step once, each after what it waits for",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const waveOf = new Map(
          value.waves.flatMap((wave, at) => wave.map((id) => [id, at] as const)),
        );
        const count = value.waves.reduce((sum, { length }) => sum + length, 0);
        if (count !== value.order.length || waveOf.size !== count) return false;
        return value.edges.every(({ from, to }) => (waveOf.get(from) ?? 0) < (waveOf.get(to) ?? 0));
      },
    },
    {
      name: "nothing is faster than the critical path, nor than all slots at work",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { makespan, critical, totalWork } = value;
        const slots = input.maxParallel || Infinity;
        return (
          makespan * (1 + NOISE) >= critical.length && makespan * (1 + NOISE) >= totalWork / slots
        );
      },
    },
    {
      name: "without a limit the critical path is how long it takes",
      holds(run, input) {
        const { value } = run({ ...input, maxParallel: 0 });
        if (!value) return true;
        return Math.abs(value.makespan - value.critical.length) <= NOISE * value.makespan;
      },
    },
    {
      name: "no slot runs two steps at one time, and no step before what it waits for ends",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const runs = new Map(value.schedule.map((entry) => [entry.id, entry]));
        const lastEnds = new Map<number, number>();
        for (const { start, end, slot } of value.schedule) {
          if (start < (lastEnds.get(slot) ?? 0)) return false;
          lastEnds.set(slot, Math.max(end, lastEnds.get(slot) ?? 0));
        }
        return value.edges.every(({ from, to }) => {
          const [before, after] = [runs.get(from), runs.get(to)];
          return before !== undefined && after !== undefined && before.end <= after.start;
        });
      },
    },
  ],
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
  run: (input, { budget }) => auditPlan(input, budget),
});
