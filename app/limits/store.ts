/** What outlives a process and is shared by all that serve: credentials, and how many calls were made on a day. */

export type CredentialStatus = "active" | "inactive" | "revoked";

/** A key as it is kept: the secret itself is nowhere but with its owner. */
export interface Credential {
  /** Public part of the token. */
  readonly id: string;
  /** Lower-case hex of the SHA-256 of the secret part. */
  readonly secretSha256: string;
  /** Who uses it, for people to read; also whose quota it is: keys of one subject share it. */
  readonly subject: string;
  /** `run`, `batch`, `pipeline`, `mcp`, `tool:<id>`, `tool:*`. */
  readonly scopes: readonly string[];
  readonly status: CredentialStatus;
  /** Calls a day; null is what the service gives every key. */
  readonly dailyCalls: number | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds; null is never. */
  readonly expiresAt: number | null;
}

/**
 * Every operation is atomic, also between processes; rejects with `StoreUnavailable` where the store cannot be
 * reached. A day is `YYYY-MM-DD` in UTC; counts are kept for `KEPT_DAYS`.
 */
export interface Store {
  /** Adds the calls to the subject's count of that day if all of them fit in; gives the new count, or null. */
  charge(subject: string, day: string, calls: number, limit: number): Promise<number | null>;
  /** Adds calls that are going to be made; gives how many those are, none where not even `least` fit in. */
  take(subject: string, day: string, wanted: Slice, limit: number): Promise<number>;
  /** Adds calls that have taken place already, or takes back some that have not; gives the new count. */
  add(subject: string, day: string, calls: number): Promise<number>;
  /** The subject's count of that day. */
  calls(subject: string, day: string): Promise<number>;
  /** As it is now: a change by another process is seen by the next read. */
  credential(id: string): Promise<Credential | undefined>;
  /** Oldest first. */
  credentials(): Promise<readonly Credential[]>;
  create(credential: Credential): Promise<void>;
  /** Gives the credential as it is then: what is revoked stays revoked. */
  setStatus(id: string, status: CredentialStatus): Promise<Credential | undefined>;
  close(): Promise<void>;
}

export const KEPT_DAYS = 40;

/** How many calls one process wants to have counted in advance. */
export interface Slice {
  readonly least: number;
  readonly most: number;
}

/** The more of the allowance is used the smaller are the slices, so that at its end no process sits on calls that another is asked for. */
export const SHARE_OF_REST = 4;

export function sliceOf({ least, most }: Slice, rest: number): number {
  return rest < least ? 0 : Math.max(least, Math.min(most, Math.floor(rest / SHARE_OF_REST)));
}

/** The state cannot be read or written now; the same call may succeed later. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super("The store cannot be reached", { cause });
  }
}

/** The calls of one kind that a caller may make in a minute, and at once. */
export interface ScopeLimit {
  readonly perMinute: number;
  readonly concurrent: number;
}

export type Entry =
  /** `leave` is called once, when the request is over. */
  | { readonly ok: true; leave(): void }
  /** `retryAfter` in whole seconds. */
  | { readonly ok: false; readonly limit: keyof ScopeLimit; readonly retryAfter: number };

/** Minute windows, from a caller's first call, and the requests that run; by scope and subject. */
export interface Windows {
  enter(scope: string, subject: string, limit: ScopeLimit, now: number): Entry | Promise<Entry>;
}

export const WINDOW_MS = 60_000;

/** A running request ends some time soon, nobody knows when. */
export const CONCURRENCY_RETRY_SECONDS = 1;
