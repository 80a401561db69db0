import { describe, expect, test } from "bun:test";
import tool, { type Value } from "../../../tools/tool-call-interoperability.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const codes = (entries: readonly { code: string; path?: string | undefined }[] = []) =>
  entries.map(({ code, path }) => `${code} ${path}`);
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

/** A schema as the target gets it, and what was changed. */
const adapted = (schema: unknown, more: object) => {
  const { tools, changes } = valueOf({
    tools: [{ name: "f", description: "d", inputSchema: schema }],
    ...more,
  });
  const [only] = tools as Record<string, unknown>[];
  const declared = (only?.["functionDeclarations"] as Record<string, unknown>[] | undefined)?.[0];
  const inside =
    declared ?? (only?.["function"] as Record<string, unknown> | undefined) ?? only ?? {};
  const written = ["parameters", "parametersJsonSchema", "input_schema", "inputSchema"]
    .map((key) => inside[key])
    .find((value) => value !== undefined);
  return { schema: written, changes: codes(changes) };
};

describe("roots", () => {
  test("what is no object is wrapped, and calls follow", () => {
    const input = {
      tools: [
        {
          name: "f",
          description: "d",
          inputSchema: { $ref: "#/$defs/s", $defs: { s: { type: "string" } } },
        },
      ],
      calls: [
        { name: "f", arguments: '"x"' },
        { name: "g", arguments: { a: 1 } },
      ],
      to: "anthropic",
    };
    expect(valueOf(input).tools).toMatchObject([
      {
        input_schema: {
          type: "object",
          properties: { input: { $ref: "#/$defs/s" } },
          required: ["input"],
          $defs: { s: { type: "string" } },
        },
      },
    ]);
    expect(valueOf(input).calls).toMatchObject([{ input: { input: "x" } }, { input: { a: 1 } }]);
    expect(adapted({ type: "array", items: { $ref: "#" } }, { to: "mcp" })).toEqual({
      schema: object(
        { input: { type: "array", items: { $ref: "#/properties/input" } } },
        { required: ["input"] },
      ),
      changes: ["ROOT_WRAPPED "],
    });
  });

  test("a root that only lacks its type, or that refers to an object, stays", () => {
    expect(adapted({}, { to: "mcp" })).toEqual({ schema: object({}), changes: ["TYPE_ADDED "] });
    expect(adapted(true, { to: "mcp" }).schema).toEqual(object({}));
    expect(adapted({ properties: { a: {} } }, { to: "mcp" }).schema).toEqual(object({ a: {} }));
    expect(adapted({ type: ["object", "null"] }, { to: "mcp" }).schema).toEqual({ type: "object" });
    const reference = { $ref: "#/$defs/o", $defs: { o: object({ o: { $ref: "#/$defs/o" } }) } };
    expect(adapted(reference, { to: "openai-chat" }).schema).toEqual({
      ...object({ o: { $ref: "#/$defs/o" } }),
      $defs: reference.$defs,
    });
  });

  test("a union of objects is one object for Anthropic, and stays for others", () => {
    const union = {
      anyOf: [
        object({ a: { type: "string" }, k: { const: 1 } }, { required: ["a", "k"] }),
        object({ b: {}, k: { const: 2 } }, { required: ["b", "k"] }),
      ],
    };
    expect(adapted(union, { to: "anthropic" })).toEqual({
      schema: object(
        { a: { type: "string" }, k: { anyOf: [{ const: 1 }, { const: 2 }] }, b: {} },
        { required: ["k"] },
      ),
      changes: ["ROOT_UNION_MERGED ", "TYPE_ADDED "],
    });
    expect(adapted(union, { to: "gemini" }).schema).toEqual({ type: "object", ...union });
    const closed = {
      oneOf: [
        object({ a: {} }, { additionalProperties: false }),
        object({ b: {} }, { additionalProperties: false }),
      ],
    };
    expect(adapted(closed, { to: "anthropic" }).schema).toEqual(
      object({ a: {}, b: {} }, { additionalProperties: false }),
    );
    expect(
      adapted({ anyOf: [{ type: "string" }, object({})] }, { to: "anthropic" }).changes,
    ).toEqual(["ROOT_WRAPPED "]);
  });

  test("properties of which anything is allowed are schemas, and names of properties no keywords", () => {
    const schema = object({
      type: true,
      properties: { type: "string" },
      anyOf: { type: "boolean" },
    });
    for (const to of ["openai-chat", "anthropic", "gemini", "mcp"])
      expect(adapted(schema, { to })).toEqual({
        schema: object({ ...schema.properties, type: {} }),
        changes: [],
      });
  });
});

