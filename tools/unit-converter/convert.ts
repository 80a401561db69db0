/** Converts quantities: does what the dimensions of source and target call for. */
import {
  absolute,
  add,
  compare,
  divide,
  floor,
  type Fraction,
  fraction,
  isZero,
  multiply,
  negate,
  readFraction,
  subtract,
  toDecimals,
  ZERO,
} from "../_lib/numbers/fraction.ts";
import { positionAt } from "../_lib/text/position.ts";
import {
  approximate,
  fromAbsoluteZero,
  type Measure,
  onScale,
  raiseFactor,
  timesFactor,
  UNITY,
} from "./measure.ts";
import { PER_SECOND, type Relation, relationOf } from "./relation.ts";
import type { Assumption, ConversionProblem, Places, Resolved } from "./resolve.ts";
import { dimensionText, type Factor, isSameDimension } from "../_lib/numbers/units/units.ts";

/** A sum of quantities of one dimension, in SI units. */
export interface Amount {
  readonly factor: Factor;
  /** The parts had different powers of π, so that the sum is rounded. */
  readonly isRounded: boolean;
  /** The number as given, where there is only one. */
  readonly value: Fraction | undefined;
  readonly measure: Measure;
}

/** The terms added up in SI units; the first that does not fit the others is a problem. */
export function amountOf(
  { terms, isNegative }: Resolved,
  place: Places["source"],
): Amount | ConversionProblem {
  const [first] = terms;
  if (!first) throw new TypeError("A quantity has a term");
  const signed = (value: Fraction): Fraction => (isNegative ? negate(value) : value);
  const factors = terms.map(({ value, measure }) =>
    timesFactor({ fraction: signed(value), pi: 0 }, measure.factor),
  );
  for (const { measure } of terms) {
    if (!isSameDimension(measure.dimension, first.measure.dimension)) {
      return mismatch(first.measure, measure, place);
    }
  }
  const isRounded = factors.some(({ pi }) => pi !== factors[0]?.pi);
  const sum = factors
    .map((factor) => (isRounded ? approximate(factor) : factor.fraction))
    .reduce(add, ZERO);
  return {
    factor: { fraction: sum, pi: isRounded ? 0 : (factors[0]?.pi ?? 0) },
    isRounded,
    value: terms.length === 1 ? signed(first.value) : undefined,
    measure: first.measure,
  };
}

export function mismatch(
  source: Measure,
  target: Measure,
  { text, path }: Places["source"],
): ConversionProblem {
  const nameOf = ({ label, dimension, single }: Measure): string => {
    const quantity = single ? `${single.unit.quantity}, ` : "";
    return `${label} (${quantity}${dimensionText(dimension) || "1"})`;
  };
  const offset = target.expression.powers[0]?.offset ?? 0;
  return {
    code: "DIMENSION_MISMATCH",
    message: `Cannot convert ${nameOf(source)} to ${nameOf(target)}: found different dimensions, expected the same`,
    path,
    ...positionAt(text, Math.min(offset, text.length)),
    expected: dimensionText(source.dimension) || "1",
    received: dimensionText(target.dimension) || "1",
  };
}

export interface Converted {
  readonly number: Factor;
  readonly isReciprocal: boolean;
}

/** The amount in the target's unit; what was assumed is added to `assumptions`. */
export function convertTo(
  amount: Amount,
  target: Measure,
  assumptions: Set<Assumption>,
): Converted | "mismatch" | "zero" {
  const { measure: source, value, factor } = amount;
  const relation = relationOf(source, target);
  if (relation === undefined) return "mismatch";
  noteRelation(amount, target, relation, assumptions);
  if (relation === "scale" && value) {
    const kelvin = fromAbsoluteZero(value, source);
    if (compare(kelvin, ZERO) < 0) assumptions.add("BELOW_ABSOLUTE_ZERO");
    return { number: { fraction: onScale(kelvin, target), pi: 0 }, isReciprocal: false };
  }
  const isReciprocal = relation === "inverse";
  if (isReciprocal && isZero(factor.fraction)) return "zero";
  let number = timesFactor(
    isReciprocal ? raiseFactor(factor, -1) : factor,
    raiseFactor(target.factor, -1),
  );
  if (relation === "cycle") number = timesFactor(number, cycles(source));
  return { number, isReciprocal };
}

const REVOLUTION: Factor = { fraction: fraction(2n), pi: 1 };

function cycles(source: Measure): Factor {
  return isSameDimension(source.dimension, PER_SECOND) ? REVOLUTION : raiseFactor(REVOLUTION, -1);
}

function noteRelation(
  { measure: source, value }: Amount,
  target: Measure,
  relation: Relation,
  assumptions: Set<Assumption>,
): void {
  if (relation === "inverse") assumptions.add("RECIPROCAL_CONVERSION");
  if (relation === "cycle") assumptions.add("CYCLE_ASSUMED");
  const kinds = [source.single?.unit.quantity, target.single?.unit.quantity];
  const isDifference = kinds.includes("temperatureDifference");
  if (relation === "same" && !kinds.includes(undefined) && kinds[0] !== kinds[1] && !isDifference) {
    assumptions.add("KIND_MISMATCH");
  }
  const isPoint = relation === "scale" && value !== undefined;
  const hasOwnZero = [...source.readings, ...target.readings].some(
    ({ unit }) => !isZero(unit.zero),
  );
  if (!isPoint && hasOwnZero) assumptions.add("TEMPERATURE_INTERVAL");
}

/** Decimals of the last part of a mixed result. */
const PART_DECIMALS = 6;

/** A number of the last target as whole numbers of those before it and the rest in it; all of one sign. */
export function splitNumber(number: Factor, targets: readonly Measure[]): Fraction[] {
  const last = targets.at(-1)?.factor ?? UNITY;
  const rounded = readFraction(toDecimals(approximate(number), PART_DECIMALS).toFixed()) ?? ZERO;
  const isNegative = compare(rounded, ZERO) < 0;
  let rest = absolute(rounded);
  const parts = targets.slice(0, -1).map(({ factor }) => {
    const size = approximate(timesFactor(factor, raiseFactor(last, -1)));
    const whole = fraction(floor(divide(rest, size)));
    rest = subtract(rest, multiply(whole, size));
    return whole;
  });
  parts.push(rest);
  return isNegative ? parts.map(negate) : parts;
}
