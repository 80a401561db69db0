/** What test runners print for people, and their own JSON: shortened from real runs where the runner was at hand. */
import { describe, expect, test } from "bun:test";
import { readTestReport } from "../../../../tools/_lib/formats/test-report/read.ts";
import { listed, reportOf, truncationOf } from "./report.ts";

const messageOf = (report: unknown, id: string) => reportOf(report).tests.get(id)?.message;

describe("cargo test", () => {
  const RUN = `   Compiling shop v0.1.0 (/src/shop)
    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 1.55s
     Running unittests src/lib.rs (target/debug/deps/shop-507999230d6984fa)

running 6 tests
test tests::ok ... ok
test tests::panics - should panic ... ok
test tests::bad ... FAILED
test tests::slow has been running for over 60 seconds
test tests::slow ... ignored
test tests::slow2 ... ignored, why
test tests::timed ... ok <0.002s>

failures:

---- tests::bad stdout ----
test fake ... ok

thread 'tests::bad' (31052) panicked at src/lib.rs:12:24:
assertion failed: nope
stack backtrace:
   0: __rustc::rust_begin_unwind


failures:
    tests::bad

test result: FAILED. 3 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.11s

error: test failed, to rerun pass \`--lib\`
     Running tests/it.rs (target/debug/deps/it-d6c00e1614d165e9)

running 1 test
test tests::ok ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

   Doc-tests shop

running 1 test
test src/lib.rs - add (line 2) ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.25s
`;

  test("unit tests, tests of a crate and of documentation", () => {
    expect(reportOf(RUN).format).toBe("cargo");
    expect(listed(RUN)).toEqual([
      "shop/src/lib.rs::tests::ok passed",
      "tests::panics passed",
      "tests::bad failed",
      "tests::slow skipped",
      "tests::slow2 skipped",
      "tests::timed passed",
      "it/tests/it.rs::tests::ok passed",
      "src/lib.rs - add (line 2) passed",
    ]);
    expect(truncationOf(RUN)).toBeUndefined();
    expect(reportOf(RUN).tests.get("tests::timed")?.durationMs).toBe(2);
    expect(messageOf(RUN, "tests::bad")).toBe(
      "test fake ... ok\n\nthread 'tests::bad' (31052) panicked at src/lib.rs:12:24:\nassertion failed: nope",
    );
  });

  test("what is printed between the name and the word, quiet runs, and those that were cut", () => {
    const open =
      "running 2 tests\ntest a ... hello\nand more\nok\ntest b ... bench:  12 ns/iter (+/- 1)\n";
    expect(listed(open)).toEqual(["a passed", "b passed"]);
    const quiet = "running 6 tests\n. 1/6\ntests::bad --- FAILED\n..ii\nfailures:\n";
    expect(listed(quiet)).toEqual(["tests::bad failed"]);
    expect(truncationOf(quiet)).toBe("6 tests declared, 1 found");
    expect(truncationOf(RUN.slice(0, RUN.indexOf("test tests::slow ...")))).toBe(
      "6 tests declared, 3 found",
    );
  });
});

describe("go test -v", () => {
  const RUN = `=== RUN   TestAdd
--- PASS: TestAdd (0.00s)
=== RUN   TestTotal
=== RUN   TestTotal/empty_cart
=== PAUSE TestTotal/empty_cart
=== CONT  TestTotal/empty_cart
    cart_test.go:12: got 1, want 0
--- FAIL: TestTotal (0.02s)
    --- FAIL: TestTotal/empty_cart (0.01s)
=== RUN   TestNet
    net_test.go:5: no network
--- SKIP: TestNet (0.00s)
FAIL
FAIL\texample.com/shop\t0.005s
ok  \texample.com/ok\t(cached)
=== RUN   TestAdd
--- PASS: TestAdd (0.00s)
PASS
ok  \texample.com/user\t0.003s
?   \texample.com/none\t[no test files]
FAIL\texample.com/broken [build failed]
FAIL
`;

  test("has the ids of its JSON, and is no TAP", () => {
    expect(reportOf(RUN).format).toBe("go");
    expect(listed(RUN)).toEqual([
      "example.com/shop::TestAdd passed",
      "example.com/shop::TestTotal failed",
      "example.com/shop::TestTotal/empty_cart failed",
      "example.com/shop::TestNet skipped",
      "example.com/user::TestAdd passed",
      "example.com/broken::(package) error",
    ]);
    expect(truncationOf(RUN)).toBeUndefined();
    expect(messageOf(RUN, "example.com/shop::TestTotal/empty_cart")).toBe(
      "cart_test.go:12: got 1, want 0",
    );
    expect(reportOf(RUN).tests.get("example.com/shop::TestTotal")?.durationMs).toBe(20);
    expect(listed(readAs(RUN, "go"))).toEqual(listed(RUN));
  });

  test("a test that never ended", () => {
    const cut = "=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n";
    expect(listed(cut)).toEqual(["TestA passed"]);
    expect(truncationOf(cut)).toBe("2 tests declared, 1 found");
  });

  const readAs = (text: string, format: "go") => {
    const read = readTestReport(text, format, "/report");
    if ("error" in read) throw new Error(read.error.message);
    return text;
  };
});

