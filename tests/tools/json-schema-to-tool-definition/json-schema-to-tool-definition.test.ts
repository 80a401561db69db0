import { describe, expect, test } from "bun:test";
import tool from "../../../tools/json-schema-to-tool-definition.ts";
import { runUnit } from "../../support/run-unit.ts";

type Fields = Readonly<Record<string, unknown>>;
type Schema = Readonly<Record<string, unknown>>;

interface Value {
  readonly definitions: Readonly<Record<string, Fields>>;
  readonly strict: Readonly<Record<string, boolean>>;
  readonly changes: readonly { provider: string; code: string; path: string; detail: string }[];
  readonly lossless: boolean;
}

const run = (given: Fields) => runUnit(tool as never, given);
const value = (given: Fields) => run(given).value as Value;
const object = (properties: Schema, more: Schema = {}) => ({ type: "object", properties, ...more });
const required = (properties: Schema, more: Schema = {}) =>
  object(properties, { required: Object.keys(properties), ...more });

/** The schema in the definition of one provider. */
function schemaFor(provider: string, schema: unknown, more: Fields = {}): Schema {
  const definition = value({ schema, provider, ...more }).definitions[provider] as Fields;
  const inside = (definition["function"] ?? definition) as Fields;
  return (inside["parameters"] ??
    inside["input_schema"] ??
    inside["inputSchema"] ??
    inside["parametersJsonSchema"]) as Schema;
}

const propertyFor = (provider: string, property: Schema) =>
  (schemaFor(provider, required({ p: property }))["properties"] as { p: Schema }).p;
const changes = (given: Fields) =>
  value(given).changes.map(({ code, path }) => `${code} ${path}`.trim());

describe("shapes", () => {
  const schema = object({}, { title: "Get HTTPStatus", description: "D" });

  test("of each provider, members in order", () => {
    const { definitions, strict } = value({ schema });
    expect(Object.keys(definitions)).toEqual([
      "openai",
      "openai-responses",
      "anthropic",
      "gemini",
      "mcp",
    ]);
    expect(strict).toMatchObject({ openai: true, "openai-responses": true, anthropic: true });
    const keys = (provider: string) => Object.keys(definitions[provider] ?? {}).join();
    expect(keys("openai")).toBe("type,function");
    expect(keys("openai-responses")).toBe("type,name,description,parameters,strict");
    expect(keys("anthropic")).toBe("name,description,input_schema,strict");
    expect(keys("gemini")).toBe("name,description,parameters");
    expect(keys("mcp")).toBe("name,description,inputSchema,title");
    expect(definitions["mcp"]).toMatchObject({ name: "get_http_status", description: "D" });
  });

  test("output is the one definition, or all of them", () => {
    const one = run({ schema, provider: "mcp" });
    expect(JSON.parse(one.output ?? "")).toEqual((one.value as Value).definitions["mcp"]);
    const all = run({ schema });
    expect(JSON.parse(all.output ?? "")).toEqual((all.value as Value).definitions);
  });

  test("not strict: the schema as it is", () => {
    const given = object({ a: { type: "string", minLength: 1 } }, { $schema: DRAFT });
    for (const provider of ["openai", "openai-responses", "anthropic", "mcp"]) {
      expect(schemaFor(provider, given, { strict: false })).toEqual(
        object({ a: { type: "string", minLength: 1 } }),
      );
    }
    expect(schemaFor("gemini", given, { geminiJsonSchema: true })).toEqual(
      object({ a: { type: "string", minLength: 1 } }),
    );
    expect(value({ schema: given, strict: false, provider: "anthropic" }).definitions).toEqual({
      anthropic: {
        name: "tool",
        description: "",
        input_schema: object({ a: { type: "string", minLength: 1 } }),
      },
    });
  });

  test("what only MCP has", () => {
    const more = { outputSchema: '{"type":"object"}', annotations: { readOnlyHint: true } };
    expect(value({ schema, provider: "mcp", ...more }).definitions["mcp"]).toMatchObject({
      outputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
    });
    expect(run({ schema, provider: "mcp", outputSchema: "[]" }).errors?.[0]?.path).toMatch(
      /^\/outputSchema/,
    );
  });

  test.each([
    ["a b.c", "openai", "a_b_c"],
    ["a b.c", "mcp", "a_b.c"],
    ["1.x", "gemini", "_1.x"],
    ["é", "anthropic", "_"],
    ["x".repeat(100), "openai-responses", "x".repeat(64)],
    ["x".repeat(100), "anthropic", "x".repeat(100)],
  ])("the name %j for %s", (name, provider, expected) => {
    const found = value({ schema, name, provider });
    const definition = found.definitions[provider] as Fields;
    expect((definition["function"] ?? definition) as Fields).toMatchObject({ name: expected });
    expect(found.changes.some(({ code }) => code === "NAME_CHANGED")).toBe(expected !== name);
  });
});

