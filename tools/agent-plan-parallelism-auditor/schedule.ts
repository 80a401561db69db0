/** When each step runs, and in which slot. */
import type { Digraph } from "../_lib/algorithms/graph/digraph.ts";
import { MinHeap } from "../_lib/algorithms/graph/min-heap.ts";
import { Decimal, sumOf, toNumber } from "../_lib/numbers/decimal.ts";
import type { Step } from "./steps.ts";

export interface Run {
  readonly step: number;
  readonly start: number;
  readonly end: number;
  readonly slot: number;
}

interface Work {
  readonly graph: Digraph;
  readonly duration: (step: number) => number;
  /** For each step how long the longest way from its start on takes. */
  readonly remaining: readonly number[];
}

/** List scheduling: whenever a slot is free, the ready step with the longest way before it; `limit` 0 is none. */
export function scheduleSteps(work: Work, limit: number): readonly Run[] {
  return new Scheduler(work, limit).run().toSorted((a, b) => a.start - b.start || a.step - b.step);
}

class Scheduler {
  readonly #work: Work;
  readonly #limit: number;
  /** Steps, those first that are started first. */
  readonly #byRank: readonly number[];
  readonly #rankOf: readonly number[];
  /** Predecessors that have not ended. */
  readonly #waiting: number[];
  readonly #ready = new MinHeap();
  readonly #free = new MinHeap();
  readonly #ends = new MinHeap();
  readonly #endingAt = new Map<number, Run[]>();
  readonly #runs: Run[] = [];
  #slots = 0;
  #running = 0;

  constructor(work: Work, limit: number) {
    const { graph, remaining } = work;
    this.#work = work;
    this.#limit = limit === 0 ? graph.size : limit;
    this.#byRank = [...remaining.keys()].toSorted(
      (a, b) => (remaining[b] ?? 0) - (remaining[a] ?? 0) || a - b,
    );
    const ranks = Array.from({ length: graph.size }, () => 0);
    for (const [rank, step] of this.#byRank.entries()) ranks[step] = rank;
    this.#rankOf = ranks;
    this.#waiting = ranks.map((_, step) => graph.predecessors(step).length);
  }

  run(): readonly Run[] {
    for (const [step, count] of this.#waiting.entries()) {
      if (count === 0) this.#ready.add(this.#rankOf[step] ?? 0);
    }
    this.#startReady(0);
    for (let time = this.#ends.take(); time !== undefined; time = this.#ends.take()) {
      for (const run of this.#endingAt.get(time) ?? []) {
        this.#running--;
        this.#finish(run);
      }
      this.#startReady(time);
    }
    return this.#runs;
  }

  #startReady(time: number): void {
    while (this.#running < this.#limit) {
      const rank = this.#ready.take();
      if (rank === undefined) return;
      this.#start(this.#byRank[rank] ?? 0, time);
    }
  }

  #start(step: number, start: number): void {
    const end = start + this.#work.duration(step);
    const run = { step, start, end, slot: this.#free.take() ?? this.#slots++ };
    this.#runs.push(run);
    if (end === start) {
      this.#finish(run);
      return;
    }
    this.#running++;
    const together = this.#endingAt.get(end);
    if (together) together.push(run);
    else {
      this.#endingAt.set(end, [run]);
      this.#ends.add(end);
    }
  }

  #finish({ step, slot }: Run): void {
    this.#free.add(slot);
    for (const next of this.#work.graph.successors(step)) {
      if (--(this.#waiting[next] as number) === 0) this.#ready.add(this.#rankOf[next] ?? 0);
    }
  }
}

/** The most runs at one time; those that take none count where nothing else runs. */
export function widthOf(runs: readonly Run[]): number {
  const changes = new Map<number, { running: number; instants: number }>();
  const at = (time: number) => {
    let change = changes.get(time);
    if (!change) changes.set(time, (change = { running: 0, instants: 0 }));
    return change;
  };
  for (const { start, end } of runs) {
    if (start === end) at(start).instants++;
    else {
      at(start).running++;
      at(end).running--;
    }
  }
  let [running, most] = [0, 0];
  for (const [, change] of [...changes].toSorted(([a], [b]) => a - b)) {
    running += change.running;
    most = Math.max(most, running === 0 ? change.instants : running);
  }
  return most;
}

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

/** Durations in ticks: whole numbers where they have few enough decimals, else as they are. */
export class Durations {
  readonly #ticks: readonly number[];
  /** Ticks of a unit. */
  readonly #scale: Decimal;

  constructor(steps: readonly Step[]) {
    const durations = steps.map(({ duration }) => new Decimal(duration));
    const decimals = durations.reduce(
      (most, duration) => Math.max(most, duration.decimalPlaces()),
      0,
    );
    const scale = new Decimal(10).pow(decimals);
    const sum = sumOf(durations, (duration) => duration).times(scale);
    this.#scale = sum.lte(Number.MAX_SAFE_INTEGER) ? scale : new Decimal(1);
    this.#ticks = durations.map((duration) => duration.times(this.#scale).toNumber());
  }

  of(step: number): number {
    return this.#ticks[step] ?? 0;
  }

  /** Of all steps, in ticks. */
  get total(): number {
    return this.#ticks.reduce((sum, ticks) => sum + ticks, 0);
  }

  /** Ticks in the unit of the input. */
  numberOf(ticks: number): number {
    return new Decimal(ticks).div(this.#scale).toNumber();
  }
}

const SPEEDUP_DECIMALS = 4;

/** How many times as fast; 1 where there is nothing to do. */
export function speedupOf(total: number, makespan: number): number {
  return makespan === 0 ? 1 : toNumber(new Decimal(total).div(makespan), SPEEDUP_DECIMALS);
}
