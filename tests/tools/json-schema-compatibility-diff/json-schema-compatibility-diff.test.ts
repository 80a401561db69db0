/** Types, values, bounds, texts, arrays and annotations: each change with its code, place and directions. */
import { describe, expect, test } from "bun:test";
import { changes, diff, verdict } from "../../support/schema-versions.ts";

const DRAFT_04 = { $schema: "http://json-schema.org/draft-04/schema#" };
const DRAFT_07 = { $schema: "http://json-schema.org/draft-07/schema#" };
const S = { type: "string" };
const N = { type: "number" };
const I = { type: "integer" };

/** A change and the same one the other way round. */
function bothWays(before: unknown, after: unknown, there: string[], back: string[]): void {
  expect(changes(before, after)).toEqual(there);
  expect(changes(after, before)).toEqual(back);
}

describe("types", () => {
  test("more, fewer and other ones", () => {
    bothWays(I, N, ["TYPE_EXTENDED  yes/no"], ["TYPE_NARROWED  no/yes"]);
    bothWays(S, N, ["TYPE_CHANGED  no/no"], ["TYPE_CHANGED  no/no"]);
    bothWays(S, { type: ["string", "null"] }, ["TYPE_EXTENDED  yes/no"], ["TYPE_NARROWED  no/yes"]);
    expect(changes({ type: ["string", "null"] }, { type: ["null", "integer"] })).toEqual([
      "TYPE_CHANGED  no/no",
    ]);
    expect(changes({ type: ["number", "integer"] }, N)).toEqual([]);
    expect(changes({ type: ["null", "string"] }, { type: ["string", "null"] })).toEqual([]);
  });

  test("no type is every type, true too, and false is none", () => {
    bothWays(S, {}, ["TYPE_EXTENDED  yes/no"], ["TYPE_NARROWED  no/yes"]);
    bothWays(false, S, ["TYPE_EXTENDED  yes/no"], ["TYPE_NARROWED  no/yes"]);
    bothWays(true, false, ["TYPE_NARROWED  no/yes"], ["TYPE_EXTENDED  yes/no"]);
    expect(changes(true, {})).toEqual([]);
    expect(changes(true, { description: "all" })).toEqual([
      "DESCRIPTION_CHANGED /description yes/yes",
    ]);
    expect(changes(false, { enum: [1], minimum: 3 })).toEqual(["TYPE_EXTENDED  yes/no"]);
    const all = ["null", "boolean", "object", "array", "string", "number"];
    expect(changes({}, { type: all })).toEqual([]);
  });

  test("what matters only for types that are gone is left alone", () => {
    const text = { ...S, minLength: 3, pattern: "a" };
    expect(changes(text, { ...I, minimum: 1 })).toEqual(["TYPE_CHANGED  no/no"]);
    expect(
      changes(text, { type: ["string", "integer"], minLength: 3, pattern: "a", minimum: 1 }),
    ).toEqual(["TYPE_EXTENDED  yes/no"]);
    expect(changes({ ...N, minLength: 1 }, N)).toEqual([]);
    expect(changes(I, { ...N, maximum: 9 })).toEqual([
      "TYPE_EXTENDED  yes/no",
      "MAXIMUM_ADDED /maximum no/yes",
    ]);
  });
});

describe("listed values", () => {
  test("come, go, become more, fewer and others", () => {
    bothWays({}, { enum: [1] }, ["ENUM_ADDED /enum no/yes"], ["ENUM_REMOVED /enum yes/no"]);
    bothWays(
      { enum: [1, 2] },
      { enum: [3, 2, 1] },
      ["ENUM_ARRAY_EXTENDED /enum yes/no"],
      ["ENUM_ARRAY_NARROWED /enum no/yes"],
    );
    expect(changes({ enum: [1, 2] }, { enum: [2, 3] })).toEqual(["ENUM_ARRAY_CHANGED /enum no/no"]);
    expect(changes({ enum: [1, { a: 1, b: [2] }] }, { enum: [{ b: [2], a: 1 }, 1] })).toEqual([]);
  });

  test("const is a list of one, and the place is the new version's", () => {
    bothWays(
      { enum: ["a", "b"] },
      { const: "a" },
      ["ENUM_ARRAY_NARROWED /const no/yes"],
      ["ENUM_ARRAY_EXTENDED /enum yes/no"],
    );
    expect(changes({ const: 1 }, { enum: [1] })).toEqual([]);
    expect(changes({ const: 1 }, '{"enum": [1.0]}')).toEqual([]);
    expect(changes({ const: 1 }, { const: 2 })).toEqual(["ENUM_ARRAY_CHANGED /const no/no"]);
    expect(changes({ const: 1 }, {})).toEqual(["ENUM_REMOVED /const yes/no"]);
    expect(changes({ enum: [1, 2], const: 2 }, { const: 2 })).toEqual([]);
    // In draft-04 const says nothing.
    expect(changes({ ...DRAFT_04, const: 1 }, { ...DRAFT_04 })).toEqual([]);
  });
});

