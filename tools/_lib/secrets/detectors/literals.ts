/** Many literals in one pass over a text (Aho and Corasick, 1975). */
export class LiteralSet {
  readonly #literals: readonly string[];
  /** Node × unit → node. */
  readonly #next = new Map<number, number>();
  /** The node of the longest proper suffix. */
  readonly #suffix: number[] = [0];
  /** The literal that ends at a node, or -1. */
  readonly #ends: number[] = [-1];
  /** The nearest node on the way of suffixes where a literal ends, or 0. */
  readonly #shorter: number[] = [0];

  constructor(literals: readonly string[]) {
    this.#literals = literals;
    const parents: [parent: number, unit: number][] = [[0, 0]];
    const levels: number[][] = [];
    for (const [index, literal] of literals.entries()) {
      let node = 0;
      for (let at = 0; at < literal.length; at++) {
        const unit = literal.charCodeAt(at);
        let child = this.#child(node, unit);
        if (child === 0) {
          child = parents.push([node, unit]) - 1;
          this.#next.set(node * UNITS + unit, child);
          this.#ends.push(-1);
          (levels[at] ??= []).push(child);
        }
        node = child;
      }
      this.#ends[node] = index;
    }
    for (const node of levels.flat()) {
      const [parent, unit] = parents[node] ?? [0, 0];
      const suffix = parent === 0 ? 0 : this.#follow(this.#suffix[parent] ?? 0, unit);
      this.#suffix[node] = suffix;
      this.#shorter[node] = this.#endsAt(suffix) < 0 ? (this.#shorter[suffix] ?? 0) : suffix;
    }
  }

  /** Calls `found` with each occurrence, overlapping ones too, in order of their ends. */
  search(text: string, found: (start: number, literal: number) => void): void {
    let node = 0;
    for (let at = 0; at < text.length; at++) {
      node = this.#follow(node, text.charCodeAt(at));
      if (node === 0) continue;
      let end = this.#endsAt(node) < 0 ? (this.#shorter[node] ?? 0) : node;
      for (; end !== 0; end = this.#shorter[end] ?? 0) {
        const literal = this.#endsAt(end);
        found(at + 1 - (this.#literals[literal] ?? "").length, literal);
      }
    }
  }

  #follow(from: number, unit: number): number {
    let node = from;
    for (;;) {
      const child = this.#child(node, unit);
      if (child !== 0 || node === 0) return child;
      node = this.#suffix[node] ?? 0;
    }
  }

  #child(node: number, unit: number): number {
    return this.#next.get(node * UNITS + unit) ?? 0;
  }

  #endsAt(node: number): number {
    return this.#ends[node] ?? -1;
  }
}

/** UTF-16 code units there are. */
const UNITS = 65_536;
