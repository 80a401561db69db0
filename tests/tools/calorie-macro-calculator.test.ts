import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/calorie-macro-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

interface Macro {
  readonly grams: number;
  readonly kcal: number;
  readonly percent: number;
}

interface Value {
  readonly bmr: number;
  readonly tdee: number;
  readonly targetCalories: number;
  readonly dailyChange: number;
  readonly weeklyChangeKg: number;
  readonly activityFactor: number;
  readonly macros: Readonly<Record<"protein" | "carbs" | "fat", Macro>>;
}

const MAN = { sex: "male", age: 30, weight: 80, height: 180 } as const;
const WOMAN = { sex: "female", age: 28, weight: 60, height: 165 } as const;

const run = (input: object) => runUnit(tool, input);
const value = (input: object) => run(input).value as Value;
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);

/** Worked with Python's fractions. */
describe("energy", () => {
  test.each<[string, object, object]>([
    ["Mifflin-St Jeor, man", MAN, { bmr: 1780, tdee: 2136, targetCalories: 2136, dailyChange: 0 }],
    ["Mifflin-St Jeor, woman", { ...WOMAN, activity: "light" }, { bmr: 1330, tdee: 1829 }],
    ["Harris-Benedict, man", { ...MAN, formula: "harris" }, { bmr: 1854, tdee: 2224 }],
    ["Katch-McArdle", { ...MAN, formula: "katch", bodyFatPercent: 20 }, { bmr: 1752 }],
    ["a factor of its own", { ...MAN, activityFactor: 1.5 }, { tdee: 2670, activityFactor: 1.5 }],
    [
      "a usual loss",
      { ...MAN, goal: "lose" },
      { dailyChange: -550, targetCalories: 1586, weeklyChangeKg: -0.5 },
    ],
    [
      "a gain by the week",
      { ...MAN, goal: "gain", ratePerWeek: 0.25 },
      { dailyChange: 275, targetCalories: 2411, weeklyChangeKg: 0.25 },
    ],
    [
      "a gain in pounds",
      { ...WOMAN, weight: 132, weightUnit: "lb", goal: "gain", ratePerWeek: 1 },
      { dailyChange: 500, tdee: 1595, targetCalories: 2095, weeklyChangeKg: 0.455 },
    ],
    [
      "the usual rate with a weight in pounds, which is in kg",
      { ...WOMAN, weight: 132, weightUnit: "lb", goal: "gain" },
      { dailyChange: 550, weeklyChangeKg: 0.5 },
    ],
    [
      "a change by the day",
      { ...MAN, goal: "lose", dailyChange: 300 },
      { dailyChange: -300, targetCalories: 1836, weeklyChangeKg: -0.273 },
    ],
    [
      "maintaining, whatever the rate",
      { ...MAN, ratePerWeek: 3 },
      { dailyChange: 0, targetCalories: 2136, weeklyChangeKg: 0 },
    ],
  ])("of %s", (_title, input, expected) => {
    expect(value(input)).toMatchObject(expected);
  });

  test("is the same in all units", () => {
    const metric = value({ ...MAN, weight: 63.5029318, height: 177.8 });
    const feet = { heightUnit: "ft", height: 5, heightInches: 10 };
    expect(value({ ...MAN, weight: 10, weightUnit: "st", ...feet })).toEqual(metric);
    expect(value({ ...MAN, weight: 140, weightUnit: "lb", height: 70, heightUnit: "in" })).toEqual(
      metric,
    );
  });
});