describe("the OpenAPI subset", () => {
  const openApi = (schema: object) => {
    const { schema: root, changes } = adapted(object({ p: schema }), {
      to: "gemini",
      geminiSchema: "openapi",
    });
    return {
      schema: (root as { properties: { p: unknown } }).properties.p,
      changes: changes.map((change) => change.replace("/properties/p", "")),
    };
  };
  test.each([
    [{ type: ["string", "null"] }, { type: "STRING", nullable: true }, ["KEYWORD_CONVERTED /type"]],
    [
      { type: ["string", "integer"] },
      { anyOf: [{ type: "STRING" }, { type: "INTEGER" }] },
      ["KEYWORD_CONVERTED /type"],
    ],
    [{ const: "a" }, { type: "STRING", enum: ["a"] }, ["KEYWORD_CONVERTED /const"]],
    [{ const: 5 }, { type: "INTEGER" }, ["KEYWORD_DROPPED /const"]],
    [
      { oneOf: [{ type: "string" }, { type: "integer" }] },
      { anyOf: [{ type: "STRING" }, { type: "INTEGER" }] },
      ["KEYWORD_CONVERTED /oneOf"],
    ],
    [{ enum: [1, 2.5] }, { type: "NUMBER" }, ["KEYWORD_DROPPED /enum"]],
    [{ type: "integer", enum: [1, 2] }, { type: "INTEGER" }, ["KEYWORD_DROPPED /enum"]],
    [
      { enum: ["a", null] },
      { enum: ["a"], nullable: true, type: "STRING" },
      ["KEYWORD_CONVERTED /enum"],
    ],
    [
      { anyOf: [{ type: "string" }], default: "x" },
      { anyOf: [{ type: "STRING" }] },
      ["KEYWORD_DROPPED /default"],
    ],
    [
      { type: "array", uniqueItems: true, items: { type: "string", minLength: 1 } },
      { type: "ARRAY", items: { type: "STRING", minLength: 1 } },
      ["KEYWORD_DROPPED /uniqueItems"],
    ],
    [
      { type: "object", patternProperties: {}, additionalProperties: { type: "string" } },
      { type: "OBJECT" },
      ["KEYWORD_DROPPED /patternProperties", "KEYWORD_DROPPED /additionalProperties"],
    ],
    [
      { type: "integer", multipleOf: 2, exclusiveMaximum: 9, not: {} },
      { type: "INTEGER" },
      ["KEYWORD_DROPPED /multipleOf", "KEYWORD_DROPPED /exclusiveMaximum", "KEYWORD_DROPPED /not"],
    ],
  ])("%j", (schema, expected, changes) => {
    expect(openApi(schema)).toEqual({ schema: expected, changes });
  });

  test("references are replaced by what they lead to, definitions go", () => {
    const schema = {
      ...object({ a: { $ref: "#/$defs/x" } }),
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $defs: { x: { type: "string" } },
    };
    expect(adapted(schema, { to: "gemini", geminiSchema: "openapi" })).toEqual({
      schema: { type: "OBJECT", properties: { a: { type: "STRING" } } },
      changes: [
        "KEYWORD_CONVERTED /properties/a/$ref",
        "KEYWORD_DROPPED /$schema",
        "KEYWORD_DROPPED /$defs",
      ],
    });
  });
});

