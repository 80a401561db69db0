import { describe, expect, test } from "bun:test";
import { pathToFileURL } from "node:url";
import Ajv7 from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import { codes, complaintsOf, moduleFile, run } from "../../support/converted-schemas.ts";

const CORNERS: Readonly<Record<string, object>> = {
  "a tuple that may end early": {
    prefixItems: [{ type: ["string", "null"] }, { type: "number" }],
    type: "array",
    items: false,
  },
  "a tuple that goes on": {
    type: "array",
    prefixItems: [{ type: "string" }, {}],
    items: { type: "boolean" },
    minItems: 2,
  },
  "checks of a branch": { type: "string", anyOf: [{ const: "a" }, { minLength: 3 }] },
  "data that is a list or an object": { enum: [{ x: [1, null] }, [], {}, "a"] },
  "an enum with what the type refuses": { type: "string", enum: ["a", 1, null] },
  "an enum that the type empties": { type: "string", enum: [1] },
  "a recursive part in two places": {
    type: "object",
    properties: { left: { $ref: "#/$defs/Tree" }, right: { $ref: "#/$defs/Tree" } },
    $defs: {
      Tree: {
        type: "object",
        properties: { sub: { type: "array", items: { $ref: "#/$defs/Tree" } } },
      },
    },
  },
  "maps of maps": {
    type: "object",
    additionalProperties: { anyOf: [{ $ref: "#" }, { type: "boolean" }] },
  },
  "parts that refer to one another": {
    $ref: "#/$defs/A",
    $defs: {
      A: { type: "object", properties: { b: { $ref: "#/$defs/B" } }, required: ["b"] },
      B: { type: "array", items: { $ref: "#/$defs/A" } },
    },
  },
};
const CORNER_VALUES = JSON.parse(`[
  null, 1, "", "a", "ab", "abc", {}, [], [null], ["a"], ["a", 1], ["a", "b"], ["a", 1, true], ["a", 1, 2],
  {"x": [1, null]}, {"x": [1]}, {"x": [1, null], "y": 1},
  {"left": {"sub": [{}]}, "right": {}}, {"left": {"sub": [1]}}, {"b": []}, {"b": [{}]}
]`) as readonly unknown[];

