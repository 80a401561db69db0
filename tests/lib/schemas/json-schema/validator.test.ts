import { describe, expect, test } from "bun:test";
import {
  budget,
  check,
  found,
  node,
  troubles,
  validatorOf,
} from "../../../support/schema-checks.ts";

const IF_THEN_ELSE =
  '{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"type": "null"}}';

describe("order and place of violations", () => {
  test("by place in the data, a parent before its children, then as the schema has its keywords", () => {
    const schema = {
      properties: { b: { minLength: 3, pattern: "^x" }, a: { type: "string" } },
      required: ["c", "d"],
      minProperties: 5,
    };
    expect(found(schema, '{"a": 1, "b": "y"}')).toEqual([
      "SCHEMA_REQUIRED ",
      "SCHEMA_REQUIRED ",
      "SCHEMA_MIN_PROPERTIES ",
      "SCHEMA_TYPE /a",
      "SCHEMA_MIN_LENGTH /b",
      "SCHEMA_PATTERN /b",
    ]);
  });

  test("keywords that wait for others still stand where the schema has them", () => {
    const schema = { unevaluatedProperties: false, properties: { a: true }, maxProperties: 0 };
    expect(found(schema, { a: 1, b: 2 })).toEqual([
      "SCHEMA_MAX_PROPERTIES ",
      "SCHEMA_UNEVALUATED_PROPERTIES /b",
    ]);
    const items = { unevaluatedItems: false, maxItems: 0, prefixItems: [true] };
    expect(found(items, [1, 2])).toEqual(["SCHEMA_MAX_ITEMS ", "SCHEMA_UNEVALUATED_ITEMS /1"]);
  });

  test("members with keys like indices keep the document's order", () => {
    expect(found({ additionalProperties: false }, '{"b":1,"10":2,"2":3}')).toEqual([
      "SCHEMA_ADDITIONAL_PROPERTIES /b",
      "SCHEMA_ADDITIONAL_PROPERTIES /10",
      "SCHEMA_ADDITIONAL_PROPERTIES /2",
    ]);
  });

  test("a keyword behind references is placed in its own document", () => {
    const schema = { $ref: "http://x/a#/$defs/p" };
    const documents = {
      "http://x/a": { $defs: { p: { $ref: "#/$defs/q~1r" }, "q/r": { type: "null" } } },
    };
    const [violation] = check(schema, 1, { documents }).violations;
    expect(violation).toMatchObject({
      code: "SCHEMA_TYPE",
      schemaPath: "/$defs/q~1r/type",
      schemaUri: "http://x/a",
    });
  });

  test("two ways to the same assertion about the same value tell it once", () => {
    const schema = {
      allOf: [{ $ref: "#/$defs/s" }, { $ref: "#/$defs/s" }],
      $defs: { s: { type: "string" } },
    };
    expect(found(schema, 1)).toEqual(["SCHEMA_TYPE "]);
  });
});

