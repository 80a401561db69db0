import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/unit-converter.ts";
import { UNITS } from "../../tools/_lib/numbers/units/units.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly value: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly result: number | null;
  readonly resultText: string | null;
  readonly exact: string | null;
  readonly quantity: string | null;
  readonly reciprocal: boolean | null;
  readonly parts: { value: number; unit: string }[] | null;
  readonly conversions: { unit: string; result: number | null; resultText: string }[];
}

const run = (input: string | object) =>
  runUnit(tool, typeof input === "string" ? { input } : input);
const value = (input: string | object) => run(input).value as Value;
const warnings = (input: string | object) => run(input).warnings?.map(({ code }) => code);
const failures = (input: string | object) =>
  run(input).errors?.map(({ code, path, offset }) => `${code} ${path} ${offset}`);

describe("what is typed", () => {
  test.each([
    ["5 in in cm", "12.7 cm"],
    ["5 ft 7 in as cm", "170.18 cm"],
    ["5'7\" -> cm", "170.18 cm"],
    ["-5 ft 7 in→cm", "-170.18 cm"],
    ["1 h 30 min TO s", "5400 s"],
    ["1 lb 4 oz to kg", "0.5669904625 kg"],
    ["2 1/2 cups to ml", "591.47059125 mL"],
    ["1,234.5 m to km", "1.2345 km"],
    ["5 sq ft to m2", "0.4645152 m2"],
    ["2 cubic metres to L", "2000 L"],
    ["3 kilowatt hours to J", "10800000 J"],
    ["3 megaohm to ohm", "3000000 Ω"],
    ["5 microsec to ns", "5000 ns"],
    ["1 Qm to m", "1e+30 m"],
    ["1 ms^-1 to Hz", "1000 Hz"],
    ["1 ms⁻¹ to 1/s", "1000 1/s"],
    ["3 m^0 to 1", "3 1"],
    ["60 miles per hour to m/s", "26.8224 m/s"],
    ["9 J/(kg K) to J/kg/K", "9 J/kg/K"],
    ["1 m to 100 cm", "1 100 cm"],
    ["30 in Hg to psi", "14.7346244241 psi"],
    ["1 Å to nm", "0.1 nm"],
    ["0 m to km", "0 km"],
    ["-0 m to km", "0 km"],
    ["1e-9 m to km", "1e-12 km"],
  ])("%s", (input, output) => {
    expect(run(input).output).toBe(output);
  });

  test("or given in fields", () => {
    expect(run({ value: "1/3", from: "yd", to: "ft" }).output).toBe("1 ft");
    expect(run({ value: 0.1, from: "m", to: "cm", precision: 50 }).output).toBe("10 cm");
    expect(run({ input: "5 km", to: "mi", precision: 3 }).output).toBe("3.11 mi");
    expect(value({ value: -2, from: "kilometers", to: "miles" })).toMatchObject({
      value: -2,
      from: "km",
      to: "mi",
      reciprocal: false,
      parts: null,
      conversions: [],
    });
  });

  test("is named by its symbol, or as typed", () => {
    expect(value("5 ft 6 in to m")).toMatchObject({ value: 5.5, from: "ft", to: "m" });
    expect(value("1 W/m^2/K to BTU/h/ft^2/°F")).toMatchObject({
      from: "W/m^2/K",
      to: "BTU/h/ft^2/°F",
      exact: "9290304000/52752792631",
      quantity: null,
    });
    expect(value("5 ha to m^2").quantity).toBe("area");
    expect(value("1 megabyte to kib")).toMatchObject({ from: "MB", to: "KiB" });
  });

  test("beyond the doubles has no number, but its digits", () => {
    expect(value("1e400 m to km")).toMatchObject({ value: null, result: null, exact: null });
    expect(run("1e400 m to km").output).toBe("1e+397 km");
    expect(value("1e-400 m to km").result).toBeNull();
  });
});

describe("temperatures", () => {
  test.each([
    ["-40 °C to °F", "-40 °F", []],
    ["72F to C", "22.2222222222 °C", ["TEMPERATURE_ASSUMED"]],
    ["100 F to °C", "37.7777777778 °C", ["TEMPERATURE_ASSUMED"]],
    ["0 K to degC", "-273.15 °C", []],
    ["80 °Ré to °R", "671.67 °R", []],
    ["300 mK to K", "0.3 K", []],
    ["-300 °C to K", "-26.85 K", ["BELOW_ABSOLUTE_ZERO"]],
    ["5 C to C", "5 C", []],
    ["9 °F to K^2/K", "5 K^2/K", ["TEMPERATURE_INTERVAL"]],
    ["1 J/K to J/°F", "0.555555555556 J/°F", ["TEMPERATURE_INTERVAL"]],
  ])("%s", (input, output, codes) => {
    expect(run(input).output).toBe(output);
    expect(warnings(input)).toEqual(codes);
  });
});

