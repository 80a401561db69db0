import { describe, expect, test } from "bun:test";
import { type Block, blocksOf, textOfBlocks } from "../../../../app/web/views/blocks.ts";
import type { Plan } from "../../../../app/web/views/plan.ts";

const blocks = (value: object, output?: string, plan: Plan = {}, input = {}) =>
  blocksOf({ value: value as Readonly<Record<string, unknown>>, output, plan, input });
const kinds = (list: readonly Block[]) => list.map(({ kind }) => kind);

describe("an overview", () => {
  test("lines of an output are figures, and are not told twice", () => {
    const list = blocks(
      { ratio: "16:9", orientation: "landscape", megapixels: 2.07 },
      "16:9\nOrientation: landscape\n",
      { main: "Ratio" },
    );
    expect(list[0]).toEqual({
      kind: "figures",
      title: "",
      main: { label: "Ratio", text: "16:9" },
      others: [{ label: "Orientation", text: "landscape" }],
    });
    expect(list[1]).toEqual({
      kind: "values",
      title: "",
      values: [{ label: "Megapixels", text: "2.07" }],
    });
    expect(textOfBlocks(list)).toBe("Ratio: 16:9\nOrientation: landscape\n\nMegapixels: 2.07");
  });

  test("an output of many lines, or of other lines, is none of figures", () => {
    const many = Array.from({ length: 20 }, (_, index) => `L${index}: ${index}`).join("\n");
    expect(kinds(blocks({ a: 1 }, many))).toEqual(["values"]);
    expect(kinds(blocks({ a: 1 }, "no label here\nat all"))).toEqual(["values"]);
  });

  test("scalars are values, like objects a table, others a tree, long texts a text", () => {
    const list = blocks({
      size: 1,
      none: null,
      rows: [{ a: 1 }, { a: 2 }],
      mixed: [1, { a: 1 }],
      note: "two\nlines",
      names: ["x".repeat(30), "y".repeat(30)],
      schema: { type: "object", properties: {} },
    });
    expect(list.map((block) => [block.kind, "title" in block ? block.title : ""])).toEqual([
      ["values", ""],
      ["table", "Rows"],
      ["tree", "Mixed"],
      ["text", "Note"],
      ["list", "Names"],
      ["tree", "Schema"],
    ]);
    expect(textOfBlocks(list)).toContain("Rows\na\r\n1\r\n2\n");
  });

  test.each([
    [
      "schedule",
      {
        schedule: [
          { period: 1, balance: 5 },
          { period: 2, balance: 0 },
        ],
      },
    ],
    [
      "spans",
      {
        schedule: [
          { id: "a", start: 0, end: 2 },
          { id: "b", start: 2, end: 3 },
        ],
      },
    ],
    ["histogram", { values: Array.from({ length: 20 }, (_, index) => index % 4) }],
    [
      "zones",
      {
        source: { timeZone: "UTC", local: "2026-01-01T00:00:00", offset: "+00:00" },
        conversions: [{ timeZone: "UTC", local: "2026-01-01T00:00:00", offset: "+00:00" }],
      },
    ],
  ])("%s is drawn, and stands behind it as text", (kind, value) => {
    const list = blocks(value);
    const at = list.findIndex((block) => block.kind === "plot");
    expect(list[at]).toMatchObject({ plot: { kind } });
    expect(list[at + 1]?.kind).toBe("table");
  });

  test("numbers that are not all finite are not drawn", () => {
    const values = [...Array(20).fill(1), Number.NaN] as number[];
    expect(kinds(blocks({ values }))).not.toContain("plot");
    const schedule = [{ balance: 1 }, { balance: Number.POSITIVE_INFINITY }];
    expect(kinds(blocks({ schedule }))).not.toContain("plot");
  });

  test("hostile values are shown as they are", () => {
    const own = JSON.parse(
      '{"__proto__": {"x": 1, "y": 2}, "constructor": "c", "toString": 1}',
    ) as object;
    expect(textOfBlocks(blocks({ ...own, nan: Number.NaN, lone: "\ud800" }))).toBe(
      "Constructor: c\nTo string: 1\nNan: NaN\nLone: \ud800\n\n__proto__\nX: 1\nY: 2",
    );
    expect(blocks({})).toEqual([]);
    expect(textOfBlocks([])).toBe("");
    let deep: object = { end: 1 };
    for (let level = 0; level < 1000; level++) deep = { deep };
    expect(kinds(blocks(deep))).toEqual(["tree"]);
    const rows = Array.from({ length: 100_000 }, (_, index) => ({ index, text: `t${index}` }));
    expect(kinds(blocks({ rows }))).toEqual(["table"]);
  });

  test("what was put in is not told again", () => {
    expect(kinds(blocks({ width: 3 }, "3:2\n", { main: "Ratio" }, { width: 3 }))).toEqual([
      "figures",
    ]);
  });
});
