import { describe, expect, test } from "bun:test";
import { readDocComment } from "../../../tools/_lib/schemas/typescript/doc-comment.ts";
import { nestingOf } from "../../../tools/_lib/schemas/typescript/nesting.ts";
import { parseTypeScript } from "../../../tools/_lib/schemas/typescript/parse.ts";
import { matchesTemplate, templateType } from "../../../tools/_lib/schemas/typescript/templates.ts";
import { keyword, literal, union } from "../../../tools/_lib/schemas/typescript/types.ts";

describe("nesting", () => {
  const deep: readonly string[] = [
    "(",
    "[",
    "{a:",
    "Array<",
    "keyof ",
    "!",
    "- ",
    "()=>",
    "a ? ",
    "`${",
  ];
  test.each([...deep])("%s without end is too deep", (part) => {
    expect(nestingOf(`type A = ${part.repeat(2000)}`).tooDeepAt).toBeGreaterThan(900);
  });

  const flat: readonly string[] = [
    "a + 1, ",
    "(a) => b; ",
    "a?: B\n",
    "x: Map<A, B>, ",
    "'((((' ",
    "// [[[[\n",
    "/* {{ */",
    "a < b; ",
    "[]",
  ];
  test.each([...flat])("%s again and again is not deep", (part) => {
    expect(nestingOf(part.repeat(5000)).tooDeepAt).toBe(-1);
  });
});

describe("doc comments", () => {
  test("description, tags and their places", () => {
    const text = "\n * One\n *   two\n *\n * @a 1\n *   more\n * @b\n ";
    expect(readDocComment(text, 10)).toEqual({
      description: "One\n  two",
      tags: [
        { name: "a", text: "1\n  more", offset: 10 + text.indexOf("@a") },
        { name: "b", text: "", offset: 10 + text.indexOf("@b") },
      ],
    });
  });

  test("known tags may stand in one line, other text with an at sign is text", () => {
    const { description, tags } = readDocComment(" Mail a@b.c @minimum 1 @maximum 2 @home ", 0);
    expect(description).toBe("Mail a@b.c");
    expect(tags.map(({ name, text }) => [name, text])).toEqual([
      ["minimum", "1"],
      ["maximum", "2 @home"],
    ]);
  });
});

describe("parsing", () => {
  test("meaning is not grammar", () => {
    const right = [
      "type A = 1; type A = 2; class A {}",
      "const x;",
      "export { Missing }",
      "abstract class A { abstract a() {} }",
      "<div/>; type A = 1",
      "let a = <T,>(x: T) => <p>{x}</p>",
    ];
    for (const text of right) expect(parseTypeScript(text)).toHaveProperty("statements");
    const wrong = ["interface { }", "type A = 1 2", "enum A { 1 }", "type A = { a: 1,, }"];
    for (const text of wrong) expect(parseTypeScript(text)).toMatchObject({ code: "TS_SYNTAX" });
  });

  test.each(["\n", "\r\n", "\u2028"])(
    "a name behind a number has its place, after %j too",
    (end) => {
      for (const before of ["", `type B = 1${end}${end}`]) {
        const text = `${before}interface A { e: -0r }`;
        const offset = before.length + "interface A { e: -0".length;
        expect(parseTypeScript(text)).toMatchObject({ code: "TS_SYNTAX", offset });
      }
    },
  );
});

describe("types", () => {
  test("a union is flat, without repeats and without what is covered", () => {
    const parts = [
      literal("a"),
      keyword("number"),
      literal(1),
      union([literal("a"), keyword("null")]),
    ];
    expect(union(parts)).toEqual({
      kind: "union",
      types: [literal("a"), keyword("number"), keyword("null")],
    });
    expect(union([keyword("any"), literal(1)])).toEqual(keyword("any"));
    expect(union([])).toEqual(keyword("never"));
  });

  test("templates", () => {
    expect(templateType(["a", "b"], [[literal(1), literal(2)]])).toEqual(
      union([literal("a1b"), literal("a2b")]),
    );
    expect(templateType(["a.", ""], [[keyword("string")]])).toEqual({
      kind: "template",
      pattern: String.raw`a\..*`,
    });
    expect(templateType(["", ""], [[keyword("object")]])).toBeUndefined();
    expect(matchesTemplate("a.b", String.raw`a\..*`)).toBe(true);
    expect(matchesTemplate("ab", String.raw`a\..*`)).toBe(false);
    expect(matchesTemplate("x", ".*.*.*.*")).toBeUndefined();
  });
});
