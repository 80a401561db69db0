/** Members of objects: what is needed, listed, covered by a pattern, or left to the rest. */
import { describe, expect, test } from "bun:test";
import { changes, diff, verdict } from "../../support/schema-versions.ts";

const DRAFT_07 = { $schema: "http://json-schema.org/draft-07/schema#" };
const S = { type: "string" };
const N = { type: "number" };
const I = { type: "integer" };

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const closed = (properties: object) => object(properties, { additionalProperties: false });

describe("members that are needed", () => {
  test("come and go, with a default and without", () => {
    const one = object({ a: S });
    const needed = object({ a: S }, { required: ["a"] });
    expect(changes(one, needed)).toEqual(["REQUIRED_ATTRIBUTE_ADDED /properties/a no/yes"]);
    expect(changes(needed, one)).toEqual(["REQUIRED_ATTRIBUTE_REMOVED /properties/a yes/no"]);
    const filled = { a: { ...S, default: "x" } };
    const added = "REQUIRED_ATTRIBUTE_WITH_DEFAULT_ADDED /properties/a";
    const [from, to] = [object(filled), object(filled, { required: ["a"] })];
    expect(changes(from, to)).toEqual([`${added} yes/yes`]);
    expect(changes(from, to, { defaultsFill: false })).toEqual([`${added} no/yes`]);
    // The other way round, the other direction.
    expect(changes(to, from)).toEqual(["REQUIRED_ATTRIBUTE_REMOVED /properties/a yes/yes"]);
    expect(changes(to, from, { defaultsFill: false })).toEqual([
      "REQUIRED_ATTRIBUTE_REMOVED /properties/a yes/no",
    ]);
  });

  test("are named where no property is", () => {
    expect(changes({}, { required: ["a/b", "c"] })).toEqual([
      "REQUIRED_ATTRIBUTE_ADDED /properties/a~1b no/yes",
      "REQUIRED_ATTRIBUTE_ADDED /properties/c no/yes",
    ]);
    expect(changes({ required: ["a", "b"] }, { required: ["b", "a"] })).toEqual([]);
    expect(changes({ required: ["__proto__"] }, { required: [] })).toEqual([
      "REQUIRED_ATTRIBUTE_REMOVED /properties/__proto__ yes/no",
    ]);
  });

  test("a default behind a reference fills, too", () => {
    const $defs = { a: { default: 1 } };
    const properties = { a: { $ref: "#/$defs/a" } };
    expect(verdict({ properties, $defs }, { properties, $defs, required: ["a"] })).toBe("yes/yes");
  });
});

