/** Which steps of a plan may run side by side, what stands against it, and when each runs. */
import { type Budget, done } from "../_core/tool.ts";
import { Digraph } from "../_lib/algorithms/graph/digraph.ts";
import { longestWays, topologicalOrder } from "../_lib/algorithms/graph/order.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import type { Input, Value } from "../agent-plan-parallelism-auditor.ts";
import { Accesses } from "./accesses.ts";
import { Conflicts, type Pair } from "./conflicts.ts";
import { type Dependencies, edgeOf, readDependencies, redundantOf } from "./dependencies.ts";
import { MOST_LISTED, PlanFindings } from "./findings.ts";
import { checkProposal } from "./proposal.ts";
import {
  Durations,
  heaviestPath,
  heaviestWays,
  type Run,
  scheduleSteps,
  speedupOf,
  widthOf,
} from "./schedule.ts";
import { readSteps, type Step } from "./steps.ts";
import { oneLine } from "../_lib/text/shown.ts";

export function auditPlan(input: Input, budget: Budget) {
  const { steps, failure } = readSteps(input);
  if (failure) return failure;
  const byId = new Map(steps.map((step) => [step.id, step]));
  const declared = readDependencies(steps, byId);
  if (declared.failure) return declared.failure;
  const plan = { steps, byId, dependencies: declared.dependencies, proposed: input.proposed };
  return new Audit(plan, input, budget).run();
}

interface Plan {
  readonly steps: readonly Step[];
  readonly byId: ReadonlyMap<string, Step>;
  readonly dependencies: Dependencies;
  readonly proposed: readonly (readonly string[])[] | undefined;
}

/** Edges beside the declared ones that are listed. */
const MOST_EDGES = 20_000;

const LOW_SPEEDUP = 1.2;
const FEW_STEPS = 3;

class Audit {
  readonly #plan: Plan;
  readonly #limit: number;
  readonly #findings: PlanFindings;
  readonly #accesses: Accesses;
  readonly #conflicts: Conflicts;
  /** What keeps conflicting steps apart. */
  readonly #apart: readonly Pair[];
  /** With all edges. */
  readonly #graph: Digraph;
  readonly #order: readonly number[];

  constructor(plan: Plan, { maxParallel }: Input, budget: Budget) {
    const { steps, dependencies } = plan;
    this.#plan = plan;
    this.#limit = maxParallel;
    this.#findings = new PlanFindings(steps);
    this.#accesses = new Accesses(steps, budget);
    this.#conflicts = new Conflicts(steps, this.#accesses);
    this.#apart = this.#conflicts.keepApart(dependencies.graph);
    this.#graph = new Digraph(steps.length);
    for (const { on, step } of dependencies.list) this.#graph.addEdge(on.index, step.index);
    for (const { a, b } of this.#apart) this.#graph.addEdge(a.index, b.index);
    this.#order = topologicalOrder(this.#graph);
  }

  run() {
    const { steps, dependencies } = this.#plan;
    for (const unknown of dependencies.unknown) this.#findings.unknownDependency(unknown);
    const proposedFindings = this.#besideEachOther();
    const conflicts = this.#allUnordered();
    const waves = this.#levelsOf(this.#graph, this.#order);
    const { schedule, ...figures } = this.#timed();
    const value: Value = {
      order: this.#order.map((index) => this.#idOf(index)),
      waves: waves.map((wave) => wave.map(({ id }) => id)),
      ...figures,
      ...this.#edges(),
      conflicts: conflicts.list,
      redundant: redundantOf(dependencies).map(edgeOf),
      schedule,
      proposedFindings,
    };
    this.#warn(value.speedup);
    const { errors, warnings } = this.#findings;
    return done({
      output: writeWaves(value),
      value,
      valid: errors.size === 0,
      errors: orderFindings(errors.list()),
      warnings: orderFindings(warnings.list()),
      stats: {
        steps: steps.length,
        edges: dependencies.list.length + this.#apart.length,
        conflicts: conflicts.count,
      },
    });
  }

  #idOf(index: number): string {
    return this.#plan.steps[index]?.id ?? "";
  }

  /** Steps by the longest way to them. */
  #levelsOf(graph: Digraph, order: readonly number[]): readonly (readonly Step[])[] {
    const ways = longestWays(graph, order);
    const levels = groupBy(this.#plan.steps, ({ index }) => ways[index] ?? 0);
    return [...levels].toSorted(([a], [b]) => a - b).map(([, members]) => members);
  }

