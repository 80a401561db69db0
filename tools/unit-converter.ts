import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail, type Outcome } from "./_core/tool.ts";
import { nearest } from "./_lib/text/nearest.ts";
import { answer, listUnits, VALUE, type Value } from "./unit-converter/report.ts";
import { readRequest, REQUEST_FAILURES, type RequestProblem } from "./unit-converter/request.ts";
import {
  type Assumption,
  CONVERSION_FAILURES,
  CONVERSION_WARNINGS,
  resolve,
} from "./unit-converter/resolve.ts";
import { UNITS } from "./_lib/numbers/units/units.ts";
import { beginning } from "./_lib/text/shown.ts";

const FAILURES = { ...REQUEST_FAILURES, ...CONVERSION_FAILURES } as const;

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

type Input = Static<typeof INPUT>;
type Result = Outcome<Value, keyof typeof FAILURES, Assumption>;

export default defineTool({
  id: "unit-converter",
  name: "Unit Converter",
  category: "Converter",
  description: "Converts quantities between units, compound ones included, with exact factors.",
  keywords: [
    "celsius",
    "conversion",
    "cooking",
    "dimension",
    "fahrenheit",
    "fuel economy",
    "imperial",
    "length",
    "measure",
    "metric",
    "pressure",
    "si",
    "temperature",
    "unit",
    "volume",
    "weight",
  ],
  aliases: ["measurement-converter", "units"],
  version: "2026-11-22",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: CONVERSION_WARNINGS,
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
  ],
  effort: 3,
  detect(sample) {
    return /^\s*[+-]?[\d.,/ ]+\s*[a-zµ°'"%][^\n]{0,40}?(?:\s(?:to|in|as)\s|->|→)\s*[a-zµ°%]/i.test(
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

/** In alphabetical order, which is that of the table. */
function assumptionsAsEntries(assumptions: ReadonlySet<Assumption>): Entry<Assumption>[] {
  const codes = Object.keys(CONVERSION_WARNINGS) as Assumption[];
  return codes
    .filter((code) => assumptions.has(code))
    .map((code) => ({ code, message: CONVERSION_WARNINGS[code] }));
}

function list({ input = "", precision }: Input): Result {
  const name = input.trim().toLowerCase();
  const quantities = [...UNITS.keys()];
  const quantity = quantities.find((known) => known.toLowerCase() === name);
  if (name !== "" && quantity === undefined) return fail(noQuantity(input, quantities));
  const units = quantity === undefined ? [...UNITS.values()].flat() : (UNITS.get(quantity) ?? []);
  return done(listUnits(units, precision));
}

function noQuantity(text: string, quantities: readonly string[]): RequestProblem {
  const near = nearest(text.trim(), quantities, { within: Number.POSITIVE_INFINITY });
  return {
    code: "TEXT_NOT_UNDERSTOOD",
    message: `Cannot list units: found ${JSON.stringify(beginning(text, 40))}, expected a quantity such as ${near.join(", ")}`,
    path: "/input",
    expected: quantities,
    hint: `These work: ${near.join("; ")}`,
  };
}
