import { describe, expect, test } from "bun:test";
import {
  drift,
  inputDrift,
  object,
  outputDrift,
  schemaTool,
  valueOf,
} from "../../support/tool-contracts.ts";

describe("drift of tools", () => {
  test("removed, added and renamed", () => {
    const of = (baseline: object[], tools: object[]) =>
      valueOf({ baseline, tools }).drift.map(({ tool: name, code, after }) => [name, code, after]);
    const [a, b] = [object({ a: {} }), object({ b: {} })].map((inputSchema, at) => ({
      name: "ab"[at],
      inputSchema,
    }));
    expect(of([a, b] as object[], [b] as object[])).toEqual([["a", "TOOL_REMOVED", null]]);
    expect(of([b] as object[], [a, b] as object[])).toEqual([["a", "TOOL_ADDED", "a"]]);
    expect(of([a, b] as object[], [{ ...a, name: "z" }, b] as object[])).toEqual([
      ["a", "TOOL_RENAMED", "z"],
    ]);
  });

  test("descriptions count but for typography and case", () => {
    const of = (before: string, after: string) =>
      drift(schemaTool({}, { description: before }), schemaTool({}, { description: after }));
    expect(of("Reads “it”", 'reads   "IT"')).toEqual([]);
    expect(of("Reads", "Writes")).toEqual(["warning DESCRIPTION_CHANGED /description"]);
  });

  test("promises that are no longer given", () => {
    const of = (before: object, after: object) =>
      drift(schemaTool({}, { annotations: before }), schemaTool({}, { annotations: after }));
    const kept = { readOnlyHint: true, idempotentHint: true, destructiveHint: false };
    expect(of(kept, kept)).toEqual([]);
    expect(of(kept, {})).toEqual([
      "error ANNOTATION_WEAKENED /annotations/destructiveHint",
      "error ANNOTATION_WEAKENED /annotations/idempotentHint",
      "error ANNOTATION_WEAKENED /annotations/readOnlyHint",
    ]);
    expect(of({ destructiveHint: true }, kept)).toEqual([]);
  });

  test("definitions of different providers are compared in one form", () => {
    const schema = object({ q: { type: "string" } });
    const anthropic = { name: "t", description: "D", input_schema: schema };
    const gemini = {
      functionDeclarations: [
        {
          name: "t",
          description: "D",
          parameters: { type: "OBJECT", properties: { q: { type: "STRING" } } },
        },
      ],
    };
    expect(drift(anthropic, gemini)).toEqual([]);
  });
});

