/** Windows that the processes of one service share: the process that started them keeps them for all. */
import type { MemoryWindows } from "./memory-windows.ts";
import type { Entry, ScopeLimit, Windows } from "./store.ts";

type Ask = readonly [place: number, scope: string, subject: string, limit: ScopeLimit];

/** From a process to the keeper: who wants to enter, and the places of those who left. */
export interface WindowMessage {
  readonly enter: readonly Ask[];
  readonly leave: readonly number[];
}

/** The keeper's answer: who may not enter, and why. */
export interface EntryMessage {
  readonly entries: readonly (readonly [place: number, refusal: Refusal | null])[];
}

type Refusal = Omit<Extract<Entry, { ok: false }>, "ok">;

/** In the process that asks. What is asked in one turn of the event loop is one message. */
export class SharedWindows implements Windows {
  readonly #send: (message: WindowMessage) => void;
  readonly #waiting = new Map<number, (entry: Entry) => void>();
  #enter: Ask[] = [];
  #leave: number[] = [];
  #places = 0;

  constructor(send: (message: WindowMessage) => void) {
    this.#send = send;
  }

  enter(scope: string, subject: string, limit: ScopeLimit): Promise<Entry> {
    const place = this.#places++;
    return new Promise((resolve) => {
      this.#waiting.set(place, resolve);
      this.#flushSoon();
      this.#enter.push([place, scope, subject, limit]);
    });
  }

  hear({ entries }: EntryMessage): void {
    for (const [place, refusal] of entries) {
      const resolve = this.#waiting.get(place);
      this.#waiting.delete(place);
      resolve?.(refusal ? { ok: false, ...refusal } : { ok: true, leave: () => this.#left(place) });
    }
  }

  #left(place: number): void {
    this.#flushSoon();
    this.#leave.push(place);
  }

  #flushSoon(): void {
    const isFirst = this.#enter.length === 0 && this.#leave.length === 0;
    if (isFirst) setImmediate(this.#flush);
  }

  readonly #flush = (): void => {
    const message = { enter: this.#enter, leave: this.#leave };
    this.#enter = [];
    this.#leave = [];
    this.#send(message);
  };
}

/** In the keeper, one for each process that asks. */
export class WindowsKeeper {
  readonly #windows: MemoryWindows;
  readonly #inside = new Map<number, () => void>();

  constructor(windows: MemoryWindows) {
    this.#windows = windows;
  }

  /** `now` in epoch milliseconds. */
  hear({ enter, leave }: WindowMessage, now: number): EntryMessage {
    for (const place of leave) this.#free(place);
    const entries = enter.map(([place, scope, subject, limit]) => {
      const entry = this.#windows.enter(scope, subject, limit, now);
      if (!entry.ok) return [place, { limit: entry.limit, retryAfter: entry.retryAfter }] as const;
      this.#inside.set(place, entry.leave);
      return [place, null] as const;
    });
    return { entries };
  }

  /** The process is gone, and all that ran in it. */
  empty(): void {
    for (const place of this.#inside.keys()) this.#free(place);
  }

  #free(place: number): void {
    this.#inside.get(place)?.();
    this.#inside.delete(place);
  }
}
