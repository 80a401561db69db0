/** What each changed path means. */
import { groupBy } from "../_lib/algorithms/group-by.ts";
import type { Change } from "./changes.ts";
import type { Material } from "./read.ts";

export interface Triage {
  /** In the graph, the tests or the coverage: to be followed to their importers. */
  readonly followed: readonly Change[];
  readonly ignored: readonly Change[];
  readonly unknown: readonly Change[];
  /** Paths for which all tests run. */
  readonly total: readonly Change[];
}

export function triage({ changes, known, runAllOn, ignore }: Material): Triage {
  const groups = groupBy(changes, ({ path }): keyof Triage => {
    if (runAllOn.matches(path)) return "total";
    if (known.has(path)) return "followed";
    return ignore.matches(path) ? "ignored" : "unknown";
  });
  const of = (name: keyof Triage) => groups.get(name) ?? [];
  return {
    followed: of("followed"),
    ignored: of("ignored"),
    unknown: of("unknown"),
    total: of("total"),
  };
}
