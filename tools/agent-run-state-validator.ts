import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, jsonField } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { TRACE_FAILURES } from "./_lib/agents/trace/read.ts";
import { STRUCTURED_FAILURES } from "./_lib/fields/structured-field.ts";
import { canonicalJson } from "./_lib/json/tree/canonical.ts";
import { JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { BUILT_IN } from "./agent-run-state-validator/built-in.ts";
import { replayLog } from "./agent-run-state-validator/run.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...TRACE_FAILURES,
  ...OUTPUT_FAILURES,
  EVENTS_MISSING: "There is no log",
  MACHINE_INVALID: "The machine has no states, or names one that it does not have",
  MACHINE_UNKNOWN: "No machine has the name",
  ILLEGAL_TRANSITION: "The state has no such move",
  AFTER_FINAL: "An event came after a final state",
  STATE_UNKNOWN: "The machine has no such state",
  EVENT_UNKNOWN: "The machine has no such event",
  STATE_MISMATCH: "The event says that it starts from another state",
  TIME_REVERSED: "An event is earlier than the one before it",
  NOT_FINAL: "The log does not end in a final state",
  STATE_TIMEOUT: "A state lasted longer than it may",
  RUN_TIMEOUT: "The run lasted longer than it may",
  RETRY_LIMIT: "A call was tried again more often than it may",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  DUPLICATE_EVENT: "An event came again and was ignored",
  UNREACHABLE_STATE: "No way leads to the state",
  DEAD_END: "No way leads from the state to a final one",
  FINAL_HAS_EXIT: "A final state has moves",
  TIME_MISSING: "Some events have a time and others have none",
  OPEN_INSTANCE: "A run is not in a final state at the end",
  LIMIT_UNCHECKED: "A limit cannot be checked: times are missing, or the machine has no such state",
} as const;

const STATE = Type.Object({
  final: Type.Optional(Type.Boolean({ description: "A run may end in it; false if left out" })),
  on: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: "Event → the state it leads to" }),
  ),
});

const TRANSITION = Type.Object({
  from: Type.String({ description: "A state, or * for every one that is not final" }),
  event: Type.Optional(Type.String({ description: "The name of its target if left out" })),
  to: Type.String({ description: "A state" }),
});

const DEFINITION = Type.Object(
  {
    initial: Type.String({ description: "The state in which every run begins" }),
    states: Type.Union([Type.Array(Type.String()), Type.Record(Type.String(), STATE)], {
      description: "Their names, or what each of them is",
    }),
    transitions: Type.Optional(Type.Array(TRANSITION, { description: "Beside those of states" })),
    final: Type.Optional(Type.Array(Type.String(), { description: "Beside those of states" })),
  },
  { description: "A machine of one's own" },
);

export type DefinitionShape = typeof DEFINITION;

export type Definition = Static<typeof DEFINITION>;