describe("macros", () => {
  const grams = (input: object) => {
    const { protein, carbs, fat } = value({ ...MAN, ...input }).macros;
    return [protein.grams, carbs.grams, fat.grams];
  };

  test.each<[object, number[]]>([
    [{}, [160, 214, 71]],
    [{ macros: "lowCarb" }, [214, 107, 95]],
    [{ macros: "highProtein" }, [214, 160, 71]],
    [{ macros: "lowFat" }, [134, 294, 47]],
    [{ macros: "keto" }, [134, 27, 166]],
    [{ proteinPercent: 20, fatPercent: 80 }, [107, 0, 190]],
    [
      { macros: "keto", proteinPercent: 33.3, carbsPercent: 33.3, fatPercent: 33.4 },
      [178, 178, 79],
    ],
    [{ proteinPerKg: 2 }, [160, 214, 71]],
    [{ proteinPerKg: 0, macros: "keto" }, [0, 36, 222]],
  ])("%j: %j", (input, expected) => {
    expect(grams(input)).toEqual(expected);
  });

  test("have their share of the target", () => {
    expect(value({ ...MAN, proteinPerKg: 2 }).macros).toEqual({
      protein: { grams: 160, kcal: 640, percent: 30 },
      carbs: { grams: 214, kcal: 855, percent: 40 },
      fat: { grams: 71, kcal: 641, percent: 30 },
    });
  });

  test("add up to the target", () => {
    const percent = fc.nat(100);
    const weight = fc.integer({ min: 40, max: 200 });
    fc.assert(
      fc.property(weight, percent, percent, (kilograms, first, second) => {
        const [low = 0, high = 0] = [first, second].toSorted((a, b) => a - b);
        const { macros, targetCalories } = value({
          ...MAN,
          weight: kilograms,
          proteinPercent: low,
          carbsPercent: high - low,
          fatPercent: 100 - high,
        });
        const sum = macros.protein.kcal + macros.carbs.kcal + macros.fat.kcal;
        expect(Math.abs(sum - targetCalories)).toBeLessThanOrEqual(2);
      }),
    );
  });
});

describe("remarks", () => {
  test.each<[object, string[]]>([
    [MAN, []],
    [{ ...MAN, goal: "lose" }, ["CALORIES_BELOW_BMR"]],
    [{ ...MAN, goal: "lose", ratePerWeek: 1 }, ["CALORIES_BELOW_MINIMUM", "CALORIES_BELOW_BMR"]],
    [{ ...WOMAN, goal: "lose", dailyChange: 380 }, ["CALORIES_BELOW_BMR"]],
    [{ ...MAN, age: 17 }, ["ADULT_FORMULA"]],
    [{ ...MAN, age: 18 }, []],
  ])("%j: %j", (input, expected) => {
    expect(codes(input)).toEqual(expected);
  });

  test("end with what they are not", () => {
    expect(run(MAN).report?.split("\n").at(-1)).toBe("General information, not medical advice.");
  });
});

describe("what cannot be planned", () => {
  const light = { ...WOMAN, weight: 30, height: 140 };
  test.each<[object, string[]]>([
    [{ ...MAN, formula: "katch" }, ["BODY_FAT_NEEDED /bodyFatPercent"]],
    [{ ...MAN, proteinPercent: 99, carbsPercent: 0.5 }, ["MACROS_NOT_100 /proteinPercent"]],
    [{ ...MAN, carbsPercent: 60, fatPercent: 41 }, ["MACROS_NOT_100 /proteinPercent"]],
    [{ ...MAN, proteinPercent: 100, proteinPerKg: 1 }, ["MACROS_NOT_100 /proteinPercent"]],
    [
      { ...light, proteinPerKg: 5, goal: "lose", ratePerWeek: 0.5 },
      ["PROTEIN_EXCEEDS_TARGET /proteinPerKg"],
    ],
    [{ ...light, goal: "lose", ratePerWeek: 1 }, ["TARGET_NOT_POSITIVE /ratePerWeek"]],
    [{ ...light, goal: "lose", dailyChange: 5000 }, ["TARGET_NOT_POSITIVE /dailyChange"]],
    [{ ...WOMAN, age: 120, weight: 1, height: 40 }, ["TARGET_NOT_POSITIVE /weight"]],
    [{ ...MAN, ratePerWeek: 1, dailyChange: 100 }, ["CONFLICTING_FIELDS /dailyChange"]],
    [
      { ...MAN, height: 1.8, heightInches: 3 },
      ["HEIGHT_IMPLAUSIBLE /height", "CONFLICTING_FIELDS /heightInches"],
    ],
    [{ ...MAN, weight: 0.5 }, ["WEIGHT_IMPLAUSIBLE /weight"]],
    [{}, ["REQUIRED /sex", "REQUIRED /age", "REQUIRED /weight", "REQUIRED /height"]],
    [
      { ...MAN, age: 0, activityFactor: 3.1, bodyFatPercent: 71 },
      ["RANGE /age", "RANGE /activityFactor", "RANGE /bodyFatPercent"],
    ],
    [{ ...MAN, macros: "paleo" }, ["ENUM /macros"]],
  ])("%j: %j", (input, expected) => {
    expect(failures(input)).toEqual(expected);
  });
});
