import { describe, expect, test } from "bun:test";
import tool from "../../../tools/provider-request-envelope.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const errors = (request: object, from = "auto") =>
  run({ request, from }).errors?.map(
    ({ code, path }) => `${code} ${path?.replace("/request", "")}`,
  );
const warnings = (request: object, from = "auto") =>
  run({ request, from }).warnings?.map(
    ({ code, path }) => `${code} ${path?.replace("/request", "")}`,
  );

const ASK = [{ role: "user", content: "Hi" }];
const chat = (more: object) => ({ model: "m", messages: ASK, ...more });
const responses = (more: object) => ({ model: "m", input: "Hi", ...more });
const anthropic = (more: object) => ({
  model: "m",
  max_tokens: 2000,
  system: "S",
  messages: ASK,
  ...more,
});
const gemini = (more: object) => ({ contents: [{ parts: [{ text: "Hi" }] }], ...more });
const FUNCTION = { type: "function", function: { name: "f", parameters: {} } };

describe("members", () => {
  test("what each provider needs", () => {
    expect(errors({}, "openai-chat")).toEqual([
      "REQUIRED_FIELD /messages",
      "REQUIRED_FIELD /model",
    ]);
    expect(errors({ input: "x" })).toEqual(["REQUIRED_FIELD /model"]);
    expect(errors({ system: "x", messages: null })).toEqual([
      "REQUIRED_FIELD /max_tokens",
      "REQUIRED_FIELD /messages",
      "REQUIRED_FIELD /model",
    ]);
    expect(errors({}, "gemini")).toEqual(["REQUIRED_FIELD /contents"]);
    for (const body of [chat({}), responses({}), anthropic({}), gemini({})])
      expect(errors(body)).toEqual([]);
  });

  test("no messages", () => {
    expect(errors(chat({ messages: [] }))).toEqual(["EMPTY_MESSAGES /messages"]);
    expect(errors(responses({ input: [] }))).toEqual(["EMPTY_MESSAGES /input"]);
    expect(errors(gemini({ contents: [] }))).toEqual(["EMPTY_MESSAGES /contents"]);
  });

  test.each([
    [chat({ temperature: "1" }), "WRONG_TYPE /temperature"],
    [chat({ n: 1.5 }), "WRONG_TYPE /n"],
    [chat({ stop: 1 }), "WRONG_TYPE /stop"],
    [chat({ messages: "Hi" }), "WRONG_TYPE /messages"],
    [chat({ messages: ["Hi"] }), "WRONG_TYPE /messages/0"],
    [chat({ messages: [{ role: "user", content: 5 }] }), "WRONG_TYPE /messages/0/content"],
    [chat({ messages: [{ role: "user", content: ["x"] }] }), "WRONG_TYPE /messages/0/content/0"],
    [gemini({ contents: [{ parts: "x" }] }), "WRONG_TYPE /contents/0/parts"],
    [gemini({ generationConfig: { topP: "x" } }), "WRONG_TYPE /generationConfig/topP"],
    [anthropic({ tool_choice: "auto" }), "WRONG_TYPE /tool_choice"],
    [
      anthropic({
        messages: [
          { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: [1] }] },
        ],
      }),
      "WRONG_TYPE /messages/0/content/0/input",
    ],
    [chat({ temperature: 2.1 }), "VALUE_RANGE /temperature"],
    [anthropic({ temperature: 1.1 }), "VALUE_RANGE /temperature"],
    [chat({ top_p: -0.1 }), "VALUE_RANGE /top_p"],
    [chat({ presence_penalty: -3 }), "VALUE_RANGE /presence_penalty"],
    [chat({ stop: ["1", "2", "3", "4", "5"] }), "VALUE_RANGE /stop"],
    [
      gemini({ generationConfig: { stopSequences: ["1", "2", "3", "4", "5", "6"] } }),
      "VALUE_RANGE /generationConfig/stopSequences",
    ],
    [responses({ max_output_tokens: 15 }), "VALUE_RANGE /max_output_tokens"],
    [chat({ top_logprobs: 21 }), "VALUE_RANGE /top_logprobs"],
    [chat({ n: 0 }), "VALUE_RANGE /n"],
    [chat({ n: 129 }), "VALUE_RANGE /n"],
    [
      anthropic({ thinking: { type: "enabled", budget_tokens: 1000 } }),
      "VALUE_RANGE /thinking/budget_tokens",
    ],
    [
      anthropic({ thinking: { type: "enabled", budget_tokens: 2000 } }),
      "VALUE_RANGE /thinking/budget_tokens",
    ],
    [anthropic({ max_tokens: -1 }), "VALUE_RANGE /max_tokens"],
    [
      chat({
        metadata: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`k${at}`, "v"])),
      }),
      "VALUE_RANGE /metadata",
    ],
  ])("%j", (body, expected) => {
    expect(errors(body)).toEqual([expected]);
    expect(run({ request: body }).valid).toBe(false);
  });

  test.each([
    chat({
      temperature: 2,
      top_p: 1,
      n: 128,
      stop: ["1", "2", "3", "4"],
      top_logprobs: 20,
      frequency_penalty: -2,
      max_completion_tokens: 1.0,
      logprobs: null,
    }),
    responses({ max_output_tokens: 16 }),
    anthropic({ max_tokens: 0 }),
    anthropic({ thinking: { type: "enabled", budget_tokens: 1024 } }),
    gemini({ generationConfig: { temperature: 2, stopSequences: ["1", "2", "3", "4", "5"] } }),
  ])("at the bound: %j", (body) => {
    expect(errors(body)).toEqual([]);
  });

  test("names that are not known, and older ones", () => {
    expect(run({ request: chat({ temprature: 1 }) }).warnings).toMatchObject([
      { code: "UNKNOWN_PARAMETER", path: "/request/temprature", hint: "Did you mean temperature?" },
    ]);
    expect(warnings(gemini({ generationConfig: { max_tokens: 1 }, system: "x" }))).toEqual([
      "UNKNOWN_PARAMETER /generationConfig/max_tokens",
      "UNKNOWN_PARAMETER /system",
    ]);
    expect(
      warnings(chat({ max_tokens: 5, user: "u", seed: 1, functions: [], function_call: "auto" })),
    ).toEqual(
      ["function_call", "functions", "max_tokens", "seed", "user"].map(
        (key) => `DEPRECATED_PARAMETER /${key}`,
      ),
    );
    expect(warnings(responses({ user: "u" }))).toEqual(["DEPRECATED_PARAMETER /user"]);
  });

  test("sampling of newer models of Anthropic", () => {
    const sampled = (model: string, more: object) => warnings(anthropic({ model, ...more }));
    const all = { temperature: 0.3, top_k: 1, top_p: 0.9 };
    expect(sampled("claude-opus-4-7", all)).toEqual([
      "SAMPLING_UNSUPPORTED /temperature",
      "SAMPLING_UNSUPPORTED /top_k",
      "SAMPLING_UNSUPPORTED /top_p",
    ]);
    expect(sampled("anthropic/claude-sonnet-5", all)).toHaveLength(3);
    expect(sampled("claude-opus-4-6", all)).toEqual([]);
    const converted = run({
      request: chat({ temperature: 0.3, max_tokens: 5 }),
      to: "anthropic",
      model: "claude-opus-5",
    });
    expect(converted.warnings).toMatchObject([
      {},
      { code: "SAMPLING_UNSUPPORTED", path: "/request/temperature" },
    ]);
    expect(sampled("claude-opus-5", { temperature: 1, top_p: 0.99 })).toEqual([]);
  });
});

