/** Finds for each result of a scan the one of the baseline that it is. */
import { groupBy } from "../_lib/algorithms/group-by.ts";
import type { Pass } from "../sarif-findings-reconciliation.ts";
import { identifyingPrints, type PrintsOf } from "./identity.ts";
import { nearestPairs } from "./nearest-pairs.ts";
import type { Prints, SarifResult } from "./read.ts";
import { renamedFiles } from "./renamed.ts";

export interface Match {
  readonly before: SarifResult;
  readonly pass: Pass;
}

/** The key under which results may be matched; undefined for none. */
type Key = (result: SarifResult) => string | undefined;

/** What has to agree besides the prints or the snippet. */
type Base = (result: SarifResult) => string;

type Keyed = readonly [results: readonly SarifResult[], key: Key];

/** Matches the results of one tool, one to one. */
export function matchResults(
  before: readonly SarifResult[],
  after: readonly SarifResult[],
): Map<SarifResult, Match> {
  const matching = new Matching(before, after);
  matching.by("correlation-guid", ({ guid }) => guid);
  matching.byAnyPrint("fingerprint");
  matching.byCommonPrints("partial-fingerprint", ({ ruleId, uri }) => keyOf(ruleId, uri));
  matching.by("exact", ({ ruleId, uri, region, message }) =>
    keyOf(ruleId, uri, region[0], region[1], message),
  );
  matching.byCommonPrints("moved-file", ({ ruleId }) => keyOf(ruleId));
  matching.byRenames();
  matching.bySnippet("moved-line", ({ ruleId, uri, message }) => keyOf(ruleId, uri, message));
  matching.by("same-line", ({ ruleId, uri, startLine }) => keyOf(ruleId, uri, startLine));
  return matching.matches;
}

/** Results that have the very same partial prints. */
interface PrintClass {
  readonly base: string;
  readonly prints: Prints;
  readonly results: readonly SarifResult[];
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

  /** Pairs what has the same key; results without one take no part. */
  by(pass: Pass, key: Key, other: Key = key): void {
    this.#among(pass, [this.#before, key], [this.#after, other]);
  }

  /** The same rule, and one print that is equal. */
  byAnyPrint(pass: Pass): void {
    const base: Base = ({ ruleId }) => keyOf(ruleId);
    const prints = this.#identifying(({ fingerprints }) => fingerprints, base);
    const olds = byPrintName(this.#before, prints);
    for (const [name, news] of byPrintName(this.#after, prints)) {
      const key: Key = (result) => keyOf(result.ruleId, prints(result).get(name));
      this.#among(pass, [olds.get(name) ?? [], key], [news, key]);
    }
  }

  /**
   * All partial prints that both have are equal, and there is one. Those with the very same prints come
   * first: else one with fewer prints could take the place of its neighbour when all lines move alike.
   */
  byCommonPrints(pass: Pass, base: Base): void {
    const printsOf = this.#identifying(({ partialFingerprints }) => partialFingerprints, base);
    this.by(pass, (result) => wholeKeyOf(base(result), printsOf(result)));
    const olds = new Map<string, PrintClass[]>();
    for (const one of classesOf(this.#open(this.#before, this.#taken), base, printsOf)) {
      for (const key of printKeysOf(one)) {
        const list = olds.get(key);
        if (list) list.push(one);
        else olds.set(key, [one]);
      }
    }
    for (const one of classesOf(this.#open(this.#after, this.matches), base, printsOf)) {
      const sharing = new Set(printKeysOf(one).flatMap((key) => olds.get(key) ?? []));
      const fitting = [...sharing].filter(({ prints }) => agree(prints, one.prints));
      const results = fitting.flatMap((other) => other.results);
      const open = this.#open(results, this.#taken).toSorted((a, b) => a.place - b.place);
      this.#pair(pass, open, one.results);
    }
  }

  /** Of a file that was renamed what agrees in its place first, then the nearest of the same rule and message. */
  byRenames(): void {
    const renames = renamedFiles(this.#before, this.#after);
    const sources = new Set([...renames.values()].map(({ from }) => from));
    const open = (result: SarifResult) => sources.has(result.uri);
    const olds = this.#before.filter(open);
    const news = this.#after.filter(({ uri }) => renames.has(uri));
    const was = ({ ruleId, uri, startLine, message }: SarifResult) =>
      keyOf(ruleId, uri, startLine, message);
    const is = ({ ruleId, uri, startLine, message }: SarifResult) => {
      const { from = uri, offset = 0 } = renames.get(uri) ?? {};
      return keyOf(ruleId, from, startLine === null ? null : startLine - offset, message);
    };
    this.#among("renamed-file", [olds, was], [news, is]);
    this.#among(
      "renamed-file",
      [olds, ({ ruleId, uri, message }) => keyOf(ruleId, uri, message)],
      [news, ({ ruleId, uri, message }) => keyOf(ruleId, renames.get(uri)?.from ?? uri, message)],
    );
  }

  /** Snippets are equal where both have one. */
  bySnippet(pass: Pass, base: Base): void {
    this.by(pass, (result) => keyOf(base(result), result.snippet ?? null));
    const bare: Key = (result) => (result.snippet === undefined ? base(result) : undefined);
    this.by(pass, bare, base);
    this.by(pass, base, bare);
  }

  #identifying(prints: PrintsOf, base: Base): PrintsOf {
    return identifyingPrints([this.#before, this.#after], prints, base);
  }

  #open(
    results: readonly SarifResult[],
    used: { has(result: SarifResult): boolean },
  ): SarifResult[] {
    return results.filter((result) => !used.has(result));
  }

  #among(pass: Pass, [before, key]: Keyed, [after, other]: Keyed): void {
    const olds = groupBy(this.#open(before, this.#taken), key);
    const news = groupBy(this.#open(after, this.matches), other);
    for (const [value, group] of news) {
      const candidates = value === undefined ? undefined : olds.get(value);
      if (candidates) this.#pair(pass, candidates, group);
    }
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

function byPrintName(
  results: readonly SarifResult[],
  prints: PrintsOf,
): Map<string, SarifResult[]> {
  const carriers = results.flatMap((result) =>
    [...prints(result).keys()].map((name) => ({ name, result })),
  );
  const groups = groupBy(carriers, ({ name }) => name);
  return new Map([...groups].map(([name, list]) => [name, list.map(({ result }) => result)]));
}

/** The key of all prints of a result, in any order; undefined for none. */
function wholeKeyOf(base: string, prints: Prints): string | undefined {
  if (prints.size === 0) return undefined;
  return keyOf(base, ...[...prints].map(([name, value]) => keyOf(name, value)).toSorted());
}

function classesOf(results: readonly SarifResult[], base: Base, printsOf: PrintsOf): PrintClass[] {
  const groups = groupBy(results, (result) => wholeKeyOf(base(result), printsOf(result)));
  groups.delete(undefined);
  return [...groups.values()].flatMap((group) =>
    group
      .slice(0, 1)
      .map((first) => ({ base: base(first), prints: printsOf(first), results: group })),
  );
}

function printKeysOf({ base, prints }: PrintClass): string[] {
  return [...prints].map(([name, value]) => keyOf(base, name, value));
}

function agree(one: Prints, other: Prints): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  return [...few].every(([name, value]) => (many.get(name) ?? value) === value);
}
