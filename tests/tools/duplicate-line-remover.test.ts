import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/duplicate-line-remover.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  groups: { line: string; count: number; lineNumbers: number[] }[];
}

const run = (input: object) => runUnit(tool, input);
const left = (words: string, more: object = {}) =>
  run({ input: words.replaceAll("|", "\n"), ...more }).output?.replaceAll("\n", "|");
const groups = (words: string, more: object = {}) =>
  (run({ input: words.replaceAll("|", "\n"), ...more }).value as Value).groups.map(
    ({ line, count, lineNumbers }) => [line, count, lineNumbers.join()],
  );

describe("which of equal lines stay", () => {
  test.each([
    ["first", "a|b|c"],
    ["last", "a|c|b"],
    ["none", "c"],
    ["repeated", "a|b"],
  ])("%s", (keep, expected) => {
    expect(left("a|b|a|c|b", { keep })).toBe(expected);
  });

  test("adjacent ones only", () => {
    expect(left("x|x|y|x", { scope: "adjacent" })).toBe("x|y|x");
    expect(groups("x|x|y|x|x|x", { scope: "adjacent" })).toEqual([
      ["x", 3, "4,5,6"],
      ["x", 2, "1,2"],
    ]);
    expect(left("x|x|y|x", { scope: "adjacent", keep: "none" })).toBe("y|x");
    expect(left("X|x|y", { scope: "adjacent", keep: "last", ignoreCase: true })).toBe("x|y");
  });
});

describe("what makes lines equal", () => {
  test("case", () => {
    expect(left("Straße|STRASSE|ΟΔΟΣ|οδος|a|A", { ignoreCase: true })).toBe("Straße|ΟΔΟΣ|a");
    expect(left("a|A")).toBe("a|A");
    expect(left("é|e\u0301")).toBe("é|e\u0301");
  });
  test("white space", () => {
    expect(left("a b| a b|a  b|a\tb")).toBe("a b| a b|a  b|a\tb");
    expect(left("a b| a b|a  b|a\tb", { trim: true })).toBe("a b|a  b|a\tb");
    expect(left("a b| a b|a  b|a\tb", { collapseWhitespace: true })).toBe("a b| a b");
    expect(left("a b| a b|a  b|a\tb ", { collapseWhitespace: true, trim: true })).toBe("a b");
  });
  test("a field", () => {
    expect(left("1 x|2 y|1 z", { field: 1 })).toBe("1 x|2 y");
    expect(left("x;k|y;K|z;", { field: -1, delimiter: ";", ignoreCase: true })).toBe("x;k|z;");
    expect(left("a|b|c 1", { field: 2 })).toBe("a|c 1");
  });
});

describe("blank lines", () => {
  test("keep: they are no duplicates", () => {
    expect(left("a|| ||a|")).toBe("a|| ||");
    expect(groups("|| ")).toEqual([]);
    expect(run({ input: "\n\n" })).toMatchObject({ output: "\n\n", valid: true });
    expect(left("a||a", { scope: "adjacent" })).toBe("a||a");
    expect(left("a||b|b||", { keep: "none" })).toBe("a|||");
    expect(left("a||b|b||", { keep: "repeated" })).toBe("b|");
  });
  test("dedupe: they are compared as all others", () => {
    const more = { blankLines: "dedupe" };
    expect(left("a|| ||a| ", more)).toBe("a|| ");
    expect(left("a|| ||a| |", { ...more, trim: true })).toBe("a||");
    expect(left("||a", { ...more, keep: "repeated" })).toBe("");
    expect(run({ input: "\n\n", ...more })).toMatchObject({ output: "\n", valid: false });
  });
  test("remove: they go, and keep nothing apart", () => {
    const more = { blankLines: "remove" };
    expect(run({ input: "a\n\t\nb\n\n", ...more })).toMatchObject({
      output: "a\nb\n",
      valid: true,
      value: { inputLines: 4, outputLines: 2, removedLines: 2 },
    });
    expect(left("a||a", { ...more, scope: "adjacent" })).toBe("a");
  });
});

describe("groups", () => {
  test("the largest first, then the first", () => {
    expect(groups("b|a|A|B|b|c|a", { ignoreCase: true })).toEqual([
      ["b", 3, "1,4,5"],
      ["a", 3, "2,3,7"],
    ]);
    expect(groups("a|b|b|b|a")).toEqual([
      ["b", 3, "2,3,4"],
      ["a", 2, "1,5"],
    ]);
    expect(groups("a|a|__proto__|constructor")).toEqual([["a", 2, "1,2"]]);
  });
  test("a hundred line numbers at most", () => {
    const { value } = run({ input: "x\n".repeat(250) });
    const [group] = (value as Value).groups;
    expect(group?.count).toBe(250);
    expect(group?.lineNumbers).toHaveLength(100);
  });
});

test("line ends", () => {
  expect(run({ input: "a\r\na\nb\r\n" }).output).toBe("a\r\nb\r\n");
  expect(run({ input: "a\na\n", keep: "none" }).output).toBe("");
  expect(run({ input: "" })).toMatchObject({ output: "", valid: true, value: { inputLines: 0 } });
});

test("a delimiter out of bounds", () => {
  expect(run({ input: "a", delimiter: "😀".repeat(11) })).toMatchObject({
    ok: false,
    errors: [{ code: "RANGE", path: "/delimiter" }],
  });
});

test("keys of none and of repeated are all keys, and no key is in both", () => {
  const line = fc.constantFrom("a", "A", " a", "b", "c ", "");
  fc.assert(
    fc.property(fc.array(line), fc.boolean(), fc.boolean(), (lines, ignoreCase, trim) => {
      const input = lines.join("\n");
      const keysOf = (keep: string) => {
        const options = { ignoreCase, trim, blankLines: "dedupe" };
        const { output = "", value } = run({ input, keep, ...options });
        const { outputLines } = value as { outputLines: number };
        return output
          .split("\n")
          .slice(0, outputLines)
          .map((each) => (trim ? each.trim() : each))
          .map((each) => (ignoreCase ? each.toLowerCase() : each))
          .toSorted();
      };
      const parts = [...keysOf("none"), ...keysOf("repeated")].toSorted();
      expect(parts).toEqual(keysOf("first"));
      expect(parts).toEqual(keysOf("last"));
      expect(new Set(parts).size).toBe(parts.length);
    }),
  );
});
