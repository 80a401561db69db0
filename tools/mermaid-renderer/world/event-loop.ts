/** A host's event loop without a host: jobs and timers in a queue that is run to its end at once. */

interface Timer {
  readonly id: number;
  readonly at: number;
  readonly call: () => void;
}

export class EventLoop {
  readonly #spend: () => void;
  #jobs: (() => void)[] = [];
  readonly #timers: Timer[] = [];
  #nextId = 1;
  #now = 0;

  /** `spend` is called before each job, and may throw to end what never ends by itself. */
  constructor(spend: () => void) {
    this.#spend = spend;
  }

  /** Milliseconds: time passes only where everybody waits for it. */
  get now(): number {
    return this.#now;
  }

  enqueue(job: () => void): void {
    this.#jobs.push(job);
  }

  setTimer(call: () => void, delay = 0): number {
    const id = this.#nextId++;
    const at = this.#now + Math.max(0, Number(delay) || 0);
    const later = this.#timers.findIndex((timer) => timer.at > at);
    this.#timers.splice(later < 0 ? this.#timers.length : later, 0, { id, at, call });
    return id;
  }

  clearTimer(id: number): void {
    const index = this.#timers.findIndex((timer) => timer.id === id);
    if (index >= 0) this.#timers.splice(index, 1);
  }

  /** Runs jobs and timers in their order until `isDone`, or until there are none; whether it is done. */
  runUntil(isDone: () => boolean): boolean {
    for (;;) {
      this.#runJobs();
      if (isDone()) return true;
      const timer = this.#timers.shift();
      if (!timer) return false;
      this.#now = timer.at;
      this.#spend();
      timer.call();
    }
  }

  #runJobs(): void {
    while (this.#jobs.length > 0) {
      const jobs = this.#jobs;
      this.#jobs = [];
      for (const job of jobs) {
        this.#spend();
        job();
      }
    }
  }
}