describe("members that are listed", () => {
  test("added to what is open, closed, or covered", () => {
    const prefix = "PROPERTY_ADDED_TO";
    const at = "CONTENT_MODEL /properties/b";
    expect(changes(object({}), object({ b: S }))).toEqual([`${prefix}_OPEN_${at} no/yes`]);
    expect(changes(object({}), object({ b: { title: "b" } }))).toEqual([
      `PROPERTY_WITH_EMPTY_SCHEMA_ADDED_TO_OPEN_${at} yes/yes`,
    ]);
    expect(changes(closed({}), closed({ b: S }))).toEqual([`${prefix}_CLOSED_${at} yes/no`]);
    expect(changes(closed({}), closed({ b: false }))).toEqual([`${prefix}_CLOSED_${at} yes/yes`]);
    const rest = (properties: object) => object(properties, { additionalProperties: I });
    expect(changes(rest({}), rest({ b: N }))).toEqual([`${prefix}_PARTIALLY_OPEN_${at} yes/no`]);
    expect(changes(rest({}), rest({ b: S }))).toEqual([`${prefix}_PARTIALLY_OPEN_${at} no/no`]);
    expect(changes(rest({}), rest({ b: I }))).toEqual([`${prefix}_PARTIALLY_OPEN_${at} yes/yes`]);
  });

  test("removed from what is open, closed, or covered", () => {
    const prefix = "PROPERTY_REMOVED_FROM";
    const at = "CONTENT_MODEL /properties/b";
    expect(changes(object({ b: S }), object({}))).toEqual([`${prefix}_OPEN_${at} yes/no`]);
    expect(changes(object({ b: true }), object({}))).toEqual([`${prefix}_OPEN_${at} yes/yes`]);
    expect(changes(closed({ b: S }), closed({}))).toEqual([`${prefix}_CLOSED_${at} no/yes`]);
    expect(changes(closed({ b: false }), closed({}))).toEqual([`${prefix}_CLOSED_${at} yes/yes`]);
    const rest = (properties: object) => object(properties, { additionalProperties: N });
    expect(changes(rest({ b: I }), rest({}))).toEqual([`${prefix}_PARTIALLY_OPEN_${at} yes/no`]);
  });

  test("the pattern that a name fits covers it", () => {
    const patterned = (properties: object) =>
      object(properties, {
        patternProperties: { "^S_": S, "^I_": I },
        additionalProperties: false,
      });
    expect(changes(patterned({}), patterned({ I_1: N }))).toEqual([
      "PROPERTY_ADDED_TO_PARTIALLY_OPEN_CONTENT_MODEL /properties/I_1 yes/no",
    ]);
    expect(changes(patterned({}), patterned({ X_1: N }))).toEqual([
      "PROPERTY_ADDED_TO_CLOSED_CONTENT_MODEL /properties/X_1 yes/no",
    ]);
    expect(
      changes(
        closed({ I_1: I }),
        object({}, { patternProperties: { "^I_": N }, additionalProperties: false }),
      ),
    ).toEqual([
      "PROPERTY_ADDED_TO_CLOSED_CONTENT_MODEL /patternProperties/^I_ yes/no",
      "PROPERTY_REMOVED_FROM_PARTIALLY_OPEN_CONTENT_MODEL /properties/I_1 yes/no",
    ]);
  });

  test("the lenient policy lets members come and go, and nothing else", () => {
    const lenient = { policy: "lenient" };
    expect(verdict(object({}), object({ b: S }), lenient)).toBe("yes/yes");
    expect(verdict(object({ b: S }), object({}), lenient)).toBe("yes/yes");
    expect(verdict(closed({ b: S }), closed({}), lenient)).toBe("yes/yes");
    expect(verdict(closed({}), closed({ b: S }), lenient)).toBe("yes/yes");
    expect(verdict(object({}), closed({}), lenient)).toBe("yes/yes");
    const rest = (schema: object, properties: object = {}) =>
      object(properties, { additionalProperties: schema });
    expect(verdict(rest(I), rest(I, { b: S }), lenient)).toBe("yes/yes");
    expect(verdict(rest(I), rest(S), lenient)).toBe("no/no");
    expect(verdict(object({ b: S }), object({ b: N }), lenient)).toBe("no/no");
    expect(verdict(object({}), object({ b: S }, { required: ["b"] }), lenient)).toBe("no/yes");
  });
});

describe("all other members", () => {
  const rest = (additionalProperties: unknown) => ({ additionalProperties });

  test("are let in, kept out, or held to a schema", () => {
    const at = "/additionalProperties";
    expect(changes(rest(false), rest(true))).toEqual([`ADDITIONAL_PROPERTIES_ADDED ${at} yes/no`]);
    expect(changes(rest(false), {})).toEqual([`ADDITIONAL_PROPERTIES_ADDED ${at} yes/no`]);
    expect(changes(rest(false), rest(S))).toEqual([`ADDITIONAL_PROPERTIES_ADDED ${at} yes/no`]);
    expect(changes(rest(S), {})).toEqual([`ADDITIONAL_PROPERTIES_EXTENDED ${at} yes/no`]);
    expect(changes({}, rest(false))).toEqual([`ADDITIONAL_PROPERTIES_REMOVED ${at} no/yes`]);
    expect(changes(rest(S), rest(false))).toEqual([`ADDITIONAL_PROPERTIES_REMOVED ${at} no/yes`]);
    expect(changes(rest({}), rest(S))).toEqual([`ADDITIONAL_PROPERTIES_NARROWED ${at} no/yes`]);
    expect(changes(rest(I), rest(N))).toEqual([`TYPE_EXTENDED ${at} yes/no`]);
    expect(changes({}, rest(true))).toEqual([]);
  });

  test("unevaluatedProperties stands in where there is no additionalProperties", () => {
    expect(changes({ unevaluatedProperties: false }, rest(false))).toEqual([]);
    expect(changes({}, { unevaluatedProperties: false })).toEqual([
      "ADDITIONAL_PROPERTIES_REMOVED /unevaluatedProperties no/yes",
    ]);
    expect(changes({ additionalProperties: S, unevaluatedProperties: false }, rest(S))).toEqual([]);
  });
});

