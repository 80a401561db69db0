import { describe, expect, test } from "bun:test";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import tool from "../../tools/typescript-to-json-schema.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: string, options: object = {}) => runUnit(tool as never, { input, ...options });

type Schema = Record<string, unknown>;

/** The schema without what all have: `$schema` and the title. */
function schema(input: string, options: object = {}): Schema {
  const result = run(input, options);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const { $schema: _, title: __, ...rest } = (result.value as { schema: Schema }).schema;
  return rest;
}

/** The schema of the member `x` of an interface. */
function member(type: string, before = "", options: object = {}): unknown {
  const whole = schema(`${before}\nexport interface Root { x: ${type} }`, options);
  return (whole["properties"] as Schema)["x"];
}

const codes = (input: string, options: object = {}) =>
  run(input, options).errors?.map(({ code }) => code);
const noted = (input: string, options: object = {}) =>
  run(input, options).warnings?.map(({ code }) => code);

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

describe("objects", () => {
  test("members of odd shapes", () => {
    const source = `interface A {
      'a-b': 1, 5: string // comment
      ["c-d"]?: 2; readonly e: 3
      get g(): number; set g(v: string)
      m?(): void; o(): void; o(x: 1): void; s: symbol; [Symbol.iterator]: any
      u: string | undefined; w: Opt;
      "__proto__": 1; constructor: 2
    }
    type Opt = number | undefined`;
    const result = schema(source, { name: "A" });
    expect(Object.keys(result["properties"] as object)).toEqual([
      "5",
      "a-b",
      "c-d",
      "e",
      "g",
      "u",
      "w",
      "__proto__",
      "constructor",
    ]);
    expect(result["required"]).toEqual(["a-b", "5", "e", "g", "__proto__", "constructor"]);
    expect(noted(source, { name: "A" })).toEqual(Array(4).fill("MEMBER_DROPPED"));
  });

  test("classes have their public fields", () => {
    const source = `@dec() class A extends B { a = 1; private b = 2; protected c = 3; #d = 4; static e = 5;
      @p() readonly f = 'x'; declare g: string; get h(): number { return 1 } m() { return <T,>(x: T) => x }
      constructor(public i: number, private j: string, @inject() readonly k?: boolean) { super() } }
      class B { z!: string }`;
    const { properties, required } = schema(source, { name: "A" });
    expect(Object.keys(properties as object)).toEqual(["z", "a", "f", "g", "h", "i", "k"]);
    expect(required).toEqual(["z", "a", "f", "g", "h", "i"]);
  });

  test("options", () => {
    const source = "interface A { a?: string; b?: { c: 1 }; d?: 'x' }";
    expect(schema(source, { nullOptional: true })).toMatchObject({
      properties: {
        a: { type: ["string", "null"] },
        b: { anyOf: [{}, { type: "null" }] },
        d: { enum: ["x", null] },
      },
    });
    expect(JSON.stringify(schema(source, { additionalProperties: true }))).not.toContain(
      "additional",
    );
    expect(
      JSON.stringify(schema("/** @additionalProperties true */ interface A { a: 1 }")),
    ).toContain('"additionalProperties":true');
  });

  test("merging, inheritance, namespaces, modules", () => {
    const source = `interface A { a: 1 } interface A extends B, Pick<C, 'c'> { own: this }
      interface B { b: 1; a: 5 } interface C { c: 1; d: 2 }
      namespace NS { export namespace Deep { export type T = { u: U } } export enum U { X = 'x' } }
      declare module "m" { export type M = NS.Deep.T } export { A }`;
    expect(schema(source, { name: "A" })).toMatchObject({
      properties: { a: { const: 1 }, b: { const: 1 }, c: { const: 1 }, own: { $ref: "#" } },
    });
    expect(schema(source, { name: "M" })).toMatchObject({
      $ref: "#/$defs/NS.Deep.T",
      $defs: {
        "NS.Deep.T": { properties: { u: { $ref: "#/$defs/NS.U" } } },
        "NS.U": { enum: ["x"] },
      },
    });
    expect(schema(source, { name: "NS.U" })).toEqual({ type: "string", enum: ["x"] });
  });

  test("a namespace of the name of an enum or class", () => {
    const source = `enum E { X = 1, Y } namespace E { export type T = E.X }
      class C { x = 1 } namespace C { export interface I { y: 2 } }`;
    expect(member("[E.T, E.Y, C.I]", source)).toMatchObject({
      prefixItems: [{ $ref: "#/$defs/E.T" }, { const: 2 }, { $ref: "#/$defs/C.I" }],
    });
    expect(noted(`${source} export type R = [E.T, C.I]`)).toEqual([]);
  });

  test("this is what extends, and a base that is not known leaves the object open", () => {
    const node = "interface Node { next?: this } export interface Named extends Node { name: 1 }";
    expect(schema(node)).toMatchObject({ properties: { next: { $ref: "#" } }, required: ["name"] });
    const open = { properties: { a: { const: 1 } }, additionalProperties: {} };
    expect(schema("interface A extends Missing { a: 1 }")).toMatchObject(open);
    expect(schema("type A = Missing & { a: 1 }")).toMatchObject(open);
    expect(schema("type A = unknown & { a: 1 }")).toMatchObject({ additionalProperties: false });
    expect(member("string & Missing")).toEqual({ type: "string" });
  });

  test("the type of a class is a function", () => {
    const source = "class C { static s = 1 } export interface A { c: typeof C; d: 1 }";
    expect(schema(source)).toMatchObject({ required: ["d"] });
    expect(noted(source)).toEqual(["MEMBER_DROPPED"]);
  });

  test("a name that a constant object holds", () => {
    const names = "const names = { a: 'x', b: 2 } as const;";
    expect(member("{ [names.a]: 1; [names.b]: 3 }", names)).toMatchObject({ required: ["x", "2"] });
    expect(member("typeof o", `${names} const o = { [names.a]: 1 } as const;`)).toMatchObject({
      properties: { x: { const: 1 } },
    });
    expect(codes("let n = { a: 'x' }; export type A = { [n.a]: 1 }")).toEqual(["TS_UNSUPPORTED"]);
  });

  test("an object may be in itself without a name", () => {
    expect(schema("export interface A { p?: Pick<A, 'p'> }")).toMatchObject({
      properties: { p: { properties: { p: { $ref: "#/$defs/Recursive" } } } },
      $defs: { Recursive: { properties: { p: { $ref: "#/$defs/Recursive" } } } },
    });
  });

  test("an access to an optional member makes optional", () => {
    expect(schema("type T = { a?: 1 }; export interface O { x: T['a'] }")).not.toHaveProperty(
      "required",
    );
  });
});

