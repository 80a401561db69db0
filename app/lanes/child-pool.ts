/** Processes of the own executable that run what has to be stopped from outside if it takes too long. */
import type { Subprocess } from "bun";
import { RequestError } from "../run/errors.ts";
import type { Answer, RunRequest } from "../run/types.ts";
import type { IsolatedLane, RemoteTerms } from "./lane.ts";
import type { JobMessage, ReplyMessage } from "./messages.ts";
import { TextAnswer } from "./text-answer.ts";

export interface PoolOptions {
  /** How many jobs run at once; one process more is always warm. */
  readonly size: number;
  /** Runs `child.ts`. */
  readonly command: readonly string[];
  /** Private writable memory of one process, in KiB. */
  readonly memory?: number;
  /** Jobs that may wait. */
  readonly queue?: number;
  /** After so many jobs a process is replaced by a fresh one. */
  readonly jobsPerProcess?: number;
}

const DEFAULT_MEMORY = 1024 * 1024;
/**
 * The engine reserves far more for compiled code than a limited process may have, and without it runs everything
 * twenty times slower; so much is enough.
 */
const COMPILED_CODE_BYTES = 64 << 20;
const DEFAULT_QUEUE = 64;
const DEFAULT_JOBS_PER_PROCESS = 2000;
/** A process that dies before it was ready is not started again at once, or a broken one would spin. */
const RESPAWN_DELAY_MS = 250;
const RETRY_SECONDS = 1;

/**
 * Sets what limits the system has and becomes the program, so that the child is the process that is killed.
 * One option for each call: dash ignores all of them in a call with two. Who answers light calls goes first.
 */
const LIMITED =
  'ulimit -c 0; ulimit -d "$1" 2>/dev/null; shift; command -v nice >/dev/null && exec nice -n 10 "$@"; exec "$@"';

interface Waiting {
  readonly job: Omit<JobMessage, "id">;
  /** On the clock of `performance.now()`. */
  readonly since: number;
  readonly settle: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
  /** A job is handed to another process once if its own dies. */
  tries: number;
  timer: Timer | undefined;
}

interface Child {
  readonly process: Subprocess;
  ready: boolean;
  jobs: number;
  work: { readonly id: number; readonly waiting: Waiting } | undefined;
}

export interface PoolFigures {
  readonly running: number;
  readonly waiting: number;
  readonly ready: number;
  readonly killed: number;
  readonly died: number;
}

