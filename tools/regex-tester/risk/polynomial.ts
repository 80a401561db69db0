import { type Components, type Steps, wayTo } from "./graph.ts";
import type { Edge, LookaheadNfa } from "./lookahead.ts";
import type { Loop } from "./nfa.ts";
import type { Effort } from "./ordered.ts";

/** Two states, both led back to themselves by a word that also leads from the first to the second. */
export interface Link {
  readonly from: number;
  readonly to: number;
  readonly word: readonly number[];
  readonly loop: Loop | undefined;
}

/** Finds the longest chain of links: with n of them the work grows as the power n + 1 of the text's length. */
export function longestChain(
  nfa: LookaheadNfa,
  components: Components,
  effort: Effort,
): readonly Link[] {
  const cyclic = components.members.map((members, index) =>
    members.some((state) => nfa.edges[state]?.some(({ to }) => components.of[to] === index)),
  );
  const reached = reachedBy(nfa, components, effort);
  const chains: (readonly Link[])[] = [];
  let longest: readonly Link[] = [];
  for (const [index, isCyclic] of cyclic.entries()) {
    let chain: readonly Link[] = [];
    if (isCyclic) {
      for (const other of reached[index] ?? []) {
        if (other === index || cyclic[other] !== true) continue;
        const rest = chains[other] ?? [];
        if (rest.length > chain.length) chain = rest;
        if (rest.length < chain.length) continue;
        const link = findLink(nfa, components, index, other, effort);
        if (link !== undefined) chain = [link, ...rest];
      }
    }
    chains.push(chain);
    if (chain.length > longest.length) longest = chain;
  }
  return longest;
}

/** The components that can be reached from each; those of sinks stand first. */
function reachedBy(
  { edges }: LookaheadNfa,
  { of, members }: Components,
  effort: Effort,
): readonly ReadonlySet<number>[] {
  const reached: Set<number>[] = [];
  for (const [index, states] of members.entries()) {
    const own = new Set([index]);
    for (const state of states) {
      for (const { to } of edges[state] ?? []) {
        const component = of[to] ?? index;
        if (own.has(component)) continue;
        for (const further of reached[component] ?? []) own.add(further);
        effort.spend(own.size);
      }
    }
    reached.push(own);
  }
  return reached;
}

function findLink(
  nfa: LookaheadNfa,
  components: Components,
  first: number,
  last: number,
  effort: Effort,
): Link | undefined {
  for (const from of components.members[first] ?? []) {
    for (const to of components.members[last] ?? []) {
      if (nfa.restOf(from) !== nfa.restOf(to)) continue;
      const link = linkBetween(nfa, components.of, from, to, effort);
      if (link !== undefined) return link;
    }
  }
  return undefined;
}

/** Looks for a word that leads the three states from, from, to at once to the states from, to, to. */
function linkBetween(
  nfa: LookaheadNfa,
  of: Int32Array,
  from: number,
  to: number,
  effort: Effort,
): Link | undefined {
  const { edges } = nfa;
  const size = edges.length;
  const place = (one: number, two: number, three: number) => (one * size + two) * size + three;
  const wanted = place(from, to, to);
  const steps: Steps = new Map([[place(from, from, to), undefined]]);
  const isSearch = edges[from]?.some(({ loop }) => loop?.offset === -1) === true;
  for (const at of steps.keys()) {
    if (at === wanted) return { from, to, ...wayTo(steps, at) };
    const states = [Math.floor(at / size / size), Math.floor(at / size) % size, at % size] as const;
    for (const [first, second, third] of commonMoves(nfa, states, effort)) {
      if (of[first.to] !== of[from] || of[third.to] !== of[to]) continue;
      const next = place(first.to, second.to, third.to);
      const loop = isSearch ? third.loop : first.loop;
      if (!steps.has(next)) steps.set(next, { from: at, symbol: first.symbol, loop });
    }
  }
  return undefined;
}

/** Moves of three states that read the same symbol and leave the same rest. */
function* commonMoves(
  { edges, restOf }: LookaheadNfa,
  [one, two, three]: readonly [number, number, number],
  effort: Effort,
): Generator<readonly [Edge, Edge, Edge]> {
  const isAlike = (edge: Edge, other: Edge) =>
    edge.symbol === other.symbol && restOf(edge.to) === restOf(other.to);
  for (const first of edges[one] ?? []) {
    const thirds = (edges[three] ?? []).filter((third) => isAlike(first, third));
    const seconds = (edges[two] ?? []).filter((second) => isAlike(first, second));
    effort.spend(1 + (edges[three]?.length ?? 0) + (edges[two]?.length ?? 0));
    for (const third of thirds) for (const second of seconds) yield [first, second, third];
    effort.spend(thirds.length * seconds.length);
  }
}