const DRAFT = "https://json-schema.org/draft/2020-12/schema";

describe("what all providers start from", () => {
  const common = (schema: unknown) => schemaFor("mcp", schema);

  test.each([
    [{ properties: { a: {} } }, { type: "object", properties: { a: {} } }],
    [{ type: ["object"] }, { type: "object" }],
    [
      {
        type: "object",
        properties: { a: { $ref: "#/definitions/A" } },
        definitions: { A: {}, B: {} },
      },
      { type: "object", properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: {} } },
    ],
    [
      { type: "object", properties: { a: { $ref: "#x" } }, $defs: { A: { $anchor: "x" } } },
      { type: "object", properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: { $anchor: "x" } } },
    ],
    [
      {
        allOf: [object({ a: {} }, { required: ["a"] }), object({ b: {} }, { required: ["b"] })],
      },
      { type: "object", properties: { a: {}, b: {} }, required: ["a", "b"] },
    ],
    [{ type: "object", $id: "https://x.org/s" }, { type: "object" }],
  ])("%j", (schema, expected) => expect(common(schema)).toEqual(expected));

  test("older drafts are upgraded", () => {
    const schema = object(
      { n: { type: "integer", minimum: 0, exclusiveMinimum: true } },
      { $schema: "http://json-schema.org/draft-04/schema#" },
    );
    expect(common(schema)).toEqual(object({ n: { type: "integer", exclusiveMinimum: 0 } }));
  });

  test.each([
    [{ type: "string" }, "ROOT_NOT_OBJECT"],
    [{}, "ROOT_NOT_OBJECT"],
    [true, "ROOT_NOT_OBJECT"],
    [{ anyOf: [{ type: "object" }] }, "ROOT_COMBINATOR"],
    [object({}, { oneOf: [{}] }), "ROOT_COMBINATOR"],
    [{ type: "objekt" }, "SCHEMA_INVALID"],
    [object({ a: { $ref: "#/$defs/A" } }), "REF_NOT_RESOLVED"],
    ["{", "JSON_SYNTAX"],
  ])("%j fails with %s", (schema, code) => {
    expect(run({ schema, provider: "openai" }).errors?.[0]?.code).toBe(code as never);
  });

  test("for all, a provider that does not take the schema is left out", () => {
    const { value: found, warnings = [] } = run({ schema: object({}, { anyOf: [{}] }) });
    expect(Object.keys((found as Value).definitions)).toEqual(["mcp"]);
    expect(warnings.filter(({ code }) => code === "ROOT_COMBINATOR")).toHaveLength(4);
    const recursive = run({ schema: object({ next: { $ref: "#" } }) });
    expect((recursive.value as Value).definitions["gemini"]).toBeUndefined();
    expect(recursive.warnings?.map(({ code }) => code)).toContain("REF_CYCLE" as never);
    expect((recursive.value as Value).strict).toMatchObject({ openai: true, anthropic: false });
  });
});

