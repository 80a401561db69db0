import { describe, expect, test } from "bun:test";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import {
  add,
  compare,
  divide,
  exactText,
  exactTextWithin,
  floor,
  fraction,
  multiply,
  raise,
  readFraction,
  roundedQuotient,
  significantText,
  subtract,
  toDecimals,
  toDouble,
} from "../../../tools/_lib/numbers/fraction.ts";
import { numberAt, readNumber } from "../../../tools/_lib/numbers/written-number.ts";

const Wide = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_EVEN });
const big = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 30n });
const any = fc.tuple(big, positive).map(([top, bottom]) => fraction(top, bottom));

describe("arithmetic", () => {
  test("obeys the laws of a field, in lowest terms", () => {
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        expect(add(a, b)).toEqual(add(b, a));
        expect(multiply(a, add(b, c))).toEqual(add(multiply(a, b), multiply(a, c)));
        expect(subtract(add(a, b), b)).toEqual(a);
        if (b.numerator !== 0n) expect(divide(multiply(a, b), b)).toEqual(a);
        const { numerator, denominator } = add(a, b);
        expect(fraction(numerator, denominator)).toEqual({ numerator, denominator });
        expect(Math.sign(compare(a, b))).toBe(-Math.sign(compare(b, a)) + 0);
      }),
    );
  });

  test("rounds down, and raises to negative powers", () => {
    expect(floor(fraction(-7n, 2n))).toBe(-4n);
    expect(floor(fraction(7n, 2n))).toBe(3n);
    expect(floor(fraction(-6n, 2n))).toBe(-3n);
    expect(raise(fraction(-2n, 3n), -3)).toEqual(fraction(-27n, 8n));
  });

  test("rounds quotients half-even", () => {
    const quotients = [-5n, -3n, -1n, 1n, 3n, 5n].map((half) => roundedQuotient(half, 2n));
    expect(quotients).toEqual([-2n, -2n, 0n, 0n, 2n, 2n]);
  });
});

describe("texts", () => {
  test("of significant digits are those of decimal arithmetic", () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 50 }), (value, digits) => {
        const wide = new Wide(String(value.numerator)).div(String(value.denominator));
        // A tie that decimal arithmetic has rounded before would be another number.
        const expected = wide.toSignificantDigits(digits, Decimal.ROUND_HALF_EVEN);
        expect(significantText(value, digits)).toBe(expected.toString());
      }),
      {
        examples: [
          [fraction(999_999n, 1000n), 3],
          [fraction(25n, 10n), 1],
          [fraction(0n), 5],
        ],
      },
    );
  });

  test.each([
    ["1e20", "100000000000000000000"],
    ["1e21", "1e+21"],
    ["1e-6", "0.000001"],
    ["1e-7", "1e-7"],
    ["-1.50", "-1.5"],
  ])("of %s is %s", (text, expected) => {
    expect(significantText(readFraction(text) ?? fraction(0n), 40)).toBe(expected);
  });

  test("that are exact read back", () => {
    fc.assert(
      fc.property(any, (value) => {
        expect(readFraction(exactText(value))).toEqual(value);
      }),
    );
    expect(exactText(fraction(-1n, 8n))).toBe("-0.125");
    expect(exactText(fraction(-1n, 3n))).toBe("-1/3");
    expect(exactTextWithin(fraction(1n, 3n), 2)).toBeNull();
    expect(exactTextWithin(fraction(1n, 2n ** 900n), 200)).toBeNull();
    expect(toDecimals(fraction(-1n, 8n), 2).toString()).toBe("-0.12");
  });

  test("beyond the doubles have none", () => {
    expect([new Decimal("1e309"), new Decimal("1e-400")].map(toDouble)).toEqual([null, null]);
    expect(toDouble(new Decimal("-0"))).toBe(0);
  });
});

describe("written numbers", () => {
  test.each([
    ["2 1/2", "5/2"],
    ["1/3", "1/3"],
    ["- 1,234,567.5", "-1234567.5"],
    ["−1e-3", "-0.001"],
    ["1E3", "1000"],
    [".5", "0.5"],
    ["5.", "5"],
  ])("%j is %s", (text, expected) => {
    expect(readNumber(text)).toEqual(readFraction(expected) ?? fraction(0n));
  });

  test.each(["", "-", "1,23", "1,2345", "1/0", "one", "1 2", "1e", "1e1000", "--1"])(
    "%j is none",
    (text) => {
      expect(readNumber(text)).toBeUndefined();
    },
  );

  test("end where they end", () => {
    expect(numberAt("5ft", 0)?.end).toBe(1);
    expect(numberAt("5eV", 0)?.end).toBe(1);
    expect(numberAt("x 2 1/2y", 2)?.end).toBe(7);
  });
});
