/** What a change of a schema means, by where the schema stands. */
import { describe, expect, test } from "bun:test";
import {
  changes,
  endpoint,
  header,
  n,
  parameter,
  request,
  response,
  s,
  valueOf,
} from "../../support/openapi-pairs.ts";

const PLACES = {
  "request-parameter": parameter,
  "request-body": request,
  "request-property": (schema: unknown) => request(within(schema)),
  "response-body": response,
  "response-property": (schema: unknown) => response(within(schema)),
} as const;
const within = (schema: unknown) => ({ type: "object", properties: { p: schema } });

const a = { type: "array", items: s };
const o = { type: "object" };
const when = { type: "string", const: "x" };

/** Suffix, schemas, and the levels in parameter, request body and property, response body and property. */
const ROWS: readonly (readonly [string, unknown, unknown, string])[] = [
  ["type-changed", s, n, "E E E E E"],
  ["type-generalized", { type: "integer" }, n, "I I I E E"],
  ["became-nullable", s, { type: ["string", "null"] }, "I I I E E"],
  ["became-not-nullable", { type: ["string", "null"] }, s, "E E E I I"],
  ["became-enum", s, { ...s, enum: ["x"] }, "E E E I I"],
  ["enum-value-added", { ...s, enum: ["x"] }, { ...s, enum: ["x", "y"] }, "I I I W W"],
  ["enum-value-removed", { ...s, enum: ["x", "y"] }, { ...s, enum: ["x"] }, "E E E I I"],
  ["default-value-added", s, { ...s, default: "x" }, "E I I I I"],
  ["default-value-changed", { ...s, default: "y" }, { ...s, default: "x" }, "E I I I I"],
  ["default-value-removed", { ...s, default: "y" }, s, "E I I I I"],
  ["max-increased", { ...n, maximum: 1 }, { ...n, maximum: 2 }, "I I I E E"],
  ["max-decreased", { ...n, maximum: 2 }, { ...n, maximum: 1 }, "E E E I I"],
  ["max-set", n, { ...n, maximum: 1 }, "W W W I I"],
  ["min-increased", { ...n, minimum: 1 }, { ...n, minimum: 2 }, "E E E I I"],
  ["min-decreased", { ...n, minimum: 2 }, { ...n, minimum: 1 }, "I I I E E"],
  ["min-set", n, { ...n, minimum: 1 }, "W W W I I"],
  ["exclusive-max-set", n, { ...n, exclusiveMaximum: 1 }, "W W W I I"],
  [
    "exclusive-min-increased",
    { ...n, exclusiveMinimum: 1 },
    { ...n, exclusiveMinimum: 2 },
    "E E E I I",
  ],
  ["max-length-set", s, { ...s, maxLength: 1 }, "W W W I I"],
  ["max-length-unset", { ...s, maxLength: 1 }, s, "I I I E E"],
  ["max-length-decreased", { ...s, maxLength: 2 }, { ...s, maxLength: 1 }, "E E E I I"],
  ["min-length-increased", s, { ...s, minLength: 1 }, "E E E I I"],
  ["min-length-decreased", { ...s, minLength: 1 }, s, "I I I E E"],
  ["max-items-increased", { ...a, maxItems: 1 }, { ...a, maxItems: 2 }, "I I I E E"],
  ["max-items-decreased", { ...a, maxItems: 2 }, { ...a, maxItems: 1 }, "E E E I I"],
  ["min-items-set", a, { ...a, minItems: 1 }, "W W W I I"],
  ["min-items-increased", { ...a, minItems: 1 }, { ...a, minItems: 2 }, "E E E I I"],
  ["min-items-decreased", { ...a, minItems: 2 }, { ...a, minItems: 1 }, "I I I E E"],
  ["pattern-added", s, { ...s, pattern: "^a" }, "E E E I I"],
  ["pattern-removed", { ...s, pattern: "^a" }, s, "I I I I I"],
  ["pattern-changed", { ...s, pattern: "^a" }, { ...s, pattern: "^b" }, "W W W I I"],
  ["list-of-types-widened", s, { oneOf: [s, { type: "integer" }] }, "I I I E E"],
  ["list-of-types-narrowed", { anyOf: [s, { type: "integer" }] }, s, "E E E I I"],
  ["one-of-added", { oneOf: [o, a] }, { oneOf: [o, a, when] }, "I I I E E"],
  ["one-of-removed", { oneOf: [o, a, when] }, { oneOf: [o, a] }, "E E E I I"],
  ["any-of-added", { anyOf: [o, a] }, { anyOf: [o, a, when] }, "I I I I I"],
  ["any-of-removed", { anyOf: [o, a, when] }, { anyOf: [o, a] }, "E E E I I"],
  ["all-of-added", { allOf: [s] }, { allOf: [s, { minLength: 1 }] }, "E E E I I"],
  ["all-of-removed", { allOf: [s, { minLength: 1 }] }, { allOf: [s] }, "W W W I I"],
  ["all-of-added-annotation-only", { allOf: [s] }, { allOf: [s, { title: "t" }] }, "I I I I I"],
  ["prefix-items-added", { ...a, prefixItems: [s] }, { ...a, prefixItems: [s, s] }, "I I I E E"],
  ["const-added", s, { ...s, const: "x" }, "E E E I I"],
  ["const-removed", { ...s, const: "x" }, s, "I I I E E"],
  ["const-changed", { ...s, const: "x" }, { ...s, const: "y" }, "E E E E E"],
  ["dependent-required-added", o, { ...o, dependentRequired: { x: ["y"] } }, "E E E I I"],
  ["if-added", o, { ...o, if: when }, "E E E I I"],
  ["else-removed", { ...o, else: when }, o, "I I I E E"],
  ["contains-added", a, { ...a, contains: when }, "E E E I I"],
  ["dependent-schema-added", o, { ...o, dependentSchemas: { x: when } }, "E E E I I"],
  ["pattern-property-removed", { ...o, patternProperties: { "^x": s } }, o, "I I I E E"],
  ["property-names-added", o, { ...o, propertyNames: when }, "E E E I I"],
  ["unevaluated-items-added", a, { ...a, unevaluatedItems: false }, "E E E I I"],
  ["unevaluated-properties-removed", { ...o, unevaluatedProperties: false }, o, "I I I E E"],
  ["content-schema-added", s, { ...s, contentSchema: o }, "E E E I I"],
  ["content-media-type-changed", s, { ...s, contentMediaType: "text/css" }, "E E E E E"],
  ["content-encoding-changed", { ...s, contentEncoding: "base64" }, s, "E E E E E"],
  [
    "min-contains-increased",
    { ...a, contains: s },
    { ...a, contains: s, minContains: 2 },
    "E E E I I",
  ],
  ["discriminator-added", o, { ...o, discriminator: { propertyName: "x" } }, "- I I I I"],
  ["became-not-enum", { ...s, enum: ["x"] }, s, "I I I W W"],
  ["max-unset", { ...n, maximum: 1 }, n, "I I I E E"],
  ["min-unset", { ...n, minimum: 1 }, n, "I I I E E"],
  ["max-items-set", a, { ...a, maxItems: 1 }, "W W W I I"],
  ["max-properties-decreased", { ...o, maxProperties: 2 }, { ...o, maxProperties: 1 }, "E E E I I"],
  ["min-properties-increased", o, { ...o, minProperties: 1 }, "E E E I I"],
  ["multiple-of-added", n, { ...n, multipleOf: 2 }, "E E E I I"],
  ["multiple-of-changed", { ...n, multipleOf: 2 }, { ...n, multipleOf: 3 }, "E E E E E"],
  ["unique-items-removed", { ...a, uniqueItems: true }, { ...a, uniqueItems: false }, "I I I E E"],
  ["not-added", s, { ...s, not: when }, "E E E I I"],
  ["items-added", { type: "array" }, a, "E E E I I"],
  ["items-removed", { ...a, items: false }, a, "I I I E E"],
  ["additional-properties-closed", o, { ...o, additionalProperties: false }, "E E E I I"],
  ["additional-properties-closed", o, { ...o, additionalProperties: s }, "E E E I I"],
  ["additional-properties-opened", { ...o, additionalProperties: false }, o, "I I I W W"],
];