describe("what each keyword tells", () => {
  const cases: readonly (readonly [schema: unknown, data: unknown, codes: readonly string[]])[] = [
    [false, 1, ["SCHEMA_FALSE "]],
    [{ properties: { a: false } }, { a: 1 }, ["SCHEMA_FALSE /a"]],
    [{ items: false }, [1], ["SCHEMA_FALSE /0"]],
    [{ prefixItems: [true], items: false }, [1, 2, 3], ["SCHEMA_FALSE /1", "SCHEMA_FALSE /2"]],
    [{ required: ["__proto__", "constructor"] }, "{}", ["SCHEMA_REQUIRED ", "SCHEMA_REQUIRED "]],
    [{ required: ["__proto__"] }, '{"__proto__": 1}', []],
    [{ properties: { "": { type: "null" } } }, { "": 1 }, ["SCHEMA_TYPE /"]],
    [
      '{"properties": {"$ref": {"type": "string"}}, "$defs": {}}',
      { $ref: 1 },
      ["SCHEMA_TYPE /$ref"],
    ],
    [
      { propertyNames: { maxLength: 1 } },
      { a: 1, bb: 2, cc: 3 },
      ["SCHEMA_PROPERTY_NAMES /bb", "SCHEMA_PROPERTY_NAMES /cc"],
    ],
    [{ propertyNames: false }, { a: 1 }, ["SCHEMA_PROPERTY_NAMES /a"]],
    [{ additionalProperties: { type: "null" } }, { a: 1 }, ["SCHEMA_TYPE /a"]],
    [{ unevaluatedProperties: { type: "null" } }, { a: 1 }, ["SCHEMA_UNEVALUATED_PROPERTIES /a"]],
    [{ uniqueItems: true }, "[1, 1.0, 1e0, [1], [1.0]]", ["SCHEMA_UNIQUE_ITEMS "]],
    [{ uniqueItems: true }, '[{"a":1,"b":2},{"b":2,"a":1}]', ["SCHEMA_UNIQUE_ITEMS "]],
    [{ uniqueItems: true }, '[1, true, 0, false, null, "null"]', []],
    [{ enum: [1, { a: [1] }] }, '{"a": [1.0]}', []],
    [{ enum: ["a"] }, '"A"', ["SCHEMA_ENUM "]],
    [{ const: 1 }, "1.0", []],
    ['{"const": 12345678901234567890}', "12345678901234567891", ["SCHEMA_CONST "]],
    ['{"maximum": 12345678901234567890}', "12345678901234567891", ["SCHEMA_MAXIMUM "]],
    ['{"multipleOf": 1e-308}', "1e308", []],
    [{ type: "integer" }, "1.0", []],
    [{ type: "integer" }, "1e400", []],
    [{ minLength: 2, maxLength: 2 }, JSON.stringify("😀é"), []],
    [{ maxLength: 1 }, JSON.stringify("😀"), []],
    [{ contains: { type: "null" } }, [1], ["SCHEMA_CONTAINS "]],
    [{ contains: { type: "null" }, minContains: 2 }, [null], ["SCHEMA_MIN_CONTAINS "]],
    [{ contains: { type: "null" }, maxContains: 1 }, [null, null], ["SCHEMA_MAX_CONTAINS "]],
    [{ contains: { type: "null" }, minContains: 0 }, [], []],
    [
      { dependentRequired: { a: ["b", "c"] } },
      { a: 1 },
      ["SCHEMA_DEPENDENT_REQUIRED ", "SCHEMA_DEPENDENT_REQUIRED "],
    ],
    [{ dependentSchemas: { a: { minProperties: 2 } } }, { a: 1 }, ["SCHEMA_MIN_PROPERTIES "]],
    [{ not: {} }, 1, ["SCHEMA_NOT "]],
    [IF_THEN_ELSE, '"a"', ["SCHEMA_MIN_LENGTH "]],
    [IF_THEN_ELSE, 1, ["SCHEMA_TYPE "]],
    [
      { patternProperties: { "^a": { type: "null" }, a$: { minimum: 5 } } },
      { a: 1 },
      ["SCHEMA_TYPE /a", "SCHEMA_MINIMUM /a"],
    ],
    [{ pattern: "^.$" }, JSON.stringify("😀"), []],
    [{ format: "email" }, JSON.stringify("nope"), ["SCHEMA_FORMAT "]],
    [{ format: "email" }, 1, []],
  ];
  test.each(cases.map((entry) => [JSON.stringify(entry[0]), entry] as const))(
    "%s",
    (_name, [schema, data, codes]) => {
      expect(found(schema, data)).toEqual([...codes]);
    },
  );

  test("up to draft-07 an item beyond the list, and a member that another asks for", () => {
    const draft = "draft-07";
    expect(found({ items: [true], additionalItems: false }, [1, 2], { draft })).toEqual([
      "SCHEMA_ADDITIONAL_ITEMS /1",
    ]);
    expect(found({ dependencies: { a: ["b"] } }, { a: 1 }, { draft })).toEqual([
      "SCHEMA_DEPENDENCIES ",
    ]);
    expect(found({ dependencies: { a: { required: ["b"] } } }, { a: 1 }, { draft })).toEqual([
      "SCHEMA_REQUIRED ",
    ]);
  });

  test("in draft-04 exclusive bounds belong to the bound, and 1.0 is no integer", () => {
    const draft = "draft-04";
    expect(found({ minimum: 1, exclusiveMinimum: true }, 1, { draft })).toEqual([
      "SCHEMA_MINIMUM ",
    ]);
    expect(found({ maximum: 1, exclusiveMaximum: true }, 1, { draft })).toEqual([
      "SCHEMA_MAXIMUM ",
    ]);
    expect(found({ type: "integer" }, "1.0", { draft })).toEqual(["SCHEMA_TYPE "]);
  });

  test("anyOf and oneOf tell what each branch found, and which matched", () => {
    const [none] = check(
      { anyOf: [{ type: "string" }, { minimum: 5, multipleOf: 2 }] },
      3,
    ).violations;
    expect(none?.branches?.map((branch) => branch.map(({ code }) => code))).toEqual([
      ["SCHEMA_TYPE"],
      ["SCHEMA_MINIMUM", "SCHEMA_MULTIPLE_OF"],
    ]);
    const [several] = check({ oneOf: [{ type: "integer" }, false, { minimum: 1 }] }, 3).violations;
    expect(several).toMatchObject({ code: "SCHEMA_ONE_OF", received: [0, 2] });
    expect(several?.branches).toBeUndefined();
  });

  test("near names are told", () => {
    const schema = { properties: { name: true }, required: ["name"], additionalProperties: false };
    expect(check(schema, { nmae: 1 }).violations.map(({ hint }) => hint)).toEqual([
      'There is "nmae"',
      'Did you mean "name"?',
    ]);
    expect(check({ enum: ["celsius", "kelvin"] }, '"celcius"').violations[0]?.hint).toBe(
      'Did you mean "celsius"?',
    );
  });
});

