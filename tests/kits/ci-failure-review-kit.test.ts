import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import kit from "../../kits/ci-failure-review-kit.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const failureOf = (input: object) => {
  const { error, errors } = run(input);
  return (error ?? errors?.[0])?.code;
};
const fileOf = (input: object, name: string) =>
  valueOf(input).deliverables.find((file) => file.name === name)?.content;
const causes = (log: string) => valueOf({ log }).causes.map(({ code }) => code);
const groups = (input: object) => valueOf(input).tests.map(({ id, group }) => `${id} ${group}`);

describe("what lines of a log tell", () => {
  test.each([
    ["DISK_FULL", "write /var/lib/x: no space left on device"],
    ["DISK_FULL", "Error: ENOSPC: write"],
    ["DISK_FULL", "fatal: Disk quota exceeded"],
    ["OUT_OF_MEMORY", "FATAL ERROR: Reached heap limit - JavaScript heap out of memory"],
    ["OUT_OF_MEMORY", "Reason: OOMKilled"],
    ["OUT_OF_MEMORY", "##[error]Process completed with exit code 137."],
    ["OUT_OF_MEMORY", "container exited with code 137"],
    ["OUT_OF_MEMORY", "fork: Cannot allocate memory"],
    [
      "JOB_TIMEOUT",
      "The job running on runner A has exceeded the maximum execution time of 6 minutes.",
    ],
    ["JOB_TIMEOUT", "ERROR: Job failed: execution took longer than 1h0m0s seconds"],
    ["JOB_TIMEOUT", "The job execution timed out"],
    ["RUNNER_LOST", "##[error]The runner has received a shutdown signal."],
    ["RUNNER_LOST", "The hosted runner lost communication with the server."],
    ["RUNNER_LOST", "ERROR: Job failed (system failure): runner system failure"],
    ["CONFIG_ERROR", "Invalid workflow file: .github/workflows/a.yml#L3"],
    ["CONFIG_ERROR", "YAMLException: bad indentation of a mapping entry"],
    ["CONFIG_ERROR", "error converting YAML to JSON: yaml: line 12: did not find expected key"],
    ["CONFIG_ERROR", "unknown flag: --wat"],
    ["CONFIG_ERROR", "unknown option '--wat'"],
    ["SECRET_MISSING", "The secret NPM_TOKEN is missing"],
    ["SECRET_MISSING", "environment variable DATABASE_URL not set"],
    ["SECRET_MISSING", "Env var API_URL is required"],
    ["SECRET_MISSING", "Error: Input required and not supplied: token"],
    ["AUTH_FAILED", "npm ERR! 403 Forbidden - PUT https://example.com/x"],
    ["AUTH_FAILED", "git@example.com: Permission denied (publickey)."],
    ["AUTH_FAILED", "denied: requested access to the resource is denied"],
    ["AUTH_FAILED", "fatal: could not read Username for 'https://example.com'"],
    ["DEPENDENCY_RESOLUTION", "npm ERR! code ERESOLVE"],
    ["DEPENDENCY_RESOLUTION", "npm error code E404"],
    ["DEPENDENCY_RESOLUTION", "ERROR: No matching distribution found for x==9"],
    ["DEPENDENCY_RESOLUTION", " ERR_PNPM_OUTDATED_LOCKFILE  Cannot install"],
    ["DEPENDENCY_RESOLUTION", "error: the lock file Cargo.lock needs to be updated but --locked"],
    ["DEPENDENCY_RESOLUTION", "go: example.com/x@v1: invalid version: unknown revision v1"],
    ["DEPENDENCY_RESOLUTION", "missing go.sum entry for module"],
    ["COMPILE_ERROR", "src/a.ts:3:5 - error TS2322: Type 'a' is not"],
    ["COMPILE_ERROR", "error[E0308]: mismatched types"],
    ["COMPILE_ERROR", "main.c:3:5: error: expected ';'"],
    ["COMPILE_ERROR", "main.c:1:10: fatal error: x.h: No such file"],
    ["COMPILE_ERROR", "[ERROR] COMPILATION ERROR :"],
    ["COMPILE_ERROR", "[ERROR] A.java:[3,5] cannot find symbol"],
    ["COMPILE_ERROR", "A.cs(3,5): error CS1002: ; expected"],
    ["COMPILE_ERROR", "ModuleNotFoundError: No module named 'x'"],
    ["COMPILE_ERROR", "Error: Cannot find module './x'"],
    ["COMPILE_ERROR", "Failed to compile."],
    ["COMPILE_ERROR", "./main.go:5:2: undefined: foo"],
    ["COMPILE_ERROR", "src/app.py:12: error: Incompatible types in assignment"],
    ["RATE_LIMITED", "toomanyrequests: You have reached your pull rate limit."],
    ["RATE_LIMITED", "HTTP 429 Too Many Requests"],
    ["NETWORK", "getaddrinfo EAI_AGAIN registry"],
    ["NETWORK", "curl: (6) Could not resolve host: x"],
    ["NETWORK", "Temporary failure in name resolution"],
    ["NETWORK", "net/http: TLS handshake timeout"],
    ["TEST_TIMEOUT", "Test timeout of 30000ms exceeded."],
    ["TEST_TIMEOUT", "thrown: Exceeded timeout of 5000 ms for a test."],
    ["SNAPSHOT_MISMATCH", " › 1 snapshot failed."],
    ["SNAPSHOT_MISMATCH", "Error: Snapshot `adds 1` mismatched"],
    ["SNAPSHOT_MISMATCH", "Received value does not match stored snapshot"],
    ["TEST_FAILURE", "  ✕ adds (3 ms)"],
    ["TEST_FAILURE", "    --- FAIL: TestAdds/small (0.00s)"],
    ["TEST_FAILURE", "not ok 2 - adds"],
    ["TEST_FAILURE", "Tests:       2 failed, 3 passed, 5 total"],
    ["TEST_FAILURE", "  2 failing"],
    ["TEST_FAILURE", "(fail) cart > adds [0.31ms]"],
    ["TEST_FAILURE", " 2 fail"],
    ["TEST_FAILURE", "[ERROR] Tests run: 3, Failures: 1, Errors: 0"],
    ["OUT_OF_MEMORY", "java.lang.OutOfMemoryError: Java heap space"],
    ["JOB_TIMEOUT", "##[error]The action 'Run tests' has timed out after 10 minutes."],
    ["CONFIG_ERROR", "jobs:build config contains unknown keys: scripts"],
    ["AUTH_FAILED", "remote: HTTP Basic: Access denied"],
    ["DEPENDENCY_RESOLUTION", "error: failed to select a version for `serde`."],
    ["DEPENDENCY_RESOLUTION", "error: lockfile had changes, but lockfile is frozen"],
    ["DEPENDENCY_RESOLUTION", "poetry.lock is not up to date with pyproject.toml"],
    ["COMPILE_ERROR", "ImportError: cannot import name 'x' from 'y'"],
    ["NETWORK", "curl: (28) Operation timed out after 30000 milliseconds"],
    ["NETWORK", "dial tcp 10.0.0.1:443: i/o timeout"],
    ["TEST_FAILURE", "12 examples, 2 failures"],
    ["TEST_FAILURE", "test cart::adds ... FAILED"],
    ["COMPILE_ERROR", "Module not found: Error: Can't resolve './missing' in '/app/src'"],
    ["NETWORK", "E: Failed to fetch http://example.com/x.deb  503  Service Unavailable"],
    ["NETWORK", "error: RPC failed; curl 56 GnuTLS recv error (-54)"],
    ["SNAPSHOT_MISMATCH", "Snapshots:   1 failed, 3 passed, 4 total"],
    ["LINT", "3 files inspected, 2 offenses detected"],
    ["COMMAND_NOT_FOUND", 'exec: "make": executable file not found in $PATH'],
    ["EXIT_CODE", "The process '/usr/bin/git' failed with exit code 128"],
    ["EXIT_CODE", "make: *** [Makefile:10: test] Error 2"],
    ["LINT", "✖ 3 problems (2 errors, 1 warning)"],
    ["LINT", "would reformat src/a.py"],
    ["LINT", "[warn] Code style issues found in 2 files. Run Prettier"],
    ["COMMAND_NOT_FOUND", "bash: foo: command not found"],
    ["COMMAND_NOT_FOUND", "sh: 1: vitest: not found"],
    ["COMMAND_NOT_FOUND", 'npm ERR! Missing script: "build"'],
    ["EXIT_CODE", "Process completed with exit code 2."],
    ["EXIT_CODE", "ERROR: Job failed: exit code 1"],
    ["EXIT_CODE", "make: *** [all] exit status 2"],
  ])("%s: %s", (code, line) => {
    // Prettier marks its last word as a warning.
    if (!line.startsWith("[warn]")) expect(causes(line)).toEqual([code]);
    else expect(causes(line)).toEqual([]);
  });

  test.each([
    "Failed to fetch the badge, going on",
    "Failed: 0, Passed: 12",
    "Tests: 0 failed, 3 passed",
    "0 snapshots failed",
    "not ok 2 - later # TODO write it",
    "Process completed with exit code 0.",
    "✖ 3 problems (0 errors, 3 warnings)",
    "the secretary is required",
    "failures: 0",
    "1371 files, exit code 1370",
  ])("nothing: %s", (line) => {
    expect(causes(line)).toEqual([]);
  });

  test("far apart is not together, and the nearest counts", () => {
    expect(causes(`secret ${"x".repeat(90)} is missing`)).toEqual([]);
    expect(causes(`secret ${"x".repeat(90)} secret A ${"y".repeat(60)} is missing`)).toEqual([
      "SECRET_MISSING",
    ]);
  });

  test("what was tried again is no cause, unless it failed in the end", () => {
    const log =
      "npm WARN retry ECONNRESET\nattempt 2 of 3: ECONNREFUSED\nfetch: ETIMEDOUT\nwill try again: ENOTFOUND\n";
    expect(valueOf({ log }).causes).toMatchObject([
      { code: "NETWORK", line: 3, count: 1, retried: 3, text: "fetch: ETIMEDOUT" },
    ]);
    expect(causes("retrying: ETIMEDOUT\n")).toEqual([]);
  });

  test("times, colours, marks, progress bars and other line ends stand in nobody's way", () => {
    const log = [
      "\ufeff2026-11-20T10:00:01.1234567Z \u001b[31mFAIL\u001b[39m a.test.ts",
      "2026-11-20T10:00:02+01:00 ##[error]✕ adds",
      "::error file=a.ts,line=3::FAILED adds",
      "2026-11-20T10:00:02.000000Z 01E not ok 1 - adds",
      "build\ttest\t2026-11-20T10:00:02Z --- FAIL: TestAdds",
      "10 %\r50 %\rFAIL b.test.ts",
    ].join("\r\n");
    expect(valueOf({ log }).causes).toMatchObject([{ code: "TEST_FAILURE", line: 1, count: 6 }]);
    expect(valueOf({ log }).causes[0]?.text).toBe("FAIL a.test.ts");
  });

  test("the nearest to the root comes first", () => {
    const log = "Process completed with exit code 1\nFAIL a\nerror TS1: x\nOOMKilled\nENOSPC\n";
    expect(causes(log)).toEqual([
      "OUT_OF_MEMORY",
      "DISK_FULL",
      "COMPILE_ERROR",
      "TEST_FAILURE",
      "EXIT_CODE",
    ]);
  });

  test("lines behind a key of many lines keep their numbers", () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n".repeat(5)}-----END PRIVATE KEY-----`;
    const value = valueOf({ log: `${key}\nerror TS1: x\n` });
    expect(value.primary).toMatchObject({ code: "COMPILE_ERROR", line: 8 });
    expect(JSON.stringify(value)).not.toContain("MIIEvQ");
  });
});

