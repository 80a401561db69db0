import { describe, expect, test } from "bun:test";
import { valueOf } from "../../../tools/_lib/json/tree/value.ts";
import { readTrace } from "../../../tools/_lib/agents/trace/read.ts";

function eventsOf(trace: unknown) {
  const read = readTrace(trace, { path: "/trace", mostEvents: 100 });
  if ("failure" in read) throw new Error(JSON.stringify(read.failure));
  return read.events;
}

/** One line for each event. */
function shown(trace: unknown): string[] {
  return eventsOf(trace).map((event) => {
    switch (event.type) {
      case "call": {
        const args = event.arguments && JSON.stringify(valueOf(event.arguments).value);
        return `call ${event.tool} ${event.callId} ${args}`;
      }
      case "result": {
        const answers = event.call === undefined ? "nothing" : event.call.index;
        const what = JSON.stringify(valueOf(event.result).value);
        return `${event.isError ? "error" : "result"} ${event.tool} ${event.callId} to ${answers}: ${what}`;
      }
      case "message":
        return `message ${event.role}: ${event.text}`;
      case "other":
        return "other";
    }
  });
}

const paths = (trace: unknown) => eventsOf(trace).map(({ path }) => path);
const failure = (trace: unknown) => {
  const read = readTrace(trace, { path: "/trace", mostEvents: 3 });
  return "failure" in read ? read.failure.errors?.[0]?.code : "none";
};

test("what is no trace, and what is too long", () => {
  expect(failure("[{]")).toBe("JSON_SYNTAX");
  for (const trace of [{}, 5, "null", [{ a: 1 }], [5]])
    expect([trace, failure(trace)]).toEqual([trace, "TRACE_UNRECOGNISED"]);
  expect(failure([])).toBe("none");
  expect(failure(Array.from({ length: 4 }, () => ({ tool: "f" })))).toBe("RANGE");
  expect(failure([{ tool: "f", time: "now" }])).toBe("TYPE");
});

describe("messages of providers", () => {
  test("Chat Completions", () => {
    const trace = [
      { role: "system", content: "Be brief." },
      {
        role: "assistant",
        content: "Well",
        tool_calls: [
          { id: "a", type: "function", function: { name: "f", arguments: '{"x":1}' } },
          { id: "b", type: "function", function: { name: "g", arguments: "" } },
        ],
      },
      { role: "tool", tool_call_id: "b", content: "2" },
      { role: "tool", tool_call_id: "z", content: "?" },
    ];
    expect(shown(trace)).toEqual([
      "message system: Be brief.",
      "message assistant: Well",
      'call f a {"x":1}',
      "call g b {}",
      'result g b to 3: "2"',
      'result undefined z to nothing: "?"',
    ]);
    expect(shown({ model: "m", messages: trace })).toEqual(shown(trace));
    expect(shown(trace.map((each) => JSON.stringify(each)).join("\n"))).toEqual(shown(trace));
    expect(paths(trace).slice(2)).toEqual([
      "/trace/1/tool_calls/0",
      "/trace/1/tool_calls/1",
      "/trace/2",
      "/trace/3",
    ]);
  });

  test("Responses", () => {
    const trace = [
      { role: "user", content: "Go" },
      { type: "reasoning", summary: [] },
      { type: "function_call", id: "fc", call_id: "a", name: "f", arguments: "{oops" },
      { type: "function_call_output", call_id: "a", output: "1" },
    ];
    expect(shown(trace)).toEqual([
      "message user: Go",
      "other",
      "call f a undefined",
      'result f a to 2: "1"',
    ]);
  });

  test("Anthropic", () => {
    const trace = [
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: { x: 1 } }] },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "a", is_error: true, content: "no" }],
      },
    ];
    expect(shown(trace)).toEqual(['call f a {"x":1}', 'error f a to 0: "no"']);
  });

  test.each([{ is_error: true }, { isError: true }, { status: "error" }])(
    "answers of providers without a mark of their own for an error: %j",
    (mark) => {
      const call = { id: "a", type: "function", function: { name: "f", arguments: "{}" } };
      const answer = { tool_call_id: "a", content: "no", ...mark };
      expect(
        shown([
          { role: "assistant", tool_calls: [call] },
          { role: "tool", ...answer },
        ]),
      ).toEqual(["call f a {}", 'error f a to 0: "no"']);
      expect(
        shown([
          { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
          { type: "function_call_output", call_id: "a", output: "no", ...mark },
        ]),
      ).toEqual(["call f a {}", 'error f a to 0: "no"']);
    },
  );

  test("Gemini, paired by name in order", () => {
    const call = (x: number) => ({ functionCall: { name: "f", args: { x } } });
    const answer = (y: number) => ({ functionResponse: { name: "f", response: { y } } });
    const trace = [
      { role: "model", parts: [call(1), call(2)] },
      { role: "user", parts: [answer(1), answer(2), answer(3)] },
    ];
    expect(shown(trace)).toEqual([
      'call f call_0 {"x":1}',
      'call f call_1 {"x":2}',
      'result f call_0 to 0: {"y":1}',
      'result f call_1 to 1: {"y":2}',
      'result f undefined to nothing: {"y":3}',
    ]);
  });
});

