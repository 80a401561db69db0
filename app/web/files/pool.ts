/** Workers of a kit's page: they share the work out, and are ended at once when it is cancelled. */
import type { Body } from "../runner.ts";
import { SETUP } from "../setup.ts";
import { Refusal, type Run, type TimeLimit } from "./file-kit.ts";
import { NotLoaded, type Part } from "./part.ts";
import type { Ask, Order, Said } from "./work.ts";

/** It was cancelled. */
export class Cancelled extends Error {}
/** The browser gave a worker no more memory, or ended it. */
export class OutOfMemory extends Error {}

interface Task {
  readonly ask: Ask;
  readonly report: (part: number) => void;
  readonly limit?: TimeLimit | undefined;
  isWatched?: boolean;
  resolve(result: unknown): void;
  reject(reason: Error): void;
}

/** A worker, and what it was asked for; it is busy as long as it makes or reads something. */
interface Hand {
  readonly worker: Worker;
  readonly tasks: Map<number, Task>;
  /** Else its own script may not have come. */
  hasSpoken: boolean;
}

/** What a worker begins with. */
const WORKER = "worker's script";

const MOST = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));

export class Pool {
  readonly #kit: string;
  readonly #waiting: Task[] = [];
  #hands: Hand[] = [];
  #most = MOST;
  #orders = 0;
  /** Hears what the workers fetch. */
  onPart: (part: Part) => void = () => {};

  constructor(kit: string) {
    this.#kit = kit;
  }

  /** How many work at once from now on. */
  limitTo(most: number): void {
    this.#most = Math.max(1, Math.min(MOST, most));
  }

  /** The answer of one worker; rejects with a `Refusal`, `Cancelled`, `OutOfMemory`, `NotLoaded`, or what the engine threw. */
  ask<T>(
    ask: Ask,
    report: (part: number) => void = () => {},
    limit: TimeLimit | undefined = undefined,
  ): Promise<T> {
    return promised<T>((resolve, reject) => {
      this.#waiting.push({ ask, report, limit, resolve, reject });
      this.#next();
    });
  }

  /** What a unit says, run by the kit's engine. */
  readonly run: Run = (request, limit) => this.ask<Body>({ do: "run", request }, undefined, limit);

  /** Each worker that will work has all that these options need; those that are too many give their memory back. */
  async prepare(options: Readonly<Record<string, unknown>>): Promise<void> {
    for (const hand of this.#hands.slice(this.#most)) {
      if (hand.tasks.size === 0) this.#end(hand, new Cancelled());
    }
    while (this.#hands.length < this.#most) this.#hire();
    const ask: Ask = { do: "prepare", options };
    const told = this.#hands.map((hand) =>
      promised((resolve, reject) => this.#give(hand, { ask, report: () => {}, resolve, reject })),
    );
    await Promise.all(told);
  }

  /** Ends all of them, whatever they do. */
  stop(): void {
    const tasks = [...this.#hands.flatMap((hand) => [...hand.tasks.values()]), ...this.#waiting];
    for (const { worker, tasks: own } of this.#hands) {
      worker.terminate();
      own.clear();
    }
    this.#hands = [];
    this.#waiting.length = 0;
    for (const { reject } of tasks) reject(new Cancelled());
  }

  #next(): void {
    const isBusy = ({ tasks }: Hand): boolean =>
      [...tasks.values()].some(({ ask }) => ask.do !== "prepare");
    while (this.#waiting.length > 0) {
      if (this.#hands.filter(isBusy).length >= this.#most) return;
      const hand = this.#hands.find((one) => !isBusy(one)) ?? this.#hire();
      const task = this.#waiting.shift();
      if (task) this.#give(hand, task);
    }
  }

  #give({ worker, tasks }: Hand, task: Task): void {
    const id = this.#orders++;
    tasks.set(id, task);
    worker.postMessage({ id, kit: this.#kit, ask: task.ask } satisfies Order);
  }

  /** From when it first tells how far it is: what is fetched and opened before does not count. */
  #watch(hand: Hand, id: number, task: Task): void {
    const { limit, isWatched = false } = task;
    if (!limit || isWatched) return;
    task.isWatched = true;
    setTimeout(() => {
      if (hand.tasks.get(id) !== task) return;
      hand.tasks.delete(id);
      task.reject(new Refusal(limit.words));
      // What it was to prepare is prepared by another one.
      const others = [...hand.tasks.values()];
      hand.tasks.clear();
      this.#end(hand, new Cancelled());
      for (const other of others) this.#give(this.#hire(), other);
    }, limit.milliseconds);
  }

  /** Whatever it does; the others go on. */
  #end(hand: Hand, reason: Error): void {
    hand.worker.terminate();
    this.#hands = this.#hands.filter((one) => one !== hand);
    for (const { reject } of hand.tasks.values()) reject(reason);
    hand.tasks.clear();
    this.#next();
  }

  #hire(): Hand {
    const worker = new Worker(SETUP.filesWorker, { type: "module" });
    const hand: Hand = { worker, tasks: new Map(), hasSpoken: false };
    worker.addEventListener("message", ({ data }: MessageEvent<Said>) => this.#hear(hand, data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#end(hand, hand.hasSpoken ? new OutOfMemory() : new NotLoaded(WORKER));
    });
    this.#hands.push(hand);
    return hand;
  }

  #hear(hand: Hand, said: Said): void {
    hand.hasSpoken = true;
    if ("part" in said) return this.onPart(said.part);
    const { tasks } = hand;
    const task = tasks.get(said.id);
    if (!task) return;
    if ("done" in said) {
      task.report(said.done);
      this.#watch(hand, said.id, task);
      return;
    }
    // A worker may remember that a script did not come, and not ask for it again: the next one does.
    if ("missing" in said) return this.#end(hand, new NotLoaded(said.missing));
    tasks.delete(said.id);
    if ("result" in said) task.resolve(said.result);
    else task.reject("refused" in said ? new Refusal(said.refused) : failed(said.failed));
    this.#next();
  }
}

function promised<T>(
  start: (resolve: (result: unknown) => void, reject: (reason: Error) => void) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => start((result) => resolve(result as T), reject));
}

/** WebAssembly that gets no more memory throws, and its worker lives on. */
function failed(words: string): Error {
  const isMemory = /memory|allocation|array buffer/i.test(words);
  return isMemory ? new OutOfMemory(words) : new Error(words);
}
