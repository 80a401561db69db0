import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./ci-regression-diff/contract.ts";
import { diffReports } from "./ci-regression-diff/diff.ts";
import { DIFF_LAWS } from "./ci-regression-diff/laws.ts";

export default defineTool({
  id: "ci-regression-diff",
  name: "CI Regression Diff",
  category: "Developer",
  description:
    "Compares the test report of a change with that of its base: what fails newly, got fixed, flaky, slower, skipped or removed.",
  keywords: [
    "ci",
    "flaky",
    "go test",
    "jest",
    "junit",
    "nunit",
    "pytest",
    "regression",
    "tap",
    "test report",
    "test results",
    "trx",
    "vitest",
    "xunit",
  ],
  aliases: ["test-report-diff", "junit-diff"],
  version: "2026-11-22",

  input: INPUT,
  primary: "after",
  value: VALUE,
  verb: "compare",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "compare two junit xml reports",
    "which tests regressed between main and my branch",
    "diff test results before and after",
    "what tests are newly failing in this pull request",
    "find tests that got slower",
    "were any tests silently skipped or removed",
    "compare jest json results of two runs",
    "compare two go test -json logs",
    "pytest output diff",
    "which failing tests were fixed",
    "fail the build when a test regressed",
    "trx or nunit results comparison",
    "which tests broke because of my change and which were red already",
    "build was green yesterday, today twelve tests fail, what is new",
    "before and after of two test logs of a pull request",
    "contrast suite outcomes of the base and head commits",
    "newly broken, repaired, slowed down or vanished test cases between two pipeline executions",
    "did my branch break anything that worked on master",
    "new failing tests since the last build",
    "testberichte vor und nach einer änderung vergleichen",
    "comparar informes de pruebas antes y después de un cambio",
    "comparer deux rapports de tests junit",
    "比较 两次 测试 报告 回归 失败",
    "二つのテストレポートを比較して退行を見つける",
    "qué tests fallan ahora y antes pasaban",
    "welche tests sind nach meiner änderung neu kaputt",
    "quels tests échouent depuis mon changement",
    "修改 后 新 失败 的 测试 是 哪些",
    "変更後に新しく失敗したテスト",
  ],
  effort: 2,

  laws: DIFF_LAWS,
  examples: [
    {
      title: "A regression, a fix and a new test",
      input: {
        before: { adds: "pass", rounds: "fail", parses: "pass" },
        after: { adds: "fail", rounds: "pass", parses: "pass", prints: "pass" },
      },
      expect: {
        output:
          '# ci-regression-diff: FAIL\n\n3 → 4 tests: 1 regressed, 1 fixed, 1 added\n\n| Severity | Code | Where | Message |\n| --- | --- | --- | --- |\n| error | TEST_REGRESSED | adds | Cannot pass "adds": found failed, expected what it was before, passed |\n| info | TEST_FIXED | rounds | "rounds" is passed and was failed |',
        valid: false,
        value: { verdict: "fail", transitions: { regressed: ["adds"], unchanged: ["parses"] } },
      },
    },
    {
      title: "JUnit against Jest, and a test that takes longer",
      input: {
        before:
          '<testsuite tests="2"><testcase name="cart adds" time="0.4"/><testcase name="cart rounds" time="1"/></testsuite>',
        after: {
          testResults: [
            {
              name: "/ci/cart.test.ts",
              assertionResults: [
                { fullName: "cart adds", status: "passed", duration: 400 },
                { fullName: "cart rounds", status: "passed", duration: 1600 },
              ],
            },
          ],
        },
      },
      expect: {
        valid: true,
        value: {
          verdict: "review",
          slower: [{ id: "cart rounds", beforeMs: 1000, afterMs: 1600 }],
        },
        warnings: [{ code: "TEST_SLOWER" }],
      },
    },
    {
      title: "TAP: a test is gone, as the run was cut short",
      input: {
        before: "TAP version 13\n1..2\nok 1 - a\nnot ok 2 - b # TODO later\n",
        after: "TAP version 13\n1..3\nok 1 - a\n",
      },
      expect: {
        value: { before: { skipped: 1 }, transitions: { removed: ["b"] } },
        warnings: [{ code: "RUN_TRUNCATED", path: "/after" }, { code: "TEST_REMOVED" }],
      },
    },
    {
      title: "It still fails, but for another reason",
      input: {
        before: "FAILED tests/test_cart.py::test_total - AssertionError: 3 != 4",
        after: "FAILED tests/test_cart.py::test_total - KeyError: 'price'",
      },
      expect: {
        valid: true,
        value: {
          verdict: "pass",
          messageChanged: [{ before: "AssertionError: 3 != 4", after: "KeyError: 'price'" }],
        },
      },
    },
    {
      title: "A gate for the pipeline",
      input: { before: { a: "pass" }, after: { a: "fail" }, failOn: "error" },
      expect: { ok: false, error: { code: "CI_REGRESSION_DIFF_FAILED" } },
    },
    {
      title: "A report that breaks off",
      input: { before: { a: "pass" }, after: '<testsuite>\n<testcase name="a">' },
      expect: { ok: false, error: { code: "REPORT_SYNTAX" } },
    },
  ],

  run: diffReports,
});