describe("doc comments", () => {
  test("text and tags", () => {
    const source = `/**
 * First {@link X|line}.
 * Second line.
 * @title Amount
 * @minimum 0 @maximum 12.50
 * @asType integer
 * @default 3
 * @example 4
 * @example four
 * @deprecated since ever
 */
export type A = number;`;
    expect(run(source).output).toBe(`{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Amount",
  "description": "First line.\\nSecond line.",
  "type": "integer",
  "minimum": 0,
  "maximum": 12.50,
  "default": 3,
  "examples": [
    4,
    "four"
  ],
  "deprecated": true
}`);
  });

  test("CRLF, one line, hidden members, wrong values", () => {
    expect(schema("/**\r\n * a\r\n * b\r\n */\r\ntype A = 1")).toMatchObject({
      description: "a\nb",
    });
    expect(
      schema(
        "interface A { /** x @minLength 2 */ a: string; /** @hidden */ b: 1; /** @ignore */ c: 1 }",
      ),
    ).toMatchObject({
      properties: { a: { description: "x", minLength: 2 } },
      required: ["a"],
    });
    const wrong = [
      "@minimum x",
      "@minLength -1",
      "@pattern (",
      "@multipleOf 0",
      "@uniqueItems 3",
      "@asType text",
      "@default",
    ];
    for (const tag of wrong) {
      const source = `/**\n * ${tag}\n */\ntype A = number`;
      expect(run(source).warnings).toMatchObject([{ code: "TAG_INVALID", line: 2, column: 4 }]);
      expect(schema(source)).toEqual({ type: "number" });
    }
  });

  test("a comment behind a member is not about the next one", () => {
    expect(
      JSON.stringify(schema("interface A {\n a: 1; /** a */\n /** b */\n b: 2 /** c */\n}")),
    ).toContain('"b":{"description":"b"');
    expect(JSON.stringify(schema("interface A {\n a: 1; /** a */\n b: 2\n}"))).not.toContain(
      "description",
    );
  });

  test("in draft-07 nothing stands beside a reference", () => {
    const source = "interface B { x: 1 } export interface A { /** b */ b: B }";
    expect(schema(source, { draft: "draft-07" })).toMatchObject({
      properties: { b: { description: "b", allOf: [{ $ref: "#/definitions/B" }] } },
    });
  });
});

