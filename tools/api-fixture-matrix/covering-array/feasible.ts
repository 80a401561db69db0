/** Which tuples some complete row can hold. */
import type { Domains, Solver } from "./solver.ts";
import type { Tuples } from "./tuples.ts";

/** One mark per tuple, 1 where it is possible. Blocks that share their bound parameters share the search. */
export function feasibleTuples(tuples: Tuples, solver: Solver, start: Domains): Uint8Array {
  const marks = new Uint8Array(tuples.count).fill(1);
  const known = new Map<string, Uint8Array>();
  for (let block = 0; block < tuples.blockCount; block++) {
    const bound = tuples.parametersOf(block).filter((parameter) => !solver.isFree(parameter));
    if (bound.length === 0) continue;
    const key = bound.join();
    const table = known.get(key) ?? tableOf(bound, tuples, solver, start);
    known.set(key, table);
    markBlock(marks, block, tuples, solver, table);
  }
  return marks;
}

/** A mark for each choice of values of the parameters, in lexicographic order. */
function tableOf(
  bound: readonly number[],
  tuples: Tuples,
  solver: Solver,
  start: Domains,
): Uint8Array {
  const sizes = bound.map((parameter) => tuples.sizeOf(parameter));
  const strides = sizes.map((_, place) =>
    sizes.slice(place + 1).reduce((product, size) => product * size, 1),
  );
  const table = new Uint8Array(sizes.reduce((product, size) => product * size, 1));
  const fill = (place: number, index: number, domains: Domains): void => {
    const parameter = bound[place];
    if (parameter === undefined) {
      table[index] = Number(solver.isPossible(domains));
      return;
    }
    for (let value = 0; value < (sizes[place] ?? 0); value++) {
      const next = solver.assign(domains, parameter, value);
      if (next !== undefined) fill(place + 1, index + value * (strides[place] ?? 0), next);
    }
  };
  fill(0, 0, start);
  return table;
}

function markBlock(
  marks: Uint8Array,
  block: number,
  tuples: Tuples,
  solver: Solver,
  table: Uint8Array,
): void {
  const end = tuples.starts[block + 1] ?? 0;
  for (let tuple = tuples.starts[block] ?? 0; tuple < end; tuple++) {
    let index = 0;
    tuples.forEach(tuple, block, (parameter, value) => {
      if (!solver.isFree(parameter)) index = index * tuples.sizeOf(parameter) + value;
    });
    marks[tuple] = table[index] ?? 0;
  }
}
