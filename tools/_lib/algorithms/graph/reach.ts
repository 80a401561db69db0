import { BitRows } from "./bit-rows.ts";
import { Digraph } from "./digraph.ts";

/** The nodes to which a way leads from some of `starts`, themselves only by a cycle; nearest first. */
export function reachedFrom(graph: Digraph, starts: Iterable<number>): Set<number> {
  const reached = new Set<number>();
  for (const start of starts) for (const node of graph.successors(start)) reached.add(node);
  // A set hands out what is added while it is walked.
  for (const node of reached) for (const next of graph.successors(node)) reached.add(next);
  return reached;
}

/** For each node of a graph without cycles, which it leads to, so that pairs can be asked for in constant time. */
export class Reachability {
  /** A row for each node. */
  readonly rows: BitRows;

  /** `order` is topological and holds all nodes. Takes time and memory of size² / 32. */
  constructor(graph: Digraph, order: readonly number[]) {
    this.rows = new BitRows(graph.size, graph.size);
    for (const node of order.toReversed()) {
      for (const next of graph.successors(node)) this.add(node, next);
    }
  }

  /** Whether a way leads from the one to the other. */
  leads(from: number, to: number): boolean {
    return this.rows.has(from, to);
  }

  areOrdered(left: number, right: number): boolean {
    return this.leads(left, right) || this.leads(right, left);
  }

  /** Takes into the row of `from` the node and all to which it leads. */
  add(from: number, next: number): void {
    this.rows.merge(from, this.rows, next);
    this.rows.add(from, next);
  }
}

/** As `Reachability`, both ways, of a graph to which edges are added; the graph itself is left alone. */
export class GrowingReach {
  /** For each node where its ways lead. */
  readonly #ahead: Reachability;
  /** For each node from where ways lead to it. */
  readonly #behind: Reachability;

  constructor(graph: Digraph, order: readonly number[]) {
    this.#ahead = new Reachability(graph, order);
    this.#behind = new Reachability(reversed(graph), order.toReversed());
  }

  /** Whether a way leads from the one to the other. */
  leads(from: number, to: number): boolean {
    return this.#ahead.leads(from, to);
  }

  areOrdered(left: number, right: number): boolean {
    return this.#ahead.areOrdered(left, right);
  }

  /** The nodes that lead to another, as the row of that. */
  get behind(): BitRows {
    return this.#behind.rows;
  }

  /** Adds an edge that makes no cycle. */
  addEdge(from: number, to: number): void {
    const sources = [from, ...this.#behind.rows.columnsOf(from)];
    const targets = [to, ...this.#ahead.rows.columnsOf(to)];
    for (const source of sources) this.#ahead.add(source, to);
    for (const target of targets) this.#behind.add(target, from);
  }
}

function reversed(graph: Digraph): Digraph {
  const other = new Digraph(graph.size);
  for (let node = 0; node < graph.size; node++) {
    for (const next of graph.successors(node)) other.addEdge(next, node);
  }
  return other;
}