describe("the root", () => {
  const rows: readonly (readonly [string, string | null])[] = [
    ["interface A {} export default interface B {} export interface C {}", "B"],
    ["interface A {} interface B {} export default A", "A"],
    ["interface A {} export interface B {} interface C {}", "B"],
    ["interface A {} interface B {} export type { A }", "A"],
    ["interface A {} interface B { a: A }", "B"],
    ["interface A { a: A }", "A"],
    ["interface A {} interface B {}", null],
    ["interface A { b: B } interface B { a: A }", null],
  ];
  test.each([...rows])("%s", (source, name) => {
    const result = run(source);
    expect(result.value).toMatchObject({ name });
    expect(noted(source)).toEqual(name === null ? ["ROOT_AMBIGUOUS"] : []);
  });

  test("without one all are definitions", () => {
    const source =
      "export interface A { b: B } interface B { a: A } export type F = () => void; export type G<T> = T[]";
    expect(Object.keys(schema(source)["$defs"] as object)).toEqual(["A", "B"]);
    expect(run(source)).toMatchObject({
      value: { types: ["A", "B", "F", "G"] },
      stats: { types: 4, properties: 2, definitions: 2 },
    });
  });

  test("a generic type can be given its types", () => {
    expect(schema("type P<T> = { i: T }", { name: "P<string>" })).toMatchObject({
      properties: { i: { type: "string" } },
    });
  });
});

