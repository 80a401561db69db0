import type { Digraph } from "./digraph.ts";
import { MinHeap } from "./min-heap.ts";

/**
 * Every node after those that lead to it, of those that are ready always the least (A. B. Kahn, 1962).
 * Nodes on a cycle, and those behind one, are left out.
 */
export function topologicalOrder(graph: Digraph): number[] {
  const waiting = Array.from({ length: graph.size }, (_, node) => graph.predecessors(node).length);
  const ready = new MinHeap();
  waiting.forEach((count, node) => {
    if (count === 0) ready.add(node);
  });
  const order: number[] = [];
  for (let node = ready.take(); node !== undefined; node = ready.take()) {
    order.push(node);
    for (const next of graph.successors(node))
      if (--(waiting[next] as number) === 0) ready.add(next);
  }
  return order;
}

/**
 * The length of the longest way to each node: 0 where nothing leads to it, else the greatest of its
 * predecessors' and the weight of the predecessor. `order` is topological; nodes that are not in it
 * have none.
 */
export function longestWays(
  graph: Digraph,
  order: readonly number[],
  weight: (node: number) => number = () => 1,
): (number | undefined)[] {
  const ways: (number | undefined)[] = Array.from({ length: graph.size });
  for (const node of order) {
    let longest = 0;
    for (const before of graph.predecessors(node)) {
      longest = Math.max(longest, (ways[before] ?? 0) + weight(before));
    }
    ways[node] = longest;
  }
  return ways;
}
