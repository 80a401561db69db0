/** Packages by name, where a lock file does not say which of several versions is meant. */
import { groupBy } from "../_lib/algorithms/group-by.ts";
import type { Locked, VersionRules } from "./model.ts";

/** No lock file has that many versions of one package; more are not tried, so that work grows with the files. */
const MOST_TRIED = 32;

export class Choice {
  readonly #rules: VersionRules;
  /** Of each name the highest version first. */
  readonly #byName: ReadonlyMap<string, readonly Locked[]>;

  constructor(packages: readonly Locked[], rules: VersionRules) {
    this.#rules = rules;
    const byName = groupBy(packages, ({ name }) => name);
    for (const same of byName.values()) {
      same.sort((left, right) => rules.compare(right.version ?? "", left.version ?? ""));
    }
    this.#byName = byName;
  }

  /** The highest version that satisfies the range, else the highest. */
  pick(name: string, wanted: string | undefined): Locked | undefined {
    const same = this.#byName.get(name) ?? [];
    if (same.length < 2 || wanted === undefined) return same[0];
    const range = this.#rules.readRange(wanted);
    const tried = same.slice(0, MOST_TRIED);
    return tried.find(({ version }) => version !== null && range?.allows(version)) ?? same[0];
  }
}
