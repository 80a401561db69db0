/** The body mass index, its classes, and the weights that are healthy for a height. */
import type { Decimal } from "../_lib/numbers/decimal.ts";
import {
  compare,
  divide,
  type Fraction,
  fraction,
  isWhole,
  multiply,
  readFraction,
  toDecimals,
  toDigits,
  ZERO,
} from "../_lib/numbers/fraction.ts";
import type { Body } from "../_lib/fields/body-measures.ts";

interface Class {
  readonly name: string;
  /** Indices from the one before up to, not including, this; undefined for the last. */
  readonly below?: string;
}

interface Standard {
  readonly classes: readonly Class[];
  /** Where the normal range ends. */
  readonly normalBelow: string;
}

/** WHO Technical Report Series 894 (2000); WHO expert consultation, Lancet 363 (2004) 157-163. */
const STANDARDS = {
  who: {
    classes: [
      { name: "severeThinness", below: "16" },
      { name: "moderateThinness", below: "17" },
      { name: "mildThinness", below: "18.5" },
      { name: "normal", below: "25" },
      { name: "overweight", below: "30" },
      { name: "obesityClass1", below: "35" },
      { name: "obesityClass2", below: "40" },
      { name: "obesityClass3" },
    ],
    normalBelow: "25",
  },
  asian: {
    classes: [
      { name: "underweight", below: "18.5" },
      { name: "normal", below: "23" },
      { name: "increasedRisk", below: "27.5" },
      { name: "highRisk" },
    ],
    normalBelow: "23",
  },
} as const satisfies Record<string, Standard>;

export type StandardName = keyof typeof STANDARDS;
export const STANDARD_NAMES = ["who", "asian"] as const satisfies readonly StandardName[];

const NORMAL_FROM = "18.5";

export function bodyMassIndex({ kilograms, metres }: Body): Fraction {
  return divide(kilograms, square(metres));
}

/** The class that the unrounded index falls into. */
export function classOf(index: Fraction, standard: StandardName): string {
  const classes: readonly Class[] = STANDARDS[standard].classes;
  const found = classes.find(
    ({ below }) => below === undefined || compare(index, exact(below)) < 0,
  );
  return found?.name ?? "";
}

export interface WeightRange {
  readonly least: Decimal;
  readonly most: Decimal;
}

/** The weights with an index in the normal range, in a unit of so many kilograms, to one decimal inside of it. */
export function healthyWeights(
  metres: Fraction,
  standard: StandardName,
  unit: Fraction,
): WeightRange {
  const weightAt = (index: string): Fraction =>
    divide(multiply(exact(index), square(metres)), unit);
  const end = weightAt(STANDARDS[standard].normalBelow);
  const most = toDecimals(end, RANGE_DECIMALS, "down");
  // The end itself is no longer normal.
  const isEnd = isWhole(multiply(end, TENTHS));
  return {
    least: toDecimals(weightAt(NORMAL_FROM), RANGE_DECIMALS, "up"),
    most: isEnd ? most.minus("0.1") : most,
  };
}

const RANGE_DECIMALS = 1;
const TENTHS = fraction(10n);

/** Mosteller, N Engl J Med 317 (1987) 1098: in square metres. */
export function bodySurfaceArea({ kilograms, metres }: Body): Decimal {
  const product = multiply(kilograms, metres);
  return toDigits(product, SURE_DIGITS).div(MOSTELLER).sqrt();
}

const SURE_DIGITS = 40;
/** 3600 for a height in centimetres. */
const MOSTELLER = 36;

export function square(value: Fraction): Fraction {
  return multiply(value, value);
}

function exact(text: string): Fraction {
  return readFraction(text) ?? ZERO;
}
