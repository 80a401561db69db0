import type { Digraph } from "../_lib/algorithms/graph/digraph.ts";

/** The weight of the heaviest way from each node on, its own included. `order` is topological and holds all nodes. */
export function heaviestWays(
  graph: Digraph,
  order: readonly number[],
  weight: (node: number) => number,
): number[] {
  const ways = Array.from({ length: graph.size }, () => 0);
  for (const node of order.toReversed()) {
    let heaviest = 0;
    for (const next of graph.successors(node)) heaviest = Math.max(heaviest, ways[next] ?? 0);
    ways[node] = weight(node) + heaviest;
  }
  return ways;
}

/**
 * The path of the greatest weight, and of several the first, compared node by node, a path before those that go on
 * from it; `ways` are those of `heaviestWays`.
 */
export function heaviestPath(graph: Digraph, ways: readonly number[]): number[] {
  const path: number[] = [];
  let heaviest = 0;
  for (const way of ways) heaviest = Math.max(heaviest, way);
  let node: number | undefined = ways.findIndex((way) => way === heaviest);
  while (node !== undefined && node !== -1) {
    path.push(node);
    node = heaviestNext(graph, node, ways);
  }
  return path;
}

/** The least of the heaviest successors; none where they add nothing. */
function heaviestNext(graph: Digraph, node: number, ways: readonly number[]): number | undefined {
  let best: number | undefined;
  for (const next of graph.successors(node)) {
    const difference = (ways[next] ?? 0) - (best === undefined ? 0 : (ways[best] ?? 0));
    if (difference > 0 || (difference === 0 && best !== undefined && next < best)) best = next;
  }
  return best;
}
