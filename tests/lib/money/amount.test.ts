import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Decimal } from "../../../tools/_lib/numbers/decimal.ts";
import {
  CURRENCIES,
  isCurrency,
  readCurrency,
  roundMoney,
  splitFairly,
  writeMoney,
  writeNumber,
  writePercent,
} from "../../../tools/_lib/money/amount.ts";

const currency = (code: string) => {
  const found = readCurrency(code);
  if (!isCurrency(found)) throw new Error(code);
  return found;
};
const money = (amount: string | number, code = "USD") =>
  writeMoney(new Decimal(amount), currency(code));

test("currencies have the decimals of ISO 4217", () => {
  expect(CURRENCIES.size).toBe(178);
  for (const [code, decimals] of [
    ["usd", 2],
    ["JPY", 0],
    ["kwd", 3],
    ["CLF", 4],
    ["XAU", 6],
  ] as const) {
    expect(currency(code)).toEqual({ code: code.toUpperCase(), decimals });
  }
  for (const code of ["", "DEM", "ANG", "constructor"]) {
    expect(readCurrency(code)).toMatchObject({ code: "CURRENCY_UNKNOWN", path: "/currency" });
  }
});

test("money is written in groups, with its sign before the digits", () => {
  expect(money(1234.5)).toBe("USD 1,234.50");
  expect(money(-3)).toBe("USD -3.00");
  expect(money(15_950, "JPY")).toBe("JPY 15,950");
  expect(money("-0.001")).toBe("USD 0.00");
  expect(money("999999.995")).toBe("USD 1,000,000.00");
  expect(money("1e20", "KWD")).toBe("KWD 100,000,000,000,000,000,000.000");
});

test("ties go away from zero", () => {
  const round = (amount: string) => roundMoney(new Decimal(amount), currency("USD")).toString();
  expect(["0.125", "0.135", "-0.125", "2.675"].map(round)).toEqual([
    "0.13",
    "0.14",
    "-0.13",
    "2.68",
  ]);
});

test("percentages and numbers have no trailing zeros", () => {
  expect(
    ["7.50", "0.0000001", "33.3333333", "1e3"].map((text) => writePercent(new Decimal(text))),
  ).toEqual(["7.5%", "0%", "33.333333%", "1000%"]);
  expect(
    ["0.000001", "0.0000001", "1e20", "1e21", "-0", "1.50"].map((text) =>
      writeNumber(new Decimal(text)),
    ),
  ).toEqual(["0.000001", "1e-7", "100000000000000000000", "1e+21", "0", "1.5"]);
});

describe("a fair split", () => {
  test("adds up to the amount, in whole cents, none further off than a cent", () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), weights, (cents, drawn) => {
        const amount = new Decimal(cents).div(100);
        const total = drawn.reduce((sum, weight) => sum + weight, 0);
        const shares = splitFairly(
          amount,
          drawn.map((weight) => new Decimal(weight)),
          currency("USD"),
        );
        expect(shares.reduce((sum, share) => sum.plus(share), new Decimal(0)).eq(amount)).toBe(
          true,
        );
        for (const [index, share] of shares.entries()) {
          expect(share.decimalPlaces()).toBeLessThanOrEqual(2);
          expect(
            share
              .minus(amount.times(drawn[index] ?? 0).div(total))
              .abs()
              .lt("0.01"),
          ).toBe(true);
        }
      }),
    );
  });

  test("gives what is missing to the largest remainders, ties to the earlier", () => {
    const split = (amount: string, weights: number[]) =>
      splitFairly(
        new Decimal(amount),
        weights.map((weight) => new Decimal(weight)),
        currency("USD"),
      ).map(Number);
    expect(split("0.05", [1, 1, 1])).toEqual([0.02, 0.02, 0.01]);
    expect(split("100", [3, 3, 1])).toEqual([42.86, 42.86, 14.28]);
    expect(split("-0.05", [1, 1])).toEqual([-0.02, -0.03]);
  });
});
