/** When each step runs, and in which slot. */
import type { Digraph } from "../_lib/algorithms/graph/digraph.ts";
import { MinHeap } from "../_lib/algorithms/graph/min-heap.ts";

export interface Run {
  readonly step: number;
  readonly start: number;
  readonly end: number;
  readonly slot: number;
}

export interface Work {
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
