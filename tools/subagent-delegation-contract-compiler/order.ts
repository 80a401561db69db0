/** Which assignment waits for which, and what may run at the same time. */
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { findCycle } from "../_lib/algorithms/graph/cycles.ts";
import { Digraph } from "../_lib/algorithms/graph/digraph.ts";
import { longestWays, topologicalOrder } from "../_lib/algorithms/graph/order.ts";
import { Reachability } from "../_lib/algorithms/graph/reach.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import type { Assignment } from "./assignments.ts";

/** What may run at the same time, and who waits for whom. */
export interface Waves {
  /** In the order of the input within a wave. */
  readonly list: readonly (readonly Assignment[])[];
  /** From 1. */
  waveOf(assignment: Assignment): number;
  /** Whether one of the two waits for the other, by others too. */
  areOrdered(left: Assignment, right: Assignment): boolean;
  has(id: string): boolean;
}

/** Orders assignments by what they wait for; a circle is told by its ids from the least on, each waiting for the next. */
export function orderPlan(
  assignments: readonly Assignment[],
): Waves | { readonly cycle: readonly string[] } {
  const indexes = new Map(assignments.map(({ id, index }) => [id, index]));
  const waits = edgesOf(assignments, (id) => indexes.get(id), "waits");
  const cycle = findCycle(waits)?.map((index) => assignments[index]?.id ?? "");
  if (cycle) return { cycle: fromLeast(cycle) };
  const graph = edgesOf(assignments, (id) => indexes.get(id), "feeds");
  const order = topologicalOrder(graph);
  const ways = longestWays(graph, order);
  const reach = new Reachability(graph, order);
  const waveOf = ({ index }: Assignment) => (ways[index] ?? 0) + 1;
  const byWave = groupBy(assignments, waveOf);
  return {
    list: [...byWave].toSorted(([a], [b]) => a - b).map(([, wave]) => wave),
    waveOf,
    areOrdered: (left, right) => reach.areOrdered(left.index, right.index),
    has: (id) => indexes.has(id),
  };
}

function edgesOf(
  assignments: readonly Assignment[],
  indexOf: (id: string) => number | undefined,
  direction: "waits" | "feeds",
): Digraph {
  const graph = new Digraph(assignments.length);
  for (const { index, dependsOn = [] } of assignments) {
    for (const id of dependsOn) {
      const other = indexOf(id);
      if (other === undefined) continue;
      if (direction === "waits") graph.addEdge(index, other);
      else graph.addEdge(other, index);
    }
  }
  return graph;
}

function fromLeast(ids: readonly string[]): string[] {
  const [least = ""] = ids.toSorted(compareCodePoints);
  const at = ids.indexOf(least);
  return [...ids.slice(at), ...ids.slice(0, at)];
}
