/** Numbers that belong together, directly or over others (disjoint sets). */
export class Clusters {
  readonly #parents: Uint32Array;

  constructor(size: number) {
    this.#parents = Uint32Array.from({ length: size }, (_, at) => at);
  }

  join(one: number, other: number): void {
    this.#parents[this.rootOf(other)] = this.rootOf(one);
  }

  rootOf(at: number): number {
    let root = at;
    for (let up = this.#up(root); up !== root; up = this.#up(root)) {
      this.#parents[root] = this.#up(up);
      root = up;
    }
    return root;
  }

  #up(at: number): number {
    return this.#parents[at] ?? at;
  }
}
