import { type Static, Type } from "@sinclair/typebox";
import { mapOf, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { STRUCTURED_FAILURES } from "./_lib/fields/structured-field.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { pathMapOf } from "./change-impact-test-selection-planner/paths.ts";
import { planTests } from "./change-impact-test-selection-planner/plan.ts";

const FAILURES = { ...STRUCTURED_FAILURES, ...OUTPUT_FAILURES } as const;

const WARNINGS = {
  UNKNOWN_FILE: "A changed file is in neither the graph, the tests nor the coverage",
  NO_TEST_FOR_CHANGE: "A changed file reaches no test",
  DEPENDENCY_ON_DELETED: "A deleted file is still imported",
  RUN_ALL_TRIGGERED: "A changed file makes all tests run",
} as const;

/** As the runners of JavaScript, Python, Go, Java, Kotlin, C#, Ruby, PHP, Rust, Swift and C++ look for tests. */
const TEST_GLOBS = [
  "**/*.test.*",
  "**/*.spec.*",
  "**/*.{e2e,cy}.{js,jsx,ts,tsx}",
  "**/__tests__/**",
  "**/test_*.py",
  "**/*_test.py",
  "**/*_test.go",
  "**/Test*.java",
  "**/*{Test,Tests,TestCase,IT}.java",
  "**/*{Test,Tests,IT,Spec}.kt",
  "**/*{Test,Tests}.cs",
  "**/*_{spec,test}.rb",
  "**/test_*.rb",
  "**/*{Test,Cest}.php",
  "**/tests/*.rs",
  "**/tests/*/main.rs",
  "**/{tests,*_test}.rs",
  "**/*{Test,Tests}.swift",
  "**/*{_test,_tests,_unittest,Test,Tests}.{c,cc,cpp,cxx}",
  "**/test_*.{c,cc,cpp,cxx}",
  "!**/*.{snap,ambr}",
  "!**/{__snapshots__,__fixtures__,__mocks__,fixtures,testdata}/**",
];

const RUN_ALL_GLOBS = [
  "package.json",
  "package-lock.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "Cargo.toml",
  "Cargo.lock",
  "go.mod",
  "go.sum",
  "requirements*.txt",
  "pyproject.toml",
  "poetry.lock",
  "uv.lock",
  "tsconfig*.json",
  "Dockerfile",
  ".github/workflows/**",
];

const IGNORED_GLOBS = ["*.md", "docs/**", "LICENSE", ".gitignore"];

const texts = (description: string, text: string, fallback?: readonly string[]) =>
  Type.Union(
    [Type.Array(Type.String()), Type.String({ description: `${text}, one on each line` })],
    {
      description,
      ...(fallback && { default: fallback }),
    },
  );

const globs = (description: string, fallback: readonly string[]) =>
  texts(description, "Globs", fallback);

const paths = (description: string) =>
  mapOf(Type.Array(Type.String()), { description, default: {} });

const CHANGES = Type.Array(
  Type.Union([
    Type.String({ description: "A path, or a line of git diff --name-status" }),
    Type.Object({
      path: Type.String({ description: "Of the file as it is now, or was if it is deleted" }),
      status: Type.Optional(
        oneOf(["added", "modified", "deleted", "renamed"], { description: "What became of it" }),
      ),
      oldPath: Type.Optional(Type.String({ description: "Of a file that was renamed" })),
    }),
  ]),
);

export type Changes = typeof CHANGES;

const MOST_SHARDS = 100;

const INPUT = Type.Object({
  changes: Type.Union(
    [CHANGES, Type.String({ description: "Lines of paths or of git diff --name-status" })],
    { description: "The files that changed" },
  ),
  dependencies: paths("Path → paths that it imports"),
  coverage: paths("Test → paths that it executes"),
  tests: Type.Optional(texts("All tests; if left out, the paths that match testGlobs", "Paths")),
  testGlobs: globs("What a test is called", TEST_GLOBS),
  runAllOn: globs("Changes that make all tests run", RUN_ALL_GLOBS),
  ignore: globs("Changes outside of the graph that mean nothing", IGNORED_GLOBS),
  unknown: oneOf(["all", "warn"], {
    description: "Whether any other changed file outside of the graph makes all tests run",
    default: "all",
  }),
  alwaysRun: globs("Tests that are always selected", []),
  recentFailures: texts("Tests to run first", "Paths", []),
  maxDistance: Type.Optional(
    whole({ description: "Imports between change and test, at most", minimum: 1, maximum: 100 }),
  ),
  durations: mapOf(Type.Number({ minimum: 0 }), {
    description: "Test → milliseconds",
    default: {},
  }),
  shards: whole({
    description: "Machines among which the tests are split",
    minimum: 1,
    maximum: MOST_SHARDS,
    default: 1,
  }),
});

export type Input = Static<typeof INPUT>;

const REASONS = ["changed", "dependency", "coverage", "convention", "always", "run-all"] as const;

const COUNT = Type.Integer({ minimum: 0 });

const PATHS = Type.Array(Type.String());

const VALUE = Type.Object({
  selected: Type.Array(
    Type.Object({
      test: Type.String(),
      reason: oneOf(REASONS, {
        description: "convention: it has the name of a file, or a snapshot or fixture is its own",
      }),
      distance: Type.Union([COUNT, Type.Null()], { description: "Imports from the change" }),
      via: Type.Array(Type.String(), { description: "From the changed file to the test" }),
    }),
  ),
  skipped: PATHS,
  runAll: Type.Boolean(),
  unknown: PATHS,
  ignored: PATHS,
  untested: Type.Array(Type.String(), { description: "Known changes that reach no test" }),
  counts: Type.Object({ tests: COUNT, selected: COUNT, skipped: COUNT }),
  savings: Type.Object({
    testsPercent: Type.Number(),
    durationMs: Type.Number(),
    durationPercent: Type.Number(),
  }),
  shards: Type.Array(
    Type.Object({ index: COUNT, tests: PATHS, durationMs: Type.Number({ minimum: 0 }) }),
  ),
  makespanMs: Type.Number({ minimum: 0, description: "Of the shard that takes longest" }),
});

export type Value = Static<typeof VALUE>;

export type Selected = Value["selected"][number];

export type Warning = keyof typeof WARNINGS;

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
    "jest",
    "monorepo",
    "nx affected",
    "selective testing",
    "sharding",
    "shards",
    "test impact analysis",
    "test selection",
    "tests",
    "turborepo",
  ],
  aliases: ["test-impact-analysis", "affected-tests"],
  version: "2026-11-23",

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
    "ci takes forty minutes for a one-line fix, which specs are enough",
    "i touched utils.ts, who depends on it and which checks see that",
    "six runners in the pipeline, share the files so that all end together",
    "edited only docs, must anything run at all",
    "nx affected, jest --findRelatedTests, vitest related, bazel rdeps, pytest-testmon, turbo --filter",
    "derive the covering specs of a diff through reverse dependencies, with a reason for each",
    "quais testes rodar após mudar estes arquivos",
    "welche tests muss ich laufen lassen, tests auf runner verteilen",
    "répartir les tests sur plusieurs machines, tests concernés",
    "repartir pruebas entre máquinas, pruebas afectadas",
    "测试 分片 影响 分析 依赖 图",
  ],
  effort: 3,
  detect: (sample) =>
    /^\s*(?:[ADMT]|[CR]\d{1,3}\t[^\t\n]{1,300})\t[^\t\n]+\r?(?:\n|$)/.test(sample) ? 0.9 : 0,

  laws: [
    {
      name: "every test is either selected or skipped",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { selected, skipped, counts } = value;
        const tests = new Set([...selected.map(({ test }) => test), ...skipped]);
        return tests.size === counts.tests && selected.length + skipped.length === counts.tests;
      },
    },
    {
      name: "each step on the way to a test is an import",
      holds(run, input) {
        const { value } = run(input);
        const { dependencies = {} } = input;
        if (!value || typeof dependencies === "string") return true;
        const imports = pathMapOf(dependencies);
        const ways = value.selected.filter(({ reason }) => reason === "dependency");
        return ways.every(({ test, distance, via }) => {
          const steps = via.slice(1);
          const areImports = steps.every((importer, at) =>
            imports.get(importer)?.includes(via[at] ?? ""),
          );
          return areImports && steps.length === distance && via.at(-1) === test;
        });
      },
    },
    {
      name: "the shards hold every selected test once, and their durations make up the rest",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const tests = value.shards.flatMap((shard) => shard.tests);
        const longest = Math.max(...value.shards.map(({ durationMs }) => durationMs));
        return (
          tests.length === value.selected.length &&
          new Set(tests).size === tests.length &&
          value.makespanMs === longest
        );
      },
    },
    {
      name: "one more changed file takes no test away",
      holds(run, input) {
        if (!Array.isArray(input.changes)) return true;
        const before = run(input).value;
        const after = run({
          ...input,
          changes: [...input.changes, "src/more.ts"],
        }).value;
        const kept = new Set(after?.selected.map(({ test }) => test));
        return !before || before.selected.every(({ test }) => kept.has(test));
      },
    },
  ],
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
      title: "Without a graph: what tests are named after, and what they compare with",
      input: {
        changes: [
          "src/main/java/shop/Cart.java",
          "web/__snapshots__/menu.test.ts.snap",
          "pkg/rates.go",
        ],
        tests: [
          "src/test/java/shop/CartTest.java",
          "src/test/java/shop/UserTest.java",
          "web/menu.test.ts",
          "pkg/money_test.go",
        ],
      },
      expect: {
        output: "pkg/money_test.go\nsrc/test/java/shop/CartTest.java\nweb/menu.test.ts",
        value: {
          selected: [
            { reason: "convention", distance: 1, via: ["pkg/rates.go", "pkg/money_test.go"] },
            { reason: "convention", test: "src/test/java/shop/CartTest.java" },
            { reason: "convention", test: "web/menu.test.ts" },
          ],
          skipped: ["src/test/java/shop/UserTest.java"],
          unknown: [],
          untested: [],
        },
      },
    },
    {
      title: "A duration below 0",
      input: { changes: ["a.ts"], durations: { "a.test.ts": -1 } },
      expect: {
        ok: false,
        error: { code: "TOOL_INPUT_INVALID" },
        errors: [{ code: "RANGE", path: "/durations/a.test.ts" }],
      },
    },
  ],

  run: (input) => planTests(input, CHANGES),
});
