/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let above: number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let best = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      if (swapped) best = Math.min(best, (before[column - 2] ?? 0) + 1);
      current.push(best);
    }
    before = above;
    above = current;
  }
  return above[to.length] ?? 0;
}

const LONGEST_WORD = 128;

export interface NearestOptions {
  /** How many to return at most; 3 if not given. */
  readonly limit?: number;
  /** The largest distance that still counts as near; a third of the word's length, at least 1, if not given. */
  readonly within?: number;
}

/** The candidates nearest to `word` in any letter case, nearest first, ties by code unit. */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  { limit = 3, within }: NearestOptions = {},
): string[] {
  const wanted = word.slice(0, LONGEST_WORD).toLowerCase();
  const most = within ?? Math.max(1, Math.floor(wanted.length / 3));
  return Array.from(candidates)
    .flatMap((candidate) => {
      const compared = candidate.slice(0, LONGEST_WORD).toLowerCase();
      // Lengths alone keep most of them apart.
      if (Math.abs(compared.length - wanted.length) > most) return [];
      const distance = editDistance(wanted, compared);
      return distance <= most ? [{ candidate, distance }] : [];
    })
    .toSorted((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}
