/** The functions of expressions, by name. */
import { fraction, greatestDivisor, magnitude, raise } from "../_lib/numbers/fraction.ts";
import { outsideDomain, overflow } from "../_lib/numbers/scientific/failures.ts";
import { erf, erfc, gamma, lgamma } from "../_lib/numbers/scientific/special-functions.ts";
import {
  absoluteOf,
  compareReal,
  exactly,
  expOf,
  floorOf,
  inexactIf,
  minus,
  modulo,
  negated,
  ofFraction,
  ofWide,
  ONE,
  over,
  plus,
  power,
  type Real,
  type Remarks,
  remainder,
  signOf,
  times,
  toWide,
  truncated,
  Wide,
  wholeOf,
  ZERO,
} from "../_lib/numbers/scientific/number.ts";
import {
  type Angle,
  arccosine,
  arcsine,
  arctangent,
  arctangent2,
  cotangent,
  fromDegrees,
  reciprocal,
  sinCos,
  tangent,
  toDegrees,
} from "./trigonometry.ts";

export interface Settings {
  readonly angle: Angle;
  readonly remarks: Remarks;
}

export interface MathFunction {
  readonly least: number;
  readonly most: number;
  apply(args: readonly Real[], settings: Settings): Real;
}

type Unary = (x: Real, settings: Settings) => Real;
type Binary = (x: Real, y: Real, settings: Settings) => Real;

function unary(apply: Unary): MathFunction {
  return { least: 1, most: 1, apply: ([x = ZERO], settings) => apply(x, settings) };
}

function binary(apply: Binary): MathFunction {
  return { least: 2, most: 2, apply: ([x = ZERO, y = ZERO], settings) => apply(x, y, settings) };
}

function many(least: number, apply: (args: readonly Real[]) => Real): MathFunction {
  return { least, most: Number.POSITIVE_INFINITY, apply };
}

/** Of two arguments, the second with a default. */
function optional(fallback: Real, apply: Binary): MathFunction {
  return {
    least: 1,
    most: 2,
    apply: ([x = ZERO, y = fallback], settings) => apply(x, y, settings),
  };
}

const HALF: Real = { exact: fraction(1n, 2n) };
const TWO = exactly(2);
const TEN = exactly(10);

function roundAway(x: Real, places: Real): Real {
  const digits = wholeOf(places);
  if (digits === undefined) throw outsideDomain("a fraction of places", "a whole number of places");
  const scale = power(TEN, exactly(digits));
  const size = over(floorOf(plus(times(absoluteOf(x), scale), HALF)), scale);
  return signOf(x) < 0 ? negated(size) : size;
}

export function squareRoot(x: Real): Real {
  if (signOf(x) < 0) throw outsideDomain("the square root of a negative number", "0 or more");
  return power(x, HALF);
}

/** The real root; of a negative number where the degree is odd. */
function nthRoot(x: Real, degree: Real, { remarks }: Settings): Real {
  const exponent = over(ONE, degree);
  if (signOf(x) >= 0) return power(x, exponent, remarks);
  const whole = wholeOf(degree);
  if (whole === undefined || whole % 2n === 0n) {
    throw outsideDomain("an even or fractional root of a negative number", "0 or more");
  }
  return negated(power(negated(x), exponent, remarks));
}

function naturalLogarithm(x: Real): Real {
  if (signOf(x) <= 0) throw outsideDomain("a logarithm of 0 or less", "a number above 0");
  if (x.exact && compareReal(x, ONE) === 0) return ZERO;
  return ofWide(toWide(x).ln());
}

/** Denominators of logarithms that are looked for: log(2, 8) = 1/3. */
const MOST_DENOMINATOR = 64;
const NEAR = new Wide("1e-60");

function logarithm(x: Real, base: Real): Real {
  if (signOf(base) <= 0 || compareReal(base, ONE) === 0) {
    throw outsideDomain("a logarithm to a base of 1, or of 0 or less", "a base above 0 but 1");
  }
  const numerator = naturalLogarithm(x);
  const ratio = toWide(numerator).div(toWide(naturalLogarithm(base)));
  if (!x.exact || !base.exact) return ofWide(ratio.plus(0));
  for (let denominator = 1; denominator <= MOST_DENOMINATOR; denominator++) {
    const nearest = ratio.times(denominator).round();
    if (nearest.minus(ratio.times(denominator)).abs().gt(NEAR)) continue;
    if (nearest.abs().gt(MOST_POWER)) break;
    const [left, right] = [raise(x.exact, denominator), raise(base.exact, nearest.toNumber())];
    const isEqual = left.numerator === right.numerator && left.denominator === right.denominator;
    if (isEqual) return { exact: fraction(BigInt(nearest.toFixed()), BigInt(denominator)) };
    break;
  }
  return ofWide(ratio.plus(0));
}

const MOST_POWER = 40_000;