describe("bun test", () => {
  const RUN = `bun test v1.4.4 (38afee6c8)

b.test.ts:
(pass) passes [0.02ms]
3 | test("fails", () => { expect(1).toBe(2); });
                                    ^
error: expect(received).toBe(expected)

Expected: 2
Received: 1

      at <anonymous> (/src/b.test.ts:3:33)
(fail) fails [1.20s]
(skip) skipped
(todo) todo one
(pass) outer > x [y] > inner [0.5ms] ok

c.test.ts:
(pass) passes [12.36ms]

 3 pass
 1 skip
 1 todo
 1 fail
 2 expect() calls
Ran 6 tests across 2 files. [17.00ms]
`;

  test("files, times and what went wrong", () => {
    expect(reportOf(RUN).format).toBe("bun");
    expect(listed(RUN)).toEqual([
      "b.test.ts::passes passed",
      "fails failed",
      "skipped skipped",
      "todo one skipped",
      "outer > x [y] > inner [0.5ms] ok passed",
      "c.test.ts::passes passed",
    ]);
    expect(truncationOf(RUN)).toBeUndefined();
    expect(reportOf(RUN).tests.get("fails")?.durationMs).toBe(1200);
    expect(messageOf(RUN, "fails")).toStartWith(
      "error: expect(received).toBe(expected)\n\nExpected",
    );
    expect(truncationOf(RUN.replace("(skip) skipped\n", ""))).toBe("6 tests declared, 5 found");
  });

  test("a file that cannot be read, and the signs of older versions", () => {
    const broken = `bun test v1.4.4

d.test.ts:

# Unhandled error between tests
-------------------------------
error: Cannot find module './nope'
-------------------------------


c.test.ts:
(pass) passes [16.09ms]

 1 pass
 1 fail
 1 error
Ran 2 tests across 2 files. [24.00ms]
`;
    expect(listed(broken)).toEqual(["d.test.ts::(file) error", "passes passed"]);
    expect(truncationOf(broken)).toBeUndefined();
    expect(messageOf(broken, "d.test.ts::(file)")).toBe("error: Cannot find module './nope'");
    expect(listed("bun test v1.0.1\n\na.test.ts:\n✓ a > b [0.12ms]\n✗ c\n» d\n✎ e\n")).toEqual([
      "a > b passed",
      "c failed",
      "d skipped",
      "e skipped",
    ]);
  });
});

describe("the spec report of node:test", () => {
  const RUN = `✔ passes (1.405357ms)
✖ fails (1.728807ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  1 !== 2

﹣ skipped (0.141911ms) # SKIP
﹣ skipped why (0.133808ms) # no reason
✔ todo one (0.189231ms) # TODO
▶ outer
  ✔ inner (0.190012ms)
  ▶ deep
    ✖ inner (0.172987ms)
  ✖ deep (0.430309ms)
✖ outer (1.356494ms)
▶ older
  ✔ one (1ms)
▶ older (2ms)
ℹ tests 8
ℹ suites 3
ℹ pass 4
ℹ fail 2

✖ failing tests:

test at a.test.js:4:1
✖ inner (0.172987ms)
  Error: boom
`;

  test("suites are no tests, and errors stand beside a test or at the end", () => {
    expect(reportOf(RUN).format).toBe("node");
    expect(listed(RUN)).toEqual([
      "passes passed",
      "fails failed",
      "skipped skipped",
      "skipped why skipped",
      "todo one passed",
      "outer > inner passed",
      "outer > deep > inner failed",
      "older > one passed",
    ]);
    expect(truncationOf(RUN)).toBeUndefined();
    expect(messageOf(RUN, "fails")).toContain("1 !== 2");
    expect(messageOf(RUN, "outer > deep > inner")).toBe("Error: boom");
    expect(truncationOf(RUN.replace("✔ passes (1.405357ms)\n", ""))).toBe(
      "8 tests declared, 7 found",
    );
  });

  test("a failure of what is still to do is none, whether it says TODO or only why", () => {
    const run = `✖ bare (1.5ms) # TODO
✖ c # 5 (13.891834ms) # when the queue is there
  AssertionError: no
✖ bad # 6 (1ms)
ℹ tests 3
`;
    expect(listed(run)).toEqual(["bare skipped", "c # 5 skipped", "bad # 6 failed"]);
  });

  test("agrees with the TAP of the same run", () => {
    const tap = `TAP version 13
# Subtest: passes
ok 1 - passes
  ---
  duration_ms: 1.254513
  ...
# Subtest: outer
    # Subtest: inner
    not ok 1 - inner
      ---
      duration_ms: 0.1
      error: 'boom'
      ...
    # Subtest: why
    ok 2 - why # SKIP no reason
      ---
      duration_ms: 0.115701
      ...
    1..2
not ok 2 - outer
  ---
  duration_ms: 0.8
  type: 'suite'
  ...
1..2
# tests 3
`;
    const spec =
      "✔ passes (1.2ms)\n▶ outer\n  ✖ inner (0.1ms)\n  ﹣ why (0.1ms) # no reason\n✖ outer (0.8ms)\nℹ tests 3\n";
    expect(listed(tap)).toEqual(listed(spec));
    expect([reportOf(tap).format, reportOf(spec).format]).toEqual(["tap", "node"]);
  });
});

