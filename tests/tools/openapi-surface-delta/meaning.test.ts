/** An edit after which other requests or responses are valid is never answered with "no changes". */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { editsOf, type Schema, validityOf } from "../../support/edited-schemas.ts";
import {
  changes,
  components,
  document,
  endpoint,
  header,
  n,
  object,
  parameter,
  request,
  response,
  s,
} from "../../support/openapi-pairs.ts";

const PLACES = { request, response, parameter, header } as const;

const PREFIX = "#/components/schemas/";

/** The schema with what it refers to, as Ajv finds it. */
const judged = (schema: Schema, schemas: object): Schema => ({
  ...schema,
  components: { schemas },
});

describe("an edit that changes which values are valid is a change", () => {
  const cases = Object.entries(PLACES).flatMap(([place, make]) =>
    ([2, 3] as const).map((levels) => [levels, place, make] as const),
  );
  test.each(cases)("of %d levels in a %s, with references", (levels, _place, make) => {
    fc.assert(
      fc.property(editsOf(levels, PREFIX), ({ before, after, definitions: [then, now] }) => {
        if (validityOf(judged(before, then)) === validityOf(judged(after, now))) return;
        const [old, young] = [
          { ...make(before), ...components(then) },
          { ...make(after), ...components(now) },
        ];
        expect(changes(old, young)).not.toEqual([]);
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

  test("of servers of a path or operation", () => {
    const own = (url: string | undefined, more: object = {}) =>
      endpoint(url === undefined ? {} : { servers: [{ url }] }, more);
    const servers = { servers: [{ url: "https://a.test" }] };
    expect(changes(own("https://b.test"), own("https://c.test"))).toEqual([
      "warning api-server-removed https://b.test",
      "info api-server-added https://c.test",
    ]);
    expect(changes(own(undefined, servers), own("https://a.test", servers))).toEqual([]);
    expect(changes(own(undefined, servers), own("https://c.test", servers))).toEqual([
      "warning api-server-removed https://a.test",
      "info api-server-added https://c.test",
    ]);
  });

  test("of a schema under the content of a parameter", () => {
    const of = (schema: object) =>
      endpoint({
        parameters: [{ name: "q", in: "query", content: { "application/json": { schema } } }],
      });
    const changed = changes(of(object({ a: s })), of(object({ a: { ...s, maxLength: 5 } })));
    expect(changed).toEqual(["warning request-parameter-property-max-length-set q a"]);
  });

  test("but properties that moved into a branch are compared there", () => {
    const whole = object({ a: s, b: n }, { required: ["a"] });
    const own = { type: "object", properties: { b: n } };
    const inAllOf = (a: object, required: string[] = ["a"]) => ({
      ...own,
      allOf: [{ type: "object", properties: { a }, required }],
    });
    expect(changes(request(whole), request(inAllOf(s)))).toEqual([]);
    expect(changes(request(inAllOf(s)), request(whole))).toEqual([]);
    expect(changes(response(whole), response(inAllOf(s, [])))).toEqual([
      "error response-property-became-optional a 200",
    ]);
    const narrower = changes(request(whole), request(inAllOf({ ...s, maxLength: 5 })));
    expect(narrower).toEqual(["warning request-property-max-length-set a"]);
    const inOneOf = { ...own, oneOf: [{ properties: { a: s } }, { properties: { a: n } }] };
    expect(changes(response(whole), response(inOneOf)).join()).not.toContain("removed");
    // A closed schema refuses what only its branches name.
    const closed = { additionalProperties: false };
    expect(
      changes(request({ ...whole, ...closed }), request({ ...inAllOf(s), ...closed })),
    ).not.toEqual([]);
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
