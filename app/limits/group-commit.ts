/** Group commit: the writes of one turn of the event loop share a transaction. */
import type { Database } from "bun:sqlite";
import { BUSY_PATIENCE_MS, BUSY_RETRY_MS, isBusy } from "./sqlite-database.ts";
import { StoreUnavailable } from "./store.ts";

interface Write {
  readonly work: () => unknown;
  resolve(result: unknown): void;
  readonly reject: (error: unknown) => void;
}

/** A transaction costs six times as much as one of its writes, so that calls side by side pay it together. */
export class GroupCommit {
  readonly #database: Database;
  readonly #begin;
  readonly #commit;
  #waiting: Write[] = [];
  /** When the first of those waiting came, on the clock of `performance.now()`. */
  #since = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#begin = database.prepare("BEGIN IMMEDIATE");
    this.#commit = database.prepare("COMMIT");
  }

  /** Resolves once what `work` wrote is committed; `work` may be called again after a rollback. */
  write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#waiting.length === 0) {
        this.#since = performance.now();
        setImmediate(this.#flush);
      }
      this.#waiting.push({ work, resolve: resolve as Write["resolve"], reject });
    });
  }

  /** Commits what waits, or gives it up. */
  close(): void {
    if (this.#waiting.length > 0) this.#flush();
    this.#refuse(new Error("The store was closed"));
    this.#begin.finalize();
    this.#commit.finalize();
  }

  readonly #flush = (): void => {
    const writes = this.#waiting;
    if (writes.length === 0) return;
    let results: unknown[];
    try {
      results = this.#transact(writes);
    } catch (error) {
      const patient = performance.now() - this.#since < BUSY_PATIENCE_MS;
      if (isBusy(error) && patient) setTimeout(this.#flush, BUSY_RETRY_MS);
      else this.#refuse(error);
      return;
    }
    this.#waiting = [];
    for (const [at, write] of writes.entries()) write.resolve(results[at]);
  };

  #transact(writes: readonly Write[]): unknown[] {
    try {
      this.#begin.run();
      const results = writes.map(({ work }) => work());
      this.#commit.run();
      return results;
    } catch (error) {
      if (this.#database.inTransaction) this.#database.run("ROLLBACK");
      throw error;
    }
  }

  #refuse(cause: unknown): void {
    const writes = this.#waiting;
    this.#waiting = [];
    for (const { reject } of writes) reject(new StoreUnavailable(cause));
  }
}
