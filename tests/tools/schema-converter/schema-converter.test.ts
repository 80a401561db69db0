import { describe, expect, test } from "bun:test";
import { pathToFileURL } from "node:url";
import Ajv7 from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { parse as parseYaml } from "yaml";
import {
  codes,
  complaintsOf,
  moduleFile,
  ORDER,
  REFUSED,
  run,
  schemaOf,
  TAKEN,
} from "../../support/converted-schemas.ts";

describe("TypeScript", () => {
  test("compiles under strict and takes the values of the schema", async () => {
    const { output } = run({ schema: ORDER, mode: "typescript", name: "order" });
    const values = TAKEN.map((value) => `  ${JSON.stringify(value)},`).join("\n");
    const file = await moduleFile(`${output}\nexport const values: Order[] = [\n${values}\n];\n`);
    expect(await complaintsOf(file)).toBe("");
  });

  test("property names, comments and type names cannot break out of their place", () => {
    const { output } = run({
      schema: { type: "object", properties: { 'a"b\n': { type: "string", description: "*/ x" } } },
      mode: "typescript",
      name: "delete",
    });
    expect(output).toContain(String.raw`"a\"b\n"?: string;`);
    expect(output?.match(/\*\//g)).toHaveLength(1);
    expect(() => new Bun.Transpiler({ loader: "ts" }).transformSync(output ?? "")).not.toThrow();
  });
});

describe("Zod", () => {
  test("takes and refuses what the schema does", async () => {
    const { output } = run({ schema: ORDER, mode: "zod", name: "Order" });
    const { Order } = await import(pathToFileURL(await moduleFile(output ?? "")).href);
    for (const value of TAKEN) expect(Order.safeParse(value).error).toBeUndefined();
    for (const value of REFUSED)
      expect([value, Order.safeParse(value).success]).toEqual([value, false]);
  });
});

test("generated Zod and TypeBox code compiles under strict, recursive or not", async () => {
  const recursive = {
    type: "object",
    properties: {
      self: { $ref: "#" },
      part: { $ref: "#/$defs/Part" },
      nest: { $ref: "#/$defs/Nest" },
    },
    $defs: {
      Part: { type: "object", properties: { back: { type: "array", items: { $ref: "#" } } } },
      Nest: { type: "array", items: { $ref: "#/$defs/Nest" } },
    },
  };
  for (const schema of [ORDER, recursive]) {
    for (const mode of ["zod", "typebox"]) {
      const { output = "" } = run({ schema, mode });
      expect(await complaintsOf(await moduleFile(output))).toBe("");
    }
  }
});

describe("TypeBox", () => {
  test("its value, read as JSON, takes and refuses what the schema does", async () => {
    const { output } = run({ schema: ORDER, mode: "typebox", name: "Order" });
    const { Order } = await import(pathToFileURL(await moduleFile(output ?? "")).href);
    const validate = new Ajv7({ strict: false, validateFormats: false }).compile(
      JSON.parse(JSON.stringify(Order)),
    );
    for (const value of TAKEN) expect([value, validate(value)]).toEqual([value, true]);
    for (const value of REFUSED) expect([value, validate(value)]).toEqual([value, false]);
  });
});

/** Schemas on which code and schema easily part. */
describe("drafts", () => {
  const OLD = {
    $schema: "http://json-schema.org/draft-04/schema#",
    id: "http://example.com/root.json",
    type: "object",
    properties: {
      n: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 9 },
      pair: { type: "array", items: [{ type: "string" }, {}], additionalItems: { type: "null" } },
      part: { $ref: "#/definitions/part" },
      data: { enum: [{ id: 1, definitions: {} }] },
    },
    dependencies: { n: ["pair"], part: { required: ["data"] } },
    definitions: { part: { type: "integer" } },
  };
  const values = [
    {},
    { n: 0, pair: [] },
    { n: 1, pair: ["x"] },
    { n: 9 },
    { n: 9, pair: ["x", 1, null] },
    { pair: ["x", 1, 2] },
    { part: 1, data: { id: 1, definitions: {} } },
    { part: 1 },
    { part: "x", data: { id: 1, definitions: {} } },
    { data: { id: 1, $defs: {} } },
  ];
  const verdicts = [true, false, true, false, true, false, true, false, false, false];

  test("draft-04 to 2020-12: another validator judges the same values the same", () => {
    const upgraded = schemaOf({ schema: OLD, mode: "draft", draft: "2020-12" });
    expect(upgraded).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema" });
    const validate = new Ajv2020({ strict: false }).compile(upgraded);
    expect(values.map((value) => validate(value))).toEqual(verdicts);
  });

  test("2020-12 to draft-07 and to draft-04 and back", () => {
    const newest = schemaOf({ schema: OLD, mode: "draft", draft: "2020-12" });
    const seven = schemaOf({ schema: newest, mode: "draft", direction: "downgrade" });
    expect(seven).toMatchObject({ $schema: "http://json-schema.org/draft-07/schema#" });
    const validate = new Ajv7({ strict: false }).compile(seven);
    expect(values.map((value) => validate(value))).toEqual(verdicts);
    const four = schemaOf({ schema: newest, mode: "draft", draft: "draft-04" });
    expect(four).toMatchObject({
      id: OLD.id,
      properties: { n: { minimum: 0, exclusiveMinimum: true } },
      dependencies: { n: ["pair"], part: { required: ["data"] } },
      definitions: { part: { type: "integer" } },
    });
    expect(schemaOf({ schema: four, mode: "draft", draft: "2020-12" })).toEqual(newest);
  });

  test("references follow what they point at, and only that", () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      properties: {
        definitions: { definitions: { "a/b%": { type: "null" } } },
        list: { items: [{ type: "string" }], additionalItems: { type: "number" } },
        a: { $ref: "#/properties/definitions/definitions/a~1b%25" },
        b: { $ref: "#/properties/list/items/0" },
        c: { $ref: "#/properties/list/additionalItems" },
        d: { const: { $ref: "#/definitions/x" } },
      },
    };
    const upgraded = schemaOf({ schema, mode: "draft" });
    expect(upgraded).toMatchObject({
      properties: {
        a: { $ref: "#/properties/definitions/$defs/a~1b%25" },
        b: { $ref: "#/properties/list/prefixItems/0" },
        c: { $ref: "#/properties/list/items" },
        d: { const: { $ref: "#/definitions/x" } },
      },
    });
    expect(schemaOf({ schema: upgraded, mode: "draft", direction: "downgrade" })).toEqual(schema);
    const judged = [{ a: null }, { a: 1 }, { b: "x" }, { b: 1 }, { c: 1 }, { c: "x" }];
    const validate = new Ajv2020({ strict: false }).compile(upgraded);
    expect(judged.map((value) => validate(value))).toEqual([true, false, true, false, true, false]);
  });

  test("a condition is unfolded for draft-06", () => {
    const schema = JSON.parse(
      '{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}',
    );
    const six = schemaOf({ schema, mode: "draft", draft: "draft-06" });
    const { $schema, ...rest } = six as { $schema: string };
    expect($schema).toBe("http://json-schema.org/draft-06/schema#");
    const [own, other] = [
      new Ajv7({ strict: false }).compile(rest),
      new Ajv7({ strict: false }).compile(schema),
    ];
    for (const value of [{}, { a: 1 }, { a: 1, b: 1 }, { c: 1 }, { b: 1 }]) {
      expect([value, own(value)]).toEqual([value, other(value)]);
    }
  });

  test("a condition finds its place beside allOf and anyOf", () => {
    const schema = JSON.parse(
      '{"if":{"const":1},"then":false,"anyOf":[{}],"allOf":[{"if":true,"then":{}}]}',
    ) as object;
    const result = run({ schema, mode: "draft", draft: "draft-06" });
    expect(codes({ schema, mode: "draft", draft: "draft-06" })).toEqual([]);
    // A repeated key would be lost in the value.
    expect(result.output).toBe(
      JSON.stringify((result.value as { schema: object }).schema, null, 2),
    );
    const { allOf } = schemaOf({ schema, mode: "draft", draft: "draft-06" }) as { allOf: object[] };
    expect(allOf).toEqual([
      { anyOf: [{ allOf: [true, {}] }, { allOf: [{ not: true }] }] },
      { anyOf: [{ allOf: [{ const: 1 }, false] }, { allOf: [{ not: { const: 1 } }] }] },
    ]);
  });

  test("what a draft cannot say is told", () => {
    const schema = { type: "array", contains: { type: "null" }, minContains: 2 };
    expect(codes({ schema, mode: "draft", draft: "draft-07" })).toEqual(["KEYWORD_UNSUPPORTED"]);
    const sibling = {
      $schema: "http://json-schema.org/draft-07/schema#",
      properties: { a: { $ref: "#/definitions/b", minLength: 3 } },
      definitions: { b: {} },
    };
    expect(codes({ schema: sibling, mode: "draft" })).toEqual(["REF_SIBLING_IGNORED"]);
  });
});

