import { describe, expect, test } from "bun:test";
import { rowsOfCsv, rowsOfJson } from "../../../../app/web/views/output-rows.ts";
import { Digits, textOfCell } from "../../../../app/web/views/shape.ts";
import {
  columnsOf,
  csvOf,
  flattened,
  nextSorting,
  numericOf,
  sorted,
} from "../../../../app/web/views/table-rows.ts";

const column = (rows: readonly Readonly<Record<string, unknown>>[], name: string) =>
  rows.map((row) => textOfCell(row[name]));

describe("the rows of a table", () => {
  test("are sorted by number, then by text, and what is empty stays last", () => {
    const rows = ["10", "9", "", "item 10", "item 9", null, "-1e1", "Ä"].map((a) => ({ a }));
    expect(column(sorted(rows, { column: "a", step: 1 }), "a")).toEqual([
      "-1e1",
      "9",
      "10",
      "Ä",
      "item 9",
      "item 10",
      "",
      "",
    ]);
    expect(column(sorted(rows, { column: "a", step: -1 }), "a")).toEqual([
      "item 10",
      "item 9",
      "Ä",
      "10",
      "9",
      "-1e1",
      "",
      "",
    ]);
    expect(sorted(rows, undefined)).toBe(rows);
    expect(sorted([], { column: "a", step: 1 })).toEqual([]);
  });

  test("equal rows keep their order either way", () => {
    const rows = [1, 2, 3].map((id) => ({ id, same: "x" }));
    expect(column(sorted(rows, { column: "same", step: 1 }), "id")).toEqual(["1", "2", "3"]);
    expect(column(sorted(rows, { column: "same", step: -1 }), "id")).toEqual(["1", "2", "3"]);
  });

  test("a column is sorted upwards, downwards, as it came", () => {
    const first = nextSorting(undefined, "a");
    expect(first).toEqual({ column: "a", step: 1 });
    const second = nextSorting(first, "a");
    expect(second).toEqual({ column: "a", step: -1 });
    expect(nextSorting(second, "a")).toBeUndefined();
    expect(nextSorting(second, "b")).toEqual({ column: "b", step: 1 });
  });

  test("small objects in cells are columns of their own, and columns without a value are none", () => {
    const rows = flattened([
      { id: 1, at: { x: 1, y: null }, none: [], __proto__: null },
      { id: 2, at: { x: 2, y: 3 }, more: "m" },
    ]);
    const columns = columnsOf(rows);
    expect(columns).toEqual(["id", "at.x", "at.y", "more"]);
    expect(numericOf(rows, columns)).toEqual(new Set(["at.x", "at.y"]));
    expect(csvOf(columns, rows)).toBe("id,at.x,at.y,more\r\n1,1,,\r\n2,2,3,m\r\n");
  });

  test("members that are called as those of every object are data", () => {
    const rows = rowsOfJson('[{"__proto__": 1, "constructor": "c"}, {"__proto__": 2}]');
    expect(columnsOf(rows)).toEqual(["__proto__", "constructor"]);
    expect(csvOf(columnsOf(rows), rows)).toBe("__proto__,constructor\r\n1,c\r\n2,\r\n");
  });

  test("CSV quotes what has to be, and keeps lone surrogates", () => {
    const rows = [
      { a: 'say "x"', b: "1,2\n3" },
      { a: "\ud800", b: "" },
    ];
    expect(csvOf(["a", "b"], rows)).toBe('a,b\r\n"say ""x""","1,2\n3"\r\n\ud800,\r\n');
    expect(csvOf([], [])).toBe("\r\n");
  });

  test("100,000 rows are sorted in less than two seconds", () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => ({
      a: `${(index * 7919) % 99991}`,
    }));
    const start = performance.now();
    expect(column(sorted(rows, { column: "a", step: 1 }), "a").slice(0, 3)).toEqual([
      "0",
      "0",
      "1",
    ]);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe("an output that is a table", () => {
  test("of JSON keeps every digit", () => {
    const [row] = rowsOfJson('[{"a": 12345678901234567890, "b": 1.50, "c": 2, "d": [0.10, 1]}]');
    expect(row?.["a"]).toBeInstanceOf(Digits);
    expect(row?.["c"]).toBe(2);
    expect(Object.values(row ?? {}).map(textOfCell)).toEqual([
      "12345678901234567890",
      "1.50",
      "2",
      "0.10, 1",
    ]);
    expect(numericOf([row ?? {}], ["a", "b"])).toEqual(new Set(["b"]));
  });

  test("that is none has no rows", () => {
    expect([rowsOfJson("[1, 2"), rowsOfJson("{}"), rowsOfJson("[1]")]).toEqual([[], [], []]);
  });

  test("of CSV has its own delimiter", () => {
    expect(rowsOfCsv("a;b\n1;2\n3\n", ";")).toEqual([
      { a: "1", b: "2" },
      { a: "3", b: "" },
    ]);
  });
});
