import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/structured-data-reconciliation.ts";
import tool from "../../tools/structured-data-reconciliation.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const reconcile = (left: unknown, right: unknown, key: unknown = "k", more: object = {}) =>
  run({ left, right, key, ...more }).value as Value;
const differences = (...given: Parameters<typeof reconcile>) =>
  reconcile(...given).differences.map(
    ({ key, column, left, right, kind, delta }) =>
      `${key.join("+")} ${column} ${JSON.stringify(left)} ${JSON.stringify(right)} ${kind} ${delta}`,
  );
const failure = (left: unknown, right: unknown, more: object = {}) => {
  const { ok, error, errors = [] } = run({ left, right, key: "k", ...more });
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path} ${errors[0]?.line}`;
};
const warnings = (left: unknown, right: unknown, more: object = {}) =>
  run({ left, right, key: "k", ...more }).warnings?.map(
    ({ code, path, line }) => `${code} ${path} ${line}`,
  );

describe("reading", () => {
  test("CSV, JSON and JSON Lines hold the same rows", () => {
    const sides = [
      "k,v\r\na,1\r\nb,\r\n",
      "\ufeffk;v\ra;1\rb;\r",
      "k\tv\n\na\t1\n\nb\t\n",
      "k|v\n a | 1 \nb\n",
      '[{"k":"a","v":1},{"k":"b"}]',
      '{"k":"a","v":1.0}\n\n{"k":"b","v":null}\n',
      [{ k: "a", v: 1 }, { k: "b" }],
    ];
    for (const left of sides) {
      for (const right of sides) {
        const { counts, matchPercent } = reconcile(left, right);
        expect(counts).toMatchObject({ leftRows: 2, rightRows: 2, keys: 2, matched: 2 });
        expect(matchPercent).toBe(100);
      }
    }
  });

  test("quoted cells hold delimiters, quotes and line ends", () => {
    const left = 'k,v\n"a,1","x ""y""\nz"\n';
    expect(differences(left, [{ k: "a,1", v: 'x "y"\nz' }])).toEqual([]);
    expect(differences('k,v\na,6" nail\n', [{ k: "a", v: '6" nail' }])).toEqual([]);
  });

  test("the delimiter is the most frequent one in the header line, or the one that is told", () => {
    expect(reconcile("k;v;w\n1,2;3;4,5,6\n", "k;v;w\n1,2;3;4,5,6\n").counts.matched).toBe(1);
    expect(reconcile('"k";"a,b,c";v\n1;2;3\n', [{ k: 1, "a,b,c": 2, v: 3 }]).counts.matched).toBe(
      1,
    );
    expect(reconcile("k,v;w\n1,2\n", [{ k: 1, "v;w": 2 }]).counts.matched).toBe(1);
    expect(reconcile("k:v\n1:2\n", [{ k: 1, v: 2 }], "k", { delimiter: ":" }).counts.matched).toBe(
      1,
    );
    expect(failure("k\n", "k\n", { delimiter: "ab" })).toBe(
      "DELIMITER_INVALID /delimiter undefined",
    );
  });

  test("what is no table is told with its line", () => {
    expect(failure('k,v\n1,"2\n', "k\n1\n")).toBe("TABLE_SYNTAX /left 2");
    expect(failure("k\n1\n", 'k,v\n1,2\n3,"4"5\n')).toBe("TABLE_SYNTAX /right 3");
    expect(failure('"k', "k\n")).toBe("TABLE_SYNTAX /left 1");
    expect(failure('[{"k":1},\n{"k":}]', "k\n")).toBe("TABLE_SYNTAX /left 2");
    expect(failure('{"k":1}\n{"k":2}\n{"k"\n', "k\n")).toBe("TABLE_SYNTAX /left 3");
    expect(failure([1], "k\n")).toBe("TOOL_INPUT_INVALID /left/0 undefined");
    expect(failure({ k: 1 }, "k\n")).toBe("TOOL_INPUT_INVALID /left undefined");
    expect(failure("[1]", "k\n")).toBe("DOCUMENT_TYPE /left/0 1");
    expect(failure("k\n", [{ k: 1 }, null])).toBe("TOOL_INPUT_INVALID /right/1 undefined");
    expect(failure(5, "k\n")).toBe("TOOL_INPUT_INVALID /left undefined");
    const { errors } = run({ left: '"', right: '"', key: "k" });
    expect(errors?.map(({ path }) => path)).toEqual(["/left", "/right"]);
    expect(reconcile('{"k":1}', [{ k: 1 }]).counts.matched).toBe(1);
  });

  test("rows of another width, and names that stand twice", () => {
    expect(differences("k,v,w\n1\n2,x,y,z\n", "k,v,w\n1,,\n2,x,y\n")).toEqual([]);
    expect(warnings("k,v,w\n1\n2,x,y,z\n", "k,v,w\n1,,\n2,x,y\n")).toEqual([
      "RAGGED_ROW /left 2",
      "RAGGED_ROW /left 3",
    ]);
    expect(differences("k,v,v\n1,a,b\n", "k,v\n1,b\n")).toEqual([]);
    expect(warnings("k,v,v\n1,a,b\n", "\nk,v,v\n1,a,b\n")).toEqual([
      "DUPLICATE_COLUMN /left 1",
      "DUPLICATE_COLUMN /right 2",
    ]);
    expect(warnings('[{"k":1,"v":2,"v":3}]', "k,v\n1,3\n")).toEqual(["DUPLICATE_KEY /left/0/v 1"]);
  });

  test("nothing on both sides agrees", () => {
    for (const empty of ["", "\ufeff", "\n \n", "[]", []]) {
      expect(run({ left: empty, right: empty, key: "k" })).toMatchObject({
        valid: true,
        output: "",
      });
      expect(reconcile(empty, empty).matchPercent).toBe(100);
      expect(reconcile(empty, "k,v\n1,2\n").rightOnly).toEqual([{ key: ["1"], row: 0 }]);
      expect(reconcile("k,v\n", empty).matchPercent).toBe(100);
    }
  });
});

describe("keys", () => {
  test("text of CSV is text, a number of JSON its value", () => {
    expect(reconcile("k\n007\n", "k\n7\n").counts).toMatchObject({ leftOnly: 1, rightOnly: 1 });
    expect(reconcile("k\n7\n-0\n", '[{"k":7.0},{"k":0}]').counts).toMatchObject({ matched: 1 });
    expect(reconcile('[{"k":1e2}]', '[{"k":100.00}]').counts.matched).toBe(1);
    const digits = "123456789012345678901234567890";
    expect(reconcile(`[{"k":${digits}}]`, `k\n${digits}\n`).counts.matched).toBe(1);
  });

  test("several columns are compared part by part", () => {
    const rows = [
      { a: "b", b: "" },
      { a: "a", b: "z" },
      { a: "a", b: "B" },
    ];
    const { leftOnly } = reconcile(rows, [], ["a", "b"]);
    expect(leftOnly.map(({ key }) => key)).toEqual([
      ["a", "B"],
      ["a", "z"],
      ["b", ""],
    ]);
    const split = reconcile([{ a: "x", b: "y,z" }], [{ a: "x,y", b: "z" }], ["a", "b"]);
    expect(split.counts.keys).toBe(2);
  });

  test("nothing, null and empty text are one key", () => {
    const { counts } = reconcile([{ k: null, v: 1 }], [{ v: 1, k: "" }]);
    expect(counts).toMatchObject({ keys: 1, matched: 1 });
    expect(reconcile([{ k: "a" }, { v: 1 }], 'k,v\na,\n"",1\n').counts.matched).toBe(2);
    expect(reconcile('k\n""\n', 'k\n""\n').counts).toMatchObject({ leftRows: 1, matched: 1 });
  });

  test("white space and letter case as told", () => {
    expect(reconcile("k\nÄ \n", "k\n ä\n", "k", { ignoreCase: true }).counts.matched).toBe(1);
    expect(reconcile("k\nA \n", "k\nA\n", "k", { trim: false }).counts.matched).toBe(0);
    expect(reconcile(" k ,v\n1,2\n", "k,v\n1,2\n").counts.matched).toBe(1);
  });

  test("a key that a side does not have", () => {
    expect(failure("id,v\n1,2\n", "k,v\n1,2\n")).toBe("KEY_COLUMN_MISSING /key undefined");
    expect(failure("k,v\n", "id,v\n1,2\n")).toBe("KEY_COLUMN_MISSING /key undefined");
    expect(run({ left: "id\n1\n", right: "id\n1\n", key: "idd" }).errors?.[0]?.hint).toBe(
      'Did you mean "id"?',
    );
    expect(failure("k\n", "k\n", { key: [] })).toContain("TOOL_INPUT_INVALID");
  });

  test("rows that share a key", () => {
    const [left, right] = ["k,v\na,1\na,2\nb,1\n", "k,v\na,2\nb,1\nc,1\nc,1\n"];
    const report = reconcile(left, right);
    expect(report.duplicates).toEqual([
      { side: "left", key: ["a"], rows: [0, 1] },
      { side: "right", key: ["c"], rows: [2, 3] },
    ]);
    expect(report.counts).toMatchObject({ keys: 3, matched: 1, rightOnly: 0, duplicateKeys: 2 });
    const first = reconcile(left, right, "k", { duplicates: "first" });
    expect(first.counts).toMatchObject({
      matched: 1,
      different: 1,
      rightOnly: 1,
      duplicateKeys: 2,
    });
    expect(first.rightOnly).toEqual([{ key: ["c"], row: 2 }]);
    const last = reconcile(left, right, "k", { duplicates: "last" });
    expect(last.counts).toMatchObject({ matched: 2, different: 0, rightOnly: 1, duplicateKeys: 2 });
    expect(last.rightOnly).toEqual([{ key: ["c"], row: 3 }]);
    const { valid } = run({ left: "k\na\na\n", right: "k\na\n", key: "k", duplicates: "first" });
    expect(valid).toBe(false);
  });
});

describe("cells", () => {
  test("kinds of differences", () => {
    const left = [{ k: 1, n: 1, t: "a", m: "", o: { b: 1, a: [2.0] }, f: true, z: null }];
    const right = [{ k: 1, n: "1.5", t: "b", m: 0, o: { a: [2], b: 1 }, f: "TRUE", z: "" }];
    expect(differences(left, right)).toEqual([
      '1 n 1 "1.5" number 0.5',
      '1 t "a" "b" text undefined',
      '1 m "" 0 missing undefined',
      '1 f true "TRUE" text undefined',
    ]);
    expect(differences([{ k: 1 }], [{ k: 1, v: 2 }])).toEqual(["1 v null 2 missing undefined"]);
    expect(differences("k,v\n1\n", "k,v\n1,x\n")).toEqual(['1 v "" "x" missing undefined']);
  });

  test("numbers by value, exactly", () => {
    expect(differences("k,v\n1,+01.50\n2,.5\n3,1e3\n", "k,v\n1,1.5\n2,0.50\n3,1000.\n")).toEqual(
      [],
    );
    expect(reconcile("k,v\n1,1.0\n", "k,v\n1,1\n").counts.withinTolerance).toBe(0);
    expect(differences("k,v\n1,0.3\n", "k,v\n1,0.1\n")).toEqual(['1 v "0.3" "0.1" number -0.2']);
    const { output, value } = run({
      left: "k,v\n1,9007199254740993\n",
      right: "k,v\n1,18014398509481985.5\n",
      key: "k",
    });
    expect(output).toContain('"delta":9007199254740992.5}');
    expect((value as Value).differences[0]?.delta).toBe("9007199254740992.5");
    expect(differences("k,v\n1,1e9999\n", "k,v\n1,1e9998\n")[0]).toContain("text");
    expect(differences("k,v\n1,0x10\n", "k,v\n1,16\n")[0]).toContain("text");
  });

  test("tolerances hold to the last digit", () => {
    const within = (left: string, right: string, tolerance: object) =>
      reconcile(`k,v\n1,${left}\n`, `k,v\n1,${right}\n`, "k", { tolerance }).counts.withinTolerance;
    expect(within("0.1", "0.3", { abs: 0.2 })).toBe(1);
    expect(within("0.1", "0.30000000000000000001", { abs: 0.2 })).toBe(0);
    expect(within("-100", "-101", { relPercent: 1 })).toBe(1);
    expect(within("100", "101.02", { relPercent: 1 })).toBe(0);
    expect(within("100", "101.02", { relPercent: 1, abs: 1.02 })).toBe(1);
    expect(within("0", "1", { relPercent: 100 })).toBe(1);
    expect(within("1", "2", { abs: 5, columns: { v: { relPercent: 1 } } })).toBe(0);
    expect(within("1", "2", { columns: { v: { abs: 1 } } })).toBe(1);
    expect(failure("k\n", "k\n", { tolerance: { abs: -1 } })).toContain("TOOL_INPUT_INVALID");
  });
});

describe("columns", () => {
  const [left, right] = ["k,a,b\n1,x,y\n", "k,b,c\n1,z,w\n"];

  test("all of either side, in order of first appearance", () => {
    expect(reconcile(left, right).differences.map(({ column }) => column)).toEqual(["a", "b", "c"]);
  });

  test("those that are chosen, without those that are ignored", () => {
    const columns = (more: object) =>
      reconcile(left, right, "k", more).differences.map(({ column }) => column);
    expect(columns({ columns: ["c", "a"] })).toEqual(["a", "c"]);
    expect(columns({ ignoreColumns: ["a", "c"] })).toEqual(["b"]);
    expect(columns({ columns: ["a", "b"], ignoreColumns: ["a"] })).toEqual(["b"]);
    expect(warnings(left, right, { columns: ["a", "aa"], ignoreColumns: ["q"] })).toEqual([
      "COLUMN_UNKNOWN /columns/1 undefined",
      "COLUMN_UNKNOWN /ignoreColumns/0 undefined",
    ]);
  });

  test("names of the other side", () => {
    const mapping = { k: "id", a: "b", b: "a" };
    const swapped = reconcile("k,a,b\n1,x,y\n", "id,a,b\n1,y,x\n", "k", { mapping });
    expect(swapped.counts.matched).toBe(1);
    const taken = reconcile("k,a,b\n1,x,y\n", "k,b\n1,x\n", "k", { mapping: { a: "b" } });
    expect(taken.differences).toEqual([
      { key: ["1"], column: "b", left: "y", right: null, kind: "missing" },
    ]);
    expect(failure(left, right, { mapping: { z: "b" } })).toBe(
      "MAPPING_UNKNOWN /mapping/z undefined",
    );
    expect(failure(left, right, { mapping: { a: "q" } })).toBe(
      "MAPPING_UNKNOWN /mapping/a undefined",
    );
    expect(failure(left, right, { mapping: { a: "b", b: "b" } })).toBe(
      "MAPPING_REPEATED /mapping/b undefined",
    );
  });

  test("names that objects have by themselves", () => {
    const rows = '[{"k":1,"__proto__":"a","constructor":1}]';
    expect(differences(rows, "k,__proto__,constructor\n1,b,2\n")).toEqual([
      '1 __proto__ "a" "b" text undefined',
      '1 constructor 1 "2" number 1',
    ]);
  });
});

describe("totals", () => {
  test("exact sums of what is a number wherever it is not empty", () => {
    const left = "k,a,b,c,d\n1,0.1,1,,x\n2,0.2,,,1\n3,,5,,2\n";
    const right = "k,a,b,c,d\n1,0.3,1,1,1\n9,1e2,-1,2,2\n";
    expect(reconcile(left, right).totals).toEqual([
      { column: "a", left: 0.3, right: 100.3, difference: 100 },
      { column: "b", left: 6, right: 0, difference: -6 },
    ]);
    expect(reconcile(left, right, "k", { ignoreColumns: ["a"] }).totals).toHaveLength(1);
    expect(reconcile(left, right, "k", { columns: ["d"] }).totals).toHaveLength(2);
  });

  test("they differ by the deltas and the cells of one side", () => {
    const cents = fc.integer({ min: -999, max: 999 });
    const side = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), cents, { minKeys: 1 });
    fc.assert(
      fc.property(side, side, (ours, theirs) => {
        const csv = (rows: Record<string, number>) =>
          ["k,v", ...Object.entries(rows).map(([k, v]) => `${k},${(v / 100).toFixed(2)}`)].join(
            "\n",
          );
        const { totals, differences: found } = reconcile(csv(ours), csv(theirs));
        const inCents = (number: unknown) => Math.round(Number(number) * 100);
        const oneSided = (from: typeof ours, other: typeof ours) =>
          Object.entries(from).reduce((sum, [k, v]) => sum + (k in other ? 0 : v), 0);
        const deltas = found.reduce((sum, { delta }) => sum + inCents(delta), 0);
        const expected = deltas + oneSided(theirs, ours) - oneSided(ours, theirs);
        expect(inCents(totals[0]?.difference)).toBe(expected);
      }),
    );
  });
});

describe("against rows compared one by one", () => {
  const cell = fc.constantFrom("", "a", "A ", "1", "1.0", "2", "-0", "0", "x y");
  const rows = fc.array(fc.record({ k: fc.constantFrom("p", "q", "r", "s"), v: cell, w: cell }), {
    maxLength: 5,
  });

  test("the same keys are matched, different, one-sided and shared", () => {
    fc.assert(
      fc.property(rows, rows, (left, right) => {
        const { counts } = reconcile(left, right);
        const keys = [...new Set([...left, ...right].map(({ k }) => k))];
        const kinds = keys.map((key) => {
          const [ours, theirs] = [left, right].map((side) => side.filter(({ k }) => k === key));
          if ((ours?.length ?? 0) > 1 || (theirs?.length ?? 0) > 1) return "duplicateKeys";
          const [a, b] = [ours?.[0], theirs?.[0]];
          if (!a) return "rightOnly";
          if (!b) return "leftOnly";
          const agree = (x: string, y: string) =>
            x.trim() === y.trim() ||
            (x.trim() !== "" && y.trim() !== "" && Number(x) === Number(y));
          return agree(a.v, b.v) && agree(a.w, b.w) ? "matched" : "different";
        });
        for (const kind of ["matched", "different", "leftOnly", "rightOnly", "duplicateKeys"]) {
          const expected = kinds.filter((other) => other === kind).length;
          expect({ [kind]: counts[kind as "matched"] }).toEqual({ [kind]: expected });
        }
      }),
    );
  });
});

describe("hostile tables", () => {
  test("many columns that few rows have", () => {
    const rows = Array.from({ length: 8000 }, (_, at) => `{"k":${at},"c${at}":1}`).join("\n");
    const { counts } = reconcile(rows, rows);
    expect(counts).toMatchObject({ keys: 8000, matched: 8000 });
  });

  test("a long key and a difference in each of many columns", () => {
    const names = Array.from({ length: 5000 }, (_, at) => `c${at}`).join(",");
    const side = (value: string) =>
      `k,${names}\n${"k".repeat(30_000)}${`,${value}`.repeat(5000)}\n`;
    expect(failure(side("1"), side("2"))).toContain("OUTPUT_TOO_LARGE");
  });

  test("long numbers and deep values", () => {
    const number = "9".repeat(45_000);
    expect(differences(`k,v\n1,${number}\n`, `k,v\n1,${number}.5\n`)[0]).toEndWith("number 0.5");
    const deep = `[{"k":1,"v":${"[".repeat(900)}${"]".repeat(900)}}]`;
    expect(differences(deep, deep)).toEqual([]);
    const tooDeep = `[{"k":1,"v":${"[".repeat(1200)}${"]".repeat(1200)}}]`;
    expect(failure(tooDeep, "k\n")).toStartWith("INPUT_TOO_DEEP /left");
  });

  test("halves of surrogate pairs are kept", () => {
    expect(differences([{ k: "a", v: "\ud800" }], [{ k: "a", v: "\udc00" }])).toHaveLength(1);
  });
});
