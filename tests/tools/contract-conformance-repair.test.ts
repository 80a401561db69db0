import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import tool from "../../tools/contract-conformance-repair.ts";
import { runUnit } from "../support/run-unit.ts";

type Input = Static<typeof tool.input>;
type Value = Static<typeof tool.value>;

function run(input: Partial<Input>) {
  const outcome = runUnit(tool as never, input);
  return { ...outcome, value: outcome.value as Value };
}

function repaired(schema: unknown, data: unknown, policy: Input["policy"] = "standard") {
  const { value } = run({ schema, data, policy });
  return [value.repaired, value.changes.map(({ path, code }) => `${code} ${path}`.trim())];
}

const integer = { type: "integer" };
const number = { type: "number" };
const boolean = { type: "boolean" };
const string = { type: "string" };

describe("types", () => {
  test.each<[unknown, unknown, unknown, string[]]>([
    [integer, " 42 ", 42, ["STRING_TO_INTEGER"]],
    [integer, "08", 8, ["STRING_TO_INTEGER"]],
    [integer, "+5", 5, ["STRING_TO_INTEGER"]],
    [integer, "-0", 0, ["STRING_TO_INTEGER"]],
    [integer, "", "", []],
    [integer, "1.5", "1.5", []],
    [integer, "9007199254740991", 9007199254740991, ["STRING_TO_INTEGER"]],
    [integer, "9007199254740992", "9007199254740992", []],
    [number, ".5", 0.5, ["STRING_TO_NUMBER"]],
    [number, "+1.50e2", 150, ["STRING_TO_NUMBER"]],
    [number, "1.", "1.", []],
    [number, "1e400", "1e400", []],
    [number, "0x10", "0x10", []],
    [boolean, "TRUE", true, ["STRING_TO_BOOLEAN"]],
    [boolean, "yes", "yes", []],
    [boolean, 1, 1, []],
    [{ type: "null" }, "null", null, ["STRING_TO_NULL"]],
    [{ type: ["integer", "null"] }, "null", null, ["STRING_TO_NULL"]],
    [{ type: ["boolean", "integer"] }, "1", 1, ["STRING_TO_INTEGER"]],
    [string, 1.5, "1.5", ["NUMBER_TO_STRING"]],
    [string, true, "true", ["BOOLEAN_TO_STRING"]],
    [{ type: "object" }, ' {"a": 1}', { a: 1 }, []],
    [{ type: "array", items: integer }, "5", [5], ["WRAPPED_IN_ARRAY", "STRING_TO_INTEGER /0"]],
    [{ type: "array", items: integer }, "x", "x", []],
    [integer, ["7"], 7, ["UNWRAPPED_SINGLE", "STRING_TO_INTEGER"]],
    [integer, [[7]], 7, ["UNWRAPPED_SINGLE", "UNWRAPPED_SINGLE"]],
    [integer, [1, 2], [1, 2], []],
    [integer, [["x"]], [["x"]], []],
  ])("%j: %j becomes %j", (schema, data, expected, codes) => {
    expect(repaired(schema, data)).toEqual([expected, codes]);
  });

  test("a string that holds JSON is parsed where an array or object is wanted", () => {
    const schema = { properties: { a: { type: "object" }, b: { type: "array" } } };
    expect(repaired(schema, { a: '{"x": 1}', b: "[1]" })).toEqual([
      { a: { x: 1 }, b: [1] },
      ["JSON_STRING_PARSED /a", "JSON_STRING_PARSED /b"],
    ]);
    expect(repaired({ properties: { a: { type: "object" } } }, { a: "[1]" })[1]).toEqual([]);
    const texts = { type: "array", items: { type: "string" } };
    expect(repaired(texts, "[1", "safe")).toEqual([["[1"], ["WRAPPED_IN_ARRAY"]]);
    expect(repaired({ properties: { a: texts } }, { a: '["x"]' }, "safe")).toEqual([
      { a: ["x"] },
      ["JSON_STRING_PARSED /a"],
    ]);
  });

  test.each<[unknown, unknown, unknown, string]>([
    [integer, 2.5, 2, "NUMBER_ROUNDED"],
    [integer, 3.5, 4, "NUMBER_ROUNDED"],
    [integer, -0.5, 0, "NUMBER_ROUNDED"],
    [integer, -1.5, -2, "NUMBER_ROUNDED"],
    [integer, 1e-7, 0, "NUMBER_ROUNDED"],
    [integer, "2.51", 3, "NUMBER_ROUNDED"],
    [boolean, "ON", true, "STRING_TO_BOOLEAN"],
    [boolean, "0", false, "STRING_TO_BOOLEAN"],
    [boolean, 0, false, "NUMBER_TO_BOOLEAN"],
    [{ maximum: 5 }, 7, 5, "NUMBER_CLAMPED"],
    [{ minimum: 5 }, 3, 5, "NUMBER_CLAMPED"],
    [{ maxLength: 2 }, "a😀b", "a😀", "STRING_TRUNCATED"],
    [{ maxItems: 1 }, [1, 2], [1], "ARRAY_TRUNCATED"],
    [{ enum: ["pending"] }, "pnding", "pending", "ENUM_NEAREST"],
  ])("aggressive, %j: %j becomes %j", (schema, data, expected, code) => {
    expect(repaired(schema, data, "standard")).toEqual([data, []]);
    expect(repaired(schema, data, "aggressive")).toEqual([expected, [code]]);
  });

  test("integers of 20 digits keep them", () => {
    const schema = { properties: { a: integer, b: integer } };
    const { output } = run({ schema, data: '{"a": 12345678901234567890, "b": "1"}' });
    expect(output).toBe('{\n  "a": 12345678901234567890,\n  "b": 1\n}');
    const text = run({ schema: { items: string }, data: "[12345678901234567890]" });
    expect(text.value.repaired).toEqual(["12345678901234567890"]);
  });
});

