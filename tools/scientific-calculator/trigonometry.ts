/** Trigonometric functions and their inverses, in radians, degrees and gradians. */
import { Decimal, decimalsOf } from "../_lib/numbers/decimal.ts";
import {
  divide,
  type Fraction,
  floor,
  fraction,
  multiply,
  subtract,
} from "../_lib/numbers/fraction.ts";
import { MathFault, outsideDomain } from "../_lib/numbers/scientific/failures.ts";
import {
  exactly,
  isZero,
  negated,
  ofWide,
  ONE,
  over,
  type Real,
  signOf,
  toWide,
  Wide,
  ZERO,
} from "../_lib/numbers/scientific/number.ts";

export const ANGLES = ["rad", "deg", "grad"] as const;
export type Angle = (typeof ANGLES)[number];

/** Digits enough for arguments of 10^15. */
const Long = decimalsOf({ precision: 130 }, Decimal);
const PI = Long.acos(-1);

/** Parts of a full turn; radians have no exact ones. */
const TURN: Readonly<Record<Angle, bigint | undefined>> = { rad: undefined, deg: 360n, grad: 400n };

const MOST_RADIANS = new Wide("1e15");
/** Below this a result is 0, unless its argument is about as small. */
const LEAST_RESULT = new Wide("1e-40");
const LEAST_ARGUMENT = new Wide("1e-20");

export interface SineAndCosine {
  readonly sin: Real;
  readonly cos: Real;
}

/** Exact for multiples of 30 degrees that have rational values, to 100 digits for others. */
export function sinCos(argument: Real, angle: Angle): SineAndCosine {
  const turn = TURN[angle];
  if (turn !== undefined && argument.exact) {
    const turns = divide(argument.exact, fraction(turn));
    const part = subtract(turns, fraction(floor(turns)));
    const isSmall = toWide(argument).abs().lte(LEAST_ARGUMENT);
    const cleared = (value: Real): Real =>
      !isSmall && value.wide?.abs().lt(LEAST_RESULT) ? { wide: new Wide(0) } : value;
    const quarterLess = subtract(fraction(5n, 4n), part);
    return { sin: cleared(sineOf(part)), cos: cleared(sineOf(quarterLess)) };
  }
  if (isZero(argument) && argument.exact) return { sin: ZERO, cos: ONE };
  const given = new Long(toWide(argument));
  const radians = turn === undefined ? given : given.times(PI).times(2).div(String(turn));
  if (radians.abs().gt(MOST_RADIANS)) throw tooLarge();
  const reduced = reduce(radians);
  const cleared = (value: Decimal): Real =>
    ofWide(isCleared(value, radians) ? new Wide(0) : new Wide(value).plus(0));
  return { sin: cleared(reduced.sin()), cos: cleared(reduced.cos()) };
}

function isCleared(value: Decimal, radians: Decimal): boolean {
  return value.abs().lt(LEAST_RESULT) && radians.abs().gt(LEAST_ARGUMENT);
}

function reduce(radians: Decimal): Decimal {
  const turns = radians.div(PI.times(2)).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN);
  return radians.minus(turns.times(PI).times(2));
}

function tooLarge(): MathFault {
  return new MathFault(
    "MATH_PRECISION",
    "an argument above 10^15 radians",
    "an argument that leaves digits of the angle",
  );
}

/** Twelfths of a turn whose sine is rational. */
const EXACT_SINES: Readonly<Record<number, Real>> = {
  0: ZERO,
  1: { exact: fraction(1n, 2n) },
  3: ONE,
  5: { exact: fraction(1n, 2n) },
  6: ZERO,
  7: { exact: fraction(-1n, 2n) },
  9: exactly(-1),
  11: { exact: fraction(-1n, 2n) },
};

/** The sine of so many turns, from 0 to 5/4. */
function sineOf(turns: Fraction): Real {
  const twelfths = multiply(turns, fraction(12n));
  const known =
    twelfths.denominator === 1n ? EXACT_SINES[Number(twelfths.numerator % 12n)] : undefined;
  if (known) return known;
  const [numerator, denominator] = [turns.numerator, turns.denominator];
  const radians = new Long(String(numerator)).div(String(denominator)).times(PI).times(2);
  return ofWide(new Wide(sineNear(radians, turns)).plus(0));
}

/** Beside a multiple of half a turn the difference is taken exactly, so that no digits are lost. */
function sineNear(radians: Decimal, turns: Fraction): Decimal {
  const halves = multiply(turns, fraction(2n));
  const nearest = floor(subtract(halves, fraction(-1n, 2n)));
  const { numerator, denominator } = subtract(halves, fraction(nearest));
  if (nearest === 0n) return radians.sin();
  const rest = new Long(String(numerator)).div(String(denominator)).times(PI);
  return nearest % 2n === 0n ? rest.sin() : rest.sin().neg();
}

export function tangent(argument: Real, angle: Angle): Real {
  const { sin, cos } = sinCos(argument, angle);
  if (isZero(cos)) throw pole("tan");
  return quotient(sin, cos, tangentOfOctants(argument, angle));
}

export function cotangent(argument: Real, angle: Angle): Real {
  const { sin, cos } = sinCos(argument, angle);
  if (isZero(sin)) throw pole("cot");
  return quotient(cos, sin, tangentOfOctants(argument, angle));
}

export function reciprocal(value: Real, name: string): Real {
  if (isZero(value)) throw pole(name);
  return over(ONE, value);
}

