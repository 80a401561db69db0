/** Gamma and error functions, to a relative error far below 10^-45. */
import { beginning } from "../../text/shown.ts";
import { Decimal, decimalsOf } from "../decimal.ts";
import { add, type Fraction, fraction, multiply, toDigits, ZERO as NOTHING } from "../fraction.ts";
import { outsideDomain } from "./failures.ts";
import { expOf, ofWide, type Real, type Remarks, underflown, Wide } from "./number.ts";

/** Digits enough for what is lost near the zeros of ln Γ. */
const Guard = decimalsOf({ precision: 140 }, Decimal);
const PI = Guard.acos(-1);
/** From here on Stirling's series is good for all those digits. */
const STIRLING_FROM = 80;
const STIRLING_TERMS = 60;

let stirling: readonly Decimal[] | undefined;

/** B(2k) / (2k·(2k − 1)) for k = 1, 2, … */
function stirlingCoefficients(): readonly Decimal[] {
  const bernoulli: Fraction[] = [fraction(1n)];
  const coefficients: Decimal[] = [];
  for (let n = 1; n <= 2 * STIRLING_TERMS; n++) {
    let sum = NOTHING;
    let binomial = 1n;
    for (const [k, number] of bernoulli.entries()) {
      sum = add(sum, multiply(fraction(binomial), number));
      binomial = (binomial * BigInt(n + 1 - k)) / BigInt(k + 1);
    }
    const next = multiply(sum, fraction(-1n, BigInt(n + 1)));
    bernoulli.push(next);
    if (n % 2 === 0) {
      const coefficient = multiply(next, fraction(1n, BigInt(n * (n - 1))));
      coefficients.push(new Guard(toDigits(coefficient, Guard.precision)));
    }
  }
  return coefficients;
}

/** Γ(x) as Γ(x + n) by Stirling's series and the product x·(x + 1)·…·(x + n − 1). */
function shift(x: Decimal): { readonly logarithm: Decimal; readonly product: Decimal } {
  let shifted = new Guard(x);
  let product = new Guard(1);
  while (shifted.lt(STIRLING_FROM)) {
    product = product.times(shifted);
    shifted = shifted.plus(1);
  }
  stirling ??= stirlingCoefficients();
  const inverse = new Guard(1).div(shifted);
  const square = inverse.times(inverse);
  const series = stirling.reduceRight((sum, term) => sum.times(square).plus(term), new Guard(0));
  const logarithm = shifted
    .minus(0.5)
    .times(shifted.ln())
    .minus(shifted)
    .plus(LN_TAU.div(2))
    .plus(series.times(inverse));
  return { logarithm, product };
}

const LN_TAU = PI.times(2).ln();

/** ln Γ(x) for x ≥ 1/2. */
function logGamma(x: Decimal): Decimal {
  const { logarithm, product } = shift(x);
  return logarithm.minus(product.ln());
}

/** sin(πx), to all digits beside whole numbers, too. */
function sinOfPi(x: Decimal): Decimal {
  const nearest = x.toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN);
  const sine = new Guard(x).minus(nearest).times(PI).sin();
  return nearest.mod(2).isZero() ? sine : sine.neg();
}

function refusePole(x: Wide, name: string): void {
  if (x.isInteger() && x.lte(0)) {
    throw outsideDomain(
      `${name} of ${beginning(x.toString(), 20)}`,
      "no pole: none of 0, -1, -2, …",
    );
  }
}

/** From here down the product of the recurrence is longer than the reflection. */
const REFLECTED_FROM = -100;
/** Where 1/Γ is below all numbers that are kept. */
const MOST_REFLECTED = 3300;

/** Γ(x) for no whole number x ≤ 0. */
export function gamma(x: Wide, remarks: Remarks): Real {
  refusePole(x, "gamma");
  if (x.gte(REFLECTED_FROM)) {
    const { logarithm, product } = shift(x);
    const { wide } = expOf(logarithm, remarks);
    return ofWide(new Wide((wide ?? ZERO_WIDE).div(product)).plus(0), remarks);
  }
  if (x.lt(-MOST_REFLECTED)) return underflown(remarks);
  const reflected = logGamma(new Guard(1).minus(x)).exp();
  return ofWide(new Wide(PI.div(sinOfPi(x).times(reflected))).plus(0), remarks);
}

const ZERO_WIDE = new Wide(0);

/** ln |Γ(x)| for no whole number x ≤ 0. */
export function lgamma(x: Wide): Real {
  refusePole(x, "lgamma");
  if (x.gte(0.5)) return ofWide(new Wide(logGamma(x)).plus(0));
  const reflected = PI.div(sinOfPi(x).abs())
    .ln()
    .minus(logGamma(new Guard(1).minus(x)));
  return ofWide(new Wide(reflected).plus(0));
}

/** From here on erfc is computed by itself, before by 1 − erf. */
const FRACTION_FROM = 9;
/** 1 − erf is less than all digits that are kept. */
const ERF_IS_ONE = 20;

export function erf(x: Wide): Real {
  const size = x.abs();
  const value = size.gt(ERF_IS_ONE) ? new Guard(1) : erfSeries(size);
  return ofWide(new Wide(x.s < 0 ? value.neg() : value).plus(0));
}

/** 2/√π·e^(−x²)·Σ 2^n·x^(2n+1)/(2n+1)!!, whose terms are all positive. */
function erfSeries(x: Decimal): Decimal {
  const square = new Guard(x).times(x);
  let term = new Guard(x);
  let sum = term;
  for (let n = 1; term.gt(sum.times(SMALLEST_TERM)); n++) {
    term = term
      .times(square)
      .times(2)
      .div(2 * n + 1);
    sum = sum.plus(term);
  }
  return sum.times(2).div(PI.sqrt()).times(square.neg().exp());
}

const SMALLEST_TERM = new Guard("1e-138");

export function erfc(x: Wide, remarks: Remarks): Real {
  if (x.lt(FRACTION_FROM)) {
    const size = x.abs();
    const value = size.gt(ERF_IS_ONE) ? new Guard(1) : erfSeries(size);
    return ofWide(new Wide(new Guard(1).minus(x.s < 0 ? value.neg() : value)).plus(0), remarks);
  }
  const scale = expOf(new Guard(x).times(x).neg() as Wide, remarks);
  if (!scale.wide || scale.wide.isZero()) return scale;
  // Laplace's continued fraction, from the inside; so many terms give more than 100 digits.
  const terms = Math.ceil((82 / x.toNumber()) ** 2) + 20;
  let tail = new Guard(x);
  for (let n = terms; n >= 1; n--) tail = new Guard(n).div(2).div(tail).plus(x);
  return ofWide(new Wide(scale.wide.div(tail.times(PI.sqrt()))).plus(0), remarks);
}
