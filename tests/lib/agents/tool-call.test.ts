import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { JsonNode } from "../../../tools/_lib/json/tree/tree.ts";
import { documentOf, valueOf } from "../../../tools/_lib/json/tree/value.ts";
import { readPart, writePart } from "../../../tools/_lib/agents/tool-call/content-parts.ts";
import { readDefinitions } from "../../../tools/_lib/agents/tool-call/definitions.ts";
import { fromGeminiSchema } from "../../../tools/_lib/agents/tool-call/gemini-schema.ts";
import type { Item } from "../../../tools/_lib/agents/tool-call/items.ts";
import { NAME_RULES, NAME_TARGETS } from "../../../tools/_lib/agents/tool-call/names.ts";
import { callsOf, readConversation, readItems } from "../../../tools/_lib/agents/tool-call/read.ts";
import { contentOf, resultText } from "../../../tools/_lib/agents/tool-call/results.ts";

const nodeOf = (value: unknown) => documentOf(value)?.root as JsonNode;
const dataOf = (node: JsonNode | undefined) => node && valueOf(node).value;
const read = (value: unknown) => readItems(nodeOf(value), "/x");
/** An item in short: its kind, place and what is known of it. */
const short = (item: Item): string => {
  const place = item.path.slice(2);
  if (item.kind === "call")
    return `call ${place} ${item.id} ${item.name} ${JSON.stringify(dataOf(item.arguments))}`;
  if (item.kind === "result")
    return `result ${place} ${item.id} ${item.name} ${item.call}${item.isError ? " error" : ""}`;
  return item.kind === "message" ? `${item.role} ${place} ${item.text}` : `other ${place}`;
};
const items = (value: unknown) => read(value).map(short);

describe("definitions", () => {
  const shapeOf = (value: unknown) => {
    const { tools, unknown } = readDefinitions(nodeOf(value), "/t");
    return [
      ...tools.map(({ shape, path, schemaPath }) => `${shape} ${path} ${schemaPath}`),
      ...unknown.map((path) => `? ${path}`),
    ];
  };
  test.each([
    [
      { type: "function", function: { name: "f", parameters: {} } },
      ["openai-chat /t /t/function/parameters"],
    ],
    [{ type: "function", name: "f", parameters: null }, ["openai-responses /t undefined"]],
    [{ name: "f", input_schema: {} }, ["anthropic /t /t/input_schema"]],
    [{ name: "f", inputSchema: {} }, ["mcp /t /t/inputSchema"]],
    [{ name: "f", parametersJsonSchema: {} }, ["gemini /t /t/parametersJsonSchema"]],
    [{ name: "f", parameters: { type: "OBJECT" } }, ["gemini /t /t/parameters"]],
    [{ name: "f", parameters: { type: "object" } }, ["bare /t /t/parameters"]],
    [{ name: "f", description: "d" }, ["bare /t undefined"]],
    [
      [[{ tools: [{ name: "f", inputSchema: {} }, 1] }]],
      ["mcp /t/0/0/tools/0 /t/0/0/tools/0/inputSchema", "? /t/0/0/tools/1"],
    ],
    [{ result: { tools: [] } }, []],
    [
      { functionDeclarations: [{ name: "f" }, {}] },
      ["gemini /t/functionDeclarations/0 undefined", "? /t/functionDeclarations/1"],
    ],
    [{ type: "function", function: {} }, ["? /t"]],
    ["f", ["? /t"]],
  ])("%j", (value, expected) => {
    expect(shapeOf(value)).toEqual(expected);
  });

  test("a tool called tools, and a property called type", () => {
    expect(
      shapeOf({
        name: "tools",
        tools: [],
        inputSchema: { properties: { type: { type: "string" } } },
      }),
    ).toEqual(["mcp /t /t/inputSchema"]);
  });
});

describe("schemas of Gemini", () => {
  test("types, nullable, counts as text", () => {
    const schema = {
      type: "OBJECT",
      properties: {
        type: { type: "STRING", nullable: true, enum: ["a"], maxLength: "3" },
        u: { anyOf: [{ type: "NUMBER" }], nullable: true },
      },
      nullable: false,
    };
    expect(dataOf(fromGeminiSchema(nodeOf(schema)))).toEqual({
      type: "object",
      properties: {
        type: { type: ["string", "null"], enum: ["a", null], maxLength: 3 },
        u: { anyOf: [{ type: "number" }, { type: "null" }] },
      },
    });
    expect(
      dataOf(fromGeminiSchema(nodeOf({ type: "TYPE_UNSPECIFIED", items: { type: "BOOLEAN" } }))),
    ).toEqual({ items: { type: "boolean" } });
  });
});