describe("openai strict", () => {
  test.each([
    [
      { type: "string", minLength: 3, description: "D" },
      { type: "string", description: "D (minLength: 3)" },
    ],
    [
      { type: "string", format: "uri", default: "x" },
      { type: "string", description: '(format: "uri"; default: "x")' },
    ],
    [
      { type: "string", format: "uuid", pattern: "^a" },
      { type: "string", format: "uuid", pattern: "^a" },
    ],
    [
      { oneOf: [{ type: "string" }, { type: "null" }] },
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
    [
      { allOf: [{ type: "string" }], description: "D" },
      { type: "string", description: "D" },
    ],
    [
      { type: "array", items: { type: "integer", minimum: 1 }, maxItems: 2, uniqueItems: true },
      {
        type: "array",
        items: { type: "integer", minimum: 1 },
        maxItems: 2,
        description: "(uniqueItems: true)",
      },
    ],
  ])("%j", (property, expected) => expect(propertyFor("openai", property)).toEqual(expected));

  test.each([
    [{ type: "string" }, { type: ["string", "null"] }],
    [{ type: ["string", "null"] }, { type: ["string", "null"] }],
    [
      { type: "string", enum: ["a", null] },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [{ const: "c" }, { enum: ["c", null] }],
    [
      { type: "string", const: "c" },
      { type: ["string", "null"], enum: ["c", null] },
    ],
    [
      { anyOf: [{ type: "string" }, { type: "integer" }] },
      { anyOf: [{ type: "string" }, { type: "integer" }, { type: "null" }] },
    ],
    [
      { anyOf: [{ type: "string" }, { type: "null" }] },
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
  ])("optional %j", (property, expected) => {
    const schema = schemaFor("openai", object({ p: property }));
    expect(schema).toEqual(required({ p: expected }, { additionalProperties: false }));
  });

  test("an optional reference, and a recursive one", () => {
    const schema = schemaFor("openai", object({ next: { $ref: "#" } }));
    expect(schema["properties"]).toEqual({ next: { anyOf: [{ $ref: "#" }, { type: "null" }] } });
  });

  test("a reference is recursive where it leads back to itself, and only there", () => {
    const a = { type: "string" };
    const isStrict = (schema: object) =>
      (run({ schema, provider: "anthropic" }).value as Value).strict["anthropic"];
    for (const [schema, expected] of [
      [object({ a, b: { $ref: "#/properties/a" } }), true],
      [object({ a: { $ref: "#/$defs/a" }, b: { $ref: "#/$defs/a" } }, { $defs: { a } }), true],
      [object({ a: object({ b: { $ref: "#/properties/a" } }) }), false],
      [object({ a: object({ b: { $ref: "#" } }) }), false],
      [
        object(
          { a: { $ref: "#/$defs/x" }, b: object({ c: { $ref: "#/$defs/x" } }) },
          { $defs: { x: { type: "array", items: { $ref: "#/properties/b" } } } },
        ),
        false,
      ],
    ] as const)
      expect([schema, isStrict(schema)]).toEqual([schema, expected]);
  });

  test("objects are closed at every depth", () => {
    const inner = { type: "object", properties: { x: { type: "string" } }, required: ["x"] };
    const schema = required({
      a: { type: "array", items: inner },
      required: { type: "object", additionalProperties: false },
    });
    expect(changes({ schema, provider: "openai", description: "D" })).toEqual([
      "CLOSED_BY_DEFAULT /properties/a/items",
      "CLOSED_BY_DEFAULT",
    ]);
    expect(schemaFor("openai", { type: "object" })).toEqual({
      type: "object",
      properties: {},
      required: [],
      additionalProperties: false,
    });
    expect(
      schemaFor("openai", object({ a: { type: "string" } }, { additionalProperties: true })),
    ).toMatchObject({ additionalProperties: false });
  });

  test.each<["openai" | "anthropic", Schema, string]>([
    ["openai", object({}, { additionalProperties: { type: "string" } }), ""],
    ["openai", object({ a: {} }), "/properties/a"],
    ["openai", object({ a: { type: "array" } }), "/properties/a"],
    ["anthropic", object({ a: object({}, { patternProperties: { x: {} } }) }), "/properties/a"],
    ["anthropic", object({ a: { $ref: "#" } }), "/properties/a/$ref"],
  ])("%s: what strict mode would destroy is named, and stays: %j", (provider, schema, path) => {
    const outcome = run({ schema, provider, description: "D" });
    expect((outcome.value as Value).strict[provider]).toBe(false);
    expect(schemaFor(provider, schema)).toEqual(schema);
    const found = outcome.warnings?.find(({ code }) => code === "STRICT_NOT_POSSIBLE");
    expect(found?.path).toBe(path);
  });

  test("required names without a property are said", () => {
    const schema = object({}, { required: ["x"] });
    expect(schemaFor("openai", schema)).toMatchObject({
      required: [],
      description: '(required: ["x"])',
    });
  });

  test.each([
    [object({ m: { type: "object", additionalProperties: true } })],
    [object({ e: { enum: Array.from({ length: 1001 }, (_, index) => `${index}`) } })],
    [Array.from({ length: 11 }).reduce<Schema>((inner) => object({ o: inner }), {})],
  ])("what cannot be strict is not", (schema) => {
    const outcome = run({ schema, provider: "openai", description: "D" });
    const found = outcome.value as Value;
    expect([outcome.valid, found.strict["openai"], found.changes.length]).toEqual([
      false,
      false,
      0,
    ]);
    expect((found.definitions["openai"] as { function: Fields }).function).toMatchObject({
      strict: false,
      parameters: schema,
    });
    expect(outcome.warnings?.map(({ code }) => code)).toContain("STRICT_NOT_POSSIBLE" as never);
  });
});

describe("anthropic strict", () => {
  test.each([
    [
      { type: "integer", minimum: 1, default: 2 },
      { type: "integer", default: 2, description: "(minimum: 1)" },
    ],
    [
      { type: "string", pattern: "a(?=b)" },
      { type: "string", description: '(pattern: "a(?=b)")' },
    ],
    [
      { type: "string", pattern: "^\\d\\\\b$", format: "uri" },
      { type: "string", pattern: "^\\d\\\\b$", format: "uri" },
    ],
    [
      { type: "array", minItems: 1, maxItems: 2 },
      { type: "array", minItems: 1, description: "(maxItems: 2)" },
    ],
    [
      { type: "array", minItems: 2 },
      { type: "array", description: "(minItems: 2)" },
    ],
    [{ enum: [{ a: 1 }] }, { description: '(enum: [{"a":1}])' }],
    [{ oneOf: [{ type: "string" }] }, { description: '(oneOf: [{"type":"string"}])' }],
  ])("%j", (property, expected) => expect(propertyFor("anthropic", property)).toEqual(expected));

  test("optional stays optional, up to 24 of them and 16 unions", () => {
    const many = (count: number, property: Schema) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, property]));
    const isStrict = (schema: unknown) =>
      value({ schema, provider: "anthropic" }).strict["anthropic"];
    expect(isStrict(object(many(24, { type: "string" })))).toBe(true);
    expect(isStrict(object(many(25, { type: "string" })))).toBe(false);
    expect(isStrict(required(many(25, { type: "string" })))).toBe(true);
    expect(isStrict(required(many(17, { type: ["string", "null"] })))).toBe(false);
    expect(
      isStrict(
        required(
          { a: { $ref: "#/$defs/A" } },
          { $defs: { A: object({ a: { $ref: "#/$defs/A" } }) } },
        ),
      ),
    ).toBe(false);
    expect(
      isStrict(required({ a: { $ref: "#/$defs/A" } }, { $defs: { A: { type: "string" } } })),
    ).toBe(true);
  });
});