describe("schemas that cannot be used", () => {
  test.each<[unknown, string[]]>([
    [{ type: "objekt" }, ["SCHEMA_INVALID /schema/type"]],
    [
      { minLength: -1, required: "a" },
      ["SCHEMA_INVALID /schema/minLength", "SCHEMA_INVALID /schema/required"],
    ],
    [5, ["SCHEMA_INVALID /schema"]],
    [{ properties: { a: { pattern: "(" } } }, ["SCHEMA_INVALID /schema/properties/a/pattern"]],
    [{ patternProperties: { "(": true } }, ["SCHEMA_INVALID /schema/patternProperties/("]],
    [{ $ref: "https://example.com/s.json" }, ["REF_NOT_RESOLVED /schema/$ref"]],
    [
      { allOf: [{ $ref: "#/a" }, { $ref: "#b" }] },
      ["REF_NOT_RESOLVED /schema/allOf/0/$ref", "REF_NOT_RESOLVED /schema/allOf/1/$ref"],
    ],
    [{ $ref: "#" }, ["REF_LOOP /schema/$ref"]],
    [
      {
        $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } },
        items: { $ref: "#/$defs/a" },
      },
      ["REF_LOOP /schema/$defs/b/allOf"],
    ],
    [{ anyOf: [{ type: "string" }, { $ref: "#" }] }, ["REF_LOOP /schema/anyOf/1/$ref"]],
    [{ $schema: "http://json-schema.org/draft-03/schema#" }, ["DRAFT_UNKNOWN /schema/$schema"]],
    [
      { $schema: "http://json-schema.org/draft-04/schema#", patternProperties: { "(": {} } },
      ["SCHEMA_INVALID /schema/patternProperties/("],
    ],
  ])("%j", (schema, expected) => {
    const list = troubles(schema);
    expect(list.map((entry) => entry.split("/").slice(0, 4).join("/"))).toEqual(
      expected.map((entry) => entry.split("/").slice(0, 4).join("/")),
    );
  });

  test("what nothing leads to is not followed", () => {
    expect(troubles({ $defs: { a: { $ref: "#/nowhere" }, b: { $ref: "#/$defs/b" } } })).toEqual([]);
  });

  test("a schema that was given for references is checked when one leads there", () => {
    const documents = { "http://x/a": { type: 5 }, "http://x/b": { type: 6 } };
    expect(troubles({ $ref: "http://x/a" }, { documents })).toEqual([
      "SCHEMA_INVALID /schemas/http:~1~1x~1a/type",
    ]);
  });

  test("recursion through the data is no loop", () => {
    const schema = { type: "array", items: { $ref: "#" } };
    expect(check(schema, `${"[".repeat(1000)}${"]".repeat(1000)}`).valid).toBe(true);
    expect(found(schema, `${"[".repeat(999)}1${"]".repeat(999)}`)).toEqual([
      `SCHEMA_TYPE ${"/0".repeat(999)}`,
    ]);
  });

  test("a pattern that takes too long ends the check", () => {
    const validation = validatorOf({ items: { pattern: "^(a+)+$" } }).validate(
      node([`${"a".repeat(40)}!`]),
      { budget: budget() },
    );
    expect(validation).toMatchObject({
      ok: false,
      error: { code: "REGEX_BUDGET_EXCEEDED", path: "/schema/items/pattern" },
    });
  });
});

describe("references", () => {
  test.each<[string, unknown, unknown, boolean]>([
    [
      "~0 ~1 and percent in pointers",
      { $ref: "#/$defs/a~1b~0c%25", $defs: { "a/b~c%": { type: "null" } } },
      1,
      false,
    ],
    ["a pointer into what is no keyword", { $ref: "#/x/y", x: { y: { type: "null" } } }, 1, false],
    ["an anchor", { $ref: "#n", $defs: { a: { $anchor: "n", type: "null" } } }, 1, false],
    [
      "an embedded resource",
      { $id: "http://x/r", $ref: "s", $defs: { a: { $id: "s", type: "null" } } },
      1,
      false,
    ],
    [
      "a metaschema",
      { $ref: "http://json-schema.org/draft-07/schema#" },
      { type: "objekt" },
      false,
    ],
    [
      "a metaschema that accepts",
      { $ref: "https://json-schema.org/draft/2020-12/schema" },
      { type: "object" },
      true,
    ],
  ])("%s", (_name, schema, data, valid) => {
    expect(check(schema, data).valid).toBe(valid);
  });

  test("schemas without $schema are read in the draft of the main one", () => {
    const documents = {
      "http://x/a": { definitions: { n: { type: "null" } }, $ref: "#/definitions/n", minimum: 5 },
    };
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      allOf: [{ $ref: "http://x/a" }],
    };
    expect(found(schema, 1, { documents })).toEqual(["SCHEMA_TYPE "]);
  });

  test("a metaschema that was given decides which vocabularies count", () => {
    const documents = {
      "http://x/meta": {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $vocabulary: {
          "https://json-schema.org/draft/2020-12/vocab/core": true,
          "https://json-schema.org/draft/2020-12/vocab/applicator": true,
        },
      },
    };
    const schema = { $schema: "http://x/meta", properties: { a: { minimum: 5 }, b: false } };
    expect(found(schema, { a: 1, b: 1 }, { documents })).toEqual(["SCHEMA_FALSE /b"]);
  });
});