describe("special conversions", () => {
  test.each([
    ["30 mpg to L/100km", "7.84048611111 L/100km", ["RECIPROCAL_CONVERSION"]],
    ["10 s to Hz", "0.1 Hz", ["RECIPROCAL_CONVERSION"]],
    ["60 Hz to rpm", "3600 rpm", ["CYCLE_ASSUMED"]],
    ["30 rpm to Hz", "0.5 Hz", ["CYCLE_ASSUMED"]],
    ["2 Gy to Sv", "2 Sv", ["KIND_MISMATCH"]],
    ["70 KG to LB", "154.323583529 lb", ["CASE_ASSUMED"]],
    ["5 KB to B", "5000 B", ["CASE_ASSUMED"]],
    ["6 Da to u", "6 Da", ["MEASURED_CONSTANT"]],
    ["1 yr to mo", "12 mo", ["AVERAGE_LENGTH"]],
    ["1 gal to ton", undefined, undefined],
    ["1 gal to cups", "16 cup", ["US_MEASURE_ASSUMED"]],
    ["1 US gallon to L", "3.785411784 L", []],
    ["4 J/kg K to J K/kg", "4 J K/kg", ["AMBIGUOUS_DIVISION"]],
    ["90° to rad", "1.57079632679 rad", []],
    ["1 rev to °", "360 deg", []],
    ["1 tsp/MI to ml/Km", undefined, ["CASE_ASSUMED", "US_MEASURE_ASSUMED"]],
  ] as const)("%s", (input, output, codes) => {
    if (output !== undefined) expect(run(input).output).toBe(output);
    if (codes !== undefined) expect(warnings(input)).toEqual([...codes]);
  });

  test("are said to be reciprocal", () => {
    expect(value("30 mpg to L/100km")).toMatchObject({ reciprocal: true, quantity: "fuelEconomy" });
  });

  test("with π have no exact text", () => {
    expect(value("1 rev to deg").exact).toBe("360");
    expect(value("1 rev to rad").exact).toBeNull();
    expect(value("1 rev 1 rad to rad")).toMatchObject({ exact: null, result: 7.28318530718 });
    expect(run({ value: 1, from: "rev", to: "rad", precision: 50 }).output).toBe(
      "6.2831853071795864769252867665590057683943387987502 rad",
    );
  });
});

describe("what people write", () => {
  test.each([
    ["10 000 m to km", "10 km"],
    ["10\u202f000.5 m to km", "10.0005 km"],
    ["1\u00a0000\u00a0000 g to t", "1 t"],
    ["1'000 m to km", "1 km"],
    ["1’234’567 m to km", "1234.567 km"],
    ["2'050 mm into m", "2.05 m"],
    ["5'11 1/2 to in", "71.5 in"],
    ["12 inches into cm", "30.48 cm"],
    ["5′11″ to cm", "180.34 cm"],
    ["5’11” to cm", "180.34 cm"],
    ["5'11 to cm", "180.34 cm"],
    ["6 ft 2 to m", "1.8796 m"],
    ["11 stone 4 to kg", "71.66759446 kg"],
    ["how many inches is 5′11″", "71 in"],
    ["30° 15′ to deg", "30.25 deg"],
    ["½ cup to ml", "118.29411825 mL"],
    ["2¼ lb to g", "1020.5828325 g"],
    ["2 ¼ lb to g", "1020.5828325 g"],
    ["500 sqft to sqm", "46.45152 sqm"],
    ["2 cuft to cuin", "3456 cuin"],
    ["250 mcg to mg", "0.25 mg"],
    ["27 kts to nmi/h", "27 nmi/h"],
    ["20 degrees Celsius to degrees F", "68 °F"],
    ["2 UK gallons to UK pints", "16 pt_imp"],
    ["2 Calories to calories", "2000 cal"],
    ["5 NM to km", "9.26 km"],
    ["5 Nm to N m", "5 N m"],
    ["100 ft-lbs to Nm", "135.581794833 Nm"],
    ["10 lb-ft to lbf-ft", "10 lbfft"],
    ["10 Δ°C to Δ°F", "18 Δ°F"],
    ["10 ∆°C to K", "10 K"],
    ["180 cm to ft and in", "5 ft 10.866142 in"],
    ["180 cm to ft in", "5 ft 10.866142 in"],
    ["90 min in h and min", "1 h 30 min"],
    ["convert 5 km to m", "5000 m"],
    ["What is 5 km in m?", "5000 m"],
    ["what’s 5 km in m", "5000 m"],
    ["how many feet are there in 3 miles?", "15840 ft"],
    ["how many ounces in a pound", "16 oz"],
    ["how many seconds in 1 h 30 min", "5400 s"],
    ["how much is 1 kg in g", "1000 g"],
  ])("%s", (input, output) => {
    expect(run(input).output).toBe(output);
  });

  test.each([
    ["12 pt to mm", "4.23333333333 mm", ["POINT_ASSUMED"]],
    ["3 pt to gal", "0.375 gal", ["US_MEASURE_ASSUMED"]],
    ["1 gb to mb", "1000 MB", ["UNIT_CASE_ASSUMED"]],
    ["1 mib to kib", "1024 KiB", ["UNIT_CASE_ASSUMED"]],
    ["8 kb to B", "1000 B", []],
  ])("%s, with what was assumed", (input, output, codes) => {
    expect(run(input).output).toBe(output);
    expect(warnings(input)).toEqual(codes);
  });

  test("no number is dropped", () => {
    for (const input of ["10 00 m to km", "5 5 m to km", "1 2 3 m", "3 kg 4 m 5"]) {
      expect(run(input).errors?.[0]?.code).toMatch(/TEXT_NOT_UNDERSTOOD|DIMENSION_MISMATCH/);
    }
    fc.assert(
      fc.property(
        fc.nat(999_999_999),
        fc.constantFrom(" ", "\u00a0", "\u202f"),
        (number, blank) => {
          const grouped = String(number).replaceAll(/\B(?=(\d{3})+$)/g, blank);
          expect(value(`${grouped} m to mm`).exact).toBe(`${BigInt(number) * 1000n}`);
        },
      ),
    );
  });

  test("there is no part of a bit", () => {
    for (const unit of ["mbit", "µB", "nbit", "dB", "millibit"]) {
      expect(failures(`1 ${unit} to km`)?.[0]).toMatch(/UNIT_UNKNOWN|DIMENSION_MISMATCH/);
      expect(value(`1 ${unit} to B`)?.from ?? "").not.toMatch(/^[mµnd]/);
    }
  });
});