describe("inference", () => {
  test("every sample fits its schema, whatever the options", () => {
    const options = fc.record({
      required: fc.constantFrom("present-in-all", "none"),
      closed: fc.boolean(),
      detectFormats: fc.boolean(),
      enumLimit: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 6 }),
        options,
        (samples, given) => {
          const schema = schemaOf({ ...given, input: samples, samples: "each", mode: "infer" });
          const validate = new Ajv2020({
            strict: false,
            // Members of the prototype are no data.
            ownProperties: true,
            validateFormats: false,
            unicodeRegExp: false,
          }).compile(schema);
          for (const sample of samples) expect([sample, validate(sample)]).toEqual([sample, true]);
        },
      ),
      { numRuns: 100 },
    );
  }, 60_000);

  test("what a line of JSON lines holds is told as of a document", () => {
    const repeated = run({ input: '\ufeff{"a":1}\r\n{"a":"\\ud800","a":2}\r\n' });
    expect(repeated.stats).toMatchObject({ samples: 2 });
    expect(repeated.warnings).toMatchObject([
      { code: "BOM_REMOVED" },
      { code: "LONE_SURROGATE", line: 2, column: 6, offset: 15 },
      { code: "DUPLICATE_KEY", path: "/a", line: 2, column: 15 },
    ]);
    expect(run({ input: '{"a":1}\n\n{"a":1,}\n{}' }).errors).toMatchObject([
      { code: "JSON_SYNTAX", path: "/input", line: 3, column: 8, offset: 16 },
    ]);
  });

  test("properties that every object has are not looked up on its prototype", () => {
    const schema = schemaOf({ input: '[{"__proto__":1},{"constructor":2}]', samples: "each" });
    expect(Object.keys((schema as { properties: object }).properties)).toEqual([
      "__proto__",
      "constructor",
    ]);
  });
});