  /** Notes conflicts in waves that are proposed, or else in those that the dependencies alone allow. */
  #besideEachOther(): Value["proposedFindings"] {
    const { byId, dependencies, proposed } = this.#plan;
    const { graph } = dependencies;
    const waves = proposed
      ? checkProposal(proposed, byId, dependencies, this.#limit, this.#findings)
      : this.#levelsOf(graph, topologicalOrder(graph));
    const listed: Value["proposedFindings"] = [];
    for (const [wave, members] of waves.entries()) {
      for (const pair of this.#unordered(members, new Set(members))) {
        this.#findings.hiddenConflict(pair, () => this.#conflicts.causeOf(pair));
        if (!proposed || listed.length === MOST_LISTED) continue;
        listed.push({ wave, ...this.#described(pair) });
      }
    }
    return listed;
  }

  /** Conflicts of the steps with others, by the first step, that no dependency orders. */
  *#unordered(steps: readonly Step[], others: ReadonlySet<Step>): Generator<Pair> {
    const { reach } = this.#plan.dependencies;
    for (const a of steps) {
      for (const b of this.#conflicts.behind(a)) {
        if (others.has(b) && !reach.areOrdered(a.index, b.index)) yield { a, b };
      }
    }
  }

  #described(pair: Pair): Value["conflicts"][number] {
    return { a: pair.a.id, b: pair.b.id, ...this.#conflicts.causeOf(pair) };
  }

  #allUnordered(): { readonly count: number; readonly list: Value["conflicts"] } {
    const { steps } = this.#plan;
    const list: Value["conflicts"] = [];
    let count = 0;
    for (const pair of this.#unordered(steps, new Set(steps))) {
      if (count++ < MOST_LISTED) list.push(this.#described(pair));
    }
    return { count, list };
  }

  #edges(): Pick<Value, "edges" | "implied"> {
    const implied = this.#apart.slice(0, MOST_EDGES).map((pair) => {
      const cause = this.#conflicts.causeOf(pair);
      this.#findings.serialised(pair, () => cause);
      return { from: pair.a.id, to: pair.b.id, ...cause };
    });
    const declared = this.#plan.dependencies.list.map((dependency) => ({
      ...edgeOf(dependency),
      kind: "declared" as const,
    }));
    const edges = [...declared, ...implied.map(({ from, to, kind }) => ({ from, to, kind }))];
    return { edges, implied };
  }

  #timed(): Pick<
    Value,
    "critical" | "totalWork" | "makespan" | "speedup" | "maxWidth" | "schedule"
  > {
    const durations = new Durations(this.#plan.steps);
    const duration = (step: number) => durations.of(step);
    const remaining = heaviestWays(this.#graph, this.#order, duration);
    const work = { graph: this.#graph, duration, remaining };
    const runs = scheduleSteps(work, this.#limit);
    const free = this.#limit === 0 ? runs : scheduleSteps(work, 0);
    const makespan = runs.reduce((latest, { end }) => Math.max(latest, end), 0);
    const path = heaviestPath(this.#graph, remaining);
    return {
      critical: {
        length: durations.numberOf(remaining[path[0] ?? 0] ?? 0),
        path: path.map((index) => this.#idOf(index)),
      },
      totalWork: durations.numberOf(durations.total),
      makespan: durations.numberOf(makespan),
      speedup: speedupOf(durations.total, makespan),
      maxWidth: widthOf(free),
      schedule: runs.map((run) => this.#scheduled(run, durations)),
    };
  }

  #scheduled({ step, start, end, slot }: Run, durations: Durations): Value["schedule"][number] {
    const id = this.#idOf(step);
    return { id, start: durations.numberOf(start), end: durations.numberOf(end), slot };
  }

  #warn(speedup: number): void {
    const { steps, dependencies } = this.#plan;
    for (const dependency of redundantOf(dependencies)) this.#findings.redundant(dependency);
    for (const step of steps) {
      for (const [at, resource] of step.reads.entries()) {
        const hasWriter = this.#accesses.writersOf(resource).some((index) => index !== step.index);
        const isWritten = this.#accesses.isWrittenIn(
          resource,
          dependencies.reach.behind,
          step.index,
        );
        if (hasWriter && !isWritten) this.#findings.readBeforeWrite(step, at);
      }
    }
    if (speedup < LOW_SPEEDUP && steps.length > FEW_STEPS) this.#findings.lowParallelism(speedup);
  }
}

/** A line for each wave: its steps with when they run. */
function writeWaves({ waves, schedule }: Value): string {
  const times = new Map(schedule.map(({ id, start, end }) => [id, `${start} to ${end}`]));
  return waves
    .map((wave, at) => {
      const steps = wave.map((id) => `${oneLine(id)} (${times.get(id)})`);
      return `Wave ${at}: ${steps.join(", ")}`;
    })
    .join("\n");
}
