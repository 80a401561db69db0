import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { TRANSITIONS } from "../../tools/ci-regression-diff/diff.ts";
import type { Value } from "../../tools/ci-regression-diff.ts";
import { STATUSES, type Status } from "../../tools/_lib/formats/test-report/report.ts";
import tool from "../../tools/ci-regression-diff.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (before: unknown, after: unknown, more: object = {}) =>
  runUnit(tool, { before, after, ...more });
const valueOf = (before: unknown, after: unknown, more: object = {}) =>
  run(before, after, more).value as Value;
const codes = (before: unknown, after: unknown, more: object = {}) =>
  valueOf(before, after, more).findings.map(({ code, severity }) => `${severity} ${code}`);

/** The table of the text, row by row; `absent` is a test that a report has not. */
const TABLE: Readonly<Record<string, string>> = {
  "passed passed": "unchanged",
  "passed failing": "regressed",
  "passed flaky": "becameFlaky",
  "passed skipped": "newlySkipped",
  "passed absent": "removed",
  "failing passed": "fixed",
  "failing failing": "stillFailing",
  "failing flaky": "becameFlaky",
  "failing skipped": "silenced",
  "failing absent": "removed",
  "flaky passed": "stabilized",
  "flaky failing": "regressed",
  "flaky flaky": "unchanged",
  "flaky skipped": "newlySkipped",
  "flaky absent": "removed",
  "skipped passed": "unskipped",
  "skipped failing": "newFailing",
  "skipped flaky": "becameFlaky",
  "skipped skipped": "unchanged",
  "skipped absent": "removed",
  "absent passed": "added",
  "absent failing": "newFailing",
  "absent flaky": "added",
  "absent skipped": "added",
};
const stateOf = (status: string | undefined) =>
  status === undefined ? "absent" : status.replace(/^(?:failed|error)$/, "failing");

const ids = fc.constantFrom("a", "b c", "d[1]", "ü", "𒍺", "__proto__", "", "Z");
const statuses = fc.constantFrom<Status>(...STATUSES);
const reports = fc.uniqueArray(fc.record({ id: ids, status: statuses }), {
  selector: ({ id }) => id,
});

describe("transitions", () => {
  test("are those of the table, each test in one list, in plain order", () => {
    fc.assert(
      fc.property(reports, reports, (before, after) => {
        const was = new Map(before.map(({ id, status }) => [id, status]));
        const is = new Map(after.map(({ id, status }) => [id, status]));
        const expected = Object.fromEntries(TRANSITIONS.map((name) => [name, [] as string[]]));
        for (const id of [...new Set([...was.keys(), ...is.keys()])].toSorted()) {
          expected[TABLE[`${stateOf(was.get(id))} ${stateOf(is.get(id))}`] ?? ""]?.push(id);
        }
        const value = valueOf(before, after);
        expect(value.transitions).toEqual(expected as Value["transitions"]);
        for (const name of TRANSITIONS) expect(expected[name]).toHaveLength(value.counts[name]);
      }),
      { numRuns: 300 },
    );
  });

  test("have findings: errors, warnings, notes, or none", () => {
    const before = { a: "p", b: "f", c: "p", d: "p", e: "f", f: "f", g: "s", h: "flaky", i: "p" };
    const after = { a: "f", b: "s", c: "flaky", d: "s", e: "f", f: "p", g: "p", h: "p", j: "e" };
    expect(codes(before, after)).toEqual([
      "error TEST_NEW_FAILING",
      "error TEST_REGRESSED",
      "warning TEST_BECAME_FLAKY",
      "warning TEST_NEWLY_SKIPPED",
      "warning TEST_REMOVED",
      "warning TEST_SILENCED",
      "info TEST_FIXED",
      "info TEST_STILL_FAILING",
    ]);
    const { errors, warnings, valid } = run(before, after);
    expect(errors?.map(({ code }) => code)).toEqual(["TEST_NEW_FAILING", "TEST_REGRESSED"]);
    expect(warnings).toHaveLength(4);
    expect(valid).toBe(false);
    expect(valueOf(before, after).findings[1]).toMatchObject({
      subject: "a",
      before: "passed",
      after: "failed",
    });
  });

  test("the verdict is review with a warning, pass with notes alone", () => {
    expect(valueOf({ a: "p" }, { a: "s" }).verdict).toBe("review");
    expect(valueOf({ a: "f" }, { a: "f" }).verdict).toBe("pass");
    expect(run({ a: "f" }, { a: "f" }).valid).toBe(true);
    expect(run({ a: "p" }, { a: "p" }).output).toBe(
      "# ci-regression-diff: PASS\n\n1 → 1 test: no change\n\nNo findings.",
    );
  });
});