describe("a mixed result", () => {
  test.each([
    ["180 cm to ft;in", "5 ft 10.866142 in", [5, 10.866142]],
    ["-180 cm to ft+in", "-5 ft 10.866142 in", [-5, -10.866142]],
    ["3 ft to ft ; in", "3 ft 0 in", [3, 0]],
    ["-10 in to ft;in", "-0 ft 10 in", [0, -10]],
    ["5000 s to h;min;s", "1 h 23 min 20 s", [1, 23, 20]],
    ["11.9999999 in to ft;in", "1 ft 0 in", [1, 0]],
    ["4 rad to rev;deg", "0 rev 229.183118 deg", [0, 229.183118]],
  ])("%s", (input, output, parts) => {
    expect(run(input).output).toBe(output);
    expect(value(input).parts?.map((part) => part.value)).toEqual(parts);
    expect(value(input)).toMatchObject({ result: null, exact: null, resultText: output });
  });

  test("beyond the doubles has a text and no parts", () => {
    const { resultText, parts } = value({ value: "1e999", from: "m", to: "ft;in" });
    expect(resultText?.length).toBeGreaterThan(999);
    expect(parts).toBeNull();
  });
});

describe("without a target", () => {
  test("the common units of the quantity", () => {
    const { output } = run("1 km");
    expect(output?.split("\n").slice(0, 5)).toEqual([
      "1 km",
      "1000 m",
      "100000 cm",
      "1000000 mm",
      "0.621371192237 mi",
    ]);
    expect(value("20 °C").conversions.map(({ resultText }) => resultText)).toEqual([
      "20",
      "68",
      "293.15",
      "527.67",
    ]);
    expect(value("0 mpg").conversions.map(({ unit }) => unit)).toEqual(["mpg", "mpg_imp", "km/L"]);
    expect(value("5 km")).toMatchObject({ to: null, result: null, resultText: null, exact: null });
  });

  test("or the expression in SI units", () => {
    expect(run("1 kN").output).toContain("224.80894");
    expect(run("5 V").output).toBe("5 kg·m^2·s^-3·A^-1");
    expect(run("72 km/h").output).toBe("20 m·s^-1");
    expect(run("50 %").output).toBe("0.5");
  });
});

