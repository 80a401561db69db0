/** A directed graph over the nodes 0 to `size` − 1; an edge counts once, however often it is added. */
export class Digraph {
  readonly #next: number[][];
  readonly #previous: number[][];
  readonly #edges = new Set<number>();

  constructor(size: number) {
    this.#next = Array.from({ length: size }, () => []);
    this.#previous = Array.from({ length: size }, () => []);
  }

  get size(): number {
    return this.#next.length;
  }

  get edgeCount(): number {
    return this.#edges.size;
  }

  /** False where the edge was there already. */
  addEdge(from: number, to: number): boolean {
    const edge = this.#keyOf(from, to);
    if (this.#edges.has(edge)) return false;
    this.#edges.add(edge);
    this.#next[from]?.push(to);
    this.#previous[to]?.push(from);
    return true;
  }

  hasEdge(from: number, to: number): boolean {
    return this.#edges.has(this.#keyOf(from, to));
  }

  /** In the order in which the edges were added. */
  successors(node: number): readonly number[] {
    return this.#next[node] ?? [];
  }

  predecessors(node: number): readonly number[] {
    return this.#previous[node] ?? [];
  }

  #keyOf(from: number, to: number): number {
    return from * this.size + to;
  }
}
