/** How the energy of a diet is split between protein, carbohydrates and fat. */
import type { Entry } from "../_core/tool.ts";
import {
  add,
  compare,
  divide,
  type Fraction,
  fraction,
  fractionOf,
  isZero,
  multiply,
  roundedNumber,
  subtract,
} from "../_lib/numbers/fraction.ts";
import type { Value } from "../calorie-macro-calculator.ts";

type MacroProblem = Entry<"MACROS_NOT_100" | "PROTEIN_EXCEEDS_TARGET">;

/** Percent of the energy. */
const PRESETS = {
  balanced: [30, 40, 30],
  lowCarb: [40, 20, 40],
  highProtein: [40, 30, 30],
  lowFat: [25, 55, 20],
  keto: [25, 5, 70],
} as const;

export const PRESET_NAMES = ["balanced", "lowCarb", "highProtein", "lowFat", "keto"] as const;

export interface MacroInput {
  readonly macros: keyof typeof PRESETS;
  readonly proteinPercent?: number;
  readonly carbsPercent?: number;
  readonly fatPercent?: number;
}

type Macro = "protein" | "carbs" | "fat";
export type Split = Readonly<Record<Macro, Fraction>>;

const HUNDRED = fraction(100n);

/** Percent of the energy: own ones, a missing one being 0, or those of a preset. */
export function readSplit({
  macros,
  proteinPercent,
  carbsPercent,
  fatPercent,
}: MacroInput): Split | MacroProblem {
  const own = [proteinPercent, carbsPercent, fatPercent];
  const isOwn = own.some((percent) => percent !== undefined);
  const [protein, carbs, fat] = isOwn ? own : PRESETS[macros];
  const split = {
    protein: fractionOf(protein ?? 0),
    carbs: fractionOf(carbs ?? 0),
    fat: fractionOf(fat ?? 0),
  };
  const total = add(add(split.protein, split.carbs), split.fat);
  return compare(total, HUNDRED) === 0 ? split : notHundred(`${roundedNumber(total, 6)}`);
}

function notHundred(found: string): MacroProblem {
  return {
    code: "MACROS_NOT_100",
    message: `Cannot split the energy: found ${found} %, expected proteinPercent, carbsPercent and fatPercent to add up to 100`,
    path: "/proteinPercent",
    expected: 100,
  };
}

/** Kilocalories of one gram. */
const ENERGY: Split = { protein: fraction(4n), carbs: fraction(4n), fat: fraction(9n) };

/** The energy of each; a protein given by grams leaves the rest to carbs and fat in proportion. */
export function splitEnergy(
  target: Fraction,
  split: Split,
  proteinGrams: Fraction | undefined,
): Split | MacroProblem {
  if (!proteinGrams) {
    const share = (percent: Fraction): Fraction => divide(multiply(target, percent), HUNDRED);
    return { protein: share(split.protein), carbs: share(split.carbs), fat: share(split.fat) };
  }
  const protein = multiply(proteinGrams, ENERGY.protein);
  const rest = subtract(target, protein);
  if (rest.numerator < 0n) return tooMuchProtein(protein, target);
  const others = add(split.carbs, split.fat);
  if (isZero(others))
    return notHundred("only protein, of which proteinPerKg sets the amount, at 100");
  const carbs = divide(multiply(rest, split.carbs), others);
  return { protein, carbs, fat: subtract(rest, carbs) };
}

function tooMuchProtein(protein: Fraction, target: Fraction): MacroProblem {
  const expected = `at most the target of ${roundedNumber(target, 0)} kcal`;
  return {
    code: "PROTEIN_EXCEEDS_TARGET",
    message: `Cannot split the energy: found protein of ${roundedNumber(protein, 0)} kcal, expected ${expected}`,
    path: "/proteinPerKg",
    expected,
  };
}

export function describeMacros(energy: Split, target: Fraction): Value["macros"] {
  const describe = (macro: Macro) => ({
    grams: roundedNumber(divide(energy[macro], ENERGY[macro]), 0),
    kcal: roundedNumber(energy[macro], 0),
    percent: roundedNumber(divide(multiply(energy[macro], HUNDRED), target), 1),
  });
  return { protein: describe("protein"), carbs: describe("carbs"), fat: describe("fat") };
}