describe("enum and const", () => {
  test.each<[unknown, unknown, unknown, string[]]>([
    [{ enum: ["open", "closed"] }, " Open", "open", ["ENUM_NORMALIZED"]],
    [{ enum: ["in_progress"] }, "In Progress", "in_progress", ["ENUM_NORMALIZED"]],
    [{ enum: ["a-b", "ab"] }, "A_B", "A_B", []],
    [{ enum: ["a", "A"] }, " a", " a", []],
    [{ enum: [1, 2] }, "1", 1, ["ENUM_COERCED"]],
    [{ enum: ["1", "2"] }, 1, "1", ["ENUM_COERCED"]],
    [{ enum: [null] }, "null", null, ["ENUM_COERCED"]],
    [{ const: "v1" }, "V1", "v1", ["ENUM_NORMALIZED"]],
    [{ enum: ["open"] }, "opne", "opne", []],
    [{ type: "integer", enum: ["1"] }, "1", 1, ["STRING_TO_INTEGER"]],
  ])("%j: %j becomes %j", (schema, data, expected, codes) => {
    expect(repaired(schema, data)).toEqual([expected, codes]);
  });

  test("the nearest has to be the only one and near enough", () => {
    expect(repaired({ enum: ["cat", "bat"] }, "rat", "aggressive")[1]).toEqual([]);
    expect(repaired({ enum: ["ab"] }, "ax", "aggressive")[1]).toEqual([]);
  });
});

describe("strings", () => {
  test.each<[unknown, unknown, unknown, string[]]>([
    [{ maxLength: 3 }, " abc ", "abc", ["STRING_TRIMMED"]],
    [{ format: "email" }, " a@b.example", "a@b.example", ["STRING_TRIMMED"]],
    [{ pattern: "^[a-z]+$" }, " 1 ", " 1 ", []],
    [{ minLength: 9 }, " a ", " a ", []],
    [{ format: "date" }, "2024/2/9", "2024-02-09", ["DATE_NORMALIZED"]],
    [{ format: "date" }, "2024.12.31", "2024-12-31", ["DATE_NORMALIZED"]],
    [{ format: "date" }, "2023/2/29", "2023/2/29", []],
    [{ format: "date" }, "2024/2.9", "2024/2.9", []],
    [{ format: "iri" }, "no iri at all", "no iri at all", []],
  ])("%j: %j becomes %j", (schema, data, expected, codes) => {
    expect(repaired(schema, data)).toEqual([expected, codes]);
  });
});

