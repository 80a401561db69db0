/** Energy: what a body at rest needs a day, and what a diet aims at; in kcal, exactly. */
import {
  add,
  divide,
  type Fraction,
  fraction,
  fractionOf,
  multiply,
  negate,
  ONE,
  subtract,
  ZERO,
} from "../_lib/numbers/fraction.ts";
import type { Body } from "../_lib/fields/body-measures.ts";

export const SEXES = ["male", "female"] as const;
export const FORMULAS = ["mifflin", "harris", "katch"] as const;
export const GOALS = ["maintain", "lose", "gain"] as const;

export type Sex = (typeof SEXES)[number];
export type Formula = (typeof FORMULAS)[number];
export type Goal = (typeof GOALS)[number];

/** Times the metabolism at rest. */
export const ACTIVITY_FACTORS = {
  sedentary: 1.2,
  light: 1.375,
  moderate: 1.55,
  active: 1.725,
  veryActive: 1.9,
} as const;

/** For each kilogram, centimetre and year, and a constant. */
type Coefficients = readonly [kilogram: number, centimetre: number, year: number, constant: number];

/** Mifflin et al., Am J Clin Nutr 51 (1990) 241; Roza and Shizgal, Am J Clin Nutr 40 (1984) 168. */
const LINEAR: Readonly<Record<Exclude<Formula, "katch">, Readonly<Record<Sex, Coefficients>>>> = {
  mifflin: { male: [10, 6.25, -5, 5], female: [10, 6.25, -5, -161] },
  harris: {
    male: [13.397, 4.799, -5.677, 88.362],
    female: [9.247, 3.098, -4.33, 447.593],
  },
};

/** Katch and McArdle, of lean mass. */
const LEAN = { constant: 370, kilogram: 21.6 } as const;

export interface Metabolism {
  readonly body: Body;
  readonly sex: Sex;
  readonly age: number;
  readonly formula: Formula;
  /** Percent of the weight; used, and needed, by katch. */
  readonly bodyFatPercent: number;
}

const HUNDRED = fraction(100n);

export function metabolicRate({ body, sex, age, formula, bodyFatPercent }: Metabolism): Fraction {
  const { kilograms, metres } = body;
  if (formula === "katch") {
    const lean = subtract(ONE, divide(fractionOf(bodyFatPercent), HUNDRED));
    const perKilogram = multiply(fractionOf(LEAN.kilogram), kilograms);
    return add(fractionOf(LEAN.constant), multiply(perKilogram, lean));
  }
  const measures = [kilograms, multiply(metres, HUNDRED), fractionOf(age), ONE];
  return LINEAR[formula][sex]
    .map((coefficient, index) => multiply(fractionOf(coefficient), measures[index] ?? ZERO))
    .reduce(add);
}

/** What a unit of weight holds. */
const PER_KILOGRAM = fraction(7700n);
const PER_POUND = fraction(3500n);
const DAYS = fraction(7n);

/** A diet's change a day: as such, or by the weight that it moves in a week. */
export interface Pace {
  readonly goal: Goal;
  /** Kilocalories a day, instead of `perWeek`. */
  readonly dailyChange: number | undefined;
  readonly perWeek: number;
  readonly isPounds: boolean;
}

/** Negative for a loss. */
export function changePerDay({ goal, dailyChange, perWeek, isPounds }: Pace): Fraction {
  if (goal === "maintain") return ZERO;
  const size =
    dailyChange === undefined
      ? divide(multiply(fractionOf(perWeek), isPounds ? PER_POUND : PER_KILOGRAM), DAYS)
      : fractionOf(dailyChange);
  return goal === "lose" ? negate(size) : size;
}

/** Kilograms a week that a change a day comes to. */
export function weeklyKilograms(change: Fraction): Fraction {
  return divide(multiply(change, DAYS), PER_KILOGRAM);
}