describe("bounds of numbers", () => {
  test("are there, gone, wider and tighter", () => {
    for (const [name, keyword, tighter] of [
      ["MINIMUM", "minimum", "INCREASED"],
      ["MAXIMUM", "maximum", "DECREASED"],
    ] as const) {
      const looser = tighter === "INCREASED" ? "DECREASED" : "INCREASED";
      const [near, far] = tighter === "INCREASED" ? [5, 3] : [3, 5];
      bothWays(
        N,
        { ...N, [keyword]: 1 },
        [`${name}_ADDED /${keyword} no/yes`],
        [`${name}_REMOVED /${keyword} yes/no`],
      );
      bothWays(
        { ...N, [keyword]: far },
        { ...N, [keyword]: near },
        [`${name}_${tighter} /${keyword} no/yes`],
        [`${name}_${looser} /${keyword} yes/no`],
      );
    }
  });

  test("the tighter of two counts, exclusive before inclusive", () => {
    expect(changes({ minimum: 1, exclusiveMinimum: 1 }, { exclusiveMinimum: 1 })).toEqual([]);
    expect(changes({ minimum: 1 }, { minimum: 0, exclusiveMinimum: 1 })).toEqual([
      "MINIMUM_INCREASED /minimum no/yes",
    ]);
    expect(changes({ exclusiveMaximum: 9 }, { exclusiveMaximum: 8 })).toEqual([
      "MAXIMUM_DECREASED /exclusiveMaximum no/yes",
    ]);
    expect(changes({ exclusiveMaximum: 9 }, { maximum: 9 })).toEqual([
      "MAXIMUM_INCREASED /maximum yes/no",
    ]);
  });

  test("only where all numbers are whole are they rounded inwards", () => {
    expect(changes({ ...I, minimum: 5 }, { ...I, exclusiveMinimum: 4 })).toEqual([]);
    expect(changes({ ...I, maximum: 5.9 }, { ...I, exclusiveMaximum: 6 })).toEqual([]);
    expect(changes({ ...I, exclusiveMinimum: -4.5 }, { ...I, minimum: -4 })).toEqual([]);
    expect(changes({ ...I, exclusiveMaximum: -4 }, { ...I, maximum: -5 })).toEqual([]);
    expect(verdict({ ...N, minimum: 5 }, { ...N, exclusiveMinimum: 4 })).toBe("yes/no");
    // Whole ones are all that both versions can have.
    expect(changes({ ...I, minimum: 5 }, { ...N, exclusiveMinimum: 4 })).toEqual([
      "TYPE_EXTENDED  yes/no",
    ]);
  });

  test("the mark of draft-04", () => {
    const old = { ...DRAFT_04, ...I, minimum: 5, exclusiveMinimum: true };
    expect(changes(old, { ...I, minimum: 6 })).toEqual([]);
    expect(changes({ ...old, exclusiveMinimum: false }, { ...I, minimum: 5 })).toEqual([]);
    expect(
      changes({ ...DRAFT_04, maximum: 2, exclusiveMaximum: true }, { exclusiveMaximum: 2 }),
    ).toEqual([]);
  });

  test("are compared digit by digit", () => {
    const long = "123456789012345678901234567890";
    expect(changes(`{"minimum": ${long}1}`, `{"minimum": ${long}2}`)).toEqual([
      "MINIMUM_INCREASED /minimum no/yes",
    ]);
    expect(changes(`{"maximum": 1e400}`, `{"maximum": 10e399}`)).toEqual([]);
    expect(
      changes(
        `{"type":"integer","maximum":1e999999}`,
        `{"type":"integer","exclusiveMaximum":1e999999}`,
      ),
    ).toEqual(["MAXIMUM_DECREASED /maximum no/yes"]);
    expect(changes('{"minimum": 0.1}', '{"minimum": 0.10}')).toEqual([]);
  });

  test("multiples", () => {
    const of = (multipleOf: number) => ({ ...N, multipleOf });
    bothWays(
      N,
      of(2),
      ["MULTIPLE_OF_ADDED /multipleOf no/yes"],
      ["MULTIPLE_OF_REMOVED /multipleOf yes/no"],
    );
    bothWays(
      of(0.1),
      of(0.3),
      ["MULTIPLE_OF_EXPANDED /multipleOf no/yes"],
      ["MULTIPLE_OF_REDUCED /multipleOf yes/no"],
    );
    expect(changes(of(4), of(6))).toEqual(["MULTIPLE_OF_CHANGED /multipleOf no/no"]);
    expect(changes('{"multipleOf": 1}', '{"multipleOf": 1.0}')).toEqual([]);
  });
});

