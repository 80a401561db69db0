import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { conflictsOf } from "./_lib/fields/exclusive-fields.ts";
import {
  add,
  compare,
  type Fraction,
  fraction,
  fractionOf,
  multiply,
  roundedNumber,
} from "./_lib/numbers/fraction.ts";
import { type Body, BODY_FAILURES, BODY_FIELDS, readBody } from "./_lib/fields/body-measures.ts";
import { healthReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import {
  ACTIVITY_FACTORS,
  changePerDay,
  FORMULAS,
  GOALS,
  metabolicRate,
  SEXES,
  weeklyKilograms,
} from "./calorie-macro-calculator/energy.ts";
import {
  describeMacros,
  PRESET_NAMES,
  readSplit,
  type Split,
  splitEnergy,
} from "./calorie-macro-calculator/macros.ts";

const FAILURES = {
  ...BODY_FAILURES,
  MACROS_NOT_100: "The percentages of protein, carbs and fat do not add up to 100",
  PROTEIN_EXCEEDS_TARGET: "The protein alone has more energy than the target",
  BODY_FAT_NEEDED: "The formula works with lean mass, but bodyFatPercent is missing",
  TARGET_NOT_POSITIVE: "Nothing would be left to eat",
} as const;

const WARNINGS = {
  CALORIES_BELOW_MINIMUM: "The target is below what is held to be safe without a physician",
  CALORIES_BELOW_BMR: "The target is below what the body needs at rest",
  ADULT_FORMULA: "The formulas were made for adults, and the age is below 18",
} as const;

const percent = (description: string) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum: 100 }));

const INPUT = Type.Object({
  sex: oneOf(SEXES, { description: "As the formulas distinguish it" }),
  age: whole({ description: "Years", minimum: 1, maximum: 120 }),
  ...BODY_FIELDS,
  activity: oneOf(["sedentary", "light", "moderate", "active", "veryActive"], {
    description: "Times 1.2, 1.375, 1.55, 1.725 or 1.9",
    default: "sedentary",
  }),
  activityFactor: Type.Optional(
    Type.Number({ description: "Instead of activity", minimum: 1, maximum: 3 }),
  ),
  formula: oneOf(FORMULAS, {
    description: "Mifflin-St Jeor, revised Harris-Benedict, Katch-McArdle",
    default: "mifflin",
  }),
  bodyFatPercent: Type.Optional(
    Type.Number({ description: "Needed for katch", minimum: 1, maximum: 70 }),
  ),
  goal: oneOf(GOALS, { description: "What becomes of the weight", default: "maintain" }),
  ratePerWeek: Type.Optional(
    Type.Number({
      description: "Weight to lose or gain in kg, or lb with weightUnit lb; 0.5 kg, if left out",
      minimum: 0,
      maximum: 5,
    }),
  ),
  dailyChange: Type.Optional(
    Type.Number({ description: "Kcal, instead of ratePerWeek", minimum: 0, maximum: 5000 }),
  ),
  macros: oneOf(PRESET_NAMES, {
    description:
      "Protein/carbs/fat in percent of the energy: 30/40/30, 40/20/40, 40/30/30, 25/55/20, 25/5/70",
    default: "balanced",
  }),
  proteinPercent: percent("Own split; a missing part is 0, and the sum 100"),
  carbsPercent: percent("Own split"),
  fatPercent: percent("Own split"),
  proteinPerKg: Type.Optional(
    Type.Number({
      description: "Grams; the rest goes to carbs and fat in proportion",
      minimum: 0,
      maximum: 5,
    }),
  ),
});

type Input = Static<typeof INPUT>;

const MACRO = Type.Object({
  grams: Type.Integer(),
  kcal: Type.Integer(),
  percent: Type.Number({ description: "Of the target" }),
});