describe("failures", () => {
  const rows: readonly (readonly [string, string, number])[] = [
    ["type A = string number", "TS_SYNTAX", 16],
    ["type A = {", "TS_SYNTAX", 10],
    ["type A = { a: 'x", "TS_SYNTAX", 16],
    ["type A = 'x\n'", "TS_SYNTAX", 11],
    ["type A = string /* x", "TS_SYNTAX", 20],
    ["interface A { a: string b: 1 }", "TS_SYNTAX", 24],
    ["type A = A", "TYPE_CYCLE", 0],
    ["type A = B; type B = A | string; export type { A }", "TYPE_CYCLE", 0],
    ["type A = { a: A['a'] }", "TYPE_CYCLE", 11],
    ["const a = { ...a }; type T = typeof a", "TYPE_CYCLE", 6],
    ["const a: typeof a = 1; type T = typeof a", "TYPE_CYCLE", 6],
    ["interface A extends A {}", "TYPE_CYCLE", 20],
    ["type F = () => void", "TS_UNSUPPORTED", 9],
    ["export type R = { a: Promise<1> }", "TS_UNSUPPORTED", 18],
    ["import { Y } from 'z'; export interface A { y: Y }", "TS_UNSUPPORTED", 47],
    ["type X<T> = T extends string ? 1 : 2", "TS_UNSUPPORTED", 12],
    [
      "type X = F<[1]>; type F<T> = T extends (infer U)[] ? U : 1; export type { X }",
      "TS_UNSUPPORTED",
      29,
    ],
    [`type A = ${"[".repeat(2000)}`, "INPUT_TOO_DEEP", 1009],
    [`type A = string${"[]".repeat(2000)}`, "INPUT_TOO_DEEP", 9],
  ];
  test.each([...rows])("%s", (source, code, offset) => {
    expect(run(source)).toMatchObject({ ok: false, errors: [{ code, offset, path: "/input" }] });
  });

  test("a name that is not declared", () => {
    expect(run("interface User {} interface Page {}", { name: "Usr" }).errors).toMatchObject([
      { code: "TYPE_NOT_FOUND", path: "/name", expected: ["User"], received: "Usr" },
    ]);
    const given = { name: "Page<Map<string, Usr>>" };
    expect(run("interface User {} interface Page<T> { t: T }", given).errors).toMatchObject([
      { code: "TYPE_NOT_FOUND", path: "/name", expected: ["User"], received: "Usr" },
    ]);
    expect(codes("")).toEqual(["TYPE_NOT_FOUND"]);
    expect(codes("const x = 1")).toEqual(["TYPE_NOT_FOUND"]);
  });

  test("choices times choices end with the budget, at once", () => {
    const parts = Array.from({ length: 30 }, (_, index) => `({ a${index}: 1 } | { b${index}: 2 })`);
    expect(codes(`type A = ${parts.join(" & ")}`)).toEqual(["BUDGET_EXCEEDED"]);
  });

  test("neither input nor source", () => {
    expect(runUnit(tool as never, {})).toMatchObject({
      ok: false,
      error: { code: "TOOL_INPUT_INVALID" },
    });
    expect(runUnit(tool as never, { source: "type A = 1" }).ok).toBe(true);
    expect(runUnit(tool as never, { source: "type A" }).errors?.[0]?.path).toBe("/source");
  });

  test("anything for what has no schema, on request", () => {
    const source = "export interface A { p: Promise<1>; q: Missing }";
    expect(schema(source, { onUnsupported: "any" })).toMatchObject({
      properties: { p: {}, q: {} },
    });
    expect(noted(source, { onUnsupported: "any" })).toEqual(["TYPE_UNRESOLVED", "TS_UNSUPPORTED"]);
    expect(run(source, { onUnsupported: "any" }).value).toMatchObject({
      unsupported: [{ code: "TS_UNSUPPORTED", line: 1, column: 22, text: "p: Promise<1>;" }],
    });
  });
});

const scalars = fc.constantFrom(
  "string",
  "number",
  "boolean",
  "null",
  "any",
  "'a'",
  "'b'",
  "1",
  "true",
  "Date",
  "bigint",
  "undefined",
  "unknown",
  "object",
  "`x${string}`",
  "`${'p' | 'q'}-${number}`",
);
const types = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalars,
    fc.constantFrom(
      "A",
      "B",
      "C",
      "E",
      "G<string>",
      "G<B>",
      "Partial<A>",
      "Pick<B, 'p'>",
      "Omit<A, 'q'>",
    ),
    fc.array(tie("type"), { minLength: 1, maxLength: 4 }).map((parts) => `(${parts.join(" | ")})`),
    tie("type").map((type) => `${type.startsWith("(") ? type : `(${type})`}[]`),
    fc.array(tie("type"), { maxLength: 3 }).map((parts) => `[${parts.join(", ")}]`),
    fc
      .array(fc.tuple(fc.constantFrom("p", "q?", "r", "'s-t'"), tie("type")), { maxLength: 3 })
      .map(
        (members) =>
          `{ ${[...new Map(members)].map(([name, type]) => `${name}: ${type}`).join("; ")} }`,
      ),
    tie("type").map((type) => `Record<string, ${type}>`),
  ),
})).type;