describe("counts and texts", () => {
  test("lengths, items and members", () => {
    for (const [name, least, most] of [
      ["LENGTH", "minLength", "maxLength"],
      ["ITEMS", "minItems", "maxItems"],
      ["PROPERTIES", "minProperties", "maxProperties"],
    ] as const) {
      expect(changes({}, { [least]: 1, [most]: 5 })).toEqual([
        `MAX_${name}_ADDED /${most} no/yes`,
        `MIN_${name}_ADDED /${least} no/yes`,
      ]);
      expect(changes({ [least]: 2, [most]: 5 }, { [least]: 1, [most]: 4 })).toEqual([
        `MAX_${name}_DECREASED /${most} no/yes`,
        `MIN_${name}_DECREASED /${least} yes/no`,
      ]);
      // Nothing is shorter than nothing.
      expect(changes({}, { [least]: 0 })).toEqual([]);
    }
  });

  test("patterns and formats", () => {
    bothWays(
      S,
      { ...S, pattern: "a" },
      ["PATTERN_ADDED /pattern no/yes"],
      ["PATTERN_REMOVED /pattern yes/no"],
    );
    expect(changes({ pattern: "a" }, { pattern: "b" })).toEqual(["PATTERN_CHANGED /pattern no/no"]);
    bothWays(
      S,
      { ...S, format: "date" },
      ["FORMAT_ADDED /format no/yes"],
      ["FORMAT_REMOVED /format yes/no"],
    );
    expect(changes({ format: "date" }, { format: "time" })).toEqual([
      "FORMAT_CHANGED /format no/no",
    ]);
    // A format that is not checked refuses nothing.
    expect(changes({ format: "int32" }, { format: "int64" })).toEqual([]);
    expect(changes({ format: "int32" }, { format: "date" })).toEqual([
      "FORMAT_ADDED /format no/yes",
    ]);
  });
});

