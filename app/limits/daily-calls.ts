/** The keyless allowance: counted in memory, written to the store a moment later. */
import type { Store } from "./store.ts";

/** Between the writes; so long several processes do not see one another's calls. */
const WRITE_BEHIND_MS = 1_000;
/** Written in one go; more would hold up the event loop. */
const WRITTEN_AT_ONCE = 500;
/** Of each generation. */
const MOST_HELD = 50_000;

interface Count {
  readonly subject: string;
  readonly day: string;
  /** By all processes, as far as known. */
  calls: number;
  /** Not yet in the store; part of `calls`. */
  unwritten: number;
}

/**
 * A call costs no round trip: allowed is what was left at the last write. Two generations of counts are held, and who
 * is in neither begins at nothing until the next write tells the whole.
 */
export class DailyCalls {
  readonly #store: Store;
  #young = new Map<string, Count>();
  #old = new Map<string, Count>();
  #unwritten: Count[] = [];
  #timer: Timer | undefined;
  #writing: Promise<void> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Whether all of the calls fit in; if so, they are counted. */
  charge(subject: string, day: string, calls: number, limit: number): boolean {
    const count = this.#count(subject, day);
    if (count.calls + calls > limit) return false;
    count.calls += calls;
    if (count.unwritten === 0) this.#unwritten.push(count);
    count.unwritten += calls;
    this.#timer ??= setTimeout(() => this.#write(), WRITE_BEHIND_MS).unref();
    return true;
  }

  /** Writes what is not yet written, as far as the store can be reached. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#write();
    clearTimeout(this.#timer);
  }

  #count(subject: string, day: string): Count {
    const young = this.#young.get(subject);
    if (young?.day === day) return young;
    const old = this.#old.get(subject);
    const count = old?.day === day ? old : { subject, day, calls: 0, unwritten: 0 };
    if (this.#young.size >= MOST_HELD) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(subject, count);
    return count;
  }

  async #write(): Promise<void> {
    this.#writing = this.#writeAll().finally(() => {
      this.#writing = undefined;
      this.#timer = undefined;
      // What could not be written is tried again, and so is what came meanwhile.
      if (this.#unwritten.length > 0) {
        this.#timer = setTimeout(() => this.#write(), WRITE_BEHIND_MS).unref();
      }
    });
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    const counts = this.#unwritten;
    this.#unwritten = [];
    for (let at = 0; at < counts.length; at += WRITTEN_AT_ONCE) {
      await Promise.all(
        counts.slice(at, at + WRITTEN_AT_ONCE).map((count) => this.#writeOne(count)),
      );
    }
  }

  async #writeOne(count: Count): Promise<void> {
    const { subject, day, unwritten } = count;
    count.unwritten = 0;
    try {
      const written = await this.#store.add(subject, day, unwritten);
      count.calls = written + count.unwritten;
    } catch {
      // The free use goes on while the store is away; its calls are kept for the next write.
      if (count.unwritten === 0) this.#unwritten.push(count);
      count.unwritten += unwritten;
    }
  }
}