const sources = fc
  .record({ p: types, q: types, c: types, g: types })
  .map(({ p, q, c, g }) => [
    `/** About A\n * @title T */ export interface A { /** p */ p: ${p}; q?: ${q} }`,
    `interface B { p: ${q}; /* b */ readonly b: A }`,
    `type C = { c: ${c} }`,
    `type G<T> = { g: ${g}; t?: T }`,
    `enum E { X, Y = 'y' }`,
  ]);

describe("laws", () => {
  const judge = {
    "2020-12": () => new Ajv2020({ strict: false, logger: false }),
    "draft-07": () => new Ajv({ strict: false, logger: false }),
  };

  test("the schema passes its metaschema, and all its references lead somewhere", () => {
    fc.assert(
      fc.property(
        sources,
        fc.constantFrom("2020-12", "draft-07"),
        fc.boolean(),
        (parts, draft, flag) => {
          const result = run(parts.join("\n"), { draft, nullOptional: flag, name: "A" });
          if (!result.ok) return result.errors?.[0]?.code === "TYPE_CYCLE";
          const ajv = judge[draft as keyof typeof judge]();
          const given = (result.value as { schema: Schema }).schema;
          expect(ajv.validateSchema(given)).toBe(true);
          const compiler = new (draft === "draft-07" ? Ajv : Ajv2020)({
            strict: false,
            logger: false,
            validateFormats: false,
          });
          compiler.compile(given);
          return true;
        },
      ),
    );
  });

  test("the order of declarations does not change the schema", () => {
    fc.assert(
      fc.property(
        sources.chain((parts) =>
          fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts, { minLength: 5 })),
        ),
        ([parts, shuffled]) => {
          const one = run(parts.join("\n"), { name: "A" });
          const other = run(shuffled.join("\n"), { name: "A" });
          expect(other.ok).toBe(one.ok);
          if (one.ok)
            expect((other.value as { schema: Schema }).schema).toEqual(
              (one.value as { schema: Schema }).schema,
            );
        },
      ),
    );
  });

  test("comments only annotate", () => {
    fc.assert(
      fc.property(sources, (parts) => {
        const text = parts.join("\n");
        const bare = text.replaceAll(/\/\*[^]*?\*\//g, "");
        const strip = (value: unknown): unknown =>
          JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
            key === "title" || key === "description" ? undefined : inner,
          );
        const [one, other] = [run(text, { name: "A" }), run(bare, { name: "A" })];
        expect(other.ok).toBe(one.ok);
        if (one.ok) expect(strip(other.value)).toEqual(strip(one.value));
      }),
    );
  });

  test("Partial<Required<T>> makes all optional", () => {
    fc.assert(
      fc.property(sources, (parts) => {
        const result = run(`${parts.join("\n")}\ntype P = Partial<Required<A>>`, { name: "P" });
        return !result.ok || (result.value as { schema: Schema }).schema["required"] === undefined;
      }),
    );
  });

  test("no text makes it throw", () => {
    const words = fc.constantFrom(
      "type",
      "interface",
      "A",
      "B",
      "<",
      ">",
      "{",
      "}",
      "(",
      ")",
      "[",
      "]",
      "=",
      "|",
      "&",
      ":",
      ";",
      ",",
      "?",
      "=>",
      "keyof",
      "typeof",
      "extends",
      "infer",
      "in",
      "as",
      "enum",
      "class",
      "export",
      "default",
      "namespace",
      "const",
      "'x'",
      "1",
      "`${",
      "`",
      "/**",
      "*/",
      "@minimum 1",
      "\n",
      "string",
      "...",
      "readonly",
      "-",
      "import",
      "from",
      "Partial",
      "Record",
      "this",
      "unique symbol",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
        run(parts.join(" "));
        run(`type A = ${parts.join(" ")}`);
      }),
      { numRuns: 1000 },
    );
  });
});
