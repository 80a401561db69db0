/** Processes of the own executable that run what has to be stopped from outside if it takes too long. */
import type { Subprocess } from "bun";
import { deadlineExceeded, RequestError } from "../run/errors.ts";
import type { BodyTerms, IsolatedLane, RequestTerms } from "../run/lane.ts";
import { sizes } from "../run/sizes.ts";
import type { Door, Terms } from "../run/terms.ts";
import type { Answer, BodyShape, RunRequest } from "../run/types.ts";
import { startLimited } from "./limited-process.ts";
import type {
  JobMessage,
  PermissionMessage,
  QuestionMessage,
  Refusal,
  ReplyMessage,
  Work,
} from "./messages.ts";
import { FairQueue } from "./fair-queue.ts";
import { memoryExceeded, overloaded } from "./refusals.ts";
import { TextAnswer } from "../run/text-answer.ts";

export interface PoolOptions {
  /** How many jobs run at once; one process more is always warm. */
  readonly size: number;
  /** Runs `child.ts`. */
  readonly command: readonly string[];
  /** Private writable memory of one process, in KiB. */
  readonly memory?: number;
  /** Jobs that may wait in all, and of one subject. */
  readonly queue?: number;
  readonly queueOfOne?: number;
  /** After so many jobs a process is replaced by a fresh one. */
  readonly jobsPerProcess?: number;
}

const DEFAULT_QUEUE = 512;
const DEFAULT_QUEUE_OF_ONE = 48;
const DEFAULT_JOBS_PER_PROCESS = 2000;
/** A process that dies before it was ready is not started again at once, or a broken one would spin. */
const RESPAWN_DELAY_MS = 250;

