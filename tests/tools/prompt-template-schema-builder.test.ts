import { describe, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import tool from "../../tools/prompt-template-schema-builder.ts";
import { runUnit } from "../support/run-unit.ts";

interface Built {
  readonly prompt: string;
  readonly system: string;
  readonly user: string;
  readonly schemaSource: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly strictSchema: Readonly<Record<string, unknown>>;
  readonly responseFormats: Readonly<Record<string, unknown>>;
  readonly variables: readonly string[];
}

const run = (given: object) => runUnit(tool as never, { task: "t", ...given });
const built = (given: object) => run(given).value as Built;
const codes = (given: object) => run(given).warnings?.map(({ code, path }) => `${code} ${path}`);

describe("source of the schema", () => {
  test.each([
    ["", "none"],
    [" \n", "none"],
    ["null", "sample"],
    ['{"a":1}', "sample"],
    ['{"type":"invoice","items":[{"sku":1}]}', "sample"],
    ['{"properties":{"color":"red"}}', "sample"],
    ['{"type":"string"}', "json-schema"],
    ['{"const":1}', "json-schema"],
    ["true", "sample"],
    ["a: string", "shorthand"],
    ["name", "shorthand"],
  ])("%j is %s", (schema, source) => {
    expect(built({ schema }).schemaSource).toBe(source);
  });

  test("broken JSON is told as shorthand, with the place of the JSON in the hint", () => {
    const { errors } = run({ schema: '{"a":}' });
    expect(errors?.[0]).toMatchObject({ code: "FIELD_SYNTAX", line: 1, column: 1 });
    expect(errors?.[0]?.hint).toContain("JSON");
  });

  test("samples of lists merge", () => {
    const sample = '[1, 2.5, null, {"a":1,"é":[]}, {"a":"x","é":[true]}, []]';
    expect(built({ schema: sample }).schema).toEqual({
      type: "array",
      items: {
        anyOf: [
          { type: "number" },
          { type: "null" },
          {
            type: "object",
            properties: {
              a: { anyOf: [{ type: "integer" }, { type: "string" }] },
              é: { type: "array", items: { type: "boolean" } },
            },
            required: ["a", "é"],
            additionalProperties: false,
          },
          { type: "array", items: {} },
        ],
      },
    });
  });
});

describe("prompt", () => {
  test("markdown layout", () => {
    const { prompt } = built({
      layout: "markdown",
      rules: "1. a\n* b\n\n-5 is fine",
      schema: "n: integer",
      examples: '{"input":{"x":1},"output":{"n":1}}\r\n{"input":"q","output":{"n":2}}\n',
      input: "In",
    });
    expect(prompt).toBe(
      '## Task\nt\n\n## Rules\n1. a\n2. b\n3. -5 is fine\n\n## Output format\nReturn one JSON value that validates against the JSON Schema below. Return only JSON: no explanation and no Markdown fence.\n```json\n{\n  "type": "object",\n  "properties": {\n    "n": {\n      "type": "integer"\n    }\n  },\n  "required": [\n    "n"\n  ],\n  "additionalProperties": false\n}\n```\n\n## Examples\n### Example 1\nInput:\n{"x":1}\nOutput:\n{"n":1}\n### Example 2\nInput:\nq\nOutput:\n{"n":2}\n\n## Input\nIn',
    );
  });

  test("only closing tags that are used collide, and the first free number is taken", () => {
    expect(codes({ input: "</output>" })).toEqual([]);
    expect(codes({ input: "</output>", examples: [{ input: 1, output: 2 }] })).toEqual([
      "DELIMITER_COLLISION /input",
    ]);
    expect(built({ task: "</input></task_1></input_3>" }).user).toBe(
      "<input_2>\n{{input}}\n</input_2>",
    );
    expect(codes({ task: "</input>", layout: "markdown" })).toEqual([]);
  });

  test("variables are told once, in order", () => {
    const task = "{{b.c}} {{a_1}} {{ x }} {{b.c}} {{größe}} {{}}";
    expect(built({ task }).variables).toEqual(["b.c", "a_1", "größe", "input"]);
  });
});

describe("formats", () => {
  const schema = { type: "object", properties: { a: { type: "string", maxLength: 3 } } };

  test("each provider gets its form", () => {
    const { responseFormats, strictSchema } = built({ schema, name: "n" });
    expect(responseFormats).toEqual({
      "openai-chat": {
        type: "json_schema",
        json_schema: { name: "n", strict: true, schema: strictSchema },
      },
      "openai-responses": { type: "json_schema", name: "n", strict: true, schema: strictSchema },
      anthropic: {
        type: "json_schema",
        schema: {
          type: "object",
          properties: { a: { type: "string", description: "(maxLength: 3)" } },
          additionalProperties: false,
        },
      },
      gemini: { responseMimeType: "application/json", responseJsonSchema: schema },
    });
  });

  test("without strict the schema is used as it is", () => {
    const { responseFormats, strictSchema } = built({ schema, strict: false });
    expect(strictSchema).toBeNull();
    expect(responseFormats["openai-responses"]).toEqual({
      type: "json_schema",
      name: "response",
      strict: false,
      schema,
    });
    expect(responseFormats["anthropic"]).toEqual({ type: "json_schema", schema });
    expect(codes({ schema, strict: false })).toEqual([]);
  });
});

test("what was made nullable is told, and nothing else", () => {
  const schema = (a: unknown) => ({
    type: "object",
    properties: { a },
    $defs: { maybe: { type: ["string", "null"] }, text: { type: "string" } },
  });
  const told = "OPTIONAL_MADE_NULLABLE /schema/properties/a";
  const takesNull = [
    { type: ["string", "null"] },
    { enum: ["x", null] },
    { const: null },
    { $ref: "#/$defs/maybe" },
    { anyOf: [{ type: "integer" }, { $ref: "#/$defs/maybe" }] },
    { description: "anything" },
  ];
  for (const one of takesNull) expect(codes({ schema: schema(one) })).not.toContain(told);
  for (const one of [{ type: "string" }, { enum: ["x"] }, { $ref: "#/$defs/text" }])
    expect(codes({ schema: schema(one) })).toContain(told);
});

describe("examples", () => {
  test.each([
    ['[{"input":1}', "JSON_SYNTAX", 1],
    ['{"input":1,"output":2}\n{bad', "JSON_SYNTAX", 2],
    ["[1]", "TOOL_INPUT_INVALID", 1],
    ['[{"input":1}]', "TOOL_INPUT_INVALID", undefined],
    [Array.from({ length: 51 }, () => ({ input: 1, output: 1 })), "TOOL_INPUT_INVALID", undefined],
  ])("%j", (examples, code, line) => {
    const { ok, error, errors } = run({ examples });
    expect(ok).toBe(false);
    expect(error?.code ?? errors?.[0]?.code).toBe(code);
    expect(errors?.[0]?.line).toBe(line);
  });

  test("findings come in the order of their paths, limits after them", () => {
    const names = Array.from({ length: 1001 }, (_, at) => `v${at}`);
    const schema = { properties: { a: { enum: names }, b: { type: "string" } }, required: ["b"] };
    const { errors, valid } = run({
      schema,
      examples: [
        { input: "", output: { b: 1, a: 0 } },
        { input: "", output: {} },
      ],
    });
    expect(valid).toBe(false);
    expect(errors?.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "EXAMPLE_INVALID /examples/0/output/a",
      "EXAMPLE_INVALID /examples/0/output/b",
      "EXAMPLE_INVALID /examples/1/output",
      "STRICT_LIMIT /schema",
    ]);
    expect(errors?.at(-1)).toMatchObject({ expected: 1000, received: 1002 });
  });
});

