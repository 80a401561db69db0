import type { Digraph } from "./digraph.ts";

interface Visit {
  readonly node: number;
  next: number;
}

/**
 * The first cycle that is met on the way from the least node onwards, successors in their order: the
 * nodes from where it was entered, each with an edge to the one after it and the last to the first.
 */
export function findCycle(graph: Digraph): number[] | undefined {
  const isDone = new Uint8Array(graph.size);
  const placeOnPath = new Map<number, number>();
  for (let start = 0; start < graph.size; start++) {
    if (isDone[start]) continue;
    const path: Visit[] = [{ node: start, next: 0 }];
    placeOnPath.set(start, 0);
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const next = graph.successors(visit.node)[visit.next++];
      if (next === undefined) {
        isDone[visit.node] = 1;
        placeOnPath.delete(visit.node);
        path.pop();
        continue;
      }
      const place = placeOnPath.get(next);
      if (place !== undefined) return path.slice(place).map(({ node }) => node);
      if (isDone[next]) continue;
      placeOnPath.set(next, path.length);
      path.push({ node: next, next: 0 });
    }
  }
  return undefined;
}

/** The sets of nodes that all lead to one another, nodes of no cycle alone (R. Tarjan, 1972). */
export function strongComponents(graph: Digraph): number[][] {
  const search = new ComponentSearch(graph);
  for (let node = 0; node < graph.size; node++) search.from(node);
  return search.components;
}

class ComponentSearch {
  readonly components: number[][] = [];
  readonly #graph: Digraph;
  /** When a node was met, from 1; 0 where it was not. */
  readonly #met: Uint32Array;
  /** The earliest that can be reached and is not in a component yet. */
  readonly #low: Uint32Array;
  readonly #isOpen: Uint8Array;
  readonly #open: number[] = [];
  readonly #path: Visit[] = [];
  #clock = 0;

  constructor(graph: Digraph) {
    this.#graph = graph;
    this.#met = new Uint32Array(graph.size);
    this.#low = new Uint32Array(graph.size);
    this.#isOpen = new Uint8Array(graph.size);
  }

  from(start: number): void {
    if (this.#met[start]) return;
    this.#enter(start);
    for (let visit = this.#path.at(-1); visit; visit = this.#path.at(-1)) {
      const next = this.#graph.successors(visit.node)[visit.next++];
      if (next === undefined) this.#leave(visit.node);
      else if (!this.#met[next]) this.#enter(next);
      else if (this.#isOpen[next]) this.#lower(visit.node, this.#met[next] as number);
    }
  }

  #enter(node: number): void {
    this.#met[node] = this.#low[node] = ++this.#clock;
    this.#isOpen[node] = 1;
    this.#open.push(node);
    this.#path.push({ node, next: 0 });
  }

  #leave(node: number): void {
    this.#path.pop();
    const above = this.#path.at(-1);
    if (above) this.#lower(above.node, this.#low[node] as number);
    if (this.#low[node] !== this.#met[node]) return;
    const component = this.#open.splice(this.#open.lastIndexOf(node));
    for (const member of component) this.#isOpen[member] = 0;
    this.components.push(component);
  }

  #lower(node: number, to: number): void {
    if (to < (this.#low[node] as number)) this.#low[node] = to;
  }
}
