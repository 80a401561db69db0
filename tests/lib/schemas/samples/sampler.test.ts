import { describe, expect, test } from "bun:test";
import Ajv from "ajv/dist/2020";
import fc from "fast-check";
import { CONTRACT_FORMATS } from "../../../../tools/_lib/schemas/json-schema/checked-formats.ts";
import { formatOf } from "../../../../tools/_lib/schemas/json-schema/formats.ts";
import { formatSamples } from "../../../../tools/_lib/schemas/samples/formats.ts";
import { samples, troubles } from "./samples.ts";

const integer = (more: object) => samples({ type: "integer", ...more });
const number = (more: object) => samples({ type: "number", ...more });
const string = (more: object) => samples({ type: "string", ...more });

describe("numbers", () => {
  test("both bounds: they, their neighbours, and one in the middle", () => {
    expect(integer({ minimum: 1, maximum: 100 })).toEqual([1, 2, 50, 99, 100]);
    expect(integer({ minimum: 1, maximum: 3 })).toEqual([1, 2, 3]);
    expect(integer({ minimum: 4, maximum: 4 })).toEqual([4]);
    expect(number({ minimum: 0, maximum: 1 })).toEqual([0, 0.01, 0.5, 0.99, 1]);
    expect(number({ minimum: 0.1, maximum: 0.3, multipleOf: 0.1 })).toEqual([0.1, 0.2, 0.3]);
  });

  test("one bound, and none", () => {
    expect(integer({ minimum: 5 })).toEqual([5, 6, 15]);
    expect(integer({ maximum: 5 })).toEqual([-5, 4, 5]);
    expect(integer({})).toEqual([-1, 0, 1]);
    expect(number({})).toEqual([-0.01, 0, 0.01]);
    expect(number({ multipleOf: 0.25 })).toEqual([-0.25, 0, 0.25]);
  });

  test("exclusive bounds move inwards, and all bounds to a multiple", () => {
    expect(integer({ exclusiveMinimum: 0, exclusiveMaximum: 10 })).toEqual([1, 2, 5, 8, 9]);
    expect(number({ exclusiveMinimum: 0 })).toEqual([0.01, 0.02, 0.11]);
    expect(integer({ minimum: 1, maximum: 19, multipleOf: 5 })).toEqual([5, 10, 15]);
    expect(integer({ minimum: 0.5, maximum: 2.5 })).toEqual([1, 2]);
    expect(integer({ exclusiveMinimum: 1, maximum: 5, multipleOf: 5 })).toEqual([5]);
    expect(integer({ minimum: 0, multipleOf: 0.5 })).toEqual([0, 1, 10]);
    expect(integer({ minimum: -7, maximum: -3, multipleOf: 2 })).toEqual([-6, -4]);
  });

  test("the tighter of two bounds counts, and draft-04 marks them exclusive", () => {
    expect(integer({ minimum: 1, exclusiveMinimum: 3, maximum: 5 })).toEqual([4, 5]);
    const draft = "http://json-schema.org/draft-04/schema#";
    const four = {
      $schema: draft,
      type: "integer",
      minimum: 1,
      exclusiveMinimum: true,
      maximum: 4,
    };
    expect(samples(four)).toEqual([2, 3, 4]);
  });

  test("nothing between the bounds, and little", () => {
    expect(integer({ minimum: 5, maximum: 4 })).toEqual([]);
    expect(number({ exclusiveMinimum: 0, exclusiveMaximum: 0.005 })).toEqual([0.0025]);
    expect(number({ minimum: 0.001, maximum: 0.004 })).toEqual([0.001, 0.004]);
    expect(number({ exclusiveMinimum: 1, exclusiveMaximum: 1 })).toEqual([]);
  });

  test("no digit is lost", () => {
    expect(samples('{"type":"integer","minimum":12345678901234567890}')).toEqual([
      "12345678901234567890",
      "12345678901234567891",
      "12345678901234567900",
    ]);
    expect(number({ minimum: 1e300, maximum: 1e300 })).toEqual([1e300]);
    expect(samples('{"type":"number","minimum":1e9999}')).toEqual([]);
  });
});