describe("arrays and objects", () => {
  test("items first, then what is there twice; paths are those of the moment", () => {
    const schema = { items: integer, uniqueItems: true };
    expect(repaired(schema, [1, "1", 2, 1])).toEqual([
      [1, 2],
      ["STRING_TO_INTEGER /1", "DUPLICATE_ITEM_REMOVED /1", "DUPLICATE_ITEM_REMOVED /2"],
    ]);
    expect(repaired(schema, [1, 1], "safe")).toEqual([[1, 1], []]);
  });

  test("a name is given only where both spellings are unique", () => {
    const schema = { properties: { userId: integer }, required: ["userId"] };
    expect(repaired(schema, { "User-ID": "1" })).toEqual([
      { userId: 1 },
      ["PROPERTY_RENAMED /User-ID", "STRING_TO_INTEGER /userId"],
    ]);
    expect(repaired(schema, { user_id: 1, "user-id": 2 })[1]).toEqual([]);
    expect(repaired(schema, { userId: "3", user_id: 4 })).toEqual([
      { userId: 3, user_id: 4 },
      ["STRING_TO_INTEGER /userId"],
    ]);
  });

  test("nulls become the default, or go where nothing asks for them", () => {
    const schema = {
      properties: { a: { type: "integer", default: 5 }, b: string, c: string, d: { type: "null" } },
      required: ["c"],
    };
    expect(repaired(schema, { a: null, b: null, c: null, d: null })).toEqual([
      { a: 5, c: null, d: null },
      ["NULL_TO_DEFAULT /a", "NULL_REMOVED /b"],
    ]);
  });

  test("what is required is added by default or const, also behind a reference", () => {
    const schema = {
      properties: { a: { $ref: "#/$defs/a" }, b: { const: 7 }, c: string },
      required: ["a", "b", "c"],
      $defs: {
        a: { type: "object", properties: { x: { default: 1 } }, required: ["x"], default: {} },
      },
    };
    const [value, codes] = repaired(schema, {});
    expect(value).toEqual({ a: { x: 1 }, b: 7 });
    expect(codes).toEqual(["DEFAULT_ADDED /a", "DEFAULT_ADDED /a/x", "CONST_ADDED /b"]);
  });

  test("a default that asks for itself without end is not added", () => {
    const schema = { properties: { child: { $ref: "#", default: {} } }, required: ["child"] };
    expect(repaired(schema, {})).toEqual([{}, []]);
  });

  test("keys such as __proto__ are data", () => {
    const schema =
      '{"properties": {"__proto__": {"type": "integer"}}, "additionalProperties": false}';
    const { output, value } = run({ schema, data: '{"__proto__": "1", "constructor": 2}' });
    expect(output).toBe('{\n  "__proto__": 1\n}');
    expect(value.patch.map(({ op, path }) => `${op} ${path}`)).toEqual([
      "replace /__proto__",
      "remove /constructor",
    ]);
  });

  test("from and to are whole, names for a renamed member", () => {
    const schema = { properties: { aB: { type: "array" } }, additionalProperties: false };
    const { value } = run({ schema, data: { a_b: { x: [1] }, c: { y: 2 } } });
    expect(value.changes).toEqual([
      { path: "/a_b", code: "PROPERTY_RENAMED", lossy: false, from: "a_b", to: "aB" },
      { path: "/c", code: "ADDITIONAL_REMOVED", lossy: true, from: { y: 2 } },
      { path: "/aB", code: "WRAPPED_IN_ARRAY", lossy: false, from: { x: [1] }, to: [{ x: [1] }] },
    ]);
  });
});

describe("combined schemas", () => {
  test("allOf in order", () => {
    const schema = { allOf: [{ type: "integer" }, { enum: [1, 2] }] };
    expect(repaired(schema, "2")).toEqual([2, ["STRING_TO_INTEGER"]]);
  });

  test("the branch with the fewest changes, ties the first", () => {
    const one = { properties: { a: integer, b: integer } };
    const other = { properties: { a: integer, b: string } };
    expect(repaired({ anyOf: [one, other] }, { a: "1", b: "2" })[0]).toEqual({ a: 1, b: "2" });
    expect(repaired({ oneOf: [integer, boolean] }, "1", "aggressive")[0]).toBe(1);
    expect(repaired({ oneOf: [boolean, integer] }, "1", "aggressive")[0]).toBe(true);
    expect(repaired({ oneOf: [integer, number] }, "1")[1]).toEqual([]);
    expect(repaired({ anyOf: [integer, string] }, "1")[1]).toEqual([]);
  });

  test("references in circles end", () => {
    const tree = {
      anyOf: [{ type: "integer" }, { type: "array", items: { $ref: "#" } }],
    };
    expect(repaired(tree, ["1", ["2", ["3"]]])[0]).toEqual([1, [2, [3]]]);
    expect(repaired(tree, { x: 1 })).toEqual([{ x: 1 }, []]);
  });

  test("up to draft-07 a reference stands alone", () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      properties: { a: { $ref: "#/definitions/s", type: "integer" } },
      definitions: { s: string },
    };
    expect(repaired(schema, { a: 1 })).toEqual([{ a: "1" }, ["NUMBER_TO_STRING /a"]]);
  });

  test("schemas that undo one another leave the data alone", () => {
    const schema = { allOf: [integer, string] };
    expect(repaired(schema, "1")).toEqual(["1", []]);
  });
});

