/** A covering array, built row by row: each takes the values that cover most of what is left. */
import type { Budget } from "../../_core/tool.ts";
import { Coverage } from "./coverage.ts";
import { feasibleTuples } from "./feasible.ts";
import { type CoveringProblem, type Row, UNSET } from "./problem.ts";
import { withoutSpareRows } from "./reduce.ts";
import { type Domains, Solver } from "./solver.ts";
import { Tuples } from "./tuples.ts";

export interface CoveringArray {
  readonly rows: readonly Row[];
  /** How many rows at the beginning come from seeds. */
  readonly seeds: number;
  /** The seeds that hold a forbidden combination. */
  readonly refusedSeeds: readonly number[];
  readonly tuples: Tuples;
  /** 1 for each tuple that a complete row can hold. */
  readonly feasible: Uint8Array;
}

export type Covering =
  | { readonly ok: true; readonly array: CoveringArray }
  | { readonly ok: false; readonly code: "UNSATISFIABLE" | "TOO_MANY_ROWS" };

/** The same problem gives the same rows; no row holds what is forbidden. */
export function coveringArray(
  problem: CoveringProblem,
  budget: Budget,
  mostRows: number,
): Covering {
  const solver = new Solver(problem, budget);
  const start = problem.sizes.includes(0) ? undefined : solver.start();
  if (start === undefined || !solver.isPossible(start)) return { ok: false, code: "UNSATISFIABLE" };
  if (leastRows(problem) > mostRows) return { ok: false, code: "TOO_MANY_ROWS" };
  const tuples = new Tuples(problem.sizes, problem.strength);
  const feasible = feasibleTuples(tuples, solver, start);
  const coverage = new Coverage(tuples, feasible, problem.sizes.length);
  const builder = new Builder(coverage, solver, start, problem.sizes.length);
  const { rows, refusedSeeds } = seedRows(problem.seeds, builder);
  const seeds = rows.length;
  for (let row = builder.next(); row !== undefined; row = builder.next()) {
    rows.push(row);
    if (rows.length > mostRows) return { ok: false, code: "TOO_MANY_ROWS" };
  }
  const kept = withoutSpareRows(rows, tuples, seeds);
  return { ok: true, array: { rows: kept, seeds, refusedSeeds, tuples, feasible } };
}

/** Where nothing is forbidden, each combination of the largest parameters takes a row of its own. */
function leastRows({ sizes, strength, forbidden }: CoveringProblem): number {
  const largest = sizes.toSorted((left, right) => right - left).slice(0, strength);
  return forbidden.length > 0 ? 1 : largest.reduce((product, size) => product * size, 1);
}

function seedRows(given: readonly Row[], builder: Builder) {
  const rows: Row[] = [];
  const refusedSeeds: number[] = [];
  for (const [index, seed] of given.entries()) {
    const row = builder.complete(seed);
    if (row === undefined) refusedSeeds.push(index);
    else rows.push(row);
  }
  return { rows, refusedSeeds };
}

class Builder {
  readonly #coverage: Coverage;
  readonly #solver: Solver;
  readonly #start: Domains;
  readonly #length: number;

  constructor(coverage: Coverage, solver: Solver, start: Domains, length: number) {
    this.#coverage = coverage;
    this.#solver = solver;
    this.#start = start;
    this.#length = length;
  }

  /** A row around the first open tuple; undefined where none is left. */
  next(): Row | undefined {
    const open = this.#coverage.firstOpen();
    if (open === undefined) return undefined;
    const row = new Int32Array(this.#length).fill(UNSET);
    this.#coverage.tuples.forEach(open.tuple, open.block, (parameter, value) => {
      row[parameter] = value;
    });
    return this.complete(row);
  }

  /** The row with its open places filled, which counts as covered then; undefined where it cannot be. */
  complete(given: Row): Row | undefined {
    let domains = this.#domainsOf(given);
    if (domains === undefined || !this.#solver.isPossible(domains)) return undefined;
    const row = given.slice();
    for (let parameter = 0; parameter < row.length; parameter++) {
      if (row[parameter] !== UNSET) continue;
      const choice = this.#choose(parameter, row, domains);
      row[parameter] = choice.value;
      domains = choice.domains;
    }
    this.#coverage.cover(row);
    return row;
  }

  #domainsOf(row: Row): Domains | undefined {
    let domains: Domains | undefined = this.#start;
    for (const [parameter, value] of row.entries()) {
      if (value !== UNSET) domains = domains && this.#solver.assign(domains, parameter, value);
    }
    return domains;
  }

  /** The value that covers most, of those with which the row can be completed. */
  #choose(parameter: number, row: Row, domains: Domains): { value: number; domains: Domains } {
    const gains = this.#coverage.gains(parameter, row);
    const open = this.#coverage.openWith(parameter);
    const refused = new Set<number>();
    for (;;) {
      const value = bestValue(gains, open, refused);
      const next = this.#solver.assign(domains, parameter, value);
      const isPossible =
        next !== undefined && (this.#solver.isFree(parameter) || this.#solver.isPossible(next));
      if (isPossible) return { value, domains: next };
      refused.add(value);
    }
  }
}

/** The largest gain, then the most open tuples, then the lowest index. */
function bestValue(gains: Int32Array, open: Int32Array, refused: ReadonlySet<number>): number {
  let best = -1;
  for (let value = 0; value < gains.length; value++) {
    if (refused.has(value)) continue;
    const lead = best < 0 ? 1 : (gains[value] as number) - (gains[best] as number);
    const isBetter = lead > 0 || (lead === 0 && (open[value] as number) > (open[best] as number));
    if (isBetter) best = value;
  }
  return best;
}
