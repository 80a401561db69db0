import { describe, expect, test } from "bun:test";
import { calls, read, type Value } from "../../support/call-streams.ts";

describe("Anthropic", () => {
  const start = (id = "m") => ({
    type: "message_start",
    message: { id, usage: { input_tokens: 5, output_tokens: 1 } },
  });
  const open = (index: number, block: object) => ({
    type: "content_block_start",
    index,
    content_block: block,
  });
  const use = (index: number, id: string, more: object = {}) =>
    open(index, { type: "tool_use", id, name: "f", input: {}, ...more });
  const json = (index: number, partial_json: string) => ({
    type: "content_block_delta",
    index,
    delta: { type: "input_json_delta", partial_json },
  });
  const text = (index: number, value: string) => ({
    type: "content_block_delta",
    index,
    delta: { type: "text_delta", text: value },
  });
  const close = (index: number) => ({ type: "content_block_stop", index });
  const end = (reason: string) => ({
    type: "message_delta",
    delta: { stop_reason: reason },
    usage: { output_tokens: 7 },
  });
  const stop = { type: "message_stop" };

  test("blocks by index, whose events may be mixed", () => {
    const stream = [
      start(),
      open(0, { type: "thinking", thinking: "" }),
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "hm" } },
      open(1, { type: "text", text: "" }),
      text(1, "Hi"),
      use(3, "b"),
      { type: "ping" },
      use(2, "a"),
      json(3, '{"y"'),
      json(2, ""),
      json(2, '{"x":1}'),
      json(3, ":2}"),
      close(2),
      close(3),
      end("tool_use"),
      stop,
    ];
    expect(calls(stream)).toEqual(['a f {"x":1}', 'b f {"y":2}']);
    expect(read(stream)).toMatchObject({
      codes: [],
      text: "Hi",
      finishReason: "tool-calls",
      usage: { input_tokens: 5, output_tokens: 7 },
    });
  });

  test("no fragments: the input of the beginning, else nothing", () => {
    const stream = [
      start(),
      use(0, "a", { input: { x: 1 } }),
      close(0),
      use(1, "b"),
      json(1, ""),
      close(1),
      end("end_turn"),
      stop,
    ];
    expect(calls(stream)).toEqual(['a f {"x":1}', "b f {}"]);
    expect(read(stream).calls.map(({ argumentsText }) => argumentsText)).toEqual(['{"x":1}', "{}"]);
    expect(read(stream).finishReason).toBe("stop");
  });

  test("what the provider runs is not the client's to complete", () => {
    const stream = [
      start(),
      open(0, { type: "server_tool_use", id: "s", name: "web_search", input: {} }),
      json(0, '{"q":'),
      open(1, { type: "mcp_tool_use", id: "m", name: "g", input: {} }),
      close(1),
      end("pause_turn"),
      stop,
    ];
    expect(read(stream)).toMatchObject({ valid: true, codes: [], finishReason: "stop" });
    expect(
      read(stream).calls.map(({ providerExecuted, complete }) => [providerExecuted, complete]),
    ).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  test("a message that begins anew, again, or after the end of another", () => {
    const first = [
      start("m1"),
      open(0, { type: "text", text: "" }),
      text(0, "old"),
      use(1, "a"),
      close(1),
      use(2, "b"),
    ];
    const second = [start("m2"), use(0, "c"), json(0, '{"x":1}'), close(0), end("tool_use"), stop];
    const again = read([...first, ...second]);
    expect(calls([...first, ...second])).toEqual(['c f {"x":1}']);
    expect([again.text, again.valid]).toEqual(["", true]);
    expect(again.warnings).toMatchObject([
      { code: "STREAM_RESTARTED", path: "/stream/6", received: 2 },
    ]);
    expect(read([start("m"), start("m"), ...second.slice(1)])).toMatchObject({
      duplicates: 1,
      codes: ["DUPLICATE_CHUNK /stream/1"],
    });
    const two = [start("m1"), use(0, "a"), close(0), end("tool_use"), stop, ...second];
    expect(calls(two)).toEqual(["a f {}", 'c f {"x":1}']);
  });

  test("the same beginning of a block twice, and another one at its index", () => {
    const twice = [
      start(),
      use(0, "a"),
      use(0, "a"),
      json(0, "{}"),
      close(0),
      end("tool_use"),
      stop,
    ];
    expect(calls(twice)).toEqual(["a f {}"]);
    expect(read(twice).codes).toEqual(["DUPLICATE_CHUNK /stream/2"]);
    const other = [
      start(),
      use(0, "a"),
      use(0, "b"),
      json(0, "{}"),
      close(0),
      end("tool_use"),
      stop,
    ];
    expect(calls(other)).toEqual(["a f !{}", "b f {}"]);
    expect(read(other).codes).toEqual(["CALL_INCOMPLETE /value/calls/0", "INDEX_REUSED /stream/2"]);
  });

  test.each([
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["stop_sequence", "stop"],
    ["refusal", "content-filter"],
  ])("stop reason %s", (raw, reason) => {
    expect(read([start(), end(raw), stop]).finishReason).toBe(reason as Value["finishReason"]);
  });

  test("an error event", () => {
    const error = { type: "error", error: { type: "overloaded_error" } };
    expect(read([start(), use(0, "a"), error])).toMatchObject({
      finishReason: "error",
      valid: false,
    });
  });
});

