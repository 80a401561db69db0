import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { evaluate } from "../../../tools/scientific-calculator/evaluate.ts";
import { toWide } from "../../../tools/_lib/numbers/scientific/number.ts";
import * as reference from "../../support/reference-functions.ts";

const { fixed } = reference;
const ONE = fixed(1n);
const times = (a: bigint, b: bigint) => (a * b) / ONE;
const over = (a: bigint, b: bigint) => (a * ONE) / b;

/** What the calculator gives, with all its digits, as so many cut ones; empty where it is exact. */
function computed(expression: string, count: number): string {
  const { value } = evaluate(expression, "rad", new Map());
  if (value.exact) return "";
  const text = toWide(value).toExponential();
  const [mantissa = "", exponent = ""] = text.split("e");
  const digits = mantissa.replace("-", "").replace(".", "").padEnd(count, "0").slice(0, count);
  return `${text.startsWith("-") ? "-" : ""}${digits}e${Number(exponent)}`;
}

type Reference = (x: bigint) => bigint;

const tanh: Reference = (x) => over(reference.exp(2n * x) - ONE, reference.exp(2n * x) + ONE);

/** Each with the least and the greatest argument it is tried at, in hundredths. */
const FUNCTIONS: readonly (readonly [name: string, of: Reference, least: number, most: number])[] =
  [
    ["sqrt", reference.sqrt, 1, 100_000],
    ["exp", reference.exp, -1000, 5000],
    ["ln", reference.ln, 1, 100_000],
    ["log10", (x) => over(reference.ln(x), reference.ln(fixed(10n))), 1, 100_000],
    ["log2", (x) => over(reference.ln(x), reference.ln(fixed(2n))), 1, 100_000],
    ["sin", reference.sin, 1, 100_000],
    ["cos", reference.cos, 1, 100_000],
    ["tan", (x) => over(reference.sin(x), reference.cos(x)), 1, 100_000],
    ["sec", (x) => over(ONE, reference.cos(x)), 1, 1000],
    ["csc", (x) => over(ONE, reference.sin(x)), 1, 1000],
    ["cot", (x) => over(reference.cos(x), reference.sin(x)), 1, 1000],
    ["atan", reference.atan, -1000, 1000],
    ["asin", (x) => reference.atan(over(x, reference.sqrt(ONE - times(x, x)))), -99, 99],
    [
      "acos",
      (x) => reference.PI / 2n - reference.atan(over(x, reference.sqrt(ONE - times(x, x)))),
      -99,
      99,
    ],
    ["sinh", (x) => (reference.exp(x) - reference.exp(-x)) / 2n, -1000, 1000],
    ["cosh", (x) => (reference.exp(x) + reference.exp(-x)) / 2n, -1000, 1000],
    ["tanh", tanh, -1000, 1000],
    ["asinh", (x) => reference.ln(x + reference.sqrt(times(x, x) + ONE)), 1, 1000],
    ["acosh", (x) => reference.ln(x + reference.sqrt(times(x, x) - ONE)), 101, 1000],
    ["atanh", (x) => reference.ln(over(ONE + x, ONE - x)) / 2n, -99, 99],
    ["gamma", reference.gamma, 1, 2000],
    ["lgamma", (x) => reference.ln(reference.gamma(x)), 201, 2000],
    ["erf", reference.erf, 1, 500],
    ["erfc", (x) => ONE - reference.erf(x), -500, 500],
  ];

const DIGITS = 60;
/** Two digits more, so that a run of nines or zeros at the cut shows. */
const near = (a: string, b: string): boolean => {
  const [left, right] = [a, b].map((text) => text.split("e"));
  if (left?.[1] !== right?.[1]) return false;
  const difference = BigInt(left?.[0] ?? "") - BigInt(right?.[0] ?? "");
  return difference >= -1n && difference <= 1n;
};

describe("60 digits of", () => {
  for (const [name, of, least, most] of FUNCTIONS) {
    test(name, () => {
      fc.assert(
        fc.property(fc.integer({ min: least, max: most }), (hundredths) => {
          const x = fixed(BigInt(hundredths), 100n);
          const expected = of(x);
          const found = computed(`${name}(${hundredths}/100)`, DIGITS);
          // What is exact has its own tests.
          if (expected === 0n || found === "") return;
          const wanted = reference.digitsOf(expected, DIGITS);
          expect(near(found, wanted) ? wanted : found).toBe(wanted);
        }),
        { numRuns: 12 },
      );
    });
  }

  test("the constants", () => {
    for (const [name, value] of [
      ["pi", reference.PI],
      ["tau", 2n * reference.PI],
      ["e", reference.exp(ONE)],
      ["phi", (ONE + reference.sqrt(fixed(5n))) / 2n],
    ] as const) {
      expect(computed(name, DIGITS)).toBe(reference.digitsOf(value, DIGITS));
    }
  });

  test("powers", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        fc.integer({ min: -999, max: 999 }),
        (base, exponent) => {
          if (exponent % 100 === 0 || base === 100) return;
          const logarithm = reference.ln(fixed(BigInt(base), 100n));
          const expected = reference.exp((logarithm * BigInt(exponent)) / 100n);
          const found = computed(`(${base}/100)^(${exponent}/100)`, DIGITS);
          const wanted = reference.digitsOf(expected, DIGITS);
          expect(near(found, wanted) ? wanted : found).toBe(wanted);
        },
      ),
      { numRuns: 12 },
    );
  });
});

test("the references are those of the tables", () => {
  expect(reference.digitsOf(reference.PI, 50)).toBe(
    "31415926535897932384626433832795028841971693993751e0",
  );
  expect(reference.digitsOf(reference.exp(ONE), 40)).toBe(
    "2718281828459045235360287471352662497757e0",
  );
  expect(reference.digitsOf(reference.ln(fixed(2n)), 40)).toBe(
    "6931471805599453094172321214581765680755e-1",
  );
  expect(reference.digitsOf(reference.gamma(fixed(1n, 2n)), 40)).toBe(
    "1772453850905516027298167483341145182797e0",
  );
  expect(reference.digitsOf(reference.erf(ONE), 40)).toBe(
    "8427007929497148693412206350826092592960e-1",
  );
});
