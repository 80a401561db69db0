/** Two runs, case by case. */
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import type { Case } from "./cases.ts";

export interface Pair {
  readonly id: string;
  readonly group: string | undefined;
  readonly baseline: Case;
  readonly candidate: Case;
  /** Candidate − baseline. */
  readonly difference: Decimal;
}

export interface Pairing {
  /** By id. */
  readonly pairs: readonly Pair[];
  readonly onlyBaseline: readonly string[];
  readonly onlyCandidate: readonly string[];
}

export type Cases = ReadonlyMap<string, Case>;

export function pairCases(baseline: Cases, candidate: Cases): Pairing {
  const pairs: Pair[] = [];
  for (const [id, before] of baseline) {
    const after = candidate.get(id);
    if (!after) continue;
    const difference = after.score.minus(before.score);
    const group = before.group ?? after.group;
    pairs.push({ id, group, baseline: before, candidate: after, difference });
  }
  return {
    pairs: pairs.toSorted(byId),
    onlyBaseline: missingFrom(candidate, baseline),
    onlyCandidate: missingFrom(baseline, candidate),
  };
}

function byId(a: Pair, b: Pair): number {
  return compareCodePoints(a.id, b.id);
}

function missingFrom(other: Cases, cases: Cases): string[] {
  return [...cases.keys()].filter((id) => !other.has(id)).toSorted(compareCodePoints);
}

export interface Passes {
  readonly baseline: number;
  readonly candidate: number;
  readonly both: number;
  readonly neither: number;
  readonly regressed: number;
  readonly improved: number;
}

export function countPasses(pairs: readonly Pair[]): Passes {
  const count = { both: 0, neither: 0, regressed: 0, improved: 0 };
  for (const pair of pairs) {
    if (isRegressed(pair)) count.regressed++;
    else if (isImproved(pair)) count.improved++;
    else if (pair.baseline.passed) count.both++;
    else count.neither++;
  }
  const { both, regressed, improved } = count;
  return { baseline: both + regressed, candidate: both + improved, ...count };
}

export function isRegressed({ baseline, candidate }: Pair): boolean {
  return baseline.passed && !candidate.passed;
}

export function isImproved({ baseline, candidate }: Pair): boolean {
  return !baseline.passed && candidate.passed;
}

/** The pairs that fit, those first that changed most for the worse, or for the better; then by id. */
export function rankChanges(
  pairs: readonly Pair[],
  fits: (pair: Pair) => boolean,
  isFallFirst: boolean,
): readonly Pair[] {
  const direction = isFallFirst ? 1 : -1;
  return pairs
    .filter(fits)
    .toSorted((a, b) => direction * a.difference.cmp(b.difference) || byId(a, b));
}

export interface Group {
  readonly group: string;
  readonly pairs: readonly Pair[];
}

/** The groups that pairs name, by code points. */
export function groupPairs(pairs: readonly Pair[]): readonly Group[] {
  const groups = groupBy(
    pairs.filter((pair) => pair.group !== undefined),
    ({ group }) => group as string,
  );
  return [...groups]
    .map(([group, members]) => ({ group, pairs: members }))
    .toSorted((a, b) => compareCodePoints(a.group, b.group));
}
