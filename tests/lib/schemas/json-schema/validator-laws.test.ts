import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { budget, check, node, validatorOf } from "../../../support/schema-checks.ts";

describe("cost", () => {
  const doubling = (keyword: string) => {
    const $defs: Record<string, unknown> = { s40: { type: "string" } };
    for (let index = 0; index < 40; index++) {
      const next = { $ref: `#/$defs/s${index + 1}` };
      $defs[`s${index}`] = { [keyword]: [next, next] };
    }
    return { $ref: "#/$defs/s0", $defs };
  };

  test.each(["allOf", "anyOf"])(
    "%s that doubles forty times is checked once for each",
    (keyword) => {
      const validator = validatorOf(doubling(keyword));
      for (const data of ["x", 1]) {
        const validation = validator.validate(node(data), { budget: budget() });
        expect(validation).toMatchObject({ ok: true, valid: data === "x" });
        expect(validation.ok && validation.keywordsEvaluated).toBeLessThan(1000);
      }
    },
  );

  test("if within if takes no longer with every level", () => {
    let schema = '{"type": "string"}';
    for (let level = 0; level < 200; level++) {
      schema = `{"if": ${schema}, "then": true, "else": true, "unevaluatedItems": false}`;
    }
    expect(check(schema, 1).keywordsEvaluated).toBeLessThan(5000);
  });

  // Comparing all pairs would not come to an end within the time that a test has.
  test("uniqueItems over very many objects is judged", () => {
    const items = Array.from({ length: 100_000 }, (_, a) => ({ a }));
    expect(check({ uniqueItems: true }, items).valid).toBe(true);
  });

  test("more violations than there is memory for end in the budget", () => {
    const names = Array.from({ length: 3000 }, (_, index) => `n${index}`);
    const validator = validatorOf({ items: { required: names } });
    expect(() =>
      validator.validate(node(Array.from({ length: 3000 }, () => ({}))), { budget: budget() }),
    ).toThrow();
  });
});

const SCALAR = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom("", "a", "ab", true, false, null, 1.5),
);
const DATA = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    SCALAR,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3 }),
  ),
})).value;
const SCHEMA = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.boolean(),
    fc.record(
      {
        type: fc.constantFrom("string", "integer", "object", "array"),
        minimum: fc.integer({ min: -2, max: 2 }),
        maxLength: fc.nat(2),
        required: fc.constantFrom(["a"], ["b", "c"]),
        uniqueItems: fc.boolean(),
        properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), { maxKeys: 2 }),
        additionalProperties: tie("schema"),
        items: tie("schema"),
        anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        not: tie("schema"),
        if: tie("schema"),
        // oxlint-disable-next-line unicorn/no-thenable -- the name of a keyword
        then: tie("schema"),
        contains: tie("schema"),
        unevaluatedProperties: tie("schema"),
        unevaluatedItems: tie("schema"),
      },
      { requiredKeys: [] },
    ),
  ),
})).schema;

test("the quick verdict is the one that comes with the violations", () => {
  fc.assert(
    fc.property(SCHEMA, DATA, (schema, data) => {
      const validator = validatorOf(schema);
      const validation = validator.validate(node(data), { budget: budget() });
      expect(validator.accepts(node(data), budget())).toEqual({
        ok: true,
        valid: validation.ok && validation.valid,
      });
      expect(validation.ok && validation.valid).toBe(validation.ok && validation.count === 0);
    }),
    { numRuns: 300 },
  );
});

test("a schema says the same written out and behind references", () => {
  fc.assert(
    fc.property(SCHEMA, DATA, (schema, data) => {
      const behind = { allOf: [{ $ref: "#/$defs/s" }], $defs: { s: schema } };
      const text = JSON.stringify(data);
      expect(check(behind, text).valid).toBe(check(schema, text).valid);
    }),
    { numRuns: 200 },
  );
});