const leaf = fc.constantFrom<object>(
  { type: "string" },
  { type: "integer", minimum: 0 },
  { type: "string", enum: ["a", "b"] },
  { enum: ["a", null] },
  { const: "c" },
  { type: ["boolean", "null"] },
  { anyOf: [{ type: "string" }, { type: "integer" }] },
);
const schemas = fc.letrec<{ schema: object; object: object }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    leaf,
    tie("object"),
    tie("schema").map((items) => ({ type: "array", items })),
  ),
  object: fc
    .dictionary(fc.constantFrom("a", "b", "properties", "required"), tie("schema"), { maxKeys: 3 })
    .chain((properties) =>
      fc
        .subarray(Object.keys(properties))
        .map((required) => ({ type: "object", properties, required })),
    ),
})).object;

interface Node {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Node[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
}

const at = <T>(list: readonly T[], share: number): T => list[Math.floor(share * list.length)] as T;

/** A value that a strict schema takes, drawn by choices in 0…1. */
function valueFor(schema: Node, draw: () => number): unknown {
  if (schema.anyOf) return valueFor(at(schema.anyOf, draw()), draw);
  if (schema.enum) return at(schema.enum, draw());
  if ("const" in schema) return schema.const;
  const type = at([schema.type ?? "null"].flat(), draw());
  if (type === "array") return [0, 1].map(() => valueFor(schema.items ?? {}, draw));
  if (type === "object") {
    const members = Object.entries(schema.properties ?? {});
    return Object.fromEntries(members.map(([key, member]) => [key, valueFor(member, draw)]));
  }
  return { string: "a", integer: 1, boolean: true }[type] ?? null;
}

/** The value without null members that were optional. */
function withoutNulls(value: unknown, schema: Node): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, schema.items ?? {}));
  const { properties, required = [] } = schema;
  if (typeof value !== "object" || value === null || properties === undefined) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) => member !== null || required.includes(key),
  );
  return Object.fromEntries(
    kept.map(([key, member]) => [key, withoutNulls(member, properties[key] ?? {})]),
  );
}

test("what the strict schema takes is taken by the schema without null members that were optional", () => {
  const ajv = new Ajv2020({ strict: false });
  const choices = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(schemas, choices, (schema, drawn) => {
      const { strictSchema } = built({ schema });
      let next = 0;
      const value = valueFor(strictSchema, () => drawn[next++ % drawn.length] as number);
      expect(ajv.compile(strictSchema)(value)).toBe(true);
      expect(ajv.compile(schema)(withoutNulls(value, schema))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