describe("messages", () => {
  test("roles", () => {
    expect(errors(chat({ messages: [{ role: "model", content: "x" }, { content: "x" }] }))).toEqual(
      ["ROLE_INVALID /messages/0/role", "ROLE_INVALID /messages/1/role"],
    );
    expect(errors(anthropic({ messages: [{ role: "system", content: "x" }] }))).toEqual([
      "ROLE_INVALID /messages/0/role",
    ]);
    expect(errors(gemini({ contents: [{ role: "assistant", parts: [{ text: "x" }] }] }))).toEqual([
      "ROLE_INVALID /contents/0/role",
    ]);
    expect(errors(responses({ input: [{ role: "judge", content: "x" }] }))).toEqual([
      "ROLE_INVALID /input/0/role",
    ]);
  });

  test("types of content", () => {
    const part = (role: string, type: string) => ({
      messages: [{ role, content: [{ type, text: "x" }] }],
    });
    expect(errors(chat(part("user", "input_text")))).toEqual([
      "CONTENT_TYPE_INVALID /messages/0/content/0",
    ]);
    expect(errors(chat(part("assistant", "image_url")))).toEqual([
      "CONTENT_TYPE_INVALID /messages/0/content/0",
    ]);
    expect(errors(anthropic(part("user", "tool_use")))).toContain(
      "CONTENT_TYPE_INVALID /messages/0/content/0",
    );
    expect(
      errors(
        responses({
          input: [{ role: "user", content: [{ type: "text", text: "x" }] }, { type: "zzz" }],
        }),
      ),
    ).toEqual(["CONTENT_TYPE_INVALID /input/0/content/0", "CONTENT_TYPE_INVALID /input/1"]);
    expect(errors(gemini({ contents: [{ parts: [{ zzz: 1 }] }] }))).toEqual([
      "CONTENT_TYPE_INVALID /contents/0/parts/0",
    ]);
    expect(errors(chat({ messages: [{ role: "user", content: null }] }))).toEqual([
      "REQUIRED_FIELD /messages/0/content",
    ]);
  });

  test("the first one", () => {
    expect(warnings(anthropic({ messages: [{ role: "assistant", content: "x" }] }))).toEqual([
      "FIRST_ROLE_NOT_USER /messages/0",
    ]);
    expect(warnings(gemini({ contents: [{ role: "model", parts: [{ text: "x" }] }] }))).toEqual([
      "FIRST_ROLE_NOT_USER /contents/0",
    ]);
    const begun = chat({
      messages: [{ role: "system", content: "S" }, { role: "assistant", content: "x" }, ...ASK],
    });
    expect(warnings(begun)).toEqual([]);
    expect(run({ request: begun, to: "gemini" }).warnings).toMatchObject([
      { code: "FIRST_ROLE_NOT_USER", path: "/request/messages/1" },
    ]);
  });
});

