import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/sales-tax-calculator.ts";
import tool from "../../tools/sales-tax-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const figures = (input: object) => run(input).value as Value;
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

describe("adding", () => {
  test.each([
    ["half a cent", { amount: 0.5, taxRate: 5 }, { tax: 0.03, gross: 0.53 }],
    ["half a cent of a refund", { amount: -0.5, taxRate: 5 }, { tax: -0.03, gross: -0.53 }],
    ["no tax", { amount: 10, taxRate: 0 }, { tax: 0, gross: 10, effectiveRate: 0 }],
    ["nothing", { amount: 0, taxRate: 5 }, { net: 0, tax: 0, effectiveRate: 0, combinedRate: 5 }],
    ["yen", { amount: 995, taxRate: 10, currency: "JPY" }, { tax: 100, gross: 1095 }],
    [
      "taxes given as text, with and without names",
      { amount: 100, taxes: '[{"rate": 5}, {"name": "PST", "rate": 7}, {"rate": 1}]' },
      { taxes: [{ name: "Tax 1" }, { name: "PST" }, { name: "Tax 3" }], tax: 13 },
    ],
    [
      "a tax on the taxes before it, and one that is not",
      {
        amount: 100,
        taxes: [{ rate: 10 }, { rate: 10, compound: true }, { rate: 10 }],
      },
      { taxes: [{ base: 100 }, { base: 110, tax: 11 }, { base: 100, tax: 10 }], combinedRate: 31 },
    ],
  ])("%s", (_name, input, expected) => {
    expect(figures(input)).toMatchObject(expected);
  });

  test("one tax is named Tax", () => {
    expect(figures({ amount: 100, taxRate: 8.875 })).toEqual({
      action: "add",
      net: 100,
      tax: 8.88,
      gross: 108.88,
      rounding: 0,
      payable: 108.88,
      taxableNet: 100,
      exemptNet: 0,
      effectiveRate: 8.88,
      combinedRate: 8.875,
      taxes: [{ name: "Tax", rate: 8.875, compound: false, base: 100, tax: 8.88 }],
    });
  });
});

describe("lines", () => {
  const dimes = [{ unitPrice: 0.1 }, { unitPrice: 0.1 }, { unitPrice: 0.1 }];

  test("are rounded each or in all", () => {
    expect(figures({ lines: dimes, taxRate: 5 }).tax).toBe(0.02);
    expect(figures({ lines: dimes, taxRate: 5, roundLevel: "line" })).toMatchObject({
      tax: 0.03,
      taxes: [{ base: 0.3, tax: 0.03 }],
    });
  });

  test("that are exempt count in net and gross alone", () => {
    const milk = { unitPrice: 1.33, quantity: 3, exempt: true };
    expect(figures({ lines: [milk], taxRate: 5 })).toMatchObject({
      net: 3.99,
      tax: 0,
      gross: 3.99,
      taxableNet: 0,
      exemptNet: 3.99,
      effectiveRate: 0,
    });
    const input = { lines: [{ unitPrice: 11.9 }, milk], taxRate: 19, action: "remove" };
    expect(figures(input)).toMatchObject({ net: 13.99, tax: 1.9, gross: 15.89, taxableNet: 10 });
    expect(figures({ ...input, roundLevel: "line" })).toEqual(figures(input));
  });

  test("may be refunds and parts of a unit", () => {
    const lines = [
      { unitPrice: 9.99, quantity: -2 },
      { unitPrice: 3.333, quantity: 0.5 },
    ];
    expect(figures({ lines, taxRate: 10 })).toMatchObject({ net: -18.31, tax: -1.83 });
  });

  test("give the same in any order", () => {
    const line = fc.record({
      unitPrice: fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
      quantity: fc.integer({ min: 1, max: 9 }),
      exempt: fc.boolean(),
    });
    const lines = fc.array(line, { minLength: 1, maxLength: 8 });
    const level = fc.constantFrom("total", "line");
    const action = fc.constantFrom("add", "remove");
    fc.assert(
      fc.property(lines, level, action, (basket, roundLevel, what) => {
        const taxes = [{ rate: 5 }, { rate: 9.975, compound: true }];
        const input = { roundLevel, action: what, taxes };
        expect(figures({ ...input, lines: basket.toReversed() })).toEqual(
          figures({ ...input, lines: basket }),
        );
      }),
    );
  });
});

