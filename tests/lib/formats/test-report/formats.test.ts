/** Each format's tests, ids, statuses, durations and messages. */
import { describe, expect, test } from "bun:test";
import type { Format } from "../../../../tools/_lib/formats/test-report/report.ts";
import { listed, reportOf, truncationOf } from "./report.ts";

describe("JUnit", () => {
  test("ids of class, of suite, and of neither", () => {
    const xml =
      '<testsuites><testcase name="top"/><testsuite name="s"><testcase name="a"/>' +
      '<testcase classname="c.D" name="b[1 &amp; 2]"/><testsuite name="inner"><testcase name="e"/>' +
      '</testsuite></testsuite><testsuite><testcase classname="" name="f"/></testsuite></testsuites>';
    expect(listed(xml)).toEqual([
      "top passed",
      "s::a passed",
      "c.D::b[1 & 2] passed",
      "inner::e passed",
      "f passed",
    ]);
    expect(listed('<testsuite name="r"><testcase name="a"/></testsuite>')).toEqual(["r::a passed"]);
  });

  test("cases without a name are told apart by their number", () => {
    const xml = "<testsuite><testcase/><testcase><error/></testcase></testsuite>";
    expect(listed(xml)).toEqual(["test 1 passed", "test 2 error"]);
  });

  test("the worst that a case holds is its status", () => {
    const status = (inner: string) =>
      listed(`<testsuite><testcase name="t">${inner}</testcase></testsuite>`)[0];
    expect(status("<skipped/><failure/><error/>")).toBe("t error");
    expect(status("<skipped/><failure/>")).toBe("t failed");
    expect(status('<skipped type="todo" message="later"/><failure/>')).toBe("t skipped");
    expect(status('<failure/><skipped type="todo"/>')).toBe("t skipped");
    expect(status("<failure/><rerunFailure/>")).toBe("t failed");
    expect(status("<flakyFailure/>")).toBe("t flaky");
    expect(status("<flakyError/><system-out>x</system-out>")).toBe("t flaky");
    expect(status("<system-err><![CDATA[<failure/>]]></system-err>")).toBe("t passed");
  });

  test("seconds with commas are milliseconds; what is no number is unknown", () => {
    const duration = (time: string) =>
      reportOf(`<testsuite><testcase name="t" time="${time}"/></testsuite>`).tests.get("t")
        ?.durationMs;
    expect(duration("1,200.5")).toBe(1_200_500);
    expect(duration("0.0014555")).toBe(1.456);
    expect(duration("0.0014565")).toBe(1.456);
    expect(duration("1e-05")).toBe(0.01);
    for (const none of ["", "soon", "-1", "NaN", "9".repeat(41)]) expect(duration(none)).toBeNull();
  });

  test("the message is the attribute, else the text, with CDATA and references read", () => {
    const message = (failure: string) =>
      reportOf(`<testsuite><testcase name="t">${failure}</testcase></testsuite>`).tests.get("t")
        ?.message;
    expect(message('<failure message="a &lt; b&#10;c">x</failure>')).toBe("a < b\nc");
    expect(message("<failure>\n  <![CDATA[<1>]]> &amp; 2\r\n3 </failure>")).toBe("<1> & 2\n3");
    expect(message("<error/>")).toBeUndefined();
  });

  test("another number than the suite or the whole declares", () => {
    const cut = (attributes: string, suite: string) =>
      truncationOf(
        `<testsuites ${attributes}><testsuite ${suite}><testcase name="a"/><testsuite tests="1"><testcase name="b"/></testsuite></testsuite></testsuites>`,
      );
    expect(cut("", "")).toBeUndefined();
    expect(cut('tests="2"', 'tests="2"')).toBeUndefined();
    // Some writers count a suite's own cases only.
    expect(cut('tests="2"', 'tests="1"')).toBeUndefined();
    expect(cut('tests="2"', 'tests="5"')).toBe("5 tests declared, 2 found");
    expect(cut('tests="3"', "")).toBe("3 tests declared, 2 found");
    expect(cut('tests="many"', 'tests=""')).toBeUndefined();
  });
});

