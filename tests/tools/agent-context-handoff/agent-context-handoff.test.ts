import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import tool from "../../../tools/agent-context-handoff.ts";
import { runUnit } from "../../support/run-unit.ts";

type Input = object;
type Value = Static<typeof tool.value>;

const run = (input: Input) => runUnit(tool as never, input);
const valueOf = (input: Input) => run(input).value as Value;
const codes = (input: Input) => run(input).warnings?.map(({ code }) => code);
const failure = (input: Input) => {
  const { ok, errors = [], error } = run(input);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};

const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown) => ({ role: "assistant", content });
const said = (...transcript: unknown[]) => valueOf({ transcript });

describe("goal and latest request", () => {
  test("the first text of a user, in one line; the last one if it is another", () => {
    const transcript = [
      { role: "system", content: "Never lie." },
      assistant("Hello?"),
      user(" Fix\n\n the   bug. "),
      assistant("Done."),
      user("Now\ttest it"),
    ];
    expect(valueOf({ transcript })).toMatchObject({
      goal: "Fix the bug.",
      latestRequest: "Now test it",
      constraints: [],
      messages: { user: 2, assistant: 2, tool: 0 },
    });
    expect(said(user("Go"), user(" Go ")).latestRequest).toBeNull();
    expect(valueOf({ transcript, goal: " Ship " })).toMatchObject({
      goal: "Ship",
      latestRequest: "Now test it",
    });
    expect(valueOf({ transcript: [user("Ship")], goal: "Ship" }).latestRequest).toBeNull();
  });

  test("600 characters, cut at the end of a word", () => {
    const words = "lorem ipsum ".repeat(60);
    const { goal } = said(user(words));
    expect(goal.length).toBeLessThanOrEqual(600);
    expect(goal).toMatch(/(?:lorem|ipsum)$/);
    expect(said(user(`${"a".repeat(600)} b`)).goal).toBe("a".repeat(600));
    expect(said(user("a".repeat(700))).goal).toBe("a".repeat(600));
    expect(said(user(`a${"😀".repeat(400)}`)).goal).toHaveLength(599);
    expect(valueOf({ goal: words }).goal).toBe(words.trim());
  });

  test("parts of Anthropic and Gemini, blank texts", () => {
    expect(said(user([{ type: "text", text: "Deploy." }])).goal).toBe("Deploy.");
    expect(said({ role: "user", parts: [{ text: "Hi" }] }).goal).toBe("Hi");
    expect(said(user("  "), user("Real")).goal).toBe("Real");
    expect(said({ type: "message", role: "user", text: "Plain" }).goal).toBe("Plain");
  });

  test("nothing at all, and no goal", () => {
    for (const input of [{}, { transcript: "" }, { transcript: [] }, { goal: " " }, { risks: "x" }])
      expect(failure(input)).toBe("HANDOFF_EMPTY /transcript");
    expect(run({ transcript: [{ tool: "f", result: 1 }] })).toMatchObject({
      valid: false,
      errors: [{ code: "GOAL_MISSING" }],
      value: { goal: "", latestRequest: null },
    });
    expect(failure({ transcript: "[{]" })).toBe("JSON_SYNTAX /transcript");
    expect(failure({ transcript: { a: 1 } })).toBe("TRACE_UNRECOGNISED /transcript");
  });
});

describe("lines as people write them", () => {
  test("emphasis is ignored, but not what looks like it", () => {
    const value = said(
      user("**Never** touch *billing*.\n__Constraint:__ keep `**kwargs`"),
      assistant(
        "**Decision:** use **SQLite**\n- **Next step**: _run_ src/**/a_b_c.ts and **/*.md\n*Should we?*",
      ),
    );
    expect(value).toMatchObject({
      constraints: ["Never touch billing.", "keep `**kwargs`"],
      decisions: ["use SQLite"],
      nextActions: ["run src/**/a_b_c.ts and **/*.md"],
      openQuestions: ["Should we?"],
    });
  });

  test("lists below a label, until something else begins", () => {
    const text = [
      "## Decisions",
      "1. one",
      "   and more of it",
      "2. two",
      "",
      "**Next steps:**",
      "",
      "- three",
      "  - four",
      "- [x] five",
      "Well.",
      "- six",
      "Open questions：",
      "* seven",
      "Done:",
      "- eight",
      "Risks:",
      "none",
      "- nine",
    ].join("\n");
    expect(said(user("Go"), assistant(text))).toMatchObject({
      decisions: ["one", "two"],
      nextActions: ["three", "four"],
      openQuestions: ["seven"],
      done: ["five", "eight"],
      risks: [],
    });
  });

  test.each([
    ["You must not change the API.", ["You must not change the API."]],
    [
      "Fix it, but please do not touch billing. Thanks.",
      ["Fix it, but please do not touch billing."],
    ],
    ["Be quick. Don’t push. Never rebase!", ["Don’t push.", "Never rebase!"]],
    ["- **Do not** deploy", ["Do not deploy"]],
    ["I do not know why it fails.", []],
    ["We never saw that.", []],
    ["Why must not it run?", []],
    ["They don't answer", []],
  ] as const)("prohibitions of users: %j", (text, constraints) => {
    expect(said(user(text)).constraints).toEqual([...constraints]);
    expect(said(user("Go"), assistant(text)).constraints).toEqual([]);
  });

  test("question marks of other scripts", () => {
    const text = "続けますか？\nهل نستمر؟\n这样。";
    expect(said(user("Go"), assistant(text)).openQuestions).toEqual(["続けますか？", "هل نستمر؟"]);
  });
});

