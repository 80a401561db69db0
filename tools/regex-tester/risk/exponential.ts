import { type Components, shortestWay, type Steps, wayTo } from "./graph.ts";
import type { Edge, LookaheadNfa } from "./lookahead.ts";
import type { Loop } from "./nfa.ts";
import { type Effort, widest } from "./ordered.ts";

/** A state that a word leads back to itself on two different ways. */
export interface Pump {
  readonly state: number;
  readonly word: readonly number[];
  readonly loop: Loop | undefined;
}

/** Finds a state with two cycles that read the same word: each more of that word doubles the work. */
export function findExponentialPump(
  nfa: LookaheadNfa,
  components: Components,
  effort: Effort,
): Pump | undefined {
  for (const members of components.members) {
    const search = new PairSearch(nfa, components.of, members, effort);
    const pump = search.twins() ?? search.pairs();
    if (pump !== undefined) return pump;
  }
  return undefined;
}

class PairSearch {
  readonly #nfa: LookaheadNfa;
  readonly #of: Int32Array;
  readonly #members: readonly number[];
  readonly #effort: Effort;
  readonly #steps: Steps = new Map();

  constructor(nfa: LookaheadNfa, of: Int32Array, members: readonly number[], effort: Effort) {
    this.#nfa = nfa;
    this.#of = of;
    this.#members = members;
    this.#effort = effort;
  }

  /** Two moves between the same states that read the same. */
  twins(): Pump | undefined {
    for (const state of this.#members) {
      const seen = new Map<string, Edge>();
      for (const edge of this.#edgesOf(state)) {
        const key = `${edge.symbol} ${edge.to}`;
        const twin = seen.get(key);
        if (twin !== undefined) {
          const loop = widest(edge.loop, twin.loop);
          return this.#close(state, edge.to, [edge.symbol], loop);
        }
        seen.set(key, edge);
      }
    }
    return undefined;
  }

  /** Two ways that part at one state, read the same, and meet again. */
  pairs(): Pump | undefined {
    const size = this.#nfa.edges.length;
    for (const state of this.#members) this.#steps.set(state * size + state, undefined);
    for (const pair of this.#steps.keys()) {
      const [left, right] = [Math.floor(pair / size), pair % size];
      for (const one of this.#edgesOf(left)) {
        for (const other of this.#edgesOf(right)) {
          this.#effort.spend(1);
          if (!this.#areAlike(one, other)) continue;
          const next = Math.min(one.to, other.to) * size + Math.max(one.to, other.to);
          const loop = widest(one.loop, other.loop);
          if (one.to === other.to && left !== right) {
            const way = wayTo(this.#steps, pair);
            const word = [...way.word, one.symbol];
            return this.#close(way.start % size, one.to, word, widest(way.loop, loop));
          }
          if (!this.#steps.has(next))
            this.#steps.set(next, { from: pair, symbol: one.symbol, loop });
        }
      }
    }
    return undefined;
  }

  #areAlike(one: Edge, other: Edge): boolean {
    const { restOf } = this.#nfa;
    return one.symbol === other.symbol && restOf(one.to) === restOf(other.to);
  }

  #close(state: number, from: number, word: readonly number[], loop: Loop | undefined): Pump {
    const component = this.#of[state];
    const back = shortestWay(
      this.#nfa.edges,
      [from],
      (other) => other === state,
      (other) => this.#of[other] === component,
    );
    return { state, word: [...word, ...(back?.word ?? [])], loop: widest(loop, back?.loop) };
  }

  #edgesOf(state: number): readonly Edge[] {
    const component = this.#of[state];
    return (this.#nfa.edges[state] ?? []).filter((edge) => this.#of[edge.to] === component);
  }
}