describe("the code of corners", () => {
  for (const [title, schema] of Object.entries(CORNERS)) {
    const judge = new Ajv2020({ strict: false }).compile(schema);
    const expected = CORNER_VALUES.map((value) => [value, judge(value)]);

    test(`Zod: ${title}`, async () => {
      const { output, value } = run({ schema, mode: "zod" });
      const { Root } = await import(pathToFileURL(await moduleFile(output ?? "")).href);
      expect(value).toMatchObject({ lossless: true });
      expect(CORNER_VALUES.map((each) => [each, Root.safeParse(each).success])).toEqual(expected);
    });

    test(`TypeBox: ${title}`, async () => {
      const { output } = run({ schema, mode: "typebox" });
      const { Root } = await import(pathToFileURL(await moduleFile(output ?? "")).href);
      const other = new Ajv7({ strict: false }).compile(JSON.parse(JSON.stringify(Root)));
      expect(CORNER_VALUES.map((each) => [each, other(each)])).toEqual(expected);
    });
  }

  test("it compiles, and TypeScript takes what the schema takes", async () => {
    const parts = Object.values(CORNERS).map((schema, index) => {
      const judge = new Ajv2020({ strict: false }).compile(schema);
      const taken = CORNER_VALUES.filter((value) => judge(value));
      const { output = "" } = run({ schema, mode: "typescript" });
      const values = taken.map((value) => `  ${JSON.stringify(value)},\n`).join("");
      return `export namespace Part${index} {\n${output}\nexport const values: Root[] = [\n${values}];\n}\n`;
    });
    const complaints = await complaintsOf(await moduleFile(parts.join("\n")));
    // A type refuses further properties of a literal only.
    expect(complaints.split("\n").filter((line) => !line.includes("TS2353"))).toEqual([""]);
    for (const mode of ["zod", "typebox"]) {
      for (const schema of Object.values(CORNERS)) {
        const { output = "" } = run({ schema, mode });
        expect([output, await complaintsOf(await moduleFile(output))]).toEqual([output, ""]);
      }
    }
  }, 60_000);

  test("what it cannot say is told", () => {
    const losses = (schema: object, mode: string) =>
      (run({ schema, mode }).value as { losses: { code: string; path: string }[] }).losses.map(
        ({ code, path }) => `${code} ${path}`,
      );
    expect(losses({ anyOf: [{ minLength: 3 }, { type: "null" }] }, "zod")).toEqual([
      "KEYWORD_UNSUPPORTED /anyOf/0/minLength",
    ]);
    const tuple = { type: "array", prefixItems: [{}], minItems: 2, maxItems: 3 };
    expect(losses(tuple, "zod")).toEqual([
      "KEYWORD_UNSUPPORTED /minItems",
      "KEYWORD_UNSUPPORTED /maxItems",
    ]);
    const closed = { allOf: [{ type: "object", additionalProperties: false }, { type: "object" }] };
    expect(losses(closed, "zod")).toEqual(["KEYWORD_UNSUPPORTED /additionalProperties"]);
    const named = JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as object;
    expect(losses(named, "zod")).toEqual(["KEYWORD_UNSUPPORTED /properties/__proto__"]);
    const old = {
      $schema: "http://json-schema.org/draft-07/schema#",
      properties: { a: { $ref: "#/definitions/b", type: "string", description: "x" } },
      definitions: { b: { type: "integer" } },
    };
    for (const mode of ["typescript", "zod", "typebox"]) {
      expect(losses(old, mode)).toEqual(["REF_SIBLING_IGNORED /properties/a/type"]);
      expect(run({ schema: old, mode }).output).not.toContain("ntersect");
    }
  });

  test("names and data called __proto__ are no prototypes", async () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"const":{"__proto__":1}}}}',
    ) as object;
    const { output } = run({ schema: JSON.stringify(schema), mode: "typebox" });
    const { Root } = await import(pathToFileURL(await moduleFile(output ?? "")).href);
    const { properties } = JSON.parse(JSON.stringify(Root)) as { properties: object };
    expect(JSON.stringify(properties)).toBe(
      '{"__proto__":{"additionalProperties":false,"type":"object","required":["__proto__"],"properties":{"__proto__":{"const":1,"type":"number"}}}}',
    );
  });

  test("a part is called what it is called, not how its reference writes it", () => {
    const schema = {
      $ref: "#/$defs/a/properties/x%25y",
      $defs: { a: { properties: { "x%y": {} } } },
    };
    expect(run({ schema, mode: "typescript" }).value).toMatchObject({ types: ["Root", "A", "XY"] });
  });

  test("references by URI lead where they do for a validator", () => {
    const schema = {
      $id: "http://example.com/root.json",
      type: "object",
      properties: {
        a: { $ref: "item.json" },
        b: { $ref: "http://example.com/root.json#/$defs/Name" },
        c: { $ref: "#name" },
      },
      $defs: {
        Item: { $id: "http://example.com/item.json", type: "integer" },
        Name: { $anchor: "name", type: "string" },
      },
    };
    expect(run({ schema, mode: "typescript" }).output).toStartWith(
      "export interface Root {\n  a?: Item;\n  b?: Name;\n  c?: Name;\n}",
    );
    const dynamic = { $dynamicAnchor: "n", items: { $dynamicRef: "#n" } };
    expect(codes({ schema: dynamic, mode: "typescript" })).toEqual(["KEYWORD_UNSUPPORTED"]);
    expect(run({ schema: dynamic, mode: "typebox" }).output).not.toContain("$dynamic");
  });

  test("data that looks like a reference declares nothing", () => {
    const schema = {
      properties: { a: { const: { $ref: "#/properties/b" } }, b: { type: "string" } },
      default: { $id: "x" },
    };
    expect(run({ schema, mode: "typescript" }).value).toMatchObject({ types: ["Root"] });
  });

  test("a bound of draft-04 is a number for TypeBox", () => {
    const schema = {
      $schema: "http://json-schema.org/draft-04/schema#",
      properties: { a: { type: "number", minimum: 1, exclusiveMinimum: true } },
    };
    expect(run({ schema, mode: "typebox" }).output).toContain(
      "Type.Number({ exclusiveMinimum: 1 })",
    );
  });
});