interface Waiting {
  readonly subject: string;
  readonly work: Work;
  readonly publicUrl: string;
  readonly door: Door;
  readonly allow: Terms["allow"];
  readonly permit: Terms["permit"];
  /** What the caller was told: asked by a second process, nothing is counted again. */
  permission: Promise<Refusal | undefined> | undefined;
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
  readonly #queue = new FairQueue<Waiting>();
  #running = 0;
  #nextId = 1;
  #killed = 0;
  #died = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = {
      memory: sizes.memory,
      queue: DEFAULT_QUEUE,
      queueOfOne: DEFAULT_QUEUE_OF_ONE,
      jobsPerProcess: DEFAULT_JOBS_PER_PROCESS,
      ...options,
    };
  }

  /** Starts the processes; where none is ready the first alone, so that a job waits for no other's start. */
  warm(): void {
    const children = [...this.#children];
    const isFirst = !children.some(({ ready }) => ready);
    const most = isFirst ? 0 : this.#options.size;
    while (!this.#closed && this.#children.size <= most) this.#spawn();
  }

  get figures(): PoolFigures {
    const ready = [...this.#children].filter((child) => child.ready && !child.work).length;
    const [running, waiting] = [this.#running, this.#queue.size];
    return { running, waiting, ready, killed: this.#killed, died: this.#died };
  }

  answer(request: RunRequest, terms: RequestTerms): Promise<Answer> {
    return this.#enter({ request: JSON.stringify(request), whole: terms.whole }, terms);
  }

  answerBody(body: ArrayBuffer | string, shape: BodyShape, terms: BodyTerms): Promise<Answer> {
    return this.#enter({ body, shape }, terms);
  }

  #enter(work: Work, terms: BodyTerms): Promise<Answer> {
    const { deadline, publicUrl, allow, permit, subject = "", door = "http" } = terms;
    if (this.#closed) return Promise.reject(overloaded("The service is ending"));
    const { queue, queueOfOne } = this.#options;
    if (this.#queue.size >= queue) {
      return Promise.reject(overloaded(`${this.#queue.size} jobs are waiting already`));
    }
    if (subject !== "" && this.#queue.sizeOf(subject) >= queueOfOne) {
      return Promise.reject(overloaded(`${queueOfOne} of your jobs are waiting already`));
    }
    this.warm();
    return new Promise((settle, fail) => {
      const since = performance.now();
      const fresh = { permission: undefined, tries: 0, timer: undefined };
      const asked = { subject, work, publicUrl, door, allow, permit };
      const waiting: Waiting = { ...asked, since, settle, fail, ...fresh };
      waiting.timer = setTimeout(() => this.#expire(waiting), Math.max(0, deadline - since));
      this.#queue.push(waiting);
      this.#pump();
    });
  }

  /** Ends all processes; what is running or waiting fails. */
  close(): void {
    this.#closed = true;
    for (const waiting of this.#queue.drain())
      this.#reject(waiting, overloaded("The service is ending"));
    for (const child of this.#children) child.process.kill("SIGKILL");
  }

  #spawn(): void {
    const { command, memory } = this.#options;
    const child: Child = {
      ready: false,
      jobs: 0,
      work: undefined,
      process: startLimited(command, memory, {
        hear: (message) => this.#hear(child, message as ReplyMessage),
        exit: () => this.#lose(child),
      }),
    };
    this.#children.add(child);
  }

  #pump(): void {
    for (const child of this.#children) {
      if (this.#queue.size === 0 || this.#running >= this.#options.size) return;
      if (!child.ready || child.work) continue;
      const next = this.#queue.take((waiting) => this.#suits(child, waiting));
      if (next !== undefined) this.#start(child, next);
    }
  }

  /** A job that is tried again waits for a process that has done nothing yet, where one is there or comes up. */
  #suits(child: Child, waiting: Waiting): boolean {
    if (!this.#mayRun(waiting)) return false;
    if (waiting.tries === 0 || child.jobs === 0) return true;
    return ![...this.#children].some(({ jobs }) => jobs === 0);
  }

  /** One subject never holds all processes: another one's job would have to wait for its whole time. */
  #mayRun({ subject }: Waiting): boolean {
    const { size } = this.#options;
    if (subject === "" || size === 1) return true;
    const own = [...this.#children].filter(({ work }) => work?.waiting.subject === subject);
    return own.length < size - 1;
  }

  /** What earlier jobs left behind may be to blame: a process that did others is not the measure. */
  #refuseForMemory(child: Child, waiting: Waiting): void {
    const mayDoMore = child.jobs > 1 && waiting.tries < 2 && !this.#closed;
    if (mayDoMore) this.#queue.unshift(waiting);
    else this.#reject(waiting, memoryExceeded());
  }

  #start(child: Child, waiting: Waiting): void {
    const id = this.#nextId++;
    child.work = { id, waiting };
    child.jobs++;
    waiting.tries++;
    this.#running++;
    const { work, publicUrl, door } = waiting;
    child.process.send({ id, publicUrl, door, ...work } satisfies JobMessage);
  }

  #hear(child: Child, message: ReplyMessage): void {
    if ("ready" in message) {
      child.ready = true;
      this.#pump();
      this.warm();
      return;
    }
    if (child.work?.id !== message.id) return;
    const { waiting } = child.work;
    if ("toolIds" in message) {
      void this.#permit(child, waiting, message);
      return;
    }
    this.#release(child);
    if ("crash" in message) {
      if (isOutOfMemory(message)) this.#refuseForMemory(child, waiting);
      else this.#reject(waiting, new Error(message.crash));
    } else {
      this.#resolve(waiting, new TextAnswer(message, performance.now() - waiting.since));
    }
    // Who knows what a bug left behind, or an allocation that failed.
    const isSpent = "crash" in message || child.jobs >= this.#options.jobsPerProcess;
    if (isSpent) this.#replace(child);
    this.#pump();
  }

  async #permit(child: Child, waiting: Waiting, { id, toolIds, calls }: QuestionMessage) {
    try {
      const refusal = await this.#refusalOf(waiting, toolIds, calls);
      const isStillAsking = child.work?.id === id;
      if (isStillAsking) child.process.send({ id, refusal } satisfies PermissionMessage);
    } catch (error) {
      this.#reject(waiting, error as Error);
      this.#release(child);
      this.#replace(child);
    }
  }

  #refusalOf(waiting: Waiting, toolIds: readonly string[], calls: number) {
    if (calls === 0) return refusalOf(async () => waiting.permit?.(toolIds));
    waiting.permission ??= refusalOf(async () => waiting.allow?.(toolIds, calls));
    return waiting.permission;
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
    this.#queue.remove(waiting);
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
      if (!ENDED_BY_OTHERS.has(child.process.signalCode)) this.#refuseForMemory(child, waiting);
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

/** Rejects for a bug only. */
async function refusalOf(allow: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await allow();
    return undefined;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { status, error: object, retryAfter } = error;
    return { status, error: object, retryAfter };
  }
}
