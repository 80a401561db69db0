import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { TestFigures, Value } from "../../tools/test-run-stability-matrix.ts";
import tool from "../../tools/test-run-stability-matrix.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const errorOf = (input: object) => run(input).errors?.[0];

/** The figures of one test with these cells, one run each. */
function figures(cells: string, more: object = {}): TestFigures {
  const words = [...cells].map((cell) => (cell === "R" ? "flaky" : cell));
  const matrix = `test,${words.map((_, at) => `r${at + 1}`).join()}\nt,${words.join()}`;
  return valueOf({ matrix, ...more }).tests[0] as TestFigures;
}
const classOf = (cells: string, more: object = {}) => {
  const { classification, changePoint } = figures(cells, more);
  return changePoint === null ? classification : `${classification} at ${changePoint}`;
};

describe("classes", () => {
  test("the first that fits", () => {
    expect(classOf("SS")).toBe("not-run");
    expect(classOf("PRP")).toBe("flaky");
    expect(classOf("R")).toBe("flaky");
    expect(classOf("PFP")).toBe("flaky");
    expect(classOf("PF")).toBe("insufficient");
    expect(classOf("P")).toBe("insufficient");
    expect(classOf("PSP")).toBe("insufficient");
    expect(classOf("PPP")).toBe("stable-pass");
    expect(classOf("FEX")).toBe("stable-fail");
    expect(classOf("P.F")).toBe("regressed at r3");
    expect(classOf("EFPP")).toBe("fixed at r3");
    expect(classOf("PPSF-")).toBe("regressed at r4");
  });

  test("fewer runs than asked for say nothing", () => {
    expect(classOf("PF", { minRuns: 2 })).toBe("regressed at r2");
    expect(classOf("PPPPF", { minRuns: 6 })).toBe("insufficient");
    expect(classOf("PFP", { minRuns: 200 })).toBe("flaky");
  });

  test("two outcomes on one commit are flaky, on none or on others they are not", () => {
    const runs = (...list: [string | undefined | null, string][]) => ({
      runs: list.map(([commit, status]) => ({ commit, report: { t: status } })),
    });
    const one = (...list: [string | undefined | null, string][]) =>
      valueOf(runs(...list)).tests[0] as TestFigures;
    expect(one(["c", "p"], ["c", "f"])).toMatchObject({
      classification: "flaky",
      sameCommit: true,
    });
    expect(one(["c", "p"], ["d", "f"])).toMatchObject({ classification: "insufficient" });
    expect(one([undefined, "p"], [null, "p"], [null, "f"]).classification).toBe("regressed");
    expect(one(["c", "p"], ["c", "flaky"]).sameCommit).toBe(false);
    expect(one(["c", "f"], ["c", "s"], ["c", "e"]).sameCommit).toBe(false);
    expect(one(["c", "p"], ["d", "p"], ["c", "f"]).sameCommit).toBe(true);
  });
});

