import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  detectConfigDocument,
  type DocumentFormat,
  readConfigDocument,
} from "../../../tools/_lib/fields/config-field.ts";
import { valueOf } from "../../../tools/_lib/json/tree/value.ts";

function detected(field: unknown, flat = true) {
  const read = detectConfigDocument(field, "/field", { flat });
  return read.ok ? [read.format, valueOf(read.root).value] : [read.error.code, read.error.line];
}

function dataOf(field: unknown, format: DocumentFormat) {
  const document = readConfigDocument(field, "/field", format);
  return document.ok ? valueOf(document.root).value : [document.error.code, document.error.line];
}

describe("found formats", () => {
  test.each<[unknown, unknown[]]>([
    [{ a: 1 }, [undefined, { a: 1 }]],
    [null, [undefined, null]],
    ['{"a": 1}', ["json", { a: 1 }]],
    ["\ufeff[1]", ["json", [1]]],
    ["a: 1\r\nb: [x]\r\n", ["yaml", { a: 1, b: ["x"] }]],
    ["just words", ["yaml", "just words"]],
    ["a: b=c\n", ["yaml", { a: "b=c" }]],
    ["- [a]\n", ["yaml", [["a"]]]],
    ["[a]\n", ["toml", { a: {} }]],
    ["[a]\nb = 1\n", ["toml", { a: { b: 1 } }]],
    ["# c\n\n[[a]] # d\nb = 1\n", ["toml", { a: [{ b: 1 }] }]],
    ["; c\n[a]\nb = x y\n", ["ini", { a: { b: "x y" } }]],
    ["[1]\n", ["json", [1]]],
    ["[1, 2,]\n", ["json", [1, 2]]],
    ['{"a": [1, 2,], // c\n}', ["json", { a: [1, 2] }]],
    ["// c\n{a: 'x'}", ["json", { a: "x" }]],
    ["{a: b}", ["JSON_SYNTAX", 1]],
    ["{a: 1}\n---\n{b: 2}\n", ["JSON_SYNTAX", 2]],
    ["[\n  a,\n  b\n]\n", ["JSON_SYNTAX", 2]],
    ["{{ name }}: 1\n", ["JSON_SYNTAX", 1]],
    ['a = "x: y"\n', ["toml", { a: "x: y" }]],
    ["A=1\nB=2\n", ["toml", { A: 1, B: 2 }]],
    ["A=x\nB='y' # why\n", ["env", { A: "x", B: "y" }]],
    ["", ["yaml", null]],
    ['# ours\n\nexport A=b: c\nB="d\n"\n', ["env", { A: "b: c", B: "d\n" }]],
    ["# nothing\n", ["yaml", null]],
    ["a: [\n", ["YAML_SYNTAX", 2]],
    ['{"a": 1', ["JSON_SYNTAX", 1]],
    ["a: 1\na: 2\n", ["YAML_SYNTAX", 2]],
  ])("%j", (field, expected) => {
    expect(detected(field)).toEqual(expected);
  });

  test("variables and INI only where they are allowed", () => {
    expect(detected("A=x\nB=y\n", false)).toEqual(["yaml", "A=x B=y"]);
    expect(detected("[a]\nb = x y\n", false)).toEqual(["TOML_SYNTAX", 2]);
  });

  test("what had to be relaxed is told where strict JSON ends", () => {
    const warningsOf = (text: string) => {
      const read = detectConfigDocument(text, "/field", { flat: true });
      return read.ok ? read.warnings.map(({ code, path, offset }) => [code, path, offset]) : [];
    };
    expect(warningsOf('{"a": 1,}')).toEqual([["JSON_RELAXED", "/field", 8]]);
    expect(warningsOf("{a: 1}")).toEqual([["JSON_RELAXED", "/field", 1]]);
    expect(warningsOf('{"a": 1}')).toEqual([]);
  });

  test("text that begins as JSON is never read as YAML", () => {
    const mark = fc.constantFrom(
      "{",
      "[",
      "}",
      "]",
      ":",
      ",",
      "a",
      '"a"',
      "1",
      " ",
      "\n",
      "- ",
      "# c\n",
    );
    fc.assert(
      fc.property(fc.constantFrom("{", "["), fc.array(mark, { maxLength: 12 }), (first, rest) => {
        const read = detectConfigDocument(first + rest.join(""), "/field", { flat: true });
        expect(read.ok ? read.format : "none").not.toBe("yaml");
      }),
      { numRuns: 2000 },
    );
  });
});

describe("given formats", () => {
  test("names of properties and INI sections stand as they are, values are text", () => {
    expect(dataOf("a.b=1\nlist[0]=x\n", "properties")).toEqual({ "a.b": "1", "list[0]": "x" });
    expect(dataOf("x=1\n[s.t]\ny=true\n", "ini")).toEqual({ x: "1", "s.t": { y: "true" } });
    expect(dataOf("A=1\nA=2\n", "env")).toEqual({ A: "2" });
  });

  test("what is not in the format is refused with its line", () => {
    expect(dataOf("a: 1", "json")).toEqual(["FORMAT_SYNTAX", 1]);
    expect(dataOf("a: 1\n b: 2", "yaml")).toEqual(["FORMAT_SYNTAX", 2]);
    expect(dataOf("a = 1\na = 2", "toml")).toEqual(["FORMAT_SYNTAX", 2]);
    expect(dataOf("A=1\nwhat", "env")).toEqual(["FORMAT_SYNTAX", 2]);
    expect(dataOf("[".repeat(2000), "json")).toEqual(["INPUT_TOO_DEEP", 1]);
  });

  test("a value is itself in any format", () => {
    expect(dataOf({ A: 1 }, "env")).toEqual({ A: 1 });
  });

  test("dates and spellings of TOML are known", () => {
    const document = readConfigDocument("a = 2026-01-02\nb = 0xff\n", "/field", "toml");
    if (!document.ok) throw new Error("refused");
    expect(valueOf(document.root).value).toEqual({ a: "2026-01-02", b: 255 });
    expect(document.moments.size).toBe(1);
    expect([...document.spellings.values()]).toEqual(["0xff"]);
  });
});