const LEVELS: Readonly<Record<string, string>> = { E: "error", W: "warning", I: "info" };

describe("rules of values", () => {
  for (const [suffix, before, after, cells] of ROWS) {
    test(suffix, () => {
      for (const [index, [place, make]] of Object.entries(PLACES).entries()) {
        const level = LEVELS[cells.split(" ")[index] ?? ""];
        const found = valueOf(make(before), make(after)).changes.map(
          ({ id, ...rest }) => `${rest.level} ${id}`,
        );
        const expected = level ? [`${level} ${place}-${suffix}`] : [];
        expect({ place, found }).toEqual({ place, found: expected });
      }
    });
  }
});

describe("types", () => {
  const number = (format: string) => ({ type: "number", format });

  test("a format may go from a request and come to a response", () => {
    expect(changes(request(number("float")), request(n))).toEqual([
      "info request-body-type-generalized",
    ]);
    expect(changes(request(n), request(number("float")))).toEqual([
      "error request-body-type-changed",
    ]);
    expect(changes(response(n), response(number("float")))).toEqual([
      "info response-body-type-specialized 200",
    ]);
    expect(changes(response(number("float")), response(n))).toEqual([
      "error response-body-type-changed 200",
    ]);
  });

  test("no type is any type", () => {
    expect(changes(request(s), request({}))).toEqual(["info request-body-type-generalized"]);
    expect(changes(request({}), request(s))).toEqual(["error request-body-type-changed"]);
    expect(changes(response({}), response(s))).toEqual(["info response-body-type-specialized 200"]);
    expect(changes(response(s), response({}))).toEqual([
      "error response-body-type-generalized 200",
    ]);
  });

  test("as text a number and its digits are the same", () => {
    expect(changes(request(n, "text/plain"), request(s, "text/plain"))).toEqual([
      "info request-body-type-compatible",
    ]);
    expect(changes(response(s, "text/csv"), response(n, "text/csv"))).toEqual([
      "info response-body-type-compatible 200",
    ]);
    const json = "application/problem+json";
    expect(changes(request(n, json), request(s, json))).toEqual([
      "error request-body-type-changed",
    ]);
    expect(changes(parameter(n), parameter(s))).toEqual([
      "info request-parameter-type-generalized q",
    ]);
  });

  test("a scalar may become a list of itself where the parameter can be repeated", () => {
    expect(changes(parameter(s), parameter(a))).toEqual([
      "info request-parameter-type-generalized q",
    ]);
    const joined = { explode: false };
    expect(changes(parameter(s, joined), parameter(a, joined))).toEqual([
      "error request-parameter-type-changed q",
    ]);
    const strict = { type: "array", items: { type: "string", pattern: "^a" } };
    expect(changes(parameter(s), parameter(strict))).toEqual([
      "error request-parameter-type-changed q",
    ]);
  });

  test("what is within a parameter may be written either way", () => {
    const object = (schema: object) => parameter(within(schema));
    const property = "request-parameter-property-type";
    expect(changes(object(n), object(s))).toEqual([`warning ${property}-changed q p`]);
    expect(changes(object(s), object(n))).toEqual([`error ${property}-specialized q p`]);
    expect(changes(object({ type: "integer" }), object(n))).toEqual([
      `info ${property}-generalized q p`,
    ]);
  });

  test("headers are read as responses are", () => {
    expect(changes(header(s), header({ ...s, maxLength: 1 }))).toEqual([
      "info response-header-max-length-set X-N 200",
    ]);
    expect(changes(header({ type: "integer" }), header(n))).toEqual([
      "error response-header-type-generalized X-N 200",
    ]);
    expect(changes(header(s), header({ type: ["string", "null"] }))).toEqual([
      "error response-header-became-nullable X-N 200",
    ]);
  });
});

