import { defineTool } from "./_core/tool.ts";
import {
  FAILURES,
  INPUT,
  VALUE,
  WARNINGS,
} from "./change-impact-test-selection-planner/contract.ts";
import { PLAN_LAWS } from "./change-impact-test-selection-planner/laws.ts";
import { planTests } from "./change-impact-test-selection-planner/plan.ts";

const GRAPH = {
  "src/app.ts": ["src/cart.ts", "src/user.ts"],
  "src/cart.ts": ["src/money.ts"],
  "tests/app.test.ts": ["src/app.ts"],
  "tests/cart.test.ts": ["src/cart.ts"],
  "tests/user.test.ts": ["src/user.ts"],
};

export default defineTool({
  id: "change-impact-test-selection-planner",
  name: "Change Impact Test Selection Planner",
  category: "Developer",
  description:
    "Chooses from changed files and the import graph the tests that can notice the change, proves why, and splits them over shards.",
  keywords: [
    "affected",
    "changed files",
    "ci",
    "coverage",
    "dependency graph",
    "git diff",
    "import graph",
    "monorepo",
    "sharding",
    "shards",
    "test impact analysis",
    "test selection",
    "tests",
  ],
  aliases: ["test-impact-analysis", "affected-tests"],
  version: "2026-11-22",

  input: INPUT,
  primary: "changes",
  value: VALUE,
  verb: "plan",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "which tests are affected by these changed files",
    "test impact analysis from the import graph",
    "select tests for a pull request",
    "run only the tests that can fail",
    "tests to run for git diff name-status",
    "split tests over ci shards by duration",
    "balance test shards",
    "why does this test run for this change",
    "changed files without a test",
    "which tests cover this file",
    "skip unaffected tests in a monorepo",
    "what imports this file transitively",
    "I edited two files, which checks do I have to run",
    "whole test suite takes too many minutes, run less",
    "minimal set of specs for a commit or merge request",
    "selective execution from the module graph and modified paths",
    "distribute suites evenly over parallel machines",
    "what could break when I touch this file",
    "betroffene tests einer änderung auswählen",
    "qué pruebas ejecutar según los archivos cambiados",
    "quels tests lancer pour les fichiers modifiés",
    "根据 修改 的 文件 选择 受影响 的 测试",
    "変更されたファイルから影響を受けるテストを選ぶ",
    "qué tests correr después de editar unos archivos",
    "nur nötige tests nach einer änderung laufen lassen",
    "lancer seulement les tests touchés par un commit",
    "改 了 几个 文件 只 运行 相关 测试",
    "変更したファイルに関係するテストだけ実行",
  ],
  effort: 3,

  laws: PLAN_LAWS,
  examples: [
    {
      title: "The tests that import what changed, and how",
      input: { changes: "M\tsrc/money.ts", dependencies: GRAPH },
      expect: {
        output: "tests/cart.test.ts\ntests/app.test.ts",
        value: {
          selected: [
            { via: ["src/money.ts", "src/cart.ts", "tests/cart.test.ts"], distance: 2 },
            { via: ["src/money.ts", "src/cart.ts", "src/app.ts", "tests/app.test.ts"] },
          ],
          skipped: ["tests/user.test.ts"],
          savings: { testsPercent: 33.33 },
        },
      },
    },
    {
      title: "A lock file runs everything, a text nothing",
      input: { changes: ["package-lock.json", "README.md"], dependencies: GRAPH },
      expect: {
        value: { runAll: true, ignored: ["README.md"], counts: { selected: 3 } },
        warnings: [{ code: "RUN_ALL_TRIGGERED", severity: "info" }],
      },
    },
    {
      title: "Two shards by duration, what failed last first",
      input: {
        changes: ["src/cart.ts", "src/user.ts"],
        dependencies: GRAPH,
        durations: {
          "tests/app.test.ts": 900,
          "tests/cart.test.ts": 500,
          "tests/user.test.ts": 300,
        },
        recentFailures: ["tests/user.test.ts"],
        shards: 2,
      },
      expect: {
        output: "tests/user.test.ts\ntests/cart.test.ts\ntests/app.test.ts",
        value: {
          shards: [
            { index: 0, tests: ["tests/app.test.ts"], durationMs: 900 },
            { index: 1, tests: ["tests/cart.test.ts", "tests/user.test.ts"], durationMs: 800 },
          ],
          makespanMs: 900,
        },
      },
    },
    {
      title: "A rename, coverage, and a file that no test knows",
      input: {
        changes: "R087\tsrc/old.ts\tsrc/new.ts\nM\tsrc/lonely.ts\nA\tdata/rates.csv",
        dependencies: { "src/a.ts": ["src/old.ts"], "src/lonely.ts": [] },
        coverage: { "a.test.ts": ["src/old.ts"] },
        unknown: "warn",
      },
      expect: {
        output: "a.test.ts",
        value: { selected: [{ reason: "coverage", distance: 1 }], untested: ["src/lonely.ts"] },
        warnings: [
          { code: "DEPENDENCY_ON_DELETED", path: "/changes", line: 1 },
          { code: "NO_TEST_FOR_CHANGE", line: 2 },
          { code: "UNKNOWN_FILE", line: 3 },
          { code: "UNKNOWN_FILE", line: 1 },
        ],
      },
    },
    {
      title: "A graph of another shape",
      input: { changes: ["a.ts"], dependencies: { "a.ts": "b.ts" } },
      expect: {
        ok: false,
        error: { code: "TOOL_INPUT_INVALID" },
        errors: [{ path: "/dependencies/a.ts" }],
      },
    },
  ],

  run: planTests,
});
