import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { operand } from "./arithmetic.ts";
import { besselJ, besselY, MOST_ORDER } from "./bessel.ts";
import {
  ieeeRemainder,
  nextAfter,
  roundHalfAway,
  roundHalfEven,
  scale,
  splitExponent,
} from "./bits.ts";
import { typeError } from "./errors.ts";
import * as math from "./math.ts";
import type { Machine } from "./machine.ts";
import type { Native, Natives } from "./native.ts";
import {
  absolute,
  boolean,
  double,
  doubleOf,
  isComputed,
  list,
  NULL,
  spendDigits,
} from "./values.ts";

/** Units of functions that are computed in decimals, by the time that they take. */
const DECIMAL_UNITS = 1000;
const SQUARING_UNITS = 8;
const ARC_UNITS = 10_000;
const ERROR_UNITS = 15_000;
const GAMMA_UNITS = 40_000;
const BESSEL_UNITS = 25_000;
/** Units of each step of a recurrence. */
const ORDER_UNITS = 45;
/** Digits that angles are computed with; before a large one is brought into a circle, it needs more. */
const ANGLE_DIGITS = 50;

function numberOf(node: JsonNode, machine: Machine): number {
  if (node.type !== "number") throw typeError(node, "number required");
  return operand(node, machine);
}

const one =
  (units: number, take: (x: number) => number): Native =>
  (input, _args, machine) => {
    machine.spend(units);
    return double(take(numberOf(input, machine)));
  };

const two =
  (units: number, take: (x: number, y: number) => number): Native =>
  (_input, [x = NULL, y = NULL], machine) => {
    machine.spend(units);
    return double(take(numberOf(x, machine), numberOf(y, machine)));
  };

const cheap = (take: (x: number) => number): Native => one(1, take);
const costly = (take: (x: number) => number): Native => one(DECIMAL_UNITS, take);

/** A function of an angle: a long division, and a series of as many terms as there are digits. */
const ofAngle =
  (take: (x: number) => number): Native =>
  (input, _args, machine) => {
    const x = numberOf(input, machine);
    const digits = Number.isFinite(x) ? Math.max(0, splitExponent(x).exponent) * Math.LOG10E : 0;
    machine.spend(Math.ceil(DECIMAL_UNITS * (1 + digits / ANGLE_DIGITS) ** 3));
    return double(take(x));
  };

/** A power: by squaring where the exponent is a whole number, else by a logarithm. */
const pow: Native = (_input, [base = NULL, exponent = NULL], machine) => {
  const x = numberOf(base, machine);
  const y = numberOf(exponent, machine);
  const squarings = math.isSquared(y) ? 32 - Math.clz32(Math.abs(y)) : undefined;
  machine.spend(squarings === undefined ? 2 * DECIMAL_UNITS : SQUARING_UNITS * (1 + squarings));
  return double(math.power(x, y));
};

/** A Bessel function of any order, which takes a step for each order below it, and some above. */
const ofOrder =
  (take: (order: number, x: number) => number): Native =>
  (_input, [order = NULL, x = NULL], machine) => {
    const n = Math.abs(numberOf(order, machine));
    const steps = n > MOST_ORDER ? 0 : n + 20 * Math.sqrt(n + 10) + 60;
    machine.spend(BESSEL_UNITS + Math.ceil(ORDER_UNITS * steps));
    return double(take(numberOf(order, machine), numberOf(x, machine)));
  };

function significand(x: number): number {
  return x === 0 || !Number.isFinite(x) ? x : splitExponent(x).fraction * 2;
}

function logb(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  return Number.isFinite(x) ? splitExponent(x).exponent - 1 : Math.abs(x);
}

const frexp: Native = (input, _args, machine) => {
  const { fraction, exponent } = splitExponent(numberOf(input, machine));
  return list([double(fraction), double(exponent)]);
};

const modf: Native = (input, _args, machine) => {
  const x = numberOf(input, machine);
  const whole = Math.trunc(x);
  const fraction = Number.isFinite(x) ? x - whole : 0;
  return list([double(Object.is(fraction, 0) && x < 0 ? -0 : fraction), double(whole)]);
};

const lgammaR: Native = (input, _args, machine) => {
  machine.spend(GAMMA_UNITS);
  const x = numberOf(input, machine);
  return list([double(math.logGamma(x)), double(math.signOfGamma(x))]);
};

/** `if . < 0 then -. else . end`: what is below 0 and no number is null and the booleans. */
const abs: Native = (input) => {
  if (input.type === "null" || input.type === "boolean")
    throw typeError(input, "cannot be negated");
  return input.type === "number" && doubleOf(input) < 0 ? absolute(input) : input;
};

const isNormal: Native = (input) => {
  if (input.type !== "number") throw typeError(input, "number required");
  const size = Math.abs(doubleOf(input));
  return boolean(size >= 2 ** -1022 && Number.isFinite(size));
};

