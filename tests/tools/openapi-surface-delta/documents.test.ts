/** References, versions, properties and branches. */
import { describe, expect, test } from "bun:test";
import {
  changes,
  components,
  document,
  endpoint,
  n,
  object,
  ok,
  ref,
  request,
  response,
  run,
  s,
  valueOf,
} from "../../support/openapi-pairs.ts";

describe("properties", () => {
  test("of a request", () => {
    const of = (schema: object) => request(object({}, schema));
    const needs = { required: ["a"] };
    expect(changes(of({}), of({ properties: { a: s } }))).toEqual([
      "info new-optional-request-property a",
    ]);
    expect(changes(of({}), of({ properties: { a: s }, ...needs }))).toEqual([
      "error new-required-request-property a",
    ]);
    expect(changes(of({}), of({ properties: { a: { ...s, default: "" } }, ...needs }))).toEqual([
      "error new-required-request-property-with-default a",
    ]);
    expect(changes(of({ properties: { a: s } }), of({}))).toEqual([
      "warning request-property-removed a",
    ]);
    const [free, bound] = [{ properties: { a: s } }, { properties: { a: s }, ...needs }];
    expect(changes(of(free), of(bound))).toEqual(["error request-property-became-required a"]);
    expect(changes(of(bound), of(free))).toEqual(["info request-property-became-optional a"]);
    expect(changes(of({}), of(needs))).toEqual(["error request-property-became-required a"]);
  });

  test("of a response", () => {
    const of = (schema: object) => response(object({}, schema));
    const [free, bound] = [{ properties: { a: s } }, { properties: { a: s }, required: ["a"] }];
    expect(changes(of({}), of(free))).toEqual(["info response-optional-property-added a 200"]);
    expect(changes(of({}), of(bound))).toEqual(["info response-required-property-added a 200"]);
    expect(changes(of(free), of({}))).toEqual(["warning response-optional-property-removed a 200"]);
    expect(changes(of(bound), of({}))).toEqual(["error response-required-property-removed a 200"]);
    expect(changes(of(bound), of(free))).toEqual(["error response-property-became-optional a 200"]);
    expect(changes(of(free), of(bound))).toEqual(["info response-property-became-required a 200"]);
  });

  test("that a direction does not carry", () => {
    const of = (flag: string, more: object, needs: string[] = []) =>
      object({ a: { ...s, [flag]: true, ...more } }, { required: needs });
    const none = object({});
    expect(changes(request(none), request(of("readOnly", {}, ["a"])))).toEqual([]);
    expect(changes(request(of("readOnly", {})), request(none))).toEqual([]);
    expect(
      changes(request(of("readOnly", {})), request(of("readOnly", { maxLength: 1 }, ["a"]))),
    ).toEqual([]);
    const [both, one] = [{ enum: ["x", "y"] }, { enum: ["x"] }];
    expect(changes(request(of("readOnly", both)), request(of("readOnly", one)))).toEqual([
      "info request-read-only-property-enum-value-removed a",
    ]);
    expect(changes(response(of("writeOnly", one)), response(of("writeOnly", both)))).toEqual([
      "info response-write-only-property-enum-value-added a 200",
    ]);
    expect(changes(response(of("writeOnly", {}, ["a"])), response(of("writeOnly", {})))).toEqual([
      "info response-write-only-property-became-optional a 200",
    ]);
    expect(changes(response(of("writeOnly", {}, ["a"])), response(none))).toEqual([
      "info response-required-write-only-property-removed a 200",
    ]);
  });

  test("have a path of names, with items for an array", () => {
    const of = (qty: object) =>
      request(
        object({
          lines: { type: "array", items: object({ qty }) },
          map: { additionalProperties: qty },
        }),
      );
    expect(changes(of(s), of(n))).toEqual([
      "error request-property-type-changed lines/items/qty",
      "error request-property-type-changed map/additionalProperties",
    ]);
  });

  test("of branches are those of the whole", () => {
    const of = (schema: object) =>
      request(
        { allOf: [ref("A"), { title: "own", properties: schema }] },
        undefined,
        components({ A: object(schema) }),
      );
    expect(valueOf(of({}), of({ p: s })).changes).toMatchObject([
      {
        id: "new-optional-request-property",
        property: "p",
        pointer: "/components/schemas/A/properties/p",
      },
      {
        id: "new-optional-request-property",
        property: "p",
        pointer: expect.stringMatching(/allOf.1.properties.p$/) as string,
      },
    ]);
  });
});

