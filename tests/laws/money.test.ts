/** The same amount gives the same cents, whichever tool computes it. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Unit } from "../../app/registry-entry.ts";
import discount from "../../tools/discount-calculator.ts";
import invoice from "../../tools/invoice-generator.ts";
import salesTax from "../../tools/sales-tax-calculator.ts";
import tip from "../../tools/tip-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const cents = fc.integer({ min: 0, max: 10_000_000 }).map((amount) => amount / 100);
const rates = fc.integer({ min: 1, max: 3000 }).map((rate) => rate / 100);
const currencies = fc.constantFrom("USD", "CHF", "JPY", "KWD");
const coins = fc.constantFrom(undefined, 0.05, 0.1, 1);

const valueOf = (unit: Unit, input: object) =>
  runUnit(unit, input).value as Record<string, unknown>;

test("discount, sales tax and invoice agree on tax, total, rounding and what is to pay", () => {
  fc.assert(
    fc.property(cents, rates, currencies, coins, (amount, rate, currency, coin) => {
      const common = { currency, ...(coin === undefined ? {} : { roundTo: coin }) };
      const { totals } = valueOf(invoice, {
        ...common,
        taxRate: rate,
        lines: [{ description: "x", unitPrice: amount }],
      }) as { totals: Record<string, number> };
      const { taxTotal, grossTotal, rounding, payable } = totals;
      expect(valueOf(salesTax, { ...common, amount, taxRate: rate })).toMatchObject({
        tax: taxTotal,
        gross: grossTotal,
        rounding,
        payable,
      });
      expect(valueOf(discount, { ...common, price: amount, taxRate: rate })).toMatchObject({
        tax: taxTotal,
        total: grossTotal,
        rounding,
        payable,
      });
    }),
  );
});

test("half a cent goes away from zero in all of them", () => {
  const invoiced = valueOf(invoice, { lines: [{ description: "x", unitPrice: 0.5 }], taxRate: 5 });
  expect(invoiced).toMatchObject({ totals: { taxTotal: 0.03 } });
  expect(valueOf(salesTax, { amount: 0.5, taxRate: 5 })).toMatchObject({ tax: 0.03 });
  expect(valueOf(salesTax, { amount: -0.5, taxRate: 5 })).toMatchObject({ tax: -0.03 });
  expect(valueOf(discount, { price: 0.5, taxRate: 5 })).toMatchObject({ tax: 0.03 });
  expect(valueOf(tip, { bill: 0.5, tipPercent: 5 })).toMatchObject({ tip: 0.03 });
});

test("Swiss coins", () => {
  expect(runUnit(discount, { price: 9.99, currency: "CHF", roundTo: 0.05 })).toMatchObject({
    output: expect.stringContaining("Payable: CHF 10.00") as string,
    value: { total: 9.99, rounding: 0.01, payable: 10 },
  });
  expect(
    runUnit(salesTax, { amount: 9.22, taxRate: 8.1, currency: "CHF", roundTo: 0.05 }),
  ).toMatchObject({
    output: "Net: CHF 9.22\nTax: CHF 0.75\nGross: CHF 9.97\nPayable: CHF 9.95",
    value: { rounding: -0.02, payable: 9.95 },
  });
});