describe("strict tools", () => {
  const schema = object({ s: { type: "string", minLength: 2, description: "x" } });
  test("OpenAI: all required, what is optional may be null", () => {
    const { tools, changes } = valueOf({
      tools: [{ name: "f", description: "d", inputSchema: schema }],
      strict: true,
    });
    expect(tools).toEqual([
      {
        type: "function",
        function: {
          name: "f",
          description: "d",
          parameters: object(
            { s: { type: ["string", "null"], description: "x (minLength: 2)" } },
            { required: ["s"], additionalProperties: false },
          ),
          strict: true,
        },
      },
    ]);
    expect(codes(changes)).toEqual([
      "KEYWORD_MOVED /properties/s/minLength",
      "ADDITIONAL_PROPERTIES_CLOSED ",
      "OPTIONAL_MADE_NULLABLE /properties/s",
    ]);
  });
  test("Anthropic: optional members stay so", () => {
    const [only] = valueOf({
      tools: [{ name: "f", description: "d", inputSchema: schema }],
      strict: true,
      to: "anthropic",
    }).tools;
    expect(only).toEqual({
      name: "f",
      description: "d",
      input_schema: object(
        { s: { type: "string", description: "x (minLength: 2)" } },
        { additionalProperties: false },
      ),
      strict: true,
    });
  });
  test.each([
    ["openai-chat", { a: { type: "object", additionalProperties: { type: "string" } } }, "/a"],
    ["anthropic", { a: { type: "object", additionalProperties: true } }, "/a"],
    ["openai-responses", { a: { patternProperties: { "^x": { type: "string" } } } }, "/a"],
    ["openai-chat", { a: { description: "anything" } }, "/a"],
    ["openai-chat", { a: { type: "array" } }, "/a"],
    ["openai-chat", { a: { type: "array", items: {} } }, "/a/items"],
    ["anthropic", { a: { $ref: "#" } }, "/a/$ref"],
  ])("%s: what strict mode would destroy stays as it is: %j", (to, properties, place) => {
    const inputSchema = object(properties);
    const outcome = run({ tools: [{ name: "f", inputSchema }], strict: true, to });
    const [only] = (outcome.value as { tools: object[] }).tools;
    expect(JSON.stringify(only)).toContain(JSON.stringify(inputSchema));
    expect(JSON.stringify(only)).not.toContain('"strict":true');
    expect(outcome.warnings?.map(({ code, path }) => `${code} ${path}`)).toEqual([
      `STRICT_NOT_POSSIBLE /tools/0/inputSchema/properties${place}`,
    ]);
  });
  test("OpenAI: a union is wrapped, as it may not stand at the root", () => {
    const union = {
      type: "object",
      anyOf: [object({ a: { type: "string" } }), object({ b: { type: "string" } })],
    };
    const strict = adapted(union, { to: "openai", strict: true });
    expect(strict.schema).toMatchObject({
      type: "object",
      required: ["input"],
      additionalProperties: false,
    });
    expect(strict.changes[0]).toBe("ROOT_WRAPPED ");
  });
  test("a strict tool stays strict where it can", () => {
    const strict = {
      type: "function",
      function: {
        name: "f",
        description: "d",
        parameters: object(
          { n: { type: "integer", minimum: 1 } },
          { required: ["n"], additionalProperties: false },
        ),
        strict: true,
      },
    };
    expect(valueOf({ tools: [strict] }).tools).toEqual([strict]);
    const { tools, changes } = valueOf({ tools: [strict], to: "anthropic" });
    expect(tools[0]).not.toHaveProperty("strict");
    expect(codes(changes)).toEqual(["FIELD_DROPPED /tools/0/function/strict"]);
  });
});