describe("drift of input schemas", () => {
  const p = "/inputSchema";

  test.each([
    ["new optional member", object({}), object({ a: {} }), []],
    [
      "new required member",
      object({}),
      object({ a: {} }, { required: ["a"] }),
      [`error REQUIRED_ADDED ${p}/required`],
    ],
    [
      "required in another order",
      object({}, { required: ["a", "b"] }),
      object({}, { required: ["b", "a"] }),
      [],
    ],
    ["no longer required", object({}, { required: ["a"] }), object({}), []],
    ["member gone", object({ a: {} }), object({}), [`warning PROPERTY_REMOVED ${p}/properties/a`]],
    [
      "member gone from a closed one",
      object({ a: {} }, { additionalProperties: false }),
      object({}, { additionalProperties: false }),
      [`error PROPERTY_REMOVED ${p}/properties/a`],
    ],
    [
      "closed",
      object({}),
      object({}, { additionalProperties: false }),
      [`error ADDITIONAL_PROPERTIES_CLOSED ${p}/additionalProperties`],
    ],
    ["opened", object({}, { additionalProperties: false }), object({}), []],
    [
      "null no longer",
      object({ a: { type: ["string", "null"] } }),
      object({ a: { type: "string" } }),
      [`error TYPE_NARROWED ${p}/properties/a/type`],
    ],
    [
      "number to integer",
      object({ a: { type: "number" } }),
      object({ a: { type: "integer" } }),
      [`error TYPE_NARROWED ${p}/properties/a/type`],
    ],
    [
      "integer to number",
      object({ a: { type: "integer" } }),
      object({ a: { type: "number" } }),
      [`info TYPE_WIDENED ${p}/properties/a/type`],
    ],
    [
      "a type where there was none",
      object({ a: {} }),
      object({ a: { type: "string" } }),
      [`error TYPE_NARROWED ${p}/properties/a/type`],
    ],
    [
      "true to false",
      object({ a: true }),
      object({ a: false }),
      [`error TYPE_NARROWED ${p}/properties/a`],
    ],
    ["true and nothing", object({ a: true }), object({ a: {} }), []],
    [
      "enum in another order",
      object({ a: { enum: [1, 2] } }),
      object({ a: { enum: [2, 1.0, 3] } }),
      [],
    ],
    [
      "two values gone",
      object({ a: { enum: [1, 2, 3] } }),
      object({ a: { enum: [1] } }),
      Array.from({ length: 2 }, () => `error ENUM_VALUE_REMOVED ${p}/properties/a/enum`),
    ],
    [
      "enum to const",
      object({ a: { enum: [1, 2] } }),
      object({ a: { const: 1 } }),
      [`error ENUM_VALUE_REMOVED ${p}/properties/a/const`],
    ],
    ["const to enum", object({ a: { const: 1 } }), object({ a: { enum: [1, 2] } }), []],
    [
      "another const",
      object({ a: { const: 1 } }),
      object({ a: { const: 2 } }),
      [`error CONST_CHANGED ${p}/properties/a/const`],
    ],
    [
      "another format",
      object({ a: { format: "date" } }),
      object({ a: {} }),
      [`warning FORMAT_CHANGED ${p}/properties/a/format`],
    ],
    [
      "another default",
      object({ a: { default: 1 } }),
      object({ a: { default: 1.5 } }),
      [`warning DEFAULT_CHANGED ${p}/properties/a/default`],
    ],
    [
      "items",
      { type: "array", items: { type: "string" } },
      { type: "array", items: { type: "null" } },
      [`error TYPE_NARROWED ${p}/items/type`],
    ],
    [
      "items where there were none",
      { type: "array" },
      { type: "array", items: { type: "string" } },
      [`error TYPE_NARROWED ${p}/items/type`],
    ],
    [
      "a member named description",
      object({ description: { type: "string" } }),
      object({ description: { type: "null" } }),
      [`error TYPE_NARROWED ${p}/properties/description/type`],
    ],
  ] as const)("%s", (_title, before, after, expected) => {
    expect(inputDrift(before, after)).toEqual([...expected]);
  });

  test.each([
    [{ minimum: 1 }, { minimum: 2 }, "minimum"],
    [{ minimum: 2 }, { minimum: 1 }, undefined],
    [{}, { maximum: 2 }, "maximum"],
    [{ maximum: 2 }, {}, undefined],
    [{ minimum: 5 }, { exclusiveMinimum: 5 }, "exclusiveMinimum"],
    [{ exclusiveMinimum: 5 }, { minimum: 5 }, undefined],
    [{ type: "integer", exclusiveMinimum: 4 }, { type: "integer", minimum: 5 }, undefined],
    [{ type: "integer", maximum: 4.9 }, { type: "integer", exclusiveMaximum: 5 }, undefined],
    [{ maximum: 4.9 }, { exclusiveMaximum: 4.9 }, "exclusiveMaximum"],
    [{}, { minLength: 0 }, undefined],
    [{}, { minLength: 1 }, "minLength"],
    [{ maxItems: 2 }, { maxItems: 1 }, "maxItems"],
    [{ pattern: "a" }, { pattern: "b" }, "pattern"],
    [{ pattern: "a" }, {}, undefined],
    [{}, { uniqueItems: true }, "uniqueItems"],
    [{ multipleOf: 6 }, { multipleOf: 3 }, undefined],
    [{ multipleOf: 3 }, { multipleOf: 6 }, "multipleOf"],
    [{ multipleOf: 0.3 }, { multipleOf: 0.1 }, undefined],
  ] as const)("bounds %p to %p", (before, after, keyword) => {
    expect(inputDrift(before, after)).toEqual(
      keyword === undefined ? [] : [`error BOUND_TIGHTENED ${p}/${keyword}`],
    );
  });

  test("a list of values without a type has the types of its values", () => {
    const of = (before: object, after: object) =>
      inputDrift(object({ a: before }), object({ a: after }));
    const place = `${p}/properties/a`;
    const narrowed = `error TYPE_NARROWED ${place}/type`;
    expect(of({ enum: ["x", "y"] }, { type: "string", enum: ["x", "y"] })).toEqual([]);
    expect(of({ enum: ["x", "y"] }, { type: "string" })).toEqual([]);
    expect(of({ const: 1 }, { type: "integer" })).toEqual([]);
    expect(of({ const: 1.5 }, { type: "integer" })).toEqual([narrowed]);
    expect(of({ enum: ["x", 1] }, { type: "string" })).toEqual([narrowed]);
    const removed = `error ENUM_VALUE_REMOVED ${place}/enum`;
    expect(of({ type: "string" }, { enum: ["x"] })).toEqual([removed]);
    expect(of({ enum: ["x", 1] }, { enum: ["x"] })).toEqual([removed]);
    expect(of({}, { enum: ["x"] })).toEqual([removed]);
    expect(of({ enum: ["x"] }, {})).toEqual([]);
  });

  test("integers are multiples of one", () => {
    const whole = object({ a: { type: "integer" } });
    const of = (multipleOf: number) =>
      inputDrift(whole, object({ a: { type: "number", multipleOf } }))[0];
    expect(of(1)).toBe(`info TYPE_WIDENED ${p}/properties/a/type`);
    expect(of(2)).toBe(`error BOUND_TIGHTENED ${p}/properties/a/multipleOf`);
  });

  test("bounds are compared to their last digit", () => {
    const of = (minimum: string) => `[{"name":"t","inputSchema":{"minimum":${minimum}}}]`;
    const { drift: found } = valueOf({ baseline: of("0.1"), tools: of("0.10000000000000001") });
    expect(found.map(({ code }) => code)).toEqual(["BOUND_TIGHTENED"]);
  });

  test("references are followed, whatever their definitions are called, also in circles", () => {
    const list = (name: string, type: string) => ({
      ...object({ head: { $ref: `#/$defs/${name}` } }),
      $defs: { [name]: object({ value: { type }, next: { $ref: `#/$defs/${name}` } }) },
    });
    expect(inputDrift(list("a", "string"), list("b", "string"))).toEqual([]);
    expect(inputDrift(list("a", "string"), list("b", "null"))).toEqual([
      `error TYPE_NARROWED ${p}/properties/head/properties/value/type`,
    ]);
  });

  test("choices are equal or not compared", () => {
    const choice = (...types: string[]) => ({ anyOf: types.map((type) => ({ type })) });
    expect(inputDrift(choice("string", "null"), choice("string", "null"))).toEqual([]);
    expect(inputDrift(choice("string"), choice("null"))).toEqual([
      `warning SCHEMA_UNCOMPARABLE ${p}/anyOf`,
    ]);
    const titled = { anyOf: [{ type: "string", title: "T" }] };
    expect(inputDrift(titled, choice("string"))).toEqual([]);
    const named = (name: string) => ({ anyOf: [object({ [name]: {} })] });
    expect(inputDrift(named("title"), named("description"))).toHaveLength(1);
  });
});

