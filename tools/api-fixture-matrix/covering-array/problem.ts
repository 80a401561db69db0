/** What a covering array is wanted for: parameters and values by their indices. */

/** The parameter has one of these values. */
export interface Literal {
  readonly parameter: number;
  readonly values: ReadonlySet<number>;
}

/** A combination that no row may hold: all of its literals together. */
export type Forbidden = readonly Literal[];

/** The value of each parameter, `UNSET` where it is open. */
export type Row = Int32Array;

export const UNSET = -1;

export interface CoveringProblem {
  /** How many values of each parameter are to be covered, those with the lowest indices. */
  readonly sizes: readonly number[];
  /** How many values each parameter has in all: those above its size only occur in seeds. */
  readonly allSizes: readonly number[];
  /** How many parameters a tuple has; not more than there are. */
  readonly strength: number;
  readonly forbidden: readonly Forbidden[];
  /** Rows that have to be there, each perhaps open in places. */
  readonly seeds: readonly Row[];
}

/** The elementary symmetric polynomial: how many tuples of so many parameters there are. */
export function countTuples(sizes: readonly number[], strength: number): number {
  const counts = [1, ...Array.from({ length: strength }, () => 0)];
  for (const size of sizes) {
    for (let length = strength; length > 0; length--) {
      counts[length] = (counts[length] ?? 0) + (counts[length - 1] ?? 0) * size;
    }
  }
  return counts[strength] ?? 0;
}