const INPUT = Type.Object({
  events: Type.Optional(
    jsonField({
      description:
        "[{ event? | to?, from?, time?, id?, data? }], at most 50,000, also as JSON lines; time, timestamp, ts or at in seconds or milliseconds since 1970, or RFC 3339; for tool-run also a trace of an agent",
      maxItems: 50_000,
    }),
  ),
  machine: Type.Union(
    [
      DEFINITION,
      Type.String({ description: `${[...BUILT_IN.keys()].join(", ")}, or a definition's JSON` }),
    ],
    { description: "The states and how they follow one another", default: "run" },
  ),
  instanceField: Type.Optional(
    Type.String({ description: "Member or pointer that says which run an event belongs to" }),
  ),
  expectFinal: Type.Boolean({ description: "Every run must end in a final state", default: false }),
  maxDurationMs: Type.Optional(
    Type.Number({ description: "From the first to the last event of a run", minimum: 0 }),
  ),
  maxStateMs: dataOrJson(Type.Record(Type.String(), Type.Number({ minimum: 0 })), {
    description: "State → the longest stay in milliseconds",
    default: {},
  }),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

const VALUE = Type.Object({
  machine: Type.String({ description: "The name, or custom" }),
  instances: Type.Array(
    Type.Object({
      id: Type.String(),
      state: Type.String({ description: "At the end" }),
      final: Type.Boolean(),
      path: Type.Array(Type.String()),
      transitions: Type.Integer({ minimum: 0, description: "Legal moves" }),
      illegal: Type.Array(
        Type.Object({
          index: COUNT,
          from: Type.String(),
          event: NULLABLE_TEXT,
          to: NULLABLE_TEXT,
          reason: Type.String(),
        }),
      ),
      firstIllegal: Type.Union([COUNT, Type.Null()]),
      durations: Type.Record(Type.String(), Type.Number(), {
        description: "Milliseconds by state",
      }),
      openSince: Type.Union([Type.String(), Type.Null()], {
        description: "When the state was entered, if it is not final",
      }),
    }),
    { description: "In order of first appearance" },
  ),
  unreachable: Type.Array(Type.String()),
  deadEnds: Type.Array(Type.String()),
  counts: Type.Object({ events: COUNT, legal: COUNT, illegal: COUNT, ignored: COUNT }),
});

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "agent-run-state-validator",
  name: "Agent Run State Validator",
  category: "Agent",
  description:
    "Replays an event log against a state machine and reports every illegal move, open run and impossible time.",
  keywords: [
    "a2a",
    "agent",
    "event log",
    "fsm",
    "langgraph",
    "lifecycle",
    "replay",
    "run status",
    "state machine",
    "status history",
    "temporal",
    "timeout",
    "tool call",
    "trace",
    "transition",
    "workflow",
    "xstate",
  ],
  aliases: ["run-state-validator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "events",
  value: VALUE,
  verb: "replay",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "is this agent run in a legal state",
    "validate an event log against a state machine",
    "find the first illegal transition of a run",
    "check a2a task status updates",
    "which tool calls never finished",
    "how long was the run in each state",
    "replay workflow events and check transitions",
    "find stuck or timed out runs in a log",
    "check openai assistant run statuses",
    "detect unreachable states and dead ends",
    "did the run end in a final state",
    "events after completion in a log",
    "job was marked completed and then started working again",
    "run hangs in progress and never closed",
    "a status was skipped or went backwards, failed to running",
    "is the order of these status changes allowed",
    "finite state machine conformance of recorded lifecycle events",
    "order or ticket workflow history with forbidden jumps between states",
    "timestamps out of order or negative durations in an event stream",
    "cancelled run later succeeded, impossible sequence of statuses in an audit history",
    "check that the steps of a run happened in an allowed order",
    "zustandsautomat gegen ereignisprotokoll prüfen",
    "validar transiciones de estado de un agente",
    "vérifier les transitions d'état d'un journal d'événements",
    "检查 代理 运行 的 状态 转换 日志",
    "エージェント実行の状態遷移を検証する",
    "estado del proceso que salta pasos no permitidos",
    "unerlaubte statuswechsel in einem verlauf finden",
    "changements d'état interdits dans un historique",
    "状态机 非法 状态 转移 检查",
    "ticket went from closed to open without being reopened, is that permitted",
    "assistant says done, but two of its calls never got an answer",
    "our job table shows finished before started, find all such rows",
    "thread stuck in requires_action, where did it get lost",
    "XState, Temporal history, LangGraph, AWS Step Functions, A2A TaskState, finite automaton",
    "replay ordered lifecycle events through allowed transitions and flag violations and dangling runs",
    "transições de estado inválidas num registro de eventos",
    "状态 顺序 不 合法 已 完成 又 运行",
    "ステータスの不正な遷移 終わっていない実行",
  ],
  effort: 2,

  laws: [
    {
      name: "every event is legal, illegal or ignored",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { events, legal, illegal, ignored } = value.counts;
        const listed = value.instances.reduce((sum, instance) => sum + instance.illegal.length, 0);
        return legal + illegal + ignored === events && listed === illegal;
      },
    },
    {
      name: "all paths begin in the same state and end in the present one",
      holds(run, input) {
        const instances = run(input).value?.instances ?? [];
        const [first] = instances;
        return instances.every(
          ({ path, state }) => path[0] === first?.path[0] && path.at(-1) === state,
        );
      },
    },
    {
      name: "the beginning of a legal log is legal",
      holds(run, { events, ...others }) {
        const rest = { ...others, expectFinal: false };
        if (!Array.isArray(events) || events.length === 0) return true;
        const { value, valid } = run({ ...rest, events });
        if (!valid || !value || value.counts.illegal > 0) return true;
        const half = events.slice(0, Math.ceil(events.length / 2));
        const begun = run({ ...rest, events: half });
        // A trace cut in two may no longer be recognised as one.
        return !begun.ok || begun.valid === true;
      },
    },
    {
      name: "runs do not depend on the events of others between theirs",
      holds(run, { events, ...rest }) {
        const { instanceField } = rest;
        if (!Array.isArray(events) || !instanceField || instanceField.startsWith("/")) return true;
        const runOf = (event: unknown) =>
          canonicalJson((event as Record<string, unknown>)?.[instanceField]);
        const sorted = events.toSorted((a, b) =>
          runOf(a) < runOf(b) ? -1 : Number(runOf(a) > runOf(b)),
        );
        const [apart, mixed] = [sorted, events].map((list) => run({ ...rest, events: list }).value);
        const paths = (value: Value | null | undefined) =>
          (value?.instances ?? []).map(({ id, path }) => `${id} ${path.join(" ")}`).toSorted();
        return canonicalJson(paths(apart)) === canonicalJson(paths(mixed));
      },
    },
  ],
  examples: [
    {
      title: "A run that waited and was completed",
      input: {
        events: [
          { to: "planning" },
          { to: "running" },
          { to: "waiting" },
          { to: "running" },
          { to: "completed" },
        ],
        expectFinal: true,
      },
      expect: {
        output: "run: created → planning → running → waiting → running → completed",
        valid: true,
        value: { counts: { events: 5, legal: 5, illegal: 0, ignored: 0 } },
      },
    },
    {
      title: "A step left out, and work after the end",
      input: '{"to":"planning"}\n{"to":"completed"}\n{"to":"running"}',
      expect: {
        valid: false,
        errors: [
          {
            code: "ILLEGAL_TRANSITION",
            path: "/events/1",
            expected: ["cancelled", "failed", "running"],
          },
          { code: "AFTER_FINAL", path: "/events/2" },
        ],
      },
    },
    {
      title: "A machine of one's own, with limits of time",
      input: {
        events: [
          { event: "start", time: 0 },
          { event: "fail", time: 0.1 },
          { event: "start", time: 0.15 },
          { event: "done", time: 0.4 },
        ],
        machine: {
          initial: "idle",
          states: {
            idle: { on: { start: "busy" } },
            busy: { on: { done: "end", fail: "idle" } },
            end: { final: true },
            lost: {},
          },
        },
        maxStateMs: { busy: 200 },
      },
      expect: {
        valid: false,
        errors: [{ code: "STATE_TIMEOUT", received: 250 }],
        value: { unreachable: ["lost"], instances: [{ durations: { idle: 50, busy: 350 } }] },
      },
    },
    {
      title: "Two tasks in one log, one of them open",
      input: {
        events: [
          { task: "a", to: "submitted", time: "2026-11-20T12:00:00Z" },
          { task: "b", to: "working", time: "2026-11-20T12:00:01Z" },
          { task: "a", to: "working", time: "2026-11-20T12:00:02Z" },
          { task: "a", to: "completed", time: "2026-11-20T12:00:05Z" },
        ],
        machine: "a2a-task",
        instanceField: "task",
      },
      expect: {
        output: "a: submitted → working → completed\nb: submitted → working",
        warnings: [{ code: "OPEN_INSTANCE", path: "/events/1" }],
        value: { instances: [{ durations: { working: 3000 } }, { state: "working" }] },
      },
    },
    {
      title: "The calls of a conversation",
      input: {
        machine: "tool-run",
        events: [
          { role: "user", content: "Go." },
          { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "f", input: {} }] },
          {
            role: "user",
            content: [{ type: "tool_result", tool_use_id: "t1", is_error: true, content: "no" }],
          },
        ],
      },
      expect: {
        output: "t1: requested → running → failed",
        value: { counts: { events: 3, legal: 2, illegal: 0, ignored: 1 } },
      },
    },
    {
      title: "A machine that nobody knows",
      input: { events: [], machine: "a2a-tsk" },
      expect: { ok: false, error: { code: "MACHINE_UNKNOWN" } },
    },
  ],

  run: (input) => replayLog(input, DEFINITION),
});
