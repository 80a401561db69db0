import { describe, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { call, codes, failure, first, object, run } from "../../support/checked-calls.ts";

const repairsOf = (input: object) =>
  first(input).repairs.map(({ code, path }) => `${code} ${path.replace("/calls/0", "")}`);

describe("what is repaired", () => {
  test("in one order, and only where the result fits", () => {
    const schema = object(
      {
        city: { type: "string" },
        days: { type: "integer" },
        unit: { enum: ["C", "F"] },
        tags: { type: "array", items: { type: "string" } },
        to: { type: "string" },
        lang: { type: "string", default: "en" },
        day: { type: "string", format: "date" },
      },
      { required: ["city", "lang"], additionalProperties: false },
    );
    const args = {
      extra: 1,
      day: " 2026-11-22 ",
      tags: "x",
      to: ["y"],
      unit: "c",
      days: "3",
      City: "Oslo",
    };
    const input = call(schema, args);
    expect(repairsOf(input)).toEqual([
      "KEY_RENAMED /arguments/city",
      "COERCED /arguments/days",
      "ENUM_NORMALISED /arguments/unit",
      "WRAPPED_IN_ARRAY /arguments/tags",
      "UNWRAPPED_ARRAY /arguments/to",
      "UNKNOWN_DROPPED /arguments/extra",
      "DEFAULT_APPLIED /arguments/lang",
      "STRING_TRIMMED /arguments/day",
    ]);
    expect(first(input).repaired).toEqual({
      day: "2026-11-22",
      tags: ["x"],
      to: "y",
      unit: "C",
      days: 3,
      city: "Oslo",
      lang: "en",
    });
  });

  test("an array or object that was written as text is read, not wrapped", () => {
    const schema = object({
      tags: { type: "array", items: { type: "string" } },
      where: { type: "object", properties: { max: { type: "integer" } } },
    });
    const input = call(schema, { tags: '["a", "b"]', where: '{"max": "3"}' });
    expect(repairsOf(input)).toEqual([
      "PARSED_JSON_TEXT /arguments/tags",
      "PARSED_JSON_TEXT /arguments/where",
      "COERCED /arguments/where/max",
    ]);
    expect(first(input).repaired).toEqual({ tags: ["a", "b"], where: { max: 3 } });
  });

  test("a key that may not be there gets the name of an optional member, too", () => {
    const closed = object({ unitName: { type: "string" } }, { additionalProperties: false });
    expect(repairsOf(call(closed, { unit_name: "C" }))).toEqual([
      "KEY_RENAMED /arguments/unitName",
    ]);
    expect(first(call(object({ unitName: {} }), { unit_name: "C" })).valid).toBe(true);
  });

  test("an envelope around the right object", () => {
    const schema = object({ a: { type: "integer" } }, { required: ["a"] });
    for (const key of ["arguments", "input"]) {
      const input = call(schema, { [key]: { a: "1" } });
      expect(repairsOf(input)).toEqual(["UNWRAPPED_ENVELOPE /arguments", "COERCED /arguments/a"]);
      expect(first(input).repaired).toEqual({ a: 1 });
    }
    const own = object({ input: { type: "string" } }, { required: ["input"] });
    expect(first(call(own, { input: { input: "x" } })).repaired).toBeNull();
  });

  test("text that is no JSON, JSON in JSON, an array around the object", () => {
    const schema = object({ a: { type: "integer" } });
    expect(codes(call(schema, "{'a': 1,"))).toEqual(["ARGUMENTS_NOT_JSON /calls/0/arguments"]);
    expect(first(call(schema, "{'a': 1,"))).toMatchObject({ arguments: null, repaired: { a: 1 } });
    expect(codes(call(schema, '"{\\"a\\":1}"'))).toEqual([
      "ARGUMENTS_NOT_OBJECT /calls/0/arguments",
    ]);
    expect(first(call(schema, '"{\\"a\\":1}"')).repaired).toEqual({ a: 1 });
    expect(repairsOf(call(schema, [{ a: 1 }]))).toEqual(["UNWRAPPED_ARRAY /arguments"]);
    expect(first(call(schema, "no idea")).repaired).toBeNull();
    expect(run(call(schema, "no idea")).output).toBe("null");
  });

  test("what a repair would have to invent stays, and nothing is proposed where none is wanted", () => {
    const schema = object(
      { a: { type: "integer" }, b: { type: "string" } },
      { required: ["a", "b"] },
    );
    expect(first(call(schema, { a: "1" }))).toMatchObject({
      repaired: null,
      repairs: [{ code: "COERCED", before: "1", after: 1 }],
    });
    expect(first(call(schema, { a: "1", b: "x" }, { repair: false }))).toMatchObject({
      repaired: null,
      repairs: [],
    });
    expect(first(call(schema, { a: 1, b: "x" }, { repair: false })).repaired).toEqual({
      a: 1,
      b: "x",
    });
  });

  test("several calls give an array, with null where there is no repair", () => {
    const tools = [{ name: "f", inputSchema: object({ a: { type: "integer" } }) }];
    const calls = [{ name: "f", arguments: { a: "1" } }, { name: "zzz" }];
    expect(JSON.parse(run({ calls, tools }).output ?? "")).toEqual([{ a: 1 }, null]);
  });
});

describe("laws", () => {
  const names = ["a", "b", "c", "__proto__"];
  const schema = object(
    Object.fromEntries(
      names.map((name, at) => [
        name,
        [
          { type: "string" },
          { type: "integer", maximum: 5 },
          { enum: ["x", 1, null] },
          { type: "array", items: { type: "boolean" } },
        ][at],
      ]),
    ),
    { required: ["a", "b"] },
  );
  const value = fc.oneof(
    fc.integer({ min: 0, max: 9 }),
    fc.constantFrom("x", "3", "true", "", null, true),
    fc.array(fc.boolean(), { maxLength: 2 }),
  );
  const args = fc.dictionary(fc.constantFrom(...names, "d"), value);
  const own = Object.fromEntries(Object.entries(schema));

  test("the verdict is that of another validator", () => {
    const accepts = new Ajv2020({ strict: false, ownProperties: true }).compile(own);
    fc.assert(
      fc.property(args, (given) => {
        const text = JSON.stringify(given);
        expect(first(call(own, text)).valid).toBe(accepts(JSON.parse(text)));
      }),
    );
  });

  test("what is repaired is accepted by another validator, and missing members are counted one by one", () => {
    const accepts = new Ajv2020({ strict: false, ownProperties: true }).compile(own);
    fc.assert(
      fc.property(args, (given) => {
        const { repaired } = first(call(own, given));
        if (repaired !== null) expect(accepts(repaired)).toBe(true);
        const count = (data: object) =>
          codes(call(own, data)).filter((code) => code.startsWith("SCHEMA_REQUIRED")).length;
        const { a, ...without } = { a: "x", ...given };
        expect(count(without)).toBe(count({ ...without, a }) + 1);
      }),
    );
  });
});

describe("hostile inputs", () => {
  test("large, deep, and with keys of the prototype", () => {
    const schema = object({ a: { type: "string" } });
    expect(first(call(schema, '{"__proto__":{"x":1},"constructor":1}')).valid).toBe(true);
    expect(failure(call(schema, `${"[".repeat(1001)}`))).toBe("");
    expect(run(call(schema, `${'{"a":'.repeat(990)}1${"}".repeat(990)}`)).ok).toBe(true);
    expect(first(call(schema, '{"a":"\\ud800"}')).valid).toBe(true);
    const many = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`key${at}`, 1]));
    expect(run(call(object({ a: {} }, { additionalProperties: false }), many)).errors).toHaveLength(
      101,
    );
  });
});
