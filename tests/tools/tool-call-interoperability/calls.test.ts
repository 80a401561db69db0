import { describe, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import tool, { type Value } from "../../../tools/tool-call-interoperability.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const codes = (entries: readonly { code: string; path?: string | undefined }[] = []) =>
  entries.map(({ code, path }) => `${code} ${path}`);

describe("calls and results", () => {
  const call = {
    id: "c1",
    type: "function",
    function: { name: "a.b", arguments: '{ "x": 1.0, "y": [] }' },
  };
  const written = (to: string) => valueOf({ calls: [call], to }).calls[0];
  test("a call in every form, its arguments the same", () => {
    expect(written("openai-chat")).toEqual({
      id: "c1",
      type: "function",
      function: { name: "a_b", arguments: '{"x":1.0,"y":[]}' },
    });
    expect(written("openai-responses")).toEqual({
      type: "function_call",
      call_id: "c1",
      name: "a_b",
      arguments: '{"x":1.0,"y":[]}',
    });
    expect(written("anthropic")).toEqual({
      type: "tool_use",
      id: "c1",
      name: "a_b",
      input: { x: 1, y: [] },
    });
    expect(written("gemini")).toEqual({
      functionCall: { id: "c1", name: "a.b", args: { x: 1, y: [] } },
    });
    expect(written("mcp")).toEqual({
      jsonrpc: "2.0",
      id: "c1",
      method: "tools/call",
      params: { name: "a.b", arguments: { x: 1, y: [] } },
    });
  });

  test("ids: numbers stay numbers for MCP, missing ones are counted", () => {
    const calls = [
      { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "f" } },
      { functionCall: { name: "f" } },
    ];
    expect(valueOf({ calls, to: "mcp" }).calls).toMatchObject([
      { id: 7, params: { arguments: {} } },
      { id: "call_1" },
    ]);
    expect(valueOf({ calls, to: "anthropic" }).calls).toMatchObject([
      { id: "7" },
      { id: "call_1" },
    ]);
  });

  test("text that is no JSON", () => {
    const calls = [
      { id: "c", type: "function", function: { name: "f", arguments: "{x" } },
      { name: "f", arguments: null },
    ];
    const { valid, errors } = run({ calls, to: "anthropic" });
    expect({ valid, errors: codes(errors) }).toEqual({
      valid: false,
      errors: ["ARGUMENTS_NOT_JSON /calls/0/function/arguments"],
    });
    expect(valueOf({ calls, to: "openai-chat" }).calls).toMatchObject([
      { function: { arguments: "{x" } },
      { function: { arguments: "{}" } },
    ]);
  });

  const calls = [{ id: "1", name: "f.g", arguments: {} }];
  const results = {
    chat: { role: "tool", tool_call_id: "1", content: "no" },
    responses: { type: "function_call_output", call_id: "1", output: "no" },
    anthropic: { type: "tool_result", tool_use_id: "1", content: "no", is_error: true },
    gemini: { functionResponse: { id: "1", name: "f.g", response: { error: "no" } } },
    mcp: { content: [{ type: "text", text: "no" }], isError: true },
  };
  const resultFor = (given: object, to: string) =>
    valueOf({ calls, results: [given], to }).results[0];
  test("a result in every form, its error flag where there is one", () => {
    expect(resultFor(results.gemini, "anthropic")).toEqual(results.anthropic);
    expect(resultFor(results.anthropic, "gemini")).toEqual(results.gemini);
    expect(resultFor(results.mcp, "anthropic")).toEqual(results.anthropic);
    expect(resultFor(results.anthropic, "mcp")).toEqual(results.mcp);
    expect(resultFor(results.mcp, "mcp")).toEqual(results.mcp);
    for (const given of Object.values(results)) {
      expect(resultFor(given, "openai-chat")).toEqual(results.chat);
      expect(resultFor(given, "openai-responses")).toEqual(results.responses);
    }
    expect(codes(valueOf({ calls, results: [results.mcp] }).changes)).toEqual([
      "ERROR_FLAG_LOST /results/0",
    ]);
    expect(resultFor(results.chat, "gemini")).toEqual({
      functionResponse: { id: "1", name: "f.g", response: { output: "no" } },
    });
  });

  test("content that is data, parts, or nothing", () => {
    const data = { functionResponse: { name: "f.g", response: { output: { t: [1] } } } };
    expect(resultFor(data, "mcp")).toEqual({
      content: [{ type: "text", text: '{"t":[1]}' }],
      structuredContent: { t: [1] },
    });
    expect(resultFor(data, "anthropic")).toMatchObject({ tool_use_id: "1", content: '{"t":[1]}' });
    expect(codes(valueOf({ calls, results: [data], to: "anthropic" }).changes)).toEqual([
      "CONTENT_AS_TEXT /results/0",
    ]);
    const image = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: "AA==" },
    };
    const both = {
      type: "tool_result",
      tool_use_id: "1",
      content: [{ type: "text", text: "see" }, image],
    };
    expect(resultFor(both, "mcp")).toEqual({
      content: [
        { type: "text", text: "see" },
        { type: "image", data: "AA==", mimeType: "image/png" },
      ],
    });
    expect(resultFor({ type: "tool_result", tool_use_id: "1" }, "openai-chat")).toMatchObject({
      content: "",
    });
  });

  test("a result of no call", () => {
    const { errors, valid } = run({
      calls,
      results: [{ role: "tool", tool_call_id: "2", content: "x" }],
    });
    expect({ valid, errors: codes(errors) }).toEqual({
      valid: false,
      errors: ["RESULT_WITHOUT_CALL /results/0"],
    });
  });

  test("arguments are equal as JSON values in every form and back", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (args) => {
        const text = JSON.stringify(args);
        for (const to of ["openai-responses", "anthropic", "gemini", "mcp"]) {
          const there = run({ calls: [{ id: "1", name: "f", arguments: text }], to }).output ?? "";
          const { calls: middle } = JSON.parse(there) as { calls: unknown };
          const back = valueOf({ calls: middle, to: "openai-chat" }).calls[0] as {
            function: { arguments: string };
          };
          expect(JSON.parse(back.function.arguments)).toEqual(JSON.parse(text));
        }
      }),
    );
  });
});

