import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { CONFLICT_FAILURES, INSUFFICIENT_FAILURES } from "./_lib/fields/exclusive-fields.ts";
import { UNITS } from "./_lib/numbers/units/units.ts";
import { nearest } from "./_lib/text/nearest.ts";
import { beginning } from "./_lib/text/shown.ts";
import { answer, listUnits } from "./unit-converter/report.ts";
import { readRequest } from "./unit-converter/request.ts";
import { type Assumption, resolve } from "./unit-converter/resolve.ts";

const FAILURES = {
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  TEXT_NOT_UNDERSTOOD: "The text is no quantity and unit, as far as it was read",
  UNIT_UNKNOWN: "A word is no unit",
  DIMENSION_MISMATCH: "The units measure different things",
  DIVISION_BY_ZERO: "The reciprocal of 0 was to be converted",
  UNIT_AMBIGUOUS: "A word means several units that differ in letter case only",
} as const;

/** What was taken for granted on the way, in alphabetical order. */
const WARNINGS = {
  AMBIGUOUS_DIVISION: "A product after a division is not divided by: J/kg K is read as (J/kg)·K",
  AVERAGE_LENGTH: "A year is one of 365.25 days, a month a twelfth of it",
  BELOW_ABSOLUTE_ZERO: "The temperature is below absolute zero",
  CASE_ASSUMED: "A unit is written in another letter case than its symbol or name",
  CYCLE_ASSUMED: "One per second is taken as one revolution per second, 2π radians",
  KIND_MISMATCH: "The units have the same dimension, but measure different quantities",
  MEASURED_CONSTANT: "The dalton is a measured constant, not an exact one: CODATA 2022",
  POINT_ASSUMED: "Beside a length pt is the point of 1/72 inch, not the pint",
  RECIPROCAL_CONVERSION: "One unit is the other's reciprocal: so is the result",
  TEMPERATURE_ASSUMED: "C and F are read as degrees Celsius and Fahrenheit",
  TEMPERATURE_INTERVAL:
    "A temperature within an expression is a difference, not a point of a scale",
  UNIT_CASE_ASSUMED: "A unit of data in small letters is taken as bytes: mb is MB",
  US_MEASURE_ASSUMED: "The unit differs between countries: that of the United States is taken",
} as const;

export type Warnings = typeof WARNINGS;

const INPUT = Type.Object({
  input: Type.Optional(
    Type.String({
      description: "A quantity and a unit: 5 ft 7 in to cm; list: a quantity such as length",
      maxLength: 500,
    }),
  ),
  value: Type.Optional(
    Type.Union([Type.Number(), Type.String({ maxLength: 500 })], {
      description: "Instead of input: a number, or text such as 2 1/2, 1/3, 1e-3, 1,234.5",
    }),
  ),
  from: Type.Optional(Type.String({ description: "The unit of value", maxLength: 200 })),
  to: Type.Optional(
    Type.String({
      description: "The unit wanted; several joined by ; or + for a mixed result: ft;in",
      maxLength: 200,
    }),
  ),
  precision: whole({ description: "Significant digits", minimum: 1, maximum: 50, default: 12 }),
  action: oneOf(["convert", "list"], {
    description: "list gives the units of a quantity, or all, with their SI factors",
    default: "convert",
  }),
});

export type Input = Static<typeof INPUT>;

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const NUMBER = nullable(Type.Number());
const TEXT = nullable(Type.String());

const CONVERSION = Type.Object({
  unit: Type.String(),
  result: Type.Union([Type.Number(), Type.Null()], { description: "null beyond the doubles" }),
  resultText: Type.String(),
});

export type Row = Static<typeof CONVERSION>;