describe("figures", () => {
  const cells = fc.array(fc.constantFrom(..."PFESXR.-"), { minLength: 1, maxLength: 30 });

  test("agree with a slow count", () => {
    fc.assert(
      fc.property(cells, (list) => {
        const present = list.filter((cell) => cell !== "-");
        fc.pre(present.length > 0);
        const outcomes = present
          .filter((cell) => cell !== "S")
          .map((cell) => !"FEX".includes(cell));
        const n = outcomes.length;
        const passes = outcomes.filter(Boolean).length;
        const flips = outcomes.filter((passed, at) => at > 0 && passed !== outcomes[at - 1]).length;
        const found = figures(list.join(""));
        expect(found).toMatchObject({
          runs: n,
          passes,
          fails: n - passes,
          retried: present.filter((cell) => cell === "R").length,
          skipped: present.length - n,
          absent: list.length - present.length,
          flips,
        });
        if (n === 0) return;
        const [p, z] = [passes / n, 1.959963984540054];
        const centre = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
        const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
        expect(found.passPercent).toBeCloseTo(100 * p, 1);
        expect(found.wilson95?.low).toBeCloseTo(100 * Math.max(0, centre - half), 1);
        expect(found.wilson95?.high).toBeCloseTo(100 * Math.min(1, centre + half), 1);
        if (n > 1) expect(found.flipPercent).toBeCloseTo((100 * flips) / (n - 1), 1);
        const bits = (share: number) => (share === 0 ? 0 : -share * Math.log2(share));
        expect(found.entropyBits).toBeCloseTo(bits(p) + bits(1 - p), 5);
      }),
    );
  });

  test("without a run, and with one", () => {
    const nothing = { passPercent: null, wilson95: null, flipPercent: null, entropyBits: null };
    expect(figures("S-")).toMatchObject({ ...nothing, runs: 0, skipped: 1, absent: 1 });
    expect(figures("F")).toMatchObject({
      passPercent: 0,
      wilson95: { low: 0, high: 79.35 },
      flipPercent: null,
      entropyBits: 0,
    });
  });

  test("reruns until a flaky test passes once with 95 %", () => {
    expect(figures("PFPPF").rerunsFor95).toBe(4);
    expect(figures("RRR").rerunsFor95).toBe(1);
    expect(figures("PPP").rerunsFor95).toBeNull();
    // One in twenty fails: a single run is exactly enough.
    expect(figures(`PF${"P".repeat(18)}`).rerunsFor95).toBe(1);
    expect(figures(`FP${"F".repeat(98)}`).rerunsFor95).toBe(299);
  });

  test("more runs of the same pattern narrow the interval", () => {
    fc.assert(
      fc.property(cells, (list) => {
        const [once, twice] = [figures(list.join("")), figures([...list, ...list].join(""))];
        fc.pre(once !== undefined && once.wilson95 !== null && twice.wilson95 !== null);
        const width = ({ wilson95 }: TestFigures) => (wilson95?.high ?? 0) - (wilson95?.low ?? 0);
        expect(width(twice)).toBeLessThanOrEqual(width(once) + 0.011);
        expect(twice.passPercent).toBe(once.passPercent);
      }),
    );
  });
});

describe("all tests together", () => {
  test("the order of what needs attention", () => {
    const matrix = [
      "test,1,2,3,4",
      "idle,S,S,S,S",
      "good,P,P,P,P",
      "new,-,-,-,P",
      "fixed,F,P,P,P",
      "broken b,F,F,F,F",
      "broken a,F,F,F,F",
      "less broken,-,F,F,F",
      "worse,P,P,P,F",
      "flaky b,P,F,P,F",
      "flaky a,P,F,P,F",
      "retried,flaky,flaky,P,P",
    ].join("\r\n");
    const value = valueOf({ matrix });
    expect(value.tests.map(({ id }) => id)).toEqual([
      "flaky a",
      "flaky b",
      "retried",
      "worse",
      "broken a",
      "broken b",
      "less broken",
      "fixed",
      "new",
      "good",
      "idle",
    ]);
    expect(value.counts).toEqual({
      flaky: 3,
      regressed: 1,
      stableFail: 3,
      fixed: 1,
      insufficient: 1,
      stablePass: 1,
      notRun: 1,
    });
    expect(run({ matrix: `\ufeff${matrix}` }).value).toEqual(value);
    expect(value.expectedGreenPercent).toBe(25);
  });

  test("green runs have a test and none that fails", () => {
    const matrix = "test,a,b,c,d,e\nx,P,-,S,F,flaky\ny,P,-,,P,P";
    const value = valueOf({ matrix });
    expect(value.runs).toEqual([
      { id: "a", passed: 2, failed: 0 },
      { id: "b", passed: 0, failed: 0 },
      { id: "c", passed: 0, failed: 0 },
      { id: "d", passed: 1, failed: 1 },
      { id: "e", passed: 2, failed: 0 },
    ]);
    expect([value.greenRuns, value.greenPercent]).toEqual([3, 60]);
    expect(valueOf({ runs: [{ report: {} }] })).toMatchObject({ greenRuns: 0, greenPercent: 0 });
  });

  test("clusters fail in the same runs, two or more and not all", () => {
    const matrix = [
      "test,1,2,3,4",
      "z,F,F,P,P",
      "b,F,E,-,S",
      "c,P,F,F,P",
      "d,P,F,F,P",
      "once,F,P,P,P",
      "once too,F,P,P,P",
      "always,F,F,F,F",
      "ever,F,F,F,F",
      "alone,F,P,P,F",
    ].join("\n");
    expect(valueOf({ matrix }).clusters).toEqual([
      { tests: ["b", "z"], runs: ["1", "2"] },
      { tests: ["c", "d"], runs: ["2", "3"] },
    ]);
  });

  test("the order within a report does not matter", () => {
    const reports = fc.array(
      fc.uniqueArray(
        fc.record({
          id: fc.constantFrom("a", "b", "c", "__proto__"),
          status: fc.constantFrom(..."pfes", "flaky"),
        }),
        { selector: ({ id }) => id },
      ),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(reports, (list) => {
        const runs = list.map((report) => ({ report }));
        const turned = list.map((report) => ({ report: report.toReversed() }));
        expect(valueOf({ runs: turned })).toEqual(valueOf({ runs }));
      }),
    );
  });
});