describe("drift of output schemas", () => {
  const p = "/outputSchema";

  test.each([
    ["a member more", object({}), object({ a: {} }), []],
    [
      "a member less, told once",
      object({ a: {} }, { required: ["a"] }),
      object({}),
      [`error OUTPUT_PROPERTY_REMOVED ${p}/properties/a`],
    ],
    [
      "maybe missing",
      object({ a: {} }, { required: ["a"] }),
      object({ a: {} }),
      [`error OUTPUT_NO_LONGER_REQUIRED ${p}/required`],
    ],
    ["always there", object({ a: {} }), object({ a: {} }, { required: ["a"] }), []],
    [
      "another type",
      object({ a: { type: "string" } }),
      object({ a: { type: ["string", "null"] } }),
      [`error OUTPUT_TYPE_WIDENED ${p}/properties/a/type`],
    ],
    ["fewer types", object({ a: { type: "number" } }), object({ a: { type: "integer" } }), []],
    [
      "listed strings instead of any",
      object({ a: { type: "string" } }),
      object({ a: { enum: ["x"] } }),
      [],
    ],
    [
      "a listed number instead of strings",
      object({ a: { type: "string" } }),
      object({ a: { enum: ["x", 1] } }),
      [`error OUTPUT_TYPE_WIDENED ${p}/properties/a/type`],
    ],
    ["none any more", object({}), undefined, [`error OUTPUT_PROPERTY_REMOVED ${p}`]],
    ["none before", undefined, object({}), []],
  ] as const)("%s", (_title, before, after, expected) => {
    expect(outputDrift(before, after)).toEqual([...expected]);
  });
});
