/** TAP, repeated tests, totals, broken reports and hostile ones. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { STATUSES, type Status } from "../../../../tools/_lib/formats/test-report/report.ts";
import { readTestReport } from "../../../../tools/_lib/formats/test-report/read.ts";
import { testsOf, totalsOf } from "../../../../tools/_lib/formats/test-report/tests.ts";
import { listed, reportOf, truncationOf } from "./report.ts";

describe("TAP", () => {
  test("descriptions, numbers, directives and escapes", () => {
    const text = [
      "TAP version 14",
      "1..8",
      "ok 1 - plain",
      "not ok 2 without a dash",
      "ok",
      "ok 7",
      "ok 5 - s # skip no network",
      "not ok 6 - t # TODO later",
      "ok 7 - u # todo done",
      String.raw`ok 8 - costs \# 5 \\ #hash # time=12.5ms`,
    ].join("\n");
    expect(listed(text)).toEqual([
      "plain passed",
      "without a dash failed",
      "test 3 passed",
      "test 7 passed",
      "s skipped",
      "t skipped",
      "u passed",
      String.raw`costs # 5 \ #hash passed`,
    ]);
    expect(truncationOf(text)).toBeUndefined();
    expect(totalsOf(reportOf(text)).durationMs).toBe(12.5);
  });

  test("subtests are joined to their parents, which are no tests of their own", () => {
    const text = [
      "TAP version 14",
      "# Subtest: cart",
      "    # Subtest: total",
      "        ok 1 - adds",
      "        not ok 2 - rounds",
      "          ---",
      "          duration_ms: 1.5",
      "          error: |-",
      "            expected 1",
      "            got 2",
      "          ok 9 - no test, but text",
      "          ...",
      "        1..2",
      "    not ok 1 - total",
      "      ---",
      "      duration_ms: 9",
      "      ...",
      "    ok 2 - empty",
      "    1..2",
      "not ok 1 - cart",
      "ok 2 - last",
      "1..2",
    ].join("\n");
    expect(listed(text)).toEqual([
      "cart > total > adds passed",
      "cart > total > rounds failed",
      "cart > empty passed",
      "last passed",
    ]);
    const rounds = reportOf(text).tests.get("cart > total > rounds");
    expect(rounds).toMatchObject({ durationMs: 1.5, message: "expected 1\ngot 2" });
    expect(truncationOf(text)).toBeUndefined();
    expect(truncationOf(text.replace("        1..2", "        1..3"))).toBe(
      "3 tests declared, 2 found",
    );
  });

  test("subtests without an end keep the name that a comment gave them", () => {
    expect(listed("# Subtest: cart\n    ok 1 - adds\n    ok 2 - rounds")).toEqual([
      "cart > adds passed",
      "cart > rounds passed",
    ]);
  });

  test("plans, and a run that was bailed out of", () => {
    expect(truncationOf("1..3\nok 1 - a")).toBe("3 tests declared, 1 found");
    expect(truncationOf("ok 1 - a\nok 2 - b\n1..1")).toBe("1 tests declared, 2 found");
    expect(truncationOf("ok 1 - a\nBail out! no disk")).toBe("Bail out! no disk");
    expect(truncationOf("ok 1 - a")).toBeUndefined();
    expect(listed("1..0 # SKIP nothing here")).toEqual([]);
  });

  test("messages of diagnostics and comments", () => {
    const message = (text: string) => reportOf(text).tests.get("a")?.message;
    expect(message("not ok 1 - a\n#   Failed test 'a'\n#   at t.pl line 3\nok 2\n# more")).toBe(
      "Failed test 'a'\nat t.pl line 3",
    );
    expect(message("not ok 1 - a\n  ---\n  message: 'no'\n  ...\n# next")).toBe("no");
    expect(message("not ok 1 - a\n  ---\n  expected: 1\n  ...")).toBe("expected: 1");
    expect(message("ok 1 - a\n# fine")).toBeUndefined();
  });

  test("colours and any line end", () => {
    const text = "\u001b[32mTAP version 13\r\n1..2\r\n\u001b[32mok 1 - a\u001b[0m\r\nok 2 - b\r\n";
    expect(listed(text)).toEqual(["a passed", "b passed"]);
    expect(listed(`\ufeff${text}`)).toEqual(["a passed", "b passed"]);
  });
});

describe("the same id again", () => {
  const attempt = fc.record({
    id: fc.constant("t"),
    status: fc.constantFrom(...STATUSES),
    durationMs: fc.constant(1),
  });
  const attempts = fc.array(attempt, { minLength: 1, maxLength: 6 });

  test("passed and failing is flaky, else the first of a fixed order", () => {
    const oracle = (statuses: Status[]): Status => {
      const has = (status: Status) => statuses.includes(status);
      if (has("passed") && (has("failed") || has("error"))) return "flaky";
      return (["error", "failed", "flaky", "passed", "skipped"] as const).find(has) ?? "skipped";
    };
    fc.assert(
      fc.property(attempts, (list) => {
        const [one] = testsOf(list).values();
        const status = oracle(list.map(({ status: ran }) => ran));
        expect(one).toMatchObject({ status, durationMs: list.length, attempts: list.length });
      }),
    );
  });

  test("durations that are known add up", () => {
    const map = (...durations: unknown[]) =>
      reportOf(durations.map((durationMs) => ({ id: "t", status: "p", durationMs }))).tests.get("t")
        ?.durationMs;
    expect(map(0.1, null, 0.2)).toBe(0.3);
    expect(map(undefined)).toBeNull();
  });
});

test("totals", () => {
  const list = STATUSES.map((status, index) => ({
    id: status,
    status,
    durationMs: index === 0 ? null : 0.1,
  }));
  expect(totalsOf(reportOf([...list, { id: "again", status: "ok" }]))).toEqual({
    format: "map",
    total: 6,
    passed: 2,
    failed: 1,
    error: 1,
    skipped: 1,
    flaky: 1,
    durationMs: 0.4,
  });
});

describe("broken reports", () => {
  const errorOf = (given: unknown) => {
    const read = readTestReport(given, "auto", "/before");
    return "error" in read ? read.error : undefined;
  };

  test("say where", () => {
    expect(errorOf("<testsuite>\n  <testcase></testsuite>")).toMatchObject({
      code: "REPORT_SYNTAX",
      path: "/before",
      line: 2,
      column: 15,
    });
    expect(errorOf('{"a": "pass",\n "b" "fail"}')).toMatchObject({
      code: "REPORT_SYNTAX",
      line: 2,
      column: 6,
    });
    expect(errorOf('{"Action":"run"}\n{"Action":"pass",}')).toMatchObject({
      code: "REPORT_SYNTAX",
      line: 2,
      column: 18,
    });
    expect(errorOf('\ufeff<testsuite a="1" a="2"/>')).toMatchObject({ line: 1, column: 19 });
  });

  test("a document type is refused, an entity of its own with it", () => {
    const xml = '<!DOCTYPE t [<!ENTITY e "x">]>\n<testsuite><testcase name="&e;"/></testsuite>';
    expect(errorOf(xml)).toMatchObject({ code: "REPORT_SYNTAX", line: 1, column: 1 });
    expect(errorOf("<testsuite>&nbsp;</testsuite>")).toMatchObject({ code: "REPORT_SYNTAX" });
  });

  test("of no format", () => {
    for (const text of ["", " \n", "hello", "<html/>", "PASSED", "FAILED (errors=1)", "\ud800"])
      expect(errorOf(text)).toMatchObject({ code: "FORMAT_UNKNOWN", path: "/before" });
  });

  test("deeper than 1,000 levels", () => {
    const nested = (open: string, close: string) => `${open.repeat(1001)}${close.repeat(1001)}`;
    expect(errorOf(nested("<testsuite>", "</testsuite>"))?.code).toBe("INPUT_TOO_DEEP");
    expect(errorOf(nested("[", "]"))?.code).toBe("INPUT_TOO_DEEP");
  });
});

describe("hostile reports", () => {
  test("names that would take too much room", () => {
    const name = "n".repeat(50_000);
    const xml = `<testsuite name="${name}">${'<testcase name="a"/>'.repeat(2500)}</testsuite>`;
    expect(() => reportOf(xml)).toThrow("OUTPUT_TOO_LARGE");
  });

  test("100,000 characters of anything have a report or an error", () => {
    const texts = [
      "t.py::a PASSED (".repeat(6000),
      `t.py::a${" ".repeat(99_000)}x`,
      `FAILED ${"[".repeat(99_000)} - x`,
      "ok 1 # # # # ".repeat(7000),
      `ok 1 ${" #".repeat(49_000)}`,
      "    ok 1 - a\n".repeat(7000),
      Array.from({ length: 300 }, (_, at) => `${" ".repeat(4 * at)}ok 1 - a`).join("\n"),
      '{"Action":"output","Package":"p","Output":"x"}\n'.repeat(2000),
      `<testsuite>${"<testcase/>".repeat(9000)}</testsuite>`,
      `<testsuite>${"<testsuite>".repeat(990)}${"</testsuite>".repeat(990)}</testsuite>`,
      `1..1\nnot ok 1\n  ---\n${"  error: |\n".repeat(9000)}`,
      `{${'"a":"p",'.repeat(12_000)}"a":"f"}`,
    ];
    const read = texts.map((text) => readTestReport(text, "auto", "/after"));
    expect(read.map((one) => ("error" in one ? one.error.code : one.tests.size))).toEqual([
      "FORMAT_UNKNOWN",
      "FORMAT_UNKNOWN",
      "FORMAT_UNKNOWN",
      1,
      1,
      1,
      1,
      0,
      9000,
      0,
      1,
      1,
    ]);
  });

  test("whatever the text, there is a report or an error", () => {
    const piece = fc.constantFrom(
      "ok 1 - a",
      "not ok",
      "    ",
      "\n",
      "1..2",
      "---",
      "...",
      "# Subtest: x",
      "t.py::a PASSED",
      "<testsuite>",
      "</testsuite>",
      "<testcase/>",
      '{"Action":"run","Package":"p","Test":"t"}',
      "{",
      "\r",
      "\ufeff",
      "\ud800",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
        const read = readTestReport(pieces.join(""), "auto", "/after");
        if ("error" in read) expect(read.error.message).toMatch(/^Cannot .*[^.]$/s);
        else expect(totalsOf(read).total).toBe(read.tests.size);
      }),
      { numRuns: 500 },
    );
  });
});
