import { describe, expect, test } from "bun:test";
import {
  allPointers,
  firstOpen,
  nodeOfJson,
  nodeOfValue,
  rowsOf,
  textOfNode,
} from "../../../../app/web/views/tree-rows.ts";
import { readJson } from "../../../../tools/_lib/json/tree/read.ts";

const jsonNode = (text: string) => {
  const read = readJson(text, "json5");
  if (!("root" in read)) throw new Error(`No JSON: ${text}`);
  return nodeOfJson(read.root);
};
const pointersOf = (text: string) =>
  rowsOf(jsonNode(text), allPointers(jsonNode(text))).map(({ pointer }) => pointer);

/** An object in an object, so many levels deep. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

describe("the rows of a tree", () => {
  test("say where each value is, how deep, and which of how many", () => {
    expect(pointersOf('{"a/b": [{"~": 1}], "": null, "__proto__": {"x": []}}')).toEqual([
      "",
      "/a~1b",
      "/a~1b/0",
      "/a~1b/0/~0",
      "/",
      "/__proto__",
      "/__proto__/x",
    ]);
    const [, , second] = rowsOf(jsonNode("[1, 2]"), new Set([""]));
    expect(second).toMatchObject({ key: "1", level: 2, size: 2, position: 2, isOpen: undefined });
  });

  test("a value of the tool has the same rows as its JSON", () => {
    const value = { a: [1, "x", null, true], ["__proto__"]: {}, "": [[]] };
    const rows = (root: ReturnType<typeof nodeOfValue>) =>
      rowsOf(root, allPointers(root)).map(({ pointer, node: { text, type } }) => [
        pointer,
        type,
        text,
      ]);
    expect(rows(nodeOfValue(value))).toEqual(rows(jsonNode(JSON.stringify(value))));
  });

  test("a copied value has every digit, every member and lone surrogates as they were", () => {
    const text = '{"n":1.50,"big":12345678901234567890,"n":"\\ud800","e":[],"o":{}}';
    expect(textOfNode(jsonNode(text)).replace(/\n\s*/g, "").replaceAll('": ', '":')).toBe(text);
    expect(textOfNode(nodeOfValue(undefined))).toBe("null");
    expect(textOfNode(nodeOfValue(Number.NaN))).toBe("null");
  });
});

describe("what is open at first", () => {
  test("all of a small tree, the first levels of a large one", () => {
    expect(firstOpen(nodeOfValue({ a: { b: { c: 1 } } }))).toEqual(new Set(["", "/a", "/a/b"]));
    const large = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`k${index}`, { a: { b: 1 } }]),
    );
    const open = firstOpen(nodeOfValue(large));
    expect(open.has("/k0")).toBe(true);
    expect(open.has("/k0/a")).toBe(false);
  });

  test("100,000 rows are one row, and no more are ever opened at once", () => {
    const root = nodeOfValue(Array.from({ length: 100_000 }, (_, index) => ({ index })));
    expect(firstOpen(root)).toEqual(new Set([""]));
    expect(allPointers(root)).toEqual(new Set([""]));
    expect(rowsOf(root, new Set([""])).length).toBe(100_001);
  });

  test("1,000 levels are walked", () => {
    const root = nodeOfValue(nested(1000));
    const rows = rowsOf(root, allPointers(root));
    expect(rows.length).toBe(1001);
    expect(rows.at(-1)?.pointer).toBe("/a".repeat(1000));
    expect(textOfNode(root)).toBe(JSON.stringify(nested(1000), null, 2));
  });
});