describe("items", () => {
  test("Chat, as a request and as a response, with the older form of a call", () => {
    const messages = [
      { role: "system", content: "S" },
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "image_url", image_url: {} },
          { type: "text", text: "b" },
        ],
      },
      {
        role: "assistant",
        content: "So",
        tool_calls: [
          { id: "1", type: "function", function: { name: "f", arguments: '{"a":1}' } },
          { type: "function", function: { name: "g" } },
        ],
      },
      { role: "tool", tool_call_id: "1", content: "x" },
      { role: "assistant", content: null, function_call: { name: "h", arguments: "" } },
      { role: "function", name: "h", content: "y" },
    ];
    const expected = [
      "system /0 S",
      "user /1 a\nb",
      "assistant /2 So",
      'call /2/tool_calls/0 1 f {"a":1}',
      "call /2/tool_calls/1 call_1 g {}",
      "result /3 1 f 0",
      "call /4/function_call call_2 h {}",
      "result /5 call_2 h 2",
    ];
    expect(items(messages)).toEqual(expected);
    expect(items({ model: "m", messages })).toEqual(
      expected.map((line) => line.replace(" /", " /messages/")),
    );
    expect(items({ choices: [{ message: messages[2] }] })).toEqual(
      expected.slice(2, 5).map((line) => line.replace(" /2", " /choices/0/message")),
    );
  });

  test("Responses", () => {
    const input = [
      { role: "user", content: "a" },
      { type: "reasoning" },
      { type: "function_call", id: "fc", call_id: "1", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "1", output: "x" },
      { type: "custom_tool_call", call_id: "2", name: "g", input: "text" },
    ];
    expect(items({ instructions: "S", input })).toEqual([
      "system /instructions S",
      "user /input/0 a",
      "other /input/1",
      "call /input/2 1 f {}",
      "result /input/3 1 f 0",
      'call /input/4 2 g {"input":"text"}',
    ]);
    expect(items({ input: "Hi" })).toEqual(["user /input Hi"]);
  });

  test("Anthropic", () => {
    const messages = [
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "…" },
          { type: "text", text: "a" },
          { type: "tool_use", id: "1", name: "f", input: { x: null } },
          { type: "server_tool_use", id: "2", name: "web", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "1", is_error: true },
          { type: "text", text: "b" },
        ],
      },
    ];
    expect(items({ system: [{ type: "text", text: "S" }], messages })).toEqual([
      "system /system S",
      "assistant /messages/0 a",
      'call /messages/0/content/2 1 f {"x":null}',
      "assistant /messages/0 ",
      "result /messages/1/content/0 1 f 0 error",
      "user /messages/1 b",
    ]);
  });

  test("Gemini pairs by name in order, MCP by id", () => {
    const contents = [
      {
        role: "model",
        parts: [
          { functionCall: { name: "f" } },
          { functionCall: { name: "g", args: {} } },
          { functionCall: { name: "f", args: { a: 1 } } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "f", response: {} } },
          { functionResponse: { name: "f", response: { error: "x" } } },
          { functionResponse: { name: "z", response: {} } },
        ],
      },
    ];
    expect(items({ systemInstruction: { parts: [{ text: "S" }] }, contents }).slice(4)).toEqual([
      "result /contents/1/parts/0 call_0 f 0",
      "result /contents/1/parts/1 call_2 f 2 error",
      "result /contents/1/parts/2 undefined z undefined",
    ]);
    const lines = [
      { jsonrpc: "2.0", id: 0, method: "initialize", params: {} },
      { jsonrpc: "2.0", id: 0, result: { capabilities: {} } },
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "f" } },
      { jsonrpc: "2.0", id: 1, result: { content: [], isError: true } },
      { jsonrpc: "2.0", id: 2, error: { code: 1, message: "x" } },
    ];
    expect(items(lines)).toEqual([
      "other /0",
      "other /1",
      "call /2 1 f {}",
      "result /3 1 f 0 error",
      "result /4 2 undefined undefined error",
    ]);
  });

  test("in JSON-RPC a text and a number are two ids; others write numbers as text", () => {
    const call = (id: unknown, name: string) => {
      return { jsonrpc: "2.0", id, method: "tools/call", params: { name } };
    };
    const said = (id: unknown) => ({ jsonrpc: "2.0", id, result: { content: [] } });
    expect(items([call(7, "f"), call("7", "g"), said("7"), said(7), said("8")])).toEqual([
      "call /0 7 f {}",
      "call /1 7 g {}",
      "result /2 7 g 1",
      "result /3 7 f 0",
      "result /4 8 undefined undefined",
    ]);
    const chat = { id: "7", type: "function", function: { name: "f", arguments: "" } };
    expect(items([chat, said(7)])).toEqual(["call /0 7 f {}", "result /1 7 f 0"]);
    const message = { role: "tool", tool_call_id: "7", content: "x" };
    expect(items([call(7, "f"), message])).toEqual(["call /0 7 f {}", "result /1 7 f 0"]);
  });

  test("calls alone, by any name of their arguments; what is none", () => {
    for (const key of ["arguments", "args", "input", "parameters"])
      expect(items([{ id: 5, name: "f", [key]: { a: 1 } }])).toEqual(['call /0 5 f {"a":1}']);
    expect(items([{ arguments: {} }, 5, null, { name: 3 }])).toEqual([
      "other /0",
      "other /1",
      "other /2",
      "other /3",
    ]);
  });

  test("text that is no JSON is told, an id that is taken is not given again", () => {
    const [broken] = callsOf(read([{ name: "f", arguments: "{x" }]));
    expect(broken).toMatchObject({
      arguments: undefined,
      argumentsText: "{x",
      argumentsPath: "/x/0/arguments",
    });
    expect(broken?.problem?.code).toBe("JSON_SYNTAX");
    expect(callsOf(read([{ name: "f" }, { id: "call_0", name: "g" }])).map(({ id }) => id)).toEqual(
      ["call_0_2", "call_0"],
    );
  });

  test("several fields are one conversation; results without id and name answer in order", () => {
    const fields = [
      {
        root: nodeOf([
          { id: "a", name: "f" },
          { id: "b", name: "g" },
        ]),
        path: "/calls",
      },
      {
        root: nodeOf([{ content: [], isError: false }, { content: [{ type: "text", text: "x" }] }]),
        path: "/results",
      },
    ];
    expect(readConversation(fields).map(short).slice(2)).toEqual([
      "result esults/0 a f 0",
      "result esults/1 b g 1",
    ]);
  });

  test("exact numbers and keys of the prototype", () => {
    const [call] = callsOf(
      read([{ name: "__proto__", arguments: '{"__proto__":12345678901234567890}' }]),
    );
    expect(call?.name).toBe("__proto__");
    expect(call?.arguments).toMatchObject({
      members: [{ key: "__proto__", value: { text: "12345678901234567890" } }],
    });
  });

  test("any JSON can be read, and every call has its index", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const calls = callsOf(read(value));
        expect(calls.map(({ index }) => index)).toEqual([...calls.keys()]);
        expect(
          readDefinitions(nodeOf(value), "").tools.every(
            ({ inputSchema }) => inputSchema !== undefined,
          ),
        ).toBe(true);
      }),
    );
  });
});