describe("messages of tests that fail still", () => {
  const list = (message?: string) => [{ id: "t", status: "fail", message }];
  const changed = (before?: string, after?: string) =>
    valueOf(list(before), list(after)).messageChanged.length > 0;

  test("numbers, addresses and quoted paths do not count", () => {
    expect(changed("expected 9", "expected 10")).toBe(false);
    expect(changed("at 0xFFab1", "at 0x00c")).toBe(false);
    expect(changed("object deadbeef01", "object cafe00000babe")).toBe(false);
    expect(changed("in '/tmp/a/b.py' line 3", "in 'C:\\x\\y.py' line 4")).toBe(false);
    expect(changed('no "src/a.ts"', 'no "src/b.ts"')).toBe(false);
    expect(changed("key 'name'", "key 'price'")).toBe(true);
    expect(changed("boom", undefined)).toBe(true);
    expect(changed(undefined, undefined)).toBe(false);
  });

  test("are given as they are", () => {
    expect(valueOf(list("a 1"), list("b 2")).messageChanged).toEqual([
      { id: "t", before: "a 1", after: "b 2" },
    ]);
    expect(codes(list("a"), list("b"))).toEqual([
      "info FAILURE_MESSAGE_CHANGED",
      "info TEST_STILL_FAILING",
    ]);
    // An error that became a failure fails still.
    expect(codes({ t: "error" }, { t: "fail" })).toEqual(["info TEST_STILL_FAILING"]);
  });
});

describe("slower tests", () => {
  const list = (durationMs: unknown, status = "pass") => [{ id: "t", status, durationMs }];
  const slower = (before: unknown, after: unknown, more: object = {}) =>
    valueOf(list(before), list(after), more).slower.length;

  test("reach both bounds, exactly", () => {
    expect(slower(1000, 1500)).toBe(1);
    expect(slower(1000, 1499.999)).toBe(0);
    expect(slower(100, 599)).toBe(0);
    expect(slower(100, 600)).toBe(1);
    expect(slower(0, 500)).toBe(1);
    const tenth = { slowerPercent: 10, minSlowerMs: 0 };
    expect(slower(1.1, 1.21, tenth)).toBe(1);
    expect(slower(1.1, 1.209, tenth)).toBe(0);
    expect(slower(5, 5, { slowerPercent: 0, minSlowerMs: 0 })).toBe(0);
    expect(slower(5, 5.001, { slowerPercent: 0, minSlowerMs: 0 })).toBe(1);
  });

  test("passed in both, and their durations are known", () => {
    expect(slower(null, 5000)).toBe(0);
    expect(valueOf(list(1), list(5000, "fail")).slower).toEqual([]);
    expect(valueOf(list(1, "skip"), list(5000)).slower).toEqual([]);
    expect(valueOf(list(1), list("1,200.5")).slower).toEqual([
      { id: "t", beforeMs: 1, afterMs: 1200.5 },
    ]);
  });
});

describe("runs", () => {
  test("without a test, and cut short", () => {
    expect(codes({ a: "p" }, {})).toEqual(["error RUN_EMPTY", "warning TEST_REMOVED"]);
    expect(codes({}, { a: "p" })).toEqual([]);
    expect(run("1..2\nok 1 - a", "ok 1 - a\nBail out!").warnings).toMatchObject([
      { code: "RUN_TRUNCATED", path: "/after" },
      { code: "RUN_TRUNCATED", path: "/before" },
    ]);
  });

  test("of one kind each, and a test that ran twice", () => {
    const junit =
      '<testsuite><testcase name="a"/><testcase name="a"><failure/></testcase></testsuite>';
    const value = valueOf("ok 1 - a", junit);
    expect(value.before.format).toBe("tap");
    expect(value.after).toMatchObject({ format: "junit", total: 1, flaky: 1, durationMs: null });
    expect(value.transitions.becameFlaky).toEqual(["a"]);
  });

  test("that cannot be read: the earlier field is named first", () => {
    expect(run("?", "<a").errors).toMatchObject([{ code: "FORMAT_UNKNOWN", path: "/before" }]);
    expect(run({ a: "p" }, "<a").errors).toMatchObject([
      { code: "REPORT_SYNTAX", path: "/after", line: 1, column: 3 },
    ]);
    expect(run({ a: "p" }, { a: "p" }, { format: "junit" }).errors?.[0]?.code).toBe(
      "FORMAT_UNKNOWN",
    );
  });
});

test("the gate trips on errors, or on warnings too", () => {
  const gate = (after: unknown, failOn: string) => {
    const { ok, error } = run({ a: "p", b: "p" }, after, { failOn });
    return ok ? "open" : error?.code;
  };
  const [worse, fewer] = [{ a: "f", b: "p" }, { a: "p" }];
  expect(gate(worse, "none")).toBe("open");
  expect(gate(worse, "error")).toBe("CI_REGRESSION_DIFF_FAILED");
  expect(gate(fewer, "error")).toBe("open");
  expect(gate(fewer, "warning")).toBe("CI_REGRESSION_DIFF_FAILED");
  expect(gate({ a: "p", b: "p" }, "warning")).toBe("open");
  expect((run({ a: "p" }, { a: "f" }, { failOn: "error" }).value as Value).verdict).toBe("fail");
});

test("names with bars and line ends keep the table whole", () => {
  const { output = "" } = run({ "a|b\nc": "p" }, { "a|b\nc": "f" });
  expect(output.split("\n").at(-1)).toStartWith(String.raw`| error | TEST_REGRESSED | a\|b c | `);
});

test("thousands of tests at once", () => {
  const before = Object.fromEntries(Array.from({ length: 8000 }, (_, at) => [`t${at}`, "p"]));
  const after = Object.fromEntries(Array.from({ length: 8000 }, (_, at) => [`t${at}`, "f"]));
  expect(valueOf(before, after).counts.regressed).toBe(8000);
});
