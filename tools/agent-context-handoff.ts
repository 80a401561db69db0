import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./agent-context-handoff/contract.ts";
import { handOff } from "./agent-context-handoff/handoff.ts";
import { HANDOFF_LAWS } from "./agent-context-handoff/laws.ts";

export default defineTool({
  id: "agent-context-handoff",
  name: "Agent Context Handoff",
  category: "Agent",
  description:
    "Makes the packet one agent hands to the next: goal, constraints, decisions, open calls, failures and files, from a transcript and what is stated.",
  keywords: [
    "agent",
    "compaction",
    "context",
    "handoff",
    "handover",
    "multi-agent",
    "open questions",
    "pending calls",
    "resume",
    "session",
    "state",
    "summary",
    "transcript",
  ],
  aliases: ["context-handoff"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: HANDOFF_LAWS,
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
  run: handOff,
});