describe("tools, calls and results", () => {
  const call = (id: string, args = "{}", name = "f") => ({
    id,
    type: "function",
    function: { name, arguments: args },
  });
  const calling = (...tool_calls: object[]) => ({ role: "assistant", content: null, tool_calls });
  const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "x" });
  const dialogue = (...messages: object[]) =>
    chat({ tools: [FUNCTION], messages: [...ASK, ...messages] });

  test("ids and arguments", () => {
    expect(errors(dialogue(calling(call("a"), call("a"))))).toEqual([
      "TOOL_CALL_DUPLICATE_ID /messages/1/tool_calls/1",
    ]);
    expect(errors(dialogue(calling(call("a", "{x")), result("a")))).toEqual([
      "ARGUMENTS_NOT_JSON /messages/1/tool_calls/0/function/arguments",
    ]);
    expect(errors(dialogue(calling(call("a", "")), result("a")))).toEqual([]);
  });

  test("results without calls, calls without results", () => {
    expect(errors(dialogue(result("a"), calling(call("a"))))).toEqual([
      "TOOL_RESULT_ORPHAN /messages/1",
    ]);
    expect(errors(dialogue(calling(call("a"), call("b")), result("b"), ...ASK))).toEqual([
      "TOOL_RESULT_MISSING /messages/1/tool_calls/0",
    ]);
    expect(errors(dialogue(calling(call("a")), ...ASK, result("a")))).toEqual([
      "TOOL_RESULT_MISSING /messages/1/tool_calls/0",
    ]);
    expect(errors(dialogue(calling(call("a"))))).toEqual([]);
    expect(
      errors(dialogue(calling(call("a"), call("b")), result("b"), result("a"), ...ASK)),
    ).toEqual([]);
    const items = [
      { role: "user", content: "x" },
      { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
      { type: "function_call", call_id: "b", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "a", output: "x" },
      { role: "user", content: "x" },
    ];
    expect(errors(responses({ input: items }))).toEqual(["TOOL_RESULT_MISSING /input/2"]);
    const use = (id: string) => ({ type: "tool_use", id, name: "f", input: {} });
    const blocks = [
      ...ASK,
      { role: "assistant", content: [use("a"), use("b")] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "b", content: "x" }] },
    ];
    expect(errors(anthropic({ messages: blocks }))).toEqual([
      "TOOL_RESULT_MISSING /messages/1/content/0",
    ]);
  });

  test("names of tools", () => {
    const named = (name: string) => ({ type: "function", function: { name, parameters: {} } });
    expect(errors(chat({ tools: [named("a.b"), named("f"), named("f")] }))).toEqual([
      "NAME_INVALID /tools/0/function/name",
      "DUPLICATE_TOOL /tools/2",
    ]);
    expect(
      errors(gemini({ tools: [{ functionDeclarations: [{ name: "a.b" }, { name: "9" }] }] })),
    ).toEqual(["NAME_INVALID /tools/0/functionDeclarations/1/name"]);
    expect(
      warnings(chat({ messages: [...ASK, calling(call("a", "{}", "g"))], tools: [FUNCTION] })),
    ).toEqual(["TOOL_UNDECLARED /messages/1/tool_calls/0"]);
  });

  test("the tool that has to be called", () => {
    expect(
      errors(
        chat({ tools: [FUNCTION], tool_choice: { type: "function", function: { name: "g" } } }),
      ),
    ).toEqual(["TOOL_CHOICE_UNKNOWN /tool_choice"]);
    expect(
      errors(
        anthropic({
          tools: [{ type: "web_search_20250305", name: "web_search" }],
          tool_choice: { type: "tool", name: "web_search" },
        }),
      ),
    ).toEqual([]);
    expect(
      errors(
        gemini({
          toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["g"] } },
        }),
      ),
    ).toEqual(["TOOL_CHOICE_UNKNOWN /toolConfig/functionCallingConfig/allowedFunctionNames"]);
    expect(errors(chat({ tools: [FUNCTION], tool_choice: "required" }))).toEqual([]);
  });
});
