/** The covering array as its description reads, without any thought of speed. */

export interface NaiveLiteral {
  readonly parameter: number;
  readonly values: ReadonlySet<number>;
}

export interface NaiveProblem {
  readonly sizes: readonly number[];
  readonly strength: number;
  readonly forbidden: readonly (readonly NaiveLiteral[])[];
  readonly seeds: readonly (readonly number[])[];
}

type Cell = readonly [parameter: number, value: number];

export function breaks(row: readonly number[], { forbidden }: NaiveProblem): boolean {
  return forbidden.some((literals) =>
    literals.every(({ parameter, values }) => values.has(row[parameter] ?? -1)),
  );
}

/** Every complete row that breaks nothing. */
export function allRows(problem: NaiveProblem): number[][] {
  let rows: number[][] = [[]];
  for (const size of problem.sizes) {
    rows = rows.flatMap((row) => Array.from({ length: size }, (_, value) => [...row, value]));
  }
  return rows.filter((row) => !breaks(row, problem));
}

/** In lexicographic order of parameters, then values. */
export function allTuples({ sizes, strength }: NaiveProblem): Cell[][] {
  const choose = (from: number, count: number): number[][] =>
    count === 0
      ? [[]]
      : sizes.flatMap((_, parameter) =>
          parameter < from
            ? []
            : choose(parameter + 1, count - 1).map((others) => [parameter, ...others]),
        );
  return choose(0, strength).flatMap((parameters) => {
    let tuples: Cell[][] = [[]];
    for (const parameter of parameters) {
      tuples = tuples.flatMap((tuple) =>
        Array.from({ length: sizes[parameter] ?? 0 }, (_, value): Cell[] => [
          ...tuple,
          [parameter, value],
        ]),
      );
    }
    return tuples;
  });
}

const holds = (row: readonly number[], tuple: readonly Cell[]) =>
  tuple.every(([parameter, value]) => row[parameter] === value);

export function feasible(problem: NaiveProblem): Cell[][] {
  const rows = allRows(problem);
  return allTuples(problem).filter((tuple) => rows.some((row) => holds(row, tuple)));
}

/** The rows; undefined where none is possible. */
export function naiveArray(problem: NaiveProblem): number[][] | undefined {
  const possible = allRows(problem);
  if (possible.length === 0) return undefined;
  const tuples = feasible(problem);
  const fits = (row: readonly number[]) =>
    possible.some((whole) => row.every((value, at) => value === -1 || value === whole[at]));
  let open = tuples;
  const complete = (given: readonly number[]) => {
    const row = [...given];
    for (let parameter = 0; parameter < row.length; parameter++) {
      if (row[parameter] !== -1) continue;
      const withValue = (value: number) => row.map((old, at) => (at === parameter ? value : old));
      const gain = (value: number) =>
        open.filter(
          (tuple) =>
            tuple.some(([at]) => at === parameter) &&
            tuple.every(([at, wanted]) => withValue(value)[at] === wanted),
        ).length;
      const all = (value: number) =>
        open.filter((tuple) => tuple.some(([at, own]) => at === parameter && own === value)).length;
      const [best = -1] = Array.from({ length: problem.sizes[parameter] ?? 0 }, (_, value) => value)
        .filter((value) => fits(withValue(value)))
        .toSorted((a, b) => gain(b) - gain(a) || all(b) - all(a) || a - b);
      row[parameter] = best;
    }
    open = open.filter((tuple) => !holds(row, tuple));
    return row;
  };
  const rows = problem.seeds.filter(fits).map(complete);
  const seeds = rows.length;
  for (let [first] = open; first !== undefined; [first] = open) {
    const start = problem.sizes.map(() => -1);
    for (const [parameter, value] of first) start[parameter] = value;
    rows.push(complete(start));
  }
  for (let at = rows.length - 1; at >= seeds; at--) {
    const others = rows.filter((_, index) => index !== at);
    const isSpare = tuples.every(
      (tuple) => !holds(rows[at] ?? [], tuple) || others.some((row) => holds(row, tuple)),
    );
    if (isSpare) rows.splice(at, 1);
  }
  return rows;
}