function quotient(dividend: Real, divisor: Real, known: Real | undefined): Real {
  if (known) return known;
  return over(dividend, divisor);
}

/** ±1, the tangent and the cotangent of odd multiples of an eighth of a turn. */
function tangentOfOctants(argument: Real, angle: Angle): Real | undefined {
  const turn = TURN[angle];
  if (turn === undefined || !argument.exact) return undefined;
  const { numerator, denominator } = multiply(argument.exact, fraction(8n, turn));
  if (denominator !== 1n || numerator % 2n === 0n) return undefined;
  return ((numerator % 4n) + 4n) % 4n === 1n ? ONE : exactly(-1);
}

function pole(name: string): MathFault {
  return outsideDomain(`a pole of ${name}`, "an argument beside it");
}

/** Radians, as what the angle is measured in. */
function fromRadians(radians: Decimal, angle: Angle): Real {
  const turn = TURN[angle];
  const value = turn === undefined ? radians : radians.times(String(turn)).div(PI).div(2);
  return ofWide(new Wide(value).plus(0));
}

/** Twelfths or eighths of a turn; undefined in radians, but for none. */
function exactAngle(parts: bigint, of: bigint, angle: Angle): Real | undefined {
  const turn = TURN[angle];
  if (parts === 0n) return ZERO;
  return turn === undefined ? undefined : { exact: fraction(parts * turn, of) };
}

export function arcsine(x: Real, angle: Angle): Real {
  refuseBeyondOne(x, "asin");
  const half = x.exact && multiply(x.exact, fraction(2n));
  const twelfths = new Map([
    ["0", 0n],
    ["1", 1n],
    ["2", 3n],
    ["-1", -1n],
    ["-2", -3n],
  ]).get(half?.denominator === 1n ? String(half.numerator) : "");
  const known = twelfths === undefined ? undefined : exactAngle(twelfths, 12n, angle);
  if (known) return known;
  return fromRadians(arcsineOf(new Long(toWide(x))), angle);
}

function arcsineOf(x: Decimal): Decimal {
  const cosine = x.neg().plus(1).times(x.plus(1)).sqrt();
  return x.div(cosine.plus(1)).atan().times(2);
}

export function arccosine(x: Real, angle: Angle): Real {
  refuseBeyondOne(x, "acos");
  const half = x.exact && multiply(x.exact, fraction(2n));
  const twelfths = new Map([
    ["2", 0n],
    ["1", 2n],
    ["0", 3n],
    ["-1", 4n],
    ["-2", 6n],
  ]).get(half?.denominator === 1n ? String(half.numerator) : "");
  const known = twelfths === undefined ? undefined : exactAngle(twelfths, 12n, angle);
  if (known) return known;
  const value = new Long(toWide(x));
  if (value.eq(-1)) return fromRadians(PI, angle);
  const ratio = value.neg().plus(1).div(value.plus(1));
  return fromRadians(ratio.sqrt().atan().times(2), angle);
}

function refuseBeyondOne(x: Real, name: string): void {
  if (toWide(x).abs().gt(1)) throw outsideDomain(`${name} beyond ±1`, "an argument from -1 to 1");
}

export function arctangent(x: Real, angle: Angle): Real {
  return arctangent2(x, ONE, angle);
}

/** The angle of the point (x, y), above −half a turn; 0 at the origin. */
export function arctangent2(y: Real, x: Real, angle: Angle): Real {
  const [up, right] = [signOf(y), signOf(x)];
  const isDiagonal = y.exact !== undefined && x.exact !== undefined && isAsLarge(y.exact, x.exact);
  if (up === 0 || right === 0 || isDiagonal) {
    const eighths = eighthsOf(up, right);
    const isExact = y.exact !== undefined && x.exact !== undefined;
    const known = isExact ? exactAngle(eighths, 8n, angle) : undefined;
    return known ?? fromRadians(PI.times(String(eighths)).div(4), angle);
  }
  const size = new Long(toWide(y))
    .abs()
    .div(new Long(toWide(x)).abs())
    .atan();
  const radians = right > 0 ? size : PI.minus(size);
  const value = fromRadians(radians, angle);
  return up > 0 ? value : negated(value);
}

function isAsLarge(a: Fraction, b: Fraction): boolean {
  return (
    a.denominator === b.denominator && (a.numerator === b.numerator || a.numerator === -b.numerator)
  );
}

function eighthsOf(up: number, right: number): bigint {
  if (up === 0) return right < 0 ? 4n : 0n;
  const size = right === 0 ? 2n : right > 0 ? 1n : 3n;
  return up > 0 ? size : -size;
}

/** Degrees as the unit of the angle. */
export function fromDegrees(value: Real, angle: Angle): Real {
  const turn = TURN[angle];
  if (value.exact && (turn !== undefined || isZero(value))) {
    return { exact: multiply(value.exact, fraction(turn ?? 0n, 360n)) };
  }
  const degrees = new Long(toWide(value));
  return ofWide(
    new Wide(
      turn === undefined ? degrees.times(PI).div(180) : degrees.times(String(turn)).div(360),
    ).plus(0),
  );
}

/** Radians as degrees. */
export function toDegrees(value: Real): Real {
  if (value.exact && isZero(value)) return value;
  return ofWide(new Wide(new Long(toWide(value)).times(180).div(PI)).plus(0));
}

export function piOf(turns: 1 | 2): Real {
  return { wide: new Wide(PI.times(turns)).plus(0) };
}