describe("one thing said in several ways", () => {
  test("null", () => {
    const old = { ...request({ ...s, nullable: true }), openapi: "3.0.3" };
    const listed = request({ type: ["string", "null"] });
    const branch = request({ oneOf: [s, { type: "null" }] });
    for (const [before, after] of [
      [old, listed],
      [listed, branch],
      [branch, old],
    ]) {
      expect(changes(before, after)).toEqual([]);
    }
    const named = components({ S: s });
    const wrapped = {
      ...request({ allOf: [ref("S")], nullable: true }, undefined, named),
      openapi: "3.0.0",
    };
    const either = request({ anyOf: [ref("S"), { type: "null" }] }, undefined, named);
    expect(changes(wrapped, either)).toEqual([]);
    expect(changes(wrapped, request(ref("S"), undefined, named))).toEqual([
      "error request-body-became-not-nullable",
    ]);
  });

  test("exclusive bounds", () => {
    const flag = {
      ...request({ ...n, maximum: 5, exclusiveMaximum: true, minimum: 1 }),
      openapi: "3.0.3",
    };
    expect(changes(flag, request({ ...n, exclusiveMaximum: 5, minimum: 1 }))).toEqual([]);
    expect(changes(flag, request({ ...n, exclusiveMaximum: 4, minimum: 1 }))).toEqual([
      "error request-body-exclusive-max-decreased",
    ]);
  });

  test("a reference and what it leads to", () => {
    const named = components({ S: s });
    expect(changes(request(ref("S"), undefined, named), request(s, undefined, named))).toEqual([]);
    expect(
      changes(
        request({ $defs: { x: s }, $ref: "#/components/schemas/S" }, undefined, named),
        request({ $ref: "#way" }, undefined, components({ S: { ...s, $anchor: "way" } })),
      ),
    ).toEqual([]);
  });

  test("keywords beside a reference count from 3.1 on", () => {
    const of = (openapi: string, more: object) => ({
      ...request({ ...ref("S"), ...more }, undefined, components({ S: s })),
      openapi,
    });
    expect(changes(of("3.1.0", {}), of("3.1.0", { maxLength: 5 }))).toEqual([
      "warning request-body-max-length-set",
    ]);
    expect(changes(of("3.0.3", {}), of("3.0.3", { maxLength: 5 }))).toEqual([]);
  });

  test("path items, parameters, bodies and responses by reference", () => {
    const item = {
      get: {
        requestBody: { $ref: "#/components/requestBodies/B" },
        responses: { "200": { $ref: "#/components/responses/R" } },
        parameters: [{ $ref: "#/components/parameters/P" }],
      },
    };
    const of = (schema: object) => {
      const content = { "application/json": { schema } };
      return document(
        { "/a": { $ref: "#/components/pathItems/I" } },
        {
          components: {
            pathItems: { I: item },
            requestBodies: { B: { content } },
            responses: { R: { content } },
            parameters: { P: { name: "q", in: "query", schema } },
          },
        },
      );
    };
    expect(changes(of(n), of(s))).toEqual([
      "error request-body-type-changed",
      "error response-body-type-changed 200",
      "info request-parameter-type-generalized q",
    ]);
  });
});