const VALUE = Type.Object({
  formula: Type.String(),
  bmr: Type.Integer({ description: "Kcal a day at rest" }),
  activityFactor: Type.Number(),
  tdee: Type.Integer({ description: "Kcal a day that keep the weight" }),
  dailyChange: Type.Integer({ description: "Negative for lose" }),
  targetCalories: Type.Integer(),
  weeklyChangeKg: Type.Number(),
  macros: Type.Object({ protein: MACRO, carbs: MACRO, fat: MACRO }),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "calorie-macro-calculator",
  name: "Calorie and Macro Calculator",
  category: "Health",
  description: "Works out BMR, daily calorie need, a target, and grams of protein, carbs and fat.",
  keywords: [
    "bmr",
    "body fat",
    "bulking",
    "calories",
    "carbs",
    "cutting",
    "deficit",
    "diet",
    "fat",
    "harris-benedict",
    "katch-mcardle",
    "kcal",
    "kilojoule",
    "macros",
    "maintenance",
    "metabolism",
    "mifflin-st jeor",
    "nutrition",
    "protein",
    "tdee",
    "weight loss",
  ],
  aliases: ["bmr-calculator", "macro-calculator", "tdee-calculator"],
  version: "2026-11-22",

  input: INPUT,
  primary: "weight",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "how many calories should I eat a day",
    "tdee calculator",
    "basal metabolic rate mifflin st jeor",
    "calories to lose half a kilo a week",
    "macros for cutting",
    "keto macros",
    "harris benedict equation",
    "katch mcardle with body fat",
    "calorie surplus to gain muscle",
    "how much should I eat to lose weight or gain muscle",
    "daily energy intake in kcal for my body, diet to drop five kilos by summer",
    "food plan for the gym, how much protein, carbohydrates and fat, grams per day",
    "I sit at a desk and run twice a week, what do I burn",
    "maintenance intake, deficit and bulk targets",
    "resting energy expenditure estimate from age, sex, height and weight",
    "woman or man with an office job wants to shed kilos, food per day",
    "calcular calorías diarias, cuánto debo comer al día para bajar de peso",
    "kalorienbedarf berechnen grundumsatz, wie viel kcal am tag essen zum abnehmen",
    "calculer les besoins caloriques, combien de calories par jour pour maigrir",
    "calcular taxa metabólica basal",
    "基礎代謝 カロリー計算 一日の摂取カロリー 減量 たんぱく質",
    "基础代谢率 热量 计算 每天 应该 吃 多少 卡路里 减肥",
    "i am 34, 168 cm and 74 kg and want to lose weight slowly, what may i eat",
    "how much protein does a gym beginner need in a day",
    "counting points did not work, i want my kcal number",
    "marathon training every day, how much more food",
    "MyFitnessPal goals, Mifflin-St Jeor, IIFYM, PAL factor, RMR, low carb split, Cunningham",
    "estimate daily energy expenditure and split it into macronutrients for a weight goal",
    "déficit calórico, proteínas y carbohidratos por día, metabolismo basal",
    "kaloriendefizit, eiweiß und kohlenhydrate pro tag, gesamtumsatz",
    "déficit calorique, protéines et glucides, métabolisme de base",
    "quantas calorias por dia para emagrecer, proteína, déficit calórico",
  ],
  effort: 2,

  laws: [
    {
      name: "the energy of the three adds up to the target",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { protein, carbs, fat } = value.macros;
        const sum = protein.kcal + carbs.kcal + fat.kcal;
        return Math.abs(sum - value.targetCalories) <= 2;
      },
    },
    {
      name: "more activity never needs less",
      holds(run, { activityFactor: _factor, ...input }) {
        const needs = (["sedentary", "light", "moderate", "active", "veryActive"] as const).map(
          (activity) => run({ ...input, goal: "maintain", activity }).value?.tdee ?? 0,
        );
        return needs.every((need, index) => need >= (needs[index - 1] ?? need));
      },
    },
  ],
  examples: [
    {
      title: "A man who wants to lose weight",
      input: { sex: "male", age: 30, weight: 80, height: 180, activity: "moderate", goal: "lose" },
      expect: {
        output:
          "BMR: 1780 kcal\nMaintenance: 2759 kcal\nTarget: 2209 kcal\nProtein: 166 g, carbs: 221 g, fat: 74 g",
      },
    },
    {
      title: "A woman, in pounds and inches",
      input: {
        sex: "female",
        age: 45,
        weight: 150,
        weightUnit: "lb",
        height: 65,
        heightUnit: "in",
        formula: "harris",
      },
      expect: { value: { bmr: 1393, tdee: 1672 } },
    },
    {
      title: "By lean mass, with protein by weight",
      input: {
        sex: "male",
        age: 25,
        weight: 90,
        height: 185,
        formula: "katch",
        bodyFatPercent: 15,
        activity: "active",
        proteinPerKg: 2,
      },
      expect: { value: { bmr: 2022, tdee: 3489, macros: { protein: { grams: 180 } } } },
    },
    {
      title: "No body fat for the formula of lean mass",
      input: { sex: "female", age: 40, weight: 60, height: 165, formula: "katch" },
      expect: { ok: false, error: { code: "BODY_FAT_NEEDED" } },
    },
  ],

  run(input) {
    const body = readBody(input);
    const split = readSplit(input);
    const lacksFat = input.formula === "katch" && input.bodyFatPercent === undefined;
    const problems = [
      ...(lacksFat ? [FAT_NEEDED] : []),
      ...conflictsOf(input, [["ratePerWeek", "dailyChange"]]),
      ...("code" in split ? [split] : []),
    ];
    if (!("kilograms" in body)) return fail([...body, ...problems]);
    const [first, ...others] = problems;
    if (first) return fail([first, ...others]);
    return "code" in split ? fail(split) : calculate(input, body, split);
  },
});

