import { describe, expect, test } from "bun:test";
import Ajv from "ajv/dist/2020";
import fc from "fast-check";
import type { Value } from "../../../tools/contract-reliability-workbench.ts";
import tool from "../../../tools/contract-reliability-workbench.ts";
import { runUnit } from "../../support/run-unit.ts";

type Schema = Record<string, unknown>;

const tested = (input: object) => runUnit(tool, { failOn: "none", ...input }).value as Value;
const ajv = new Ajv({ strict: false, validateFormats: false });

const DROPPED = new Set(["type", "enum", "const", "pattern", "multipleOf", "not", "contains"]);
const BOUNDS = new Set(["minimum", "maxLength", "minItems", "maxItems", "minProperties"]);

type Add = (operator: string, rule: string, change: (copy: Schema) => void) => void;

/** Changed contracts by path and operator, from the description alone, each a copy of the whole. */
function naiveMutants(root: Schema): Map<string, Schema> {
  const found = new Map<string, Schema>();
  const visit = (schema: unknown, at: string) => {
    if (typeof schema !== "object" || schema === null) return;
    const own = schema as Schema;
    const add: Add = (operator, rule, change) => {
      const copy = structuredClone(root);
      let target: unknown = copy;
      for (const token of at.split("/").slice(1)) target = (target as Schema)[token];
      change(target as Schema);
      found.set(`${at}/${rule} ${operator}`, copy);
    };
    for (const key of Object.keys(own)) changeKeyword(own, key, add);
    changeNames(own, add);
    changeValues(own, add);
    for (const name of Object.keys((own["properties"] ?? {}) as object)) {
      visit((own["properties"] as Schema)[name], `${at}/properties/${name}`);
    }
    for (const key of ["items", "not", "contains"]) visit(own[key], `${at}/${key}`);
    for (const key of ["anyOf", "allOf", "oneOf"]) {
      for (const [index, part] of ((own[key] ?? []) as unknown[]).entries())
        visit(part, `${at}/${key}/${index}`);
    }
  };
  visit(root, "");
  return found;
}

function changeKeyword(own: Schema, key: string, add: Add): void {
  if (DROPPED.has(key) || BOUNDS.has(key)) add("DROP_KEYWORD", key, (copy) => delete copy[key]);
  if (key === "additionalProperties" && own[key] === false) {
    add("OPEN_OBJECT", key, (copy) => delete copy[key]);
  }
  if (!BOUNDS.has(key)) return;
  const inwards = key.startsWith("max") ? -1 : 1;
  for (const by of [1, -1]) {
    const moved = (own[key] as number) + by;
    const operator = by === inwards ? "TIGHTEN_BOUND" : "LOOSEN_BOUND";
    if (key === "minimum" || moved >= 0) add(operator, key, (copy) => (copy[key] = moved));
  }
}

function changeNames(own: Schema, add: Add): void {
  const required = (own["required"] ?? []) as string[];
  for (const name of required) {
    add("DROP_REQUIRED", `required/${name}`, (copy) => {
      copy["required"] = required.filter((other) => other !== name);
    });
  }
  for (const name of Object.keys((own["properties"] ?? {}) as object)) {
    if (required.includes(name)) continue;
    add("REQUIRE_OPTIONAL", `properties/${name}`, (copy) => {
      copy["required"] = [...required, name];
    });
  }
}

function changeValues(own: Schema, add: Add): void {
  const members = (own["enum"] ?? []) as unknown[];
  for (const index of members.length < 2 ? [] : members.keys()) {
    add("DROP_ENUM_VALUE", `enum/${index}`, (copy) => {
      copy["enum"] = members.filter((_, other) => other !== index);
    });
  }
}

const scalar = fc.oneof(
  fc.integer({ min: -2, max: 5 }),
  fc.string({ maxLength: 3 }),
  fc.boolean(),
  fc.constant(null),
);
const { value: data } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { noNullPrototype: true }),
  ),
}));
const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.record(
      {
        type: fc.constantFrom("integer", "string", "array", "object"),
        minimum: fc.integer({ min: -2, max: 4 }),
        maxLength: fc.nat(3),
        minItems: fc.nat(2),
        multipleOf: fc.constantFrom(1, 2),
        minProperties: fc.nat(2),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
    fc.record({
      enum: fc.uniqueArray(scalar, {
        minLength: 1,
        maxLength: 3,
        selector: (item) => JSON.stringify(item),
      }),
    }),
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), {
          noNullPrototype: true,
        }),
        required: fc.subarray(["a", "b", "c"]),
        additionalProperties: fc.constant(false),
      },
      { requiredKeys: ["properties"], noNullPrototype: true },
    ),
    fc.record(
      {
        type: fc.constant("array"),
        items: tie("schema"),
        contains: tie("schema"),
        maxItems: fc.nat(2),
      },
      { requiredKeys: ["items"], noNullPrototype: true },
    ),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie("schema") }),
  ),
}));