describe(".NET", () => {
  const trx = (results: string, more = "") =>
    `<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>${results}</Results>${more}</TestRun>`;

  test("TRX: classes are those of the definitions, words and clocks", () => {
    const outcomes = ["Passed", "Failed", "Timeout", "Aborted", "Error", "NotExecuted", "Pending"];
    const results = outcomes.map(
      (outcome) =>
        `<UnitTestResult testId="1" testName="${outcome}" outcome="${outcome}" duration="00:01:02.5000000"/>`,
    );
    const more =
      '<TestDefinitions><UnitTest id="1"><TestMethod className="A.B" name="x"/></UnitTest></TestDefinitions><ResultSummary><Counters total="7"/></ResultSummary>';
    const report = trx(
      `${results.join("")}<UnitTestResult testId="2" testName="Alone"/><UnitTestResult testName="I" outcome="Inconclusive"/>`,
      more,
    );
    expect(listed(report)).toEqual([
      "A.B::Passed passed",
      "A.B::Failed failed",
      "A.B::Timeout failed",
      "A.B::Aborted failed",
      "A.B::Error error",
      "A.B::NotExecuted skipped",
      "A.B::Pending skipped",
      "Alone error",
      "I skipped",
    ]);
    expect(reportOf(report).tests.get("A.B::Passed")?.durationMs).toBe(62_500);
    expect(truncationOf(report)).toBe("7 tests declared, 9 found");
  });

  test("TRX: the message, with prefixed names", () => {
    const xml = `<t:TestRun xmlns:t="u"><t:Results><t:UnitTestResult testName="a" outcome="failed"><t:Output><t:ErrorInfo><t:Message>no</t:Message></t:ErrorInfo></t:Output></t:UnitTestResult></t:Results></t:TestRun>`;
    expect(reportOf(xml).tests.get("a")).toMatchObject({ status: "failed", message: "no" });
  });

  test("NUnit 3", () => {
    const xml =
      '<test-run total="4"><test-suite><test-case fullname="N.A" name="A" result="Passed" duration="0.5"/>' +
      '<test-case fullname="N.B" result="Failed"><failure><message>m</message></failure></test-case>' +
      '<test-case fullname="N.C" result="Failed" label="Error"/><test-case fullname="N.D" result="Skipped" label="Ignored"/>' +
      '<test-case fullname="N.E" result="Inconclusive"/></test-suite></test-run>';
    expect(listed(xml)).toEqual([
      "N.A passed",
      "N.B failed",
      "N.C error",
      "N.D skipped",
      "N.E skipped",
    ]);
    expect(reportOf(xml).tests.get("N.A")?.durationMs).toBe(500);
    expect(reportOf(xml).tests.get("N.B")?.message).toBe("m");
    expect(truncationOf(xml)).toBe("4 tests declared, 5 found");
  });

  test("NUnit 2, with and without a result's word", () => {
    const xml =
      '<test-results total="3" not-run="3"><test-case name="a" result="Success" time="1,000.25"/><test-case name="b" result="Failure"/>' +
      '<test-case name="c" result="NotRunnable"/><test-case name="d" executed="False"/>' +
      '<test-case name="e" executed="True" success="False"/><test-case name="f" executed="True" success="True"/></test-results>';
    expect(listed(xml)).toEqual([
      "a passed",
      "b failed",
      "c skipped",
      "d skipped",
      "e failed",
      "f passed",
    ]);
    expect(reportOf(xml).tests.get("a")?.durationMs).toBe(1_000_250);
    expect(truncationOf(xml)).toBeUndefined();
  });

  test("xUnit, one assembly or several", () => {
    const assembly =
      '<assembly total="3"><collection><test name="X.a(n: 1)" result="Pass" time="0.25"/><test name="X.b" result="Fail"><failure><message>m</message></failure></test>' +
      '<test name="X.c" result="Skip"><reason>later</reason></test></collection></assembly>';
    const tests = ["X.a(n: 1) passed", "X.b failed", "X.c skipped"];
    expect(listed(assembly)).toEqual(tests);
    expect(listed(`<assemblies>${assembly}</assemblies>`)).toEqual(tests);
    expect(truncationOf(assembly.replace("3", "4"))).toBe("4 tests declared, 3 found");
  });
});

