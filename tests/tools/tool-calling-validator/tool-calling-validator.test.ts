import { describe, expect, test } from "bun:test";
import type { Value } from "../../../tools/tool-calling-validator.ts";
import { call, codes, failure, first, object, run, warned } from "../../support/checked-calls.ts";

describe("what is checked", () => {
  test("calls of all providers, found wherever a response carries them", () => {
    const shapes = [
      { type: "function", id: "x", function: { name: "f", arguments: '{"a":1}' } },
      { type: "function_call", call_id: "x", name: "f", arguments: '{"a":1}' },
      { type: "tool_use", id: "x", name: "f", input: { a: 1 } },
      { functionCall: { id: "x", name: "f", args: { a: 1 } } },
      { jsonrpc: "2.0", id: "x", method: "tools/call", params: { name: "f", arguments: { a: 1 } } },
      { id: "x", name: "f", parameters: { a: 1 } },
      {
        choices: [
          {
            message: {
              role: "assistant",
              content: null,
              tool_calls: [
                { id: "x", type: "function", function: { name: "f", arguments: '{"a":1}' } },
              ],
            },
          },
        ],
      },
      {
        output: [
          { type: "reasoning", summary: [] },
          { type: "function_call", call_id: "x", name: "f", arguments: '{"a":1}' },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "text", text: "So." },
          { type: "tool_use", id: "x", name: "f", input: { a: 1 } },
        ],
      },
      {
        candidates: [
          {
            content: {
              role: "model",
              parts: [{ functionCall: { id: "x", name: "f", args: { a: 1 } } }],
            },
          },
        ],
      },
    ];
    const tools = [{ name: "f", inputSchema: object({ a: { type: "integer" } }) }];
    for (const calls of shapes) {
      const { id, name, arguments: args, valid } = first({ calls, tools });
      expect({ id, name, args, valid }).toEqual({
        id: "x",
        name: "f",
        args: { a: 1 },
        valid: true,
      });
    }
  });

  test("no arguments, empty text, null and {} are the same", () => {
    for (const args of [undefined, null, "", " \n", "{}", "null", {}]) {
      expect(first(call(object({}), args))).toMatchObject({
        valid: true,
        arguments: {},
        repaired: {},
      });
    }
    const gemini = {
      calls: { functionCall: { name: "f" } },
      tools: [{ name: "f", description: "d" }],
    };
    expect(first(gemini)).toMatchObject({ valid: true, id: "call_0", arguments: {} });
  });

  test("integers, and numbers that no double holds", () => {
    const schema = object({ n: { type: "integer" } });
    expect(run(call(schema, { n: 3.0 })).valid).toBe(true);
    expect(codes(call(schema, { n: 3.5 }))).toEqual(["SCHEMA_TYPE /calls/0/arguments/n"]);
    const big = run(call(schema, '{"n":12345678901234567890}'));
    expect(big.output).toBe('{\n  "n": 12345678901234567890\n}');
    expect(big.warnings?.map(({ code }) => code)).toEqual(["NUMBER_KEPT_AS_TEXT"]);
  });

  test("a path for each element, one entry for each missing name", () => {
    const item = object({ id: { type: "integer" } }, { required: ["id", "at"] });
    const schema = object({ rows: { type: "array", items: { type: "array", items: item } } });
    expect(codes(call(schema, { rows: [[], [{ id: "x" }]] }))).toEqual([
      "SCHEMA_REQUIRED /calls/0/arguments/rows/1/0",
      "SCHEMA_TYPE /calls/0/arguments/rows/1/0/id",
    ]);
  });

  test("every call has its own place, and ids and calls that repeat are told", () => {
    const schema = object({ a: { type: "integer" } });
    const calls = [
      { id: "1", name: "f", arguments: { a: 1 } },
      { id: "1", name: "f", arguments: { a: 1.0 } },
      { name: "f", arguments: { a: "x" } },
      { name: "f" },
    ];
    const input = { calls, tools: [{ name: "f", inputSchema: schema }] };
    expect(codes(input)).toEqual([
      "DUPLICATE_CALL_ID /calls/1/id",
      "SCHEMA_TYPE /calls/2/arguments/a",
    ]);
    expect(warned(input)).toEqual(["DUPLICATE_CALL /calls/1"]);
    expect(run(input)).toMatchObject({
      valid: false,
      stats: { calls: 4, valid: 2, repairable: 0 },
    });
    expect((run(input).value as Value).calls.map(({ id }) => id)).toEqual([
      "1",
      "1",
      "call_2",
      "call_3",
    ]);
  });

  test("names are looked up exactly; those spelt alike come first among the suggestions", () => {
    const tools = ["get_weather", "get_whether", "send_mail", "Get.Weather"].map((name) => ({
      name,
      description: "d",
    }));
    const suggested = (name: string) => first({ calls: [{ name }], tools });
    expect(suggested("getWeather").suggestions).toEqual([
      "Get.Weather",
      "get_weather",
      "get_whether",
    ]);
    expect(suggested("getWeather").repairs).toEqual([]);
    expect(suggested("mcp__my_server__send-mail")).toMatchObject({
      tool: null,
      suggestions: ["send_mail"],
      repaired: {},
    });
    expect(suggested("teleport").suggestions).toEqual([]);
    expect(suggested("get_weather").tool).toBe("get_weather");
  });

  test("hints tell what to send", () => {
    const schema = object(
      {
        city: { type: "string", minLength: 1 },
        kind: { enum: ["a", "b", 1] },
        tags: { type: "array", items: { type: "string" }, maxItems: 2 },
      },
      { required: ["city"], additionalProperties: false },
    );
    const hints = (args: object) => run(call(schema, args)).errors?.map(({ hint }) => hint);
    expect(hints({})).toEqual(['Add "city": a string, at least 1 character']);
    expect(hints({ city: "x", kind: 2 })).toEqual(['Send one of "a", "b", 1']);
    expect(hints({ city: "x", tags: ["a", "b", "c"] })).toEqual([
      "Send an array of which each is a string, at most 2 items",
    ]);
    expect(hints({ city: "x", towns: 1 })?.[0]).toStartWith('Allowed are "city", "kind", "tags"');
    const union = object({ u: { anyOf: [{ type: "integer" }, { type: "array" }] } });
    expect(run(call(union, { u: "x" })).errors?.[0]?.hint).toStartWith("Closest is anyOf/0");
  });

  test("what keeps it from being checked at all", () => {
    const tools = [{ name: "f", inputSchema: {} }];
    expect(failure({ tools })).toBe("CALLS_MISSING /calls");
    expect(failure({ calls: "[]", tools })).toBe("CALLS_MISSING /calls");
    expect(failure({ calls: [{ role: "user", content: "hi" }], tools })).toBe(
      "CALLS_MISSING /calls",
    );
    expect(failure({ calls: [{ name: "f" }], tools: [] })).toBe("TOOLS_MISSING /tools");
    expect(failure({ calls: "[{", tools })).toBe("JSON_SYNTAX /calls");
    expect(failure({ calls: [{ arguments: {} }], tools })).toBe("TOOL_INPUT_INVALID /calls/0");
    expect(failure({ calls: [{ name: "f" }], tools: [{ foo: 1 }] })).toBe(
      "TOOL_INPUT_INVALID /tools/0",
    );
    expect(
      failure({
        calls: [{ name: "f" }],
        tools: [...tools, { name: "g", input_schema: { type: 5 } }],
      }),
    ).toBe("SCHEMA_INVALID /tools/1");
    expect(failure({ calls: Array.from({ length: 1001 }, () => ({ name: "f" })), tools })).toBe(
      "TOOL_INPUT_INVALID /calls",
    );
  });
});