describe("branches", () => {
  const of = (branches: object[], schemas: object) =>
    response({ oneOf: branches }, undefined, components(schemas));

  test("belong together by reference, content, title, or as the last ones", () => {
    expect(
      changes(
        of([ref("A"), ref("B")], { A: object({ x: s }), B: s }),
        of([ref("B"), ref("A")], { A: object({ x: n }), B: s }),
      ),
    ).toEqual(["error response-property-type-changed x 200"]);
    const titled = (title: string, more: object) => object(more, { title });
    expect(
      changes(
        of([titled("t", { x: s }), titled("u", {})], {}),
        of([titled("u", {}), titled("t", { x: n })], {}),
      ),
    ).toEqual(["error response-property-type-changed x 200"]);
    expect(changes(of([object({ x: s }), n], {}), of([n, object({ x: n })], {}))).toEqual([
      "error response-property-type-changed x 200",
    ]);
  });

  test("name what came and what went", () => {
    const schemas = {
      A: object({}),
      B: object({}, { minProperties: 1 }),
      C: object({}, { minProperties: 2 }),
    };
    expect(
      valueOf(of([ref("A"), ref("B")], schemas), of([ref("A"), ref("C")], schemas)).changes,
    ).toMatchObject([
      { id: "response-body-one-of-added", after: ["C"] },
      { id: "response-body-one-of-removed", before: ["B"] },
    ]);
  });
});

describe("what is said elsewhere", () => {
  const A = object({ a: s, link: ref("Link") }, { required: ["a"] });
  const Link = object({ url: s, more: { type: "array", items: s } });
  const resolved = object({ a: s, link: Link }, { required: ["a"] });
  const parts = { A, Link };
  const of = (schema: object) => response(schema, undefined, components(parts));

  test("is no change where a branch is inlined, extracted or wrapped", () => {
    const ways = [ref("A"), A, resolved, { allOf: [ref("A")] }];
    const other = object({ z: ref("Link") });
    const rest = [other, object({ z: Link })];
    for (const combiner of ["allOf", "oneOf", "anyOf"]) {
      for (const left of ways) {
        for (const right of ways) {
          const [before, after] = [{ [combiner]: [left, other] }, { [combiner]: [rest[1], right] }];
          expect(changes(of(before), of(after))).toEqual([]);
        }
      }
    }
  });

  test("is no change where what is wrapped has branches itself", () => {
    const more = components({ ...parts, E: { allOf: [ref("A"), object({ e: n })] } });
    const [plain, wrapped] = [ref("E"), { allOf: [ref("E")] }];
    for (const use of [(one: object) => one, (one: object) => object({ p: one })]) {
      const [before, after] = [use(plain), use(wrapped)];
      expect(changes(response(before, undefined, more), response(after, undefined, more))).toEqual(
        [],
      );
      expect(changes(response(after, undefined, more), response(before, undefined, more))).toEqual(
        [],
      );
    }
  });

  const whole = object({ a: s, b: n, c: s }, { required: ["b"] });
  const split = (b: object, more: object = {}) => ({
    allOf: [object({ a: s }), object({ b }, { required: ["b"] })],
    ...object({ c: s }),
    ...more,
  });

  test("is compared there, where properties moved into branches of allOf or out of them", () => {
    const base = (after: object) =>
      response(after, undefined, components({ Base: object({ a: s, b: n }, { required: ["b"] }) }));
    const extended = { allOf: [ref("Base"), object({ c: s })] };
    expect(changes(base(whole), base(extended))).toEqual([]);
    expect(changes(base(extended), base(whole))).toEqual([]);
    expect(changes(of(whole), of(split(n)))).toEqual([]);
    expect(changes(of(split(n)), of(whole))).toEqual([]);
    expect(changes(of(whole), of(split(s)))).toEqual([
      "error response-property-type-changed b 200",
    ]);
    expect(changes(of(object({ a: s, c: s })), of(split(n)))).toEqual([
      "info response-body-all-of-added 200",
    ]);
  });

  test("counts where more is said with it, or the object is closed", () => {
    const closed = { additionalProperties: false };
    expect(changes(of({ ...whole, ...closed }), of(split(n, closed)))).not.toEqual([]);
    const more = { allOf: [object({ a: s, b: n, c: s }, { minProperties: 2, required: ["b"] })] };
    expect(changes(of(whole), of({ ...more, ...object({}) }))).not.toEqual([]);
  });
});

