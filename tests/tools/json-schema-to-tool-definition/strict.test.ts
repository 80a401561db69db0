import { describe, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import tool from "../../../tools/json-schema-to-tool-definition.ts";
import { runUnit } from "../../support/run-unit.ts";

type Schema = Readonly<Record<string, unknown>>;

const object = (properties: Schema, more: Schema = {}) => ({ type: "object", properties, ...more });

/** The parameters of the strict definition for OpenAI. */
function strictSchema(schema: Schema): Schema {
  const outcome = runUnit(tool as never, { schema, provider: "openai" });
  const { definitions } = outcome.value as {
    definitions: { openai: { function: { parameters: Schema } } };
  };
  return definitions.openai.function.parameters;
}

const { schemas } = fc.letrec<{ schemas: Schema }>((tie) => ({
  schemas: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Schema>(
      { type: "string" },
      { type: "integer", minimum: 0 },
      { type: ["string", "null"] },
      { enum: ["a", 1] },
      { const: 2 },
      { type: "string", minLength: 2 },
    ),
    fc.array(tie("schemas"), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
    tie("schemas").map((items) => ({ type: "array", items })),
    fc
      .tuple(fc.dictionary(fc.constantFrom("a", "b", "c"), tie("schemas")), fc.subarray(["a", "b"]))
      .map(([properties, names]) =>
        object(properties, { required: names.filter((name) => Object.hasOwn(properties, name)) }),
      ),
  ),
}));

const data = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("a", "bc", 1, 2, null, 3),
    fc.array(tie("any"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("any")),
  ),
})).any;

test("a strict schema is closed, all required, and takes nothing that the original refuses but for nulls", () => {
  const ajv = new Ajv2020({ strict: false });
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("a", "b", "c"), schemas),
      data,
      (properties, instance) => {
        const schema = strictSchema(object(properties));
        expectStrict(schema);
        if (!ajv.validate(schema, instance)) return;
        // Constraints that went into descriptions are no longer held.
        if (JSON.stringify(properties).includes("minLength")) return;
        expect(ajv.validate(object(properties), withoutNulls(instance, object(properties)))).toBe(
          true,
        );
      },
    ),
  );
});

describe("what references lead to", () => {
  const ajv = new Ajv2020({ strict: false });
  const inner = { type: "object", properties: { x: { type: "string" } } };

  test("may not be null because the property that it is may be missing", () => {
    const schema = strictSchema(
      object({ a: inner, b: { $ref: "#/properties/a" } }, { required: ["b"] }),
    );
    const accepts = (instance: unknown) => ajv.validate(schema, instance);
    expect(accepts({ a: null, b: { x: null } })).toBe(true);
    expect(accepts({ a: { x: "y" }, b: { x: "y" } })).toBe(true);
    expect(accepts({ a: null, b: null })).toBe(false);
  });

  test("is there still, whatever it was in", () => {
    const choice = { oneOf: [{ type: "string" }, { allOf: [inner] }] };
    const schema = object(
      {
        a: choice,
        b: { $ref: "#/properties/a/oneOf/0" },
        c: { $ref: "#/properties/a/oneOf/1/allOf/0/properties/x" },
        d: { $ref: "#/$defs/a" },
        e: { $ref: "#/properties/f" },
        f: true,
      },
      { $defs: { a: { type: "integer" } }, required: ["a", "b", "c", "d", "e"] },
    );
    const written = strictSchema(schema);
    expectStrict(written);
    const instance = { a: { x: "y" }, b: "y", c: "y", d: 1 };
    for (const [change, isValid] of [
      [{}, true],
      [{ b: 1 }, false],
      [{ c: null }, false],
      [{ d: "y" }, false],
    ] as const)
      expect([change, ajv.validate(written, { e: 0, f: 0, ...instance, ...change })]).toEqual([
        change,
        isValid,
      ]);
  });

  test("changes name places of the schema that was given", () => {
    const schema = object({ a: inner, b: { $ref: "#/properties/a" } }, { required: ["a", "b"] });
    const { changes } = runUnit(tool as never, { schema, provider: "openai" }).value as {
      changes: { path: string }[];
    };
    expect(changes.map(({ path }) => path).toSorted()).toEqual([
      "",
      "/properties/a",
      "/properties/a/properties/x",
    ]);
  });
});

function expectStrict(schema: unknown): void {
  if (typeof schema !== "object" || schema === null) return;
  const node = schema as Schema;
  if (Object.hasOwn(node, "properties") && typeof node["type"] === "string") {
    expect(node["additionalProperties"]).toBe(false);
    expect(node["required"]).toEqual(Object.keys(node["properties"] as object));
  }
  for (const inside of Object.values(node)) expectStrict(inside);
}

/** The data without members that are null and were optional, wherever an object may be meant. */
function withoutNulls(instance: unknown, schema: Schema): unknown {
  if (Array.isArray(instance)) {
    return instance.map((item) => withoutNulls(item, (schema["items"] ?? schema) as Schema));
  }
  if (typeof instance !== "object" || instance === null) return instance;
  const branches = [schema, ...((schema["anyOf"] ?? []) as Schema[])];
  const entries = Object.entries(instance).flatMap(([key, member]) => {
    if (member === null) return [];
    const owner = branches.find((branch) =>
      Object.hasOwn((branch["properties"] ?? {}) as object, key),
    );
    const inside = ((owner?.["properties"] ?? {}) as Record<string, Schema>)[key] ?? {};
    return [[key, withoutNulls(member, inside)] as const];
  });
  return Object.fromEntries(entries);
}