describe("what became of tests", () => {
  const history = (...statuses: string[]) =>
    statuses.map((status, index) => ({
      id: `n${index}`,
      commit: `c${index}`,
      report: { a: status },
    }));

  test("new, flaky and known, in this order", () => {
    const report = { z: "fail", a: "error", f: "flaky", k: "fail", p: "pass", s: "skip" };
    expect(groups({ report, baseline: { k: "fail", z: "pass" } })).toEqual([
      "a new",
      "z new",
      "f flaky",
      "k known",
    ]);
  });

  test("the latest run that has a test decides where the baseline has not", () => {
    expect(groups({ report: { a: "fail" }, history: history("pass", "fail") })).toEqual([
      "a known",
    ]);
    expect(groups({ report: { a: "fail" }, history: history("fail", "pass") })).toEqual([
      "a flaky",
    ]);
    const input = {
      report: { a: "fail" },
      history: history("pass", "pass"),
      baseline: { b: "fail" },
    };
    expect(valueOf(input).tests).toMatchObject([
      { group: "new", classification: "regressed", transition: "newFailing" },
    ]);
    expect(groups({ ...input, baseline: { a: "fail" } })).toEqual(["a known"]);
    expect(fileOf(input, "issue.md")).toContain("it passed last in run n1 (commit c1)");
  });

  test("one earlier run, and the same id twice", () => {
    expect(groups({ report: { a: "fail" }, history: history("fail") })).toEqual(["a known"]);
    const report = [
      { id: "a", status: "fail" },
      { id: "a", status: "pass" },
    ];
    expect(groups({ report })).toEqual(["a flaky"]);
  });

  test("one more test that passes changes no group", () => {
    const statuses = fc.constantFrom("pass", "fail", "error", "flaky", "skip");
    const reports = fc.dictionary(fc.constantFrom(..."abcdef"), statuses, { minKeys: 1 });
    fc.assert(
      fc.property(
        reports,
        reports,
        fc.array(reports, { maxLength: 4 }),
        (report, baseline, past) => {
          const input = { baseline, history: past.map((one) => ({ report: one })) };
          expect(groups({ ...input, report: { ...report, zz: "pass" } })).toEqual(
            groups({ ...input, report }),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  test("how the change reaches a test, by its file, module or class", () => {
    const input = {
      changes: ["src/a.py"],
      dependencies: {
        "tests/test_a.py": ["src/a.py"],
        "tests/test_b.py": ["src/b.py"],
        "src/test/java/shop/CartTest.java": ["src/b.py"],
      },
    };
    const report = {
      "tests/test_a.py::one": "fail",
      "tests/test_b.py::two": "fail",
      "tests.test_a.TestX::three": "fail",
      "shop.CartTest::four": "fail",
      "unknown::five": "fail",
    };
    const { tests, findings, counts } = valueOf({ ...input, report });
    expect(tests.map(({ id, selectedBy }) => [id, selectedBy])).toEqual([
      ["shop.CartTest::four", null],
      ["tests.test_a.TestX::three", "dependency"],
      ["tests/test_a.py::one", "dependency"],
      ["tests/test_b.py::two", null],
      ["unknown::five", null],
    ]);
    const unrelated = findings.filter(({ code }) => code === "UNRELATED_TO_CHANGE");
    expect(unrelated.map(({ subject }) => subject)).toEqual([
      "shop.CartTest::four",
      "tests/test_b.py::two",
    ]);
    expect(counts.info).toBe(2);
    const all = valueOf({ ...input, changes: ["package.json"], report });
    expect(all.counts.byCode["UNRELATED_TO_CHANGE"]).toBeUndefined();
    expect(all.tests[0]?.selectedBy).toBe("run-all");
  });
});

describe("what is decided", () => {
  test.each([
    ["green", { report: { a: "pass" } }],
    ["green", { log: "all well\n" }],
    ["fix", { report: { a: "fail" } }],
    ["investigate", { report: { a: "fail" }, baseline: { a: "fail" } }],
    ["retry", { report: { a: "flaky" } }],
    ["retry", { log: "ENOSPC\n" }],
    ["retry", { log: "ECONNRESET\nexit status 1\n" }],
    ["fix", { log: "exit status 1\n" }],
    ["fix", { log: "FAIL a\n" }],
    ["fix", { log: "error TS1: x\n", report: { a: "pass" } }],
    // The log tells of a test that the report does not have.
    ["investigate", { log: "FAIL a\nexit status 1\n", report: { a: "pass" } }],
    ["investigate", { report: '<testsuite tests="3"><testcase name="a"/></testsuite>' }],
    ["investigate", { report: "<testsuites/>" }],
    ["green", { log: "login with password=hunter2hunter2\n" }],
  ])("%s: %j", (decision, input) => {
    expect(valueOf(input).decision).toBe(decision as Value["decision"]);
  });

  test("weights of causes", () => {
    const weigh = (input: object) =>
      valueOf(input).findings.map(({ code, severity }) => `${severity} ${code}`);
    expect(weigh({ log: "FAIL a\nexit status 1\n", report: { a: "fail" } })).toEqual([
      "error NEW_FAILURE",
      "info EXIT_CODE",
      "info TEST_FAILURE",
    ]);
    expect(
      weigh({ log: "exit status 1\n", report: { a: "fail" }, baseline: { a: "fail" } }),
    ).toEqual(["warning KNOWN_FAILURE", "info EXIT_CODE"]);
    expect(weigh({ log: "toomanyrequests\nwould reformat a.py\n" })).toEqual([
      "error LINT",
      "warning RATE_LIMITED",
    ]);
  });

  test("a run that was cut short, now and before", () => {
    const cut = '<testsuite tests="3"><testcase name="a"/></testsuite>';
    const { findings } = valueOf({ report: cut, baseline: cut, history: [{ report: cut }] });
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "RUN_TRUNCATED /baseline",
      "RUN_TRUNCATED /report",
      "RUN_TRUNCATED /history/0/report",
    ]);
  });
});

describe("what cannot be read", () => {
  test.each([
    ["NOTHING_TO_REVIEW", {}],
    ["NOTHING_TO_REVIEW", { log: " \n" }],
    ["FORMAT_UNKNOWN", { report: "hello" }],
    ["REPORT_SYNTAX", { log: "FAIL a\n", report: "<testsuite>" }],
    ["FORMAT_UNKNOWN", { report: { a: "pass" }, baseline: "hello" }],
    ["TOOL_INPUT_INVALID", { log: "x", history: [{ commit: "c" }] }],
    ["TOOL_INPUT_INVALID", { log: "x", history: [{ report: {}, sha: "c" }] }],
    ["TOOL_INPUT_INVALID", { log: "x", maxExcerptChars: 10 }],
    ["CI_FAILURE_REVIEW_KIT_FAILED", { log: "FAIL a\n", failOn: "error" }],
    ["CI_FAILURE_REVIEW_KIT_FAILED", { log: "ENOSPC\n", failOn: "warning" }],
  ])("%s: %j", (code, input) => {
    expect(failureOf(input)).toBe(code);
  });

  test("errors lead to the kit's fields, and the rest goes on", () => {
    expect(run({ report: "<testsuite>", log: "x" }).errors?.[0]).toMatchObject({
      code: "REPORT_SYNTAX",
      path: "/report",
    });
    expect(run({ report: { a: "pass" }, baseline: "hello" }).errors?.[0]?.path).toBe("/baseline");
    const { ok, value, errors } = run({ report: { a: "fail" }, history: [{ report: "hello" }] });
    expect(ok).toBe(true);
    expect(errors?.map(({ code }) => code)).toEqual(["STAGE_FAILED", "NEW_FAILURE"]);
    expect((value as Value).stages.find(({ id }) => id === "stability")?.status).toBe("failed");
    const twice = [{ id: "current", report: { a: "pass" } }];
    expect(failureOf({ report: { a: "pass" }, history: twice })).toBe("STAGE_FAILED");
  });

  test("stages that are skipped say which field would run them", () => {
    const stages = valueOf({ log: "x\n" }).stages.map(({ id, status }) => `${id} ${status}`);
    expect(stages).toEqual([
      "redact done",
      "trim done",
      "compare skipped",
      "stability skipped",
      "impact skipped",
      "causes done",
      "decide done",
    ]);
  });
});

describe("what runs the tests again", () => {
  const script = (input: object) => fileOf(input, "rerun.sh");
  const lines = (input: object) => script(input)?.split("\n").slice(2, -1);

  test("pytest, by node ids", () => {
    const report = "t.py::a[it's] FAILED\nt.py::b PASSED\nERROR u.py - ImportError\n";
    expect(lines({ report })).toEqual([String.raw`pytest 't.py::a[it'\''s]' 'u.py'`]);
    const junit = `<testsuites><testsuite name="pytest"><testcase classname="tests.test_a.TestB" name="test_c"><failure/></testcase><testcase classname="test_d" name="test_e[1]"><failure/></testcase></testsuite></testsuites>`;
    expect(lines({ report: junit })).toEqual([
      "pytest 'test_d.py::test_e[1]' 'tests/test_a.py::TestB::test_c'",
    ]);
  });

  const jest = (more: object = {}) => ({
    testResults: [
      {
        name: "/ci/a.test.ts",
        assertionResults: [{ fullName: "cart adds (1+1)", status: "failed", ...more }],
      },
      { name: "/ci/b.test.ts", status: "failed", assertionResults: [] },
    ],
  });

  test("jest and vitest, by names, and files that do not load", () => {
    expect(lines({ report: jest() })).toEqual([
      String.raw`npx jest 'b\.test\.ts'`,
      String.raw`npx jest -t 'cart adds \(1\+1\)'`,
    ]);
    expect(lines({ report: jest({ meta: {} }) })).toEqual([
      "npx vitest run 'b.test.ts'",
      String.raw`npx vitest run -t 'cart adds \(1\+1\)'`,
    ]);
    const junit =
      '<testsuite><testcase classname="a.test.ts" name="cart &gt; adds"><failure/></testcase></testsuite>';
    expect(lines({ report: junit })).toBeUndefined();
    expect(lines({ report: junit, runner: "vitest" })).toEqual(["npx vitest run -t 'cart adds'"]);
  });

  test("go, by package", () => {
    const event = (Package: string, Test: string, Action = "fail") =>
      JSON.stringify({ Action, Package, ...(Test && { Test }) });
    const report = [
      event("shop/cart", "TestB"),
      event("shop/cart", "TestA"),
      event("shop/cart", "TestA/sub"),
      event("shop/user", ""),
    ].join("\n");
    expect(lines({ report })).toEqual([
      "go test 'shop/cart' -run '^(TestA|TestB)$'",
      "go test 'shop/user'",
    ]);
  });

  test("shells read every script, whatever a test is called", async () => {
    const names = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
    for (const name of fc.sample(names, { numRuns: 12, seed: 7 }).concat("'; rm -rf $(x) `y`\n'")) {
      for (const runner of ["pytest", "jest", "vitest", "go"]) {
        const text = script({ report: [{ id: name, status: "fail" }], runner, redact: false });
        const child = Bun.spawn(["sh", "-n"], { stdin: new Blob([text ?? "("]), stderr: "pipe" });
        expect([name, await child.exited]).toEqual([name, 0]);
      }
    }
  });

  test("patterns match the names that they are made from", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (name) => {
        fc.pre(!/[\n\0:>']|\[[A-Z]/.test(name));
        const [line = ""] =
          lines({ report: { [name]: "fail" }, runner: "jest", redact: false }) ?? [];
        expect(new RegExp(line.slice("npx jest -t '".length, -1)).test(name)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("files", () => {
  const log =
    "Run npm test\n```\nFAIL a.test.ts\n````\n##[error]Process completed with exit code 1.\n";
  const message = "Error: `a` | b\n```\n at x";
  const input = { log, report: [{ id: "a `b` <c>", status: "fail", message }], runner: "jest" };

  test("an issue is Markdown with the excerpt whole", () => {
    const text = fileOf(input, "issue.md") ?? "";
    expect(text.split("\n", 1)[0]).toBe("# CI: ``a `b` <c>`` fails");
    const html = new MarkdownIt({ html: true }).render(text);
    expect(html.match(/<h2>[^<]*/g)).toEqual([
      "<h2>What failed",
      "<h2>Likely cause",
      "<h2>Around line 3",
      "<h2>Excerpt of the log",
      "<h2>How to run it again",
    ]);
    const blocks = new MarkdownIt().parse(text, {}).filter(({ type }) => type === "fence");
    expect(blocks.map(({ content }) => content)).toEqual([
      `${message}\n`,
      log.replace("##[error]", ""),
      fileOf(input, "log-excerpt.txt") ?? "",
      fileOf(input, "rerun.sh") ?? "",
    ]);
    expect(html).toContain("<li>");
  });

  test("review.json says what the value says", () => {
    const { decision, primary, causes: found, tests, counts } = valueOf(input);
    expect(JSON.parse(fileOf(input, "review.json") ?? "")).toEqual(
      JSON.parse(JSON.stringify({ decision, primary, causes: found, tests, counts })),
    );
  });

  test("an id with a line end is one line", () => {
    expect(fileOf({ report: { "a\nb": "fail", c: "fail" } }, "failing-tests.txt")).toBe("a b\nc\n");
    expect(fileOf({ report: { a: "pass" } }, "failing-tests.txt")).toBeUndefined();
    expect(fileOf({ report: { a: "fail" } }, "rerun.sh")).toBeUndefined();
    expect(fileOf({ report: { a: "fail" } }, "log-excerpt.txt")).toBeUndefined();
  });

  test("no secret is anywhere", () => {
    const secret = "hunter2hunter2";
    const given = {
      log: `login password=${secret}\nerror TS1: ${secret}\n`,
      report: [{ id: `t.py::a[${secret}]`, status: "fail", message: `token was ${secret}` }],
      history: [{ id: secret, report: { [`t.py::a[${secret}]`]: "pass" } }],
      runner: "pytest",
    };
    const outcome = run(given);
    expect(JSON.stringify(outcome)).not.toContain(secret);
    expect(fileOf(given, "rerun.sh")).toBe("#!/bin/sh\nset -eu\npytest 't.py::a'\n");
    const found = valueOf(given).findings.find(({ code }) => code === "SECRET_REDACTED");
    expect(found).toMatchObject({ severity: "warning", received: 1 });
    const broken = run({ ...given, report: `<testsuite a="password=${secret}`, history: [] });
    expect(JSON.stringify(broken)).not.toContain(secret);
    expect(JSON.stringify(run({ ...given, redact: false }))).toContain(secret);
  });

  test("one line of 100,000 characters", () => {
    const long = `FAIL ${"secret x ".repeat(11_000)}`;
    expect(valueOf({ log: long }).causes[0]?.text.length).toBeLessThanOrEqual(300);
  });
});
