/** Weight and height of a person, in the units of the form, as exact kilograms and metres. */
import { Type } from "@sinclair/typebox";
import { oneOf } from "../../_core/fields.ts";
import type { Entry } from "../../_core/tool.ts";
import { CONFLICT_FAILURES } from "./exclusive-fields.ts";
import {
  add,
  compare,
  type Fraction,
  fraction,
  fractionOf,
  multiply,
  ONE,
} from "../numbers/fraction.ts";
import { findUnit } from "../numbers/units/lookup.ts";

export const WEIGHT_UNITS = ["kg", "lb", "st", "g"] as const;
export const HEIGHT_UNITS = ["cm", "m", "in", "ft"] as const;

export type WeightUnit = (typeof WEIGHT_UNITS)[number];
export type HeightUnit = (typeof HEIGHT_UNITS)[number];

/** The input fields of a body. */
export const BODY_FIELDS = {
  weight: Type.Number({ description: "In weightUnit", exclusiveMinimum: 0 }),
  height: Type.Number({ description: "In heightUnit", exclusiveMinimum: 0 }),
  weightUnit: oneOf(WEIGHT_UNITS, { description: "Of weight", default: "kg" }),
  heightUnit: oneOf(HEIGHT_UNITS, { description: "Of height", default: "cm" }),
  heightInches: Type.Optional(
    Type.Number({ description: "Added to a height in ft", minimum: 0, maximum: 11.99 }),
  ),
} as const;

export const BODY_FAILURES = {
  ...CONFLICT_FAILURES,
  HEIGHT_IMPLAUSIBLE: "The height is outside of 0.4 to 3 m",
  WEIGHT_IMPLAUSIBLE: "The weight is outside of 1 to 700 kg",
} as const;

export interface BodyInput {
  readonly weight: number;
  readonly height: number;
  readonly weightUnit: WeightUnit;
  readonly heightUnit: HeightUnit;
  readonly heightInches?: number;
}

export interface Body {
  readonly kilograms: Fraction;
  readonly metres: Fraction;
}

const LEAST_HEIGHT = fraction(2n, 5n);
const MOST_HEIGHT = fraction(3n);
const LEAST_WEIGHT = ONE;
const MOST_WEIGHT = fraction(700n);

/** The body, or all that is wrong with its measures. */
export function readBody({
  weight,
  height,
  weightUnit,
  heightUnit,
  heightInches,
}: BodyInput):
  Body | readonly [Entry<keyof typeof BODY_FAILURES>, ...Entry<keyof typeof BODY_FAILURES>[]] {
  const inches = multiply(fractionOf(heightInches ?? 0), sizeOf("in"));
  const metres = add(multiply(fractionOf(height), sizeOf(heightUnit)), inches);
  const kilograms = multiply(fractionOf(weight), sizeOf(weightUnit));
  const problems: Entry<keyof typeof BODY_FAILURES>[] = [];
  if (!isBetween(kilograms, LEAST_WEIGHT, MOST_WEIGHT)) {
    problems.push(implausible("weight", `${weight} ${weightUnit}`, "1 to 700 kg", WEIGHT_UNITS));
  }
  if (!isBetween(metres, LEAST_HEIGHT, MOST_HEIGHT)) {
    problems.push(implausible("height", `${height} ${heightUnit}`, "0.4 to 3 m", HEIGHT_UNITS));
  }
  if (heightInches !== undefined && heightUnit !== "ft")
    problems.push(inchesWithoutFeet(heightUnit));
  const [first, ...others] = problems;
  return first ? [first, ...others] : { kilograms, metres };
}

/** Kilograms or metres of one unit. */
export function sizeOf(unit: WeightUnit | HeightUnit): Fraction {
  return findUnit(unit)?.readings[0]?.factor.fraction ?? ONE;
}

function isBetween(value: Fraction, least: Fraction, most: Fraction): boolean {
  return compare(value, least) >= 0 && compare(value, most) <= 0;
}

function implausible<F extends "weight" | "height">(
  field: F,
  found: string,
  expected: string,
  units: readonly string[],
): Entry<"WEIGHT_IMPLAUSIBLE" | "HEIGHT_IMPLAUSIBLE"> {
  const example = field === "height" ? "1.75 is in m, 175 in cm" : "70 is in kg, 154 in lb";
  return {
    code: field === "height" ? "HEIGHT_IMPLAUSIBLE" : "WEIGHT_IMPLAUSIBLE",
    message: `Cannot use the ${field}: found ${found}, expected ${expected}`,
    path: `/${field}`,
    expected,
    hint: `Is ${field}Unit right, one of ${units.join(", ")}? ${example}`,
  };
}

function inchesWithoutFeet(unit: HeightUnit): Entry<"CONFLICTING_FIELDS"> {
  const message = `Cannot use heightInches with a height in ${unit}: found both, expected heightInches only with heightUnit ft`;
  return { code: "CONFLICTING_FIELDS", message, path: "/heightInches" };
}