/** e^x ± e^−x, halved; the sine of small numbers by its series. */
function hyperbolic(x: Real, sign: 1 | -1, remarks: Remarks): Real {
  const wide = toWide(x);
  if (sign < 0 && wide.abs().lt(1)) return ofWide(wide.sinh());
  const [rising, falling] = [expOf(wide, remarks), expOf(wide.neg(), { underflow: false })];
  return over(sign > 0 ? plus(rising, falling) : minus(rising, falling), TWO);
}

function hyperbolicTangent(x: Real): Real {
  const wide = toWide(x);
  if (wide.abs().lt(1)) return ofWide(wide.sinh().div(wide.cosh()));
  if (wide.abs().gt(ALMOST_ONE)) return { wide: new Wide(wide.s) };
  const square = wide.abs().times(2).exp();
  const size = new Wide(1).minus(new Wide(2).div(square.plus(1)));
  return ofWide(wide.s < 0 ? size.neg() : size);
}

/** From here on tanh is 1 to all digits. */
const ALMOST_ONE = 120;

/** `value` at a whole number of which the function is exact there, else its computation. */
function exactAt(at: number, value: number, compute: Unary): MathFunction {
  return unary((x, settings) =>
    x.exact && compareReal(x, exactly(at)) === 0 ? exactly(value) : compute(x, settings),
  );
}

const MOST_FACTORIAL = 3000;

export function factorial(x: Real, { remarks }: Settings): Real {
  if (compareReal(x, exactly(MOST_FACTORIAL)) > 0) throw overflow("a factorial above that of 3000");
  const whole = wholeOf(x);
  if (whole === undefined || whole < 0n) return gamma(toWide(plus(x, ONE)), remarks);
  let product = 1n;
  for (let factor = 2n; factor <= whole; factor++) product *= factor;
  return inexactIf(exactly(product), x);
}

function gammaOf(x: Real, settings: Settings): Real {
  const whole = wholeOf(x);
  return whole !== undefined && whole > 0n
    ? factorial(minus(x, ONE), settings)
    : gamma(toWide(x), settings.remarks);
}

function lgammaOf(x: Real): Real {
  if (x.exact && (compareReal(x, ONE) === 0 || compareReal(x, TWO) === 0)) return ZERO;
  return lgamma(toWide(x));
}

function wholeNumber(value: Real, name: string): bigint {
  const whole = wholeOf(value);
  if (whole === undefined) throw outsideDomain(`a fraction in ${name}`, "whole numbers");
  return whole;
}

const MOST_CHOICES = 10_000n;

function choices(n: Real, k: Real, name: string): readonly [n: bigint, k: bigint] {
  const [from, take] = [wholeNumber(n, name), wholeNumber(k, name)];
  if (from < 0n || take < 0n || from > MOST_CHOICES) {
    throw outsideDomain(`${name} of such numbers`, `whole numbers from 0, n up to ${MOST_CHOICES}`);
  }
  return [from, take];
}

function permutations(n: Real, k: Real): Real {
  const [from, take] = choices(n, k, "npr");
  return inexactIf(ofFraction(fraction(fallingProduct(from, take))), n, k);
}

function combinations(n: Real, k: Real): Real {
  const [from, take] = choices(n, k, "ncr");
  if (take > from) return inexactIf(ZERO, n, k);
  const fewer = take > from - take ? from - take : take;
  const product = fallingProduct(from, fewer) / fallingProduct(fewer, fewer);
  return inexactIf(exactly(product), n, k);
}

/** n·(n − 1)·…, `count` factors; 0 if there are not so many. */
function fallingProduct(n: bigint, count: bigint): bigint {
  if (count > n) return 0n;
  let product = 1n;
  for (let factor = n; factor > n - count; factor--) product *= factor;
  return product;
}

function divisorOf(args: readonly Real[]): Real {
  const divisor = args.map((arg) => wholeNumber(arg, "gcd")).reduce(greatestDivisor, 0n);
  return inexactIf(exactly(divisor), ...args);
}

function multipleOf(args: readonly Real[]): Real {
  const multiple = args
    .map((arg) => wholeNumber(arg, "lcm"))
    .reduce((a, b) => {
      if (a === 0n || b === 0n) return 0n;
      const product = magnitude(a * b) / greatestDivisor(a, b);
      // Checked at each step, so that no product grows beyond the limits.
      ofFraction(fraction(product));
      return product;
    }, 1n);
  return inexactIf(exactly(multiple), ...args);
}

function sumOf(args: readonly Real[]): Real {
  return args.reduce((sum, arg) => plus(sum, arg), ZERO);
}

function meanOf(args: readonly Real[]): Real {
  return over(sumOf(args), exactly(args.length));
}

function medianOf(args: readonly Real[]): Real {
  const sorted = args.toSorted(compareReal);
  const middle = sorted.length >> 1;
  const [low = ZERO, high = ZERO] = [sorted[middle - 1], sorted[middle]];
  return inexactIf(sorted.length % 2 === 1 ? high : over(plus(low, high), TWO), ...args);
}

