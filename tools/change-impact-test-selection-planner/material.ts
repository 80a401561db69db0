/** Everything that the planner is given, with paths in their normal form. */
import { GlobList } from "../_lib/text/path-glob/glob.ts";
import { normalPath } from "../_lib/text/path-glob/normal-path.ts";
import type { Input } from "../change-impact-test-selection-planner.ts";
import type { Change } from "./changes.ts";
import { testsByConvention } from "./conventions.ts";
import { numberMapOf, type PathMap, pathMapOf, textsOf } from "./paths.ts";

export interface Material {
  readonly changes: readonly Change[];
  readonly dependencies: PathMap;
  readonly coverage: PathMap;
  /** By path of a source, a snapshot or a fixture, the tests that belong to it. */
  readonly conventions: PathMap;
  /** All paths of the graph, the coverage, the tests and what belongs to these by convention, deleted ones too. */
  readonly known: ReadonlySet<string>;
  /** Those that are not deleted. */
  readonly tests: ReadonlySet<string>;
  readonly runAllOn: GlobList;
  readonly ignore: GlobList;
  readonly alwaysRun: GlobList;
  readonly recentFailures: ReadonlySet<string>;
  readonly durations: ReadonlyMap<string, number>;
}

/** The input with paths in their normal form, and which of them are tests. */
export function materialOf(input: Input, changes: readonly Change[]): Material {
  const [dependencies, coverage] = [pathMapOf(input.dependencies), pathMapOf(input.coverage)];
  const testGlobs = new GlobList(textsOf(input.testGlobs));
  const mapped = pathsOf(dependencies, coverage);
  const named = new Set([...mapped, ...changes.map(({ path }) => path)]);
  const tests =
    input.tests === undefined
      ? [...named].filter((path) => testGlobs.matches(path))
      : textsOf(input.tests).map(normalPath);
  const deleted = new Set(changes.filter(({ isDeleted }) => isDeleted).map(({ path }) => path));
  const present = new Set(tests.filter((path) => !deleted.has(path)));
  const conventions = testsByConvention(named, present);
  return {
    changes,
    dependencies,
    coverage,
    conventions,
    known: new Set([...mapped, ...tests, ...conventions.keys()]),
    tests: present,
    runAllOn: new GlobList(textsOf(input.runAllOn)),
    ignore: new GlobList(textsOf(input.ignore)),
    alwaysRun: new GlobList(textsOf(input.alwaysRun)),
    recentFailures: new Set(textsOf(input.recentFailures).map(normalPath)),
    durations: numberMapOf(input.durations),
  };
}

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
