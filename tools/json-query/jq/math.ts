/** Functions of C's library on doubles, computed in decimals so that every engine gives the same digits. */
import { Decimal, decimalsOf } from "../../_lib/numbers/decimal.ts";
import { erf, erfc, gamma, lgamma } from "../../_lib/numbers/scientific/special-functions.ts";
import { type Real, toWide, Wide } from "../../_lib/numbers/scientific/number.ts";

/** Enough for a sum of two terms that nearly cancel. */
const DIGITS = 50;
const Digits = decimalsOf({ precision: DIGITS }, Decimal);
const LARGEST_EXPONENT = 710;
const LEAST_EXPONENT = -750;
const MOST_SQUARED = 10_000;
const LARGEST_POWER_OF_TEN = 330;

export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > LARGEST_EXPONENT) return Number.POSITIVE_INFINITY;
  if (x < LEAST_EXPONENT) return 0;
  return new Digits(x).exp().toNumber();
}

export function expm1(x: number): number {
  if (Number.isNaN(x) || x === 0) return x;
  if (x > LARGEST_EXPONENT) return Number.POSITIVE_INFINITY;
  if (x < -100) return -1;
  if (Math.abs(x) < TINY) return x;
  // Small arguments lose as many digits as they have zeros.
  return new (precise(x))(x).exp().minus(1).toNumber();
}

/** Below this size a function that goes through 0 with slope 1 is its argument, to the last digit of a double. */
const TINY = 1e-20;
/** Beyond this size the square of a number and its square plus 1 are the same in our digits. */
const HUGE = 1e30;

/** Decimals with as many digits more as the number has zeros behind its point. */
function precise(x: number): typeof Decimal {
  const zeros = x === 0 ? 0 : Math.max(0, -new Digits(x).e);
  return zeros === 0 ? Digits : Decimal.clone({ precision: DIGITS + zeros });
}

const logarithm =
  (take: (x: Decimal) => Decimal) =>
  (x: number): number => {
    if (x === 0) return Number.NEGATIVE_INFINITY;
    if (!(x > 0)) return Number.NaN;
    return x === Number.POSITIVE_INFINITY ? x : take(new Digits(x)).toNumber();
  };

export const log = logarithm((x) => x.ln());
export const log2 = logarithm((x) => x.log(2));
export const log10 = logarithm((x) => x.log(10));

export function log1p(x: number): number {
  if (x === 0 || x === Number.POSITIVE_INFINITY || Number.isNaN(x)) return x;
  if (Math.abs(x) < TINY) return x;
  if (x <= -1) return x === -1 ? Number.NEGATIVE_INFINITY : Number.NaN;
  return new (precise(x))(x).plus(1).ln().toNumber();
}

export function power(base: number, exponent: number): number {
  if (exponent === 0 || base === 1) return 1;
  if (Number.isNaN(base) || Number.isNaN(exponent)) return Number.NaN;
  if (!Number.isFinite(exponent)) return powerToInfinity(Math.abs(base), exponent);
  const isNegative = base < 0 || Object.is(base, -0);
  const isOdd = Number.isInteger(exponent) && Math.abs(exponent % 2) === 1;
  if (isNegative && !Number.isInteger(exponent) && base !== 0 && Number.isFinite(base))
    return Number.NaN;
  const size = powerOfSize(Math.abs(base), exponent);
  return isNegative && isOdd ? -size : size;
}

function powerOfSize(size: number, exponent: number): number {
  if (size === 0) return exponent > 0 ? 0 : Number.POSITIVE_INFINITY;
  if (size === Number.POSITIVE_INFINITY) return exponent > 0 ? size : 0;
  // By squaring, which is exact for small powers and takes a hundredth of the time of a logarithm.
  if (isSquared(exponent)) return powerOfWhole(size, exponent);
  const scaled = new Digits(size).ln().times(exponent);
  if (scaled.gt(LARGEST_EXPONENT)) return Number.POSITIVE_INFINITY;
  return scaled.lt(LEAST_EXPONENT) ? 0 : scaled.exp().toNumber();
}

/** Whether a power with this exponent is computed by squaring. */
export function isSquared(exponent: number): boolean {
  return Number.isInteger(exponent) && Math.abs(exponent) <= MOST_SQUARED;
}

function powerOfWhole(size: number, exponent: number): number {
  const value = new Digits(size).pow(Math.abs(exponent));
  if (value.e > LARGEST_POWER_OF_TEN) return exponent > 0 ? Number.POSITIVE_INFINITY : 0;
  return (exponent > 0 ? value : new Digits(1).div(value)).toNumber();
}

function powerToInfinity(size: number, exponent: number): number {
  if (size === 1) return 1;
  return size > 1 === exponent > 0 ? Number.POSITIVE_INFINITY : 0;
}