describe("arrays", () => {
  test("uniqueItems and contains", () => {
    bothWays(
      {},
      { uniqueItems: true },
      ["UNIQUE_ITEMS_ADDED /uniqueItems no/yes"],
      ["UNIQUE_ITEMS_REMOVED /uniqueItems yes/no"],
    );
    expect(changes({}, { uniqueItems: false })).toEqual([]);
    const at = (more: object) => ({ contains: S, ...more });
    expect(changes(at({}), at({ minContains: 1 }))).toEqual([]);
    expect(changes(at({}), at({ minContains: 2 }))).toEqual([
      "MIN_CONTAINS_ADDED /minContains no/yes",
    ]);
    expect(changes(at({}), at({ minContains: 0 }))).toEqual([
      "MIN_CONTAINS_DECREASED /minContains yes/no",
    ]);
    expect(changes(at({ maxContains: 2 }), at({}))).toEqual([
      "MAX_CONTAINS_REMOVED /maxContains yes/no",
    ]);
    expect(changes({ minContains: 2 }, { minContains: 3 })).toEqual([]);
  });

  test("one schema for all items", () => {
    bothWays({}, { items: S }, ["TYPE_NARROWED /items no/yes"], ["TYPE_EXTENDED /items yes/no"]);
    expect(changes({ items: true }, { items: false })).toEqual(["TYPE_NARROWED /items no/yes"]);
    expect(changes({ items: { items: I } }, { items: { items: N } })).toEqual([
      "TYPE_EXTENDED /items/items yes/no",
    ]);
    expect(changes({}, { items: true })).toEqual([]);
    expect(changes({ unevaluatedItems: false }, { items: false })).toEqual([]);
  });

  test("first items come and go, as the rest of the other version covers them", () => {
    const list = (prefixItems: unknown[], items?: unknown) =>
      items === undefined ? { prefixItems } : { prefixItems, items };
    expect(changes(list([S]), list([S, N]))).toEqual([
      "ITEM_ADDED_TO_OPEN_CONTENT_MODEL /prefixItems/1 no/yes",
    ]);
    expect(changes(list([S]), list([S, true]))).toEqual([
      "ITEM_ADDED_TO_OPEN_CONTENT_MODEL /prefixItems/1 yes/yes",
    ]);
    expect(changes(list([S, N]), list([S]))).toEqual([
      "ITEM_REMOVED_FROM_OPEN_CONTENT_MODEL /prefixItems/1 yes/no",
    ]);
    expect(changes(list([S], false), list([S, N], false))).toEqual([
      "ITEM_ADDED_TO_CLOSED_CONTENT_MODEL /prefixItems/1 yes/no",
    ]);
    expect(changes(list([S, N], false), list([S], false))).toEqual([
      "ITEM_REMOVED_FROM_CLOSED_CONTENT_MODEL /prefixItems/1 no/yes",
    ]);
    expect(changes(list([S, false], false), list([S], false))).toEqual([
      "ITEM_REMOVED_FROM_CLOSED_CONTENT_MODEL /prefixItems/1 yes/yes",
    ]);
    expect(changes(list([S], I), list([S, N], I))).toEqual([
      "ITEM_ADDED_TO_PARTIALLY_OPEN_CONTENT_MODEL /prefixItems/1 yes/no",
    ]);
    expect(changes(list([S, I], N), list([S], N), { policy: "lenient" })).toEqual([
      "ITEM_REMOVED_FROM_PARTIALLY_OPEN_CONTENT_MODEL /prefixItems/1 yes/no",
    ]);
    expect(changes(list([S]), list([N]))).toEqual(["TYPE_CHANGED /prefixItems/0 no/no"]);
  });

  test("a list under items is the prefix of later drafts", () => {
    const old = { ...DRAFT_07, items: [S, N], additionalItems: false };
    expect(changes(old, { prefixItems: [S, N], items: false })).toEqual([]);
    expect(changes(old, { prefixItems: [S, I], items: I })).toEqual([
      "TYPE_EXTENDED /items yes/no",
      "TYPE_NARROWED /prefixItems/1 no/yes",
    ]);
    expect(changes({ prefixItems: [S], items: N }, old)).toEqual([
      "TYPE_NARROWED /additionalItems no/yes",
      "ITEM_ADDED_TO_PARTIALLY_OPEN_CONTENT_MODEL /items/1 yes/yes",
    ]);
    // Without a list additionalItems says nothing.
    expect(changes({ ...DRAFT_07, additionalItems: false }, {})).toEqual([]);
  });
});

test("annotations are told and break nothing", () => {
  const before = { $id: "urn:a", title: "A", properties: { a: { default: 1, description: "x" } } };
  const after = {
    $id: "urn:b",
    properties: { a: { default: 2, examples: [1], deprecated: true } },
  };
  expect(changes(before, after)).toEqual([
    "ID_CHANGED /$id yes/yes",
    "DEFAULT_CHANGED /properties/a/default yes/yes",
    "DESCRIPTION_CHANGED /properties/a/description yes/yes",
    "TITLE_CHANGED /title yes/yes",
  ]);
  expect(diff(before, after).compatible).toEqual({ backward: true, forward: true, full: true });
  expect(changes({ ...DRAFT_04, id: "urn:a" }, { ...DRAFT_04, id: "urn:b" })).toEqual([
    "ID_CHANGED /id yes/yes",
  ]);
});
