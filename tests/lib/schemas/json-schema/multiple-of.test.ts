import { expect, test } from "bun:test";
import fc from "fast-check";
import { isWhole } from "../../../../tools/_lib/numbers/decimal-text.ts";
import { isMultiple } from "../../../../tools/_lib/schemas/json-schema/multiple-of.ts";

/** A decimal as digits × 10^exponent, and the same as a fraction. */
const NUMBER = fc.record({
  digits: fc.integer({ min: -9999, max: 9999 }),
  exponent: fc.integer({ min: -6, max: 6 }),
});

function fraction({ digits, exponent }: { digits: number; exponent: number }) {
  const power = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0
    ? { top: BigInt(digits), bottom: power }
    : { top: BigInt(digits) * power, bottom: 1n };
}

const textOf = ({ digits, exponent }: { digits: number; exponent: number }) =>
  `${digits}e${exponent}`;

test("a whole multiple is one of fractions, too", () => {
  fc.assert(
    fc.property(NUMBER, NUMBER, (value, step) => {
      fc.pre(step.digits !== 0);
      const [a, b] = [fraction(value), fraction(step)];
      const expected = (a.top * b.bottom) % (a.bottom * b.top) === 0n;
      expect(isMultiple(textOf(value), textOf(step))).toBe(expected);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ["0.3", "0.1", true],
  ["1e308", "1e-308", true],
  ["1e999999999", "3", false],
  ["3e999999999", "3", true],
  ["1e999999999", "1e-999999999", true],
  ["1e999999999", "1024", true],
  ["1e-999999999", "1", false],
  ["0", "7", true],
  ["-0.0", "0.7", true],
  ["12345678901234567891", "2", false],
  ["7.5", "2.5", true],
  ["7.5", "3", false],
  ["10", "4", false],
  ["1.50", "0.5", true],
])("%s of %s: %p", (value, step, expected) => {
  expect(isMultiple(value, step)).toBe(expected);
});

test.each([
  ["1", true],
  ["-0", true],
  ["1.0", true],
  ["1e2", true],
  ["1.5e1", true],
  ["1.5", false],
  ["1e-1", false],
  ["10e-1", true],
  ["1e999999999", true],
])("%s is whole: %p", (text, expected) => {
  expect(isWhole(text)).toBe(expected);
});

test("numbers of very many digits are judged", () => {
  expect(isMultiple("9".repeat(99_000), "3")).toBe(true);
  expect(isMultiple("1".repeat(50_000), `${"5".repeat(20_000)}`)).toBe(false);
  expect(isMultiple(`1${"0".repeat(50_000)}`, `0.${"0".repeat(40_000)}5`)).toBe(true);
});