describe("what goes in", () => {
  test("reports of any kind, as text or as data", () => {
    const runs = [
      { id: 7, report: "1..2\nok 1 - t" },
      { report: '<testsuite><testcase name="t"/></testsuite>' },
      { id: "x", report: '{"t": "fail"}' },
    ];
    expect(valueOf({ runs }).runs.map(({ id }) => id)).toEqual(["7", "2", "x"]);
    expect(valueOf({ runs }).tests[0]).toMatchObject({
      classification: "regressed",
      changePoint: "x",
    });
    expect(valueOf({ runs: JSON.stringify(runs) })).toEqual(valueOf({ runs }));
    expect(run({ runs }).warnings).toMatchObject([
      { code: "RUN_TRUNCATED", path: "/runs/0/report" },
    ]);
  });

  test("a report that cannot be read, by its path", () => {
    expect(errorOf({ runs: [{ report: { t: "p" } }, { report: "?" }] })).toMatchObject({
      code: "FORMAT_UNKNOWN",
      path: "/runs/1/report",
    });
    expect(errorOf({ runs: [{ report: "<a" }] })).toMatchObject({ code: "REPORT_SYNTAX", line: 1 });
    expect(errorOf({ runs: [{ report: { t: "p" } }], format: "tap" })?.code).toBe("FORMAT_UNKNOWN");
  });

  test("ids that are there twice, given or not", () => {
    const report = { t: "p" };
    expect(errorOf({ runs: [{ report }, { id: "1", report }] })).toMatchObject({
      code: "DUPLICATE_RUN_ID",
      path: "/runs/1/id",
    });
    expect(errorOf({ matrix: "test,a,a\n" })?.code).toBe("DUPLICATE_RUN_ID");
    expect(valueOf({ matrix: "test,,\nt,P,F" }).runs.map(({ id }) => id)).toEqual(["1", "2"]);
  });

  test("runs or a matrix, 1 to 200 runs", () => {
    const runs = (length: number) => Array.from({ length }, () => ({ report: { t: "p" } }));
    expect(run({}).error?.code).toBe("TOOL_INPUT_INVALID");
    expect(errorOf({ runs: runs(1), matrix: "test,a" })?.code).toBe("CONFLICTING_FIELDS");
    expect(run({ runs: [] }).error?.code).toBe("TOOL_INPUT_INVALID");
    expect(run({ runs: runs(201) }).error?.code).toBe("TOOL_INPUT_INVALID");
    expect(run({ runs: [{ id: "a" }] }).errors?.[0]).toMatchObject({ code: "REQUIRED" });
    expect(valueOf({ runs: runs(200) }).tests[0]?.runs).toBe(200);
    const wide = (count: number) => `test${",".repeat(count)}\nt${",P".repeat(count)}`;
    expect(valueOf({ matrix: wide(200) }).tests[0]?.passes).toBe(200);
    expect(run({ matrix: wide(201) }).error?.code).toBe("TOOL_INPUT_INVALID");
  });

  test("a matrix that is none", () => {
    const problem = (matrix: string) => {
      const { code, line, column } = errorOf({ matrix }) ?? { code: "" };
      return `${code} ${line}:${column}`;
    };
    expect(problem("")).toBe("MATRIX_SYNTAX 1:1");
    expect(problem("test\nt")).toBe("MATRIX_SYNTAX 1:1");
    expect(problem("test,a,b\nt,P")).toBe("MATRIX_SYNTAX 2:1");
    expect(problem("test,a\nt,P,P")).toBe("MATRIX_SYNTAX 2:1");
    expect(problem("test,a,b\nt,P,?")).toBe("MATRIX_SYNTAX 2:5");
    expect(problem('test,a\n"t,P')).toBe("MATRIX_SYNTAX 2:1");
  });

  test("cells of every word; a test twice is one that ran twice", () => {
    const matrix = 'test,a\np,passed\nok,OK\nx,x\ns,Todo\n"q,""1""",e\nt,P\nt,F';
    const list = valueOf({ matrix }).tests.map(({ id, passes, fails, skipped, retried }) => [
      id,
      passes,
      fails,
      skipped,
      retried,
    ]);
    expect(Object.fromEntries(list.map(([id, ...rest]) => [id, rest.join("")]))).toEqual({
      p: "1000",
      ok: "1000",
      x: "0100",
      s: "0010",
      'q,"1"': "0100",
      t: "1001",
    });
  });
});