describe("nulls that strict mode made", () => {
  const inputSchema = {
    type: "object",
    properties: {
      city: { type: "string" },
      days: { type: "integer" },
      note: { type: ["string", "null"] },
      stops: {
        type: "array",
        items: {
          type: "object",
          properties: { at: { type: "string" }, why: { $ref: "#/$defs/why" } },
        },
      },
    },
    required: ["city"],
    $defs: { why: { anyOf: [{ type: "string" }, { type: "integer" }] } },
  };
  const originalTools = [{ name: "trip.plan", inputSchema }];
  const back = (args: object, name = "trip_plan") => {
    const calls = [
      { id: "c", type: "function", function: { name, arguments: JSON.stringify(args) } },
    ];
    const { calls: written, changes } = valueOf({ calls, originalTools, to: "anthropic" });
    return [(written[0] as { input: object }).input, codes(changes)];
  };

  test("go where the original is optional and takes none, each with an entry", () => {
    const place = "/calls/0/function/arguments";
    for (const name of ["trip_plan", "trip.plan"]) {
      expect(
        back(
          { city: null, days: null, note: null, stops: [{ at: "x", why: null }], own: null },
          name,
        ),
      ).toEqual([
        { city: null, note: null, stops: [{ at: "x" }], own: null },
        [`NULL_REMOVED ${place}/days`, `NULL_REMOVED ${place}/stops/0/why`],
      ]);
    }
    expect(back({ city: "x", days: null }, "other")).toEqual([{ city: "x", days: null }, []]);
  });

  test("what is valid for the strict tool is valid for the original again", () => {
    const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
    const strict = fc.record({
      city: fc.string(),
      days: optional(fc.integer()),
      note: optional(fc.string()),
      stops: optional(fc.array(fc.record({ at: optional(fc.string()), why: optional(fc.nat()) }))),
    });
    const ajv = new Ajv2020({ strict: false }).compile(inputSchema);
    fc.assert(fc.property(strict, (args) => expect(ajv(back(args)[0])).toBe(true)));
  });
});
