import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/bmi-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly bmi: number;
  readonly category: string | null;
  readonly healthyWeightMin: number;
  readonly healthyWeightMax: number;
  readonly weightChange: number;
}

const run = (input: object) => runUnit(tool, input);
const value = (input: object) => run(input).value as Value;
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

/** At 2 m a kilogram is a quarter of the index. */
const atTwoMetres = (index: number, others: object = {}) =>
  value({ weight: index * 4, height: 200, ...others });

describe("the class", () => {
  test.each([
    [15.99, "severeThinness"],
    [16, "moderateThinness"],
    [16.99, "moderateThinness"],
    [17, "mildThinness"],
    [18.49, "mildThinness"],
    [18.5, "normal"],
    [24.996, "normal"],
    [25, "overweight"],
    [30, "obesityClass1"],
    [35, "obesityClass2"],
    [39.999, "obesityClass2"],
    [40, "obesityClass3"],
  ])("of %d is %s", (index, category) => {
    expect(atTwoMetres(index).category).toBe(category);
  });

  test.each([
    [18.49, "underweight"],
    [18.5, "normal"],
    [22.999, "normal"],
    [23, "increasedRisk"],
    [27.5, "highRisk"],
  ])("of %d is %s for Asian adults", (index, category) => {
    expect(atTwoMetres(index, { standard: "asian" }).category).toBe(category);
  });

  test("is of the index before it is rounded", () => {
    expect(run({ weight: 99.984, height: 200 }).output?.split("\n")[0]).toBe("BMI: 25.00 (normal)");
  });

  test("is not given below 20 years", () => {
    const child = run({ weight: 30, height: 135, age: 19 });
    // The range of adults says nothing of a child.
    expect(child.value).toMatchObject({
      category: null,
      healthyWeightMin: null,
      healthyWeightMax: null,
      weightChange: null,
    });
    expect(child.output).toBe("BMI: 16.46");
    expect(child.warnings?.map(({ code }) => code)).toEqual(["CHILD_GROWTH_CHART_NEEDED"]);
    expect(run({ weight: 60, height: 170, age: 20 })).toMatchObject({
      warnings: [],
      value: { category: "normal" },
    });
  });
});

