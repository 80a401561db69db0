/** Writes sizes, rates and durations for people. */
import { type Duration, formsOf, ZERO as NO_TIME } from "../../time/duration/duration.ts";
import {
  divide,
  type Fraction,
  fraction,
  isZero,
  multiply,
  roundedQuotient,
  toDecimals,
} from "../../numbers/fraction.ts";
import { BITS_PER_BYTE, type PrefixFamily, SI } from "./unit.ts";

export interface ScaledOptions {
  readonly family?: PrefixFamily;
  readonly decimals?: number;
}

/**
 * The number with the prefix below which, rounded half-even, it would reach the next one: 999,999 B are 1 MB,
 * 1023 MiB stay what they are.
 */
export function scaledText(
  amount: Fraction,
  unit: string,
  { family: { base, symbols } = SI, decimals = 2 }: ScaledOptions = {},
): string {
  let rank = 0;
  let number = toDecimals(amount, decimals);
  for (; rank < symbols.length - 1 && number.gte(String(base)); rank++) {
    number = toDecimals(divide(amount, fraction(base ** BigInt(rank + 1))), decimals);
  }
  return `${String(number)} ${symbols[rank]}${unit}`;
}

/** Bits as text in bytes: `570.31 GB`. */
export function sizeText(bits: Fraction): string {
  return scaledText(bytesOf(bits), "B");
}

/** Bits per second as text: `53.33 Mbit/s`. */
export function rateText(bitsPerSecond: Fraction): string {
  return scaledText(bitsPerSecond, "bit/s");
}

export function bytesOf(bits: Fraction): Fraction {
  return divide(bits, fraction(BITS_PER_BYTE));
}

const SHORT_UNITS = [
  ["ns", 1_000_000_000n, 1000],
  ["µs", 1_000_000n, 1000],
  ["ms", 1000n, 1000],
  ["s", 1n, 60],
] as const;
const SHORT_DECIMALS = 3;

const LONG_UNITS = [
  ["d", 86_400n],
  ["h", 3600n],
  ["min", 60n],
  ["s", 1n],
] as const;

/** `37.6 s`, `3 d 21 h 12 min 24 s`: three decimals below a minute, else whole seconds, half-even. */
export function durationText(seconds: Fraction): string {
  if (isZero(seconds)) return "0 s";
  for (const [unit, perSecond, limit] of SHORT_UNITS) {
    const number = toDecimals(multiply(seconds, fraction(perSecond)), SHORT_DECIMALS);
    if (number.lt(limit)) return `${String(number)} ${unit}`;
  }
  let rest = roundedQuotient(seconds.numerator, seconds.denominator);
  const parts: string[] = [];
  for (const [unit, length] of LONG_UNITS) {
    const count = rest / length;
    rest -= count * length;
    if (count > 0n) parts.push(`${count} ${unit}`);
  }
  return parts.join(" ");
}

const NS_PER_MS = 1_000_000n;

/** ISO 8601, days to milliseconds, half-even: `P3DT21H12M24.34S`. */
export function isoDuration({ numerator, denominator }: Fraction): string {
  const ms = roundedQuotient(numerator * 1000n, denominator);
  const duration: Duration = { ...NO_TIME, time: ms * NS_PER_MS };
  return formsOf(duration, "days").iso;
}
