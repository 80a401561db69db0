/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";

export const FAILURES = { ...STRUCTURED_FAILURES, ...OUTPUT_FAILURES } as const;

export const WARNINGS = {
  UNKNOWN_FILE: "A changed file is in neither the graph, the tests nor the coverage",
  NO_TEST_FOR_CHANGE: "A changed file reaches no test",
  DEPENDENCY_ON_DELETED: "A deleted file is still imported",
  RUN_ALL_TRIGGERED: "A changed file makes all tests run",
} as const;

export const TEST_GLOBS: readonly string[] = [
  "**/*.test.*",
  "**/*.spec.*",
  "**/test_*.py",
  "**/*_test.py",
  "**/*_test.go",
  "**/__tests__/**",
];

export const RUN_ALL_GLOBS: readonly string[] = [
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

export const IGNORED_GLOBS: readonly string[] = ["*.md", "docs/**", "LICENSE", ".gitignore"];

const globs = (description: string, fallback: readonly string[]) =>
  Type.Optional(
    jsonField({ description: `${description}; by default ${fallback.join(", ") || "none"}` }),
  );

const MOST_SHARDS = 100;

export const INPUT = Type.Object({
  changes: jsonField({
    description:
      "Lines of paths or of git diff --name-status, or [path], or [{ path, status?: added | modified | deleted | renamed, oldPath? }]",
  }),
  dependencies: Type.Optional(jsonField({ description: "{ path: [paths that it imports] }" })),
  coverage: Type.Optional(jsonField({ description: "{ test: [paths that it executes] }" })),
  tests: Type.Optional(
    jsonField({ description: "[path]; by default all paths that match testGlobs" }),
  ),
  testGlobs: globs("What a test is called", TEST_GLOBS),
  runAllOn: globs("Changes that make all tests run", RUN_ALL_GLOBS),
  ignore: globs("Changes outside of the graph that mean nothing", IGNORED_GLOBS),
  unknown: oneOf(["all", "warn"], {
    description: "Whether any other changed file outside of the graph makes all tests run",
    default: "all",
  }),
  alwaysRun: globs("Tests that are always selected", []),
  recentFailures: Type.Optional(jsonField({ description: "[path] of tests to run first" })),
  maxDistance: Type.Optional(
    whole({ description: "Imports between change and test, at most", minimum: 1, maximum: 100 }),
  ),
  durations: Type.Optional(jsonField({ description: "{ test: milliseconds }" })),
  shards: whole({
    description: "Machines among which the tests are split",
    minimum: 1,
    maximum: MOST_SHARDS,
    default: 1,
  }),
});

export type Input = Static<typeof INPUT>;

export const REASONS = ["changed", "dependency", "coverage", "always", "run-all"] as const;

const COUNT = Type.Integer({ minimum: 0 });
const PATHS = Type.Array(Type.String());

export const VALUE = Type.Object({
  selected: Type.Array(
    Type.Object({
      test: Type.String(),
      reason: oneOf(REASONS),
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
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
