/** Sets of whole numbers as ascending, disjoint runs that do not touch; the end of a run is not in it. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

export type Runs = readonly Run[];

/** All that is in any of the runs, which may be in any order and overlap. */
export function unionOf(runs: Runs): Runs {
  const union: Run[] = [];
  for (const run of runs.toSorted((left, right) => left.start - right.start)) {
    const last = union.at(-1);
    if (run.start >= run.end) continue;
    if (last === undefined || run.start > last.end) union.push(run);
    else if (run.end > last.end) union[union.length - 1] = { start: last.start, end: run.end };
  }
  return union;
}

/** All from 0 to before `size` that is in none of the runs. */
export function complementOf(runs: Runs, size: number): Runs {
  const gaps: Run[] = [];
  let start = 0;
  for (const run of runs) {
    if (run.start > start) gaps.push({ start, end: run.start });
    start = run.end;
  }
  if (start < size) gaps.push({ start, end: size });
  return gaps;
}

export function intersectionOf(left: Runs, right: Runs): Runs {
  const shared: Run[] = [];
  for (let [a, b] = [0, 0]; a < left.length && b < right.length;) {
    const [one, other] = [left[a] as Run, right[b] as Run];
    const run = { start: Math.max(one.start, other.start), end: Math.min(one.end, other.end) };
    if (run.start < run.end) shared.push(run);
    if (one.end <= other.end) a++;
    if (other.end <= one.end) b++;
  }
  return shared;
}

/** The runs of ascending numbers. */
export function runsOf(numbers: readonly number[]): Runs {
  return unionOf(numbers.map((start) => ({ start, end: start + 1 })));
}

/** Every number that is in a run, ascending. */
export function* numbersIn(runs: Runs): Generator<number> {
  for (const { start, end } of runs) for (let number = start; number < end; number++) yield number;
}