describe("what cannot be used", () => {
  test.each<[Partial<Input>, string]>([
    [{ schema: { type: "objekt" }, data: 1 }, "SCHEMA_INVALID"],
    [{ schema: { $schema: "https://example.com/s" }, data: 1 }, "SCHEMA_INVALID"],
    [{ schema: { pattern: "(" }, data: 1 }, "SCHEMA_INVALID"],
    [{ schema: { $ref: "#/$defs/x" }, data: 1 }, "REF_UNRESOLVED"],
    [{ schema: { $ref: "https://example.com/s" }, data: 1 }, "REF_UNRESOLVED"],
    [{ schema: { $ref: "#" }, data: 1 }, "REF_UNRESOLVED"],
    [{ schema: [], data: 1 }, "DOCUMENT_TYPE"],
    [{ schema: '{"type": ', data: 1 }, "JSON_SYNTAX"],
    [{ schema: "a: b: c", data: 1 }, "YAML_SYNTAX"],
    [{ schema: "a: 1\na: 2", data: 1 }, "YAML_SYNTAX"],
    [{ schema: "type: !x string", data: 1 }, "YAML_SYNTAX"],
    [{ schema: {}, data: "[".repeat(2000) + "]".repeat(2000) }, "INPUT_TOO_DEEP"],
  ])("%j", (input, code) => {
    const { ok, errors } = run(input);
    expect([ok, errors?.[0]?.code]).toEqual([false, code]);
  });

  test("a schema may be YAML, data is text where it holds no array or object", () => {
    expect(repaired("type: integer\nminimum: 0", "7")).toEqual([7, ["STRING_TO_INTEGER"]]);
    expect(repaired(string, "12")).toEqual(["12", []]);
    expect(repaired(string, "{broken")).toEqual(["{broken", []]);
    expect(repaired(true, "null")).toEqual(["null", []]);
  });

  test("the gate trips only on demand and keeps the result", () => {
    const input = { schema: integer, data: "x" };
    expect(run(input)).toMatchObject({ ok: true, valid: false, output: '"x"' });
    for (const failOn of ["error", "warning"] as const) {
      const outcome = run({ ...input, failOn });
      expect(outcome).toMatchObject({
        ok: false,
        valid: false,
        error: { code: "CONTRACT_CONFORMANCE_REPAIR_FAILED" },
        value: { remaining: [{ path: "", keyword: "type" }] },
      });
    }
    expect(run({ schema: integer, data: "1", failOn: "error" })).toMatchObject({ ok: true });
  });

  test("remaining is sorted by path, then keyword, one entry for each object's other members", () => {
    const schema = {
      properties: { b: integer, a: { pattern: "x", minLength: 3 } },
      additionalProperties: false,
      required: ["z"],
    };
    const { value } = run({ schema, data: { c: 1, b: "n", d: 2, a: "q" }, policy: "safe" });
    expect(value.remaining.map(({ path, keyword }) => `${keyword} ${path}`.trim())).toEqual([
      "additionalProperties",
      "required",
      "minLength /a",
      "pattern /a",
      "type /b",
    ]);
    expect(value.counts).toEqual({ changes: 0, lossy: 0, remaining: 5 });
  });
});

const scalar = fc.oneof(
  fc.constantFrom("1", " 2 ", "true", "null", "Open", "opn", "", "2024/1/2", "[1]", "x y", "1.5"),
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom(0.5, 1.5, 2.5, null, true, false),
);
const data = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "a_b", "aB", "A-B", "b", "c"), tie("any"), { maxKeys: 4 }),
  ),
})).any;
const scalarSchema = fc.constantFrom<unknown>(
  integer,
  string,
  boolean,
  { type: ["integer", "null"] },
  { enum: ["open", "closed", 1, true] },
  { type: "integer", minimum: 2, maximum: 5 },
  { type: "string", maxLength: 2, pattern: "^\\S*$" },
  { type: "integer", default: 3 },
  { format: "date" },
  { const: "open" },
);
const schemas = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    scalarSchema,
    fc.record({ type: fc.constant("array"), items: tie("any"), uniqueItems: fc.boolean() }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom("a", "aB", "b"), tie("any"), { maxKeys: 3 }),
      required: fc.uniqueArray(fc.constantFrom("a", "aB", "b")),
      additionalProperties: fc.boolean(),
    }),
    fc.record({ anyOf: fc.array(tie("any"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("any"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie("any"), { minLength: 1, maxLength: 2 }) }),
  ),
})).any;
const policies = fc.constantFrom("safe" as const, "standard" as const, "aggressive" as const);

test.each(tool.laws.map((law) => [law.name, law] as const))("law: %s", (_name, law) => {
  const holds = (schema: unknown, given: unknown, policy: Input["policy"]) =>
    law.holds((input) => runUnit(tool as never, input) as never, { schema, data: given, policy });
  fc.assert(fc.property(schemas, data, policies, holds), { numRuns: 1500 });
});

test("another validator agrees on what conforms", () => {
  const ajv = new Ajv2020({ strict: false, formats: { date: /^\d{4}-\d\d-\d\d$/ } });
  fc.assert(
    fc.property(schemas, data, policies, (schema, given, policy) => {
      const { value } = run({ schema, data: given, policy });
      return ajv.validate(schema as object, value.repaired) === value.conforms;
    }),
  );
});