describe("Mocha", () => {
  const RUN = `

  Cart
    #total()
      ✔ adds
      ✓ is slow (1.5s)
      1) rounds
    - is pending
  User
    ✔ has a name (75ms)
    2) "before each" hook for "logs in"


  3 passing (10ms)
  1 pending
  2 failing

  1) Cart
       #total()
         rounds:

      AssertionError: expected 1 to equal 2
      + expected - actual

  2) User
       "before each" hook for "logs in":
     Error: no server

`;

  test("the report for people", () => {
    expect(reportOf(RUN).format).toBe("mocha");
    expect(listed(RUN)).toEqual([
      "Cart #total() adds passed",
      "Cart #total() is slow passed",
      "Cart #total() rounds failed",
      "Cart is pending skipped",
      "User has a name passed",
      'User "before each" hook for "logs in" failed',
    ]);
    expect(truncationOf(RUN)).toBeUndefined();
    expect(reportOf(RUN).tests.get("Cart #total() is slow")?.durationMs).toBe(1500);
    expect(messageOf(RUN, "Cart #total() rounds")).toStartWith("AssertionError: expected 1");
    expect(truncationOf(RUN.replace("      ✔ adds\n", ""))).toBe("6 tests declared, 5 found");
  });

  test("the JSON of the same", () => {
    const one = (fullTitle: string, more: object = {}) => ({
      title: fullTitle.split(" ").at(-1),
      fullTitle,
      file: "/src/test/cart.js",
      duration: 3,
      currentRetry: 0,
      err: {},
      ...more,
    });
    const rounds = one("Cart #total() rounds", { err: { message: "expected 1 to equal 2" } });
    const hook = one('User "before each" hook', { err: { message: "no server" } });
    const [adds, pending] = [one("Cart #total() adds"), one("Cart is pending")];
    const same = one("Cart #total() adds", { file: "/src/test/user.js" });
    const report = {
      stats: { suites: 2, tests: 4, passes: 2, pending: 1, failures: 2 },
      tests: [adds, rounds, pending, same],
      pending: [pending],
      failures: [rounds, hook],
      passes: [adds, same],
    };
    expect(reportOf(report).format).toBe("mocha");
    expect(listed(report)).toEqual([
      "cart.js::Cart #total() adds passed",
      "Cart #total() rounds failed",
      "Cart is pending skipped",
      "user.js::Cart #total() adds passed",
      'User "before each" hook error',
    ]);
    expect(messageOf(report, "Cart #total() rounds")).toBe("expected 1 to equal 2");
    expect(truncationOf(report)).toBeUndefined();
    expect(truncationOf({ ...report, tests: [adds] })).toBe("4 tests declared, 1 found");
    expect(listed(JSON.stringify(report))).toEqual(listed(report));
  });
});