describe("Gemini", () => {
  const chunk = (parts: readonly object[], finishReason?: string) => ({
    candidates: [{ content: { role: "model", parts }, ...(finishReason ? { finishReason } : {}) }],
    usageMetadata: { totalTokenCount: parts.length },
  });
  const call = (functionCall: object) => ({ functionCall });
  const piece = (jsonPath: string, value: object) => ({ jsonPath, ...value });
  const built = (partialArgs: readonly object[]) =>
    chunk([call({ name: "f", willContinue: true }), call({ partialArgs })], "STOP");

  test("calls in one piece, with and without id and arguments", () => {
    const stream = [
      chunk([
        { text: "Hi" },
        { text: "hm", thought: true },
        call({ id: "x", name: "f", args: { a: 1 } }),
      ]),
      chunk([call({ name: "g" })], "STOP"),
    ];
    expect(calls(stream)).toEqual(['x f {"a":1}', "call_1 g {}"]);
    expect(read(stream)).toMatchObject({
      codes: [],
      text: "Hi",
      finishReason: "tool-calls",
      usage: { totalTokenCount: 1 },
      calls: [{ argumentsText: '{"a":1}' }, { argumentsText: "{}" }],
    });
  });

  test("arguments in pieces, each at its path", () => {
    const stream = [
      built([
        piece("$.a.b[0].c", { stringValue: "x", willContinue: true }),
        piece("$.a.b[0].c", { stringValue: "y" }),
        piece("$.a.b[0]['d.e']", { boolValue: false }),
        piece('$.a.b[2]["f"]', { nullValue: "NULL_VALUE" }),
        piece("$.n", { numberValue: 1e21 }),
        piece("$.__proto__", { stringValue: "p" }),
      ]),
    ];
    expect(read(stream).calls[0]?.argumentsText).toBe(
      '{"a":{"b":[{"c":"xy","d.e":false},null,{"f":null}]},"n":1e+21,"__proto__":"p"}',
    );
  });

  test("a string goes on while its path does", () => {
    const text = (...pieces: readonly object[]) => calls([built(pieces)])[0];
    const at = (path: string, value: string, more: object = {}) =>
      piece(path, { stringValue: value, ...more });
    expect(text(at("$.a", "x"), at("$.a", "y"))).toBe('call_0 f {"a":"xy"}');
    expect(text(at("$.a", "x"), at("$.b", "z"), at("$.a", "y"))).toBe('call_0 f {"a":"y","b":"z"}');
    const open = at("$.a", "x", { willContinue: true });
    expect(text(open, at("$.b", "z"), at("$.a", "y"))).toBe('call_0 f {"a":"xy","b":"z"}');
  });

  test("what ends a call: a part that does not go on, the next one, the finish", () => {
    const first = chunk([call({ name: "f", willContinue: true })]);
    expect(calls([first, chunk([call({})])])).toEqual(["call_0 f {}"]);
    expect(calls([first, chunk([call({ name: "g", args: { b: 2 } })])])).toEqual([
      "call_0 f {}",
      'call_1 g {"b":2}',
    ]);
    expect(calls([first, chunk([], "MAX_TOKENS")])).toEqual(["call_0 f {}"]);
    expect(calls([first])).toEqual(["call_0 f !{}"]);
    expect(read([first]).codes).toEqual([
      "CALL_INCOMPLETE /value/calls/0",
      "STREAM_ENDED_EARLY /stream",
    ]);
  });

  test("paths that lead nowhere", () => {
    const deep = `$${".a".repeat(1001)}`;
    for (const path of ["a", "$", "$.a[x]", "$..a", "$.a[-1]", "$.a[1000]", "$['a", deep]) {
      const { codes } = read([
        built([piece("$.z", { boolValue: true }), piece(path, { stringValue: "x" })]),
      ]);
      expect([path, ...codes]).toEqual([path, "ARGUMENTS_NOT_JSON /value/calls/0/argumentsText"]);
    }
  });

  test.each([
    ["STOP", "stop"],
    ["MAX_TOKENS", "length"],
    ["SAFETY", "content-filter"],
    ["OTHER", null],
  ])("finish reason %s", (raw, reason) => {
    expect(read([chunk([{ text: "a" }], raw)])).toMatchObject({ finishReason: reason, codes: [] });
  });

  test("candidates side by side", () => {
    const at = (index: number, parts: readonly object[]) => ({
      candidates: [{ index, content: { parts }, finishReason: "STOP" }],
    });
    const stream = [
      at(1, [{ text: "b" }, call({ name: "g" })]),
      at(0, [{ text: "a" }, call({ name: "f" })]),
    ];
    expect(calls(stream)).toEqual(["call_0 f {}", "call_1 g {}"]);
    expect(read(stream).text).toBe("a");
  });
});
