import { describe, expect, test } from "bun:test";
import { codes, member, noted, run, schema } from "../../support/typescript-schemas.ts";

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

  test("`declare global` is a scope of its own", () => {
    const source = `export interface User { own: 1; session: Session; outer: globalThis.User }
      interface Local { local: 2 }
      declare global {
        interface User { global: 3; local: Local; self: User }
        interface Session { user: User }
        namespace App { interface Locals { user: User } }
      }`;
    expect(schema(source, { name: "User" })).toMatchObject({
      properties: {
        own: { const: 1 },
        session: { $ref: "#/$defs/Session" },
        outer: { $ref: "#/$defs/globalThis.User" },
      },
      required: ["own", "session", "outer"],
      $defs: {
        Session: { properties: { user: { $ref: "#/$defs/globalThis.User" } } },
        "globalThis.User": {
          properties: {
            global: { const: 3 },
            local: { $ref: "#/$defs/Local" },
            self: { $ref: "#/$defs/globalThis.User" },
          },
          required: ["global", "local", "self"],
        },
      },
    });
    expect(schema(source, { name: "globalThis.User" })).toMatchObject({
      properties: { global: { const: 3 } },
    });
    expect(schema(source, { name: "App.Locals" })).toMatchObject({
      properties: { user: { $ref: "#/$defs/globalThis.User" } },
    });
  });

  test("what is imported hides what is global", () => {
    const source = `import { User } from "./user"; export interface A { a: User; b: Other }
      declare global { interface User { x: 1 } interface Other { y: 2 } }`;
    expect(() => schema(source, { name: "A" })).toThrow("a type of another file");
    expect(schema(source.replace("a: User; ", ""), { name: "A" })).toMatchObject({
      properties: { b: { $ref: "#/$defs/Other" } },
    });
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
