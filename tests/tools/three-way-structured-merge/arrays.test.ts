import { describe, expect, test } from "bun:test";
import type { Value } from "../../../tools/three-way-structured-merge.ts";
import tool from "../../../tools/three-way-structured-merge.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (base: unknown, ours: unknown, theirs: unknown, more: object = {}) =>
  runUnit(tool, { base, ours, theirs, ...more });
const merge = (...given: Parameters<typeof run>) => run(...given).value as Value;
const paths = (...given: Parameters<typeof run>) =>
  merge(...given).conflicts.map(({ path, kind }) => `${path} ${kind}`);

/** `ab` is [{ id: "a" }, { id: "b" }]. */
const list = (letters: string) => Array.from(letters, (id) => ({ id }));
const order = (base: string, ours: string, theirs: string) => {
  const { value, warnings } = run(list(base), list(ours), list(theirs));
  const letters = ((value as Value).merged as { id: string }[]).map(({ id }) => id).join("");
  return warnings?.length ? `${letters} ${warnings[0]?.code}` : letters;
};

describe("elements that have a key", () => {
  test("merge like properties", () => {
    const base = [{ id: 1, a: 1, b: 1 }, { id: 2 }];
    const ours = [{ id: 1, a: 2, b: 1 }, { id: 2 }];
    expect(merge(base, ours, [{ id: 1, a: 1, b: 2 }]).merged).toEqual([{ id: 1, a: 2, b: 2 }]);
    expect(paths(base, ours, [{ id: 2 }])).toEqual(["/[id=1] modify/delete"]);
    expect(paths(base, ours, [{ id: 1, a: 3, b: 1 }, { id: 2 }])).toEqual([
      "/[id=1]/a modify/modify",
    ]);
    expect(paths([], [{ name: "x/y", v: 1 }], [{ name: "x/y", v: 2 }])).toEqual([
      "/[name=x~1y]/v add/add",
    ]);
  });

  test("a number is not its text, and is its value", () => {
    expect(merge("[]", '[{"id":1}]', '[{"id":"1"}]').merged).toEqual([{ id: "1" }, { id: 1 }]);
    expect(merge("[]", '[{"id":1.0,"a":1}]', '[{"id":1,"a":1}]').clean).toBe(true);
  });

  test("a key that is there twice identifies nothing", () => {
    const twice = [
      { id: 1, name: "a" },
      { id: 1, name: "b" },
    ];
    expect(paths([], twice, [{ id: 1, name: "a", v: 1 }])).toEqual([]);
    expect(paths([], list("aa"), list("ab"))).toEqual([" sequence"]);
    expect(paths([], list("aa"), list("ab"), { arrays: "identity" })).toEqual([" modify/modify"]);
  });

  test("the caller's keys", () => {
    const [base, ours, theirs] = [1, 2, 3].map((v) => [{ ip: "a", v }]);
    expect(paths(base, ours, theirs)).toEqual([" sequence"]);
    expect(paths(base, ours, theirs, { arrayKeys: ["ip"] })).toEqual(["/[ip=a]/v modify/modify"]);
    expect(paths(list("a"), list("b"), list("c"), { arrayKeys: [] })).toEqual([" sequence"]);
  });

  test("all removed on one side", () => {
    expect(merge(list("ab"), [], list("abc")).merged).toEqual(list("c"));
    expect(merge([], list("a"), list("b")).merged).toEqual(list("ba"));
    expect(paths([{ id: 1, v: 1 }], [], [{ id: 1, v: 2 }])).toEqual(["/[id=1] delete/modify"]);
  });
});

describe("their order", () => {
  test.each([
    // What only one side did.
    ["abc", "cab", "abc", "cab"],
    ["abc", "abc", "cab", "cab"],
    // Theirs leads where only theirs changed the order; what ours added goes behind what it follows.
    ["abc", "abxc", "cab", "cabx"],
    ["abc", "xabc", "cab", "xcab"],
    // Ours leads else; what theirs added comes behind what ours added at that spot.
    ["ab", "axb", "ayb", "axyb"],
    ["ab", "ab", "aybz", "aybz"],
    ["ab", "axb", "ayzb", "axyzb"],
    // First where there is nothing that it follows.
    ["a", "xa", "ya", "yxa"],
    ["a", "xa", "yza", "yzxa"],
    // Behind the nearest that is left.
    ["abc", "ac", "abyc", "ayc"],
    ["abc", "bc", "aybc", "ybc"],
    // Both the same, and both another one.
    ["abc", "cba", "cba", "cba"],
    ["abc", "cba", "bac", "cba ORDER_CONFLICT"],
    ["abcd", "bacd", "abdc", "bacd ORDER_CONFLICT"],
  ])("of %s, %s and %s is %s", (base, ours, theirs, expected) => {
    expect(order(base, ours, theirs)).toBe(expected);
  });
});

describe("sequences", () => {
  test.each([
    ["ab", "axb", "ab", "axb"],
    ["ab", "axb", "aby", "axby"],
    ["abc", "ac", "abcd", "acd"],
    ["abc", "abxc", "abxc", "abxc"],
    ["abc", "c", "abcd", "cd"],
    ["aa", "aaa", "aa", "aaa"],
    ["abcde", "Xbcde", "abcdY", "XbcdY"],
    ["ab", "axb", "ayb", undefined],
    ["a", "b", "", undefined],
    // Elements next to each other that one side each changed have nothing in common between them.
    ["ab", "xb", "ay", undefined],
  ])("of %s, %s and %s is %s", (base, ours, theirs, expected) => {
    const { merged, conflicts } = merge([...base], [...ours], [...theirs]);
    if (expected === undefined) {
      expect(conflicts).toEqual([
        { path: "", kind: "sequence", base: [...base], ours: [...ours], theirs: [...theirs] },
      ]);
    } else expect(merged).toEqual([...expected]);
  });

  test("elements are compared whole", () => {
    const element = { a: { b: 1 } };
    expect(merge([element], [element, 1], [2, { a: { b: 1.0 } }]).merged).toEqual([2, element, 1]);
  });

  test("without a base there is nothing between which to merge", () => {
    const { value } = runUnit(tool, { ours: [1], theirs: [2] });
    expect((value as Value).conflicts).toEqual([
      { path: "", kind: "sequence", ours: [1], theirs: [2] },
    ]);
  });

  test("of thousands of elements with nothing in common but a few", () => {
    const numbers = (from: number) =>
      Array.from({ length: 6000 }, (_, index) => (index * from) % 9);
    const { conflicts } = merge(numbers(1), numbers(2), [...numbers(1), 1]);
    expect(conflicts.length).toBeLessThanOrEqual(1);
  });
});
