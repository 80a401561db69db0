/** Exact fractions, and how they are read and written. */
import { Decimal, type Rounding } from "./decimal.ts";
import { decimalText, readDecimal } from "./decimal-text.ts";

/** In lowest terms, the denominator positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const ZERO: Fraction = { numerator: 0n, denominator: 1n };
export const ONE: Fraction = { numerator: 1n, denominator: 1n };

/** The quotient of two whole numbers, the second not 0. */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  const divisor = greatestDivisor(numerator, denominator);
  const sign = denominator < 0n ? -1n : 1n;
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
}

/** Euclid's; never negative, 0 only of two zeros. */
export function greatestDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [magnitude(a), magnitude(b)];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

export function magnitude(whole: bigint): bigint {
  return whole < 0n ? -whole : whole;
}

/** Of a decimal number, or of two whole ones with a slash between; undefined for other text. */
export function readFraction(text: string): Fraction | undefined {
  const [dividend = "", divisor] = text.split("/", 2);
  const top = readDecimal(dividend);
  if (!top || divisor === undefined) return top && fraction(top.numerator, top.denominator);
  const bottom = readDecimal(divisor);
  return bottom && bottom.numerator !== 0n ? divide(top, bottom) : undefined;
}

// Knuth, TAOCP 4.5.1: divisors are sought in the parts that can share them, which stay small beside small numbers.

export function add(a: Fraction, b: Fraction): Fraction {
  const shared = greatestDivisor(a.denominator, b.denominator);
  const left = a.denominator / shared;
  const sum = a.numerator * (b.denominator / shared) + b.numerator * left;
  if (shared === 1n) return { numerator: sum, denominator: left * b.denominator };
  const divisor = greatestDivisor(sum, shared);
  return { numerator: sum / divisor, denominator: left * (b.denominator / divisor) };
}

export function negate({ numerator, denominator }: Fraction): Fraction {
  return { numerator: -numerator, denominator };
}

export function subtract(a: Fraction, b: Fraction): Fraction {
  return add(a, negate(b));
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  const first = greatestDivisor(a.numerator, b.denominator);
  const second = greatestDivisor(b.numerator, a.denominator);
  return {
    numerator: (a.numerator / first) * (b.numerator / second),
    denominator: (a.denominator / second) * (b.denominator / first),
  };
}

/** 1 / `a`, which is not 0. */
export function invert({ numerator, denominator }: Fraction): Fraction {
  return numerator < 0n
    ? { numerator: -denominator, denominator: -numerator }
    : { numerator: denominator, denominator: numerator };
}

export function divide(a: Fraction, b: Fraction): Fraction {
  const { numerator, denominator } = invert(b);
  // What comes from `readDecimal` is not in lowest terms.
  return fraction(a.numerator * numerator, a.denominator * denominator);
}

/** To a whole exponent; 0 to a negative one is the caller's to refuse. */
export function raise(base: Fraction, exponent: number): Fraction {
  const { numerator, denominator } = exponent < 0 ? invert(base) : base;
  const power = BigInt(Math.abs(exponent));
  return { numerator: numerator ** power, denominator: denominator ** power };
}

export function absolute({ numerator, denominator }: Fraction): Fraction {
  return { numerator: magnitude(numerator), denominator };
}

/** Negative, 0 or positive, as `a` is less than, equal to or greater than `b`. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : Number(difference > 0n);
}

export function isZero({ numerator }: Fraction): boolean {
  return numerator === 0n;
}

export function isWhole({ denominator }: Fraction): boolean {
  return denominator === 1n;
}

/** The largest whole number that is not larger. */
export function floor({ numerator, denominator }: Fraction): bigint {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}