const VALUE = Type.Object({
  value: NUMBER,
  from: TEXT,
  to: Type.Union([Type.String(), Type.Null()], { description: "null without a target" }),
  result: Type.Union([Type.Number(), Type.Null()], {
    description: "null without a target, for a mixed result, and beyond the doubles",
  }),
  resultText: TEXT,
  exact: Type.Union([Type.String(), Type.Null()], {
    description: "A decimal number that ends, or a/b; null with π, or above 200 characters",
  }),
  quantity: TEXT,
  reciprocal: nullable(Type.Boolean()),
  parts: nullable(Type.Array(Type.Object({ value: Type.Number(), unit: Type.String() }))),
  conversions: Type.Array(CONVERSION),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "unit-converter",
  name: "Unit Converter",
  category: "Converter",
  description: "Converts quantities between units, compound ones included, with exact factors.",
  keywords: [
    "area",
    "celsius",
    "conversion",
    "convert",
    "cooking",
    "cups",
    "dimension",
    "fahrenheit",
    "feet",
    "fuel economy",
    "grams",
    "imperial",
    "inches",
    "kilometers",
    "length",
    "measure",
    "metric",
    "miles",
    "ounces",
    "pounds",
    "pressure",
    "si",
    "speed",
    "temperature",
    "torque",
    "unit",
    "volume",
    "weight",
  ],
  aliases: ["measurement-converter", "units"],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert miles to km",
    "5 ft 7 in to cm",
    "fahrenheit to celsius",
    "how many cups in a liter",
    "psi to bar",
    "mpg to l/100km",
    "convert BTU per hour to watts",
    "kg to lbs",
    "height in feet and inches",
    "knots to km/h",
    "cubic feet to gallons",
    "heat transfer coefficient units",
    "list all units of pressure",
    "recipe from america says ounces, cups and sticks, how many grams",
    "oven at so many degrees, what is that here",
    "how heavy is a stone in kilos",
    "car does so many miles to the gallon, is that much",
    "acres or square feet into square metres",
    "tall in feet to centimetres, yards, gallons and litres",
    "transform a physical quantity between measurement systems",
    "wind speed, horsepower, calories and joules",
    "grandmother's recipe, foreign clothes size, speed limit abroad, how much is that in metric",
    "convertir millas a kilómetros",
    "einheiten umrechnen",
    "convertir des unités de mesure",
    "converter unidades de medida",
    "単位換算",
    "单位换算",
    "de pulgadas a centímetros, libras a kilos, grados",
    "zoll in zentimeter, pfund in kilo, grad umrechnen",
    "pouces en centimètres, livres en kilos, degrés",
    "英寸 厘米 磅 公斤 华氏 摄氏",
    "インチ センチ ポンド キロ 華氏 摂氏",
    "doctor wants my weight in kilograms, i know it in pounds",
    "tyre says 32 psi, pump shows bar",
    "half a cup of flour and two tablespoons of butter, in grams or millilitres",
    "flat is 70 square metres, how many square feet",
    "nutrition label says 840 kilojoules, how many calories",
    "gnu units, pint, Wolfram, nist handbook 44, si prefixes, nautical mile, newton metre to ft lb",
    "express a measured magnitude in another dimensionally equal unit",
    "converter medidas: pés em metros, libras em quilos, fahrenheit em celsius",
    "wie viel sind 5 fuß 10 in zentimeter, gallonen in liter",
  ],
  effort: 3,
  detect(sample) {
    // Currencies have three capitals each.
    if (/^\s*[\d.,]+\s*[A-Z]{3}\s+(?:to|in|into)\s+[A-Z]{3}\b/.test(sample)) return 0;
    return /^(?:\s*[+-])?[\d.,/\s]+[a-zµ°'"%][^\n]{0,40}?(?:\s(?:to|into|in|as)\s|->|→)\s*[a-zµ°%]/i.test(
      sample.slice(0, 200),
    )
      ? 0.7
      : 0;
  },

  laws: [
    {
      name: "converting back gives the value exactly",
      holds(run, input) {
        const there = run(input).value;
        if (!there || there.exact === null || there.to === null || there.from === null) return true;
        const back = run({ value: there.exact, from: there.to, to: there.from }).value;
        if (!back || back.exact === null) return true;
        const again = run({ value: back.exact, from: there.from, to: there.to }).value;
        return again === undefined || again === null || again.exact === there.exact;
      },
    },
    {
      name: "more digits do not change those that were there but the last",
      holds(run, input) {
        const [few, many] = [6, 12].map((precision) => run({ ...input, precision }).value?.result);
        if (typeof few !== "number" || typeof many !== "number") return true;
        return Math.abs(few - many) <= Math.abs(many) * 1e-5;
      },
    },
  ],
  examples: [
    {
      title: "Miles",
      input: "26.2 mi to km",
      expect: { output: "42.1648128 km", value: { exact: "42.1648128", quantity: "length" } },
    },
    {
      title: "Centimetres as feet and inches",
      input: { value: 180, from: "cm", to: "ft;in" },
      expect: { output: "5 ft 10.866142 in" },
    },
    {
      title: "A temperature written loosely",
      input: "72F to C",
      expect: {
        output: "22.2222222222 °C",
        value: { exact: "200/9" },
        warnings: [{ code: "TEMPERATURE_ASSUMED" }],
      },
    },
    {
      title: "A heat transfer coefficient",
      input: "1 W/m^2/K to BTU/h/ft^2/°F",
      expect: {
        value: { result: 0.176110183682 },
        warnings: [{ code: "TEMPERATURE_INTERVAL" }],
      },
    },
    {
      title: "Fuel consumption",
      input: "30 mpg to L/100km",
      expect: {
        output: "7.84048611111 L/100km",
        warnings: [{ code: "RECIPROCAL_CONVERSION" }],
      },
    },
    {
      title: "Different dimensions",
      input: "5 kg to m",
      expect: { ok: false, error: { code: "DIMENSION_MISMATCH" } },
    },
  ],

  run(input) {
    if (input.action === "list") return list(input);
    const request = readRequest(input);
    if (!("quantity" in request)) return fail(request);
    const { quantity, targets, targetText, places } = request;
    const resolved = resolve(quantity, targets, places);
    if ("code" in resolved) return fail(resolved);
    const answered = answer(resolved, targetText, places, input.precision);
    if ("code" in answered) return fail(answered);
    const warnings = assumptionsAsEntries(resolved.assumptions);
    return done({ ...answered, warnings });
  },
});

function assumptionsAsEntries(assumptions: ReadonlySet<Assumption>): Entry<Assumption>[] {
  const codes = Object.keys(WARNINGS) as Assumption[];
  return codes
    .filter((code) => assumptions.has(code))
    .map((code) => ({ code, message: WARNINGS[code] }));
}

function list({ input = "", precision }: Input) {
  const name = input.trim().toLowerCase();
  const quantities = [...UNITS.keys()];
  const quantity = quantities.find((known) => known.toLowerCase() === name);
  if (name !== "" && quantity === undefined) return fail(noQuantity(input, quantities));
  const units = quantity === undefined ? [...UNITS.values()].flat() : (UNITS.get(quantity) ?? []);
  return done(listUnits(units, precision));
}

function noQuantity(text: string, quantities: readonly string[]): Entry<"TEXT_NOT_UNDERSTOOD"> {
  const near = nearest(text.trim(), quantities, { within: Number.POSITIVE_INFINITY });
  return {
    code: "TEXT_NOT_UNDERSTOOD",
    message: `Cannot list units: found ${JSON.stringify(beginning(text, 40))}, expected a quantity such as ${near.join(", ")}`,
    path: "/input",
    expected: quantities,
    hint: `These work: ${near.join("; ")}`,
  };
}
