/** Who is made of what. */
import { BitRows } from "../_lib/algorithms/graph/bit-rows.ts";
import { strongComponents } from "../_lib/algorithms/graph/cycles.ts";
import { Digraph } from "../_lib/algorithms/graph/digraph.ts";
import { longestWays, topologicalOrder } from "../_lib/algorithms/graph/order.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import type { Artifact, Material, Reference } from "./read.ts";

/** Artifacts as nodes, numbered in plain order of their ids; edges lead from a part to what is made of it. */
export class LineageGraph {
  readonly ids: readonly string[];
  /** The first artifact of each id. */
  readonly artifacts: readonly Artifact[];
  readonly graph: Digraph;
  readonly order: readonly number[];
  /** The longest way from a root; undefined on a cycle and behind it. */
  readonly depths: readonly (number | undefined)[];
  /** Sets of nodes on cycles, each in order, by their first. */
  readonly cycles: readonly (readonly number[])[];
  /** For each node those of which it is made, directly or not. */
  readonly ancestors: BitRows;
  /** References to artifacts that are not there. */
  readonly dangling: readonly Reference[];
  /** Nodes that have a part which is not there. */
  readonly gaps: ReadonlySet<number>;
  readonly #nodes: ReadonlyMap<string, number>;

  constructor({ artifacts, steps }: Material) {
    const first = new Map<string, Artifact>();
    for (const artifact of artifacts) {
      if (!first.has(artifact.id)) first.set(artifact.id, artifact);
    }
    this.artifacts = [...first.values()].toSorted((a, b) => byCodeUnit(a.id, b.id));
    this.ids = this.artifacts.map(({ id }) => id);
    this.#nodes = new Map(this.ids.map((id, node) => [id, node]));
    this.graph = new Digraph(this.ids.length);
    const dangling: Reference[] = [];
    const gaps = new Set<number>();
    const join = (inputs: readonly Reference[], children: readonly number[]) => {
      for (const reference of inputs) {
        const parent = this.nodeOf(reference.id);
        for (const child of children) {
          if (parent === undefined) gaps.add(child);
          else this.graph.addEdge(parent, child);
        }
        if (parent === undefined) dangling.push(reference);
      }
    };
    for (const { id, inputs } of artifacts) join(inputs, [this.nodeOf(id) ?? 0]);
    for (const { inputs, outputs } of steps) {
      join(
        inputs,
        outputs.flatMap(({ id }) => this.nodeOf(id) ?? []),
      );
      dangling.push(...outputs.filter(({ id }) => this.nodeOf(id) === undefined));
    }
    this.dangling = dangling;
    this.gaps = gaps;
    this.order = topologicalOrder(this.graph);
    this.depths = longestWays(this.graph, this.order);
    const components = strongComponents(this.graph);
    this.cycles = components
      .filter(([node = 0, ...others]) => others.length > 0 || this.graph.hasEdge(node, node))
      .map((component) => component.toSorted((a, b) => a - b))
      .toSorted(([a = 0], [b = 0]) => a - b);
    this.ancestors = ancestorsOf(this.graph, components);
  }

  nodeOf(id: string): number | undefined {
    return this.#nodes.get(id);
  }

  idOf(node: number): string {
    return this.ids[node] ?? "";
  }

  /** What is made of nothing that is listed, and of nothing that is missing. */
  isRoot(node: number): boolean {
    return this.graph.predecessors(node).length === 0 && !this.gaps.has(node);
  }
}

/** Components come with those that are reached first, so that the last one has no ancestors but its own. */
function ancestorsOf(graph: Digraph, components: readonly (readonly number[])[]): BitRows {
  const rows = new BitRows(graph.size, graph.size);
  for (const component of components.toReversed()) {
    const [first = 0, ...others] = component;
    for (const node of component) {
      for (const parent of graph.predecessors(node)) {
        rows.merge(first, rows, parent);
        rows.add(first, parent);
      }
    }
    for (const node of others) rows.merge(node, rows, first);
  }
  return rows;
}