describe("removing", () => {
  test.each([
    ["one tax", { amount: 119, taxRate: 19 }, { net: 100, tax: 19, gross: 119 }],
    [
      "a tax on tax",
      { amount: 231, taxes: [{ rate: 5 }, { rate: 10, compound: true }] },
      { net: 200, tax: 31, combinedRate: 15.5 },
    ],
    [
      "taxes that do not add up: the first of the largest takes the cent",
      { amount: 0.05, taxes: [{ rate: 20 }, { rate: 20 }, { rate: 10 }] },
      { net: 0.03, taxes: [{ tax: 0.01 }, { tax: 0.01 }, { tax: 0 }], gross: 0.05 },
    ],
    [
      "a cent that is missing",
      { amount: 0.07, taxes: [{ rate: 10 }, { rate: 30 }] },
      { net: 0.05, taxes: [{ tax: 0.01 }, { tax: 0.01 }] },
    ],
  ])("%s", (_name, input, expected) => {
    const value = figures({ ...input, action: "remove" });
    expect(value).toMatchObject({ action: "remove", ...expected });
  });

  test("always gives the gross amount back", () => {
    const rates = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), rates, (cents, hundredths) => {
        const taxes = hundredths.map((rate, index) => ({ rate: rate / 100, compound: index > 2 }));
        const amount = cents / 100;
        const { gross, net, tax } = figures({ amount, taxes, action: "remove" });
        expect(gross).toBe(amount);
        expect(Math.round((net + tax) * 100)).toBe(cents);
      }),
    );
  });
});

test.each<[object, string]>([
  [{}, "INSUFFICIENT_INPUT /amount,INSUFFICIENT_INPUT /taxRate"],
  [{ amount: 5 }, "INSUFFICIENT_INPUT /taxRate"],
  [
    { amount: 5, lines: [{ unitPrice: 1 }], taxRate: 5, taxes: [{ rate: 1 }], currency: "EUX" },
    "CONFLICTING_FIELDS /lines,CONFLICTING_FIELDS /taxes,CURRENCY_UNKNOWN /currency",
  ],
  [{ lines: "[", taxRate: 5 }, "JSON_SYNTAX /lines"],
  [{ lines: [], taxRate: 5 }, "RANGE /lines"],
  [
    { lines: [{ quantity: 1 }, { unitPrice: "one" }], taxRate: 5 },
    "REQUIRED /lines/0/unitPrice,TYPE /lines/1/unitPrice",
  ],
  [{ amount: 5, taxes: [{ rate: 1001 }, { rate: -1 }] }, "RANGE /taxes/0/rate,RANGE /taxes/1/rate"],
  [{ amount: 5, taxes: Array.from({ length: 21 }, () => ({ rate: 1 })) }, "RANGE /taxes"],
  [{ amount: 5, taxRate: -1 }, "RANGE /taxRate"],
])("%j fails", (input, expected) => {
  expect(failures(input)?.join()).toBe(expected);
});

test("warnings", () => {
  const taxes = [{ rate: 5 }, { rate: 9.975 }];
  expect(codes({ amount: 114.98, action: "remove", taxes })).toEqual([]);
  expect(codes({ amount: 0.01, action: "remove", taxes: [{ rate: 100 }] })).toEqual([
    "ROUNDING_ADJUSTED",
  ]);
  expect(codes({ amount: 0.01, taxes: [{ rate: 100 }] })).toEqual([]);
});

test("a member that has no effect is told", () => {
  const lines = [{ unitPrice: 1, qty: 3 }];
  expect(codes({ lines, taxes: [{ rate: 5, compund: true }] })).toEqual([
    "UNKNOWN_FIELD",
    "UNKNOWN_FIELD",
  ]);
  expect(codes({ lines: [{ unitPrice: 1 }], taxRate: 5 })).toEqual([]);
});

test("a thousand lines and twenty taxes", () => {
  const lines = Array.from({ length: 1000 }, () => ({ unitPrice: 1 }));
  const taxes = Array.from({ length: 20 }, () => ({ rate: 1, compound: true }));
  expect(figures({ lines, taxes, roundLevel: "line" })).toMatchObject({ tax: 200 });
});

test("writes cents that a JSON number does not hold", () => {
  const { output } = run({ amount: 123_456_789_012_345.67, taxRate: 8.875 });
  expect(output).toEndWith("Gross: USD 134,413,579,037,191.35");
});