describe("against whole changed contracts and another validator", () => {
  test("the same mutants, killed by the same fixtures", () => {
    fc.assert(
      fc.property(
        schema,
        fc.array(data, { maxLength: 5 }),
        fc.array(data, { maxLength: 3 }),
        (given, examples, counterexamples) => {
          const { mutants } = tested({ schema: given, examples, counterexamples });
          const fixtures = [
            ...examples.map((value, index) => ({ value, pointer: `/examples/${index}` })),
            ...counterexamples.map((value, index) => ({
              value,
              pointer: `/counterexamples/${index}`,
            })),
          ];
          const real = ajv.compile(given);
          const before = fixtures.map(({ value }) => real(value));
          const expected = [...naiveMutants(given)].map(([rule, changed]) => {
            const validate = ajv.compile(changed);
            const killer = fixtures.find(({ value }, index) => validate(value) !== before[index]);
            return [rule, killer?.pointer ?? null];
          });
          const order = ([left]: (string | null)[], [right]: (string | null)[]) =>
            String(left) < String(right) ? -1 : 1;
          expect(
            mutants
              .map(({ path, operator, killedBy }) => [`${path} ${operator}`, killedBy])
              .toSorted(order),
          ).toEqual(expected.toSorted(order));
        },
      ),
      { numRuns: 60 },
    );
  });

  test("each suggestion is judged as it says, and kills a mutant of its rule", () => {
    fc.assert(
      fc.property(schema, fc.array(data, { maxLength: 2 }), (given, examples) => {
        const { suggestions } = tested({ schema: given, examples });
        const real = ajv.compile(given);
        const changed = [...naiveMutants(given)];
        for (const { path, expected, value } of suggestions) {
          expect(real(value)).toBe(expected === "accept");
          const atRule = changed.filter(([rule]) => rule.startsWith(`${path} `));
          expect(atRule.some(([, mutant]) => ajv.compile(mutant)(value) !== real(value))).toBe(
            true,
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("suggestions", () => {
  const suggested = (given: unknown, more: object = {}) =>
    tested({ schema: given, ...more }).suggestions.map(
      ({ path, expected, value }) => `${path} ${expected} ${JSON.stringify(value)}`,
    );

  test("values at the bounds", () => {
    expect(suggested({ type: "integer", minimum: 3 })).toEqual([
      "/minimum reject 2",
      "/minimum reject 2",
      "/minimum accept 3",
      "/type reject 3.5",
    ]);
    expect(suggested({ maxLength: 1, type: "string" }).slice(0, 3)).toEqual([
      '/maxLength reject "aa"',
      '/maxLength reject "aa"',
      '/maxLength accept "a"',
    ]);
    expect(suggested({ type: "array", minItems: 1, uniqueItems: true })).toEqual([
      "/minItems reject []",
      "/minItems reject []",
      '/minItems accept ["a"]',
      "/type reject {}",
      '/uniqueItems reject ["a","a"]',
    ]);
  });

  test("with little changed in an example", () => {
    const schemaOfOrder = {
      type: "object",
      properties: { id: { type: "string", pattern: "^[0-9]+$" }, kind: { enum: ["a", "b"] } },
      required: ["id"],
      additionalProperties: false,
    };
    expect(suggested(schemaOfOrder, { examples: [{ id: "77", kind: "b" }] })).toEqual([
      '/additionalProperties reject {"id":"77","kind":"b","__unexpected":null}',
      '/properties/id/pattern reject {"id":"__no_match__","kind":"b"}',
      '/properties/id/type reject {"id":1,"kind":"b"}',
      '/properties/kind accept {"id":"77"}',
      '/properties/kind/enum reject {"id":"77","kind":"__not_in_enum__"}',
      '/properties/kind/enum/0 accept {"id":"77","kind":"a"}',
      '/required/id reject {"kind":"b"}',
      "/type reject []",
    ]);
  });

  test("in branches, behind references and conditions", () => {
    const paths = (given: unknown) => new Set(suggested(given).map((line) => line.split(" ")[0]));
    const union = { anyOf: [{ const: 1 }, { type: "string", minLength: 2 }] };
    expect(paths(union)).toEqual(
      new Set(["/anyOf/0/const", "/anyOf/1/minLength", "/anyOf/1/type"]),
    );
    const condition = {
      properties: { kind: { type: "string" }, size: { $ref: "#/$defs/size" } },
      if: { properties: { kind: { const: "box" } }, required: ["kind"] },
      // oxlint-disable-next-line unicorn/no-thenable -- the name of a keyword
      then: { required: ["size"] },
      $defs: { size: { maximum: 9 } },
    };
    const found = paths(condition);
    expect([found.has("/then/required/size"), found.has("/$defs/size/maximum")]).toEqual([
      true,
      true,
    ]);
  });

  test("none that a number would spoil, none for what makes no difference", () => {
    expect(suggested('{"type":"integer","minimum":12345678901234567890}')).toEqual([
      '/type reject "1"',
    ]);
    expect(suggested({ minLength: 0 })).toEqual(['/minLength accept ""']);
  });

  test("do not depend on the order of the examples", () => {
    const examples = [{ a: 1 }, { b: 2 }, { a: 2 }, { c: "x" }];
    const given = { properties: { a: { maximum: 3 }, c: { type: "string" } } };
    expect(suggested(given, { examples })).toEqual(
      suggested(given, { examples: examples.toReversed() }),
    );
  });
});
