import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Column } from "../../../tools/policy-decision-table/column.ts";
import { RegionWriter } from "../../../tools/policy-decision-table/region.ts";
import { runsOf } from "../../../tools/policy-decision-table/runs.ts";
import type { InputColumn } from "../../../tools/policy-decision-table/table.ts";
import { readTest } from "../../../tools/policy-decision-table/read-unary.ts";
import type { Test } from "../../../tools/policy-decision-table/unary.ts";

function testOf(text: string): Test {
  const read = readTest(text);
  if ("found" in read) throw new Error(`${text}: ${read.found}`);
  return read;
}

function column(tests: readonly string[], more: Partial<InputColumn> = {}): Column {
  return new Column({ name: "x", ...more }, tests.map(testOf));
}

/** Every single cell of the domain. */
function cellsOf(tests: readonly string[], more: Partial<InputColumn> = {}): string[] {
  const one = column(tests, more);
  const writer = new RegionWriter(one);
  return one.domain.map((_, place) => writer.write(runsOf([place])));
}

const bounds = (text: string) => ({ bounds: testOf(text) });

describe("the cells of a column", () => {
  test.each<[string[], Partial<InputColumn>, string[]]>([
    [["< 18"], {}, ["<18", "18", ">18"]],
    [["< 18", "[18..64]"], {}, ["<18", "18", "(18..64)", "64", ">64"]],
    [["1.0", "1", "0.10"], { type: "number" }, ["<0.1", "0.1", "(0.1..1)", "1", ">1"]],
    [["1e3", "1E30"], {}, ["<1000", "1000", "(1000..1e30)", "1e30", ">1e30"]],
    [["< 18", "> 19"], { type: "integer" }, ["<=17", "18", "19", ">=20"]],
    [["[0.5..2.5]"], { type: "integer" }, ["<=0", "[1..2]", ">=3"]],
    [["<= 5"], { type: "integer", ...bounds("[0..7]") }, ["0", "[1..4]", "5", "6", "7"]],
    [["<= 5"], { type: "number", ...bounds("[0..7]") }, ["0", "(0..5)", "5", "(5..7)", "7"]],
    [["-"], { type: "number" }, ["-"]],
    [["-"], { type: "number", nullable: true }, ["not(null)", "null"]],
    [["-"], {}, ["-"]],
    [["null"], {}, ["not(null)", "null"]],
    [["null"], { nullable: false }, ["-"]],
    [["null"], { type: "boolean" }, ["false", "true"]],
    [["b", '"a"'], {}, ['"a"', '"b"', 'not("a", "b")']],
    [["b"], { nullable: true }, ['"b"', 'not("b", null)', "null"]],
    [["b"], { values: [{ type: "string", value: "z" }] }, ["-"]],
    [["true"], {}, ["false", "true"]],
    [
      ["< 2026-01-31", 'date("2026-02-02")'],
      {},
      ["<=2026-01-30", "2026-01-31", "2026-02-01", "2026-02-02", ">=2026-02-03"],
    ],
    [
      [">= 0001-01-01", "<= 9999-12-31"],
      {},
      ["0001-01-01", "[0001-01-02..9999-12-30]", "9999-12-31"],
    ],
    [["< m"], {}, ['<"m"', '"m"', '>"m"']],
    [["1", "a"], {}, ["<1", "1", ">1", '"a"', 'not("a", <1, >=1)']],
    [["1e999999999"], { type: "integer" }, ["<1e999999999", "1e999999999", ">1e999999999"]],
  ])("%j %j", (tests, more, expected) => {
    expect(cellsOf(tests, more)).toEqual(expected);
  });

  test("of values listed are those values, in their order", () => {
    const values = ["z", "a"].map((value) => ({ type: "string", value }) as const);
    expect(cellsOf(["a", "m"], { type: "string", values })).toEqual(['"z"', '"a"']);
  });

  test("numbers listed are no interval", () => {
    const values = ["1", "2", "3"].map((text) => ({ type: "number", text }) as const);
    const one = column(["-"], { type: "integer", values });
    expect(new RegionWriter(one).write(runsOf([0, 1]))).toBe("1, 2");
  });

  test("text is a date where the column has dates", () => {
    const dates = column(["< 2026-01-31", '"2026-02-01"']);
    expect(dates.types).toEqual(new Set(["date"]));
    expect(dates.fits({ type: "string", value: "2026-03-01" })).toBe(true);
    expect(dates.fits({ type: "string", value: "2026-02-30" })).toBe(false);
  });
});

describe("a set of cells", () => {
  test.each<[string[], Partial<InputColumn>, number[], string]>([
    [["< 18", "> 64"], {}, [0, 1, 4], "<=18, >64"],
    [["< 18", "> 64"], {}, [1, 2], "[18..64)"],
    [["< 18", "> 64"], {}, [2, 3], "(18..64]"],
    [["< 18", "> 64"], { type: "integer" }, [1, 2], "[18..63]"],
    [["< 18", "> 64"], { type: "integer" }, [0, 1, 2, 3, 4], "-"],
    [["< 18", "> 64"], { nullable: true }, [0, 1, 2, 3, 4], "not(null)"],
    [["< 18", "> 64"], { nullable: true }, [0, 5], "<18, null"],
    [["a", "b"], {}, [0, 2], '"a", not("a", "b")'],
    [["a", "b"], { nullable: true }, [2, 3], 'not("a", "b"), null'],
    [["a", "b"], { nullable: true }, [2], 'not("a", "b", null)'],
    [["1", "true"], {}, [0, 1, 2], "<1, >=1"],
    [["5"], bounds("[0..10], [20..30]"), [2, 3, 4, 5, 6], "[5..10], [20..30)"],
  ])("%j %j %j", (tests, more, places, expected) => {
    expect(new RegionWriter(column(tests, more)).write(runsOf(places))).toBe(expected);
  });

  const literal = fc.constantFrom("1", "2", "4", "2.5", "-3", '"a"', '"b"', '"x, y"', "null");
  const cell = fc.oneof(
    { weight: 4, arbitrary: literal },
    fc.constantFrom("true", "< 2026-01-05", "[2026-01-02..2026-01-03)", "2026-01-07"),
    fc.constantFrom("< 3", "]1..4[", ">= 2.5", "!= 2", "not(1, null)", '!= "a"', '< "b"'),
  );
  const columns = fc.record({
    tests: fc.array(cell, { maxLength: 6 }),
    more: fc.oneof(
      fc.constant({}),
      fc.record({
        type: fc.constantFrom("integer", "number", "string", "date", "boolean", undefined),
        nullable: fc.boolean(),
      }),
    ),
    seed: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
  });

  test("reads back as the same set", () => {
    fc.assert(
      fc.property(columns, ({ tests, more, seed }) => {
        const one = column(tests, more as Partial<InputColumn>);
        const places = runsOf([...one.domain.keys()].filter((place) => seed[place]));
        if (places.length === 0) return;
        const text = new RegionWriter(one).write(places);
        expect([text, one.domainRunsOf(testOf(text))]).toEqual([text, places]);
      }),
      { numRuns: 1000 },
    );
  });
});