export class ChildPool implements IsolatedLane {
  readonly #options: Required<PoolOptions>;
  readonly #children = new Set<Child>();
  readonly #queue: Waiting[] = [];
  #running = 0;
  #nextId = 1;
  #killed = 0;
  #died = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = {
      memory: DEFAULT_MEMORY,
      queue: DEFAULT_QUEUE,
      jobsPerProcess: DEFAULT_JOBS_PER_PROCESS,
      ...options,
    };
  }

  /** Starts the processes, so that the first job need not wait for one. */
  warm(): void {
    while (!this.#closed && this.#children.size <= this.#options.size) this.#spawn();
  }

  get figures(): PoolFigures {
    const ready = [...this.#children].filter((child) => child.ready && !child.work).length;
    const [running, waiting] = [this.#running, this.#queue.length];
    return { running, waiting, ready, killed: this.#killed, died: this.#died };
  }

  answer(request: RunRequest, { deadline, whole, publicUrl }: RemoteTerms): Promise<Answer> {
    if (this.#closed) return Promise.reject(overloaded("The service is ending"));
    if (this.#queue.length >= this.#options.queue) {
      return Promise.reject(overloaded(`${this.#queue.length} jobs are waiting already`));
    }
    this.warm();
    return new Promise((settle, fail) => {
      const since = performance.now();
      const job = { request: JSON.stringify(request), whole, publicUrl };
      const waiting: Waiting = { job, since, settle, fail, tries: 0, timer: undefined };
      waiting.timer = setTimeout(() => this.#expire(waiting), Math.max(0, deadline - since));
      this.#queue.push(waiting);
      this.#pump();
    });
  }

  /** Ends all processes; what is running or waiting fails. */
  close(): void {
    this.#closed = true;
    for (const waiting of this.#queue.splice(0))
      this.#reject(waiting, overloaded("The service is ending"));
    for (const child of this.#children) child.process.kill("SIGKILL");
  }

  #spawn(): void {
    const { command, memory } = this.#options;
    const child: Child = {
      ready: false,
      jobs: 0,
      work: undefined,
      process: Bun.spawn(limited(command, memory), {
        serialization: "advanced",
        stdio: ["ignore", "ignore", "inherit"],
        env: {
          ...Bun.env,
          BUN_JSC_jitMemoryReservationSize: String(COMPILED_CODE_BYTES),
          // Garbage is collected by the memory that the process may have, not by that of the machine.
          BUN_JSC_forceRAMSize: String((memory * 1024) / 2),
          // An orphan that spins would outlive a killed parent.
          BUN_OPTIONS: "--no-orphans",
        },
        ipc: (message: ReplyMessage) => this.#hear(child, message),
        onExit: () => this.#lose(child),
      }),
    };
    child.process.unref();
    this.#children.add(child);
  }

  #pump(): void {
    for (const child of this.#children) {
      if (this.#queue.length === 0 || this.#running >= this.#options.size) return;
      if (child.ready && !child.work) this.#start(child, this.#queue.shift() as Waiting);
    }
  }

  #start(child: Child, waiting: Waiting): void {
    const id = this.#nextId++;
    child.work = { id, waiting };
    child.jobs++;
    waiting.tries++;
    this.#running++;
    child.process.send({ id, ...waiting.job } satisfies JobMessage);
  }

  #hear(child: Child, message: ReplyMessage): void {
    if ("ready" in message) {
      child.ready = true;
      this.#pump();
      return;
    }
    if (child.work?.id !== message.id) return;
    const { waiting } = child.work;
    this.#release(child);
    if ("crash" in message) {
      this.#reject(waiting, isOutOfMemory(message) ? memoryExceeded() : new Error(message.crash));
    } else {
      this.#resolve(waiting, new TextAnswer(message, performance.now() - waiting.since));
    }
    // Who knows what a bug left behind, or an allocation that failed.
    const isSpent = "crash" in message || child.jobs >= this.#options.jobsPerProcess;
    if (isSpent) this.#replace(child);
    this.#pump();
  }

  #release(child: Child): void {
    child.work = undefined;
    this.#running--;
  }

  #resolve(waiting: Waiting, answer: Answer): void {
    clearTimeout(waiting.timer);
    waiting.settle(answer);
  }

  #reject(waiting: Waiting, error: Error): void {
    clearTimeout(waiting.timer);
    waiting.fail(error);
  }

  /** The deadline is over: whatever the job does, it ends now. */
  #expire(waiting: Waiting): void {
    const place = this.#queue.indexOf(waiting);
    if (place >= 0) this.#queue.splice(place, 1);
    for (const child of this.#children) {
      if (child.work?.waiting !== waiting) continue;
      this.#killed++;
      this.#release(child);
      this.#replace(child);
    }
    this.#reject(waiting, deadlineExceeded());
    this.#pump();
  }

  #replace(child: Child): void {
    this.#children.delete(child);
    child.process.kill("SIGKILL");
    this.warm();
  }

  /** A process was ended by someone else, or ended itself where there was no memory left. */
  #lose(child: Child): void {
    if (!this.#children.delete(child)) return;
    this.#died++;
    const waiting = child.work?.waiting;
    if (waiting) {
      this.#release(child);
      if (!ENDED_BY_OTHERS.has(child.process.signalCode)) this.#reject(waiting, memoryExceeded());
      else if (waiting.tries < 2 && !this.#closed) this.#queue.unshift(waiting);
      else this.#reject(waiting, overloaded("The process that ran it ended twice"));
    }
    if (child.ready) this.warm();
    else setTimeout(() => this.warm(), RESPAWN_DELAY_MS).unref();
    this.#pump();
  }
}

const ENDED_BY_OTHERS: ReadonlySet<string | number | null> = new Set(["SIGKILL", "SIGTERM"]);

function isOutOfMemory({ crash }: { readonly crash: string }): boolean {
  return /\bout of memory\b/i.test(crash);
}

/** No call again would help: the same input would need the same memory. */
function memoryExceeded(): RequestError {
  return new RequestError(422, {
    code: "MEMORY_EXCEEDED",
    message: "The run was stopped: it needs more memory than there is for one call",
    hint: "Make the input smaller or simpler",
  });
}

function limited(command: readonly string[], memory: number): string[] {
  if (process.platform === "win32") return [...command];
  return ["/bin/sh", "-c", LIMITED, "sh", String(memory), ...command];
}

function overloaded(reason: string): RequestError {
  return new RequestError(
    503,
    {
      code: "SERVICE_OVERLOADED",
      message: `Cannot run this now: ${reason}`,
      hint: "Call again after the seconds that Retry-After says",
    },
    RETRY_SECONDS,
  );
}

function deadlineExceeded(): RequestError {
  return new RequestError(
    503,
    {
      code: "DEADLINE_EXCEEDED",
      message: "The run was stopped: it took longer than the time there is for one call",
      hint: "Make the input smaller or simpler, or call again when the service is less busy",
    },
    RETRY_SECONDS,
  );
}
