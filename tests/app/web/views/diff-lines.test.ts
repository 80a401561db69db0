import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  columnOf,
  diffOf,
  type DiffRow,
  MOST_LINES,
  partsOf,
  unifiedOf,
} from "../../../../app/web/views/diff-lines.ts";

const linesOf = (rows: readonly DiffRow[], side: "before" | "after") =>
  rows.flatMap((row) => row[side]?.text ?? []);
const numbersOf = (rows: readonly DiffRow[], side: "before" | "after") =>
  rows.flatMap((row) => row[side]?.line ?? []);
const marked = (row: DiffRow | undefined, side: "before" | "after") =>
  row?.[side]?.marks.map(([from, to]) => row[side]?.text.slice(from, to));

describe("the rows of a difference", () => {
  test("hold every line of both texts once, in order, with its number", () => {
    const line = fc.constantFrom("", "a", "a b", "a  b", "}", "\ud800", "__proto__", "é z");
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = diffOf(before, after);
        for (const [side, whole] of [
          ["before", before],
          ["after", after],
        ] as const) {
          const lines = whole.split("\n");
          if (lines.at(-1) === "") lines.pop();
          expect(linesOf(rows, side)).toEqual(lines);
          expect(numbersOf(rows, side)).toEqual(lines.map((_, index) => index + 1));
        }
        for (const { isSame, before: left, after: right } of rows) {
          expect(isSame && left?.text !== right?.text).toBe(false);
          for (const { text: own, marks } of [left, right].flatMap((one) => one ?? [])) {
            let at = 0;
            for (const [from, to] of marks) {
              expect(from).toBeGreaterThanOrEqual(at);
              expect(to).toBeGreaterThan(from);
              at = to;
            }
            expect(at).toBeLessThanOrEqual(own.length);
          }
        }
      }),
    );
  });

  test("what is not marked is the same in both lines", () => {
    const words = fc.array(fc.constantFrom("one", "two", " ", "  ", ",", "😀", "\udc00"), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(words, words, (left, right) => {
        const [row] = diffOf(`${left.join("")}x`, `${right.join("")}x`);
        const rest = (side: "before" | "after") => {
          const { text = "", marks = [] } = row?.[side] ?? {};
          let [kept, at] = ["", 0];
          for (const [from, to] of marks) {
            kept += text.slice(at, from);
            at = to;
          }
          return (kept + text.slice(at)).replace(/\s/g, "");
        };
        const { before, after } = row ?? {};
        if ((before?.marks.length ?? 0) + (after?.marks.length ?? 0) > 0) {
          expect(rest("before")).toBe(rest("after"));
        }
      }),
    );
  });

  test("mark the words that changed within a line, none where little is alike", () => {
    const [row] = diffOf("the quick brown fox\n", "the slow brown dog\n");
    expect([marked(row, "before"), marked(row, "after")]).toEqual([
      ["quick", "fox"],
      ["slow", "dog"],
    ]);
    const [other] = diffOf("alpha\n", "omega psi\n");
    expect([marked(other, "before"), marked(other, "after")]).toEqual([[], []]);
  });

  test("a line stands beside the one it became, though others came in between", () => {
    const rows = diffOf("name: shop\nport: 80\n", "# new\nname: the shop\nowner: me\nport: 8080\n");
    expect(rows.map(({ before, after }) => [before?.text, after?.text])).toEqual([
      [undefined, "# new"],
      ["name: shop", "name: the shop"],
      [undefined, "owner: me"],
      ["port: 80", "port: 8080"],
    ]);
  });

  test("line ends and a last one make no line of their own", () => {
    expect(diffOf("a\r\nb\r\n", "a\nb").every(({ isSame }) => isSame)).toBe(true);
    expect(diffOf("", "")).toEqual([]);
  });

  test("a line of a million characters shows from where to where it differs", () => {
    const long = "x ".repeat(500_000);
    const [row] = diffOf(`${long}a${long}`, `${long}b${long}`);
    expect([marked(row, "before"), marked(row, "after")]).toEqual([["a"], ["b"]]);
  });

  test("as many lines as are compared take no time that one notices", () => {
    const lines = (by: number) => Array.from({ length: MOST_LINES }, (_, at) => `${at * by}`);
    const start = performance.now();
    expect(diffOf(lines(2).join("\n"), lines(3).join("\n")).length).toBeGreaterThan(MOST_LINES);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe("what is shown of a difference", () => {
  const before = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const after = before.map((line) => (line === "line 15" ? "line fifteen" : line));
  const rows = diffOf(before.join("\n"), after.join("\n"));

  test("lines far from it are folded, and together the parts are the whole", () => {
    const parts = partsOf(rows);
    expect(parts.map(({ isFolded, rows: own }) => [isFolded, own.length])).toEqual([
      [true, 12],
      [false, 7],
      [true, 11],
    ]);
    expect(parts.flatMap(({ rows: own }) => own)).toEqual([...rows]);
    expect(partsOf([])).toEqual([]);
  });

  test("in one column the earlier lines come first", () => {
    const lines = columnOf(diffOf("a\nb\nz\n", "c\nd\nz\n"));
    expect(lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      "removed a",
      "removed b",
      "added c",
      "added d",
      "same z",
    ]);
  });

  test("as text it is a patch that gives the later text", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", "d", "e", "f", "g"), { maxLength: 40 })
      .map((lines) => lines.map((line) => `${line}\n`).join(""));
    const pairs = fc.sample(fc.tuple(text, text), 25);
    for (const [old, changed] of pairs) {
      const diff = unifiedOf(diffOf(old, changed));
      if (old === changed) expect(diff).toBe("");
      else expect(applied(old, diff)).toBe(changed);
    }
  });
});

/** The text with the hunks of a diff put in, as its line numbers say. */
function applied(text: string, diff: string): string {
  const lines = text === "" ? [] : text.slice(0, -1).split("\n");
  const result: string[] = [];
  let at = 0;
  for (const hunk of diff.split(/^@@ /m).slice(1)) {
    const [head = "", ...body] = hunk.slice(0, -1).split("\n");
    const [, from = "", count = ""] = /^-(\d+),(\d+)/.exec(head) ?? [];
    const start = Number(from) - (count === "0" ? 0 : 1);
    result.push(...lines.slice(at, start));
    at = start;
    for (const line of body) {
      const [sign, own] = [line[0], line.slice(1)];
      if (sign !== "+") expect(lines[at++]).toBe(own);
      if (sign !== "-") result.push(own);
    }
  }
  return [...result, ...lines.slice(at)].map((line) => `${line}\n`).join("");
}
