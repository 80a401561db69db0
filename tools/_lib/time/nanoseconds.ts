/** Points of time as whole nanoseconds since 1970, which keep every digit. */
import {
  FIRST_SECOND,
  type Instant,
  LAST_SECOND,
  type LocalTime,
  localFromSeconds,
  NANOSECONDS,
  secondsFromLocal,
} from "./calendar.ts";

export const NS_PER_SECOND = BigInt(NANOSECONDS);
export const NS_PER_DAY = 86_400n * NS_PER_SECOND;
const FIRST_NS = BigInt(FIRST_SECOND) * NS_PER_SECOND;
const LAST_NS = (BigInt(LAST_SECOND) + 1n) * NS_PER_SECOND - 1n;

/** The quotient rounded down; the divisor is positive. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

export function nsOf({ seconds, nanosecond }: Instant): bigint {
  return BigInt(seconds) * NS_PER_SECOND + BigInt(nanosecond);
}

export function instantFromNs(ns: bigint): Instant {
  const seconds = floorDivide(ns, NS_PER_SECOND);
  return { seconds: Number(seconds), nanosecond: Number(ns - seconds * NS_PER_SECOND) };
}

/** Nanoseconds since 1970-01-01T00:00:00 on a clock that never changes. */
export function nsFromLocal(local: LocalTime): bigint {
  return nsOf({ seconds: secondsFromLocal(local), nanosecond: local.nanosecond });
}

export function localFromNs(ns: bigint): LocalTime {
  const { seconds, nanosecond } = instantFromNs(ns);
  return localFromSeconds(seconds, nanosecond);
}

/** Whether the time lies in the years 0001 to 9999. */
export function isInYears(ns: bigint): boolean {
  return ns >= FIRST_NS && ns <= LAST_NS;
}
