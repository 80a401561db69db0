/** Promises (ECMA-262, section 27.2) whose reactions are jobs of an event loop that we run ourselves. */
import type { EventLoop } from "./event-loop.ts";

type Resolve = (value?: unknown) => void;
type Reject = (reason: unknown) => void;
type Handler = ((value: unknown) => unknown) | null | undefined;

type State = "pending" | "fulfilled" | "rejected";

/** What there is to see of a promise from outside. */
export interface Settled {
  readonly state: State;
  readonly result: unknown;
}

interface Reaction {
  readonly onFulfilled: Handler;
  readonly onRejected: Handler;
  readonly resolve: Resolve;
  readonly reject: Reject;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** The `Promise` constructor of one loop. */
export function createPromise(loop: EventLoop): typeof QueuedPromise {
  return class extends QueuedPromise {
    protected static override readonly loop = loop;
  };
}

class QueuedPromise implements Settled {
  protected static readonly loop: EventLoop;

  state: State = "pending";
  result: unknown;
  #reactions: Reaction[] = [];

  constructor(executor: (resolve: Resolve, reject: Reject) => void) {
    const { resolve, reject } = this.#resolvers();
    try {
      executor(resolve, reject);
    } catch (error) {
      reject(error);
    }
  }

  /** Of the pair only the first call counts. */
  #resolvers(): { readonly resolve: Resolve; readonly reject: Reject } {
    let isResolved = false;
    const once = (settle: (value: unknown) => void) => (value?: unknown) => {
      if (isResolved) return;
      isResolved = true;
      settle(value);
    };
    return {
      resolve: once((value) => this.#resolve(value)),
      reject: once((reason) => this.#settle("rejected", reason)),
    };
  }

  #resolve(value: unknown): void {
    let then: unknown;
    try {
      if (value === this) throw new TypeError("A promise cannot be resolved with itself");
      then = isObject(value) ? value["then"] : undefined;
    } catch (error) {
      this.#settle("rejected", error);
      return;
    }
    if (typeof then !== "function") {
      this.#settle("fulfilled", value);
      return;
    }
    const { resolve, reject } = this.#resolvers();
    this.#enqueue(() => {
      try {
        then.call(value, resolve, reject);
      } catch (error) {
        reject(error);
      }
    });
  }

  #make(executor: (resolve: Resolve, reject: Reject) => void): QueuedPromise {
    return new (this.constructor as typeof QueuedPromise)(executor);
  }

  #enqueue(job: () => void): void {
    (this.constructor as typeof QueuedPromise).loop.enqueue(job);
  }

  #settle(state: State, result: unknown): void {
    this.state = state;
    this.result = result;
    for (const reaction of this.#reactions.splice(0)) this.#react(reaction);
  }

  #react({ onFulfilled, onRejected, resolve, reject }: Reaction): void {
    const isFulfilled = this.state === "fulfilled";
    const handler = isFulfilled ? onFulfilled : onRejected;
    this.#enqueue(() => {
      if (typeof handler !== "function") {
        (isFulfilled ? resolve : reject)(this.result);
        return;
      }
      try {
        resolve(handler(this.result));
      } catch (error) {
        reject(error);
      }
    });
  }

  // oxlint-disable-next-line unicorn/no-thenable -- this is the place where `then` is made
  then(onFulfilled?: Handler, onRejected?: Handler): QueuedPromise {
    return this.#make((resolve, reject) => {
      const reaction = { onFulfilled, onRejected, resolve, reject };
      if (this.state === "pending") this.#reactions.push(reaction);
      else this.#react(reaction);
    });
  }

  catch(onRejected?: Handler): QueuedPromise {
    return this.then(undefined, onRejected);
  }

  finally(after?: () => unknown): QueuedPromise {
    const settled = (): QueuedPromise => this.#make((resolve) => resolve(after?.()));
    return this.then(
      (value) => settled().then(() => value),
      (reason) =>
        settled().then(() => {
          throw reason;
        }),
    );
  }

  static resolve(value?: unknown): QueuedPromise {
    return value instanceof this ? value : new this((resolve) => resolve(value));
  }

  static reject(reason?: unknown): QueuedPromise {
    return new this((_, reject) => reject(reason));
  }

  static withResolvers() {
    let resolve: Resolve = () => {};
    let reject: Reject = () => {};
    const promise = new this((first, second) => {
      resolve = first;
      reject = second;
    });
    return { promise, resolve, reject };
  }

  static race(values: Iterable<unknown>): QueuedPromise {
    return new this((resolve, reject) => {
      for (const value of values) this.resolve(value).then(resolve, reject);
    });
  }

  static all(values: Iterable<unknown>): QueuedPromise {
    return gather(this, values, (promise, take, reject) => promise.then(take, reject));
  }

  static allSettled(values: Iterable<unknown>): QueuedPromise {
    return gather(this, values, (promise, take) =>
      promise.then(
        (value) => take({ status: "fulfilled", value }),
        (reason) => take({ status: "rejected", reason }),
      ),
    );
  }
}

type Attach = (promise: QueuedPromise, take: Resolve, reject: Reject) => void;

/** A promise of what all of them give, in the order of the values. */
function gather(
  Queued: typeof QueuedPromise,
  values: Iterable<unknown>,
  attach: Attach,
): QueuedPromise {
  return new Queued((resolve, reject) => {
    const results: unknown[] = [];
    let open = 1;
    const close = (): void => {
      if (--open === 0) resolve(results);
    };
    let index = 0;
    for (const value of values) {
      const place = index++;
      open++;
      const take = (result: unknown): void => {
        results[place] = result;
        close();
      };
      attach(Queued.resolve(value), take, reject);
    }
    close();
  });
}
