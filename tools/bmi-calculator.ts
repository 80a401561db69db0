import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import { divide, fraction, multiply, roundedNumber, toDecimals } from "./_lib/numbers/fraction.ts";
import {
  type Body,
  BODY_FAILURES,
  BODY_FIELDS,
  readBody,
  sizeOf,
} from "./_lib/fields/body-measures.ts";
import { writeNumber } from "./_lib/money/amount.ts";
import { healthReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import {
  bodyMassIndex,
  bodySurfaceArea,
  classOf,
  healthyWeights,
  square,
  STANDARD_NAMES,
} from "./bmi-calculator/bmi.ts";

const WARNINGS = {
  CHILD_GROWTH_CHART_NEEDED:
    "Below 20 years the classes of adults do not hold: use a growth chart by age and sex",
} as const;

const INPUT = Type.Object({
  ...BODY_FIELDS,
  age: Type.Optional(whole({ description: "Years", minimum: 0, maximum: 120 })),
  standard: oneOf(STANDARD_NAMES, { description: "Cut-offs of the classes", default: "who" }),
});

type Input = Static<typeof INPUT>;

const adultsOnly = (description: string) =>
  Type.Union([Type.Number(), Type.Null()], {
    description: `${description}; null below 20 years, where the norms are those of the age`,
  });

const VALUE = Type.Object({
  bmi: Type.Number({ description: "Kilograms per square metre" }),
  category: Type.Union([Type.String(), Type.Null()]),
  standard: Type.String(),
  bmiPrime: Type.Number({ description: "BMI / 25" }),
  ponderalIndex: Type.Number({ description: "Kilograms per cubic metre" }),
  weightKg: Type.Number(),
  heightM: Type.Number(),
  healthyWeightMin: adultsOnly("Lower end of the healthy range"),
  healthyWeightMax: adultsOnly("Upper end of the healthy range"),
  weightChange: adultsOnly("To the nearer end of the healthy range"),
  healthyWeightUnit: Type.String(),
  bodySurfaceArea: Type.Number({ description: "Square metres, by Mosteller" }),
});

type Value = Static<typeof VALUE>;

export default defineTool({
  id: "bmi-calculator",
  name: "BMI Calculator",
  category: "Health",
  description: "Computes the body mass index with its WHO class and the healthy weight range.",
  keywords: [
    "bmi",
    "bmi chart",
    "body mass index",
    "body surface area",
    "fat",
    "health",
    "height",
    "ideal weight",
    "kg",
    "normal weight",
    "obesity",
    "overweight",
    "slim",
    "stature",
    "underweight",
    "weight",
    "who",
  ],
  aliases: ["body-mass-index"],
  version: "2026-11-22",

  input: INPUT,
  primary: "weight",
  value: VALUE,
  verb: "calculate",
  failures: BODY_FAILURES,
  warnings: WARNINGS,
  intents: [
    "calculate my bmi",
    "body mass index 70 kg 175 cm",
    "am I overweight",
    "healthy weight for my height",
    "bmi in pounds, feet and inches",
    "bmi cut-offs for asian adults",
    "obesity class by bmi",
    "body surface area mosteller",
    "ponderal index",
    "am I too heavy or too thin for my size",
    "how much should I weigh, ideal weight",
    "I weigh so many kilos and am so many metres tall, is that fat",
    "doctor says I should lose weight, which range is normal",
    "weight in stone or lbs and height in cm to health category",
    "anthropometric screening index from mass and stature",
    "tall and heavy, should I slim down, body weight and obesity check",
    "calcular índice de masa corporal",
    "bmi berechnen idealgewicht",
    "calculer l'imc",
    "calcular imc peso ideal",
    "BMI 計算 肥満度",
    "体重指数 计算",
    "peso ideal según mi estatura, sobrepeso",
    "bin ich zu dick, normalgewicht für meine größe",
    "suis-je en surpoids, poids idéal pour ma taille",
    "身高 体重 是否 超重 标准 体重",
    "身長 体重 適正体重 太りすぎ",
    "182 cm and 95 kilos, fine or too much",
    "5 foot 6 and 160 pounds, is that normal",
    "insurance form asks for my body index number",
    "how many kilos until i am in the green range",
    "Quetelet index, WHO classification, BSA Du Bois, ponderal Corpulence index, BMI Prime",
    "classify body weight relative to stature for an adult, metric or imperial",
    "quanto devo pesar para a minha altura, estou acima do peso",
    "índice de masa corporal, estoy gordo, kilos y estatura",
    "body mass index rechner, übergewicht, kilo und größe",
    "calcul imc, obésité, corpulence normale",
  ],
  effort: 1,

  laws: [
    {
      name: "a weight inside the healthy range is normal",
      holds(run, { age: _age, ...input }) {
        const { value } = run(input);
        const { healthyWeightMin: least, healthyWeightMax: most } = value ?? {};
        if (!least || !most || least > most) return true;
        return [least, most].every((weight) => {
          const again = run({ ...input, weight });
          return again.value ? again.value.category === "normal" : true;
        });
      },
    },
    {
      name: "more weight never lowers the index",
      holds(run, input) {
        const { value } = run(input);
        const heavier = run({ ...input, weight: Number(input.weight) * 1.25 });
        return !value || !heavier.value || heavier.value.bmi >= value.bmi;
      },
    },
  ],
  examples: [
    {
      title: "Kilograms and centimetres",
      input: { weight: 70, height: 175 },
      expect: { output: "BMI: 22.86 (normal)\nHealthy weight: 56.7-76.5 kg" },
    },
    {
      title: "Pounds, feet and inches",
      input: { weight: 154, height: 5, weightUnit: "lb", heightUnit: "ft", heightInches: 10 },
      expect: { value: { bmi: 22.1, weightKg: 69.8532, heightM: 1.778, healthyWeightMax: 174.2 } },
    },
    {
      title: "Cut-offs for Asian adults",
      input: { weight: 65, height: 165, standard: "asian" },
      expect: { value: { bmi: 23.88, category: "increasedRisk", weightChange: -2.4 } },
    },
    {
      title: "A child",
      input: { weight: 30, height: 135, age: 9 },
      expect: { value: { category: null }, warnings: [{ code: "CHILD_GROWTH_CHART_NEEDED" }] },
    },
    {
      title: "Metres given as centimetres",
      input: { weight: 70, height: 1.75 },
      expect: { ok: false, error: { code: "HEIGHT_IMPLAUSIBLE" } },
    },
  ],

  run(input) {
    const body = readBody(input);
    return "kilograms" in body ? describe(body, input) : fail(body);
  },
});

const ADULT = 20;
const PRIME = fraction(25n);

function describe(body: Body, { weight, weightUnit, standard, age = ADULT }: Input) {
  const { kilograms, metres } = body;
  const index = bodyMassIndex(body);
  const isAdult = age >= ADULT;
  const category = isAdult ? classOf(index, standard) : null;
  const { least, most } = healthyWeights(metres, standard, sizeOf(weightUnit));
  const given = new Decimal(weight);
  const isOff = category !== null && category !== "normal";
  const nearer = given.lt(least) ? least : most;
  const change = isOff ? nearer.minus(given).toDecimalPlaces(1).toNumber() + 0 : 0;
  const value: Value = {
    bmi: roundedNumber(index, 2),
    category,
    standard,
    bmiPrime: roundedNumber(divide(index, PRIME), 4),
    ponderalIndex: roundedNumber(divide(kilograms, multiply(metres, square(metres))), 2),
    weightKg: roundedNumber(kilograms, 4),
    heightM: roundedNumber(metres, 4),
    healthyWeightMin: isAdult ? least.toNumber() : null,
    healthyWeightMax: isAdult ? most.toNumber() : null,
    weightChange: isAdult ? change : null,
    healthyWeightUnit: weightUnit,
    bodySurfaceArea: bodySurfaceArea(body).toDecimalPlaces(2).toNumber(),
  };
  const shown = toDecimals(index, 2).toFixed(2);
  const output = [
    `BMI: ${shown}${category === null ? "" : ` (${category})`}`,
    ...(isAdult
      ? [`Healthy weight: ${writeNumber(least)}-${writeNumber(most)} ${weightUnit}`]
      : []),
  ].join("\n");
  const warnings = warningsOf(WARNINGS, { CHILD_GROWTH_CHART_NEEDED: !isAdult });
  const report = healthReport("BMI Calculator", output, warnings);
  return done({ output, value, warnings, report });
}
