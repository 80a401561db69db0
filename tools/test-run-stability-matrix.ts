import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./test-run-stability-matrix/contract.ts";
import { STABILITY_LAWS } from "./test-run-stability-matrix/laws.ts";
import { findFlakiness } from "./test-run-stability-matrix/stability.ts";

export default defineTool({
  id: "test-run-stability-matrix",
  name: "Test Run Stability Matrix",
  category: "Developer",
  description:
    "Tells flaky tests from broken, regressed and fixed ones over many runs, with Wilson intervals, and finds tests that fail together.",
  keywords: [
    "ci",
    "flaky",
    "flaky tests",
    "flip rate",
    "junit",
    "pass rate",
    "pytest",
    "quarantine",
    "rerun",
    "retry",
    "stability",
    "test history",
    "test report",
    "wilson interval",
  ],
  aliases: ["flaky-test-detector", "test-flakiness"],
  version: "2026-11-22",

  input: INPUT,
  primary: "runs",
  value: VALUE,
  verb: "classify",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "find flaky tests",
    "which tests are flaky over the last runs",
    "is this test flaky or broken",
    "compare many junit reports of ci runs",
    "pass rate of a test with confidence interval",
    "test flip rate over several runs",
    "when did this test begin to fail",
    "how many reruns until a flaky test passes",
    "which tests fail together",
    "how often is the pipeline green",
    "same commit passes and fails",
    "test stability matrix from csv",
    "the same check is sometimes green and sometimes red although nobody touched the code",
    "pipeline is red every third night, which checks are unreliable",
    "can I trust this failure or just press restart",
    "nondeterministic specs ranked over a series of executions",
    "intermittent failures over the last fifty builds, candidates for quarantine",
    "historical pass and fail record per case",
    "instabile tests über mehrere läufe finden",
    "encontrar pruebas inestables en varias ejecuciones",
    "trouver les tests instables sur plusieurs exécutions",
    "查找 多次 运行 中 不稳定 的 测试",
    "複数回の実行から不安定なテストを見つける",
    "pruebas que a veces pasan y a veces fallan",
    "tests die mal grün mal rot sind",
    "tests qui passent une fois sur deux",
    "测试 时 好 时 坏 不稳定",
    "たまに失敗するテスト 不安定",
  ],
  effort: 3,

  laws: STABILITY_LAWS,
  examples: [
    {
      title: "A flaky and a regressed test",
      input: {
        matrix: "test,r1,r2,r3,r4,r5\nlogin,P,F,P,P,F\ncart,P,P,P,F,F\nhome,P,P,P,P,P\n",
      },
      expect: {
        output:
          "| Test | Class | Pass % | 95 % interval | Flips |\n| --- | --- | --- | --- | --- |\n| login | flaky | 60 | 23.07–88.24 | 3 |\n| cart | regressed | 60 | 23.07–88.24 | 1 |\n| home | stable-pass | 100 | 56.55–100 | 0 |",
        valid: false,
        value: {
          counts: { flaky: 1, regressed: 1, stablePass: 1 },
          greenRuns: 2,
          expectedGreenPercent: 60,
        },
      },
    },
    {
      title: "One commit, two outcomes",
      input: {
        runs: [
          { id: "a", commit: "c1", report: { t: "pass" } },
          { id: "b", commit: "c1", report: { t: "fail" } },
        ],
      },
      expect: {
        valid: false,
        value: {
          tests: [{ classification: "flaky", passPercent: 50, entropyBits: 1, sameCommit: true }],
        },
      },
    },
    {
      title: "Reports of two kinds, and tests that fail together",
      input: {
        runs: [
          { report: "TAP version 13\nnot ok 1 - db\nnot ok 2 - api\nok 3 - ui" },
          { report: "not ok 1 - db\nnot ok 2 - api\nok 3 - ui" },
          { report: { db: "pass", api: "pass", ui: "skip" } },
        ],
      },
      expect: {
        valid: true,
        value: {
          counts: { fixed: 2, insufficient: 1 },
          clusters: [{ tests: ["api", "db"], runs: ["1", "2"] }],
        },
      },
    },
    {
      title: "A gate for the pipeline",
      input: { matrix: "test,1,2,3\nlogin,.,X,.", failOn: "error" },
      expect: {
        ok: false,
        error: { code: "TEST_RUN_STABILITY_MATRIX_FAILED" },
        value: { tests: [{ rerunsFor95: 3 }] },
      },
    },
    {
      title: "A word that says nothing",
      input: { matrix: "test,1,2\nlogin,P,maybe" },
      expect: { ok: false, error: { code: "MATRIX_SYNTAX" }, errors: [{ line: 2, column: 9 }] },
    },
    {
      title: "Two runs of one name",
      input: { matrix: "test,a,a\nlogin,P,F" },
      expect: { ok: false, error: { code: "DUPLICATE_RUN_ID" } },
    },
  ],

  run: findFlakiness,
});
