import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { CONFLICT_FAILURES } from "./_lib/fields/exclusive-fields.ts";
import {
  formatField,
  REPORT_FAILURES,
  reportField,
  RUN_TRUNCATED,
} from "./_lib/formats/test-report/report.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { failOnField } from "./_lib/results/review/shapes.ts";
import { MOST_RUNS } from "./test-run-stability-matrix/matrix.ts";
import { CLASSES, findFlakiness } from "./test-run-stability-matrix/stability.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...CONFLICT_FAILURES,
  ...REPORT_FAILURES,
  MATRIX_SYNTAX: "The matrix is not CSV of a header and rows of known words",
  DUPLICATE_RUN_ID: "Two runs have the same id",
  TEST_RUN_STABILITY_MATRIX_FAILED: "Tests are flaky, regressed or broken, and failOn asks",
} as const;

const WARNINGS = { RUN_TRUNCATED } as const;

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

const RUN = Type.Object({
  id: Type.Optional(
    Type.Union([Type.String(), Type.Integer()], { description: "Its place, from 1, if left out" }),
  ),
  commit: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: "What it was run on" }),
  ),
  report: reportField("What became of each test"),
});

const INPUT = Type.Object({
  runs: Type.Optional(
    Type.Array(RUN, { description: "The oldest first", minItems: 1, maxItems: MOST_RUNS }),
  ),
  matrix: Type.Optional(
    Type.String({
      description:
        "Instead of runs: CSV test,run1,run2… with cells P, F or X, E, S, flaky, . for passed, - or nothing for absent",
    }),
  ),
  format: formatField(),
  minRuns: whole({
    description: "Fewer runs of a test say nothing, unless it was flaky already",
    minimum: 2,
    maximum: MOST_RUNS,
    default: 3,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

export type Classification = (typeof CLASSES)[number];

const COUNT = Type.Integer({ minimum: 0 });

const NULLABLE_NUMBER = Type.Union([Type.Number(), Type.Null()]);

const VALUE = Type.Object({
  tests: Type.Array(
    Type.Object({
      id: Type.String(),
      classification: oneOf(CLASSES),
      runs: Type.Integer({ minimum: 0, description: "In which it was executed" }),
      passes: Type.Integer({ minimum: 0, description: "Those that passed when run again, too" }),
      fails: COUNT,
      retried: Type.Integer({ minimum: 0, description: "Runs that found it flaky themselves" }),
      skipped: COUNT,
      absent: COUNT,
      passPercent: NULLABLE_NUMBER,
      wilson95: Type.Union([Type.Object({ low: Type.Number(), high: Type.Number() }), Type.Null()]),
      flips: Type.Integer({ minimum: 0, description: "Changes from one run to the next" }),
      flipPercent: NULLABLE_NUMBER,
      entropyBits: NULLABLE_NUMBER,
      changePoint: NULLABLE_TEXT,
      rerunsFor95: Type.Union([Type.Integer(), Type.Null()], {
        description: "Runs of a flaky test needed to see it pass once with 95 %",
      }),
      sameCommit: Type.Boolean({ description: "Two runs of one commit differ" }),
    }),
  ),
  counts: Type.Object({
    flaky: COUNT,
    regressed: COUNT,
    stableFail: COUNT,
    fixed: COUNT,
    insufficient: COUNT,
    stablePass: COUNT,
    notRun: COUNT,
  }),
  runs: Type.Array(Type.Object({ id: Type.String(), passed: COUNT, failed: COUNT })),
  greenRuns: Type.Integer({ minimum: 0, description: "With a test, and none that fails" }),
  greenPercent: Type.Number(),
  expectedGreenPercent: Type.Number({
    description: "How often no flaky test fails, if they fail independently",
  }),
  clusters: Type.Array(
    Type.Object({ tests: Type.Array(Type.String()), runs: Type.Array(Type.String()) }),
    { description: "Tests that fail in the same runs, of which there are two or more" },
  ),
});

export type Value = Static<typeof VALUE>;

export type TestFigures = Value["tests"][number];

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "test-run-stability-matrix",
  name: "Test Run Stability Matrix",
  category: "Developer",
  description:
    "Tells flaky tests from broken, regressed and fixed ones over many runs, with Wilson intervals, and finds tests that fail together.",
  keywords: [
    "build history",
    "ci",
    "flaky",
    "flaky tests",
    "flip rate",
    "intermittent",
    "jest",
    "junit",
    "pass rate",
    "pytest",
    "quarantine",
    "reliability",
    "rerun",
    "retry",
    "stability",
    "test history",
    "test report",
    "unstable",
    "wilson interval",
  ],
  aliases: ["flaky-test-detector", "test-flakiness"],
  version: "2026-11-23",

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
    "the login spec fails now and then, always with another error or none",
    "we restart the build until it is green, which cases are at fault",
    "put last month's xml reports next to each other, one line per test, one column per run",
    "did this one ever pass since tuesday or is it simply broken",
    "buildpulse, trunk.io, pytest-rerunfailures, surefire reports, jest --json, playwright retries",
    "classify every case over many executions as steady, intermittent, regressed or repaired",
    "testes instáveis que passam e falham em várias execuções",
  ],
  effort: 3,

  laws: [
    {
      name: "the share of passes is within its interval, and runs are executed, skipped or absent",
      holds(run, input) {
        const { value } = run(input);
        return (value?.tests ?? []).every(({ passPercent, wilson95, runs, passes, ...test }) => {
          const isWithin =
            passPercent === null ||
            (wilson95 !== null && wilson95.low <= passPercent && passPercent <= wilson95.high);
          const isWhole = runs + test.skipped + test.absent === value?.runs.length;
          return isWithin && isWhole && passes + test.fails === runs;
        });
      },
    },
    {
      name: "the other way round what regressed was fixed, with as many flips",
      holds(run, input) {
        const { value } = run(input);
        const { runs } = input;
        if (!value || !Array.isArray(runs)) return true;
        if (runs.some(({ id }) => id === undefined)) return true;
        const forth = summary(value);
        const back = summary(run({ ...input, runs: runs.toReversed() }).value);
        return [...forth].every(([id, { classification, flips }]) => {
          const mirrored = back.get(id);
          return mirrored?.flips === flips && mirrored.classification === mirror(classification);
        });
      },
    },
  ],
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

function summary(value: Value | null | undefined) {
  return new Map(value?.tests.map((test) => [test.id, test]));
}

function mirror(classification: string): string {
  if (classification === "regressed") return "fixed";
  return classification === "fixed" ? "regressed" : classification;
}
