/** Everything that the planner is given, with paths in their normal form. */
import { GlobList } from "../_lib/text/path-glob/glob.ts";
import type { Input, Result } from "../change-impact-test-selection-planner.ts";
import { type Change, readChanges } from "./changes.ts";
import { type Read, readNumberMap, readPathMap, readPaths, readTexts } from "./fields.ts";

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

export type PathMap = ReadonlyMap<string, readonly string[]>;

export interface Material {
  readonly changes: readonly Change[];
  readonly dependencies: PathMap;
  readonly coverage: PathMap;
  /** All paths of the graph, the coverage and the tests, deleted ones too. */
  readonly known: ReadonlySet<string>;
  /** Those that are not deleted. */
  readonly tests: ReadonlySet<string>;
  readonly runAllOn: GlobList;
  readonly ignore: GlobList;
  readonly alwaysRun: GlobList;
  readonly recentFailures: ReadonlySet<string>;
  readonly durations: ReadonlyMap<string, number>;
}

export function readMaterial(input: Input): Read<Material> {
  const failures: Result[] = [];
  const take = <T>(read: Read<T>, fallback: T): T => {
    if (!read.failure) return read.value;
    failures.push(read.failure);
    return fallback;
  };
  const globs = (name: GlobField, fallback: readonly string[] = []) =>
    new GlobList(take(readTexts(input[name] ?? fallback, `/${name}`), []));
  const changes = take(readChanges(input.changes), []);
  const dependencies = take(readPathMap(input.dependencies ?? {}, "/dependencies"), new Map());
  const coverage = take(readPathMap(input.coverage ?? {}, "/coverage"), new Map());
  const given = input.tests === undefined ? undefined : take(readPaths(input.tests, "/tests"), []);
  const testGlobs = globs("testGlobs", TEST_GLOBS);
  const material = {
    changes,
    dependencies,
    coverage,
    runAllOn: globs("runAllOn", RUN_ALL_GLOBS),
    ignore: globs("ignore", IGNORED_GLOBS),
    alwaysRun: globs("alwaysRun"),
    recentFailures: new Set(take(readPaths(input.recentFailures ?? [], "/recentFailures"), [])),
    durations: take(readNumberMap(input.durations ?? {}, "/durations"), new Map()),
  };
  const [failure] = failures;
  if (failure) return { failure };
  const mapped = pathsOf(dependencies, coverage);
  const named = new Set([...mapped, ...changes.map(({ path }) => path)]);
  const tests = given ?? [...named].filter((path) => testGlobs.matches(path));
  const deleted = new Set(changes.filter(({ isDeleted }) => isDeleted).map(({ path }) => path));
  return {
    value: {
      ...material,
      known: new Set([...mapped, ...tests]),
      tests: new Set(tests.filter((path) => !deleted.has(path))),
    },
  };
}

type GlobField = "testGlobs" | "runAllOn" | "ignore" | "alwaysRun";

function pathsOf(...maps: readonly PathMap[]): Set<string> {
  const paths = new Set<string>();
  for (const map of maps) {
    for (const [path, others] of map) {
      paths.add(path);
      for (const other of others) paths.add(other);
    }
  }
  return paths;
}
