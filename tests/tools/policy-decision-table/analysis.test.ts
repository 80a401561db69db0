import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { numbersIn, runsOf } from "../../../tools/policy-decision-table/runs.ts";
import { Splitter } from "../../../tools/policy-decision-table/splitting.ts";
import tool from "../../../tools/policy-decision-table.ts";
import type { Analysis, Value } from "../../../tools/policy-decision-table.ts";
import { runUnit } from "../../support/run-unit.ts";

type Fields = Record<string, unknown>;
type Column = string | Fields;

function run(columns: readonly Column[], rows: readonly unknown[][], more: Fields = {}) {
  const { requireComplete = false, ...rest } = more;
  const table = {
    inputs: columns.map((column) => (typeof column === "string" ? { name: column } : column)),
    outputs: [{ name: "out" }],
    rules: rows.map((row, at) => {
      const [when, outputs] = [row.slice(0, columns.length), [row[columns.length] ?? at]];
      // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
      return { id: `r${at}`, when, then: outputs };
    }),
    ...rest,
  };
  const outcome = runUnit(tool as never, { table, requireComplete });
  const value = outcome.value as Value;
  return { ...outcome, value, analysis: value?.analysis as Analysis };
}

const gaps = (...given: Parameters<typeof run>) => run(...given).analysis.gaps;
const codes = (entries: readonly { code: string; path?: string | undefined }[] | undefined) =>
  (entries ?? []).map(({ code, path }) => `${code} ${path ?? ""}`.trim());

const age = { name: "age", type: "integer", min: 0, max: 150 };

describe("gaps", () => {
  test.each<[string, Column[], unknown[][], Fields[]]>([
    ["below and above", ["a"], [["[5..10]"]], [{ a: "<5, >10" }]],
    ["around a point", ["a"], [["5"]], [{ a: "<5, >5" }]],
    ["a point", ["a"], [["<5"], [">5"]], [{ a: "5" }]],
    ["an open interval", ["a"], [["<= 0.1"], [">=0.3"]], [{ a: "(0.1..0.3)" }]],
    ["none of an exact boundary", ["a"], [["<0.3"], [">=0.30"]], []],
    ["up to the minimum", [age], [[">17"]], [{ age: "<=17" }]],
    ["the minimum alone", [age], [[">0"]], [{ age: "0" }]],
    ["from within to the maximum", [age], [["<65"]], [{ age: ">=65" }]],
    ["whole ends inside", [age], [["<18"], [">64"]], [{ age: "[18..64]" }]],
    ["no member between neighbours", [age], [["<=18"], [">=19"]], []],
    ["all", [age, "b"], [["[5..1]", "-"]], [{ age: "-", b: "-" }]],
    ["other text", ["tier"], [['"gold"'], ["silver"]], [{ tier: 'not("gold", "silver")' }]],
    ["text listed", [{ name: "t", values: ["x", "a"] }], [["a"]], [{ t: '"x"' }]],
    ["a truth value", ["b"], [["true"]], [{ b: "false" }]],
    ["null", [{ name: "b", type: "boolean", nullable: true }], [["true, false"]], [{ b: "null" }]],
    [
      "other text or null",
      [{ name: "t", type: "string", nullable: true }],
      [["a"]],
      [{ t: 'not("a"), null' }],
    ],
    [
      "days",
      [{ name: "d", type: "date", min: "2026-01-01", max: "2026-12-31" }],
      [["< 2026-02-01"], ["[2026-03-01..2026-03-31]"]],
      [{ d: "[2026-02-01..2026-02-28], >=2026-04-01" }],
    ],
    [
      "columns joined from the last to the first",
      ["a", "b"],
      [["true", "true"]],
      [
        { a: "false", b: "-" },
        { a: "true", b: "false" },
      ],
    ],
    [
      "sets of equal rest joined",
      ["a", "b"],
      [["<1", "true"]],
      [
        { a: "<1", b: "false" },
        { a: ">=1", b: "-" },
      ],
    ],
    [
      "sorted by their cells",
      ["a", "b"],
      [
        ["<1", "true"],
        ["1", "false"],
        [">1", "true"],
      ],
      [
        { a: "<1, >1", b: "false" },
        { a: "1", b: "true" },
      ],
    ],
  ])("%s", (_, columns, rows, expected) => {
    expect(gaps(columns, rows)).toEqual(expected as never);
  });

  test("make the table incomplete: a warning, or an error", () => {
    const [free, strict] = [
      run(["a"], [["true"]]),
      run(["a"], [["true"]], { requireComplete: true }),
    ];
    expect([free.valid, codes(free.warnings)]).toEqual([true, ["TABLE_INCOMPLETE /table"]]);
    expect([strict.valid, codes(strict.errors)]).toEqual([false, ["TABLE_INCOMPLETE /table"]]);
    expect(free.analysis).toMatchObject({ complete: false, totalCells: 2, coveredCells: 1 });
  });
});

