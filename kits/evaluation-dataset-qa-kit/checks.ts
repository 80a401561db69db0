/** What is wrong with rows, each by itself and beside the others. */
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { NearIndex } from "../../tools/_lib/text/prose/near-index.ts";
import { shinglesOf } from "../../tools/_lib/text/prose/similarity.ts";
import { wordsOf } from "../../tools/_lib/text/words.ts";
import { Clusters } from "./clusters.ts";
import type { Input } from "../evaluation-dataset-qa-kit.ts";
import type { OverlapIndex } from "./leakage.ts";
import type { Ledger } from "./ledger.ts";
import type { SourceRow } from "./read.ts";
import type { Asked } from "./rows.ts";

/** A row with an input. */
export interface Row extends Asked {
  readonly source: SourceRow;
  readonly index: number;
  readonly id: string | null;
  /** Normal forms, by which rows are compared. */
  readonly normalInput: string;
  readonly normalTarget: string | null;
  /** Of input and target. */
  readonly tokens: number;
}

const PLACEHOLDERS: ReadonlySet<string> = new Set(
  "todo,tbd,n/a,na,none,null,undefined,nan,test,asdf,foo,bar,xxx,...,lorem ipsum".split(","),
);
const MOJIBAKE = /\ufffd|[ÂÃ][\u0080-\u00bf]|â€/;
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const FEWEST_WORDS = 3;

type TextCheck = (row: Row) => string | undefined;

/** What a row's own texts show, with what to say of it. */
const TEXT_CHECKS: Readonly<Record<string, TextCheck>> = {
  TARGET_IN_INPUT: ({ normalInput, normalTarget }) =>
    normalTarget !== null &&
    normalInput.includes(normalTarget) &&
    wordsOf(normalTarget).length >= FEWEST_WORDS
      ? "The input holds the target"
      : undefined,
  PLACEHOLDER: ({ normalInput, normalTarget }) =>
    sideOf([normalInput, normalTarget], isPlaceholder, "is a placeholder"),
  MOJIBAKE: ({ input, target }) =>
    sideOf([input, target], (text) => MOJIBAKE.test(text), "was decoded by a wrong character set"),
  CONTROL_CHARACTER: ({ input, target }) =>
    sideOf([input, target], (text) => CONTROL.test(text), "holds a control character"),
  EDGE_SPACE: ({ input, target }) =>
    sideOf([input, target], (text) => text !== text.trim(), "has white space at an end"),
};

function isPlaceholder(normal: string): boolean {
  return PLACEHOLDERS.has(normal) || normal.startsWith("lorem ipsum");
}

function sideOf(
  [input, target]: readonly [string, string | null],
  isSo: (text: string) => boolean,
  what: string,
): string | undefined {
  const sides = [
    ...(isSo(input) ? ["input"] : []),
    ...(target !== null && isSo(target) ? ["target"] : []),
  ];
  return sides.length === 0 ? undefined : `The ${sides.join(" and the ")} ${what}`;
}

export function checkTexts(rows: readonly Row[], ledger: Ledger): void {
  for (const row of rows) {
    for (const [code, check] of Object.entries(TEXT_CHECKS)) {
      const message = check(row);
      if (message !== undefined) ledger.warn("checks", code, message, row);
    }
  }
}

export function checkIds(rows: readonly Row[], ledger: Ledger): void {
  const firsts = new Map<string, number>();
  for (const row of rows) {
    if (row.id === null) continue;
    const first = firsts.get(row.id);
    if (first === undefined) firsts.set(row.id, row.index);
    else ledger.refuse("checks", "DUPLICATE_ID", `Row ${first} has the same id`, row);
  }
}

export interface Repeats {
  /** Rows that say the same. */
  readonly exact: number[][];
  /** Rows that ask the same and want different answers. */
  readonly conflicts: number[][];
}

export function checkRepeats(rows: readonly Row[], ledger: Ledger): Repeats {
  const exact: number[][] = [];
  const conflicts: number[][] = [];
  for (const same of groupBy(rows, ({ normalInput }) => normalInput).values()) {
    const byTarget = groupBy(same, ({ normalTarget }) => normalTarget);
    for (const [first, ...others] of byTarget.values()) {
      if (first === undefined || others.length === 0) continue;
      exact.push([first, ...others].map(({ index }) => index));
      for (const row of others) {
        const message = `Row ${first.index} says the same; only that one is kept`;
        ledger.warn("checks", "DUPLICATE_ROW", message, row);
        ledger.reject(row.index, "DUPLICATE_ROW");
      }
    }
    const answered = same.filter(({ normalTarget }) => normalTarget !== null);
    if (byTarget.size - (byTarget.has(null) ? 1 : 0) < 2) continue;
    conflicts.push(answered.map(({ index }) => index));
    for (const row of answered) {
      const other = answered.find(({ normalTarget }) => normalTarget !== row.normalTarget);
      const message = `Row ${other?.index} has the same input and another target`;
      ledger.refuse("checks", "CONFLICTING_TARGETS", message, row);
    }
  }
  const byFirst = (a: number[], b: number[]) => (a[0] ?? 0) - (b[0] ?? 0);
  return { exact: exact.toSorted(byFirst), conflicts: conflicts.toSorted(byFirst) };
}