describe("members that branches look at", () => {
  const base = { properties: { id: S }, patternProperties: { "^x-": true } };
  const extending = (properties: object, more: object = {}) => ({
    allOf: [{ $ref: "#/$defs/base" }],
    properties,
    unevaluatedProperties: false,
    $defs: { base: { ...base, ...more } },
  });

  test("are not unevaluated", () => {
    expect(changes(extending({ a: { minimum: 3 } }), extending({ a: { minimum: 2 } }))).toEqual([
      "MINIMUM_DECREASED /properties/a/minimum yes/no",
    ]);
    expect(changes(extending({}), extending({ a: S }))).toEqual([
      "PROPERTY_ADDED_TO_CLOSED_CONTENT_MODEL /properties/a yes/no",
    ]);
    // Names and patterns of the branch were open here all along.
    expect(verdict(extending({}), extending({ id: { minLength: 1 } }))).toBe("no/yes");
    expect(verdict(extending({}), extending({ "x-a": S }))).toBe("no/yes");
    expect(verdict(extending({}, { additionalProperties: N }), extending({ a: S }))).toBe("no/no");
  });

  test("depend on the branch that fits, so that nothing is sure", () => {
    const choosing = (properties: object, c: unknown = N) => ({
      anyOf: [{ properties: { a: true }, required: ["a"] }, { properties: { b: true, c } }],
      properties,
      unevaluatedProperties: false,
    });
    // {"a": 1} was valid: the first branch looks at it.
    expect(changes(choosing({}), choosing({ a: S }))).toEqual([
      "PROPERTY_ADDED_TO_CLOSED_CONTENT_MODEL /properties/a no/no",
    ]);
    expect(changes(choosing({ d: I }), choosing({ d: N }))).toEqual([
      "TYPE_EXTENDED /properties/d yes/no",
    ]);
    const { changes: found } = diff(choosing({}), choosing({}, I));
    expect(found.map(({ code }) => code)).toContain("KEYWORD_NOT_COMPARED");
  });

  test("of arrays: first items, and what contains finds", () => {
    const list = (prefixItems: unknown[], more: object = {}) => ({
      allOf: [{ prefixItems }],
      unevaluatedItems: false,
      ...more,
    });
    expect(changes(list([S]), list([S], { prefixItems: [true, I] }))).toEqual([
      "ITEM_ADDED_TO_CLOSED_CONTENT_MODEL /prefixItems/1 yes/no",
    ]);
    const finding = { contains: S, unevaluatedItems: false };
    // ["x"] was valid: what contains finds is looked at.
    expect(verdict(finding, { ...finding, prefixItems: [N] })).toBe("no/no");
    expect(verdict(finding, { ...finding, unevaluatedItems: N })).toBe("yes/no");
  });
});