const isInfinite: Native = (input) => {
  if (input.type !== "number") throw typeError(input, "number required");
  return boolean(Math.abs(doubleOf(input)) === Number.POSITIVE_INFINITY);
};

const isNaNNative: Native = (input) => {
  if (input.type !== "number") throw typeError(input, "number required");
  return boolean(isComputed(input) && Number.isNaN(doubleOf(input)));
};

const isFiniteNative: Native = (input) =>
  boolean(input.type === "number" && Math.abs(doubleOf(input)) !== Number.POSITIVE_INFINITY);

const fma: Native = (_input, [x = NULL, y = NULL, z = NULL], machine) =>
  double(numberOf(x, machine) * numberOf(y, machine) + numberOf(z, machine));

/** A rounding leaves a whole number as it is written. */
const rounding =
  (take: (x: number) => number): Native =>
  (input, _args, machine) => {
    if (input.type === "number") spendDigits(input, machine.spend);
    if (input.type === "number" && /^-?[0-9]+$/.test(input.text)) return input;
    return double(take(numberOf(input, machine)));
  };

const largest = (x: number, y: number): number =>
  Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y);
const least = (x: number, y: number): number =>
  Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y);

export const MATH_NATIVES: Natives = {
  "abs/0": abs,
  "acos/0": one(ARC_UNITS, math.acos),
  "acosh/0": costly(math.acosh),
  "asin/0": one(ARC_UNITS, math.asin),
  "asinh/0": costly(math.asinh),
  "atan/0": one(ARC_UNITS, math.atan),
  "atan2/2": two(ARC_UNITS, math.atan2),
  "atanh/0": costly(math.atanh),
  "cbrt/0": costly(math.cbrt),
  "ceil/0": rounding(Math.ceil),
  "copysign/2": two(1, (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x))),
  "cos/0": ofAngle(math.cos),
  "cosh/0": costly(math.cosh),
  "drem/2": two(1, ieeeRemainder),
  "erf/0": one(ERROR_UNITS, math.errorFunction),
  "erfc/0": one(ERROR_UNITS, math.complementaryErrorFunction),
  "exp/0": costly(math.exp),
  "exp10/0": costly((x) => math.power(10, x)),
  "exp2/0": costly((x) => math.power(2, x)),
  "expm1/0": costly(math.expm1),
  "fabs/0": cheap(Math.abs),
  "fdim/2": two(1, (x, y) => (x > y ? x - y : Number.isNaN(x + y) ? Number.NaN : 0)),
  "floor/0": rounding(Math.floor),
  "fma/3": fma,
  "fmax/2": two(1, largest),
  "fmin/2": two(1, least),
  "fmod/2": two(1, (x, y) => x % y),
  "frexp/0": frexp,
  "gamma/0": one(GAMMA_UNITS, math.logGamma),
  "hypot/2": two(1, (x, y) => Math.sqrt(x * x + y * y)),
  "infinite/0": () => double(Number.POSITIVE_INFINITY),
  "isfinite/0": isFiniteNative,
  "isinfinite/0": isInfinite,
  "isnan/0": isNaNNative,
  "isnormal/0": isNormal,
  "j0/0": one(BESSEL_UNITS, (x) => besselJ(0, x)),
  "j1/0": one(BESSEL_UNITS, (x) => besselJ(1, x)),
  "jn/2": ofOrder(besselJ),
  "ldexp/2": two(1, scale),
  "lgamma/0": one(GAMMA_UNITS, math.logGamma),
  "lgamma_r/0": lgammaR,
  "log/0": costly(math.log),
  "log10/0": costly(math.log10),
  "log1p/0": costly(math.log1p),
  "log2/0": costly(math.log2),
  "logb/0": cheap(logb),
  "modf/0": modf,
  "nan/0": () => double(Number.NaN),
  "nearbyint/0": rounding(roundHalfEven),
  "nextafter/2": two(1, nextAfter),
  "nexttoward/2": two(1, nextAfter),
  "pow/2": pow,
  "pow10/0": costly((x) => math.power(10, x)),
  "remainder/2": two(1, ieeeRemainder),
  "rint/0": rounding(roundHalfEven),
  "round/0": rounding(roundHalfAway),
  "scalb/2": two(1, scale),
  "scalbln/2": two(1, scale),
  "significand/0": cheap(significand),
  "sin/0": ofAngle(math.sin),
  "sinh/0": costly(math.sinh),
  "sqrt/0": cheap(Math.sqrt),
  "tan/0": ofAngle(math.tan),
  "tanh/0": costly(math.tanh),
  "tgamma/0": one(GAMMA_UNITS, math.tgamma),
  "trunc/0": rounding(Math.trunc),
  "y0/0": one(BESSEL_UNITS, (x) => besselY(0, x)),
  "y1/0": one(BESSEL_UNITS, (x) => besselY(1, x)),
  "yn/2": ofOrder(besselY),
};
