/** Finds for each result of a scan the one of the baseline that it is. */
import { groupBy } from "../group-by.ts";
import type { Pass } from "./contract.ts";
import { nearestPairs } from "./nearest-pairs.ts";
import type { Print, SarifResult } from "./read.ts";

export interface Match {
  readonly before: SarifResult;
  readonly pass: Pass;
}

/** The key under which results may be matched; undefined for none. */
type Key = (result: SarifResult) => string | undefined;

/** Matches the results of one tool, one to one. */
export function matchResults(
  before: readonly SarifResult[],
  after: readonly SarifResult[],
): Map<SarifResult, Match> {
  const matching = new Matching(before, after);
  matching.by("correlation-guid", ({ guid }) => guid);
  matching.byAnyPrint("fingerprint", ({ fingerprints }) => fingerprints);
  matching.byCommonPrints("partial-fingerprint", ({ ruleId, uri }) => keyOf(ruleId, uri));
  matching.by("exact", ({ ruleId, uri, region, message }) =>
    keyOf(ruleId, uri, region[0], region[1], message),
  );
  matching.byCommonPrints("moved-file", ({ ruleId }) => keyOf(ruleId));
  matching.bySnippet("moved-line", ({ ruleId, uri, message }) => keyOf(ruleId, uri, message));
  matching.by("same-line", ({ ruleId, uri, startLine }) => keyOf(ruleId, uri, startLine));
  return matching.matches;
}

function keyOf(...parts: readonly (string | number | null | undefined)[]): string {
  return JSON.stringify(parts);
}

class Matching {
  readonly matches = new Map<SarifResult, Match>();
  readonly #before: readonly SarifResult[];
  readonly #after: readonly SarifResult[];
  readonly #taken = new Set<SarifResult>();

  constructor(before: readonly SarifResult[], after: readonly SarifResult[]) {
    this.#before = before;
    this.#after = after;
  }

  /** Pairs what has the same key, `rest` deciding which results take part. */
  by(pass: Pass, key: Key, other: Key = key): void {
    const olds = groupBy(this.#open(this.#before, this.#taken), key);
    const news = groupBy(this.#open(this.#after, this.matches), other);
    for (const [value, group] of news) {
      const candidates = value === undefined ? undefined : olds.get(value);
      if (candidates) this.#pair(pass, candidates, group);
    }
  }

  /** The same rule, and one print that is equal. */
  byAnyPrint(pass: Pass, printsOf: (result: SarifResult) => readonly Print[]): void {
    const names = new Set(this.#after.flatMap((one) => printsOf(one).map(({ key }) => key)));
    for (const name of names) {
      this.by(pass, (result) => {
        const print = printsOf(result).find(({ key }) => key === name);
        return print && keyOf(result.ruleId, name, print.value);
      });
    }
  }

  /** All partial prints that both have are equal, and there is one. */
  byCommonPrints(pass: Pass, base: (result: SarifResult) => string): void {
    const olds = namesOf(this.#before);
    for (const [own, names] of namesOf(this.#after)) {
      for (const [other, known] of olds) {
        const common = names.filter((name) => known.includes(name));
        if (common.length === 0) continue;
        const keyed = (shape: string) => (result: SarifResult) =>
          shapeOf(result) === shape ? keyOf(base(result), ...valuesOf(result, common)) : undefined;
        this.by(pass, keyed(other), keyed(own));
      }
    }
  }

  /** Snippets are equal where both have one. */
  bySnippet(pass: Pass, base: (result: SarifResult) => string): void {
    this.by(pass, (result) => keyOf(base(result), result.snippet ?? null));
    const bare: Key = (result) => (result.snippet === undefined ? base(result) : undefined);
    this.by(pass, bare, base);
    this.by(pass, base, bare);
  }

  #open(
    results: readonly SarifResult[],
    used: { has(result: SarifResult): boolean },
  ): SarifResult[] {
    return results.filter((result) => !used.has(result));
  }

  #pair(pass: Pass, before: readonly SarifResult[], after: readonly SarifResult[]): void {
    const placed = (results: readonly SarifResult[]) =>
      results.map((result) => ({ line: result.startLine, order: result.place, result }));
    for (const { left, right } of nearestPairs(placed(after), placed(before))) {
      this.matches.set(left.result, { before: right.result, pass });
      this.#taken.add(right.result);
    }
  }
}

/** The names of partial prints, by which sets of them occur. */
function namesOf(results: readonly SarifResult[]): Map<string, string[]> {
  return new Map(
    results
      .filter(({ partialFingerprints }) => partialFingerprints.length > 0)
      .map((result) => [shapeOf(result), result.partialFingerprints.map(({ key }) => key)]),
  );
}

function shapeOf({ partialFingerprints }: SarifResult): string {
  return JSON.stringify(partialFingerprints.map(({ key }) => key).toSorted());
}

function valuesOf({ partialFingerprints }: SarifResult, names: readonly string[]): string[] {
  const values = new Map(partialFingerprints.map(({ key, value }) => [key, value]));
  return names.toSorted().map((name) => values.get(name) ?? "");
}
