import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/discount-calculator.ts";
import tool from "../../tools/discount-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const figures = (input: object) => run(input).value as Value;
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

describe("the final price", () => {
  test("falls by deal, percentages and amount, in this order, each rounded", () => {
    const value = figures({
      price: 19.99,
      quantity: 5,
      buy: 1,
      get: 1,
      getPercentOff: 50,
      percentOff: [12.5, 3],
      amountOff: 10,
      taxRate: 7.25,
    });
    expect(value).toEqual({
      solvedFor: "finalPrice",
      price: 19.99,
      quantity: 5,
      listTotal: 99.95,
      steps: [
        { kind: "deal", value: 2, discount: 19.99, subtotal: 79.96 },
        { kind: "percent", value: 12.5, discount: 10, subtotal: 69.96 },
        { kind: "percent", value: 3, discount: 2.1, subtotal: 67.86 },
        { kind: "amount", value: 10, discount: 10, subtotal: 57.86 },
      ],
      finalPrice: 57.86,
      unitPrice: 11.57,
      saved: 42.09,
      percentOff: 42.111056,
      tax: 4.19,
      total: 62.05,
      rounding: 0,
      payable: 62.05,
    });
  });

  test.each([
    ["one percentage", { price: 50, percentOff: 20 }, { finalPrice: 40, percentOff: 20 }],
    ["as JSON text", { price: 50, percentOff: "[20, 10]" }, { finalPrice: 36, percentOff: 28 }],
    ["as a text of one number", { price: 50, percentOff: "20" }, { finalPrice: 40 }],
    ["all of it", { price: 50, percentOff: 100, taxRate: 10 }, { finalPrice: 0, tax: 0 }],
    ["free goods", { price: 0, percentOff: 10 }, { finalPrice: 0, percentOff: 0, saved: 0 }],
    ["a discount of half a cent up", { price: 0.25, percentOff: 50 }, { finalPrice: 0.12 }],
    ["a tax of half a cent up", { price: 0.5, taxRate: 5 }, { tax: 0.03, total: 0.53 }],
    ["yen", { price: 999, percentOff: 15, currency: "JPY" }, { finalPrice: 849, saved: 150 }],
    ["an amount that is too large", { price: 5, amountOff: 9 }, { finalPrice: 0, saved: 5 }],
    [
      "an amount with parts of a cent",
      { price: 50, amountOff: 10.005 },
      { finalPrice: 39.99, saved: 10.01 },
    ],
  ])("%s", (_name, input, expected) => {
    expect(figures(input)).toMatchObject(expected);
  });

  test.each([
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 2],
    [5, 2],
    [7, 3],
    [8, 4],
  ])("of %p units %p are reduced where two are bought and two are free", (quantity, reduced) => {
    const { steps, saved } = figures({ price: 1, quantity, buy: 2, get: 2 });
    expect([steps[0]?.value, saved]).toEqual([reduced, reduced]);
  });
});

describe("a final price given", () => {
  test.each([
    [
      "the price before several percentages",
      { finalPrice: 72, percentOff: [20, 10] },
      { solvedFor: "price", price: 100, listTotal: 100, saved: 28, percentOff: 28, steps: [] },
    ],
    [
      "a price of cents",
      { finalPrice: 10, percentOff: 30 },
      { price: 14.29, saved: 4.29, percentOff: 30.020994, unitPrice: 10 },
    ],
    ["nothing of nothing", { finalPrice: 0, percentOff: 50 }, { price: 0, percentOff: 0 }],
    [
      "the percentage, with tax",
      { price: 3, finalPrice: 2, taxRate: 20 },
      { solvedFor: "percentOff", percentOff: 33.333333, tax: 0.4, total: 2.4 },
    ],
    ["prices with parts of a cent", { price: 0.125, finalPrice: 0.1 }, { percentOff: 20 }],
    ["no difference", { price: 3, finalPrice: 3 }, { percentOff: 0, saved: 0 }],
    ["a higher price", { price: 80, finalPrice: 85 }, { percentOff: -6.25, saved: -5 }],
    ["a list of none", { price: 80, finalPrice: 60, percentOff: [] }, { percentOff: 25 }],
  ])("%s", (_name, input, expected) => {
    expect(figures(input)).toMatchObject(expected);
  });
});

test("an amount that rounding takes a part of is not one that is larger than what was left", () => {
  expect(codes({ price: 50, amountOff: 10.005 })).toEqual([]);
  expect(codes({ price: 10, amountOff: 10.004 })).toEqual(["DISCOUNT_CAPPED"]);
});