const FAT_NEEDED: Entry<"BODY_FAT_NEEDED"> = {
  code: "BODY_FAT_NEEDED",
  message:
    "Cannot use the formula katch: found no bodyFatPercent, expected one, or the formula mifflin or harris",
  path: "/bodyFatPercent",
};

const USUAL_RATE = 0.5;

function calculate(input: Input, body: Body, split: Split) {
  const { formula, goal, dailyChange, ratePerWeek, proteinPerKg } = input;
  const activityFactor = input.activityFactor ?? ACTIVITY_FACTORS[input.activity];
  const bmr = metabolicRate({ ...input, body, bodyFatPercent: input.bodyFatPercent ?? 0 });
  const tdee = multiply(bmr, fractionOf(activityFactor));
  const change = changePerDay({
    goal,
    dailyChange,
    perWeek: ratePerWeek ?? USUAL_RATE,
    isPounds: input.weightUnit === "lb" && ratePerWeek !== undefined,
  });
  const target = add(tdee, change);
  if (target.numerator <= 0n) return fail(nothingLeft(target, input));
  const protein =
    proteinPerKg === undefined ? undefined : multiply(fractionOf(proteinPerKg), body.kilograms);
  const energy = splitEnergy(target, split, protein);
  if ("code" in energy) return fail(energy);
  const value: Value = {
    formula,
    bmr: roundedNumber(bmr, 0),
    activityFactor,
    tdee: roundedNumber(tdee, 0),
    dailyChange: roundedNumber(change, 0),
    targetCalories: roundedNumber(target, 0),
    weeklyChangeKg: roundedNumber(weeklyKilograms(change), 3),
    macros: describeMacros(energy, target),
  };
  const output = writeFigures(value);
  const warnings = warningsOf(WARNINGS, {
    CALORIES_BELOW_MINIMUM: compare(target, LEAST_CALORIES[input.sex]) < 0,
    CALORIES_BELOW_BMR: compare(target, bmr) < 0,
    ADULT_FORMULA: input.age < ADULT,
  });
  const report = healthReport("Calorie and Macro Calculator", output, warnings);
  return done({ output, value, warnings, report });
}

const LEAST_CALORIES = { male: fraction(1500n), female: fraction(1200n) } as const;
const ADULT = 18;

function nothingLeft(target: Fraction, { goal, dailyChange }: Input): Entry<"TARGET_NOT_POSITIVE"> {
  const cause = dailyChange === undefined ? "/ratePerWeek" : "/dailyChange";
  return {
    code: "TARGET_NOT_POSITIVE",
    message: `Cannot plan a diet: found a target of ${roundedNumber(target, 0)} kcal, expected more than 0`,
    path: goal === "lose" ? cause : "/weight",
  };
}

function writeFigures({ bmr, tdee, targetCalories, macros }: Value): string {
  const { protein, carbs, fat } = macros;
  return [
    `BMR: ${bmr} kcal`,
    `Maintenance: ${tdee} kcal`,
    `Target: ${targetCalories} kcal`,
    `Protein: ${protein.grams} g, carbs: ${carbs.grams} g, fat: ${fat.grams} g`,
  ].join("\n");
}
