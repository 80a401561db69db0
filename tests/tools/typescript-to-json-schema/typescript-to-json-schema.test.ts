import { describe, expect, test } from "bun:test";
import { codes, member, schema } from "../../support/typescript-schemas.ts";

describe("mapping", () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ["string", { type: "string" }],
    ["number", { type: "number" }],
    ["boolean", { type: "boolean" }],
    ["null", { type: "null" }],
    ["any", {}],
    ["unknown", {}],
    ["never", { not: {} }],
    ["object", { type: "object" }],
    ["bigint", { type: "integer" }],
    ["{}", { type: "object", additionalProperties: false }],
    ["Date", { type: "string", format: "date-time" }],
    ["RegExp", { type: "string" }],
    ["URL", { type: "string", format: "uri" }],
    ["Uint8Array", { type: "string", contentEncoding: "base64" }],
    ["'a'", { type: "string", const: "a" }],
    ["-1", { type: "number", const: -1 }],
    ["10n", { type: "integer", const: 10 }],
    ["true", { type: "boolean", const: true }],
    ["`t`", { type: "string", const: "t" }],
    ["'a' | 'b'", { type: "string", enum: ["a", "b"] }],
    ["1 | 'b' | true", { enum: [1, "b", true] }],
    ["'a' | null", { enum: ["a", null] }],
    ["'a' | string", { type: "string" }],
    ["string | null", { type: ["string", "null"] }],
    ["null | bigint", { type: ["integer", "null"] }],
    [
      "string[] | null",
      { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
    ],
    [
      "string | number | null",
      { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
    ],
    [
      "boolean | 'x' | 1[] | 'y'",
      {
        anyOf: [
          { type: "boolean" },
          { type: "string", enum: ["x", "y"] },
          { type: "array", items: { type: "number", const: 1 } },
        ],
      },
    ],
    ["string[]", { type: "array", items: { type: "string" } }],
    ["ReadonlyArray<string>", { type: "array", items: { type: "string" } }],
    ["readonly string[]", { type: "array", items: { type: "string" } }],
    ["Set<string>", { type: "array", items: { type: "string" }, uniqueItems: true }],
    ["Map<string, number>", { type: "object", additionalProperties: { type: "number" } }],
    ["{ [k: string]: 1 }", { type: "object", additionalProperties: { type: "number", const: 1 } }],
    [
      "Record<'a', 1>",
      {
        type: "object",
        properties: { a: { type: "number", const: 1 } },
        required: ["a"],
        additionalProperties: false,
      },
    ],
    ["[]", { type: "array", items: false, minItems: 0, maxItems: 0 }],
    [
      "[a: string, b?: 1]",
      {
        type: "array",
        prefixItems: [{ type: "string" }, { type: "number", const: 1 }],
        items: false,
        minItems: 1,
        maxItems: 2,
      },
    ],
    [
      "[string, ...number[]]",
      { type: "array", prefixItems: [{ type: "string" }], items: { type: "number" }, minItems: 1 },
    ],
    ["`${1 | 2}-${'x' | 'y'}`", { type: "string", enum: ["1-x", "1-y", "2-x", "2-y"] }],
    ["`a.${number}`", { type: "string", pattern: String.raw`^a\.-?[0-9]+(\.[0-9]+)?$` }],
    ["`${string}@x`", { type: "string", pattern: "^.*@x$" }],
    ["Exclude<'a' | 'b' | 'c', 'a'>", { type: "string", enum: ["b", "c"] }],
    ["Extract<string | number, number>", { type: "number" }],
    ["NonNullable<string | null>", { type: "string" }],
    ["Awaited<Promise<Promise<1>>>", { type: "number", const: 1 }],
    [
      "Capitalize<'ab'> | Uncapitalize<'CD'> | Uppercase<'e'> | Lowercase<'F'>",
      { type: "string", enum: ["Ab", "cD", "E", "f"] },
    ],
    ["keyof { a: 1; 'b-c': 2 }", { type: "string", enum: ["a", "b-c"] }],
    ["{ a: 1; b: 'x' }['a' | 'b']", { enum: [1, "x"] }],
    ["[1, 2]['length']", { type: "number", const: 2 }],
    ["'a' extends string ? 1 : 2", { type: "number", const: 1 }],
    ["string & { __brand: 'x' }", { type: "string" }],
    ["string | (() => void)", { type: "string" }],
    ["any extends string ? 1 : 2", { type: "number", enum: [1, 2] }],
    ["unknown extends string ? 1 : 2", { type: "number", const: 2 }],
    ["0 extends 1 & any ? 1 : 2", { type: "number", const: 1 }],
    ["Extract<unknown, 'a'> | 1", { type: "number", const: 1 }],
  ];
  test.each([...rows])("%s", (type, expected) => {
    expect(JSON.stringify(member(type))).toBe(JSON.stringify(expected));
  });

  test("tuples of draft-07", () => {
    expect(member("[1, ...string[]]", "", { draft: "draft-07" })).toEqual({
      type: "array",
      items: [{ type: "number", const: 1 }],
      additionalItems: { type: "string" },
      minItems: 1,
    });
    expect(member("[]", "", { draft: "draft-07" })).toMatchObject({ items: false, maxItems: 0 });
  });

  test("enums: increment, strings, constants of all kinds", () => {
    const source = "enum E { A, B = 5, C, D = 1 << 3, E = D | 1, F = 'f', G = `g`, H = -2, I }";
    expect(schema(source)).toEqual({ enum: [0, 5, 6, 8, 9, "f", "g", -2, -1] });
    expect(schema("enum E { A }")).toEqual({ type: "number", enum: [0] });
    expect(member("E.B | E.A", "enum E { A = 'x', B = 'y' }")).toEqual({
      type: "string",
      enum: ["y", "x"],
    });
    expect(codes("enum E { A = f() }")).toEqual(["TS_UNSUPPORTED"]);
  });

  test("typeof a constant", () => {
    const before =
      "const o = { a: 'x', b: [1, true], ...p } as const; const p = { c: null } as const;";
    expect(member("typeof o", before)).toMatchObject({
      properties: {
        a: { const: "x" },
        b: { prefixItems: [{ const: 1 }, { const: true }] },
        c: { type: "null" },
      },
    });
    expect(member("(typeof l)[number]", "const l = ['a', 'b'] as const;")).toEqual({
      type: "string",
      enum: ["a", "b"],
    });
    expect(member("typeof w.a", "const w = { a: 'x' };")).toEqual({ type: "string" });
    expect(member("keyof typeof E", "enum E { A, B }")).toEqual({
      type: "string",
      enum: ["A", "B"],
    });
  });

  test("mapped types", () => {
    const users = "interface U { /** keep */ a?: string; b: number; f(): void }";
    expect(member("{ [K in 'a' | 'b']?: K }")).not.toHaveProperty("required");
    expect(member("{ [K in keyof U as Exclude<K, 'f'>]-?: U[K] }", users)).toMatchObject({
      properties: { a: { type: "string" }, b: { type: "number" } },
      required: ["a", "b"],
    });
    expect(member("{ [K in 'a' as `get${Capitalize<K>}`]: 1 }")).toMatchObject({
      required: ["getA"],
    });
    const known = "type Known<T> = { [K in keyof T as string extends K ? never : K]: T[K] };";
    expect(schema(`${known} export type R = Known<{ [k: string]: 1 | 2; a: 1 }>`)).toMatchObject({
      $defs: { Known_a: { required: ["a"], additionalProperties: false } },
    });
    expect(member("Partial<U>", users)).toMatchObject({
      properties: { a: { description: "keep" } },
    });
    expect(member("Required<U>", users)).toMatchObject({ required: ["a", "b"] });
    expect(member("Omit<U, 'f' | 'a'>", users)).toMatchObject({ required: ["b"] });
  });

  test("intersections merge, contradictions stay", () => {
    expect(member("{ a: 1 } & { b?: 2 }")).toMatchObject({
      required: ["a"],
      properties: { b: { const: 2 } },
    });
    expect(member("{ a: string } & { a: number }")).toMatchObject({
      properties: { a: { allOf: [{ type: "string" }, { type: "number" }] } },
    });
    expect(member("({ a: 1 } | { b: 2 }) & { c: 3 }")).toMatchObject({
      anyOf: [{ required: ["a", "c"] }, { required: ["b", "c"] }],
    });
  });

  test("generic instances are definitions", () => {
    const page =
      "interface Page<T, S = number> { items: T[]; size?: S; next?: Page<T, S> } interface User { n: 1 }";
    expect(schema(`${page} export type R = Page<User>`)).toMatchObject({
      $ref: "#/$defs/Page_User_number",
      $defs: { Page_User_number: { properties: { next: { $ref: "#/$defs/Page_User_number" } } } },
    });
    expect(schema("type B<T> = { v: T }; export type R = B<unknown>")).toMatchObject({
      $defs: { B_unknown: { properties: { v: {} } } },
    });
    const box = "type Box<T = string> = { v: T };";
    expect(member("[Box, Box<string>, Box<1>]", box)).toMatchObject({
      prefixItems: [{ $ref: "#/$defs/Box" }, { $ref: "#/$defs/Box" }, { $ref: "#/$defs/Box_1" }],
    });
    expect(member("[Box<1>, Box_1]", `${box} type Box_1 = 2;`)).toMatchObject({
      prefixItems: [{ $ref: "#/$defs/Box_1_2" }, { $ref: "#/$defs/Box_1" }],
    });
    expect(codes("type L<T> = { n: L<T[]> }; export type R = L<1>")).toEqual(["TS_UNSUPPORTED"]);
  });
});