describe("parts and results", () => {
  test("a part written for one provider is read as the same part", () => {
    const url = "data:image/png;base64,AAAA";
    for (const provider of [
      "openai-chat",
      "openai-responses",
      "anthropic",
      "gemini",
      "mcp",
    ] as const) {
      const text = writePart(readPart(nodeOf("Hi")), provider);
      expect(readPart(text as JsonNode)).toMatchObject({
        kind: "text",
        text: { value: "Hi" },
        extras: [],
      });
      const image = writePart(
        readPart(nodeOf({ type: "image_url", image_url: { url } })),
        provider,
      );
      expect(readPart(image as JsonNode)).toMatchObject({ kind: "image", url, extras: [] });
      expect(writePart(readPart(nodeOf({ type: "zzz" })), provider)).toBeUndefined();
    }
  });

  test("the text of a result, whichever form it has", () => {
    const textOf = (value: unknown) => {
      const [result] = read([value]).flatMap((item) => (item.kind === "result" ? [item] : []));
      return result && resultText(contentOf(result)).value;
    };
    expect(
      textOf({
        type: "tool_result",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      }),
    ).toBe("a\nb");
    expect(textOf({ functionResponse: { name: "f", response: { output: "a" } } })).toBe("a");
    expect(textOf({ functionResponse: { name: "f", response: { a: 1, error: null } } })).toBe(
      '{"a":1,"error":null}',
    );
    expect(textOf({ content: [], structuredContent: { a: 1 } })).toBe('{"a":1}');
    expect(textOf({ jsonrpc: "2.0", id: 1, error: { code: 1, message: "bad" } })).toBe("bad");
    expect(textOf({ role: "tool", tool_call_id: "1", content: null })).toBe("");
  });
});

describe("names", () => {
  test.each([
    ["get_weather", "openai-chat openai-responses anthropic gemini mcp portable"],
    ["a.b", "gemini mcp"],
    ["a:b", "gemini"],
    ["9a", "openai-chat openai-responses anthropic mcp"],
    ["-a", "openai-chat openai-responses anthropic mcp"],
    ["a/b", ""],
    ["", ""],
    ["x".repeat(65), "anthropic gemini mcp"],
    ["x".repeat(129), ""],
  ])("%p", (name, targets) => {
    expect(NAME_TARGETS.filter((target) => NAME_RULES[target].pattern.test(name)).join(" ")).toBe(
      targets,
    );
  });
});
