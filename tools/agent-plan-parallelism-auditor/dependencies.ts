/** What steps wait for, as they say it. */
import { type Entry, fail } from "../_core/tool.ts";
import { findCycle } from "../_lib/algorithms/graph/cycles.ts";
import { Digraph } from "../_lib/algorithms/graph/digraph.ts";
import { topologicalOrder } from "../_lib/algorithms/graph/order.ts";
import { GrowingReach } from "../_lib/algorithms/graph/reach.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Value } from "../agent-plan-parallelism-auditor.ts";
import type { Step } from "./steps.ts";

export interface Dependency {
  readonly step: Step;
  /** Its place in `dependsOn`. */
  readonly at: number;
  readonly on: Step;
}

export interface UnknownDependency {
  readonly step: Step;
  readonly at: number;
  readonly id: string;
}

export interface Dependencies {
  /** Each once, step by step. */
  readonly list: readonly Dependency[];
  readonly unknown: readonly UnknownDependency[];
  /** From what is waited for to what waits. */
  readonly graph: Digraph;
  readonly reach: GrowingReach;
}

export function readDependencies(steps: readonly Step[], byId: ReadonlyMap<string, Step>) {
  const graph = new Digraph(steps.length);
  const waits = new Digraph(steps.length);
  const list: Dependency[] = [];
  const unknown: UnknownDependency[] = [];
  for (const step of steps) {
    for (const [at, id] of step.dependsOn.entries()) {
      const on = byId.get(id);
      if (!on) unknown.push({ step, at, id });
      else if (graph.addEdge(on.index, step.index)) {
        waits.addEdge(step.index, on.index);
        list.push({ step, at, on });
      }
    }
  }
  const cycle = findCycle(waits);
  if (cycle) return { failure: fail(cycleEntry(cycle, steps)) };
  const reach = new GrowingReach(graph, topologicalOrder(graph));
  const dependencies: Dependencies = { list, unknown, graph, reach };
  return { dependencies };
}

/** Told from its first step on, each waiting for the next and the last for the first. */
function cycleEntry(cycle: readonly number[], steps: readonly Step[]): Entry<"CYCLE"> {
  const first = cycle.reduce((least, index) => Math.min(least, index));
  const at = cycle.indexOf(first);
  const ids = [...cycle.slice(at), ...cycle.slice(0, at)].map((index) => steps[index]?.id ?? "");
  const shown =
    ids
      .slice(0, SHOWN)
      .map((id) => quoted(id))
      .join(" → ") + (ids.length > SHOWN ? " → …" : "");
  return {
    code: "CYCLE",
    message: `Cannot order the steps: found a circle, ${shown}, expected none`,
    path: `/steps/${first}/dependsOn`,
    received: ids,
  };
}

const SHOWN = 10;

/** Those that a longer way of dependencies says, too. */
export function redundantOf({ list, graph, reach }: Dependencies): readonly Dependency[] {
  return list.filter(({ step, on }) =>
    graph.successors(on.index).some((next) => next !== step.index && reach.leads(next, step.index)),
  );
}

export function edgeOf({ step, on }: Dependency): Value["redundant"][number] {
  return { from: on.id, to: step.id };
}