export interface NearPair {
  readonly a: number;
  readonly b: number;
  readonly similarity: number;
}

export interface NearRows {
  /** The first of them, by row and then by the other one. */
  readonly pairs: readonly NearPair[];
  /** All of them; of more than 100,000 only how many were met. */
  readonly count: number;
  /** For each input, in its normal form, one that stands for all that are near it or near those. */
  readonly clusters: ReadonlyMap<string, string>;
}

/** More pairs than that say nothing new, and a dataset written by one template has millions. */
const MOST_PAIRS = 2000;
const MOST_COUNTED = 100_000;

/** Pairs of rows that ask nearly, and not quite, the same. */
export function checkNear(rows: readonly Row[], ledger: Ledger): NearRows {
  const { pairs, count, clusters } = findNear(rows);
  const byIndex = new Map(rows.map((row) => [row.index, row]));
  for (const { a, b, similarity } of pairs) {
    const row = byIndex.get(b);
    if (row === undefined) continue;
    const message = `Row ${a} asks nearly the same`;
    ledger.warn("checks", "NEAR_DUPLICATE", message, row, { received: similarity });
  }
  if (count > pairs.length) {
    const message = `Of ${count < MOST_COUNTED ? count : `at least ${count}`} pairs of near-duplicates ${pairs.length} are listed`;
    ledger.note("checks", "NEAR_TRUNCATED", message);
  }
  return { pairs, count, clusters };
}

function findNear(rows: readonly Row[]): NearRows {
  const questions = [...groupBy(rows, ({ normalInput }) => normalInput)];
  const index = new NearIndex(questions.map(([, [first]]) => shinglesOf(first?.input ?? "")));
  const clusters = new Clusters(questions.length);
  const pairs: NearPair[] = [];
  let count = 0;
  for (const [at, [, same]] of questions.entries()) {
    const found = index.near(at);
    for (const near of found) {
      const others = questions[near.at]?.[1] ?? [];
      count += same.length * others.length;
      clusters.join(at, near.at);
      if (pairs.length < MOST_PAIRS) pairs.push(...pairsBetween(same, others, near.similarity));
    }
    // Of a dataset by one template, from here on, only what is near nothing is compared with what comes behind it.
    if (count < MOST_COUNTED || found.length === 0) index.add(at);
  }
  pairs.sort((left, right) => left.a - right.a || left.b - right.b);
  return {
    pairs: pairs.slice(0, MOST_PAIRS),
    count,
    clusters: new Map(
      questions.map(([normal], at) => [normal, questions[clusters.rootOf(at)]?.[0] ?? normal]),
    ),
  };
}

function pairsBetween(
  left: readonly Row[],
  right: readonly Row[],
  nearness: number,
): readonly NearPair[] {
  const similarity = Math.round(10_000 * nearness) / 10_000;
  const pairs: NearPair[] = [];
  for (const { index } of left) {
    if (pairs.length > MOST_PAIRS) break;
    for (const { index: other } of right) {
      pairs.push({ a: Math.min(index, other), b: Math.max(index, other), similarity });
    }
  }
  return pairs;
}

const FEWEST_ROWS = 20;
const FENCE = 3;

/** The value at a share of a sorted list, by nearest rank. */
export function atRank(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

export function checkLengths(rows: readonly Row[], ledger: Ledger): void {
  if (rows.length < FEWEST_ROWS) return;
  const sorted = rows.map(({ tokens }) => tokens).toSorted((a, b) => a - b);
  const [low, high] = [atRank(sorted, 1 / 4), atRank(sorted, 3 / 4)];
  const longest = Math.max(high + FENCE * (high - low), 2 * medianOf(sorted));
  for (const row of rows) {
    if (row.tokens <= longest) continue;
    const message = `The row has ${row.tokens} tokens, far more than the others`;
    ledger.warn("checks", "LENGTH_OUTLIER", message, row, {
      received: row.tokens,
      expected: `at most ${longest} tokens`,
    });
  }
}

export interface Leak {
  readonly index: number;
  readonly againstIndex: number;
  readonly percent: number;
}

export function checkLeaks(
  rows: readonly Row[],
  against: OverlapIndex,
  { leakagePercent }: Pick<Input, "leakagePercent">,
  ledger: Ledger,
): readonly Leak[] {
  return rows.flatMap((row) => {
    const overlap = against.of(row.normalInput);
    if (overlap === undefined || overlap.percent < leakagePercent) return [];
    const { percent, againstIndex } = overlap;
    const message = `${percent} percent of the input stands in the data it must not overlap, most of it in row ${againstIndex}`;
    ledger.refuse("checks", "LEAK", message, row, {
      received: percent,
      expected: `less than ${leakagePercent}`,
    });
    return [{ index: row.index, ...overlap }];
  });
}
