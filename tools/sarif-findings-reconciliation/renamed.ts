/** Files that are the same under another name, told by their results. */
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import type { SarifResult } from "./read.ts";

export interface Rename {
  /** Lines by which the file grew before its results. */
  readonly offset: number;
  readonly from: string;
}

interface File {
  readonly uri: string;
  readonly results: readonly SarifResult[];
  /** By rule and message. */
  readonly kinds: ReadonlyMap<string, readonly SarifResult[]>;
}

interface Agreement extends Rename {
  readonly to: string;
  readonly agreeing: number;
}

/** The part of the results of the larger file that has to agree. */
const LEAST_SHARE = 0.6;
const LEAST_RESULTS = 2;
/** A kind of result that more files have says nothing about which of them it is. */
const MOST_FILES = 16;
/** Of results of one kind so many are tried for the offset, so that work grows with the results. */
const MOST_TRIED = 32;
const MOST_OFFSETS = 4;

/**
 * By new URI, the vanished file that it was: one has results before only, the other after only, and enough of them agree
 * in rule, message and place among one another. The best pairs come first.
 */
export function renamedFiles(
  before: readonly SarifResult[],
  after: readonly SarifResult[],
): Map<string, Rename> {
  const vanished = filesOnlyIn(before, after);
  const byTrait = new Map<string, File[]>();
  for (const file of filesOnlyIn(after, before)) {
    for (const trait of traitsOf(file)) {
      const files = byTrait.get(trait);
      if (files) files.push(file);
      else byTrait.set(trait, [file]);
    }
  }
  const agreements = vanished.flatMap((old) => {
    const near = traitsOf(old).flatMap((trait) => {
      const files = byTrait.get(trait) ?? [];
      return files.length <= MOST_FILES ? files : [];
    });
    return [...new Set(near)].flatMap((file) => agreementOf(old, file) ?? []);
  });
  return pairs(agreements);
}

function pairs(agreements: readonly Agreement[]): Map<string, Rename> {
  const renames = new Map<string, Rename>();
  const taken = new Set<string>();
  const isMoved = ({ from, to }: Agreement) => Number(nameOf(from) === nameOf(to));
  const best = agreements.toSorted(
    (one, other) =>
      other.agreeing - one.agreeing ||
      isMoved(other) - isMoved(one) ||
      byCodeUnit(one.from, other.from) ||
      byCodeUnit(one.to, other.to),
  );
  for (const { from, to, offset } of best) {
    if (taken.has(from) || renames.has(to)) continue;
    taken.add(from);
    renames.set(to, { from, offset });
  }
  return renames;
}

function filesOnlyIn(results: readonly SarifResult[], others: readonly SarifResult[]): File[] {
  const known = new Set(others.map(({ uri }) => uri));
  return [...groupBy(results, ({ uri }) => uri)].flatMap(([uri, own]) => {
    if (uri === "" || known.has(uri) || own.length < LEAST_RESULTS) return [];
    return [{ uri, results: own, kinds: groupBy(own, kindOf) }];
  });
}

function kindOf({ ruleId, message }: SarifResult): string {
  return JSON.stringify([ruleId, message]);
}

/** What may tell a file: its name, each kind of its results, and all of them with their distances. */
function traitsOf({ uri, results, kinds }: File): string[] {
  const first = results[0]?.startLine ?? 0;
  const whole = results.map((one) => [kindOf(one), (one.startLine ?? first) - first]);
  return [`name ${nameOf(uri)}`, `all ${JSON.stringify(whole)}`, ...kinds.keys()];
}

function nameOf(uri: string): string {
  return uri.slice(uri.lastIndexOf("/") + 1);
}

/** How many results of two files agree under the offset that fits best; undefined for too few. */
function agreementOf(old: File, file: File): Agreement | undefined {
  const least = Math.max(old.results.length, file.results.length) * LEAST_SHARE;
  const [best] = likelyOffsets(old, file)
    .map((offset) => ({ offset, agreeing: agreeingResults(old, file, offset) }))
    .toSorted((one, other) => other.agreeing - one.agreeing);
  if (!best || best.agreeing < LEAST_RESULTS || best.agreeing < least) return undefined;
  return { from: old.uri, to: file.uri, ...best };
}

/** No offset, and those by which most of the first results of a kind lie apart. */
function likelyOffsets(old: File, file: File): number[] {
  const votes = new Map<number, number>();
  for (const [kind, news] of file.kinds) {
    const before = linesOf(old.kinds.get(kind) ?? []).slice(0, MOST_TRIED);
    for (const line of linesOf(news).slice(0, MOST_TRIED)) {
      for (const other of before) votes.set(line - other, (votes.get(line - other) ?? 0) + 1);
    }
  }
  const voted = [...votes].toSorted(([, one], [, other]) => other - one).slice(0, MOST_OFFSETS);
  return [...new Set([0, ...voted.map(([offset]) => offset)])];
}

/** A result agrees with one of the same kind, so many lines further down, and with no other. */
function agreeingResults(old: File, file: File, offset: number): number {
  let agreeing = 0;
  for (const [kind, news] of file.kinds) {
    const left = groupBy(old.kinds.get(kind) ?? [], ({ startLine }) => startLine);
    for (const [line, same] of groupBy(news, ({ startLine }) => startLine)) {
      const others = left.get(line === null ? null : line - offset) ?? [];
      agreeing += Math.min(same.length, others.length);
    }
  }
  return agreeing;
}

function linesOf(results: readonly SarifResult[]): number[] {
  return results.flatMap(({ startLine }) => (startLine === null ? [] : [startLine]));
}