describe("Playwright", () => {
  const run = (status: string, projectName: string, results: object[]) => ({
    expectedStatus: "passed",
    projectName,
    results,
    status,
  });
  const passed = { status: "passed", duration: 10, errors: [] };
  const failed = {
    status: "failed",
    duration: 20,
    error: { message: "\u001b[31mexpect(page)\u001b[39m failed" },
    errors: [{ message: "other" }],
  };
  const suites = (projects: string[]) => [
    {
      title: "login.spec.ts",
      file: "login.spec.ts",
      specs: [
        {
          title: "opens",
          file: "login.spec.ts",
          tests: projects.map((name) => run("expected", name, [passed])),
        },
      ],
      suites: [
        {
          title: "form",
          file: "login.spec.ts",
          specs: [
            {
              title: "sends",
              file: "login.spec.ts",
              tests: [run("flaky", "chromium", [failed, passed])],
            },
            {
              title: "breaks",
              file: "login.spec.ts",
              tests: [run("unexpected", "chromium", [failed])],
            },
            { title: "waits", file: "login.spec.ts", tests: [run("skipped", "chromium", [])] },
            {
              title: "stops",
              file: "login.spec.ts",
              tests: [run("unexpected", "chromium", [{ status: "interrupted", duration: 1 }])],
            },
          ],
        },
      ],
    },
  ];

  test("files, suites and what became of each test", () => {
    const stats = { expected: 1, skipped: 1, unexpected: 2, flaky: 1, duration: 99 };
    const report = { config: {}, suites: suites(["chromium"]), errors: [], stats };
    expect(reportOf(report).format).toBe("playwright");
    expect(listed(report)).toEqual([
      "login.spec.ts::opens passed",
      "login.spec.ts::form > sends flaky",
      "login.spec.ts::form > breaks failed",
      "login.spec.ts::form > waits skipped",
      "login.spec.ts::form > stops error",
    ]);
    expect(truncationOf(report)).toBeUndefined();
    expect(reportOf(report).tests.get("login.spec.ts::form > sends")?.durationMs).toBe(30);
    expect(messageOf(report, "login.spec.ts::form > breaks")).toBe("expect(page) failed");
    expect(truncationOf({ ...report, stats: { ...stats, expected: 7 } })).toBe(
      "11 tests declared, 5 found",
    );
  });

  test("several projects, and errors outside of tests", () => {
    const report = {
      config: {},
      suites: suites(["chromium", "webkit"]).map((suite) => ({ ...suite, suites: [] })),
      errors: [{ message: "Cannot find module" }],
    };
    expect(listed(report)).toEqual([
      "login.spec.ts::opens [chromium] passed",
      "login.spec.ts::opens [webkit] passed",
      "(global) error",
    ]);
  });
});

describe("pytest without a line for each test", () => {
  const RUN = `.Fs..FEx                                                                 [100%]
=================================== FAILURES ===================================
=========================== short test summary info ============================
FAILED test_a.py::test_bad - AssertionError: nope
ERROR test_a.py::test_err - RuntimeError: setup
2 failed, 3 passed, 1 skipped, 1 xfailed, 2 warnings, 1 error in 1.26s
`;

  test("the closing line counts more than is listed", () => {
    expect(listed(RUN)).toEqual(["test_a.py::test_bad failed", "test_a.py::test_err error"]);
    expect(truncationOf(RUN)).toBe("8 tests declared, 2 found");
    expect(listed("1 passed in 0.01s\n")).toEqual([]);
    expect(truncationOf("1 passed in 0.01s\n")).toBe("1 tests declared, 0 found");
    const closed =
      "a.py::b PASSED [ 50%]\na.py::c FAILED [100%]\n== 1 failed, 1 passed in 0.10s ==\n";
    expect(truncationOf(closed)).toBeUndefined();
    // One that passed and failed on its way out has two lines, and counts twice.
    expect(
      truncationOf("a.py::b PASSED\na.py::b ERROR\n=== 1 passed, 1 error in 0.10s ===\n"),
    ).toBeUndefined();
  });
});

test("GoogleTest says in attributes that a test did not run", () => {
  const report = `<testsuites tests="6" failures="0" disabled="2">
    <testsuite name="Cart" tests="6" disabled="2">
      <testcase name="Adds" status="run" result="completed" time="0.001" classname="Cart"/>
      <testcase name="DISABLED_Rounds" status="notrun" result="suppressed" time="0" classname="Cart"/>
      <testcase name="Net" status="run" result="skipped" time="0" classname="Cart"><skipped message="x"/></testcase>
      <testcase name="Old" status="notrun" time="0" classname="Cart"/>
      <testcase name="Off" disabled="true" classname="Cart"/>
      <testcase name="On" disabled="false" classname="Cart"/>
    </testsuite>
  </testsuites>`;
  expect(listed(report)).toEqual([
    "Cart::Adds passed",
    "Cart::DISABLED_Rounds skipped",
    "Cart::Net skipped",
    "Cart::Old skipped",
    "Cart::Off skipped",
    "Cart::On passed",
  ]);
  expect(truncationOf(report)).toBeUndefined();
});
