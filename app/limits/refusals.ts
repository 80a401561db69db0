/** The answers of the gate to those who may not pass. */
import { RequestError } from "../run/errors.ts";
import { secondsLeft } from "./days.ts";
import type { Entry, ScopeLimit } from "./store.ts";

const INVALID_HINT =
  "Send Authorization: Bearer pbx_… as it was given out, ask for a new key, or leave the header out: use without a key is free";

/** `found` says no more than the caller knows already: who has the wrong secret does not learn whether an id exists. */
export function authInvalid(found: string): RequestError {
  return new RequestError(401, {
    code: "PAID_AUTH_INVALID",
    message: `Cannot accept the credential: ${found}, a valid one expected`,
    hint: INVALID_HINT,
  });
}

export function scopeForbidden(missing: readonly string[]): RequestError {
  const names = missing.join(", ");
  return new RequestError(403, {
    code: "PAID_SCOPE_FORBIDDEN",
    message: `Cannot make this call: the credential does not have ${names}`,
    hint: `Use a key that has the scope ${names}, or leave out what needs it`,
  });
}

type Refused = Extract<Entry, { ok: false }>;

export function rateLimited(
  route: string,
  limits: ScopeLimit,
  { limit, retryAfter }: Refused,
): RequestError {
  const most = limits[limit];
  const found =
    limit === "perMinute"
      ? `the ${most} calls of this minute are used up`
      : `${most} calls are running, which is the most at once`;
  return new RequestError(
    429,
    {
      code: "RATE_LIMITED",
      message: `Cannot take the call: ${found}`,
      hint: `The limit is ${route}.${limit} = ${most}; repeat the call after ${retryAfter} s (Retry-After)`,
    },
    retryAfter,
  );
}

export function quotaExceeded(limit: number, now: number): RequestError {
  const hint = `The limit is ${limit} calls a day for this key's subject; the next day begins at 00:00 UTC (Retry-After)`;
  return dayUsedUp("PAID_QUOTA_EXCEEDED", `the subject's quota of ${limit} calls`, hint, now);
}

export function allowanceExceeded(limit: number, keyed: number, now: number): RequestError {
  const hint = `The limit is ${limit} calls a day without a key, ${keyed} with one; the next day begins at 00:00 UTC (Retry-After)`;
  return dayUsedUp("DAILY_ALLOWANCE_EXCEEDED", `the allowance of ${limit} calls`, hint, now);
}

function dayUsedUp(code: string, what: string, hint: string, now: number): RequestError {
  const message = `Cannot take the call: ${what} for this day is used up`;
  return new RequestError(429, { code, message, hint }, secondsLeft(now));
}

const STORE_RETRY_SECONDS = 1;

export function storeUnavailable(): RequestError {
  return new RequestError(
    503,
    {
      code: "STORE_UNAVAILABLE",
      message: "Cannot check keys and limits: their store does not answer",
      hint: "Repeat the call in a moment (Retry-After)",
    },
    STORE_RETRY_SECONDS,
  );
}