describe("names by pattern", () => {
  const patterns = (patternProperties: object, more: object = {}) => ({
    patternProperties,
    ...more,
  });
  const CLOSED = { additionalProperties: false };

  test("one that stays is compared", () => {
    expect(changes(patterns({ "^a": I }), patterns({ "^a": N }))).toEqual([
      "TYPE_EXTENDED /patternProperties/^a yes/no",
    ]);
  });

  test("one that comes adds members, and goes away again", () => {
    const [none, some] = [patterns({}, CLOSED), patterns({ "^a": S }, CLOSED)];
    expect(changes(none, some)).toEqual([
      "PROPERTY_ADDED_TO_CLOSED_CONTENT_MODEL /patternProperties/^a yes/no",
    ]);
    expect(changes(some, none)).toEqual([
      "PROPERTY_REMOVED_FROM_CLOSED_CONTENT_MODEL /patternProperties/^a no/yes",
    ]);
    expect(changes({}, patterns({ "^a": S }))).toEqual([
      "PROPERTY_ADDED_TO_OPEN_CONTENT_MODEL /patternProperties/^a no/yes",
    ]);
    expect(changes({}, patterns({ "^a": true }))).toEqual([
      "PROPERTY_WITH_EMPTY_SCHEMA_ADDED_TO_OPEN_CONTENT_MODEL /patternProperties/^a yes/yes",
    ]);
  });

  test("one that comes speaks of names that were listed or fit another one", () => {
    const before = { properties: { xa: S }, ...CLOSED };
    expect(verdict(before, { ...before, patternProperties: { "^x": N } })).toBe("no/no");
    expect(verdict(before, { ...before, patternProperties: { "^x": S } })).toBe("yes/no");
    expect(verdict(before, { ...before, patternProperties: { "^y": N } })).toBe("yes/no");
    const ending = patterns({ a$: S }, CLOSED);
    expect(verdict(ending, patterns({ a$: S, "^x": N }, CLOSED))).toBe("no/no");
    // No name begins with both.
    const starting = patterns({ "^S_": S }, CLOSED);
    expect(verdict(starting, patterns({ "^S_": S, "^I_": I }, CLOSED))).toBe("yes/no");
    expect(verdict(starting, patterns({ "^S_": S, "^I_|": I }, CLOSED))).toBe("no/no");
    expect(
      verdict(patterns({ "^ab*": S }, CLOSED), patterns({ "^ab*": S, "^ac": I }, CLOSED)),
    ).toBe("no/no");
  });
});

describe("dependencies", () => {
  test("names that a member asks for", () => {
    const of = (dependentRequired: object) => ({ dependentRequired });
    const at = "/dependentRequired/a";
    expect(changes({}, of({ a: ["b"] }))).toEqual([`DEPENDENCY_ARRAY_ADDED ${at} no/yes`]);
    expect(changes(of({ a: ["b"] }), {})).toEqual([`DEPENDENCY_ARRAY_REMOVED ${at} yes/no`]);
    expect(changes(of({ a: ["b"] }), of({ a: ["c", "b"] }))).toEqual([
      `DEPENDENCY_ARRAY_EXTENDED ${at} no/yes`,
    ]);
    expect(changes(of({ a: ["c", "b"] }), of({ a: ["b"] }))).toEqual([
      `DEPENDENCY_ARRAY_NARROWED ${at} yes/no`,
    ]);
    expect(changes(of({ a: ["b"] }), of({ a: ["c"] }))).toEqual([
      `DEPENDENCY_ARRAY_CHANGED ${at} no/no`,
    ]);
    expect(changes({}, of({ a: [] }))).toEqual([]);
  });

  test("schemas, and both kinds under the keyword of earlier drafts", () => {
    const of = (dependentSchemas: object) => ({ dependentSchemas });
    const at = "/dependentSchemas/a";
    expect(changes({}, of({ a: { minProperties: 2 } }))).toEqual([
      `DEPENDENCY_SCHEMA_ADDED ${at} no/yes`,
    ]);
    expect(changes(of({ a: { minProperties: 2 } }), {})).toEqual([
      `DEPENDENCY_SCHEMA_REMOVED ${at} yes/no`,
    ]);
    expect(changes(of({ a: { minProperties: 2 } }), of({ a: { minProperties: 1 } }))).toEqual([
      `MIN_PROPERTIES_DECREASED ${at}/minProperties yes/no`,
    ]);
    expect(changes({}, of({ a: {} }))).toEqual([]);
    const old = { ...DRAFT_07, dependencies: { a: ["b"], c: { minProperties: 2 } } };
    const now = { dependentRequired: { a: ["b"] }, ...of({ c: { minProperties: 2 } }) };
    expect(changes(old, now)).toEqual([]);
    expect(changes(old, { ...now, dependentRequired: {} })).toEqual([
      "DEPENDENCY_ARRAY_REMOVED /dependencies/a yes/no",
    ]);
  });
});