describe("lines", () => {
  test("set words, in any case, behind list markers", () => {
    const lines = [
      "CONSTRAINT: a",
      "  * must: b",
      "1. Decision: c",
      "2) decided: d",
      "- Question: e",
      "Open question: f",
      "+ todo: g",
      "Next: h",
      "Next step: i",
      "- [ ] j",
      "* [x] k",
      "- [X] l",
      "Risk:m",
      "Nothing: n",
      "Decision:",
      "The decision: o",
    ];
    for (const message of [user, assistant])
      for (const end of ["\n", "\r\n", "\r"])
        expect(said(user("Go"), message(lines.join(end)))).toMatchObject({
          constraints: ["a", "b"],
          decisions: ["c", "d"],
          openQuestions: ["e", "f"],
          nextActions: ["g", "h", "i", "j"],
          done: ["k", "l"],
          risks: ["m"],
        });
  });

  test("rules are constraints only of users, and only as whole words", () => {
    const lines =
      "Do not a\ndon't b\nDon’t c\n- Never d\nalways e\nMUST f\nmustard\nmust-have\nnevermore";
    const rules = ["Do not a", "don't b", "Don’t c", "Never d", "always e", "MUST f"];
    expect(said(user(lines)).constraints).toEqual(rules);
    expect(said(user("Go"), assistant(lines)).constraints).toEqual([]);
    expect(
      said(user("Go"), assistant("You said:\nNever d\nConstraint: never d")).constraints,
    ).toEqual(["never d"]);
  });

  test("questions of the last text of an assistant", () => {
    const { openQuestions } = said(
      assistant("Old?"),
      user("And?"),
      assistant("Why?\nTODO: ask whom?\n- Which one? \nWhy not? Because."),
      { role: "assistant", content: "", tool_calls: [] },
    );
    expect(openQuestions).toEqual(["Why?", "ask whom?", "Which one?"]);
  });

  test("what reads the same is kept once, the stated first", () => {
    const transcript = [user('Never  touch “it”.\nnever touch "it".\nAlways test')];
    expect(valueOf({ transcript, constraints: ["Be brief", "ALWAYS TEST"] }).constraints).toEqual([
      "Be brief",
      "ALWAYS TEST",
      "Never  touch “it”.",
    ]);
  });
});

describe("stated fields", () => {
  const stated = (constraints: unknown) => valueOf({ goal: "g", constraints }).constraints;

  test("arrays, JSON text, lines", () => {
    expect(stated([" a\nb ", "", "c"])).toEqual(["a b", "c"]);
    expect(stated('["a","- b"]')).toEqual(["a", "- b"]);
    expect(stated("- a\r\n\r\n2. b\n[c] d")).toEqual(["a", "b", "[c] d"]);
    expect(stated("[c] d")).toEqual(["[c] d"]);
    expect(stated(null)).toEqual([]);
    expect(stated("\ufeffa")).toEqual(["a"]);
    expect(stated("__proto__\nconstructor")).toEqual(["__proto__", "constructor"]);
  });

  test("what is no list of texts, and what is too long", () => {
    expect(failure({ goal: "g", risks: [1] })).toBe("TOOL_INPUT_INVALID /risks/0");
    expect(failure({ goal: "g", risks: { a: 1 } })).toBe("TOOL_INPUT_INVALID /risks");
    const many = (length: number) => Array.from({ length }, (_, at) => `n ${at}`);
    expect(valueOf({ goal: "g", decisions: many(200) }).decisions).toHaveLength(200);
    expect(failure({ goal: "g", decisions: many(201) })).toBe("TOOL_INPUT_INVALID /decisions");
    expect(failure({ goal: "g", maxTokens: 99 })).toBe("TOOL_INPUT_INVALID /maxTokens");
  });

  test("artifacts that were stated come first", () => {
    const transcript = [user("Go"), { tool: "read", arguments: { path: "b" }, id: 1 }];
    expect(valueOf({ transcript, artifacts: "a\nb" }).artifacts).toEqual([
      { path: "a", tools: [], lastIndex: null },
      { path: "b", tools: ["read"], lastIndex: 1 },
    ]);
  });
});

