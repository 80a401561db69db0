/** The times of a token: NumericDate of RFC 7519, seconds since 1970, perhaps with a fraction. */
import { type Instant, NANOSECONDS, writeUtc } from "../../time/calendar.ts";
import { isInYears, nsOf } from "../../time/nanoseconds.ts";
import { relativeText } from "../../time/relative-text.ts";

export const TIME_CLAIMS = ["exp", "nbf", "iat", "auth_time", "updated_at"] as const;

/** Seconds above this would be after the year 5138, so they are milliseconds. */
const LARGEST_SECONDS = 1e11;

export interface TokenTime {
  readonly claim: string;
  /** As the token has it. */
  readonly value: number;
  readonly inMilliseconds: boolean;
  /** Seconds since 1970. */
  readonly seconds: number;
  /** Absent outside of the years 0001 to 9999. */
  readonly instant?: Instant;
}

/** The times among the claims, in the order of `TIME_CLAIMS`, and those that are no numbers. */
export function readTimes(claims: Readonly<Record<string, unknown>>): {
  readonly times: readonly TokenTime[];
  readonly notNumbers: readonly string[];
} {
  const given = TIME_CLAIMS.filter((claim) => Object.hasOwn(claims, claim));
  const isNumber = (claim: string): boolean => Number.isFinite(claims[claim]);
  return {
    times: given.filter(isNumber).map((claim) => timeOf(claim, claims[claim] as number)),
    notNumbers: given.filter((claim) => !isNumber(claim)),
  };
}

function timeOf(claim: string, value: number): TokenTime {
  const inMilliseconds = value > LARGEST_SECONDS;
  const seconds = inMilliseconds ? value / 1000 : value;
  const instant = instantOf(seconds);
  return { claim, value, inMilliseconds, seconds, ...(instant ? { instant } : {}) };
}

const MICROSECONDS = 1_000_000;

/** To the microsecond, which is what a double still holds of such a number. */
function instantOf(seconds: number): Instant | undefined {
  const whole = Math.floor(seconds);
  const micros = Math.round((seconds - whole) * MICROSECONDS);
  const instant = {
    seconds: whole + Math.floor(micros / MICROSECONDS),
    nanosecond: (micros % MICROSECONDS) * (NANOSECONDS / MICROSECONDS),
  };
  return Number.isSafeInteger(instant.seconds) && isInYears(nsOf(instant)) ? instant : undefined;
}

export interface ExplainedTime {
  readonly claim: string;
  readonly value: number;
  /** Null outside of the years 0001 to 9999, as is `text`. */
  readonly iso: string | null;
  /** To the millisecond. */
  readonly secondsFromNow: number;
  readonly text: string | null;
}

/** `now` is in milliseconds since 1970. */
export function explainTime(
  { claim, value, seconds, instant }: TokenTime,
  now: number,
): ExplainedTime {
  const distance = Math.round(seconds * 1000 - now) / 1000;
  return {
    claim,
    value,
    iso: instant ? writeUtc(instant) : null,
    // Without a negative zero.
    secondsFromNow: distance || 0,
    text: instant ? relativeText(nsOf(instant), BigInt(now) * 1_000_000n) : null,
  };
}

export type Status = "active" | "expired" | "notYetValid" | "noTimeClaims";
export const STATUSES = ["active", "expired", "notYetValid", "noTimeClaims"] as const;

/** A token is to be accepted strictly before `exp` and not before `nbf` (RFC 7519, 4.1.4 and 4.1.5). */
export function statusOf(times: readonly TokenTime[], now: number): Status {
  const [exp, nbf] = ["exp", "nbf"].map((name) => times.find(({ claim }) => claim === name));
  if (!exp && !nbf) return "noTimeClaims";
  if (exp && now >= exp.seconds * 1000) return "expired";
  return nbf && now < nbf.seconds * 1000 ? "notYetValid" : "active";
}