describe("details", () => {
  test("a status is what its change is about, not where it is", () => {
    const answers = (...statuses: string[]) =>
      endpoint({ responses: Object.fromEntries(statuses.map((status) => [status, {}])) });
    const { changes: found } = valueOf(answers("200", "404"), answers("201"));
    expect(found.map(({ text }) => text)).toEqual([
      "Response success status removed: 200",
      "Response non-success status removed: 404",
      "Response success status added: 201",
    ]);
  });

  test("a pattern that takes any text is one change", () => {
    const [strict, any] = [within({ ...s, pattern: "^a" }), within({ ...s, pattern: ".*" })];
    expect(changes(request(strict), request(any))).toEqual([
      "info request-property-pattern-generalized p",
    ]);
    expect(changes(response(strict), response(any))).toEqual([
      "info response-property-pattern-changed p 200",
    ]);
  });

  test("dropping the least number of elements", () => {
    const few = { ...a, minItems: 1 };
    expect(changes(response(few), response(a))).toEqual([
      "error response-body-min-items-unset 200",
    ]);
    expect(changes(parameter(few), parameter({ ...a, minItems: 0 }))).toEqual([
      "info request-parameter-min-items-decreased q",
    ]);
  });

  test("limits beyond what a double holds are compared exactly", () => {
    const limit = (digits: string) =>
      JSON.stringify(request({ type: "integer", maximum: 1 })).replace(
        '"maximum":1',
        `"maximum":${digits}`,
      );
    expect(changes(limit("9223372036854775807"), limit("9223372036854775806"))).toEqual([
      "error request-body-max-decreased",
    ]);
    expect(changes(limit("9223372036854775807"), limit("9223372036854775807"))).toEqual([]);
  });

  test("a discriminator's members", () => {
    const by = (discriminator: object) => request({ ...o, discriminator });
    const before = by({ propertyName: "k", mapping: { a: "#/a", b: "#/b" } });
    const after = by({ propertyName: "kind", mapping: { b: "#/c", d: "#/d" } });
    expect(changes(before, after)).toEqual([
      "info request-body-discriminator-mapping-added d",
      "info request-body-discriminator-mapping-changed b",
      "info request-body-discriminator-mapping-deleted a",
      "info request-body-discriminator-property-name-changed",
    ]);
  });
});