describe("strings", () => {
  test("lengths", () => {
    const lengths = (more: object) => string(more).map((text) => String(text).length);
    expect(lengths({ minLength: 3, maxLength: 5 })).toEqual([3, 4, 5]);
    expect(lengths({ minLength: 3, maxLength: 9 })).toEqual([3, 4, 8, 9]);
    expect(lengths({ minLength: 3 })).toEqual([3, 4, 13]);
    expect(lengths({ maxLength: 9 })).toEqual([0, 1, 8, 9]);
    expect(lengths({ maxLength: 0 })).toEqual([0]);
    expect(string({})).toEqual(["", "a", "Zażółć 漢字 🎉"]);
  });

  test("formats that are checked have two samples, others are notes", () => {
    expect(string({ format: "date" })).toEqual(["2024-02-29", "1999-12-31"]);
    expect(string({ format: "password" })).toEqual(["", "a", "Zażółć 漢字 🎉"]);
    for (const format of CONTRACT_FORMATS) {
      const known = formatSamples(format);
      expect([format, known?.right.map((text) => formatOf(format)?.(text))]).toEqual([
        format,
        [true, true],
      ]);
      expect([format, formatOf(format)?.(known?.wrong ?? "")]).toEqual([format, false]);
    }
    expect(string({ format: "uri-reference", minLength: 1 })).toEqual(["../a/b?c=d#e"]);
  });

  test("patterns: first alternatives, first members, least repeats, then one more", () => {
    expect(string({ pattern: "^[A-Z]{2,3}-\\d+$" })).toEqual(["AA-0", "AAA-00"]);
    expect(string({ pattern: "^(cat|dog)s?$" })).toEqual(["cat", "cats"]);
    expect(string({ pattern: "^[^a-z]\\w\\W.\\S$" })).toEqual(["Aa aa"]);
    expect(string({ pattern: "^(a|b)\\1[\\d_]\\x41\\u{1F600}$" })).toEqual(["aa0A😀"]);
    expect(string({ pattern: "^(?<year>\\d{4})-\\k<year>$" })).toEqual(["0000-0000"]);
    expect(string({ pattern: "^\\p{Lu}\\p{Script=Cyrillic}$" })).toEqual(["AЀ"]);
    expect(string({ pattern: "^(|[]|x)y$" })).toEqual(["y"]);
    expect(string({ pattern: "^(?:[]|x)y$" })).toEqual(["xy"]);
    expect(string({ pattern: "^(?:[a-z]+\\.)+[a-z]{2,}$", minLength: 8 })).toEqual([
      "aa.aa.aaa",
      "aaa.aaa.aaa.aaaa",
    ]);
  });

  test("what cannot be made is told, and default and examples stand in", () => {
    const hard = { type: "string", pattern: "^(?=.*z)[a-z]{3}$" };
    expect([samples(hard), troubles(hard)]).toEqual([[], ["PATTERN_NOT_GENERATED"]]);
    const helped = { ...hard, default: "xyz", examples: ["zzz", "no", "xyz"] };
    expect([samples(helped), troubles(helped)]).toEqual([
      ["xyz", "zzz"],
      ["PATTERN_NOT_GENERATED"],
    ]);
    const long = { type: "string", minLength: 5, maxLength: 1_000_000 };
    expect([samples(long), troubles(long)]).toEqual([["aaaaa", "aaaaaa"], ["BOUND_NOT_REACHED"]]);
    expect(string({ pattern: "^(?:(?:a{1000}){1000}){1000}$" })).toEqual([]);
    expect(string({ pattern: "^a$", minLength: 1_000_000_000 })).toEqual([]);
  });
});

