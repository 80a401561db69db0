import { describe, expect, test } from "bun:test";
import { documentOf, valueOf } from "../../../tools/_lib/json/tree/value.ts";
import type { JsonNode } from "../../../tools/_lib/json/tree/tree.ts";
import { anthropicSchema } from "../../../tools/_lib/agents/provider-schema/anthropic.ts";
import { limitsPassed } from "../../../tools/_lib/agents/provider-schema/limits.ts";
import { nullable, NullTest } from "../../../tools/_lib/agents/provider-schema/nullable.ts";
import { strictSchema } from "../../../tools/_lib/agents/provider-schema/openai-strict.ts";

const nodeOf = (value: unknown) => documentOf(value)?.root as JsonNode;
const dataOf = (node: JsonNode) => valueOf(node).value;
const strict = (value: unknown) => dataOf(strictSchema(nodeOf(value), "/schema").schema);
const NULL = { type: "null" };

describe("nullable", () => {
  test.each([
    [{ type: "string" }, { type: ["string", "null"] }],
    [{ type: ["string", "integer"] }, { type: ["string", "integer", "null"] }],
    [
      { type: "string", enum: ["a"] },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [{ enum: ["a", null] }, { enum: ["a", null] }],
    [{ enum: ["a"] }, { enum: ["a", null] }],
    [
      { type: ["string", "null"], enum: ["a"] },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [{ const: 1 }, { anyOf: [{ const: 1 }, NULL] }],
    [{ type: "integer", const: 1 }, { anyOf: [{ type: "integer", const: 1 }, NULL] }],
    [{ $ref: "#" }, { anyOf: [{ $ref: "#" }, NULL] }],
    [{ anyOf: [{ type: "string" }, NULL] }, { anyOf: [{ type: "string" }, NULL] }],
    [{ anyOf: [{ type: "string" }] }, { anyOf: [{ anyOf: [{ type: "string" }] }, NULL] }],
    [{ enum: ["a"], anyOf: [NULL] }, { anyOf: [{ enum: ["a"], anyOf: [NULL] }, NULL] }],
    // What takes null already stays as it is, however it says so.
    [{}, {}],
    [NULL, NULL],
    [{ const: null }, { const: null }],
    [{ $ref: "#/$defs/maybe" }, { $ref: "#/$defs/maybe" }],
    [{ $ref: "#/$defs/round" }, { anyOf: [{ $ref: "#/$defs/round" }, NULL] }],
    [{ $ref: "#/$defs/nowhere" }, { anyOf: [{ $ref: "#/$defs/nowhere" }, NULL] }],
    [{ $ref: "other.json" }, { anyOf: [{ $ref: "other.json" }, NULL] }],
    [{ anyOf: [{ type: ["string", "null"] }] }, { anyOf: [{ type: ["string", "null"] }] }],
    [{ anyOf: [{ enum: [1, null] }] }, { anyOf: [{ enum: [1, null] }] }],
    [
      { type: "string", $ref: "#/$defs/maybe" },
      { anyOf: [{ type: "string", $ref: "#/$defs/maybe" }, NULL] },
    ],
  ])("%j", (schema, expected) => {
    const $defs = {
      maybe: { anyOf: [{ $ref: "#/$defs/text" }, { const: null }] },
      text: { type: "string" },
      round: { $ref: "#/$defs/round" },
    };
    const nullTest = new NullTest(nodeOf({ $defs, type: "object" }));
    expect(dataOf(nullable(nodeOf(schema), (one) => nullTest.fits(one)))).toEqual(expected);
  });

  test("references that meet again and again, and long chains of them, cost little", () => {
    const $defs: Record<string, object> = { d5000: { type: "string" } };
    for (let at = 0; at < 5000; at++) {
      const next = { $ref: `#/$defs/d${at + 1}` };
      $defs[`d${at}`] = { anyOf: [next, next] };
    }
    const nullTest = new NullTest(nodeOf({ $defs }));
    expect(nullTest.fits(nodeOf({ $ref: "#/$defs/d0" }))).toBe(false);
  });
});

describe("strict schema", () => {
  test("names of properties are no keywords", () => {
    const schema = {
      type: "object",
      properties: {
        properties: { type: "object", properties: { required: { type: "string" } } },
        required: { type: "array", items: { type: "object" } },
        minLength: { type: "integer" },
      },
      required: ["properties", "required", "minLength"],
    };
    expect(strict(schema)).toEqual({
      type: "object",
      properties: {
        properties: {
          type: "object",
          properties: { required: { type: ["string", "null"] } },
          required: ["required"],
          additionalProperties: false,
        },
        required: {
          type: "array",
          items: { type: "object", properties: {}, required: [], additionalProperties: false },
        },
        minLength: { type: "integer" },
      },
      required: ["properties", "required", "minLength"],
      additionalProperties: false,
    });
  });

  test("other keywords are said in the description, in the order of the schema", () => {
    const schema = {
      type: "object",
      properties: { a: { minLength: 3, type: "string", description: "text", uniqueItems: true } },
      required: ["a"],
      default: { a: "x" },
    };
    const { schema: result, warnings } = strictSchema(nodeOf(schema), "/schema");
    expect(dataOf(result)).toMatchObject({
      properties: { a: { type: "string", description: "text (minLength: 3; uniqueItems: true)" } },
      description: '(default: {"a":"x"})',
    });
    expect(warnings.map(({ path }) => path)).toEqual([
      "/schema/properties/a/minLength",
      "/schema/properties/a/uniqueItems",
      "/schema/default",
    ]);
  });

  test("oneOf becomes anyOf, and references follow what moved", () => {
    const schema = {
      oneOf: [{ type: "string" }, { $ref: "#/definitions/oneOf" }, { $ref: "#/oneOf/0" }],
      definitions: { oneOf: { type: "array", items: { $ref: "#" } } },
    };
    expect(strict(schema)).toEqual({
      type: "object",
      properties: {
        value: {
          anyOf: [
            { type: "string" },
            { $ref: "#/$defs/oneOf" },
            { $ref: "#/properties/value/anyOf/0" },
          ],
        },
      },
      required: ["value"],
      additionalProperties: false,
      $defs: { oneOf: { type: "array", items: { $ref: "#/properties/value" } } },
    });
  });

  test("a root with properties alone is an object, a nullable one is wrapped", () => {
    expect(strict({ properties: {} })).toEqual({
      type: "object",
      properties: {},
      required: [],
      additionalProperties: false,
    });
    expect(strict({ type: ["object", "null"] })).toMatchObject({ required: ["value"] });
  });

  test("limits are met exactly", () => {
    const wide = (count: number) => ({
      type: "object",
      properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, {}])),
    });
    const received = (schema: unknown) =>
      limitsPassed(nodeOf(schema)).map((limit) => limit.received);
    expect(received(wide(5000))).toEqual([]);
    expect(received(wide(5001))).toEqual([5001]);
    const texts = (count: number, length: number) => ({
      enum: Array.from({ length: count }, (_, at) => String(at).padStart(length, "x")),
    });
    expect(received(texts(1000, 120))).toEqual([]);
    expect(received(texts(1001, 5))).toEqual([1001]);
    expect(received({ ...texts(1000, 120), const: "y" })).toEqual([120_001]);
    let deep: object = { type: "object" };
    for (let level = 1; level < 10; level++) deep = { type: "object", properties: { a: deep } };
    expect(received(deep)).toEqual([]);
    expect(received({ type: "object", properties: { a: { type: "array", items: deep } } })).toEqual(
      [11],
    );
  });
});

test("anthropic: objects are closed, optional stays optional, bounds go to the description", () => {
  const schema = {
    type: "object",
    properties: {
      n: { type: "integer", minimum: 1, exclusiveMaximum: 9, description: "n" },
      l: { type: "array", minItems: 1, maxItems: 3, items: { type: "object" } },
      m: { type: "array", minItems: 2, pattern: "x" },
      minimum: { type: "string", minLength: 2, format: "date" },
    },
    required: ["n"],
    additionalProperties: true,
    $defs: { x: { allOf: [{ properties: {} }] } },
  };
  expect(dataOf(anthropicSchema(nodeOf(schema), "2020-12"))).toEqual({
    type: "object",
    properties: {
      n: { type: "integer", description: "n (minimum: 1; exclusiveMaximum: 9)" },
      l: {
        type: "array",
        minItems: 1,
        items: { type: "object", additionalProperties: false },
        description: "(maxItems: 3)",
      },
      m: { type: "array", pattern: "x", description: "(minItems: 2)" },
      minimum: { type: "string", format: "date", description: "(minLength: 2)" },
    },
    required: ["n"],
    additionalProperties: false,
    $defs: { x: { allOf: [{ properties: {}, additionalProperties: false }] } },
  });
});