describe("recursion", () => {
  const tree = (value: object) =>
    response(
      ref("Node"),
      undefined,
      components({
        Node: object({ value, next: ref("Node"), kids: { type: "array", items: ref("Node") } }),
      }),
    );

  test("stops at a pair that is being compared", () => {
    expect(changes(tree(s), tree(n))).toEqual(["error response-property-type-changed value 200"]);
    expect(changes(tree(s), tree(s))).toEqual([]);
  });

  test("a schema that is only itself", () => {
    const loop = (extra: object) =>
      response(ref("L"), undefined, components({ L: { allOf: [ref("L")], ...extra } }));
    expect(changes(loop({}), loop({ type: "object" }))).toHaveLength(1);
    expect(changes(loop({}), response(s))).toContain("info response-body-type-specialized 200");
  });
});

describe("failures", () => {
  const code = (before: unknown, after: unknown) =>
    run(before, after).errors?.map((entry) => `${entry.code} ${entry.path}`);
  const fine = document({});

  test("versions", () => {
    for (const openapi of ["3.0.0", "3.0.4", "3.1.1", "3.2.0", 3.1])
      expect(run({ openapi }, fine).ok).toBe(true);
    for (const other of [
      { swagger: "2.0" },
      {},
      { openapi: "4.0.0" },
      { openapi: "3.10" },
      { openapi: null },
    ]) {
      expect(code(fine, other)).toEqual(["OPENAPI_VERSION_UNSUPPORTED /after"]);
      expect(code(other, fine)).toEqual(["OPENAPI_VERSION_UNSUPPORTED /before"]);
    }
  });

  test("references that lead nowhere, round in circles, or out of the document", () => {
    const path = "/paths/~1a/get/requestBody/content/application~1json/schema/$ref";
    for (const $ref of [
      "#/components/schemas/X",
      "#nowhere",
      "#/paths/~1a/get/requestBody/content/application~1json/schema",
      "other.yaml#/S",
    ]) {
      expect(code(fine, fine) ?? []).toEqual([]);
      expect(code(request(s), request({ $ref }))).toEqual([`REF_UNRESOLVED /after${path}`]);
    }
    expect(code(fine, endpoint({ "x-own": { $ref: "#/no" } })) ?? []).toEqual([]);
  });

  test("paths that differ in names only", () => {
    const twice = (method: string) =>
      document({ "/a/{b}": { get: { responses: ok } }, "/a/{c}": { [method]: { responses: ok } } });
    expect(code(fine, twice("get"))).toEqual(["DUPLICATE_ENDPOINT /after/paths/~1a~1{c}"]);
    // With other methods they are one endpoint, as clients see it.
    expect(code(twice("put"), twice("put"))).toEqual([]);
    const once = document({ "/a/{id}": { get: { responses: ok }, put: { responses: ok } } });
    expect(changes(twice("put"), once)).toEqual([]);
    expect(code(twice("get"), fine)).toEqual(["DUPLICATE_ENDPOINT /before/paths/~1a~1{c}"]);
  });

  test("texts that are no documents", () => {
    expect(code(fine, "{")).toEqual(["JSON_SYNTAX /after"]);
    expect(code("a: [", fine)).toEqual(["YAML_SYNTAX /before"]);
    expect(code(fine, "[]")).toEqual(["DOCUMENT_TYPE /after"]);
    expect(run("\ufeffopenapi: 3.0.0\r\n", '\ufeff{"openapi":"3.0.0"}').ok).toBe(true);
  });
});
