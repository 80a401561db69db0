/** What holds for all documents, and for hostile ones. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  changes,
  components,
  document,
  endpoint,
  object,
  ref,
  request,
  response,
  run,
  s,
  valueOf,
} from "../../support/openapi-pairs.ts";

describe("for all documents", () => {
  const schema = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("object"), tie("array"), tie("choice")),
    leaf: fc.record(
      {
        type: fc.constantFrom("string", "number", ["integer", "null"]),
        maximum: fc.nat(3),
        enum: fc.constant(["x"]),
      },
      { requiredKeys: [] },
    ),
    object: fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom("a", "b", "__proto__", "c/d"), tie("any"), {
        maxKeys: 3,
      }),
      required: fc.subarray(["a", "b"]),
    }),
    array: fc.record({ type: fc.constant("array"), items: tie("any") }),
    choice: fc.record({ oneOf: fc.array(tie("any"), { maxLength: 3 }) }),
  })).any;

  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, member]) => [key, reversed(member)]),
    );
  };

  test("a document has no changes against itself, whatever the order of its keys", () => {
    fc.assert(
      fc.property(schema, (any) => {
        for (const make of [request, response]) {
          const text = JSON.stringify(make(any));
          expect(changes(text, text)).toEqual([]);
          expect(changes(text, JSON.stringify(reversed(JSON.parse(text))))).toEqual([]);
        }
      }),
    );
  });

  test("the order of keys changes no result", () => {
    fc.assert(
      fc.property(schema, schema, (before, after) => {
        // As data: in a text they would stand at other places.
        const [was, is] = [request(before), request(after)].map(
          (one): unknown => JSON.parse(JSON.stringify(one)) as unknown,
        );
        expect(run(was, reversed(is))).toEqual(run(was, is));
      }),
    );
  });

  test("adding what is optional to a request breaks nothing", () => {
    fc.assert(
      fc.property(schema, schema, (any, more) => {
        const of = (properties: object) => request(object({ old: any, ...properties }));
        const [before, after] = [JSON.stringify(of({})), JSON.stringify(of({ more }))];
        expect(valueOf(before, after).counts).toEqual({ error: 0, warning: 0, info: 1 });
      }),
    );
  });
});

describe("size", () => {
  test("a hundred thousand characters", () => {
    const big = (type: string) =>
      JSON.stringify(
        document(
          Object.fromEntries(
            Array.from({ length: 300 }, (_, index) => [
              `/p${index}/{id}`,
              {
                get: {
                  responses: { "200": { content: { "application/json": { schema: ref("S0") } } } },
                },
              },
            ]),
          ),
          components(
            Object.fromEntries(
              Array.from({ length: 500 }, (_, index) => [
                `S${index}`,
                object({ a: ref(`S${(index + 1) % 500}`), b: { type } }),
              ]),
            ),
          ),
        ),
      );
    const [before, after] = [big("string"), big("string")];
    expect(changes(before, after)).toEqual([]);
  });

  test("what is reached in very many ways is told for a hundred of them", () => {
    const web = (type: string) =>
      response(
        ref("S0"),
        undefined,
        components({
          ...Object.fromEntries(
            Array.from({ length: 40 }, (_, index) => [
              `S${index}`,
              object({ a: ref(`S${index + 1}`), b: ref(`S${index + 1}`) }),
            ]),
          ),
          S40: { type },
        }),
      );
    expect(run(web("string"), web("string")).ok).toBe(true);
    expect(changes(web("string"), web("number"))).toHaveLength(100);
  });

  test("depth, odd names, lone surrogates", () => {
    let deep: object = s;
    for (let level = 0; level < 400; level++) deep = object({ a: deep });
    expect(run(request(deep), request(deep)).ok).toBe(true);
    const odd = document({ "/{}": { get: {} }, "/\ud800": { get: {} }, __proto__: {}, "x-a": 1 });
    expect(run(odd, odd).ok).toBe(true);
    const strange = { openapi: "3.1.0", paths: [], components: null, webhooks: 7, security: {} };
    expect(changes(strange, strange)).toEqual([]);
    const broken = endpoint({
      parameters: { a: 1 },
      requestBody: [],
      responses: "no",
      tags: [1, {}],
    });
    expect(changes(broken, broken)).toEqual([]);
  });
});