describe("other values", () => {
  test("const, enum, boolean, null, several types, none", () => {
    expect(samples({ const: { a: [1] } })).toEqual([{ a: [1] }]);
    expect(samples({ enum: ["b", 1, null, "b2"] })).toEqual(["b", 1, null, "b2"]);
    expect(samples({ type: "string", enum: ["a", 1] })).toEqual(["a"]);
    expect(samples({ type: "boolean" })).toEqual([true, false]);
    expect(samples({ type: ["null", "integer", "boolean"] })).toEqual([
      null,
      -1,
      0,
      1,
      true,
      false,
    ]);
    expect(samples({})).toEqual(["a"]);
    expect(samples(true)).toEqual(["a"]);
    expect(samples(false)).toEqual([]);
    expect(samples({ minimum: 3, maxLength: 1 })).toEqual([3, 3.01, 3.1, "", "a"]);
    expect(samples({ type: "boolean", default: true, examples: [false, "x"] })).toEqual([
      true,
      false,
    ]);
  });

  test("references, allOf and unions", () => {
    const schema = { $ref: "#/$defs/n", maximum: 3, $defs: { n: { type: "integer", minimum: 2 } } };
    expect(samples(schema)).toEqual([2, 3]);
    expect(
      samples({ allOf: [{ type: "number" }, { type: "integer", minimum: 1 }, { maximum: 2 }] }),
    ).toEqual([1, 2]);
    expect(samples({ anyOf: [{ const: 1 }, { type: "null" }] })).toEqual([1, null]);
    expect(samples({ type: "string", oneOf: [{ format: "date" }, { const: "x" }] })).toEqual([
      "2024-02-29",
      "1999-12-31",
      "x",
    ]);
    const seven = "http://json-schema.org/draft-07/schema#";
    expect(
      samples({
        $schema: seven,
        definitions: { n: { const: 5 } },
        $ref: "#/definitions/n",
        type: "string",
      }),
    ).toEqual([5]);
  });

  test("arrays: lengths of first values, or of distinct ones", () => {
    const array = (more: object) => samples({ type: "array", ...more });
    expect(array({})).toEqual([[], ["a"]]);
    expect(array({ items: { type: "integer", minimum: 7 }, minItems: 2 })).toEqual([
      [7, 7],
      [7, 7, 7],
    ]);
    expect(array({ items: { enum: ["a", "b"] }, uniqueItems: true, maxItems: 3 })).toEqual([
      [],
      ["a"],
    ]);
    expect(array({ items: { enum: ["a", "b", "c"] }, uniqueItems: true, maxItems: 3 })).toEqual([
      [],
      ["a"],
      ["a", "b", "c"],
    ]);
    expect(array({ uniqueItems: true, minItems: 3 })[0]).toEqual(["a", "a1", 1]);
    expect(
      array({ prefixItems: [{ const: 1 }, { const: 2 }], items: { const: 3 }, minItems: 3 }),
    ).toEqual([
      [1, 2, 3],
      [1, 2, 3, 3],
    ]);
    expect(
      array({ items: { type: "integer" }, contains: { const: 9 }, minContains: 2, minItems: 3 }),
    ).toEqual([
      [9, 9, -1],
      [9, 9, -1, -1],
    ]);
    expect(array({ items: false })).toEqual([[]]);
    expect(troubles({ type: "array", maxItems: 5000 })).toEqual(["BOUND_NOT_REACHED"]);
  });

  test("objects: what they need, and all", () => {
    const schema = {
      type: "object",
      properties: { a: { const: 1 }, b: { const: 2 } },
      required: ["b", "c"],
    };
    expect(samples(schema)).toEqual([
      { b: 2, c: "a" },
      { a: 1, b: 2, c: "a" },
    ]);
    expect(
      samples({
        type: "object",
        minProperties: 2,
        propertyNames: { pattern: "^k" },
        additionalProperties: { const: 0 },
      }),
    ).toEqual([]);
    expect(
      samples({
        type: "object",
        minProperties: 1,
        patternProperties: { "^x-\\d+$": { const: 0 } },
        additionalProperties: false,
      }),
    ).toEqual([{ "x-0": 0 }]);
    expect(samples({ type: "object", minProperties: 2 })).toEqual([{ a: "a", aa: "a" }]);
    expect(samples({ type: "object", properties: { a: false }, required: ["a"] })).toEqual([]);
  });

  test("schemas inside themselves end", () => {
    expect(
      samples({ type: "object", properties: { next: { $ref: "#" } }, required: ["next"] }),
    ).toEqual([]);
    const list = {
      type: "object",
      properties: { next: { anyOf: [{ $ref: "#" }, { type: "null" }] } },
      required: ["next"],
    };
    expect(samples(list)).toEqual([{ next: null }]);
    let deep: object = { type: "integer" };
    for (let level = 0; level < 300; level++) deep = { type: "array", items: deep, minItems: 1 };
    expect(samples(deep).length).toBeLessThan(3);
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `d${at}`,
        at === 39
          ? { const: 1 }
          : { type: "array", items: { $ref: `#/$defs/d${at + 1}` }, minItems: 2 },
      ]),
    );
    expect(samples({ $ref: "#/$defs/d0", $defs: doubling })).toEqual([]);
  });
});

describe("against another validator", () => {
  const bound = fc.integer({ min: -6, max: 12 });
  const scalar = fc.oneof(
    fc.record(
      {
        type: fc.constantFrom("integer", "number"),
        minimum: bound,
        maximum: bound,
        multipleOf: fc.constantFrom(1, 2, 0.5, 3),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      {
        type: fc.constantFrom("integer", "number"),
        exclusiveMinimum: bound,
        exclusiveMaximum: bound,
      },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      { type: fc.constant("string"), minLength: fc.nat(6), maxLength: fc.nat(6) },
      { requiredKeys: ["type"] },
    ),
    fc.record({
      type: fc.constant("string"),
      pattern: fc.constantFrom("^a+$", "[0-9]{2}", "^(x|y)?z", "b$"),
    }),
    fc.record({
      enum: fc.uniqueArray(fc.oneof(fc.nat(3), fc.boolean(), fc.string({ maxLength: 2 })), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  );
  const schema = fc.oneof(
    scalar,
    fc.record(
      {
        type: fc.constant("array"),
        items: scalar,
        minItems: fc.nat(3),
        maxItems: fc.nat(4),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ["type", "items"] },
    ),
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("a", "b", "c"), scalar),
        required: fc.subarray(["a", "b", "d"]),
        minProperties: fc.nat(3),
      },
      { requiredKeys: ["type", "properties"] },
    ),
    fc.record({ anyOf: fc.array(scalar, { minLength: 1, maxLength: 2 }) }),
  );

  test("every sample is valid, none comes twice", () => {
    const ajv = new Ajv({ strict: false });
    fc.assert(
      fc.property(schema, (given) => {
        const found = samples(given);
        const validate = ajv.compile(given);
        for (const value of found) expect([value, validate(value)]).toEqual([value, true]);
        expect(new Set(found.map((value) => JSON.stringify(value))).size).toBe(found.length);
      }),
      { numRuns: 300 },
    );
  });
});
