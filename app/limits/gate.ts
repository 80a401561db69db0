/** The one place where a request is let in, counted and let go. */
import { callerAddress } from "./address.ts";
import { requireRoute, requireTools, type RouteScope } from "./credentials.ts";
import { DailyCalls } from "./daily-calls.ts";
import { dayOf } from "./days.ts";
import { Keyring } from "./keyring.ts";
import { type Limits, routeOf } from "./limits.ts";
import { allowanceExceeded, quotaExceeded, rateLimited, storeUnavailable } from "./refusals.ts";
import {
  type Credential,
  type Entry,
  type Store,
  StoreUnavailable,
  type Windows,
} from "./store.ts";

/** What a request says about its sender. */
export interface Caller {
  /** The Authorization header as it was sent; without one the use is keyless. */
  readonly authorization?: string | null | undefined;
  /** The other end of the connection; asked for only where it counts. */
  readonly address?: () => string | undefined;
  /** The X-Forwarded-For header as it was sent; asked for only behind a proxy. */
  readonly forwardedFor?: () => string | null;
}

/** A request that was let in. All refusals are `RequestError`s, thrown or rejected with. */
export interface Ticket {
  /** Who is counted: a key's subject, or an address; undefined where nobody is. */
  readonly subject: string | undefined;
  /** Throws 403 where the key lacks one of the tools, given by their ids; without a key all are free to use. */
  permit(toolIds: Iterable<string>): void;
  /**
   * Counts calls before they are made: all of them, or it is a 429 and none is counted. A call that fails later
   * stays counted. What need not be waited for is done on return.
   */
  charge(calls: number): void | Promise<void>;
  /** Has to be called when the request is over, however it went; a second time does nothing. */
  leave(): void;
}

export interface Gate {
  /** 401 for a key that is sent and is none, 503 where the store cannot be reached; counts nothing. */
  identify(caller: Caller): Promise<void>;
  /** 401, 403 for the route, 429 for too many requests, 503 where the store cannot be reached. */
  admit(scope: RouteScope, caller: Caller): Ticket | Promise<Ticket>;
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
  readonly #keyring: Keyring;

  constructor(options: Counted) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#daily = new DailyCalls(options.store);
    this.#keyring = new Keyring(options.store);
  }

  admit(scope: RouteScope, caller: Caller): Ticket | Promise<Ticket> {
    const { authorization } = caller;
    const now = this.#now();
    if (!isGiven(authorization)) {
      const forwardedFor = this.#options.trustProxy ? caller.forwardedFor?.() : undefined;
      const subject = addressSubject(callerAddress(() => caller.address?.(), forwardedFor));
      return this.#enter(scope, { subject, credential: undefined }, now);
    }
    return identify(authorization, this.#keyring, scope, now).then((credential) =>
      this.#enter(scope, { subject: keySubject(credential.subject), credential }, now),
    );
  }

  async identify({ authorization }: Caller): Promise<void> {
    if (isGiven(authorization)) await reach(this.#keyring.find(authorization, this.#now()));
  }

  close(): Promise<void> {
    return this.#daily.close();
  }

  #enter(scope: RouteScope, holder: Holder, now: number): Ticket | Promise<Ticket> {
    const { limits, windows } = this.#options;
    const route = routeOf(scope);
    const limit = limits[route];
    const admitted = (entry: Entry): Ticket => {
      if (!entry.ok) throw rateLimited(route, limit, entry);
      return new CountedTicket(holder, (calls) => this.#charge(holder, calls), entry);
    };
    const entered = windows.enter(route, holder.subject, limit, now);
    return entered instanceof Promise ? reach(entered).then(admitted) : admitted(entered);
  }

  #charge({ subject, credential }: Holder, calls: number): void | Promise<void> {
    const { keyless, keyed } = this.#options.limits;
    const now = this.#now();
    if (credential) return this.#chargeKey(subject, calls, credential.dailyCalls ?? keyed, now);
    const settle = (fits: boolean): void => {
      if (!fits) throw allowanceExceeded(keyless, keyed, now);
    };
    const charged = this.#daily.charge(subject, dayOf(now), calls, keyless);
    return charged instanceof Promise ? charged.then(settle) : settle(charged);
  }

  async #chargeKey(subject: string, calls: number, limit: number, now: number): Promise<void> {
    const count = await reach(this.#options.store.charge(subject, dayOf(now), calls, limit));
    if (count === null) throw quotaExceeded(limit, now);
  }
}

/** Who is counted: a key's subject, or an address. */
interface Holder {
  readonly subject: string;
  readonly credential: Credential | undefined;
}

class CountedTicket implements Ticket {
  readonly subject: string;
  readonly #credential: Credential | undefined;
  readonly #entry: Extract<Entry, { ok: true }>;
  readonly charge: Ticket["charge"];
  #isInside = true;

  constructor(
    { subject, credential }: Holder,
    charge: Ticket["charge"],
    entry: Extract<Entry, { ok: true }>,
  ) {
    this.subject = subject;
    this.#credential = credential;
    this.charge = charge;
    this.#entry = entry;
  }

  permit(toolIds: Iterable<string>): void {
    if (this.#credential) requireTools(this.#credential, toolIds);
  }

  leave(): void {
    if (this.#isInside) this.#entry.leave();
    this.#isInside = false;
  }
}

class OpenGate implements Gate {
  readonly #keyring: Keyring | undefined;
  readonly #now: () => number;

  constructor({ store, now = Date.now }: Uncounted) {
    this.#keyring = store && new Keyring(store);
    this.#now = now;
  }

  async admit(scope: RouteScope, { authorization }: Caller): Promise<Ticket> {
    const credential =
      this.#keyring && isGiven(authorization)
        ? await identify(authorization, this.#keyring, scope, this.#now())
        : undefined;
    return {
      subject: credential && keySubject(credential.subject),
      permit(toolIds) {
        if (credential) requireTools(credential, toolIds);
      },
      charge() {},
      leave() {},
    };
  }

  async identify({ authorization }: Caller): Promise<void> {
    if (this.#keyring && isGiven(authorization)) {
      await reach(this.#keyring.find(authorization, this.#now()));
    }
  }

  async close(): Promise<void> {}
}

/** The key that was sent, fit for the route. */
async function identify(
  authorization: string,
  keyring: Keyring,
  scope: RouteScope,
  now: number,
): Promise<Credential> {
  const credential = await reach(keyring.find(authorization, now));
  requireRoute(credential, scope);
  return credential;
}

function isGiven(authorization: string | null | undefined): authorization is string {
  return authorization !== undefined && authorization !== null;
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