describe("figures", () => {
  test.each<[string, object, object]>([
    [
      "of 80 kg at 2 m",
      { weight: 80, height: 2, heightUnit: "m" },
      {
        bmi: 20,
        bmiPrime: 0.8,
        ponderalIndex: 10,
        weightKg: 80,
        heightM: 2,
        healthyWeightMin: 74,
        healthyWeightMax: 99.9,
        weightChange: 0,
        healthyWeightUnit: "kg",
        bodySurfaceArea: 2.11,
      },
    ],
    [
      "in stones",
      { weight: 12, weightUnit: "st", height: 180 },
      { weightKg: 76.2035, healthyWeightMin: 9.5, healthyWeightMax: 12.7, healthyWeightUnit: "st" },
    ],
    ["in grams", { weight: 70_000, weightUnit: "g", height: 175 }, { bmi: 22.86, weightKg: 70 }],
    ["in inches", { weight: 70, height: 70, heightUnit: "in" }, { heightM: 1.778, bmi: 22.14 }],
    ["of a thin person", { weight: 50, height: 200 }, { bmi: 12.5, weightChange: 24 }],
    ["of a heavy person", { weight: 120, height: 200 }, { bmi: 30, weightChange: -20.1 }],
    [
      "for Asian adults",
      { weight: 65, height: 165, standard: "asian" },
      { bmi: 23.88, healthyWeightMin: 50.4, healthyWeightMax: 62.6, weightChange: -2.4 },
    ],
    ["of the largest", { weight: 700, height: 3, heightUnit: "m" }, { bmi: 77.78 }],
    ["of the smallest", { weight: 1, height: 40 }, { bmi: 6.25 }],
  ])("%s", (_title, input, expected) => {
    expect(value(input)).toMatchObject(expected);
  });

  test("are written without trailing zeros but the index", () => {
    expect(run({ weight: 80, height: 200 }).output).toBe(
      "BMI: 20.00 (normal)\nHealthy weight: 74-99.9 kg",
    );
    expect(run({ weight: 80, height: 200 }).report?.split("\n").at(-1)).toBe(
      "General information, not medical advice.",
    );
  });

  const weight = fc.integer({ min: 20_000, max: 300_000 }).map((grams) => grams / 1000);
  const height = fc.integer({ min: 100, max: 250 });

  test("are the same in all units", () => {
    fc.assert(
      fc.property(weight, height, (kilograms, centimetres) => {
        const metric = value({ weight: kilograms, height: centimetres });
        const other = value({
          weight: Math.round(kilograms * 1000),
          weightUnit: "g",
          height: centimetres / 100,
          heightUnit: "m",
        });
        expect([other.bmi, other.category]).toEqual([metric.bmi, metric.category]);
      }),
    );
    const inches = value({ weight: 154, weightUnit: "lb", height: 70, heightUnit: "in" });
    const feet = value({
      weight: 11,
      weightUnit: "st",
      height: 5,
      heightUnit: "ft",
      heightInches: 10,
    });
    expect(feet.bmi).toBe(inches.bmi);
  });

  test("rise with the weight and fall with the height", () => {
    fc.assert(
      fc.property(weight, height, (kilograms, centimetres) => {
        const { bmi } = value({ weight: kilograms, height: centimetres });
        expect(value({ weight: kilograms + 10, height: centimetres }).bmi).toBeGreaterThan(bmi);
        expect(value({ weight: kilograms, height: centimetres + 20 }).bmi).toBeLessThan(bmi);
      }),
    );
  });

  test("have a healthy range that is as wide as it can be", () => {
    fc.assert(
      fc.property(height, fc.constantFrom("kg", "lb", "st"), (centimetres, weightUnit) => {
        const of = (kilograms: number) =>
          value({ weight: kilograms, height: centimetres, weightUnit }).category;
        const { healthyWeightMin: least, healthyWeightMax: most } = value({
          weight: weightUnit === "st" ? 10 : 80,
          weightUnit,
          height: centimetres,
        });
        const tenth = (weightInUnit: number) => Math.round(weightInUnit * 10) / 10;
        expect([of(least), of(most)]).toEqual(["normal", "normal"]);
        expect(of(tenth(least - 0.1))).not.toBe("normal");
        expect(of(tenth(most + 0.1))).not.toBe("normal");
      }),
    );
  });
});

describe("what is no body", () => {
  test.each<[object, string[]]>([
    [{ weight: 70, height: 1.75 }, ["HEIGHT_IMPLAUSIBLE /height"]],
    [{ weight: 70, height: 301 }, ["HEIGHT_IMPLAUSIBLE /height"]],
    [{ weight: 0.9, height: 39 }, ["WEIGHT_IMPLAUSIBLE /weight", "HEIGHT_IMPLAUSIBLE /height"]],
    [{ weight: 700.01, height: 180 }, ["WEIGHT_IMPLAUSIBLE /weight"]],
    [{ weight: 70, height: 175, heightInches: 2 }, ["CONFLICTING_FIELDS /heightInches"]],
    [{ weight: 70, height: 5, heightUnit: "ft", heightInches: 12 }, ["RANGE /heightInches"]],
    [{}, ["REQUIRED /weight", "REQUIRED /height"]],
    [{ weight: 0, height: -1, age: 121 }, ["RANGE /weight", "RANGE /height", "RANGE /age"]],
    [{ weight: 70, height: 175, age: 20.5 }, ["RANGE /age"]],
    [{ weight: 70, height: 175, weightUnit: "oz" }, ["ENUM /weightUnit"]],
  ])("%j: %j", (input, expected) => {
    expect(failures(input)).toEqual(expected);
  });

  test("has a hint on units", () => {
    expect(run({ weight: 70, height: 1.75 }).errors?.[0]).toMatchObject({
      message: "Cannot use the height: found 1.75 cm, expected 0.4 to 3 m",
      hint: "Is heightUnit right, one of cm, m, in, ft? 1.75 is in m, 175 in cm",
    });
  });
});
