/** Steps that may not run at the same time, and what keeps them apart. */
import { BitRows } from "../_lib/algorithms/graph/bit-rows.ts";
import type { Digraph } from "../_lib/algorithms/graph/digraph.ts";
import { topologicalOrder } from "../_lib/algorithms/graph/order.ts";
import { GrowingReach } from "../_lib/algorithms/graph/reach.ts";
import type { Accesses } from "./accesses.ts";
import type { ConflictKind } from "../agent-plan-parallelism-auditor.ts";
import type { Step } from "./steps.ts";

/** Two steps in the order of the input. */
export interface Pair {
  readonly a: Step;
  readonly b: Step;
}

export interface Cause {
  readonly kind: ConflictKind;
  /** As the first step calls it; empty where one of them is exclusive. */
  readonly resource: string;
}

export class Conflicts {
  readonly #steps: readonly Step[];
  readonly #accesses: Accesses;
  /** For each step those with which it conflicts. */
  readonly #rows: BitRows;

  constructor(steps: readonly Step[], accesses: Accesses) {
    this.#steps = steps;
    this.#accesses = accesses;
    this.#rows = new BitRows(steps.length, steps.length);
    const exclusive = steps.filter((step) => step.exclusive);
    for (const step of steps) {
      accesses.addConflicts(step, this.#rows);
      for (const { index } of step.exclusive ? steps : exclusive) this.#rows.add(step.index, index);
    }
  }

  /** The later steps with which a step conflicts, in order. */
  behind(a: Step): Step[] {
    const indices = this.#rows.columnsOf(a.index).filter((index) => index > a.index);
    return indices.flatMap((index) => this.#steps[index] ?? []);
  }

  /** The pairs of which no way leads from one to the other, nor by those before: the graph with these is safe. */
  keepApart(graph: Digraph): readonly Pair[] {
    const reach = new GrowingReach(graph, topologicalOrder(graph));
    const apart: Pair[] = [];
    for (const b of this.#steps) {
      // The nearest first, so that of many that touch the same each waits for the one before it alone.
      for (const index of this.#rows.columnsOf(b.index).toReversed()) {
        const a = this.#steps[index];
        if (!a || index >= b.index || reach.areOrdered(index, b.index)) continue;
        reach.addEdge(index, b.index);
        apart.push({ a, b });
      }
    }
    return apart.toSorted(
      (left, right) => left.a.index - right.a.index || left.b.index - right.b.index,
    );
  }

  /** Why two steps conflict. */
  causeOf({ a, b }: Pair): Cause {
    if (a.exclusive || b.exclusive) return { kind: "exclusive", resource: "" };
    const written = a.writes.find((text) => this.#accesses.writes(b.index, text));
    if (written !== undefined) return { kind: "write-write", resource: written };
    const read = a.writes.find((text) => this.#accesses.reads(b.index, text));
    if (read !== undefined) return { kind: "write-read", resource: read };
    const resource = a.reads.find((text) => this.#accesses.writes(b.index, text));
    return { kind: "read-write", resource: resource ?? "" };
  }
}
