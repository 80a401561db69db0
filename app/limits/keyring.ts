/** Looks keys up, each once in a turn of the event loop, however many calls come with it. */
import { authenticate } from "./credentials.ts";
import type { Credential, Store } from "./store.ts";

/** A turn takes less than a millisecond, so that what was revoked is refused at the next call all the same. */
export class Keyring {
  readonly #store: Store;
  readonly #ofTurn = new Map<string, Promise<Credential>>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** `authorization` is the whole header, `now` in epoch milliseconds; rejects as `authenticate` does. */
  find(authorization: string, now: number): Promise<Credential> {
    const known = this.#ofTurn.get(authorization);
    if (known) return known;
    if (this.#ofTurn.size === 0) setImmediate(() => this.#ofTurn.clear());
    const found = authenticate(authorization, this.#store, now);
    this.#ofTurn.set(authorization, found);
    return found;
  }
}
