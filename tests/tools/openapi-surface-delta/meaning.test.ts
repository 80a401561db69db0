/** An edit after which other requests or responses are valid is never answered with "no changes". */
import { describe, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020";
import fc from "fast-check";
import {
  changes,
  document,
  endpoint,
  header,
  parameter,
  request,
  response,
} from "../../support/openapi-pairs.ts";

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  2,
  3,
  6,
  100,
  "",
  "a",
  "b",
  "ab",
  "abc",
  "x",
  "2026-01-31",
  [],
  [1],
  [1, 1],
  ["a"],
  ["a", "b"],
  ["a", 1, null],
  [[], {}],
  {},
  { a: 1 },
  { a: "a" },
  { b: "b" },
  { a: 1, b: 2 },
  { a: "ab", c: null },
  { a: {}, b: [], c: 1, d: 2 },
  { a: { a: 1 } },
  { a: { b: "x" }, x: 1 },
];

const KEYWORDS = {
  type: fc.constantFrom("string", "number", "integer", "boolean", "array", "object", [
    "string",
    "null",
  ]),
  enum: fc.constantFrom(["a"], ["a", "b"], [1, "a"], [null]),
  const: fc.constantFrom("a", 1, null),
  minimum: fc.constantFrom(0, 1, 2),
  maximum: fc.constantFrom(1, 2, 50),
  exclusiveMinimum: fc.constantFrom(0, 1),
  exclusiveMaximum: fc.constantFrom(2, 3),
  multipleOf: fc.constantFrom(1, 2, 3),
  minLength: fc.constantFrom(0, 1, 2),
  maxLength: fc.constantFrom(0, 1, 2),
  pattern: fc.constantFrom("^a", "b$", ".*"),
  minItems: fc.constantFrom(0, 1, 2),
  maxItems: fc.constantFrom(0, 1, 2),
  uniqueItems: fc.boolean(),
  minProperties: fc.constantFrom(0, 1, 2),
  maxProperties: fc.constantFrom(0, 1, 2),
  required: fc.subarray(["a", "b"]),
  dependentRequired: fc.constantFrom({ a: ["b"] }, { a: ["c"] }),
} as const;

type Schema = Record<string, unknown>;

/** Some keywords at a time: schemas that nothing fits would prove nothing. */
const schemaOf = (keywords: Record<string, fc.Arbitrary<unknown>>, most: number) =>
  fc
    .array(
      fc.oneof(...Object.entries(keywords).map(([key, value]) => value.map((one) => [key, one]))),
      { maxLength: most },
    )
    .map((entries): Schema => Object.fromEntries(entries as [string, unknown][]));

const leaf = schemaOf(KEYWORDS, 2);
const some = fc.array(leaf, { minLength: 1, maxLength: 2 });
const any = schemaOf(
  {
    ...KEYWORDS,
    properties: fc.dictionary(fc.constantFrom("a", "b"), leaf, { maxKeys: 2 }),
    additionalProperties: fc.oneof(leaf, fc.boolean()),
    patternProperties: fc.constantFrom({ "^a": { type: "string" } }, { "^a": {} }),
    propertyNames: fc.constantFrom({ maxLength: 1 }, { enum: ["a"] }),
    items: fc.oneof(leaf, fc.boolean()),
    prefixItems: some,
    contains: leaf,
    not: leaf,
    allOf: some,
    anyOf: some,
    oneOf: some,
    if: leaf,
    // oxlint-disable-next-line unicorn/no-thenable -- the name of a keyword
    then: leaf,
  },
  4,
);

/** Another schema, of which some keywords are as they were and some are those of another one. */
const edited = fc.tuple(any, any, fc.nat(9)).map(([before, other, place]): [Schema, Schema] => {
  const after = { ...before, ...other };
  const names = Object.keys(before);
  const name = names[place];
  if (name !== undefined && !Object.hasOwn(other, name)) delete after[name];
  return [before, after];
});

/** One for all: making one takes longer than judging a hundred schemas. */
const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });

function validityOf(schema: Schema): string {
  const validate = ajv.compile(schema);
  return VALUES.map((value) => (validate(value) ? "1" : "0")).join("");
}

const PLACES = { request, response, parameter, header } as const;

describe("an edit that changes which values are valid is a change", () => {
  test.each(Object.entries(PLACES))("of a schema in a %s", (_place, make) => {
    fc.assert(
      fc.property(edited, ([before, after]) => {
        if (validityOf(before) === validityOf(after)) return;
        expect(changes(make(before), make(after))).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("of how a parameter is written", () => {
    const q = { type: "array", items: { type: "string" } };
    const changed = ["error request-parameter-serialization-changed q"];
    expect(changes(parameter(q), parameter(q, { explode: false }))).toEqual(changed);
    expect(changes(parameter(q), parameter(q, { style: "pipeDelimited" }))).toEqual(changed);
    expect(changes(parameter(q), parameter(q, { style: "form", explode: true }))).toEqual([]);
    const json = { schema: undefined, content: { "application/json": { schema: q } } };
    expect(changes(parameter(q), parameter(q, json))).toContain(changed[0] as string);
  });

  test("of security schemes and servers", () => {
    const of = (scheme: object) => document({}, { components: { securitySchemes: { o: scheme } } });
    const key = { type: "apiKey", in: "header", name: "X-Key" };
    expect(changes(of(key), of({ ...key, in: "query" }))).toEqual([
      "error api-security-component-in-changed o",
    ]);
    expect(changes(of(key), of({ ...key, name: "K" }))).toEqual([
      "error api-security-component-name-changed o",
    ]);
    expect(
      changes(of({ type: "http", scheme: "basic" }), of({ type: "http", scheme: "bearer" })),
    ).toEqual(["error api-security-component-scheme-changed o"]);
    const at = (...urls: string[]) => endpoint({}, { servers: urls.map((url) => ({ url })) });
    expect(changes(at("https://a.test"), at("https://b.test"))).toEqual([
      "warning api-server-removed https://a.test",
      "info api-server-added https://b.test",
    ]);
  });
});
