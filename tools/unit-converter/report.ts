/** What the unit converter gives. */
import {
  divide,
  exactTextWithin,
  type Fraction,
  significantText,
  toDigits,
  toDouble,
} from "../_lib/numbers/fraction.ts";
import {
  type Amount,
  amountOf,
  type Converted,
  convertTo,
  mismatch,
  splitNumber,
} from "./convert.ts";
import { approximate, type Measure, measureOf, UNITY } from "./measure.ts";
import { isProblem, parseUnit, type UnitExpression } from "./parse.ts";
import type { Assumption, ConversionProblem, Places, Resolved } from "./resolve.ts";
import { commonUnits, dimensionText, type Factor, type Unit } from "../_lib/numbers/units/units.ts";
import type { Row, Value } from "../unit-converter.ts";

export interface Answer {
  readonly output: string;
  readonly value: Value;
}

const MOST_EXACT_CHARACTERS = 200;

/** The result for one target, several, or none; assumptions made on the way are added to those of `resolved`. */
export function answer(
  resolved: Resolved,
  targetText: string,
  places: Places,
  precision: number,
): Answer | ConversionProblem {
  const amount = amountOf(resolved, places.source);
  if ("code" in amount) return amount;
  const { targets, assumptions } = resolved;
  const base = baseOf(amount, targets[0], precision);
  const last = targets.at(-1);
  if (!last) return withoutTarget(amount, base, assumptions, precision);
  for (const target of targets.slice(0, -1)) {
    const converted = convert(amount, target, assumptions, places);
    if ("code" in converted) return converted;
  }
  const converted = convert(amount, last, assumptions, places);
  if ("code" in converted) return converted;
  const reciprocal = converted.isReciprocal;
  if (targets.length > 1) {
    const mixed = mixedResult(converted.number, targets, precision);
    return { output: mixed.text, value: { ...base, ...mixed.value, to: targetText, reciprocal } };
  }
  const { unit, result, resultText } = rowOf(last.label, converted.number, precision);
  const isExact = converted.number.pi === 0 && !amount.isRounded;
  const exact = isExact ? exactTextWithin(converted.number.fraction, MOST_EXACT_CHARACTERS) : null;
  return {
    output: `${resultText} ${unit}`,
    value: { ...base, to: unit, result, resultText, exact, reciprocal },
  };
}

function convert(
  amount: Amount,
  target: Measure,
  assumptions: Set<Assumption>,
  { target: place }: Places,
): Converted | ConversionProblem {
  const converted = convertTo(amount, target, assumptions);
  if (converted === "mismatch") return mismatch(amount.measure, target, place);
  if (converted !== "zero") return converted;
  const message = `Cannot convert 0 ${amount.measure.label} to ${target.label}: found 0, expected a number that has a reciprocal`;
  return { code: "DIVISION_BY_ZERO", message, path: place.path };
}

function baseOf(amount: Amount, target: Measure | undefined, precision: number): Value {
  const { measure, value, factor } = amount;
  const inFirst =
    value ?? approximate({ ...factor, fraction: divide(factor.fraction, measure.factor.fraction) });
  const quantityOf = (side: Measure | undefined): string | undefined => side?.single?.unit.quantity;
  return {
    value: value === undefined ? toDouble(toDigits(inFirst, precision)) : doubleOf(value),
    from: measure.label,
    to: null,
    result: null,
    resultText: null,
    exact: null,
    quantity: quantityOf(target) ?? quantityOf(measure) ?? null,
    reciprocal: false,
    parts: null,
    conversions: [],
  };
}

/** More digits than tell two doubles apart. */
const DOUBLE_DIGITS = 40;

function doubleOf(value: Fraction): number | null {
  return toDouble(toDigits(value, DOUBLE_DIGITS));
}

function rowOf(unit: string, number: Factor, precision: number): Row {
  const rounded = toDigits(approximate(number), precision);
  return { unit, result: toDouble(rounded), resultText: rounded.toString() };
}

function mixedResult(
  number: Factor,
  targets: readonly Measure[],
  precision: number,
): { readonly text: string; readonly value: Partial<Value> } {
  const numbers = splitNumber(number, targets);
  const isNegative = numbers.some(({ numerator }) => numerator < 0n);
  const texts = numbers.map((part, index) => {
    const isWhole = index < numbers.length - 1;
    return isWhole ? String(part.numerator) : significantText(part, precision);
  });
  const parts = targets.map(({ label }, index) => ({
    value: Number(texts[index]) + 0,
    unit: label,
  }));
  const areDoubles = parts.every(({ value }) => Number.isFinite(value));
  const shown = targets.map(
    ({ label }, index) => `${(texts[index] ?? "").replace("-", "")} ${label}`,
  );
  const text = `${isNegative ? "-" : ""}${shown.join(" ")}`;
  return { text, value: { resultText: text, parts: areDoubles ? parts : null } };
}

function withoutTarget(
  amount: Amount,
  base: Value,
  assumptions: Set<Assumption>,
  precision: number,
): Answer {
  const common = commonUnits(base.quantity ?? "").map(measureNamed);
  const targets = common.length > 0 ? common : [inBaseUnits(amount.measure)];
  const conversions = targets.flatMap((target) => {
    const converted = convertTo(amount, target, assumptions);
    // 0 mpg are no number of litres per 100 km.
    return typeof converted === "string" ? [] : [rowOf(target.label, converted.number, precision)];
  });
  const output = conversions.map(({ unit, resultText }) => `${resultText} ${unit}`.trim());
  return { output: output.join("\n"), value: { ...base, conversions } };
}

/** A unit that is known to exist. */
function measureNamed(text: string): Measure {
  const expression = parseUnit(text, "");
  if (isProblem(expression)) throw new TypeError(`No unit ${text}`);
  return measureOf(
    expression,
    expression.powers.flatMap(({ readings }) => readings.slice(0, 1)),
  );
}

function inBaseUnits({ dimension }: Measure): Measure {
  const text = dimensionText(dimension);
  const expression: UnitExpression = {
    text,
    scale: UNITY.fraction,
    powers: [],
    isAmbiguous: false,
  };
  return { label: text, factor: UNITY, dimension, single: undefined, readings: [], expression };
}

/** The units of quantities with their factors to SI units. */
export function listUnits(units: readonly Unit[], precision: number): Answer {
  const conversions = units.map(({ symbol, factor }) => rowOf(symbol, factor, precision));
  const lines = units.map(({ symbol, dimension }, index) =>
    `1 ${symbol} = ${conversions[index]?.resultText} ${dimensionText(dimension)}`.trim(),
  );
  const value: Value = {
    value: null,
    from: null,
    to: null,
    result: null,
    resultText: null,
    exact: null,
    quantity: null,
    reciprocal: null,
    parts: null,
    conversions,
  };
  return { output: lines.join("\n"), value };
}