describe("remarks", () => {
  test("members that are not named, in the object and inside of it, not in maps", () => {
    const schema = object({
      a: {},
      map: { type: "object" },
      typed: { type: "object", additionalProperties: { type: "string" } },
      inner: object({ x: {} }),
    });
    const args = { A: 1, map: { k: 1 }, typed: { k: "v" }, inner: { y: 1 } };
    const places = [
      "UNKNOWN_ARGUMENT /calls/0/arguments/A",
      "UNKNOWN_ARGUMENT /calls/0/arguments/inner/y",
    ];
    expect(warned(call(schema, args))).toEqual(places);
    expect(first(call(schema, args))).toMatchObject({ valid: true, findings: 2 });
    expect(codes(call(schema, args, { strictUnknown: true }))).toEqual(places);
    expect(first(call(schema, args, { strictUnknown: true }))).toMatchObject({
      valid: false,
      repaired: null,
    });
    const closed = object({ a: {} }, { additionalProperties: false });
    expect(codes(call(closed, { b: 1 }, { strictUnknown: true }))).toEqual([
      "SCHEMA_ADDITIONAL_PROPERTIES /calls/0/arguments/b",
    ]);
    expect(warned(call(closed, { b: 1 }))).toEqual([]);
    const joined = {
      allOf: [object({ a: {} }), { $ref: "#/$defs/b" }],
      $defs: { b: object({ b: {} }) },
    };
    expect(warned(call(joined, { a: 1, b: 2, c: 3 }))).toEqual([
      "UNKNOWN_ARGUMENT /calls/0/arguments/c",
    ]);
  });

  test("placeholders, but not words that the schema names or sentences", () => {
    const schema = object({ s: { type: "string" } });
    for (const s of ["<city>", "TODO", "your_api_key", "YOUR API KEY", "string", "...", "{{name}}"])
      expect(warned(call(schema, { s }))).toEqual(["PLACEHOLDER_VALUE /calls/0/arguments/s"]);
    for (const s of [
      "Oslo",
      "a string",
      "<b>x</b>",
      '{"a":1}',
      "your order is late",
      "",
      "…and so on",
    ])
      expect(warned(call(schema, { s }))).toEqual([]);
    expect(warned(call(object({ s: { enum: ["string", "number"] } }), { s: "string" }))).toEqual(
      [],
    );
  });

  test("required strings that are empty", () => {
    const schema = object({ a: { type: "string" }, b: { type: "string" } }, { required: ["a"] });
    expect(warned(call(schema, { a: " ", b: "" }))).toEqual([
      "EMPTY_REQUIRED /calls/0/arguments/a",
    ]);
  });
});
