import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BitRows } from "../../../../tools/_lib/algorithms/graph/bit-rows.ts";
import { Digraph } from "../../../../tools/_lib/algorithms/graph/digraph.ts";
import { topologicalOrder } from "../../../../tools/_lib/algorithms/graph/order.ts";
import { GrowingReach, Reachability } from "../../../../tools/_lib/algorithms/graph/reach.ts";
import {
  heaviestPath,
  heaviestWays,
} from "../../../../tools/agent-plan-parallelism-auditor/schedule.ts";

const SIZE = 7;
const node = fc.nat(SIZE - 1);
/** Edges of graphs without cycles, not always from a lesser node to a greater one. */
const acyclic = fc
  .tuple(
    fc.array(fc.tuple(node, node), { maxLength: 14 }),
    fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: SIZE }),
  )
  .map(([edges, ranks]) =>
    edges.filter(([from, to]) => (ranks[from] as number) < (ranks[to] as number)),
  );

function graphOf(edges: readonly (readonly [number, number])[], size = SIZE): Digraph {
  const graph = new Digraph(size);
  for (const [from, to] of edges) graph.addEdge(from, to);
  return graph;
}

/** Every path of a graph. */
function pathsOf(graph: Digraph): number[][] {
  const from = (path: number[]): number[][] => [
    path,
    ...graph.successors(path.at(-1) as number).flatMap((next) => from([...path, next])),
  ];
  return Array.from({ length: graph.size }, (_, start) => from([start])).flat();
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (const [at, item] of a.entries()) {
    if (b[at] === undefined) return 1;
    if (item !== b[at]) return item - (b[at] as number);
  }
  return a.length - b.length;
}

describe("the heaviest path", () => {
  test("is the first of all that weigh the most", () => {
    const weights = fc.array(fc.nat(3), { minLength: SIZE, maxLength: SIZE });
    fc.assert(
      fc.property(acyclic, weights, (edges, weight) => {
        const graph = graphOf(edges);
        const of = (path: readonly number[]) =>
          path.reduce((sum, at) => sum + (weight[at] as number), 0);
        const ways = heaviestWays(graph, topologicalOrder(graph), (at) => weight[at] as number);
        const path = heaviestPath(graph, ways);
        const paths = pathsOf(graph);
        const most = Math.max(...paths.map(of));
        expect(of(path)).toBe(most);
        // Only a start that weighs something, or comes first, is the start of the first path.
        const [first] = paths.filter((other) => of(other) === most).toSorted(compareLists);
        expect(path).toEqual(first as number[]);
        expect(ways[path[0] as number]).toBe(most);
      }),
    );
  });

  test("of a chain of 100,000", () => {
    const size = 100_000;
    const graph = graphOf(
      Array.from({ length: size - 1 }, (_, at) => [at, at + 1] as const),
      size,
    );
    const ways = heaviestWays(graph, topologicalOrder(graph), () => 1);
    expect(heaviestPath(graph, ways)).toHaveLength(size);
  });
});

test("a reach that grows is that of the grown graph", () => {
  fc.assert(
    fc.property(acyclic, fc.array(fc.tuple(node, node), { maxLength: 12 }), (edges, more) => {
      const graph = graphOf(edges);
      const growing = new GrowingReach(graph, topologicalOrder(graph));
      const grown = graphOf(edges);
      for (const [from, to] of more) {
        if (from === to || growing.areOrdered(from, to)) continue;
        growing.addEdge(from, to);
        grown.addEdge(from, to);
      }
      const order = topologicalOrder(grown);
      expect(order).toHaveLength(SIZE);
      const reach = new Reachability(grown, order);
      for (let from = 0; from < SIZE; from++) {
        for (let to = 0; to < SIZE; to++) {
          expect(growing.leads(from, to)).toBe(reach.leads(from, to));
          expect(growing.behind.has(to, from)).toBe(reach.leads(from, to));
        }
      }
    }),
  );
});

test("rows of bits are sets", () => {
  const column = fc.nat(99);
  const set = fc.uniqueArray(column);
  fc.assert(
    fc.property(set, set, (left, right) => {
      const rows = new BitRows(2, 100);
      for (const at of left) rows.add(0, at);
      for (const at of right) rows.add(1, at);
      const ascending = (list: readonly number[]) => list.toSorted((a, b) => a - b);
      expect(rows.columnsOf(0)).toEqual(ascending(left));
      expect(rows.meets(0, rows, 1)).toBe(left.some((at) => right.includes(at)));
      rows.merge(0, rows, 1);
      expect(rows.columnsOf(0)).toEqual(ascending([...new Set([...left, ...right])]));
      expect(rows.columnsOf(1)).toEqual(ascending(right));
      for (let at = 0; at < 100; at++) expect(rows.has(1, at)).toBe(right.includes(at));
    }),
  );
});
