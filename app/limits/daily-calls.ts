/** The keyless allowance: taken from the store in slices, so that few calls have to wait for it. */
import { type Store, StoreUnavailable } from "./store.ts";

/** The first slice: a call in so many waits for the store. */
const FIRST_SLICE = 16;
/** Whoever has used a slice up before it would have gone back gets twice as much, and no more than this. */
const LARGEST_SLICE = 256;
/** What a caller leaves unused goes back after so long, and whoever was refused is asked about again. */
const REST_MS = 1_000;
/** Given back at once; more would hold up the event loop. */
const RETURNED_AT_ONCE = 500;
/** Of each generation. */
const MOST_HELD = 50_000;

interface Count {
  readonly subject: string;
  readonly day: string;
  /** Calls that the store has counted and nobody has made yet. */
  left: number;
  /** Calls made while the store was out of reach. */
  owed: number;
  /** Not even so many were left in the store, and when that was. */
  refused: { readonly calls: number; readonly at: number };
  usedAt: number;
  /** The most that the last slice could be, and when it was asked for. */
  slice: { readonly most: number; readonly at: number };
  /** Calls that wait for the store do so in their order. */
  waiting: Promise<unknown> | undefined;
}

/**
 * The counts of all processes together never exceed the limit, and outlive them: the store counts a slice before its
 * calls are made. A process that is killed loses at most the slices that it held. Two generations of counts are held;
 * who is in neither begins with what the store says.
 */
export class DailyCalls {
  readonly #store: Store;
  readonly #now: () => number;
  #young = new Map<string, Count>();
  #old = new Map<string, Count>();
  /** Those that hold a part of a slice, or owe calls. */
  readonly #open = new Set<Count>();
  #timer: Timer | undefined;

  constructor(store: Store, now: () => number = () => performance.now()) {
    this.#store = store;
    this.#now = now;
  }

  /** Whether all of the calls fit in; if so, they are counted. */
  charge(subject: string, day: string, calls: number, limit: number): boolean | Promise<boolean> {
    const count = this.#count(subject, day);
    count.usedAt = this.#now();
    if (count.waiting === undefined && count.left >= calls) {
      count.left -= calls;
      return true;
    }
    const before = count.waiting ?? Promise.resolve();
    const charged = before.then(() => this.#take(count, calls, limit));
    const waiting = charged.finally(() => {
      if (count.waiting === waiting) count.waiting = undefined;
    });
    count.waiting = waiting;
    return charged;
  }

  /** Gives back what nobody used, as far as the store can be reached. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.all([...this.#open].map(({ waiting }) => waiting));
    await this.#giveBack([...this.#open]);
  }

  #count(subject: string, day: string): Count {
    const young = this.#young.get(subject);
    if (young?.day === day) return young;
    const old = this.#old.get(subject);
    const count = old?.day === day ? old : newCount(subject, day);
    if (this.#young.size >= MOST_HELD) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(subject, count);
    return count;
  }

  async #take(count: Count, calls: number, limit: number): Promise<boolean> {
    const missing = calls - count.left;
    const { refused } = count;
    const isKnown = missing >= refused.calls && this.#now() - refused.at < REST_MS;
    if (missing > 0 && !isKnown) await this.#fill(count, missing, limit);
    if (count.left < calls) return false;
    count.left -= calls;
    return true;
  }

  async #fill(count: Count, missing: number, limit: number): Promise<void> {
    const { subject, day } = count;
    try {
      if (count.owed > 0) await this.#pay(count);
      const now = this.#now();
      const isBusy = now - count.slice.at < REST_MS;
      const most = isBusy ? Math.min(count.slice.most * 2, LARGEST_SLICE) : FIRST_SLICE;
      count.slice = { most, at: now };
      const wanted = { least: missing, most };
      const taken = await this.#store.take(subject, day, wanted, limit);
      count.left += taken;
      if (taken === 0) count.refused = { calls: missing, at: this.#now() };
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      // The free use goes on while the store is away; what it owes is counted later.
      const allowed = Math.min(missing, limit - count.owed);
      if (allowed <= 0) return;
      count.left += allowed;
      count.owed += allowed;
    }
    this.#open.add(count);
    this.#timer ??= setTimeout(() => this.#sweep(), REST_MS).unref();
  }

  async #pay(count: Count): Promise<void> {
    const { owed } = count;
    await this.#store.add(count.subject, count.day, owed);
    count.owed -= owed;
  }

  async #sweep(): Promise<void> {
    const rested = this.#now() - REST_MS;
    const idle = [...this.#open].filter(({ usedAt, waiting }) => usedAt <= rested && !waiting);
    await this.#giveBack(idle);
    this.#timer =
      this.#open.size === 0 ? undefined : setTimeout(() => this.#sweep(), REST_MS).unref();
  }

  async #giveBack(counts: readonly Count[]): Promise<void> {
    for (let at = 0; at < counts.length; at += RETURNED_AT_ONCE) {
      const some = counts.slice(at, at + RETURNED_AT_ONCE);
      await Promise.all(some.map((count) => this.#settle(count)));
    }
  }

  /** What is owed and what is left are the same to the store: calls to be added, or taken away. */
  async #settle(count: Count): Promise<void> {
    const { subject, day, left, owed } = count;
    count.left = 0;
    count.owed = 0;
    try {
      if (owed !== left) await this.#store.add(subject, day, owed - left);
      if (count.left === 0 && count.owed === 0) this.#open.delete(count);
    } catch {
      count.left += left;
      count.owed += owed;
    }
  }
}

function newCount(subject: string, day: string): Count {
  const refused = { calls: Number.POSITIVE_INFINITY, at: 0 };
  const slice = { most: FIRST_SLICE, at: Number.NEGATIVE_INFINITY };
  return { subject, day, left: 0, owed: 0, refused, usedAt: 0, slice, waiting: undefined };
}
