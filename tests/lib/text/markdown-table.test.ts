import { expect, test } from "bun:test";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { markdownTable } from "../../../tools/_lib/text/markdown-table.ts";

const cell = fc.string({
  unit: fc.constantFrom("a", "b", "|", " ", "\n", "\r", "-"),
  maxLength: 8,
});

test("a reader of Markdown finds each cell in its place", () => {
  const reader = new MarkdownIt();
  const shape = fc.integer({ min: 1, max: 4 }).chain((columns) => {
    const row = fc.array(cell, { minLength: columns, maxLength: columns });
    return fc.tuple(row, fc.array(row, { maxLength: 4 }));
  });
  fc.assert(
    fc.property(shape, ([head, rows]) => {
      const read = reader
        .parse(markdownTable(head, rows), {})
        .filter(({ type }) => type === "inline")
        .map(({ content }) => content);
      const wanted = [head, ...rows].flat();
      expect(read).toEqual(wanted.map((text) => text.replace(/\r\n|[\r\n]/g, " ").trim()));
    }),
    { examples: [[[["|"], [["a|b"]]]]] },
  );
});

test("columns are aligned as asked", () => {
  expect(markdownTable(["a", "b"], [["1", "2"]], ["left", "right"])).toBe(
    "| a | b |\n| --- | ---: |\n| 1 | 2 |",
  );
});
