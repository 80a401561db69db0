/** The one place where a request is let in, counted and let go. */
import { callerAddress } from "./address.ts";
import { authenticate, requireRoute, requireTools, type RouteScope } from "./credentials.ts";
import { DailyCalls } from "./daily-calls.ts";
import { dayOf } from "./days.ts";
import { type Limits, routeOf } from "./limits.ts";
import { allowanceExceeded, quotaExceeded, rateLimited, storeUnavailable } from "./refusals.ts";
import { type Credential, type Store, StoreUnavailable, type Windows } from "./store.ts";

/** What a request says about its sender. */
export interface Caller {
  /** The Authorization header as it was sent; without one the use is keyless. */
  readonly authorization?: string | null | undefined;
  /** The other end of the connection; asked for only where it counts. */
  readonly address?: () => string | undefined;
  /** The X-Forwarded-For header as it was sent; asked for only behind a proxy. */
  readonly forwardedFor?: () => string | null;
}

/** A request that was let in. All refusals are `RequestError`s. */
export interface Ticket {
  /** Throws 403 where the key lacks one of the tools, given by their ids; without a key all are free to use. */
  permit(toolIds: Iterable<string>): void;
  /**
   * Counts calls before they are made: all of them, or rejects with 429 and none is counted. A call that fails later
   * stays counted.
   */
  charge(calls: number): Promise<void>;
  /** Has to be called when the request is over, however it went; a second time does nothing. */
  leave(): void;
}

export interface Gate {
  /** Rejects with 401, 403 for the route, 429 for too many requests, 503 where the store cannot be reached. */
  admit(scope: RouteScope, caller: Caller): Promise<Ticket>;
  /** Writes the counts that are still in memory. Store and windows are closed by who opened them. */
  close(): Promise<void>;
}

interface Counted {
  readonly limits: Limits;
  readonly store: Store;
  readonly windows: Windows;
  /** Whether X-Forwarded-For is the word of an own proxy. */
  readonly trustProxy?: boolean;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** No windows and no counts; with a store, which the operator named, a key that is sent is still checked. */
interface Uncounted {
  readonly limits: "off";
  readonly store?: Store | undefined;
  readonly now?: () => number;
}

export function createGate(options: Counted | Uncounted): Gate {
  return options.limits === "off" ? new OpenGate(options) : new CountingGate(options);
}

/** Windows and counts of keys and of addresses are never the same. */
export const keySubject = (subject: string) => `key:${subject}`;
const addressSubject = (address: string) => `address:${address}`;

class CountingGate implements Gate {
  readonly #options: Counted;
  readonly #now: () => number;
  readonly #daily: DailyCalls;

  constructor(options: Counted) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#daily = new DailyCalls(options.store);
  }

  async admit(scope: RouteScope, caller: Caller): Promise<Ticket> {
    const { limits, store, windows, trustProxy = false } = this.#options;
    const now = this.#now();
    const credential = await identify(caller, store, scope, now);
    const subject = credential
      ? keySubject(credential.subject)
      : addressSubject(
          callerAddress(caller.address?.(), trustProxy ? caller.forwardedFor?.() : undefined),
        );
    const route = routeOf(scope);
    const limit = limits[route];
    const entry = await reach(windows.enter(route, subject, limit, now));
    if (!entry.ok) throw rateLimited(route, limit, entry);

    let inside = true;
    return {
      permit(toolIds) {
        if (credential) requireTools(credential, toolIds);
      },
      charge: (calls) =>
        credential
          ? this.#chargeKey(subject, calls, credential)
          : this.#chargeAddress(subject, calls),
      leave() {
        if (inside) entry.leave();
        inside = false;
      },
    };
  }

  close(): Promise<void> {
    return this.#daily.close();
  }

  async #chargeKey(subject: string, calls: number, { dailyCalls }: Credential): Promise<void> {
    const { limits, store } = this.#options;
    const now = this.#now();
    const limit = dailyCalls ?? limits.keyed;
    const count = await reach(store.charge(subject, dayOf(now), calls, limit));
    if (count === null) throw quotaExceeded(limit, now);
  }

  async #chargeAddress(subject: string, calls: number): Promise<void> {
    const { keyless, keyed } = this.#options.limits;
    const now = this.#now();
    if (!this.#daily.charge(subject, dayOf(now), calls, keyless)) {
      throw allowanceExceeded(keyless, keyed, now);
    }
  }
}

class OpenGate implements Gate {
  readonly #store: Store | undefined;
  readonly #now: () => number;

  constructor({ store, now = Date.now }: Uncounted) {
    this.#store = store;
    this.#now = now;
  }

  async admit(scope: RouteScope, caller: Caller): Promise<Ticket> {
    const credential = this.#store
      ? await identify(caller, this.#store, scope, this.#now())
      : undefined;
    return {
      permit(toolIds) {
        if (credential) requireTools(credential, toolIds);
      },
      async charge() {},
      leave() {},
    };
  }

  async close(): Promise<void> {}
}

/** The key that was sent, fit for the route; undefined where none was. */
async function identify(
  { authorization }: Caller,
  store: Store,
  scope: RouteScope,
  now: number,
): Promise<Credential | undefined> {
  if (authorization === undefined || authorization === null) return undefined;
  const credential = await reach(authenticate(authorization, store, now));
  requireRoute(credential, scope);
  return credential;
}

/** A store out of reach is a 503 of the service; the reason is in `cause`, for the operator's log only. */
async function reach<T>(work: T | Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw Object.assign(storeUnavailable(), { cause: error.cause });
  }
}
