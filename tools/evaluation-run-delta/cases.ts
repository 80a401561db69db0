/** The cases of a run, each with one result, however many rows it has. */
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { meanOf } from "./moments.ts";
import type { CaseOutcome } from "./outcome.ts";

export interface Row extends CaseOutcome {
  readonly id: string;
  readonly group: string | undefined;
}

export interface Case {
  readonly id: string;
  readonly group: string | undefined;
  readonly score: Decimal;
  readonly passed: boolean;
  /** How many rows it has. */
  readonly epochs: number;
}

export interface Bar {
  readonly threshold: number;
  readonly higherIsBetter: boolean;
}

/** The cases by id, in order of first appearance, and the ids with several rows. */
export function casesOf(
  rows: readonly Row[],
  bar: Bar,
): { readonly cases: ReadonlyMap<string, Case>; readonly repeated: readonly string[] } {
  const byId = groupBy(rows, ({ id }) => id);
  const cases = new Map<string, Case>();
  const repeated: string[] = [];
  for (const [id, epochs] of byId) {
    cases.set(id, caseOf(id, epochs, bar));
    if (epochs.length > 1) repeated.push(id);
  }
  return { cases, repeated };
}

function caseOf(id: string, epochs: readonly Row[], bar: Bar): Case {
  // Decimals, so that epochs of 0.6, 0.7 and 0.8 reach a threshold of 0.7.
  const score = meanOf(epochs.map((epoch) => epoch.score)) ?? new Decimal(0);
  const groups = epochs.flatMap(({ group }) => (group === undefined ? [] : [group]));
  const [group] = groups.toSorted(compareCodePoints);
  return { id, group, score, passed: isPass(epochs, score, bar), epochs: epochs.length };
}

function isPass(
  epochs: readonly Row[],
  score: Decimal,
  { threshold, higherIsBetter }: Bar,
): boolean {
  const [only, ...others] = epochs;
  const verdict = only?.passed;
  const areBooleans = epochs.every(({ isBoolean }) => isBoolean);
  // Of several epochs the mean score decides, if it is not of booleans that all say the same.
  const isSaid = areBooleans ? epochs.every(({ passed }) => passed === verdict) : !others.length;
  if (verdict !== undefined && isSaid) return verdict;
  // Of booleans alone the greater share is always the better one.
  return higherIsBetter || areBooleans ? score.gte(threshold) : score.lte(threshold);
}
