import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findCycle, strongComponents } from "../../../../tools/_lib/algorithms/graph/cycles.ts";
import { Digraph } from "../../../../tools/_lib/algorithms/graph/digraph.ts";
import { MinHeap } from "../../../../tools/_lib/algorithms/graph/min-heap.ts";
import { longestWays, topologicalOrder } from "../../../../tools/_lib/algorithms/graph/order.ts";
import { Reachability, reachedFrom } from "../../../../tools/_lib/algorithms/graph/reach.ts";

type Edges = readonly (readonly [number, number])[];

function graphOf(size: number, edges: Edges): Digraph {
  const graph = new Digraph(size);
  for (const [from, to] of edges) graph.addEdge(from, to);
  return graph;
}

const SIZE = 12;
const node = fc.nat(SIZE - 1);
const edges = fc.array(fc.tuple(node, node), { maxLength: 30 });
const forward = edges.map((given) => given.filter(([from, to]) => from < to));

/** Warshall's closure. */
function closure(given: Edges): boolean[][] {
  const leads = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => false));
  for (const [from, to] of given) (leads[from] as boolean[])[to] = true;
  for (let middle = 0; middle < SIZE; middle++) {
    for (const row of leads) {
      if (!row[middle]) continue;
      leads[middle]?.forEach((reached, to) => {
        if (reached) row[to] = true;
      });
    }
  }
  return leads;
}

test("an edge counts once", () => {
  const graph = graphOf(2, [
    [0, 1],
    [0, 1],
  ]);
  expect(graph.edgeCount).toBe(1);
  expect(graph.successors(0)).toEqual([1]);
  expect(graph.predecessors(1)).toEqual([0]);
  expect(graph.hasEdge(1, 0)).toBe(false);
});

test("a heap hands out in order", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (numbers) => {
      const heap = new MinHeap();
      for (const number of numbers) heap.add(number);
      expect(numbers.map(() => heap.take())).toEqual(numbers.toSorted((a, b) => a - b));
      expect(heap.take()).toBeUndefined();
    }),
  );
});

describe("order", () => {
  test("the least that is ready comes first; what is on a cycle or behind it is left out", () => {
    expect(topologicalOrder(graphOf(4, [[3, 0]]))).toEqual([1, 2, 3, 0]);
    expect(
      topologicalOrder(
        graphOf(4, [
          [0, 1],
          [1, 0],
          [1, 2],
        ]),
      ),
    ).toEqual([3]);
  });

  test("is the smallest of all orders that respect the edges", () => {
    fc.assert(
      fc.property(forward, (given) => {
        const graph = graphOf(SIZE, given);
        const expected: number[] = [];
        while (expected.length < SIZE) {
          const ready = Array.from({ length: SIZE }, (_, at) => at).find(
            (at) =>
              !expected.includes(at) &&
              given.every(([from, to]) => to !== at || expected.includes(from)),
          );
          expected.push(ready as number);
        }
        expect(topologicalOrder(graph)).toEqual(expected);
      }),
    );
  });

  test("longest ways, with weights", () => {
    const graph = graphOf(4, [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
    ]);
    const order = topologicalOrder(graph);
    expect(longestWays(graph, order)).toEqual([0, 1, 1, 2]);
    expect(longestWays(graph, order, (at) => [3, 2, 4, 1][at] as number)).toEqual([0, 3, 3, 7]);
  });
});

describe("cycles", () => {
  test("the first on the way from the least node, from where it is entered", () => {
    expect(
      findCycle(
        graphOf(5, [
          [0, 3],
          [3, 4],
          [4, 2],
          [2, 3],
        ]),
      ),
    ).toEqual([3, 4, 2]);
    expect(findCycle(graphOf(2, [[1, 1]]))).toEqual([1]);
  });

  test("there is one where a node leads to itself, and it is one", () => {
    fc.assert(
      fc.property(edges, (given) => {
        const cycle = findCycle(graphOf(SIZE, given));
        const leads = closure(given);
        expect(cycle !== undefined).toBe(leads.some((row, at) => row[at]));
        cycle?.forEach((from, at) => {
          const to = cycle[(at + 1) % cycle.length];
          expect(given).toContainEqual([from, to as number]);
        });
      }),
    );
  });

  test("components are the classes of nodes that lead to one another", () => {
    fc.assert(
      fc.property(edges, (given) => {
        const leads = closure(given);
        const components = strongComponents(graphOf(SIZE, given));
        expect(components.flat().toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: SIZE }, (_, at) => at),
        );
        for (const component of components) {
          const [first = 0] = component;
          for (let other = 0; other < SIZE; other++) {
            const isTogether = other === first || (leads[first]?.[other] && leads[other]?.[first]);
            expect(component.includes(other)).toBe(Boolean(isTogether));
          }
        }
      }),
    );
  });
});

test("reachability agrees with a closure", () => {
  fc.assert(
    fc.property(forward, edges, (given, any) => {
      const graph = graphOf(SIZE, given);
      const reach = new Reachability(graph, topologicalOrder(graph));
      const [leads, others] = [closure(given), closure(any)];
      for (let from = 0; from < SIZE; from++) {
        for (let to = 0; to < SIZE; to++) expect(reach.leads(from, to)).toBe(!!leads[from]?.[to]);
        const reached = reachedFrom(graphOf(SIZE, any), [from]);
        expect([...reached].toSorted((a, b) => a - b)).toEqual(
          others[from]?.flatMap((is, to) => (is ? [to] : [])) ?? [],
        );
      }
    }),
  );
});

test("a chain of 100,000 nodes, and one that closes", () => {
  const size = 100_000;
  const chain = Array.from({ length: size - 1 }, (_, at) => [at, at + 1] as const);
  const graph = graphOf(size, chain);
  expect(topologicalOrder(graph)).toHaveLength(size);
  expect(findCycle(graph)).toBeUndefined();
  graph.addEdge(size - 1, 0);
  expect(findCycle(graph)).toHaveLength(size);
  expect(strongComponents(graph)).toHaveLength(1);
});