test("the verdict and the gate", () => {
  const gate = (cells: string, failOn: string) => {
    const { ok, valid, error } = run({ matrix: `test,1,2,3\nt,${[...cells].join()}`, failOn });
    return `${valid} ${ok ? "open" : error?.code}`;
  };
  const shut = "false TEST_RUN_STABILITY_MATRIX_FAILED";
  expect(gate("PFP", "none")).toBe("false open");
  expect(["PFP", "PPF", "FFF"].map((cells) => gate(cells, "error"))).toEqual([shut, shut, shut]);
  expect(["PPP", "FPP", "P-F", "SSS"].map((cells) => gate(cells, "warning"))).toEqual(
    Array.from({ length: 4 }, () => "true open"),
  );
  const cut = [{ report: "1..2\nok 1" }];
  expect(run({ runs: cut, failOn: "error" }).ok).toBe(true);
  expect(run({ runs: cut, failOn: "warning" }).ok).toBe(false);
});

test("a table of the worst first, names kept in their cells", () => {
  expect(run({ matrix: 'test,1\n"a|b\nc",S' }).output).toBe(
    "| Test | Class | Pass % | 95 % interval | Flips |\n| --- | --- | --- | --- | --- |\n| a\\|b c | not-run | – | – | 0 |",
  );
});

test("100,000 characters are judged at once", () => {
  const wide = `test${",".repeat(200)}\n`;
  const rows = Array.from({ length: 240 }, (_, at) => `t${at}${",P,F".repeat(100)}\n`).join("");
  const tall = `test,1,2,3\n${Array.from({ length: 9000 }, (_, at) => `t${at},P,F,P\n`).join("")}`;
  for (const matrix of [wide + rows, tall]) {
    expect(run({ matrix }).ok).toBe(true);
  }
});
