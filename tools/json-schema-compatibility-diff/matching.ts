/** Partners for the schemas of two lists. */

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