describe("overlaps", () => {
  test("are told with their region and whether outputs differ", () => {
    const { analysis } = run(
      ["a", "b"],
      [
        ["[1..5]", "-", 1],
        ["(3..9)", '"x"', 2],
        ["4", "not(y)", 1.0],
      ],
      { hitPolicy: "collect" },
    );
    expect(analysis.overlaps).toEqual([
      { rules: ["r0", "r1"], region: { a: "(3..5]", b: '"x"' }, conflict: true },
      { rules: ["r0", "r2"], region: { a: "4", b: '"x", not("x", "y")' }, conflict: false },
      { rules: ["r1", "r2"], region: { a: "4", b: '"x"' }, conflict: true },
    ]);
    expect(analysis.overlapCount).toBe(3);
  });

  test("are errors under unique, under any where they conflict, and nothing elsewhere", () => {
    const rows = [
      ["-", 1],
      ["true", 1],
      ["true", 2],
    ];
    const errors = (hitPolicy: string) => run(["a"], rows, { hitPolicy }).errors?.length ?? 0;
    expect(["U", "A", "F", "C", "R", "C+"].map(errors)).toEqual([3, 2, 0, 0, 0, 0]);
  });

  test("of equal rules are listed, too", () => {
    const { errors, analysis } = run(["a"], [["true"], ["true"]]);
    expect(codes(errors)).toEqual(["RULE_OVERLAP /table/rules/0"]);
    expect(analysis.unreachable).toEqual([]);
  });

  test("beyond 1,000 are counted only", () => {
    const rows = Array.from({ length: 500 }, (_, at) => [`[${at}..${at + 300}]`]);
    const { analysis, warnings, value, errors } = run(["a"], rows);
    expect(analysis.overlaps).toHaveLength(1000);
    expect(analysis.overlapCount).toBe(200 * 300 + (300 * 299) / 2);
    expect(analysis.overlaps[999]?.rules).toEqual(["r3", "r103"]);
    expect([value.counts.error, errors?.length]).toEqual([1000, 1000]);
    expect(codes(warnings)).toContain("OVERLAPS_TRUNCATED /table");
    const few = run(["a"], rows.slice(0, 45)).analysis;
    expect([few.overlaps.length, few.overlapCount]).toEqual([990, 990]);
  });

  test("that conflict are found behind 1,000 that do not", () => {
    const rows = Array.from({ length: 60 }, (_, at) => ["-", at < 59 ? 1 : 2]);
    const { errors, analysis } = run(["a"], rows, { hitPolicy: "any" });
    expect(analysis.overlapCount).toBe((60 * 59) / 2);
    expect(errors).toHaveLength(59);
  });
});

describe("rules that never decide", () => {
  const unreachable = (...given: Parameters<typeof run>) => run(...given).analysis.unreachable;

  test("have no cell in the domain", () => {
    const values = { name: "t", type: "string", values: ["a"] };
    expect(unreachable([values], [["a"], ["b"], ["null"], ["5"]])).toEqual(["r1", "r2", "r3"]);
    expect(unreachable([age], [["<0"], [">150"], ["0.5"], ["-"]])).toEqual(["r0", "r1", "r2"]);
    expect(
      unreachable(
        ["a", "b"],
        [
          ["-", "[5..1]"],
          ["1", "2"],
        ],
      ),
    ).toEqual(["r0"]);
  });

  test("are covered by earlier ones under first, and by better ones under priority", () => {
    const rows = [["<5"], [">=3"], ["4"], ["-"]];
    expect(unreachable(["a"], rows, { hitPolicy: "first" })).toEqual(["r2", "r3"]);
    expect(unreachable(["a"], rows, { hitPolicy: "collect" })).toEqual([]);
    const outputs = [{ name: "out", values: [2, 3, 1, 0] }];
    expect(unreachable(["a"], rows, { hitPolicy: "P", outputs })).toEqual(["r0", "r1"]);
  });
});

describe("types", () => {
  test("come from the literals where they are not given", () => {
    const cells = (rows: unknown[][]) => run(["a"], rows).analysis.totalCells;
    expect(cells([["1"], ["2"]])).toBe(5);
    expect(cells([[1], [2.0]])).toBe(5);
    expect(cells([["a"], ["b"]])).toBe(3);
    expect(cells([["true"]])).toBe(2);
    expect(cells([[true], [null]])).toBe(3);
    expect(cells([["2026-01-31"]])).toBe(3);
    expect(cells([["-"]])).toBe(1);
    expect(cells([["null"]])).toBe(2);
    expect(cells([["1"], ["a"]])).toBe(5);
  });

  test("that are given leave literals of others without a match", () => {
    const { analysis } = run([{ name: "a", type: "number" }], [["a"], ["<=1"], [">1"], ["null"]]);
    expect(analysis).toMatchObject({ complete: true, unreachable: ["r0", "r3"], totalCells: 3 });
  });
});

