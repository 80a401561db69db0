import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { calls, read } from "../../support/call-streams.ts";

describe("Responses", () => {
  const event = (type: string, number: number | undefined, more: object) => ({
    type: `response.${type}`,
    ...(number === undefined ? {} : { sequence_number: number }),
    ...more,
  });
  const item = (more: object = {}) => ({
    item: { type: "function_call", id: "fc", call_id: "c", name: "f", arguments: "", ...more },
    output_index: 0,
  });
  const added = event("output_item.added", 0, item());
  const delta = (number: number | undefined, text: string, id = "fc") =>
    event("function_call_arguments.delta", number, { item_id: id, delta: text });
  const done = (number: number, text: string) =>
    event("function_call_arguments.done", number, { item_id: "fc", arguments: text });
  const end = (number: number, response: object = {}) =>
    event("completed", number, { response: { status: "completed", ...response } });

  test("deltas and their end, then the item", () => {
    const stream = [
      added,
      delta(1, '{"x"'),
      delta(2, ":1}"),
      done(3, '{"x":1}'),
      event("output_item.done", 4, item({ arguments: '{"x":1}', status: "completed" })),
      end(5, { usage: { total_tokens: 9 } }),
    ];
    expect(calls(stream)).toEqual(['c f {"x":1}']);
    expect(read(stream)).toMatchObject({
      codes: [],
      finishReason: "tool-calls",
      rawFinishReason: "completed",
      usage: { total_tokens: 9 },
      calls: [{ chunks: 5, argumentsText: '{"x":1}' }],
    });
  });

  test("order, copies and gaps", () => {
    const stream = [
      end(9),
      delta(1, '{"x"'),
      added,
      delta(3, ":1}"),
      delta(3, ":1}"),
      done(5, '{"x":1}'),
    ];
    expect(calls(stream)).toEqual(['c f {"x":1}']);
    expect(read(stream).warnings).toMatchObject([
      { code: "SEQUENCE_GAP", path: "/stream/0", expected: 6, received: 9 },
      { code: "OUT_OF_ORDER", path: "/stream/2" },
      { code: "SEQUENCE_GAP", path: "/stream/3", expected: 2, received: 3 },
      { code: "DUPLICATE_CHUNK", path: "/stream/4" },
      { code: "SEQUENCE_GAP", path: "/stream/5", expected: 4, received: 5 },
    ]);
  });

  test("where one has no number nothing is sorted, and only neighbours are copies", () => {
    const stream = [
      added,
      delta(undefined, "{"),
      delta(2, '"x":1'),
      delta(2, '"x":1'),
      delta(1, "}"),
    ];
    expect(read(stream).calls[0]?.argumentsText).toBe('{"x":1}');
    expect(read(stream).codes).toEqual([
      "CALL_INCOMPLETE /value/calls/0",
      "DUPLICATE_CHUNK /stream/3",
      "STREAM_ENDED_EARLY /stream",
    ]);
  });

  test("the final text wins", () => {
    const stream = [added, delta(1, '{"x":2'), done(2, '{"x":1}'), end(3)];
    expect(calls(stream)).toEqual(['c f {"x":1}']);
    expect(read(stream).codes).toEqual(["DELTA_MISMATCH /stream/2"]);
    expect(read([added, done(1, "{}"), end(2)]).codes).toEqual([]);
  });

  test("calls that only the whole response has, and hosted items, which are none", () => {
    const output = [
      { type: "web_search_call", id: "ws" },
      item().item,
      { type: "function_call", id: "fc2", call_id: "d", name: "g", arguments: '{"y":2}' },
      { type: "mcp_call", id: "m", name: "h", arguments: "{}" },
    ];
    const stream = [added, delta(1, '{"x":1}'), done(2, '{"x":1}'), end(3, { output })];
    expect(calls(stream)).toEqual(['c f {"x":1}', 'd g {"y":2}']);
  });

  test("a whole response that leaves items out has positions of its own", () => {
    const custom = { type: "custom_tool_call", id: "k", call_id: "cc", name: "u", input: "raw" };
    const late = { type: "function_call", id: "z", call_id: "zz", name: "new", arguments: "{}" };
    const stream = [
      event("output_item.done", 0, { output_index: 0, item: custom }),
      end(1, { output: [late] }),
    ];
    expect(calls(stream)).toEqual(['cc u {"input":"raw"}', "zz new {}"]);
  });

  test("a call whose only event is its end, and one that is only in pieces", () => {
    const stream = [
      event("output_item.done", 0, item({ arguments: '{"x":1}' })),
      event("function_call_arguments.done", 1, { output_index: 1, name: "g", arguments: "{}" }),
      delta(2, "{", "other"),
      end(3),
    ];
    expect(calls(stream)).toEqual(['c f {"x":1}', "call_1 g {}", "call_2  !{}"]);
    expect(read(stream).codes).toEqual(["CALL_INCOMPLETE /value/calls/2"]);
  });

  test("custom tools take a text", () => {
    const custom = { type: "custom_tool_call", id: "ct", call_id: "c", name: "sql", input: "" };
    const stream = [
      event("output_item.added", 0, { output_index: 0, item: custom }),
      event("custom_tool_call_input.delta", 1, { item_id: "ct", delta: 'SELECT "' }),
      event("custom_tool_call_input.delta", 2, { item_id: "ct", delta: 'x"' }),
      event("output_item.done", 3, { output_index: 0, item: { ...custom, input: 'SELECT "x"' } }),
      end(4),
    ];
    expect(calls(stream)).toEqual(['c sql {"input":"SELECT \\"x\\""}']);
    expect(read(stream).calls[0]?.argumentsText).toBe('SELECT "x"');
    expect(calls(stream.slice(0, 2))).toEqual(['c sql !{"input":"SELECT \\""}']);
  });

  test("ends: cut at the limit, filtered, failed", () => {
    const cut = event("output_item.done", 2, item({ arguments: '{"x":', status: "incomplete" }));
    const limit = event("incomplete", 3, {
      response: { incomplete_details: { reason: "max_output_tokens" } },
    });
    const stream = [added, delta(1, '{"x":'), cut, limit];
    // The value has not arrived.
    expect(calls(stream)).toEqual(["c f !{}"]);
    expect(read(stream)).toMatchObject({
      codes: ["CALL_INCOMPLETE /value/calls/0"],
      finishReason: "length",
      rawFinishReason: "max_output_tokens",
    });
    const reason = (type: string, response: object) =>
      read([event(type, 0, { response })]).finishReason;
    expect(reason("incomplete", { incomplete_details: { reason: "content_filter" } })).toBe(
      "content-filter",
    );
    expect(reason("failed", {})).toBe("error");
    expect(reason("completed", {})).toBe("stop");
    expect(read([added, { type: "error", message: "x" }]).finishReason).toBe("error");
  });

  test("text is that which is shown", () => {
    const stream = [
      event("reasoning_summary_text.delta", 0, { delta: "hm" }),
      event("output_text.delta", 1, { delta: "a" }),
      event("output_text.delta", 2, { delta: "b" }),
      event("output_text.done", 3, { text: "ab" }),
      end(4),
    ];
    expect(read(stream).text).toBe("ab");
  });

  test("several responses one after another", () => {
    const response = (id: string, text: string) => [
      event("created", 0, { response: { id } }),
      event("output_item.done", 1, item({ id: `fc_${id}`, call_id: id, arguments: text })),
      end(2),
    ];
    const stream = [...response("r1", '{"x":1}'), ...response("r2", '{"x":2}')];
    expect(calls(stream)).toEqual(['r1 f {"x":1}', 'r2 f {"x":2}']);
    expect(read(stream).codes).toEqual([]);
  });

  test("shuffling changes nothing but OUT_OF_ORDER", () => {
    const stream = [
      event("created", 0, { response: { id: "r" } }),
      event("output_item.added", 1, item()),
      ...['{"x"', ":[1,", "2]}"].map((text, index) => delta(index + 2, text)),
      done(5, '{"x":[1,2]}'),
      event("output_text.delta", 6, { delta: "a" }),
      event("output_text.delta", 7, { delta: "b" }),
      end(8),
    ];
    const first = read(stream);
    fc.assert(
      fc.property(fc.shuffledSubarray(stream, { minLength: stream.length }), (shuffled) => {
        const again = read(shuffled);
        expect(again.value).toEqual(first.value);
        expect(again.codes.map((code) => code.split(" ")[0])).toEqual(
          shuffled.every((chunk, at) => chunk === stream[at]) ? [] : ["OUT_OF_ORDER"],
        );
      }),
    );
  });
});
