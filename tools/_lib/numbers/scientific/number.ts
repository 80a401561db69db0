/** Numbers that are exact fractions as long as they can be, and else have 100 digits. */
import { Decimal, decimalsOf } from "../decimal.ts";
import {
  absolute,
  add,
  compare,
  divide,
  floor,
  type Fraction,
  fraction,
  isZero as isZeroFraction,
  magnitude,
  multiply,
  negate,
  raise,
  toDigits,
} from "../fraction.ts";
import { divisionByZero, outsideDomain, overflow } from "./failures.ts";

/** Decimal numbers of 100 digits, which leave 60 after what a computation loses. */
export const Wide = decimalsOf({ precision: 100 }, Decimal);
export type Wide = Decimal;

/** Either the fraction is exact, or the number is only known to about 100 digits. */
export type Real =
  | { readonly exact: Fraction; readonly wide?: undefined }
  | { readonly exact?: undefined; readonly wide: Wide };

/** What happened on the way that is not an error. */
export interface Remarks {
  underflow: boolean;
}

export function exactly(whole: bigint | number): Real {
  return { exact: fraction(BigInt(whole)) };
}

export const ZERO = exactly(0);
export const ONE = exactly(1);

const WIDE_DIGITS = 100;
/** Powers of ten from which on numbers are refused, or become 0. */
const MOST_EXPONENT = 10_000;
/** Fractions with more bits in their denominator are not kept exactly. */
const MOST_BITS = 40_000;
const LIMIT = 10n ** BigInt(MOST_EXPONENT);
const EXACT_LIMIT = 1n << BigInt(MOST_BITS);

/** A fraction within the limits. */
export function ofFraction(exact: Fraction, remarks?: Remarks): Real {
  const { numerator, denominator } = exact;
  const size = magnitude(numerator);
  if (size >= LIMIT && size >= denominator * LIMIT) throw overflow();
  if (numerator !== 0n && denominator > LIMIT && denominator > size * LIMIT) {
    return underflown(remarks);
  }
  if (denominator < EXACT_LIMIT && size < EXACT_LIMIT) return { exact };
  return { wide: toWide({ exact }) };
}

/** A number of about 100 digits within the limits. */
export function ofWide(wide: Wide, remarks?: Remarks): Real {
  if (!wide.isFinite() || wide.e >= MOST_EXPONENT) throw overflow();
  if (!wide.isZero() && wide.e < -MOST_EXPONENT) return underflown(remarks);
  return { wide };
}

export function underflown(remarks: Remarks | undefined): Real {
  if (remarks) remarks.underflow = true;
  return { wide: new Wide(0) };
}

export function toWide({ exact, wide }: Real): Wide {
  return wide ?? new Wide(toDigits(exact, WIDE_DIGITS));
}

/** The value, exact only where all that it was computed from is. */
export function inexactIf(value: Real, ...parts: readonly Real[]): Real {
  return parts.every(({ exact }) => exact) ? value : { wide: toWide(value) };
}

export function isZero(value: Real): boolean {
  return value.exact ? isZeroFraction(value.exact) : value.wide.isZero();
}

export function signOf(value: Real): number {
  if (!value.exact) return value.wide.isZero() ? 0 : value.wide.s;
  const { numerator } = value.exact;
  return numerator < 0n ? -1 : Number(numerator > 0n);
}

/** Negative, 0 or positive, as `a` is less than, equal to or greater than `b`. */
export function compareReal(a: Real, b: Real): number {
  return a.exact && b.exact ? compare(a.exact, b.exact) : toWide(a).cmp(toWide(b));
}

/** The whole number that the value is, undefined if it is none. */
export function wholeOf(value: Real): bigint | undefined {
  if (value.exact) return value.exact.denominator === 1n ? value.exact.numerator : undefined;
  return value.wide.isInteger() && value.wide.e < WIDE_DIGITS
    ? BigInt(value.wide.toFixed())
    : undefined;
}

export function negated(value: Real): Real {
  return value.exact ? { exact: negate(value.exact) } : { wide: value.wide.neg().plus(0) };
}

export function absoluteOf(value: Real): Real {
  return value.exact ? { exact: absolute(value.exact) } : { wide: value.wide.abs() };
}

/** A sum that cancels to less than this part of its larger operand is 0, where a part was not exact. */
const CANCELLED = new Wide("1e-40");

export function plus(a: Real, b: Real, remarks?: Remarks): Real {
  if (a.exact && b.exact) return ofFraction(add(a.exact, b.exact), remarks);
  const [left, right] = [toWide(a), toWide(b)];
  const sum = left.plus(right);
  const larger = Wide.max(left.abs(), right.abs());
  return sum.abs().lt(larger.times(CANCELLED)) ? { wide: new Wide(0) } : ofWide(sum, remarks);
}

export function minus(a: Real, b: Real, remarks?: Remarks): Real {
  return plus(a, negated(b), remarks);
}

