import { type Static, Type } from "@sinclair/typebox";
import { jsonField, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { COUNT_WARNINGS } from "./_lib/agents/models/count-warnings.ts";
import { readTrace, TRACE_FAILURES } from "./_lib/agents/trace/read.ts";
import { isNothing, STRUCTURED_FAILURES } from "./_lib/fields/structured-field.ts";
import { JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { handOff } from "./agent-context-handoff/handoff.ts";
import { peekJson } from "./_lib/json/peek.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...TRACE_FAILURES,
  HANDOFF_EMPTY: "There is neither a transcript nor a goal",
  GOAL_MISSING: "No goal is stated, and no user said anything",
} as const;

const WARNINGS = {
  PENDING_CALLS: "Calls were not answered; `received` says how many",
  UNRECOVERED_FAILURE: "A tool failed, and no later call of it succeeded",
  NO_NEXT_ACTION: "Nothing says what is to be done next",
  SECRET_REDACTED: "Secrets of a kind were replaced by tokens; `received` says how many",
  BUDGET_CUT: "The packet was longer than it may be",
  ...JSON_WARNINGS,
  ...COUNT_WARNINGS,
} as const;

const MOST_STATED = 200;

const STATED_TEXTS = Type.Array(Type.String(), { maxItems: MOST_STATED });

export type StatedTexts = typeof STATED_TEXTS;

const stated = (description: string) =>
  Type.Optional(
    Type.Union(
      [STATED_TEXTS, Type.String({ description: "Their JSON, or one in a line, 200 at most" })],
      { description },
    ),
  );

const INPUT = Type.Object({
  transcript: Type.Optional(
    jsonField({
      description:
        "What happened: messages of a provider, OpenTelemetry spans, JSON-RPC lines of MCP, or events with a tool",
    }),
  ),
  goal: Type.String({
    description: "What is to be reached; the first text of a user if not given",
    default: "",
  }),
  constraints: stated("What has to be kept to"),
  decisions: stated("What was decided"),
  openQuestions: stated("What is not answered yet"),
  nextActions: stated("What is to be done next"),
  risks: stated("What may go wrong"),
  artifacts: stated("Files and addresses that matter"),
  from: Type.String({ description: "Name of the agent that hands over", default: "" }),
  to: Type.String({ description: "Name of the agent that takes over", default: "" }),
  maxTokens: whole({
    description: "Of the packet",
    minimum: 100,
    maximum: 100_000,
    default: 2000,
  }),
  redact: Type.Boolean({ description: "Replace secrets by tokens", default: true }),
  model: Type.String({ description: "Whose tokens count", default: "gpt-5" }),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });

const TEXTS = Type.Array(Type.String());

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

const VALUE = Type.Object({
  version: Type.Literal("1"),
  from: Type.String(),
  to: Type.String(),
  goal: Type.String({ description: "Empty if there is none" }),
  latestRequest: NULLABLE_TEXT,
  constraints: TEXTS,
  decisions: TEXTS,
  openQuestions: TEXTS,
  nextActions: TEXTS,
  done: TEXTS,
  risks: TEXTS,
  artifacts: Type.Array(
    Type.Object({
      path: Type.String({ description: "Path or address, as it was given to a tool" }),
      tools: Type.Array(Type.String(), { description: "In order of first use" }),
      lastIndex: Type.Union([COUNT, Type.Null()], {
        description: "Event that used it last; null for one that was only stated",
      }),
    }),
  ),
  pendingCalls: Type.Array(
    Type.Object({ callId: Type.String(), tool: Type.String(), index: COUNT }),
  ),
  failures: Type.Array(
    Type.Object({
      tool: NULLABLE_TEXT,
      callId: NULLABLE_TEXT,
      index: Type.Integer({ minimum: 0, description: "Of the result among the events" }),
      message: Type.String(),
      recovered: Type.Boolean({ description: "A later call of the tool succeeded" }),
    }),
  ),
  toolUse: Type.Array(Type.Object({ tool: Type.String(), calls: COUNT, errors: COUNT })),
  messages: Type.Object({ user: COUNT, assistant: COUNT, tool: COUNT }),
  omitted: Type.Record(Type.String(), COUNT, {
    description: "Field → how many of its items are not in the packet",
  }),
  tokens: COUNT,
  sha256: Type.String({ description: "Of the packet" }),
});

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

/** The content of a packet, before it is laid out. */
export type Content = Omit<Value, "version" | "messages" | "omitted" | "tokens" | "sha256">;

const STATED = ["constraints", "decisions", "openQuestions", "nextActions", "risks"] as const;

export default defineTool({
  id: "agent-context-handoff",
  name: "Agent Context Handoff",
  category: "Agent",
  description:
    "Makes the packet one agent hands to the next: goal, constraints, decisions, open calls, failures and files, from a transcript and what is stated.",
  keywords: [
    "agent",
    "chat history",
    "compaction",
    "context",
    "handoff",
    "handover",
    "multi-agent",
    "open questions",
    "pending calls",
    "progress notes",
    "resume",
    "session",
    "state",
    "summary",
    "transcript",
  ],
  aliases: ["context-handoff"],
  version: "2026-11-23",

  input: INPUT,
  primary: "transcript",
  value: VALUE,
  verb: "hand over",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "hand over work to another agent",
    "summarize an agent transcript for the next session",
    "compact a conversation before the context window is full",
    "write a handoff packet with goal constraints and next steps",
    "which tool calls are still pending",
    "which files did the agent touch",
    "list decisions and open questions of a conversation",
    "resume an interrupted agent session",
    "extract todos from a chat transcript",
    "failed tool calls that were never recovered",
    "context for a subagent without secrets",
    "session state as markdown for a new chat",
    "chat got too long and I want to start fresh without losing what we agreed",
    "brief the next assistant on what is done and what remains",
    "continue the work tomorrow in another session without explaining everything again",
    "pass the baton between agents, progress notes, blockers and unfinished work",
    "serialize conversation history into a transfer packet for the successor",
    "what did the last bot do, decide and leave open",
    "shift change summary from chat messages",
    "chat session is nearly full, write something the next session can start from",
    "übergabe an den nächsten agenten zusammenfassen",
    "resumen de traspaso entre agentes con decisiones y tareas",
    "passation de contexte entre agents avec décisions",
    "智能体 会话 交接 摘要 决定 和 待办",
    "エージェント間の引き継ぎ資料を作成する",
    "resumen de la conversación para continuar en otro chat",
    "gespräch zusammenfassen und in neuem chat weitermachen",
    "résumer la conversation pour reprendre le travail dans une nouvelle session",
    "总结 对话 给 下 一 个 智能体 继续",
    "会話を要約して次のエージェントに引き継ぐ",
    "claude ran out of context in the middle of the refactoring, carry on elsewhere",
    "what was agreed, what failed and what is still to do in this long chat",
    "give the next copilot the state of the job instead of the whole conversation",
    "colleague takes over the thread from me, decisions and touched files at a glance",
    "claude code /compact, codex resume, HANDOFF.md, AGENTS.md notes, LangGraph handoffs, Swarm",
    "derive a compact resumable state object from a message transcript for a successor agent",
    "passagem de contexto entre agentes, resumo da conversa para continuar",
    "接手 对话 未完成 任务 决定 摘要",
    "途中の作業を別のチャットで再開する 決定事項",
  ],
  effort: 3,
  detect(sample) {
    const json = peekJson(sample);
    const isTranscript = json?.kind === "array" && json.names.has("role");
    return isTranscript && json.names.has("content") ? 0.96 : 0;
  },

  laws: [
    {
      name: "every call is either pending or answered",
      holds(run, input) {
        const { value } = run(input);
        if (!value || isNothing(input.transcript)) return true;
        const read = readTrace(input.transcript, { path: "/transcript", mostEvents: 100_000 });
        if ("failure" in read) return true;
        const answered = new Set(
          read.events.flatMap((event) => (event.type === "result" ? [event.call?.index] : [])),
        );
        const calls = read.events.filter(({ type }) => type === "call").map(({ index }) => index);
        const pending = new Set(value.pendingCalls.map(({ index }) => index));
        return calls.every((index) => pending.has(index) !== answered.has(index));
      },
    },
    {
      name: "what a packet states, stated again, is the same",
      holds(run, input) {
        const { value } = run(input);
        if (!value || STATED.some((field) => value[field].length > MOST_STATED)) return true;
        const { goal, from, to } = value;
        const { redact = true } = input;
        const lists = Object.fromEntries(STATED.map((field) => [field, value[field]]));
        const again = run({ goal: goal || "None", from, to, redact, ...lists }).value;
        return STATED.every(
          (field) => JSON.stringify(again?.[field]) === JSON.stringify(value[field]),
        );
      },
    },
    {
      name: "a packet that is too long has nothing left that may be left out",
      holds(run, { maxTokens = 2000, ...rest }) {
        const { value } = run({ ...rest, maxTokens });
        if (!value || value.tokens <= maxTokens) return true;
        const { omitted } = value;
        const left = [
          ...STATED,
          "artifacts",
          "pendingCalls",
          "failures",
          "done",
          "toolUse",
        ] as const;
        return left.every(
          (field) => field === "constraints" || value[field].length === (omitted[field] ?? 0),
        );
      },
    },
  ],
  examples: [
    {
      title: "What the sender states",
      input: {
        goal: "Ship v2",
        nextActions: "write changelog\ntag release",
        from: "planner",
        to: "builder",
      },
      expect: {
        output:
          "# Handoff: planner → builder\n\n## Goal\n\nShip v2\n\n## Next actions\n\n- write changelog\n- tag release",
        valid: true,
        value: { tokens: 27, pendingCalls: [] },
        warnings: [],
      },
    },
    {
      title: "A conversation that stopped in the middle",
      input: {
        transcript: [
          { role: "system", content: "You are a coder." },
          { role: "user", content: "Fix the login bug.\nNever touch the billing module." },
          {
            role: "assistant",
            content: null,
            tool_calls: [
              {
                id: "c1",
                type: "function",
                function: { name: "read_file", arguments: '{"path":"src/login.ts"}' },
              },
            ],
          },
          { role: "tool", tool_call_id: "c1", content: "ok" },
          {
            role: "assistant",
            content: "Decision: use the session cookie.\n- [ ] add a test\nShould we drop IE11?",
            tool_calls: [
              { id: "c2", type: "function", function: { name: "run_tests", arguments: "{}" } },
            ],
          },
        ],
      },
      expect: {
        output:
          "# Handoff\n\n## Goal\n\nFix the login bug. Never touch the billing module.\n\n## Constraints\n\n- Never touch the billing module.\n\n## Next actions\n\n- add a test\n\n## Pending calls\n\n- run_tests (c2)\n\n## Open questions\n\n- Should we drop IE11?\n\n## Decisions\n\n- use the session cookie.\n\n## Artifacts\n\n- src/login.ts (read_file)\n\n## Tool use\n\n- read_file: 1 call\n- run_tests: 1 call",
        warnings: [{ code: "PENDING_CALLS", received: 1 }],
      },
    },
    {
      title: "Emphasis, a list below a label, and what must not be done",
      input: {
        transcript: [
          { role: "user", content: "Port the parser. You must not change its API." },
          {
            role: "assistant",
            content: "**Decisions:**\n- keep *one* pass\n\n## Next steps\n1. port the lexer",
          },
        ],
      },
      expect: {
        value: {
          constraints: ["You must not change its API."],
          decisions: ["keep one pass"],
          nextActions: ["port the lexer"],
        },
        warnings: [],
      },
    },
    {
      title: "A failure that was recovered",
      input: {
        transcript: [
          { role: "user", content: "Deploy.\nNext: tell the team" },
          { tool: "deploy", id: "t1", arguments: { url: "https://a.test" }, error: "timeout" },
          { tool: "deploy", id: "t2", arguments: { url: "https://a.test" }, result: "done" },
        ],
      },
      expect: {
        value: {
          failures: [{ tool: "deploy", callId: "t1", message: "timeout", recovered: true }],
          toolUse: [{ tool: "deploy", calls: 2, errors: 1 }],
          artifacts: [{ path: "https://a.test", tools: ["deploy"], lastIndex: 3 }],
        },
      },
    },
    {
      title: "A secret stays behind",
      input: {
        goal: "Rotate the key",
        constraints: ["Never print password=hunter2hunter2", "hunter2hunter2 expires today"],
        nextActions: ["revoke it"],
      },
      expect: {
        value: {
          constraints: ["Never print password=[SECRET_1]", "[SECRET_1] expires today"],
        },
        warnings: [{ code: "SECRET_REDACTED", kind: "assigned-secret", received: 1 }],
      },
    },
    {
      title: "Nothing says what it is about",
      input: { transcript: [{ role: "assistant", content: "Hello." }] },
      expect: {
        output: "# Handoff",
        valid: false,
        errors: [{ code: "GOAL_MISSING", path: "/goal" }],
        warnings: [{ code: "NO_NEXT_ACTION" }],
      },
    },
    {
      title: "Nothing to hand over",
      input: { constraints: "Be brief" },
      expect: { ok: false, error: { code: "HANDOFF_EMPTY" } },
    },
  ],

  // 100,000 characters of conversation take 20 to 40 ms; as one stated item without words to count by, such as emoji, up
  // to 100 ms, most of them for counting tokens.
  run: (input) => handOff(input, STATED_TEXTS),
});
