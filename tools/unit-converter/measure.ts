/** Amounts in SI units: exact fractions times powers of π, added up and compared by dimension. */
import { Decimal, decimalsOf } from "../_lib/numbers/decimal.ts";
import {
  add,
  compare,
  divide,
  type Fraction,
  multiply,
  ONE,
  raise,
  readFraction,
  subtract,
  ZERO,
} from "../_lib/numbers/fraction.ts";
import type { Reading } from "../_lib/numbers/units/lookup.ts";
import type { UnitExpression } from "./parse.ts";
import { BASE_UNITS, type Dimension, type Factor } from "../_lib/numbers/units/units.ts";

/** A unit, or an expression, of which every word has one meaning. */
export interface Measure {
  /** The symbol of a single unit, else the expression as typed. */
  readonly label: string;
  /** How many SI units one is. */
  readonly factor: Factor;
  readonly dimension: Dimension;
  /** Where it is one unit, no power and no number. */
  readonly single: Reading | undefined;
  readonly readings: readonly Reading[];
  readonly expression: UnitExpression;
}

export const UNITY: Factor = { fraction: ONE, pi: 0 };

export function timesFactor(a: Factor, b: Factor): Factor {
  return { fraction: multiply(a.fraction, b.fraction), pi: a.pi + b.pi };
}

/** The power of a factor to a whole exponent; 0 has no negative ones. */
export function raiseFactor({ fraction, pi }: Factor, exponent: number): Factor {
  return { fraction: raise(fraction, exponent), pi: pi * exponent };
}

/** The expression with the readings chosen, one for each of its powers. */
export function measureOf(expression: UnitExpression, readings: readonly Reading[]): Measure {
  const { powers, scale, text } = expression;
  let factor: Factor = { fraction: scale, pi: 0 };
  const dimension: number[] = BASE_UNITS.map(() => 0);
  for (const [index, { exponent }] of powers.entries()) {
    const reading = readings[index];
    if (!reading) continue;
    factor = timesFactor(factor, raiseFactor(reading.factor, exponent));
    for (const [base, power] of reading.unit.dimension.entries()) {
      dimension[base] = (dimension[base] ?? 0) + power * exponent;
    }
  }
  const single = isSingleWord(expression) ? readings[0] : undefined;
  return { label: single?.symbol ?? text, factor, dimension, single, readings, expression };
}

/** Whether the expression is one unit and nothing else. */
export function isSingleWord({ powers, scale }: UnitExpression): boolean {
  return powers.length === 1 && powers[0]?.exponent === 1 && compare(scale, ONE) === 0;
}

/** On a scale with a zero of its own: `(number + zero) · factor` counts from absolute zero. */
export function isTemperature({ single }: Measure): boolean {
  return single?.unit.quantity === "temperature";
}

export function fromAbsoluteZero(value: Fraction, { single, factor }: Measure): Fraction {
  return multiply(add(value, single?.unit.zero ?? ZERO), factor.fraction);
}

export function onScale(kelvin: Fraction, { single, factor }: Measure): Fraction {
  return subtract(divide(kelvin, factor.fraction), single?.unit.zero ?? ZERO);
}

const Wide = decimalsOf({ precision: 120 }, Decimal);
let pi: Decimal | undefined;

/** The number as one fraction, to more than 100 digits where π is in it. */
export function approximate({ fraction, pi: power }: Factor): Fraction {
  if (power === 0) return fraction;
  pi ??= Wide.acos(-1);
  const raised = readFraction(pi.pow(Math.abs(power)).toFixed(DIGITS)) ?? ONE;
  return power > 0 ? multiply(fraction, raised) : divide(fraction, raised);
}

const DIGITS = 110;