const trigonometric =
  (take: (x: Decimal) => Decimal, isOdd = true) =>
  (x: number): number => {
    if (!Number.isFinite(x)) return Number.NaN;
    if (Math.abs(x) < TINY) return isOdd ? x : 1;
    // The digits of a large argument before its point are lost when whole turns are taken away.
    const precision = DIGITS + Math.max(0, new Digits(x).e) + Math.max(0, -new Digits(x).e);
    return take(new (Decimal.clone({ precision }))(x)).toNumber();
  };

export const sin = trigonometric((x) => x.sin());
export const cos = trigonometric((x) => x.cos(), false);
export const tan = trigonometric((x) => x.tan());

const inverse =
  (isInside: (x: number) => boolean, take: (x: Decimal) => Decimal) =>
  (x: number): number => {
    if (Number.isNaN(x) || !isInside(x)) return Number.NaN;
    return Math.abs(x) < TINY ? x : take(new (precise(x))(x)).toNumber();
  };

export const asin = inverse(
  (x) => Math.abs(x) <= 1,
  (x) => x.asin(),
);
export function acos(x: number): number {
  if (!(Math.abs(x) <= 1)) return Number.NaN;
  return new Digits(Math.abs(x) < TINY ? 0 : x).acos().toNumber();
}
export const atan = inverse(
  () => true,
  (x) => x.atan(),
);

export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  return Digits.atan2(y, x).toNumber();
}

export function sinh(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  if (Math.abs(x) > LARGEST_EXPONENT + 1) return Math.sign(x) * Number.POSITIVE_INFINITY;
  if (Math.abs(x) < TINY) return x;
  return new (precise(x))(x).sinh().toNumber();
}

export function cosh(x: number): number {
  if (!Number.isFinite(x)) return Math.abs(x);
  if (Math.abs(x) > LARGEST_EXPONENT + 1) return Number.POSITIVE_INFINITY;
  return new Digits(x).cosh().toNumber();
}

export function tanh(x: number): number {
  if (x === 0 || Number.isNaN(x)) return x;
  if (Math.abs(x) > 50) return Math.sign(x);
  if (Math.abs(x) < TINY) return x;
  return new (precise(x))(x).tanh().toNumber();
}

export function asinh(x: number): number {
  if (!Number.isFinite(x) || Math.abs(x) < TINY) return x;
  if (Math.abs(x) > HUGE) return Math.sign(x) * logOfDouble(Math.abs(x));
  return new (precise(x))(x).asinh().toNumber();
}

export const acosh = (x: number): number => {
  if (x === Number.POSITIVE_INFINITY) return x;
  if (x > HUGE) return logOfDouble(x);
  return x >= 1 ? new Digits(x).acosh().toNumber() : Number.NaN;
};

/** The logarithm of twice the number. */
function logOfDouble(x: number): number {
  return new Digits(x).times(2).ln().toNumber();
}

export function atanh(x: number): number {
  if (Math.abs(x) < TINY) return x;
  if (Math.abs(x) === 1) return x * Number.POSITIVE_INFINITY;
  return Math.abs(x) < 1 ? new (precise(x))(x).atanh().toNumber() : Number.NaN;
}

export function cbrt(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  return new Digits(x).cbrt().toNumber();
}

function real(value: Real): number {
  return toWide(value).toNumber();
}

/** Whether the gamma function has no value there. */
function isPole(x: number): boolean {
  return x <= 0 && Number.isInteger(x);
}

export function tgamma(x: number): number {
  if (x === 0) return 1 / x;
  if (isPole(x) || Number.isNaN(x) || x === Number.NEGATIVE_INFINITY) return Number.NaN;
  if (x > 172) return Number.POSITIVE_INFINITY;
  return x < -190 ? 0 : real(gamma(new Wide(x), { underflow: false }));
}

export function logGamma(x: number): number {
  if (isPole(x) || Math.abs(x) === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  // What is left of the cancellation at its two zeros is not a digit of the result.
  if (x === 1 || x === 2) return 0;
  return Number.isNaN(x) ? x : real(lgamma(new Wide(x)));
}

/** The sign of the gamma function. */
export function signOfGamma(x: number): number {
  if (x > 0 || Object.is(x, 0) || isPole(x)) return Object.is(x, -0) ? -1 : 1;
  return Math.floor(x) % 2 === 0 ? 1 : -1;
}

export function errorFunction(x: number): number {
  if (Number.isNaN(x) || x === 0) return x;
  return Math.abs(x) > 10 ? Math.sign(x) : real(erf(new Wide(x)));
}

export function complementaryErrorFunction(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x < -10) return 2;
  return x > 30 ? 0 : real(erfc(new Wide(x), { underflow: false }));
}
