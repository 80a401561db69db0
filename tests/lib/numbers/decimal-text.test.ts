import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  compareDigits,
  decimalText,
  digitsOf,
  doubleText,
  isWhole,
  positionalText,
  readDecimal,
} from "../../../tools/_lib/numbers/decimal-text.ts";

const digits = fc.stringMatching(/^[0-9]{1,20}$/);
const whole = digits.map((text) => text.replace(/^0+(?=\d)/, ""));
const exponents = fc.option(fc.integer({ min: -30, max: 30 }), { nil: undefined });
const token = fc
  .tuple(fc.boolean(), whole, fc.option(digits, { nil: undefined }), exponents)
  .map(([minus, before, behind, exponent]) =>
    [
      minus ? "-" : "",
      before,
      behind === undefined ? "" : `.${behind}`,
      exponent === undefined ? "" : `e${exponent}`,
    ].join(""),
  );

function exactly(text: string) {
  const exact = readDecimal(text);
  if (!exact) throw new Error(`No number: ${text}`);
  return exact;
}

describe("a number token", () => {
  test("keeps its value in positional text, which has no zeros to spare", () => {
    fc.assert(
      fc.property(token, (text) => {
        const written = positionalText(digitsOf(text));
        expect(written).toMatch(/^(?:0|-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?)$/);
        expect(written).toBe(decimalText(exactly(text)));
        expect(digitsOf(written)).toEqual(digitsOf(text));
      }),
    );
  });

  test("is whole where nothing is left over after its point", () => {
    fc.assert(
      fc.property(token, (text) => {
        const { numerator, denominator } = exactly(text);
        expect(isWhole(text)).toBe(numerator % denominator === 0n);
      }),
      { examples: [["-0.0e-5"], ["10.0e-1"]] },
    );
  });

  test("is compared as what it stands for", () => {
    fc.assert(
      fc.property(token, token, (a, b) => {
        const [left, right] = [exactly(a), exactly(b)];
        const difference = left.numerator * right.denominator - right.numerator * left.denominator;
        const expected = difference === 0n ? 0 : difference < 0n ? -1 : 1;
        expect(compareDigits(digitsOf(a), digitsOf(b))).toBe(expected);
      }),
    );
  });

  test("may have an exponent of any size", () => {
    const [small, large] = [
      digitsOf("1e99999999999999999999"),
      digitsOf("10e99999999999999999999"),
    ];
    expect(compareDigits(small, large)).toBe(-1);
    expect(isWhole("1e99999999999999999999")).toBe(true);
    expect(isWhole("1e-99999999999999999999")).toBe(false);
  });
});

test("the text of a double reads back as that double and has no exponent", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const text = doubleText(number);
      expect(text).toMatch(/^-?\d+(?:\.\d+)?$/);
      expect(Number(text)).toBe(number + 0);
    }),
    { examples: [[1e21], [5e-324], [-1.5e-7]] },
  );
});