describe("calls", () => {
  const call = (id: string, name: string, args: unknown) => ({
    role: "assistant",
    tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
  });
  const answer = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });

  test("artifacts at any depth, tools in order of first use", () => {
    const { artifacts } = said(
      user("Go"),
      call("1", "read", { path: "C:\\a\\b.ts", other: "x", deep: [{ opts: { uri: "u" } }] }),
      call("2", "write", { file_path: "C:\\a\\b.ts", file: ["f", 5, ""], url: 7 }),
      call("3", "read", { path: "u", Path: "no" }),
    );
    expect(artifacts).toEqual([
      { path: "C:\\a\\b.ts", tools: ["read", "write"], lastIndex: 2 },
      { path: "u", tools: ["read"], lastIndex: 3 },
      { path: "f", tools: ["write"], lastIndex: 2 },
    ]);
  });

  test("pending calls; one answered twice; Gemini without ids", () => {
    const chat = [
      user("Go"),
      call("a", "f", {}),
      call("b", "g", {}),
      answer("a", "1"),
      answer("a", "2"),
    ];
    expect(said(...chat).pendingCalls).toEqual([{ callId: "b", tool: "g", index: 2 }]);
    expect(said(...chat).messages.tool).toBe(2);
    const gemini = [
      { role: "user", parts: [{ text: "Go" }] },
      {
        role: "model",
        parts: [
          { functionCall: { name: "f", args: { path: "p" } } },
          { functionCall: { name: "f", args: { path: "q" } } },
        ],
      },
      { role: "user", parts: [{ functionResponse: { name: "f", response: { output: "ok" } } }] },
    ];
    const value = said(...gemini);
    expect(value.pendingCalls).toHaveLength(1);
    expect(value.pendingCalls[0]?.index).toBe(2);
    expect(codes({ transcript: chat })).toEqual(["NO_NEXT_ACTION", "PENDING_CALLS"]);
  });

  test("failures, recovered by a later call of the same tool", () => {
    const trace = [
      user("Go\nNext: x"),
      { tool: "f", id: 1, error: "one" },
      { tool: "g", id: 2, result: 0 },
      { tool: "g", id: 3, error: { code: 5 } },
      { tool: "f", id: 4, result: "ok" },
      { type: "result", id: 9, error: "orphan" },
    ];
    const { failures, toolUse } = said(...trace);
    expect(failures).toEqual([
      { tool: "f", callId: "1", index: 2, message: "one", recovered: true },
      { tool: "g", callId: "3", index: 6, message: '{"code":5}', recovered: false },
      { tool: null, callId: "9", index: 9, message: "orphan", recovered: false },
    ]);
    expect(toolUse).toEqual([
      { tool: "f", calls: 2, errors: 1 },
      { tool: "g", calls: 2, errors: 1 },
    ]);
    expect(run({ transcript: trace }).warnings).toMatchObject([
      { code: "UNRECOVERED_FAILURE", tool: "g", received: 1 },
      { code: "UNRECOVERED_FAILURE", tool: null, received: 1 },
    ]);
  });

  test("messages of failures: text of parts, 200 characters", () => {
    const failing = (content: unknown) =>
      said(
        user("Go"),
        assistant([{ type: "tool_use", id: "t", name: "f", input: {} }]),
        user([{ type: "tool_result", tool_use_id: "t", is_error: true, content }]),
      ).failures[0]?.message;
    expect(
      failing([
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ]),
    ).toBe("a\nb");
    expect(failing("x".repeat(300))).toBe("x".repeat(200));
    const rpc = [
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "f", arguments: {} } },
      { jsonrpc: "2.0", id: 1, error: { code: -32000, message: "no server" } },
    ];
    expect(valueOf({ goal: "g", transcript: rpc }).failures[0]?.message).toBe("no server");
  });

  test("an answer to a pending call removes it and no other", () => {
    const letters = fc.array(fc.constantFrom("f", "g", "h"), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(letters, fc.nat(), (names, pick) => {
        const calls = names.map((name, at) => call(`c${at}`, name, {}));
        const before = said(user("Go"), ...calls).pendingCalls;
        const id = `c${pick % names.length}`;
        const after = said(user("Go"), ...calls, answer(id, "ok")).pendingCalls;
        expect(after).toEqual(before.filter(({ callId }) => callId !== id));
      }),
    );
  });
});