describe("Jest", () => {
  const file = (name: string, assertions: object[], more: object = {}) => ({
    name,
    assertionResults: assertions,
    ...more,
  });

  test("full names, else titles; statuses; durations; messages without colours", () => {
    const report = {
      numTotalTests: 4,
      testResults: [
        file("/x/a.test.js", [
          { fullName: "cart adds", status: "passed", duration: 3.5 },
          {
            ancestorTitles: ["cart", "total"],
            title: "rounds",
            status: "failed",
            failureMessages: ["\u001b[31mno\u001b[39m", "at 1"],
          },
          ...["pending", "skipped", "todo", "disabled"].map((status) => ({
            fullName: status,
            status,
            duration: null,
          })),
        ]),
      ],
    };
    expect(listed(report)).toEqual([
      "cart adds passed",
      "cart total rounds failed",
      "pending skipped",
      "skipped skipped",
      "todo skipped",
      "disabled skipped",
    ]);
    expect(reportOf(report).tests.get("cart total rounds")?.message).toBe("no\nat 1");
    expect(reportOf(report).tests.get("cart adds")?.durationMs).toBe(3.5);
    expect(truncationOf(report)).toBe("4 tests declared, 6 found");
    expect(listed(JSON.stringify(report, null, 2))).toEqual(listed(report));
  });

  test("a name of several files takes theirs; a file that failed without tests is a test", () => {
    const same = { fullName: "works", status: "passed" };
    const report = {
      testResults: [
        file("/x/a.test.js", [same, { fullName: "alone", status: "passed" }]),
        file(String.raw`C:\y\b.test.js`, [{ ...same, status: "failed" }]),
        file("c.test.js", [], { status: "failed", message: "SyntaxError" }),
        file("d.test.js", [], { status: "passed" }),
      ],
    };
    expect(listed(report)).toEqual([
      "a.test.js::works passed",
      "alone passed",
      "b.test.js::works failed",
      "c.test.js::(suite) error",
    ]);
  });
});

describe("go test -json", () => {
  const events = (...list: object[]) => list.map((event) => JSON.stringify(event)).join("\n");

  test("the last word on a test counts; a package that fails alone is a test", () => {
    const text = events(
      { Action: "start", Package: "p" },
      { Action: "run", Package: "p", Test: "TestA" },
      { Action: "output", Package: "p", Test: "TestA", Output: "=== RUN   TestA\n" },
      { Action: "output", Package: "p", Test: "TestA", Output: "    a_test.go:7: got 1\n" },
      { Action: "output", Package: "p", Test: "TestA", Output: "--- FAIL: TestA (0.01s)\n" },
      { Action: "fail", Package: "p", Test: "TestA", Elapsed: 0.01 },
      { Action: "pass", Package: "p", Test: "TestB/sub one" },
      { Action: "fail", Package: "p", Test: "TestC" },
      { Action: "skip", Package: "p", Test: "TestC" },
      { Action: "fail", Package: "p", Elapsed: 1 },
      { Action: "fail", Package: "q/r" },
      { Action: "pass", Package: "s" },
    );
    expect(listed(text)).toEqual([
      "p::TestA failed",
      "p::TestB/sub one passed",
      "p::TestC skipped",
      "q/r::(package) error",
    ]);
    expect(reportOf(text).tests.get("p::TestA")).toMatchObject({
      durationMs: 10,
      message: "a_test.go:7: got 1",
    });
    expect(listed(`# build output\n${text.replaceAll("\n", "\r\n")}\n`)).toEqual(listed(text));
  });

  test("a test that never ended is missing", () => {
    const text = events(
      { Action: "run", Package: "p", Test: "A" },
      { Action: "pass", Package: "p", Test: "A" },
      { Action: "run", Package: "p", Test: "B" },
    );
    expect(truncationOf(text)).toBe("2 tests declared, 1 found");
  });
});

