import type { Digraph } from "./digraph.ts";

/** The nodes to which a way leads from some of `starts`, themselves only by a cycle; nearest first. */
export function reachedFrom(graph: Digraph, starts: Iterable<number>): Set<number> {
  const reached = new Set<number>();
  for (const start of starts) for (const node of graph.successors(start)) reached.add(node);
  // A set hands out what is added while it is walked.
  for (const node of reached) for (const next of graph.successors(node)) reached.add(next);
  return reached;
}

const BITS = 32;

/** For each node of a graph without cycles, which it leads to, so that pairs can be asked for in constant time. */
export class Reachability {
  readonly #rows: Uint32Array;
  readonly #width: number;

  /** `order` is topological and holds all nodes. Takes time and memory of size² / 32. */
  constructor(graph: Digraph, order: readonly number[]) {
    this.#width = Math.ceil(graph.size / BITS);
    this.#rows = new Uint32Array(this.#width * graph.size);
    for (const node of order.toReversed()) {
      for (const next of graph.successors(node)) this.add(node, next);
    }
  }

  /** Whether a way leads from the one to the other. */
  leads(from: number, to: number): boolean {
    const word = this.#rows[from * this.#width + (to >>> 5)] ?? 0;
    return ((word >>> (to & 31)) & 1) === 1;
  }

  areOrdered(left: number, right: number): boolean {
    return this.leads(left, right) || this.leads(right, left);
  }

  /** Takes into the row of `from` the node and all to which it leads. */
  add(from: number, next: number): void {
    const [row, other] = [from * this.#width, next * this.#width];
    for (let word = 0; word < this.#width; word++) {
      this.#rows[row + word] = (this.#rows[row + word] ?? 0) | (this.#rows[other + word] ?? 0);
    }
    const bit = row + (next >>> 5);
    this.#rows[bit] = (this.#rows[bit] ?? 0) | (1 << (next & 31));
  }
}