describe("what is too much or too little", () => {
  test("an empty or reversed range is told", () => {
    const { warnings } = run(["a"], [["[5..1]"], ["not((1..1])"], ["3, ]2..2["], ["[1..1]"]]);
    expect(codes(warnings).filter((one) => one.startsWith("RANGE"))).toEqual([
      "RANGE_EMPTY /table/rules/0/when/0",
      "RANGE_EMPTY /table/rules/1/when/0",
      "RANGE_EMPTY /table/rules/2/when/0",
    ]);
  });

  test("20 inputs and 1,000 rules, of which no more is looked at than the rules need", () => {
    const columns = Array.from({ length: 20 }, (_, at) => ({ name: `n${at}`, type: "number" }));
    let seed = 1;
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const rules = Array.from({ length: 1000 }, () =>
      columns.map(() => (next(2) > 0 ? "-" : `[${next(50)}..${60 + next(50)}]`)),
    );
    const start = performance.now();
    const { analysis } = run(columns, rules, { hitPolicy: "first" });
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(analysis).toMatchObject({ complete: false, totalCells: null, coveredCells: null });
    expect(analysis.overlapCount).toBeGreaterThan(1000);
    const all = run(columns, [...rules.slice(1), columns.map(() => "-")], { hitPolicy: "first" });
    expect(all.analysis).toMatchObject({ complete: true, gaps: [] });
  });

  test("a rule for all values is complete over any number of combinations", () => {
    const columns = Array.from({ length: 18 }, (_, at) => ({ name: `b${at}`, type: "boolean" }));
    const row = columns.map(() => "-");
    const whole = { complete: true, totalCells: 262_144, coveredCells: 262_144 };
    expect(run(columns, [row]).analysis).toMatchObject(whole);
    const one = run(columns, [["true", ...row.slice(1)]]);
    expect(one.analysis).toMatchObject({ complete: false, coveredCells: 131_072 });
    expect(one.analysis.gaps).toEqual([
      Object.fromEntries(columns.map(({ name }, at) => [name, at === 0 ? "false" : "-"])),
    ]);
  });

  test("gaps beyond number are cut, and so is what would take too long", () => {
    const columns = Array.from({ length: 20 }, (_, at) => ({ name: `b${at}`, type: "boolean" }));
    const bits = (number: number) => columns.map((_, at) => String(((number >> at) & 1) === 1));
    const some = Array.from({ length: 1000 }, (_, at) => bits(at * 1021));
    const many = run(columns, some);
    expect([many.analysis.gaps.length, codes(many.warnings)]).toEqual([
      1000,
      ["TABLE_INCOMPLETE /table", "GAPS_TRUNCATED /table"],
    ]);
    // Three inputs each, all of which hold somewhere: no part is covered soon.
    const clauses = Array.from({ length: 1000 }, (_row, at) =>
      columns.map((_, column) =>
        [0, 7, 13].includes((column + at) % 20) ? String(((at >> (column % 5)) & 1) === 0) : "-",
      ),
    );
    const start = performance.now();
    const hard = run(columns, clauses, { hitPolicy: "first" });
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(hard.value.analysis === null).toBe(
      codes(hard.warnings).includes("ANALYSIS_TOO_LARGE /table"),
    );
  });

  test("gaps too long to be written are not", () => {
    const one = Array.from({ length: 220 }, (_, at) => [String(at), `not(${(at * 7) % 220})`]);
    const { analysis } = run(["a", "b"], one);
    expect(analysis.gaps.length).toBe(221);
    const name = "n".repeat(20_000);
    const long = run([name, "b"], one);
    expect([long.value.analysis, codes(long.warnings)]).toEqual([
      null,
      ["ANALYSIS_TOO_LARGE /table"],
    ]);
  });

  test("a domain without a value is complete, and no rule decides", () => {
    const none = { name: "a", type: "integer", min: 0.2, max: 0.8 };
    expect(run([none], [["-"]]).analysis).toMatchObject({
      complete: true,
      gaps: [],
      unreachable: ["r0"],
      totalCells: 0,
      coveredCells: 0,
    });
  });
});

test("rules against rules find what a look at each combination finds", () => {
  const runs = fc
    .uniqueArray(fc.nat(4), { maxLength: 5 })
    .map((cells) => runsOf(cells.toSorted((a, b) => a - b)));
  const box = fc.tuple(runs, runs, runs);
  const cells = (of: readonly (readonly { start: number; end: number }[])[]) => {
    const [a = [], b = [], c = []] = of.map((one) => [...numbersIn(one)]);
    return a.flatMap((x) => b.flatMap((y) => c.map((z) => `${x} ${y} ${z}`)));
  };
  fc.assert(
    fc.property(fc.array(box, { maxLength: 8 }), box, (rules, within) => {
      const splitter = new Splitter([5, 5, 5]);
      for (const start of [splitter.whole, within]) {
        if (start.some((one) => one.length === 0)) continue;
        const found = [...splitter.uncovered(start, rules)].flatMap(cells);
        const covered = new Set(rules.flatMap(cells));
        const expected = cells(start).filter((cell) => !covered.has(cell));
        expect(splitter.hasUncovered(start, rules)).toBe(expected.length > 0);
        // Each cell once: the parts do not meet.
        expect(found.toSorted()).toEqual(expected.toSorted());
      }
    }),
  );
});
