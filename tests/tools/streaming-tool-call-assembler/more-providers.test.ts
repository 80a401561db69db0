import { describe, expect, test } from "bun:test";
import { calls, read } from "../../support/call-streams.ts";

describe("Anthropic", () => {
  test("blocks that arrive whole in message_start are calls", () => {
    const message = {
      id: "m",
      content: [
        { type: "text", text: "Hi" },
        { type: "tool_use", id: "t", name: "f", input: { x: 1 } },
      ],
    };
    const stream = [
      { type: "message_start", message },
      { type: "message_delta", delta: { stop_reason: "tool_use" } },
    ];
    expect(calls(stream)).toEqual(['t f {"x":1}']);
    expect(read(stream)).toMatchObject({ text: "Hi", valid: true, finishReason: "tool-calls" });
  });
});

describe("Bedrock ConverseStream", () => {
  const start = (contentBlockIndex: number, toolUseId: string, name: string) => ({
    contentBlockStart: { start: { toolUse: { toolUseId, name } }, contentBlockIndex },
  });
  const delta = (contentBlockIndex: number, given: object) => ({
    contentBlockDelta: { delta: given, contentBlockIndex },
  });
  const input = (index: number, text: string) => delta(index, { toolUse: { input: text } });
  const stop = (contentBlockIndex: number) => ({ contentBlockStop: { contentBlockIndex } });
  const STREAM = [
    { messageStart: { role: "assistant" } },
    delta(0, { text: "Let me " }),
    delta(0, { text: "see" }),
    stop(0),
    start(1, "t1", "f"),
    input(1, '{"x"'),
    start(2, "t2", "g"),
    input(1, ":1}"),
    stop(1),
    stop(2),
    { messageStop: { stopReason: "tool_use" } },
    { metadata: { usage: { inputTokens: 3, outputTokens: 4 }, metrics: { latencyMs: 1 } } },
  ];

  test("blocks by index", () => {
    expect(calls(STREAM)).toEqual(['t1 f {"x":1}', "t2 g {}"]);
    expect(read(STREAM)).toMatchObject({
      provider: "bedrock",
      text: "Let me see",
      finishReason: "tool-calls",
      usage: { inputTokens: 3, outputTokens: 4 },
      valid: true,
      codes: [],
    });
  });

  test("what was cut off", () => {
    expect(calls(STREAM.slice(0, 6))).toEqual(["t1 f !{}"]);
    expect(read(STREAM.slice(0, 6)).codes).toEqual([
      "CALL_INCOMPLETE /value/calls/0",
      "STREAM_ENDED_EARLY /stream",
    ]);
  });
});

describe("Cohere v2", () => {
  const event = (type: string, message?: object, index = 0) => ({
    type,
    index,
    ...(message && { delta: { message } }),
  });
  const call = (type: string, index: number, tool_calls: object) =>
    event(`tool-call-${type}`, { tool_calls }, index);
  const STREAM = [
    { type: "message-start", id: "m", delta: { message: { role: "assistant", content: [] } } },
    event("tool-plan-delta", { tool_plan: "I will" }),
    call("start", 0, { id: "a", type: "function", function: { name: "f", arguments: "" } }),
    call("delta", 0, { function: { arguments: '{"x":' } }),
    call("delta", 0, { function: { arguments: "1}" } }),
    event("tool-call-end"),
    call("start", 1, { id: "b", type: "function", function: { name: "g", arguments: "" } }),
    event("tool-call-end", undefined, 1),
    {
      type: "message-end",
      delta: { finish_reason: "TOOL_CALL", usage: { tokens: { input_tokens: 5 } } },
    },
  ];

  test("calls by index", () => {
    expect(calls(STREAM)).toEqual(['a f {"x":1}', "b g {}"]);
    expect(read(STREAM)).toMatchObject({
      provider: "cohere",
      finishReason: "tool-calls",
      usage: { tokens: { input_tokens: 5 } },
      codes: [],
    });
  });

  test("text", () => {
    const content = (text: string) => event("content-delta", { content: { text } });
    const end = { type: "message-end", delta: { finish_reason: "COMPLETE" } };
    expect(read([content("He"), content("llo"), end])).toMatchObject({
      text: "Hello",
      finishReason: "stop",
    });
  });
});

describe("Ollama", () => {
  const line = (message: object, more: object = {}) => ({
    model: "m",
    message,
    done: false,
    ...more,
  });
  const call = (name: string, args: object) => ({ function: { name, arguments: args } });
  const end = line(
    { role: "assistant", content: "" },
    { done: true, done_reason: "stop", prompt_eval_count: 7, eval_count: 2 },
  );

  test("each call is whole", () => {
    const lines = [
      line({ role: "assistant", content: "Hm" }),
      line({ role: "assistant", content: "", tool_calls: [call("f", { x: 1 }), call("g", {})] }),
      end,
    ];
    const stream = lines.map((each) => JSON.stringify(each)).join("\n");
    expect(calls(stream)).toEqual(['call_0 f {"x":1}', "call_1 g {}"]);
    expect(read(stream)).toMatchObject({
      provider: "ollama",
      text: "Hm",
      finishReason: "tool-calls",
      rawFinishReason: "stop",
      usage: { prompt_eval_count: 7, eval_count: 2 },
      valid: true,
    });
  });

  test("without calls `stop` is stop", () => {
    expect(read([line({ content: "x" }), end]).finishReason).toBe("stop");
  });
});
