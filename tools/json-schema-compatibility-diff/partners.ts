/** Which branches of two versions belong together. */
import type { Outcome, Verdict } from "./outcome.ts";
import type { Shape } from "./shape.ts";

type IndexPair = readonly [before: number, after: number];

export interface Matched {
  /** Whether the branches of the shorter list all found a partner, in each direction. */
  readonly backward: boolean;
  readonly forward: boolean;
  /** Whether all partners are the same, apart from annotations. */
  readonly areSame: boolean;
  /** Partners whose differences agree with these verdicts. */
  readonly pairs: readonly IndexPair[];
}

/** Branches that are compared with all others; of longer lists only equal ones are partners. */
const MOST_PAIRS = 2500;

export function matchBranches(
  before: readonly Shape[],
  after: readonly Shape[],
  outcome: Outcome,
): Matched {
  const verdictOf = (left: number, right: number): Verdict =>
    outcome.verdictOf(before[left] as Shape, after[right] as Shape);
  const equal = equalPairs(before, after, outcome);
  const [lefts, rights] = [without(before.length, equal, 0), without(after.length, equal, 1)];
  const isSmall = lefts.length * rights.length <= MOST_PAIRS;
  const verdicts = isSmall
    ? lefts.map((left) => rights.map((right) => verdictOf(left, right)))
    : [];
  const match = (of: keyof Verdict) =>
    partners(
      verdicts.length,
      rights.length,
      (left, right) => verdicts[left]?.[right]?.[of] === true,
    );
  // The other way round, so that versions that change places have the same partners.
  const forward = partners(
    isSmall ? rights.length : 0,
    lefts.length,
    (right, left) => verdicts[left]?.[right]?.forward === true,
  ).map(([right, left]) => [left, right] as const);
  const [backward, same] = [match("backward"), match("same")];
  const needed = Math.min(before.length, after.length);
  const isFull = (pairs: readonly IndexPair[]) => equal.length + pairs.length >= needed;
  const full = { backward: isFull(backward), forward: isFull(forward) };
  const shown = full.backward === full.forward ? same : full.backward ? backward : forward;
  const found = shown.map(([left, right]) => [lefts[left] ?? 0, rights[right] ?? 0] as const);
  return { ...full, areSame: isFull(same), pairs: [...equal, ...found] };
}

function partners(
  lefts: number,
  rights: number,
  fits: (left: number, right: number) => boolean,
): IndexPair[] {
  return largestMatching(lefts, rights, fits).flatMap((right, left) =>
    right === undefined ? [] : [[left, right] as const],
  );
}

/** Branches that are written the same and mean the same, in their order. */
function equalPairs(
  before: readonly Shape[],
  after: readonly Shape[],
  outcome: Outcome,
): IndexPair[] {
  const idOf = ({ version, node }: Shape) => version.ids.idOf(node);
  const places = new Map(after.map((shape, index) => [idOf(shape), index]));
  return before.flatMap((shape, left) => {
    const id = idOf(shape);
    const right = places.get(id);
    const successor = right === undefined ? undefined : after[right];
    if (right === undefined || successor === undefined) return [];
    if (!outcome.verdictOfSuccessor(shape, successor).same) return [];
    places.delete(id);
    return [[left, right] as const];
  });
}

/** The indices below a length that no pair has on one side. */
function without(length: number, pairs: readonly IndexPair[], side: 0 | 1): number[] {
  const taken = new Set(pairs.map((pair) => pair[side]));
  return Array.from({ length }, (_, index) => index).filter((index) => !taken.has(index));
}

/** For each left one its partner's index, so that as many as possible have one (Kuhn's augmenting paths). */
export function largestMatching(
  lefts: number,
  rights: number,
  fits: (left: number, right: number) => boolean,
): readonly (number | undefined)[] {
  const ofRight = Array.from<number | undefined>({ length: rights });
  const find = (left: number, tried: Set<number>): boolean => {
    for (let right = 0; right < rights; right++) {
      if (tried.has(right) || !fits(left, right)) continue;
      tried.add(right);
      const taken = ofRight[right];
      if (taken !== undefined && !find(taken, tried)) continue;
      ofRight[right] = left;
      return true;
    }
    return false;
  };
  for (let left = 0; left < lefts; left++) find(left, new Set());
  const ofLeft = Array.from<number | undefined>({ length: lefts });
  for (const [right, left] of ofRight.entries()) if (left !== undefined) ofLeft[left] = right;
  return ofLeft;
}
