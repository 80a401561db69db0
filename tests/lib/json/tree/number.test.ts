import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  compareNumbers,
  isExact,
  isNumberText,
  numberKey,
} from "../../../../tools/_lib/json/tree/number.ts";

const digits = fc.stringMatching(/^[0-9]{1,25}$/);
const numberText = fc
  .tuple(
    fc.constantFrom("", "-"),
    digits.map((text) => text.replace(/^0+(?=.)/, "")),
    fc.option(digits, { nil: undefined }),
    fc.option(fc.integer({ min: -40, max: 40 }), { nil: undefined }),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      sign +
      whole +
      (fraction === undefined ? "" : `.${fraction}`) +
      (exponent === undefined ? "" : `e${exponent}`),
  );

/** The value times 10^80, in whole. */
function scaled(text: string): bigint {
  const [mantissa = "", exponent = "0"] = text.replace("-", "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const size =
    BigInt(whole + fraction) *
    10n ** BigInt(80 - fraction.length + Number(text.split("e")[1] ?? exponent));
  return text.startsWith("-") ? -size : size;
}

test("numbers compare by their exact decimal value, and equal ones have one key", () => {
  fc.assert(
    fc.property(numberText, numberText, (a, b) => {
      const [left, right] = [scaled(a), scaled(b)];
      const order = left === right ? 0 : left < right ? -1 : 1;
      expect(compareNumbers(a, b)).toBe(order);
      expect(numberKey(a) === numberKey(b)).toBe(order === 0);
    }),
    {
      numRuns: 1000,
      examples: [
        ["1", "1.0"],
        ["10", "1e1"],
        ["-0", "0"],
        ["0.0", "0e9"],
      ],
    },
  );
});

test("a number is exact when the shortest text of its double has the same value", () => {
  fc.assert(
    fc.property(numberText, (text) => {
      const shortest = String(Number(text)).replace("e+", "e");
      expect(isExact(text)).toBe(scaled(text) === scaled(shortest));
    }),
    { numRuns: 1000 },
  );
  expect(["1e400", "-1e400", "1e-400", "NaN", "Infinity"].map(isExact)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("exponents are compared, not expanded", () => {
  expect(compareNumbers("1e999999999", "1e999999998")).toBe(1);
  expect(compareNumbers("-1e999999999999999999999", "-1e999999999999999999998")).toBe(-1);
  expect(compareNumbers("10e999999999999999999998", "1e999999999999999999999")).toBe(0);
  expect(compareNumbers("12345678901234567890", "12345678901234567891")).toBe(-1);
});

test("the grammar is JSON's", () => {
  for (const text of ["0", "-0", "1.50", "1e2", "1E+2"]) expect(isNumberText(text)).toBe(true);
  for (const text of ["", "01", "+1", ".5", "5.", "1e", "1_0", "0x1", " 1", "NaN"]) {
    expect(isNumberText(text)).toBe(false);
  }
});