describe("gemini parameters", () => {
  test.each([
    [{ type: ["string", "null"] }, { type: "STRING", nullable: true }],
    [{ type: ["string", "integer"] }, { anyOf: [{ type: "STRING" }, { type: "INTEGER" }] }],
    [{ const: "c" }, { type: "STRING", enum: ["c"] }],
    [{ const: 5 }, { description: "(const: 5)" }],
    [
      { type: "string", enum: ["a", null] },
      { type: "STRING", enum: ["a"], nullable: true },
    ],
    [
      { type: "integer", enum: [1, 2] },
      { type: "INTEGER", description: "(enum: [1,2])" },
    ],
    [{ oneOf: [{ type: "string" }] }, { anyOf: [{ type: "STRING" }] }],
    [
      { type: "string", minLength: 1, default: "x" },
      { type: "STRING", minLength: 1, default: "x" },
    ],
    [
      { type: "object", additionalProperties: false },
      { type: "OBJECT", description: "(additionalProperties: false)" },
    ],
  ])("%j", (property, expected) => expect(propertyFor("gemini", property)).toEqual(expected));

  test("references are replaced by what they lead to", () => {
    const schema = object(
      { a: { $ref: "#/$defs/a~1b", description: "Here" }, b: { $ref: "#/$defs/a~1b" } },
      { $defs: { "a/b": { type: "string", description: "There" } } },
    );
    expect(schemaFor("gemini", schema)).toEqual({
      type: "OBJECT",
      properties: {
        a: { type: "STRING", description: "Here" },
        b: { type: "STRING", description: "There" },
      },
    });
    const cycle = { schema: object({ a: { $ref: "#" } }), provider: "gemini" };
    expect(run(cycle).errors?.[0]).toMatchObject({ code: "REF_CYCLE" });
  });

  test("references that would grow without end are refused", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const $ref = `#/$defs/d${index + 1}`;
        return [`d${index}`, index === 39 ? {} : object({ a: { $ref }, b: { $ref } })];
      }),
    );
    const schema = object({ a: { $ref: "#/$defs/d0" } }, { $defs });
    expect(run({ schema, provider: "gemini" }).errors?.[0]?.code).toBe("OUTPUT_TOO_LARGE" as never);
  });
});

test("descriptions that are missing or too long", () => {
  const schema = object({ a: {}, b: object({ "c/d": { description: "x" }, e: {} }) });
  const { warnings = [] } = run({ schema, description: "x".repeat(1025), strict: false });
  expect(warnings.map(({ code, path }) => `${code} ${path}`)).toEqual([
    "DESCRIPTION_LONG /description",
    "DESCRIPTION_MISSING /properties/a",
    "DESCRIPTION_MISSING /properties/b",
    "DESCRIPTION_MISSING /properties/b/properties/e",
  ]);
});
