import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import {
  formatField,
  REPORT_FAILURES,
  reportField,
  RUN_TRUNCATED,
  TOTALS,
} from "./_lib/formats/test-report/report.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "./_lib/results/review/shapes.ts";
import { diffReports, TRANSITIONS } from "./ci-regression-diff/diff.ts";

const FAILURES = {
  ...REPORT_FAILURES,
  TEST_REGRESSED: "A test that passed, or was flaky, fails",
  TEST_NEW_FAILING: "A test that was not run before fails",
  RUN_EMPTY: "The report of the change has no test",
  CI_REGRESSION_DIFF_FAILED: "There are findings as severe as failOn says",
} as const;

const WARNINGS = {
  TEST_BECAME_FLAKY: "A test is flaky that was not",
  TEST_SILENCED: "A test that failed is skipped",
  TEST_NEWLY_SKIPPED: "A test that ran is skipped",
  TEST_REMOVED: "A test is gone",
  TEST_SLOWER: "A test that passes takes longer by as much as the bounds say",
  RUN_TRUNCATED,
} as const;

const INPUT = Type.Object({
  before: reportField("Test report of the base"),
  after: reportField("Test report of the change"),
  format: formatField(),
  slowerPercent: Type.Number({
    description: "How much longer a test takes that is slower, in percent",
    minimum: 0,
    maximum: 10_000,
    default: 50,
  }),
  minSlowerMs: whole({
    description: "And in milliseconds; both bounds must be reached",
    minimum: 0,
    maximum: 10_000_000,
    default: 500,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

export type Transition = (typeof TRANSITIONS)[number];

function ofEach<T>(value: T): Record<Transition, T> {
  return Object.fromEntries(TRANSITIONS.map((name) => [name, value])) as Record<Transition, T>;
}

const MS = Type.Number({ minimum: 0 });

const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  before: TOTALS,
  after: TOTALS,
  transitions: Type.Object(ofEach(Type.Array(Type.String())), {
    description: "Every test's id in exactly one list",
  }),
  messageChanged: Type.Array(
    Type.Object({ id: Type.String(), before: Type.String(), after: Type.String() }),
    { description: "Still failing, and for another reason than numbers and paths" },
  ),
  slower: Type.Array(Type.Object({ id: Type.String(), beforeMs: MS, afterMs: MS })),
  findings: Type.Array(findingSchema({})),
  counts: countsSchema(ofEach(Type.Integer({ minimum: 0 }))),
});

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

const SAME: ReadonlySet<string> = new Set(["unchanged", "stillFailing"]);

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
    "go test -json",
    "jest",
    "junit",
    "nunit",
    "pytest",
    "regression",
    "regressions",
    "slow tests",
    "tap",
    "test diff",
    "test report",
    "test results",
    "trx",
    "vitest",
    "xunit",
  ],
  aliases: ["test-report-diff", "junit-diff"],
  version: "2026-11-23",

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
    "colleague says the red specs are not from my merge request, check the two reports",
    "upgraded node and now some specs fail, give me only the difference",
    "suite became twice as slow since last week, which cases are to blame",
    "somebody put .skip on a few cases and nobody saw it",
    "surefire xml, go test -json, pytest --junitxml, dotnet trx, vitest json, TAP, xunit",
    "given base and head result files, classify each case as new failure, fix, flake, slowdown or missing",
    "comparar relatórios de testes antes e depois, novas falhas",
    "pruebas más lentas u omitidas que antes, junit",
    "langsamere oder übersprungene tests, junit vergleich",
  ],
  effort: 2,
  detect: (sample) =>
    /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:testsuites?|TestRun|test-run|test-results|assemblies)[\s>]/.test(
      sample,
    ) ||
    /^\s*\{"(?:Time":"[^"\n]{0,40}",")?Action":"|^\s*\{[^]{0,1000}"(?:testResults|numTotalTests)"/.test(
      sample,
    ) ||
    /^(?:TAP version 1[34]|1\.\.\d+)\r?\n/.test(sample)
      ? 0.98
      : 0,

  laws: [
    {
      name: "against itself a report has only unchanged tests, and those that fail still",
      holds(run, { after, format = "auto" }) {
        const transitions = run({ before: after, after, format }).value?.transitions;
        return Object.entries(transitions ?? {}).every(
          ([name, ids]) => SAME.has(name) || ids.length === 0,
        );
      },
    },
    {
      name: "every test is in exactly one list",
      holds(run, input) {
        const value = run(input).value;
        if (!value) return true;
        const ids = Object.values(value.transitions).flat();
        const gained = value.after.total - value.before.total;
        const { removed, added, newFailing } = value.transitions;
        return (
          new Set(ids).size === ids.length &&
          ids.length - removed.length === value.after.total &&
          added.length <= gained + removed.length &&
          gained + removed.length <= added.length + newFailing.length
        );
      },
    },
    {
      name: "the other way round what was fixed regressed, and what was added was removed",
      holds(run, input) {
        const forth = run(input).value?.transitions;
        const back = run({ ...input, before: input.after, after: input.before }).value?.transitions;
        if (!forth || !back) return true;
        return forth.fixed.every((id) => back.regressed.includes(id)) && holds(forth, back);
      },
    },
  ],
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

function holds({ added }: Value["transitions"], { removed }: Value["transitions"]): boolean {
  const gone = new Set(removed);
  return added.every((id) => gone.has(id));
}