describe("action list", () => {
  test("gives the units of a quantity", () => {
    const found = value({ action: "list", input: "Area" });
    expect(found.conversions[0]).toEqual({ unit: "ha", result: 10_000, resultText: "10000" });
    expect(Object.entries(found).filter(([, field]) => field !== null)).toHaveLength(1);
    expect(run({ action: "list", input: "area" }).output?.split("\n")[2]).toBe(
      "1 acre = 4046.8564224 m^2",
    );
  });

  test("or all", () => {
    expect(value({ action: "list" }).conversions).toHaveLength(240);
    expect(failures({ action: "list", input: "lenght" })).toEqual([
      "TEXT_NOT_UNDERSTOOD /input undefined",
    ]);
  });
});

describe("failures", () => {
  test.each([
    ["5 kg to m", ["DIMENSION_MISMATCH /input 8"]],
    ["5 ft 2 kg to m", ["DIMENSION_MISMATCH /input 7"]],
    ["180 cm to ft;kg", ["DIMENSION_MISMATCH /input 13"]],
    ["0 mpg to L/100km", ["DIVISION_BY_ZERO /input undefined"]],
    ["3 MW to mw", ["UNIT_AMBIGUOUS /input 8"]],
    ["5 LB 3 oz to kg", ["UNIT_AMBIGUOUS /input 2"]],
    ["5 furlogs to m", ["UNIT_UNKNOWN /input 2"]],
    ["10.0.0.0/24\n10.0.1.0/24", ["TEXT_NOT_UNDERSTOOD /input 6"]],
    ["5 km/0 to m", ["TEXT_NOT_UNDERSTOOD /input 6"]],
    ["5 m to metrez", ["UNIT_UNKNOWN /input 7"]],
    ["", ["TEXT_NOT_UNDERSTOOD /input 0"]],
    ["5", ["TEXT_NOT_UNDERSTOOD /input 1"]],
    ["km to m", ["TEXT_NOT_UNDERSTOOD /input 0"]],
    ["1,23 m to km", ["TEXT_NOT_UNDERSTOOD /input 1"]],
    [{}, ["INSUFFICIENT_INPUT /value undefined"]],
    [{ value: 5 }, ["INSUFFICIENT_INPUT /from undefined"]],
    [{ from: "m", to: "km" }, ["INSUFFICIENT_INPUT /value undefined"]],
    [
      { input: "5 m", value: 3, from: "m" },
      ["CONFLICTING_FIELDS /value undefined", "CONFLICTING_FIELDS /from undefined"],
    ],
    [{ input: "5 m to km", to: "mi" }, ["CONFLICTING_FIELDS /to undefined"]],
    [{ value: "five", from: "m" }, ["TEXT_NOT_UNDERSTOOD /value undefined"]],
    [{ value: 5, from: "m", to: "parsek" }, ["UNIT_UNKNOWN /to 0"]],
    [{ value: 5, from: "m", to: "ft;" }, ["TEXT_NOT_UNDERSTOOD /to 3"]],
    [{ input: "5 m", precision: 51 }, ["RANGE /precision undefined"]],
  ])("%j", (input, expected) => {
    expect(failures(input)).toEqual(expected);
  });

  test("name near units, both dimensions and texts that work", () => {
    const [unknown] = run("5 furlogs to m").errors ?? [];
    expect(unknown?.["nearest"]).toEqual(["furlongs", "furlong", "curies"]);
    expect(run("5 kg to m").errors?.[0]?.message).toBe(
      "Cannot convert kg (mass, kg) to m (length, m): found different dimensions, expected the same",
    );
    expect(run("five feet").errors?.[0]?.hint).toContain("5 ft 7 in to cm");
  });
});

describe("laws", () => {
  const linear = [...UNITS.entries()].filter(([quantity]) => quantity !== "temperature");
  const three = fc
    .constantFrom(...linear)
    .chain(([, units]) =>
      fc.tuple(
        fc.constantFrom(...units),
        fc.constantFrom(...units),
        fc.constantFrom(...units),
        fc.integer({ min: -(10 ** 6), max: 10 ** 6 }),
      ),
    );

  test("converting back gives the value exactly, by way of a third unit, too", () => {
    fc.assert(
      fc.property(three, ([a, b, c, number]) => {
        const step = (given: string | null, from: string, to: string) =>
          given === null ? null : value({ value: given, from, to }).exact;
        const there = step(String(number), a.symbol, b.symbol);
        if (there === null) return;
        expect(step(there, b.symbol, a.symbol)).toBe(String(number));
        const on = step(there, b.symbol, c.symbol);
        if (on !== null) expect(step(String(number), a.symbol, c.symbol)).toBe(on);
      }),
    );
  });

  test("a prefix shifts the decimal point only", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), (number) => {
        expect(value(`${number} km to mi`).exact).toBe(value(`${number}000 m to mi`).exact);
        expect(value(`${number} µm to m`).exact).toBe(value(`${number}e-6 m to m`).exact);
      }),
    );
  });
});