describe("pytest", () => {
  test("lines of -v, with ids as printed, reasons, workers and colours", () => {
    const text = [
      "============ test session starts ============",
      "collected 8 items / 1 deselected / 7 selected",
      "",
      "tests/t.py::test_a PASSED                      [ 10%]",
      "tests/t.py::test_b[a b - ü [1]] \u001b[31mFAILED\u001b[0m [ 20%]",
      "tests/t.py::T::test_c SKIPPED (needs PASSED data) [100%]",
      "tests/t.py::test_d XFAIL (later)",
      "[gw0] [ 60%] PASSED tests/t.py::test_e[x y]",
      "tests/t.py::test_f XPASS",
      "tests/t.py::test_g ERROR",
      "ERROR    root:t.py:5 a log line",
      "=== short test summary info ===",
      "FAILED tests/t.py::test_b[a b - ü [1]] - assert 1 == 2",
      "ERROR tests/t.py::test_g - RuntimeError: x - y",
      "SKIPPED [1] tests/t.py:3: needs PASSED data",
    ].join("\r\n");
    expect(listed(text)).toEqual([
      "tests/t.py::test_a passed",
      "tests/t.py::test_b[a b - ü [1]] failed",
      "tests/t.py::T::test_c skipped",
      "tests/t.py::test_d skipped",
      "tests/t.py::test_e[x y] passed",
      "tests/t.py::test_f passed",
      "tests/t.py::test_g error",
    ]);
    const { tests } = reportOf(text);
    expect(tests.get("tests/t.py::test_b[a b - ü [1]]")).toMatchObject({
      message: "assert 1 == 2",
      attempts: 1,
    });
    expect(tests.get("tests/t.py::test_g")?.message).toBe("RuntimeError: x - y");
    expect(truncationOf(text)).toBeUndefined();
    expect(truncationOf(text.replace("7 selected", "9 selected"))).toBe(
      "9 tests declared, 7 found",
    );
  });

  test("the summary alone, of which no count is asked", () => {
    const text =
      "collected 5 items\nFAILED t.py::a - assert 0\nERROR t_bad.py - SyntaxError\nERROR t_worse.py\nXFAIL t.py::b - later";
    expect(listed(text)).toEqual([
      "t.py::a failed",
      "t_bad.py error",
      "t_worse.py error",
      "t.py::b skipped",
    ]);
    expect(truncationOf(text)).toBeUndefined();
  });

  test("a test that was run again and passed is flaky", () => {
    expect(listed("t.py::a RERUN\nt.py::a PASSED\nt.py::b RERUN\nt.py::b FAILED")).toEqual([
      "t.py::a flaky",
      "t.py::b failed",
    ]);
  });
});

describe("map", () => {
  test("words in any letter case", () => {
    const words = {
      passed: ["pass", "PASSED", "ok", "p"],
      failed: ["fail", "Failed", "F"],
      error: ["error", "E"],
      skipped: ["skip", "skipped", "pending", "todo", "S"],
      flaky: ["FLAKY"],
    };
    for (const [status, spelled] of Object.entries(words)) {
      for (const word of spelled) expect(listed({ t: word })).toEqual([`t ${status}`]);
    }
  });

  test("a list with durations and messages, and ids of every kind", () => {
    const list = [
      { id: "__proto__", status: "fail", durationMs: "1,200.5", message: "\u001b[1mx" },
      { id: "constructor", status: "pass", durationMs: 0.12345 },
      { id: "", status: "skip", durationMs: -1, message: 5 },
    ];
    expect([...reportOf(list).tests.values()]).toEqual([
      { id: "__proto__", status: "failed", durationMs: 1200.5, message: "x", attempts: 1 },
      { id: "constructor", status: "passed", durationMs: 0.123, attempts: 1 },
      { id: "", status: "skipped", durationMs: null, attempts: 1 },
    ]);
    expect(listed('{"__proto__": "pass", "a": "f"}')).toEqual(["__proto__ passed", "a failed"]);
  });

  test("a key twice is a test that ran twice", () => {
    expect(listed('{"a":"pass","a":"fail","b":"p"}')).toEqual(["a flaky", "b passed"]);
  });

  test("nothing else is a map", () => {
    const others: unknown[] = [{ a: "maybe" }, { a: 1 }, [{ id: "a" }], [{ id: 1, status: "p" }]];
    for (const other of [...others, ["p"], [null], 1, true, null, "1", '"x"'])
      expect(() => reportOf(other)).toThrow("FORMAT_UNKNOWN");
    expect(listed({})).toEqual([]);
    expect(listed("[]")).toEqual([]);
  });
});

test("a format that was given is the one that is read", () => {
  const junit = '<testsuite><testcase name="a"/></testsuite>';
  const given: readonly [unknown, Format, string][] = [
    [junit, "junit", ""],
    [junit, "trx", "FORMAT_UNKNOWN"],
    [junit, "tap", "FORMAT_UNKNOWN"],
    [junit, "jest", "REPORT_SYNTAX"],
    ["ok 1", "junit", "REPORT_SYNTAX"],
    ["ok 1", "go", "FORMAT_UNKNOWN"],
    ["a.py::b PASSED", "tap", "FORMAT_UNKNOWN"],
    [{ a: "p" }, "jest", "FORMAT_UNKNOWN"],
    [{ a: "p" }, "junit", "FORMAT_UNKNOWN"],
    [{ testResults: [] }, "map", "FORMAT_UNKNOWN"],
    [{ testResults: "pass" }, "auto" as Format, ""],
    ['{"Action":"pass","Package":"p","Test":"t"}', "go", ""],
  ];
  for (const [report, format, code] of given) {
    if (code === "") expect(reportOf(report, format).tests.size).toBe(1);
    else expect(() => reportOf(report, format)).toThrow(code);
  }
});
