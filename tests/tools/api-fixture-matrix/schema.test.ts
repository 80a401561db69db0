import { describe, expect, test } from "bun:test";
import Ajv from "ajv/dist/2020";
import fc from "fast-check";
import type { Value } from "../../../tools/api-fixture-matrix.ts";
import tool from "../../../tools/api-fixture-matrix.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (schema: unknown, more: object = {}) => runUnit(tool, { schema, ...more });
const matrix = (schema: unknown, more: object = {}) => run(schema, more).value as Value;
const values = (schema: unknown) =>
  Object.fromEntries(
    matrix(schema).parameters.map((parameter) => [parameter.name, parameter.values]),
  );
const invalid = (schema: unknown) =>
  matrix(schema).invalid.map(({ path, keyword, input }) => [path, keyword, input] as const);
const codes = (schema: unknown, more: object = {}) =>
  run(schema, more).warnings?.map(({ code }) => code);
const failure = (schema: unknown, more: object = {}) => {
  const { ok, error, errors = [] } = run(schema, more);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

describe("parameters", () => {
  test("what is not required is left out last", () => {
    const schema = object({ on: { type: "boolean" }, no: false }, { required: ["on"] });
    expect(values(schema)).toEqual({
      on: [{ value: true }, { value: false }],
      no: [{ absent: true }],
    });
    expect(matrix(schema).rows.map((row) => row.input)).toEqual([{ on: true }, { on: false }]);
  });

  test("objects that have to be there are taken apart, three levels deep", () => {
    const leaf = { type: "boolean" };
    const inner = (child: object) => object({ "x/y": child }, { required: ["x/y"] });
    const schema = object(
      { a: inner(inner(inner(inner(leaf)))), z: inner(leaf) },
      { required: ["a"] },
    );
    expect(Object.keys(values(schema))).toEqual(["/a/x~1y/x~1y", "z"]);
    expect(matrix(schema).rows[0]?.input).toEqual({
      a: { "x/y": { "x/y": { "x/y": { "x/y": true } } } },
      z: { "x/y": true },
    });
  });

  test("an object of which all may be absent is still there", () => {
    const schema = object({ o: object({ p: { const: 1 } }) }, { required: ["o"] });
    expect(matrix(schema, { strength: 1 }).rows.map((row) => row.input)).toEqual([
      { o: { p: 1 } },
      { o: {} },
    ]);
  });

  test("names that are needed without being described, references, and YAML", () => {
    expect(values({ required: ["id"], additionalProperties: { type: "null" } })).toEqual({
      id: [{ value: null }],
    });
    const text =
      "$ref: '#/$defs/o'\n$defs:\n  o:\n    properties:\n      a: {enum: [1, 2]}\n    required: [a]\n";
    expect(values(text)).toEqual({ a: [{ value: 1 }, { value: 2 }] });
  });

  test("a schema that describes nothing has one row", () => {
    expect(matrix({ type: "object" })).toMatchObject({
      rows: [{ id: "V001", input: {} }],
      coverage: { strength: 0, required: 1, covered: 1, percent: 100 },
      exhaustive: 1,
    });
  });

  test("a schema without objects, and none at all", () => {
    expect(failure({ type: "string" })).toBe("SCHEMA_INVALID /schema");
    expect(failure(false)).toBe("SCHEMA_INVALID /schema");
    expect(failure({ type: "objekt" })).toBe("SCHEMA_INVALID /schema/type");
    expect(failure([])).toBe("DOCUMENT_TYPE /schema");
    expect(failure({ properties: { a: { $ref: "http://x/y" } } })).toBe(
      "REF_UNRESOLVED /schema/properties/a/$ref",
    );
  });

  test("no value for what has to be there", () => {
    const none = object({ n: { type: "integer", minimum: 2, maximum: 1 } }, { required: ["n"] });
    expect(failure(none)).toBe("CONSTRAINTS_UNSATISFIABLE undefined");
    const hard = object(
      { s: { type: "string", pattern: "^(?=.*z)[a-z]{3}$" } },
      { required: ["s"] },
    );
    expect(failure(hard)).toBe("CONSTRAINTS_UNSATISFIABLE undefined");
    expect(codes(hard)).toEqual(["PATTERN_NOT_GENERATED"]);
  });
});

describe("invalid rows", () => {
  test("by parameter, then what is missing, outer objects first, then what is too much", () => {
    const schema = object(
      {
        o: object({ s: { const: "s" } }, { required: ["s"], additionalProperties: false }),
        e: { enum: ["a", "b"] },
        p: { type: "string", pattern: "^x$" },
      },
      { required: ["p", "o"], additionalProperties: false },
    );
    const base = { o: { s: "s" }, e: "a", p: "x" };
    expect(invalid(schema)).toEqual([
      ["/e", "enum", { ...base, e: "__not_in_enum__" }],
      ["/p", "pattern", { ...base, p: "__no_match__" }],
      ["/p", "type", { ...base, p: 1 }],
      ["", "required", { o: { s: "s" }, e: "a" }],
      ["", "required", { e: "a", p: "x" }],
      ["/o", "required", { ...base, o: {} }],
      ["", "additionalProperties", { ...base, __unexpected: true }],
      ["/o", "additionalProperties", { ...base, o: { s: "s", __unexpected: true } }],
    ]);
  });

  test("a value of a type that none of several is", () => {
    expect(invalid(object({ v: { type: ["string", "integer"], minimum: 0 } }))).toEqual([
      ["/v", "minimum", { v: -1 }],
      ["/v", "type", { v: 0.5 }],
      ["/v", "type", { v: true }],
    ]);
    const any = ["string", "number", "boolean", "null", "array", "object"];
    expect(codes(object({ v: { type: any } }))).toEqual(["STRENGTH_REDUCED", "ROW_DROPPED"]);
  });

  test("a name that is taken is not unexpected", () => {
    const schema = object({ __unexpected: true }, { additionalProperties: false });
    expect(invalid(schema).at(-1)).toEqual([
      "",
      "additionalProperties",
      expect.objectContaining({ __unexpected_: true }),
    ]);
    const open = { ...schema, patternProperties: { "^_": true } };
    expect([invalid(open), codes(open)]).toEqual([[], ["STRENGTH_REDUCED", "ROW_DROPPED"]]);
  });

  test("only what is asked for is listed", () => {
    const schema = object({ a: { type: "boolean" }, b: { type: "boolean" } });
    const both = matrix(schema);
    expect([both.rows.length, both.invalid.length]).toEqual([9, 2]);
    expect(matrix(schema, { include: "valid" })).toEqual({ ...both, invalid: [] });
    expect(matrix(schema, { include: "invalid" })).toEqual({ ...both, rows: [] });
    expect(run(schema, { include: "invalid" }).stats).toMatchObject({ rows: 0, invalidRows: 2 });
  });
});

describe("rules across properties", () => {
  test("rows that the schema refuses are left out, and what they held is covered otherwise", () => {
    const choice = { type: "boolean" };
    const schema = object(
      { card: choice, cvc: choice, note: choice, tip: choice },
      { dependentRequired: { card: ["cvc"] } },
    );
    const { coverage, rows } = matrix(schema);
    expect(coverage).toEqual({
      strength: 2,
      required: 52,
      covered: 52,
      infeasible: 2,
      percent: 100,
    });
    const isWrong = rows.some(
      ({ input }) =>
        Object.hasOwn(input as object, "card") && !Object.hasOwn(input as object, "cvc"),
    );
    expect(isWrong).toBe(false);
    expect(codes(schema)).toContain("ROW_DROPPED");
  });

  test("nothing is left", () => {
    expect(failure(object({ a: { type: "boolean" } }, { minProperties: 2 }))).toBe(
      "CONSTRAINTS_UNSATISFIABLE undefined",
    );
  });

  test("a seed row that the schema refuses", () => {
    const schema = object({ n: { type: "integer", minimum: 1 }, m: { const: 1 } });
    expect(matrix(schema, { seedRows: [{ n: 7 }, { n: 0 }] }).rows.map((row) => row.input)).toEqual(
      [
        { n: 7, m: 1 },
        { n: 1, m: 1 },
        { n: 1 },
        { n: 2, m: 1 },
        { n: 2 },
        { n: 11, m: 1 },
        { n: 11 },
        { m: 1 },
        {},
      ],
    );
    expect(codes(schema, { seedRows: [{ n: 0 }] })).toEqual(["ROW_DROPPED"]);
  });

  test("constraints by the names of parameters", () => {
    const schema = object(
      { o: object({ k: { enum: [1, 2] } }, { required: ["k"] }), p: { const: 1 } },
      { required: ["o"] },
    );
    const constraints = [{ not: { "/o/k": 1, p: { absent: true } } }];
    expect(matrix(schema, { constraints }).rows.map((row) => row.input)).toEqual([
      { o: { k: 1 }, p: 1 },
      { o: { k: 2 }, p: 1 },
      { o: { k: 2 } },
    ]);
  });
});

test("another validator agrees on every row", () => {
  const bound = fc.integer({ min: -3, max: 6 });
  const property = fc.oneof(
    fc.record(
      { type: fc.constantFrom("integer", "number"), minimum: bound, maximum: bound },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      { type: fc.constant("string"), minLength: fc.nat(3), maxLength: fc.nat(5) },
      { requiredKeys: ["type"] },
    ),
    fc.record({
      type: fc.constant("string"),
      pattern: fc.constantFrom("^a+$", "^(x|y){2,3}$", "\\d"),
    }),
    fc.record({ type: fc.constantFrom("boolean", "null") }),
    fc.record({ enum: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }) }),
    fc.record({
      type: fc.constant("array"),
      items: fc.constant({ type: "integer" }),
      minItems: fc.nat(2),
    }),
  );
  const names = ["a", "b", "c"];
  const schema = fc.record(
    {
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom(...names), property),
      required: fc.subarray(names),
      additionalProperties: fc.boolean(),
    },
    { requiredKeys: ["type", "properties"] },
  );
  const ajv = new Ajv({ strict: false, allErrors: true });
  fc.assert(
    fc.property(schema, (given) => {
      const { ok, value } = run(given);
      if (!ok) return;
      const { rows, invalid: wrong, coverage } = value as Value;
      const validate = ajv.compile(given);
      for (const { input } of rows) expect([input, validate(input)]).toEqual([input, true]);
      for (const { input, path, keyword } of wrong) {
        validate(input);
        const paths = validate.errors?.map(
          ({ instancePath, keyword: by }) => `${instancePath} ${by}`,
        );
        expect(paths).toContain(`${path} ${keyword}`);
      }
      expect(coverage.percent).toBe(100);
    }),
    { numRuns: 60 },
  );
});

describe("hostile schemas", () => {
  test("deep, wide, recursive, long", () => {
    let deep: object = { type: "boolean" };
    for (let level = 0; level < 200; level++) deep = object({ a: deep }, { required: ["a"] });
    expect(run(deep).ok).toBe(false);
    const wide = object(
      Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`p${at}`, { type: "boolean" }])),
    );
    expect(failure(wide)).toBe("MATRIX_TOO_LARGE undefined");
    expect(matrix(wide, { strength: 1, include: "valid" }).rows.length).toBe(3);
    expect(matrix(object({ self: { $ref: "#" } })).parameters[0]?.values).toEqual([
      { value: {} },
      { absent: true },
    ]);
    const listed = { enum: Array.from({ length: 6000 }, (_, at) => at) };
    expect(failure(object({ listed }))).toBe("MATRIX_TOO_LARGE undefined");
    expect(run("x".repeat(100_000)).ok).toBe(false);
    expect(
      values('{"properties":{"__proto__":{"const":"\\ud800"}},"required":["__proto__"]}'),
    ).toEqual(JSON.parse('{"__proto__":[{"value":"\\ud800"}]}'));
  });
});
