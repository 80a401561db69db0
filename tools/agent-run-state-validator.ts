import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./agent-run-state-validator/contract.ts";
import { REPLAY_LAWS } from "./agent-run-state-validator/laws.ts";
import { replayLog } from "./agent-run-state-validator/run.ts";

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
    "lifecycle",
    "replay",
    "run status",
    "state machine",
    "timeout",
    "tool call",
    "trace",
    "transition",
    "workflow",
  ],
  aliases: ["run-state-validator"],
  version: "2026-11-22",

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
  ],
  effort: 2,

  laws: REPLAY_LAWS,
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
          { event: "fail", time: 100 },
          { event: "start", time: 150 },
          { event: "done", time: 400 },
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

  run: replayLog,
});
