/** What an engine says beside what its field's library says, and why, where they do not say the same. */
import { expect, test } from "bun:test";

/** A kind of difference, decided once. */
export interface Difference<S> {
  readonly name: string;
  /** Both, where the specification leaves it open. */
  readonly right: "ours" | "both";
  /** By which sentence of which specification, or which decision. */
  readonly why: string;
  readonly example: S;
  /** Whether a sample may differ for this reason. */
  covers(sample: S): boolean;
}

export interface Judgement<S> {
  ours(sample: S): unknown;
  theirs(sample: S): unknown;
  readonly differences: readonly Difference<S>[];
}

const MOST_SHOWN = 5;

/** Fails for a difference that no kind covers; to be called within a test. */
export function expectAgreement<S>(samples: readonly S[], judgement: Judgement<S>): void {
  const { ours, theirs, differences } = judgement;
  const unexplained: string[] = [];
  for (const sample of samples) {
    const [here, there] = [ours(sample), theirs(sample)];
    if (Bun.deepEquals(here, there) || differences.some((kind) => kind.covers(sample))) continue;
    const { path, a, b } = firstDifference(here, there);
    unexplained.push(`${show(sample)}${path}: ours ${show(a)}, theirs ${show(b)}`);
  }
  expect(unexplained.slice(0, MOST_SHOWN)).toEqual([]);
}

/** A kind that is none any more is taken off the list. */
export function testDifferences<S>({ ours, theirs, differences }: Judgement<S>): void {
  for (const kind of differences) {
    test(`differs: ${kind.name} (${kind.right} right: ${kind.why})`, () => {
      expect(kind.covers(kind.example)).toBe(true);
      expect(Bun.deepEquals(ours(kind.example), theirs(kind.example))).toBe(false);
    });
  }
}

/** The innermost place at which the two differ. */
function firstDifference(
  a: unknown,
  b: unknown,
  path = "",
): { path: string; a: unknown; b: unknown } {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
    return { path, a, b };
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [here, there] = [Reflect.get(a, name) as unknown, Reflect.get(b, name) as unknown];
    if (!Bun.deepEquals(here, there)) return firstDifference(here, there, `${path} /${name}`);
  }
  return { path, a, b };
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 300);
}