test("outputs", () => {
  expect(run({ price: 80, finalPrice: 85 }).output).toBe(
    "Final price: USD 85.00\nYou save: USD -5.00 (-6.25%)",
  );
  expect(run({ finalPrice: 68, percentOff: 15, taxRate: 10 }).output).toBe(
    "Original price: USD 80.00\nFinal price: USD 68.00\nYou save: USD 12.00 (15%)\nTotal with tax: USD 74.80",
  );
});

test("the order of percentages changes the price by at most a cent for each", () => {
  const percents = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), percents, (cents, percentOff) => {
      const [given, turned] = [percentOff, percentOff.toReversed()].map((order) =>
        figures({ price: cents / 100, percentOff: order }),
      );
      const distance = Math.abs((given?.finalPrice ?? 0) - (turned?.finalPrice ?? 0));
      expect(distance).toBeLessThanOrEqual(percentOff.length / 100 + 1e-9);
    }),
  );
});

test("a price before a discount leads back to the final price", () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 95 }), (amount, percentOff) => {
      const finalPrice = amount / 100;
      const { price } = figures({ finalPrice, percentOff });
      const back = figures({ price, percentOff }).finalPrice;
      expect(Math.abs(back - finalPrice)).toBeLessThanOrEqual(0.01 + 1e-9);
    }),
  );
});

test.each<[object, string]>([
  [{}, "INSUFFICIENT_INPUT /price"],
  [{ finalPrice: 5 }, "INSUFFICIENT_INPUT /price"],
  [{ price: 5, buy: 1 }, "INSUFFICIENT_INPUT /get"],
  [{ price: 5, get: 1 }, "INSUFFICIENT_INPUT /buy"],
  [{ price: 5, finalPrice: 4, percentOff: 10 }, "CONFLICTING_FIELDS /percentOff"],
  [
    { price: 5, finalPrice: 4, quantity: 2, amountOff: 0, buy: 1, get: 1, currency: "EUX" },
    "CONFLICTING_FIELDS /amountOff,CONFLICTING_FIELDS /quantity,CONFLICTING_FIELDS /buy,CONFLICTING_FIELDS /get,CURRENCY_UNKNOWN /currency",
  ],
  [{ finalPrice: 5, percentOff: 100 }, "NO_SOLUTION /percentOff"],
  [{ finalPrice: 0, percentOff: [50, 100] }, "NO_SOLUTION /percentOff"],
  [{ finalPrice: 5, price: 0 }, "NO_SOLUTION /price"],
  [{ finalPrice: 60, price: 2e-323 }, "NO_SOLUTION /price"],
  [{ price: 5, percentOff: 101 }, "RANGE /percentOff"],
  [{ price: 5, percentOff: [1, -1, "2"] }, "RANGE /percentOff/1,TYPE /percentOff/2"],
  [{ price: 5, percentOff: Array.from({ length: 21 }, () => 1) }, "RANGE /percentOff"],
  [{ price: 5, percentOff: "[1," }, "JSON_SYNTAX /percentOff"],
  [{ price: 5, percentOff: { a: 1 } }, "TYPE /percentOff"],
  [{ price: 5, quantity: 1.5, buy: 0 }, "RANGE /quantity,RANGE /buy"],
])("%j fails", (input, expected) => {
  expect(failures(input)?.join()).toBe(expected);
});

test("warnings", () => {
  expect(codes({ price: 5, amountOff: 5.01 })).toEqual(["DISCOUNT_CAPPED"]);
  expect(codes({ price: 5, amountOff: 5 })).toEqual([]);
  expect(codes({ price: 5, finalPrice: 6 })).toEqual(["PRICE_INCREASED"]);
  expect(codes({ price: 5 })).toEqual(["NO_DISCOUNT"]);
  expect(codes({ price: 5, percentOff: [0] })).toEqual(["NO_DISCOUNT"]);
  expect(codes({ price: 5, buy: 2, get: 1 })).toEqual(["NO_DISCOUNT"]);
  expect(codes({ price: 5, quantity: 2, buy: 1, get: 1, getPercentOff: 0 })).toEqual([
    "NO_DISCOUNT",
  ]);
});

test("amounts beyond the cents of a JSON number are written exactly", () => {
  const price = 123_456_789_012.37;
  expect(run({ price, quantity: 999_999, percentOff: 33.3 }).output).toBe(
    "Final price: USD 82,345,595,925,572,518.75\nYou save: USD 41,111,069,630,008,468.88 (33.3%)",
  );
});