describe("JSON-RPC of MCP", () => {
  const request = (id: unknown, method: string, params?: object) => ({
    jsonrpc: "2.0",
    id,
    method,
    params,
  });
  const response = (id: unknown, more: object) => ({ jsonrpc: "2.0", id, ...more });

  test("calls and their answers among everything else", () => {
    const trace = [
      request(0, "initialize", {}),
      response(0, { result: { content: [] } }),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      request(1, "tools/call", { name: "f", arguments: { x: 1 } }),
      request("b", "tools/call", { name: "g" }),
      response("b", { error: { code: -1 } }),
      response(1, { result: { isError: true, content: [] } }),
      request(2, "tools/list"),
      response(2, { error: { code: -1 } }),
    ];
    expect(shown(trace)).toEqual([
      "other",
      "other",
      "other",
      'call f 1 {"x":1}',
      "call g b {}",
      'error g b to 4: {"code":-1}',
      'error f 1 to 3: {"isError":true,"content":[]}',
      "other",
      "other",
    ]);
    expect(
      shown([trace.slice(3, 4), trace.slice(6, 7)].map((x) => JSON.stringify(x[0])).join("\n")),
    ).toHaveLength(2);
  });

  test("a text and a number are two ids", () => {
    const call = (id: unknown, name: string) => request(id, "tools/call", { name });
    const said = (id: unknown, y: number) => response(id, { result: { y } });
    expect(shown([call(7, "f"), call("7", "g"), said("7", 1), said(7, 2)])).toEqual([
      "call f 7 {}",
      "call g 7 {}",
      'result g 7 to 1: {"y":1}',
      'result f 7 to 0: {"y":2}',
    ]);
    expect(shown([call(7, "f"), said("7", 1)])).toEqual([
      "call f 7 {}",
      'result undefined 7 to nothing: {"y":1}',
    ]);
    expect(shown([request("7", "tools/list"), call(7, "f"), said(7, 1), said("7", 2)])).toEqual([
      "other",
      "call f 7 {}",
      'result f 7 to 1: {"y":1}',
      "other",
    ]);
  });
});

describe("plain events", () => {
  test("calls, results, both in one, messages, anything else", () => {
    const trace = [
      { tool: "f", id: "a", arguments: '{"x":1}' },
      { type: "call", name: "g", args: { y: 2 } },
      { id: "a", result: null },
      { type: "result", tool: "g", error: "no" },
      { tool: "h", result: 3 },
      { tool: "h", error: null, result: 4 },
      { name: "i", error: false },
      { type: "message", role: "user", text: "hm" },
      { role: "assistant", content: "Well" },
      { type: "agent_start", name: "planner" },
      { type: "result", result: 5 },
      { type: "other" },
    ];
    expect(shown(trace)).toEqual([
      'call f a {"x":1}',
      'call g call_1 {"y":2}',
      "result f a to 0: null",
      'error g call_1 to 1: "no"',
      "call h call_2 {}",
      "result h call_2 to 4: 3",
      "call h call_3 {}",
      "result h call_3 to 6: 4",
      "call i call_4 {}",
      "message user: hm",
      "message assistant: Well",
      "other",
      "result undefined undefined to nothing: 5",
      "other",
    ]);
    expect(paths(trace).slice(4, 6)).toEqual(["/trace/4", "/trace/4"]);
    expect(shown('{"tool":"f"}')).toEqual(["call f call_0 {}"]);
    expect(paths({ tool: "f" })).toEqual(["/trace"]);
  });

  test("times", () => {
    const trace = [
      { tool: "f", id: "a", time: "1970-01-01T00:00:01.5Z" },
      { id: "a", result: 1, time: 2.00025 },
      { tool: "g", result: 1, time: 3 },
    ];
    expect(eventsOf(trace).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [1500, undefined],
      [undefined, 2000.25],
      [3000, undefined],
      [undefined, undefined],
    ]);
  });
});

