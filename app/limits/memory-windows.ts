/** Minute windows and running requests in the memory of one process. */
import {
  CONCURRENCY_RETRY_SECONDS,
  type Entry,
  type ScopeLimit,
  WINDOW_MS,
  type Windows,
} from "./store.ts";

interface Window {
  calls: number;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

export class MemoryWindows implements Windows {
  readonly #scopes = new Map<string, ScopeWindows>();

  enter(scope: string, subject: string, limit: ScopeLimit, now: number): Entry {
    let windows = this.#scopes.get(scope);
    if (!windows) this.#scopes.set(scope, (windows = new ScopeWindows()));
    return windows.enter(subject, limit, now);
  }
}

/**
 * Two generations of windows: once a minute the young become the old, whose windows are all over by the next time.
 * Nothing is searched or timed, and no more is held than the callers of two minutes.
 */
class ScopeWindows {
  #young = new Map<string, Window>();
  #old = new Map<string, Window>();
  /** When the young came up, epoch milliseconds. */
  #since = 0;
  readonly #running = new Map<string, number>();

  enter(subject: string, limit: ScopeLimit, now: number): Entry {
    this.#age(now);
    const window = this.#window(subject, now);
    if (window.calls >= limit.perMinute) {
      const retryAfter = Math.ceil((window.endsAt - now) / 1000);
      return { ok: false, limit: "perMinute", retryAfter };
    }
    const running = this.#running.get(subject) ?? 0;
    if (running >= limit.concurrent) {
      return { ok: false, limit: "concurrent", retryAfter: CONCURRENCY_RETRY_SECONDS };
    }
    window.calls++;
    this.#running.set(subject, running + 1);
    return { ok: true, leave: () => this.#leave(subject) };
  }

  #age(now: number): void {
    const age = now - this.#since;
    if (age >= 0 && age < WINDOW_MS) return;
    this.#old = age < 2 * WINDOW_MS ? this.#young : new Map();
    this.#young = new Map();
    this.#since = now;
  }

  #window(subject: string, now: number): Window {
    const found = this.#young.get(subject) ?? this.#old.get(subject);
    // A window that ends later than a new one would is of a clock that has been set back.
    if (found && found.endsAt > now && found.endsAt <= now + WINDOW_MS) return found;
    const window = { calls: 0, endsAt: now + WINDOW_MS };
    this.#young.set(subject, window);
    return window;
  }

  #leave(subject: string): void {
    const running = this.#running.get(subject) ?? 0;
    if (running > 1) this.#running.set(subject, running - 1);
    else this.#running.delete(subject);
  }
}