/** The sum of squared differences from the mean, by the number of arguments less `fewer`. */
function varianceOf(args: readonly Real[], fewer: 0 | 1): Real {
  const mean = meanOf(args);
  const squares = args.map((arg) => power(minus(arg, mean), TWO));
  return over(sumOf(squares), exactly(args.length - fewer));
}

function extreme(args: readonly Real[], sign: 1 | -1): Real {
  const found = args.reduce((best, arg) => (sign * compareReal(arg, best) > 0 ? arg : best));
  return inexactIf(found, ...args);
}

function inverseHyperbolicCosine(x: Real): Real {
  if (compareReal(x, ONE) < 0) throw outsideDomain("acosh below 1", "1 or more");
  return ofWide(toWide(x).acosh());
}

function inverseHyperbolicTangent(x: Real): Real {
  if (compareReal(absoluteOf(x), ONE) >= 0)
    throw outsideDomain("atanh of ±1 or beyond", "less than 1");
  return ofWide(toWide(x).atanh());
}

const mean = many(1, meanOf);

const OWN_NAMES: ReadonlyMap<string, MathFunction> = new Map(
  Object.entries({
    abs: unary(absoluteOf),
    sign: unary((x) => inexactIf(exactly(signOf(x)), x)),
    floor: unary(floorOf),
    ceil: unary((x) => negated(floorOf(negated(x)))),
    trunc: unary(truncated),
    frac: unary((x) => minus(x, truncated(x))),
    round: optional(ZERO, roundAway),
    min: many(1, (args) => extreme(args, -1)),
    max: many(1, (args) => extreme(args, 1)),
    sum: many(1, sumOf),
    mean,
    avg: mean,
    median: many(1, medianOf),
    var: many(2, (args) => varianceOf(args, 1)),
    varp: many(1, (args) => varianceOf(args, 0)),
    stdev: many(2, (args) => squareRoot(varianceOf(args, 1))),
    stdevp: many(1, (args) => squareRoot(varianceOf(args, 0))),
    gcd: many(1, divisorOf),
    lcm: many(1, multipleOf),
    mod: binary(modulo),
    rem: binary(remainder),
    sqrt: unary(squareRoot),
    cbrt: unary((x, settings) => nthRoot(x, exactly(3), settings)),
    root: binary(nthRoot),
    pow: binary((x, y, { remarks }) => power(x, y, remarks)),
    exp: exactAt(0, 1, (x, { remarks }) => expOf(toWide(x), remarks)),
    ln: unary(naturalLogarithm),
    log: optional(TEN, logarithm),
    log10: unary((x) => logarithm(x, TEN)),
    log2: unary((x) => logarithm(x, TWO)),
    sin: unary((x, { angle }) => sinCos(x, angle).sin),
    cos: unary((x, { angle }) => sinCos(x, angle).cos),
    tan: unary((x, { angle }) => tangent(x, angle)),
    sec: unary((x, { angle }) => reciprocal(sinCos(x, angle).cos, "sec")),
    csc: unary((x, { angle }) => reciprocal(sinCos(x, angle).sin, "csc")),
    cot: unary((x, { angle }) => cotangent(x, angle)),
    asin: unary((x, { angle }) => arcsine(x, angle)),
    acos: unary((x, { angle }) => arccosine(x, angle)),
    atan: unary((x, { angle }) => arctangent(x, angle)),
    atan2: binary((y, x, { angle }) => arctangent2(y, x, angle)),
    sinh: exactAt(0, 0, (x, { remarks }) => hyperbolic(x, -1, remarks)),
    cosh: exactAt(0, 1, (x, { remarks }) => hyperbolic(x, 1, remarks)),
    tanh: exactAt(0, 0, hyperbolicTangent),
    asinh: exactAt(0, 0, (x) => ofWide(toWide(x).asinh())),
    acosh: exactAt(1, 0, inverseHyperbolicCosine),
    atanh: exactAt(0, 0, inverseHyperbolicTangent),
    hypot: many(1, (args) => squareRoot(sumOf(args.map((arg) => power(arg, TWO))))),
    fact: unary(factorial),
    gamma: unary(gammaOf),
    lgamma: unary(lgammaOf),
    erf: exactAt(0, 0, (x) => erf(toWide(x))),
    erfc: exactAt(0, 1, (x, { remarks }) => erfc(toWide(x), remarks)),
    ncr: binary(combinations),
    npr: binary(permutations),
    deg: unary(toDegrees),
    rad: unary((x) => fromDegrees(x, "rad")),
  }),
);

/** ISO 80000-2 writes arcus and area functions so. */
const OTHER_NAMES =
  "arcsin asin,arccos acos,arctan atan,arctan2 atan2,arsinh asinh,arcosh acosh,artanh atanh,arcsinh asinh,arccosh acosh,arctanh atanh";

export const FUNCTIONS: ReadonlyMap<string, MathFunction> = new Map([
  ...OWN_NAMES,
  ...OTHER_NAMES.split(",").flatMap((row): [string, MathFunction][] => {
    const [other = "", name = ""] = row.split(" ");
    const own = OWN_NAMES.get(name);
    return own ? [[other, own]] : [];
  }),
]);