describe("OpenTelemetry", () => {
  const attribute = (key: string, value: object) => ({ key, value });
  const span = (
    name: string,
    start: number | undefined,
    end: number | undefined,
    more: object[] = [],
    status?: object,
  ) => ({
    spanId: name,
    name: `execute_tool ${name}`,
    ...(start === undefined ? {} : { startTimeUnixNano: `176364000000000000${start}` }),
    ...(end === undefined ? {} : { endTimeUnixNano: `176364000000000000${end}` }),
    attributes: [attribute("gen_ai.operation.name", { stringValue: "execute_tool" }), ...more],
    ...(status ? { status } : {}),
  });
  const otlp = (...spans: object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

  test("overlapping spans by time; at one time calls first", () => {
    const trace = otlp(span("b", 3, 5), span("a", 1, 3), span("c", 2, undefined));
    expect(shown(trace)).toEqual([
      "call a call_0 {}",
      "call c call_1 {}",
      "call b call_2 {}",
      "result a call_0 to 0: null",
      "result b call_2 to 2: null",
    ]);
    expect(paths(trace)[0]).toBe("/trace/resourceSpans/0/scopeSpans/0/spans/1");
    expect(shown(trace.resourceSpans[0]?.scopeSpans[0]?.spans)).toEqual(shown(trace));
    expect(shown([otlp(span("a", 1, 3)), otlp(span("b", 2, 4))])).toHaveLength(4);
  });

  test("what attributes say", () => {
    const list = attribute("gen_ai.tool.call.arguments", {
      kvlistValue: {
        values: [
          attribute("n", { intValue: "12345678901234567890" }),
          attribute("l", { arrayValue: { values: [{ boolValue: true }, { doubleValue: 0.5 }] } }),
        ],
      },
    });
    const named = [
      attribute("gen_ai.tool.name", { stringValue: "f" }),
      attribute("gen_ai.tool.call.id", { stringValue: "id" }),
      attribute("gen_ai.agent.name", { stringValue: "Ann" }),
      attribute("gen_ai.tool.call.result", { stringValue: '{"ok":true}' }),
    ];
    expect(shown(otlp(span("x", 1, 2, [...named, list])))).toEqual([
      'call f id {"n":"12345678901234567890","l":[true,0.5]}',
      'result f id to 0: {"ok":true}',
    ]);
    expect(eventsOf(otlp(span("x", 1, 2, named)))[0]?.agent).toBe("Ann");
    const text = attribute("gen_ai.tool.call.arguments", { stringValue: "{oops" });
    expect(shown(otlp(span("x", 1, undefined, [text])))).toEqual(["call x call_0 undefined"]);
  });

  test("errors", () => {
    const error = attribute("error.type", { stringValue: "timeout" });
    const spans = [
      span("a", 1, 2, [error]),
      span("b", 3, 4, [], { code: 2 }),
      span("c", 5, 6, [], { code: "STATUS_CODE_ERROR" }),
      span("d", 7, 8, [], { code: 1 }),
    ];
    const kinds = shown(otlp(...spans)).map((line) => line.split(" ")[0]);
    expect(kinds).toEqual(["call", "error", "call", "error", "call", "error", "call", "result"]);
  });

  test("spans of the same call id twice, and spans that are no tools", () => {
    const id = [attribute("gen_ai.tool.call.id", { stringValue: "a" })];
    const chat = { spanId: "z", startTimeUnixNano: "1763640000000000000", attributes: [] };
    expect(shown(otlp(chat, span("x", 1, 4, id), span("x", 2, 3, id)))).toEqual([
      "other",
      "call x a {}",
      "call x a {}",
      "result x a to 2: null",
      "result x a to 1: null",
    ]);
  });

  test("other ways of writing spans", () => {
    const plain = {
      span_id: "s",
      name: "execute_tool f",
      start_time: "2025-11-20T12:00:00.000001Z",
      end_time: "2025-11-20T12:00:00.25Z",
      attributes: { "gen_ai.operation.name": "execute_tool" },
      status: { status_code: "ERROR" },
    };
    expect(shown([plain])).toEqual(["call f call_0 {}", "error f call_0 to 0: null"]);
    const [call, result] = eventsOf([plain]);
    expect((result?.endMs ?? 0) - (call?.startMs ?? 0)).toBeCloseTo(249.999, 3);
    const pairs = { ...plain, start_time: [1763640000, 500], end_time: [1763640001, 0] };
    expect(eventsOf([pairs])[0]?.startMs).toBe(1763640000000);
  });
});
