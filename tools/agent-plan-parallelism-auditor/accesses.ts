/** Who reads and who writes what, so that steps that touch nothing in common are never compared. */
import type { Budget } from "../_core/tool.ts";
import { BitRows } from "../_lib/algorithms/graph/bit-rows.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { isSingle, literalStart, overlap, readResource, type Resource } from "./resources.ts";
import type { Step } from "./steps.ts";

/** The steps that write, or read, something that a resource stands for, as its row. */
export class Accesses {
  readonly #ids = new Map<string, number>();
  readonly #writers: BitRows;
  readonly #readers: BitRows;

  /** Comparing names is paid for with the budget. */
  constructor(steps: readonly Step[], budget: Budget) {
    for (const { reads, writes } of steps) {
      for (const text of [...reads, ...writes]) {
        if (!this.#ids.has(text)) this.#ids.set(text, this.#ids.size);
      }
    }
    const [ownWriters, ownReaders] = [this.#rows(steps.length), this.#rows(steps.length)];
    const [written, read] = [new Set<number>(), new Set<number>()];
    for (const { index, reads, writes } of steps) {
      for (const text of writes) ownWriters.add(note(written, this.#idOf(text)), index);
      for (const text of reads) ownReaders.add(note(read, this.#idOf(text)), index);
    }
    this.#writers = this.#rows(steps.length);
    this.#readers = this.#rows(steps.length);
    const join = (to: number, from: number) => {
      if (written.has(from)) this.#writers.merge(to, ownWriters, from);
      if (read.has(from)) this.#readers.merge(to, ownReaders, from);
    };
    for (const id of this.#ids.values()) join(id, id);
    for (const [left, right] of overlaps([...this.#ids.keys()].map(readResource), budget)) {
      join(left, right);
      join(right, left);
    }
  }

  writes(step: number, resource: string): boolean {
    return this.#writers.has(this.#idOf(resource), step);
  }

  reads(step: number, resource: string): boolean {
    return this.#readers.has(this.#idOf(resource), step);
  }

  writersOf(resource: string): number[] {
    return this.#writers.columnsOf(this.#idOf(resource));
  }

  /** Whether one of those in the row writes the resource. */
  isWrittenIn(resource: string, rows: BitRows, row: number): boolean {
    return this.#writers.meets(this.#idOf(resource), rows, row);
  }

  /** Adds to the step's row all that may not run beside it. */
  addConflicts({ index, reads, writes }: Step, rows: BitRows): void {
    for (const text of writes) {
      rows.merge(index, this.#writers, this.#idOf(text));
      rows.merge(index, this.#readers, this.#idOf(text));
    }
    for (const text of reads) rows.merge(index, this.#writers, this.#idOf(text));
  }

  #idOf(resource: string): number {
    return this.#ids.get(resource) ?? 0;
  }

  #rows(columns: number): BitRows {
    return new BitRows(this.#ids.size, columns);
  }
}

function note(ids: Set<number>, id: number): number {
  ids.add(id);
  return id;
}

/** Steps of the budget that comparing two names takes. */
const COMPARISON = 8;

/** Pairs of places in the list, each once. Names without a wildcard are alike only where they are equal. */
function* overlaps(
  resources: readonly Resource[],
  budget: Budget,
): Generator<readonly [number, number]> {
  const sorted = resources
    .map((resource, id) => ({
      resource,
      id,
      start: literalStart(resource),
      isSingle: isSingle(resource),
    }))
    .toSorted((a, b) => byCodeUnit(a.start, b.start));
  for (const wild of sorted) {
    if (wild.isSingle) continue;
    // What it stands for begins as it does, and stands in one run; what begins with less comes here by itself.
    for (let at = firstFrom(sorted, wild.start); at < sorted.length; at++) {
      const other = sorted[at];
      if (!other?.start.startsWith(wild.start)) break;
      budget.spend(COMPARISON);
      const comesTwice = !other.isSingle && other.start === wild.start && other.id <= wild.id;
      if (!comesTwice && overlap(wild.resource, other.resource)) yield [wild.id, other.id];
    }
  }
}

/** The first place with a start that is not less, by bisection. */
function firstFrom(sorted: readonly { readonly start: string }[], start: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.start ?? "") < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