/** The quotient of two whole numbers as a whole number, ties to even unless said otherwise; the divisor is positive. */
export function roundedQuotient(
  dividend: bigint,
  divisor: bigint,
  rounding: Rounding = "halfEven",
): bigint {
  const below = floor({ numerator: dividend, denominator: divisor });
  const rest = dividend - below * divisor;
  const beyondHalf = rest * 2n - divisor;
  const isTie = beyondHalf === 0n;
  const isUp = {
    down: false,
    up: rest > 0n,
    halfEven: beyondHalf > 0n || (isTie && below % 2n !== 0n),
    halfUp: beyondHalf > 0n || (isTie && dividend > 0n),
  }[rounding];
  return isUp ? below + 1n : below;
}

/** Rounded half-even, unless said otherwise, to so many decimals; as many digits as that takes. */
export function toDecimals(
  { numerator, denominator }: Fraction,
  decimals: number,
  rounding: Rounding = "halfEven",
): Decimal {
  const scaled = roundedQuotient(numerator * 10n ** BigInt(decimals), denominator, rounding);
  return new Decimal(`${scaled}e-${decimals}`);
}

/** Rounded half-even to so many significant digits. */
export function toDigits(value: Fraction, digits: number): Decimal {
  if (isZero(value)) return new Decimal(0);
  const { numerator, denominator } = value;
  // Shifted by so many decimals, the number has as many digits before its point, or one more.
  const shift = digits - String(magnitude(numerator)).length + String(denominator).length;
  const dividend = shift > 0 ? numerator * 10n ** BigInt(shift) : numerator;
  const divisor = shift < 0 ? denominator * 10n ** BigInt(-shift) : denominator;
  const hasOneMore = magnitude(dividend / divisor) >= 10n ** BigInt(digits);
  const rounded = roundedQuotient(dividend, hasOneMore ? divisor * 10n : divisor);
  return new Decimal(`${rounded}e${hasOneMore ? 1 - shift : -shift}`);
}

/** Of significant digits; positional from 10^-6 to below 10^21, else with an exponent; no trailing zeros. */
export function significantText(value: Fraction, digits: number): string {
  return toDigits(value, digits).toString();
}

/** A decimal number that ends, or `a/b`. */
export function exactText({ numerator, denominator }: Fraction): string {
  if (denominator === 1n) return String(numerator);
  const decimals = decimalsOf(denominator);
  if (decimals === undefined) return `${numerator}/${denominator}`;
  const scale = 10n ** BigInt(decimals);
  return decimalText({ numerator: (numerator * scale) / denominator, denominator: scale });
}

/** As `exactText`; null where it would be longer than so many characters. */
export function exactTextWithin(value: Fraction, mostCharacters: number): string | null {
  const most = 10n ** BigInt(mostCharacters);
  // A decimal number that ends within the limit has a denominator of at most as many digits.
  if (magnitude(value.numerator) >= most || value.denominator >= most) return null;
  const text = exactText(value);
  return text.length > mostCharacters ? null : text;
}

/** Decimals of a fraction in lowest terms, undefined if they do not end. */
function decimalsOf(denominator: bigint): number | undefined {
  let rest = denominator;
  let [twos, fives] = [0, 0];
  for (; rest % 2n === 0n; twos++) rest /= 2n;
  for (; rest % 5n === 0n; fives++) rest /= 5n;
  return rest === 1n ? Math.max(twos, fives) : undefined;
}

/** The double nearest to a decimal that was rounded; null where there is none but 0 or infinity. */
export function toDouble(rounded: Decimal): number | null {
  const double = rounded.toNumber();
  if (!Number.isFinite(double) || (double === 0 && !rounded.isZero())) return null;
  return double + 0;
}

/** Exactly a decimal number, or what a JSON number's shortest decimal text says. */
export function fractionOf(number: Decimal | number): Fraction {
  return readFraction(String(number)) ?? ZERO;
}

/** The double nearest to the number rounded half-even to so many decimals; never −0. */
export function roundedNumber(value: Fraction, decimals: number): number {
  return toDecimals(value, decimals).toNumber() + 0;
}
