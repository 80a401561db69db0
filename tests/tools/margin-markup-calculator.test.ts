import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/margin-markup-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const figures = (input: object) => run(input).value as Record<string, number | null>;
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

describe("every pair leads to the same five", () => {
  const ALL = { cost: 60, price: 100, profit: 40, margin: 40 };
  test.each([
    [{ cost: 60, price: 100 }],
    [{ cost: 60, profit: 40 }],
    [{ cost: 60, margin: 40 }],
    [{ price: 100, profit: 40 }],
    [{ price: 100, margin: 40 }],
    [{ profit: 40, margin: 40 }],
  ])("%p", (pair) => {
    const value = figures(pair);
    expect(value).toMatchObject({ ...ALL, markup: 66.666667, multiplier: 1.666667 });
    expect(value["usedFields"]).toEqual(Object.keys(pair) as never);
  });

  test.each([
    [{ cost: 80, markup: 25 }],
    [{ price: 100, markup: 25 }],
    [{ profit: 20, markup: 25 }],
  ])("%p", (pair) => {
    expect(figures(pair)).toMatchObject({ cost: 80, price: 100, profit: 20, margin: 20 });
  });
});

describe("rounding", () => {
  test("is of cost and price; profit is their difference, totals are of rounded figures", () => {
    expect(figures({ cost: 0.105, price: 0.115, quantity: 3 })).toMatchObject({
      cost: 0.11,
      price: 0.12,
      profit: 0.01,
      margin: 8.695652,
      totalCost: 0.33,
      totalPrice: 0.36,
      totalProfit: 0.03,
    });
  });

  test("is to the currency's decimals", () => {
    expect(run({ cost: 1000, margin: 33, currency: "jpy" }).output).toBe(
      "Price: JPY 1,493\nCost: JPY 1,000\nProfit: JPY 493\nMargin: 33%\nMarkup: 49.253731%",
    );
    expect(figures({ cost: 1, margin: 33, currency: "KWD" })).toMatchObject({ price: 1.493 });
  });
});

describe("zeros and losses", () => {
  test.each([
    [
      { cost: 0, price: 5 },
      { margin: 100, markup: null, multiplier: null },
    ],
    [
      { cost: 5, price: 0 },
      { margin: null, markup: -100, multiplier: 0 },
    ],
    [
      { cost: 5e-324, price: 100 },
      { margin: 100, markup: null, multiplier: null },
    ],
    [
      { cost: 0, price: 0 },
      { profit: 0, margin: null, markup: null },
    ],
    [
      { price: 10, margin: 100 },
      { cost: 0, profit: 10, margin: 100, markup: null },
    ],
    [
      { cost: 10, markup: -100 },
      { price: 0, margin: null, markup: -100 },
    ],
    [
      { cost: 10, profit: -4 },
      { price: 6, margin: -66.666667, markup: -40 },
    ],
    [
      { profit: -20, margin: -25 },
      { price: 80, cost: 100 },
    ],
    [
      { profit: 0, margin: 5 },
      { price: 0, cost: 0, margin: null },
    ],
  ])("%p", (input, expected) => {
    expect(figures(input)).toMatchObject(expected);
  });

  test("an undefined share is written n/a", () => {
    expect(run({ cost: 0, price: 5 }).output).toEndWith("Margin: 100%\nMarkup: n/a");
  });

  test("a price below the cost is a warning, an equal one is none", () => {
    const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
    expect(codes({ cost: 10, margin: -1 })).toEqual(["SELLING_BELOW_COST"]);
    expect(codes({ cost: 10, price: 10 })).toEqual([]);
  });
});

describe("one share alone", () => {
  test.each([
    [{ margin: 20 }, { margin: 20, markup: 25, multiplier: 1.25 }],
    [{ markup: 25 }, { margin: 20, markup: 25, multiplier: 1.25 }],
    [{ margin: -100 }, { markup: -50 }],
    [{ markup: 0 }, { margin: 0, multiplier: 1 }],
  ])("%p", (input, expected) => {
    const none = { cost: null, price: null, profit: null, totalPrice: null };
    expect(figures(input)).toMatchObject({ ...none, ...expected });
  });

  test("has two lines", () => {
    expect(run({ margin: 20 }).output).toBe("Margin: 20%\nMarkup: 25%");
  });
});

describe("further figures", () => {
  test.each([
    [{ cost: 10, price: 14.93, profit: 4.93, margin: 33.02 }],
    [{ cost: 60, price: 100, markup: 66.67 }],
    [{ cost: 60, price: 100, profit: 40.01, margin: 40.01 }],
  ])("%p agrees", (input) => {
    expect(run(input).ok).toBe(true);
  });

  test("that contradict are all named", () => {
    const input = { cost: 60, price: 100, profit: 40.02, margin: 40.02, markup: 50 };
    expect(failures(input)).toEqual([
      "INCONSISTENT_INPUT /profit",
      "INCONSISTENT_INPUT /margin",
      "INCONSISTENT_INPUT /markup",
    ]);
    expect(failures({ cost: 5, price: 0, margin: 10 })).toEqual(["INCONSISTENT_INPUT /margin"]);
  });
});

describe("failures", () => {
  test.each([
    [{}, "INSUFFICIENT_INPUT undefined"],
    [{ cost: 1 }, "INSUFFICIENT_INPUT undefined"],
    [{ profit: 1 }, "INSUFFICIENT_INPUT undefined"],
    [{ margin: 10, markup: 20 }, "INSUFFICIENT_INPUT undefined"],
    [{ cost: 10, margin: 100 }, "NO_SOLUTION /margin"],
    [{ cost: 0, margin: 100 }, "NO_SOLUTION /margin"],
    [{ margin: 100 }, "NO_SOLUTION /margin"],
    [{ markup: -100 }, "NO_SOLUTION /markup"],
    [{ price: 10, markup: -100 }, "NO_SOLUTION /markup"],
    [{ profit: 10, margin: 0 }, "NO_SOLUTION /margin"],
    [{ profit: 10, markup: 0 }, "NO_SOLUTION /markup"],
    [{ profit: 10, margin: -5 }, "NO_SOLUTION /margin"],
    [{ cost: 1, profit: -2 }, "NO_SOLUTION /profit"],
    [{ price: 1, profit: 2 }, "NO_SOLUTION /profit"],
    [{ cost: 1, price: 2, currency: "XYZ" }, "CURRENCY_UNKNOWN /currency"],
    [{ cost: 1, margin: 101 }, "RANGE /margin"],
    [{ cost: -1, price: 1 }, "RANGE /cost"],
    [{ cost: 1, price: 1, quantity: 0 }, "RANGE /quantity"],
  ])("%p: %s", (input, expected) => {
    expect(failures(input)).toEqual([expected]);
  });
});

test("the published percentages are those of the exact figures, to six decimals", () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(cents, cents, (costCents, priceCents) => {
      const { margin, markup } = figures({ cost: costCents / 100, price: priceCents / 100 });
      const difference = priceCents - costCents;
      expect(Math.abs((margin ?? 0) - (difference / priceCents) * 100)).toBeLessThan(
        1e-6 + Math.abs(margin ?? 0) * 1e-12,
      );
      expect(Math.abs((markup ?? 0) - (difference / costCents) * 100)).toBeLessThan(
        1e-6 + Math.abs(markup ?? 0) * 1e-12,
      );
    }),
  );
});
