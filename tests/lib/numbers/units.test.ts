import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compare, readFraction } from "../../../tools/_lib/numbers/fraction.ts";
import { findUnit, UNIT_NAMES } from "../../../tools/_lib/numbers/units/lookup.ts";
import { isProblem, parseQuantity, parseUnit } from "../../../tools/unit-converter/parse.ts";
import { commonUnits, UNITS } from "../../../tools/_lib/numbers/units/units.ts";
import { DEFINED_UNITS, definedFactor } from "../../support/unit-definitions.ts";

const units = [...UNITS.values()].flat();

describe("the table", () => {
  test.each(units)("$symbol has the factor of its definition", ({ symbol, factor }) => {
    const defined = definedFactor(symbol);
    const { numerator, denominator } = factor.fraction;
    expect(numerator * defined.denominator).toBe(denominator * defined.numerator);
    expect(factor.pi).toBe(defined.pi);
  });

  test("has a definition for each unit, and a unit for each symbol but one", () => {
    const symbols = new Set(units.map(({ symbol }) => symbol));
    // The kilogram is the gram with a prefix.
    expect(DEFINED_UNITS.filter((symbol) => !symbols.has(symbol))).toEqual(["kg"]);
    expect(units).toHaveLength(240);
    expect(symbols.size).toBe(240);
  });

  test("gives no name to two units", () => {
    const names = units.flatMap((unit) => [unit.symbol, ...unit.names]);
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
    expect(names.toSorted()).toEqual(UNIT_NAMES.toSorted());
  });

  test("has scales that agree at the freezing point of water", () => {
    const zeros = (UNITS.get("temperature") ?? []).map(({ symbol, zero, factor }) => {
      const ice = { "°C": "0", "°F": "32", "°Ré": "0", "°R": "491.67", K: "273.15" }[symbol] ?? "";
      const [number, added] = [readFraction(ice), zero];
      if (!number) throw new Error(symbol);
      const top = number.numerator * added.denominator + added.numerator * number.denominator;
      const { numerator, denominator } = factor.fraction;
      return (top * numerator * 10_000n) / (number.denominator * added.denominator * denominator);
    });
    expect(zeros).toEqual(zeros.map(() => 2_731_500n));
  });

  test("reads every name, and every common unit, as one unit", () => {
    for (const name of UNIT_NAMES) {
      const read = parseUnit(name, "/to");
      expect(`${name} ${isProblem(read) ? read.message : read.powers.length}`).toBe(`${name} 1`);
    }
    for (const quantity of UNITS.keys()) {
      for (const text of commonUnits(quantity)) expect(isProblem(parseUnit(text, ""))).toBe(false);
    }
  });
});

describe("a word", () => {
  const symbols = (word: string) => findUnit(word)?.readings.map(({ symbol }) => symbol);

  test.each([
    ["km", ["km"]],
    ["kilometres", ["km"]],
    ["µm", ["µm"]],
    ["μm", ["µm"]],
    ["um", ["µm"]],
    ["ml", ["mL"]],
    ["dam", ["dam"]],
    ["kilobit", ["kbit"]],
    ["kilowatt-hours", ["kWh"]],
    ["mebibytes", ["MiB"]],
    ["Qm", ["Qm"]],
    ["qm", ["qm"]],
    ["min", ["min"]],
    ["Pa", ["Pa"]],
    ["kb", ["kbit"]],
    ["Mb", ["Mbit"]],
    ["\u212b", ["Å"]],
    ["\u2126", ["Ω"]],
    ["k\u03a9", ["kΩ"]],
    ["KB", ["kB"]],
    ["Kb", ["kbit"]],
    ["MIB", ["MiB"]],
    ["KG", ["kg", "kG"]],
    ["LB", ["lb", "Lb"]],
    ["mw", ["MW", "mW"]],
    ["Kim", undefined],
    ["kft", undefined],
    ["kilokilometre", undefined],
    ["__proto__", undefined],
    ["", undefined],
  ] as const)("%j means %j", (word, expected) => {
    expect(symbols(word)).toEqual(expected as unknown as string[]);
  });

  test("with a prefix is so much larger", () => {
    const kilo = findUnit("kilometres")?.readings[0]?.factor.fraction;
    expect(kilo).toEqual({ numerator: 1000n, denominator: 1n });
    const kibi = findUnit("KiB")?.readings[0]?.factor.fraction;
    expect(kibi).toEqual({ numerator: 8192n, denominator: 1n });
  });
});

describe("parseQuantity()", () => {
  test("reads numbers as they are written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 2, max: 99 }), (a, b) => {
        const grouped = String(a).replace(/\B(?=(?:\d{3})+$)/g, ",");
        for (const [text, same] of [
          [grouped, `${a}`],
          [`${a}e-3`, `${a}/1000`],
          [`${a} 1/${b}`, `${BigInt(a) * BigInt(b) + 1n}/${b}`],
        ] as const) {
          const read = parseQuantity(`${text} m`, "/input");
          const expected = readFraction(same);
          if (isProblem(read) || !expected || !read.terms[0]) throw new Error(text);
          expect(compare(read.terms[0].value, expected)).toBe(0);
        }
      }),
    );
  });

  test.each([
    ["5 m^10", "TEXT_NOT_UNDERSTOOD", 3],
    ["5 (m", "TEXT_NOT_UNDERSTOOD", 4],
    ["5 m)", "TEXT_NOT_UNDERSTOOD", 3],
    ["5 m *", "TEXT_NOT_UNDERSTOOD", 5],
    ["5 m/0", "TEXT_NOT_UNDERSTOOD", 5],
    ["m", "TEXT_NOT_UNDERSTOOD", 0],
    ["5 ft 7 inn", "UNIT_UNKNOWN", 7],
    [`5 ${"(".repeat(200)}m^9${")^9".repeat(80)}`, "TEXT_NOT_UNDERSTOOD", undefined],
  ] as const)("refuses %p", (text, code, offset) => {
    const read = parseQuantity(text, "/input");
    if (!isProblem(read)) throw new Error("was read");
    expect(read.code).toBe(code);
    if (offset !== undefined) expect(read.offset).toBe(offset);
  });
});