describe("YAML", () => {
  test("another reader finds the same data", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value);
        const { output } = run({ schema: text, mode: "yaml", direction: "json-to-yaml" });
        expect(JSON.stringify(parseYaml(output ?? ""))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 300 },
    );
  });

  test("text that YAML 1.1 or 1.2 takes for something else is quoted; other text is not", () => {
    const texts = [
      "no",
      "1e3",
      "0o7",
      "12:30:45",
      "2001-01-01",
      "~",
      "",
      " a",
      "a: b",
      "a #b",
      "- a",
      "=",
      "<<",
      "\u0085",
      "---",
    ];
    for (const text of texts) {
      const { output = "" } = run({ schema: JSON.stringify({ k: text }), mode: "yaml" });
      expect(output).toStartWith('k: "');
      for (const version of ["1.1", "1.2"] as const) {
        expect(parseYaml(output, { version })).toEqual({ k: text });
      }
    }
    for (const text of ["plain", "two words", "naïve 🙂", "a-b", "-a", "/x/y"]) {
      expect(run({ schema: JSON.stringify({ k: text }), mode: "yaml" }).output).toBe(
        `k: ${text}\n`,
      );
    }
  });
});

describe("a sample where a schema is wanted", () => {
  const SAMPLE = '{"name":"x","tags":[1]}';
  const kinds = ({ warnings = [] }: ReturnType<typeof run>) => warnings.map(({ code }) => code);

  test.each(["typescript", "zod", "typebox", "draft"] as const)(
    "%s is what its schema gives",
    (mode) => {
      const sampled = run({ input: SAMPLE, mode });
      const schema = run({ input: SAMPLE, mode: "infer" }).output ?? "";
      expect(kinds(sampled)).toContain("SAMPLE_INFERRED");
      expect(sampled.output).toBe(run({ schema, mode }).output);
    },
  );

  test.each<[string, boolean]>([
    ['{"title":"x","description":"y","default":1,"examples":[]}', true],
    ['{"id":1,"name":"a"}', true],
    ["[1, 2]", true],
    ['{"a":1}\n{"a":null}', true],
    ['"text"', true],
    ["{}", false],
    ["true", false],
    ['{"$ref":"#/$defs/a","$defs":{"a":{}}}', false],
    ['{"title":"x","const":1}', false],
    ['{"dependencies":{}}', false],
  ])("%s: %p", (input, isSample) => {
    expect(kinds(run({ input, mode: "typescript" })).includes("SAMPLE_INFERRED")).toBe(isSample);
  });

  test("but not what is given as a schema", () => {
    expect(kinds(run({ schema: SAMPLE, mode: "typescript" }))).not.toContain("SAMPLE_INFERRED");
    expect(run({ input: '{"type":"objekt"}', mode: "typescript" }).ok).toBe(false);
  });
});