export function times(a: Real, b: Real, remarks?: Remarks): Real {
  if (a.exact && b.exact) return ofFraction(multiply(a.exact, b.exact), remarks);
  return ofWide(toWide(a).times(toWide(b)).plus(0), remarks);
}

export function over(a: Real, b: Real, remarks?: Remarks): Real {
  if (isZero(b)) throw divisionByZero();
  if (a.exact && b.exact) return ofFraction(divide(a.exact, b.exact), remarks);
  return ofWide(toWide(a).div(toWide(b)).plus(0), remarks);
}

export function floorOf(value: Real): Real {
  return value.exact ? exactly(floor(value.exact)) : { wide: value.wide.floor().plus(0) };
}

/** Towards zero. */
export function truncated(value: Real): Real {
  const size = floorOf(absoluteOf(value));
  return signOf(value) < 0 ? negated(size) : size;
}

/** a − b·floor(a/b), with the sign of b. */
export function modulo(a: Real, b: Real): Real {
  return minus(a, times(b, floorOf(over(a, b))));
}

/** a − b·trunc(a/b), with the sign of a. */
export function remainder(a: Real, b: Real): Real {
  return minus(a, times(b, truncated(over(a, b))));
}

/** `base`^`exponent` over the real numbers; exact where both are and the result is. */
export function power(base: Real, exponent: Real, remarks?: Remarks): Real {
  if (isZero(exponent)) return inexactIf(ONE, base, exponent);
  if (isZero(base)) {
    if (signOf(exponent) < 0) throw divisionByZero();
    return inexactIf(base, exponent);
  }
  const whole = wholeOf(exponent);
  if (whole !== undefined) {
    const raised = wholePower(base, whole, remarks);
    return exponent.exact ? raised : { wide: toWide(raised) };
  }
  if (signOf(base) < 0) {
    throw outsideDomain(
      "a negative number to a fractional power",
      "a base of 0 or more",
      "Use root(x, n) or cbrt(x) for the real root of a negative number",
    );
  }
  if (base.exact && exponent.exact) {
    const { numerator, denominator } = exponent.exact;
    const root = exactRoot(base.exact, denominator);
    if (root) return wholePower({ exact: root }, numerator, remarks);
  }
  return expOf(toWide(base).ln().times(toWide(exponent)), remarks);
}

function wholePower(base: Real, exponent: bigint, remarks: Remarks | undefined): Real {
  if (base.exact) {
    const { numerator, denominator } = base.exact;
    const isUnit = magnitude(numerator) === 1n && denominator === 1n;
    if (isUnit) return exponent % 2n === 0n ? ONE : base;
    // Whole numbers are kept as far as the limits go: what is left of them by `mod` shows each digit. Fractions,
    // whose sums cost more, are kept only where they are surely short.
    const bits =
      denominator === 1n ? logarithm2(numerator) : bitsOf(numerator) + bitsOf(denominator);
    if (BigInt(bits) * magnitude(exponent) <= MOST_BITS) {
      return ofFraction(raise(base.exact, Number(exponent)), remarks);
    }
  }
  const wide = toWide(base);
  const sign = wide.s < 0 && exponent % 2n !== 0n ? -1 : 1;
  const raised = expOf(wide.abs().ln().times(String(exponent)), remarks);
  return sign < 0 ? negated(raised) : raised;
}

/** Of 1 or more, rounded down. */
function logarithm2(whole: bigint): number {
  return magnitude(whole).toString(2).length - 1;
}

export function bitsOf(whole: bigint): number {
  return magnitude(whole).toString(16).length * 4;
}

/** ln 10^10000, and a little more for what rounds to 0 in any case. */
const MOST_LOGARITHM = 23_026;

/** e^x within the limits. */
export function expOf(x: Wide, remarks?: Remarks): Real {
  if (x.gt(MOST_LOGARITHM)) throw overflow();
  return x.lt(-MOST_LOGARITHM - 1) ? underflown(remarks) : ofWide(x.exp(), remarks);
}

/** The positive root of a positive fraction, undefined where it is not rational. */
export function exactRoot(
  { numerator, denominator }: Fraction,
  degree: bigint,
): Fraction | undefined {
  if (degree > BigInt(MOST_BITS)) return undefined;
  const top = wholeRoot(numerator, Number(degree));
  const bottom = top === undefined ? undefined : wholeRoot(denominator, Number(degree));
  return top === undefined || bottom === undefined
    ? undefined
    : { numerator: top, denominator: bottom };
}

/** Newton's method from above. */
function wholeRoot(value: bigint, degree: number): bigint | undefined {
  if (value === 1n) return 1n;
  const bits = bitsOf(value);
  if (bits < degree) return undefined;
  const [n, less] = [BigInt(degree), BigInt(degree - 1)];
  let root = 1n << BigInt(Math.ceil(bits / degree) + 1);
  for (;;) {
    const next = (less * root + value / root ** less) / n;
    if (next >= root) break;
    root = next;
  }
  return root ** n === value ? root : undefined;
}
