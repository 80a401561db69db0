import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/roi-calculator.ts";
import tool from "../../tools/roi-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const figures = (input: object) => run(input).value as Value;
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

// Worked out with Python's decimal module at 50 digits.
describe("a simple return", () => {
  test.each([
    [
      "with income and costs over a leap year",
      {
        initialInvestment: 1000,
        costs: 10,
        finalValue: 1450,
        income: 50,
        startDate: "2024-01-01",
        endDate: "2025-01-01",
      },
      {
        totalInvested: 1010,
        totalReturned: 1500,
        gain: 490,
        roi: 48.514851,
        multiple: 1.485149,
        years: 1.00274,
        annualizedRoi: 48.354447,
      },
    ],
    [
      "that is a total loss",
      { initialInvestment: 500, finalValue: 0, years: 2 },
      { gain: -500, roi: -100, multiple: 0, annualizedRoi: -100 },
    ],
    [
      "of costs alone",
      { initialInvestment: 0, costs: 100, finalValue: 0, income: 110 },
      { roi: 10, years: null, annualizedRoi: null },
    ],
  ])("%s", (_name, input, expected) => {
    const nothing = { irr: null, irrAll: [], npv: null, mirr: null, paybackYears: null };
    expect(figures(input)).toMatchObject({ mode: "simple", ...nothing, ...expected });
  });

  test("has its yearly return in the output where the time is known", () => {
    const input = { initialInvestment: 100, finalValue: 90 };
    expect(run(input).output).toBe("ROI: -10%\nGain: USD -10.00");
    expect(run({ ...input, years: 0.5 }).output).toEndWith("\nAnnualized ROI: -19%");
  });
});

describe("cash flows", () => {
  const dated = [
    { date: "2025-01-31", amount: 2000 },
    { date: "2024-01-31", amount: -5000 },
    { date: "2026-03-01", amount: 5000 },
    { date: "2024-07-01", amount: -1000 },
  ];
  test.each([
    [
      "in months, with rates of their own",
      {
        cashFlows: [-1000, 100, 200, 300, 500],
        periodsPerYear: 12,
        discountRate: 10,
        reinvestRate: 8,
        financeRate: 5,
      },
      { irr: 45.047429, npv: 73.36, mirr: 35.456852, years: 0.333333, roi: 10 },
    ],
    [
      "with dates in any order",
      { cashFlows: dated, discountRate: 5 },
      { irr: 9.5238, npv: 441.62, mirr: 8.65519, years: 2.082192, gain: 1000, totalInvested: 6000 },
    ],
    [
      "with zeros at the end",
      { cashFlows: [-5, 10.5, 1, -8, 1, 0, 0, 0], discountRate: 10 },
      { irr: 8.859834, irrAll: [-87.020125, 8.859834, 70.955953], mirr: 10.063253 },
    ],
    [
      "that cost a little at the end",
      { cashFlows: [-1678.87, 771.96, 1814.05, 3520.3, 3552.95, 3584.99, 4789.91, -1] },
      { irr: 100.426985, npv: null, mirr: null, discountedPaybackYears: null },
    ],
    [
      "that lose",
      { cashFlows: [-100, 50], discountRate: 10 },
      { irr: -50, mirr: -50, roi: -50, multiple: 0.5, paybackYears: null },
    ],
    ["that are a debt", { cashFlows: [100, -110] }, { irr: 10, paybackYears: null }],
    ["at the ends of the range", { cashFlows: [-100, 1] }, { irr: -99, irrAll: [-99] }],
    ["at the other end of the range", { cashFlows: [-1, 100] }, { irr: 9900 }],
    [
      "that never pay",
      { cashFlows: [-1, -2], discountRate: 5 },
      { irr: null, roi: -100, mirr: -100, annualizedRoi: null },
    ],
    [
      "that cost nothing",
      { cashFlows: [1, 2], discountRate: 100 },
      { irr: null, roi: null, multiple: null, mirr: null, npv: 2, paybackYears: null },
    ],
    [
      "all on one day",
      {
        cashFlows: [
          { date: "2026-01-01", amount: -5 },
          { date: "2026-01-01", amount: 7 },
        ],
        discountRate: 5,
      },
      { irr: null, npv: 2, mirr: null, years: 0, roi: 40, paybackYears: null },
    ],
  ])("%s", (_name, input, expected) => {
    expect(figures(input)).toMatchObject({ mode: "cashFlows", ...expected });
  });

  test("are the same as JSON text, and in another order of dates and of one date", () => {
    const more = [...dated, { date: "2025-01-31", amount: -2500 }];
    const found = figures({ cashFlows: more, discountRate: 5 });
    const turned = figures({ cashFlows: JSON.stringify(more.toReversed()), discountRate: 5 });
    expect(turned).toEqual(found);
  });

  test("pay back when they do for the last time", () => {
    expect(figures({ cashFlows: [-100, 60, 80], discountRate: 10 })).toMatchObject({
      paybackYears: 1.5,
      discountedPaybackYears: 1.6875,
    });
    expect(figures({ cashFlows: [-100, 150, -100, 200] }).paybackYears).toBe(2.25);
    expect(figures({ cashFlows: [-100, 100, 0] }).paybackYears).toBe(1);
    expect(figures({ cashFlows: [50, -100, 200] }).paybackYears).toBe(1.25);
    expect(figures({ cashFlows: [-100, 300, -250] }).paybackYears).toBeNull();
    const inDays = [
      { date: "2026-01-01", amount: -100 },
      { date: "2026-12-31", amount: 200 },
    ];
    expect(figures({ cashFlows: inDays }).paybackYears).toBe(0.49863);
  });

  test("have an output of their own", () => {
    expect(run({ cashFlows: [-100, 110], discountRate: 10 }).output).toBe(
      "IRR: 10% per year\nGain: USD 10.00\nROI: 10%\nNPV: USD 0.00",
    );
    expect(run({ cashFlows: [100, 110] }).output).toBe(
      "IRR: undefined\nGain: USD 210.00\nROI: undefined",
    );
  });
});

describe("laws", () => {
  const flow = fc.integer({ min: -100_000, max: 100_000 });

  test("flows are worth nothing at each of their rates", () => {
    fc.assert(
      fc.property(fc.array(flow, { minLength: 2, maxLength: 12 }), (cashFlows) => {
        for (const rate of figures({ cashFlows }).irrAll) {
          // Far below nothing a rate of six decimals is too coarse for a sum of high powers.
          if (rate < -50) continue;
          const growth = 1 + rate / 100;
          const value = cashFlows.reduce((sum, amount, t) => sum + amount / growth ** t, 0);
          const slope = cashFlows.reduce(
            (sum, amount, t) => sum + (Math.abs(amount) * t) / growth ** (t + 1),
            0,
          );
          expect(Math.abs(value)).toBeLessThanOrEqual(1e-6 + slope * 1e-8);
        }
      }),
    );
  });

  test("one payment and later returns have one rate, which grows with them", () => {
    const returns = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(returns, fc.integer({ min: 1000, max: 5000 }), (paid, cost) => {
        const { irr, irrAll } = figures({ cashFlows: [-cost, ...paid] });
        const more = figures({ cashFlows: [-cost, ...paid.map((amount) => amount + 1)] });
        expect(irrAll.length).toBeLessThanOrEqual(1);
        if (irr !== null) expect(more.irr ?? 0).toBeGreaterThanOrEqual(irr);
      }),
    );
  });

  test("the order of dated flows does not matter", () => {
    const date = fc
      .tuple(fc.integer({ min: 2000, max: 2010 }), fc.integer({ min: 1, max: 12 }))
      .map(([year, month]) => `${year}-${String(month).padStart(2, "0")}-15`);
    const flows = fc.array(fc.record({ date, amount: flow }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(flows, (cashFlows) => {
        const turned = figures({ cashFlows: cashFlows.toReversed(), discountRate: 7 });
        expect(turned).toEqual(figures({ cashFlows, discountRate: 7 }));
      }),
      { numRuns: 40 },
    );
  });
});

test.each<[object, string]>([
  [{}, "INSUFFICIENT_INPUT /initialInvestment,INSUFFICIENT_INPUT /finalValue"],
  [{ initialInvestment: 5 }, "INSUFFICIENT_INPUT /finalValue"],
  [
    { cashFlows: [-1, 2], income: 0, years: 1 },
    "CONFLICTING_FIELDS /cashFlows,CONFLICTING_FIELDS /cashFlows",
  ],
  [
    { initialInvestment: 5, finalValue: 6, years: 1, startDate: "2026-01-01" },
    "CONFLICTING_FIELDS /startDate",
  ],
  [
    { initialInvestment: 5, finalValue: 6, endDate: "2026-02-30" },
    "INSUFFICIENT_INPUT /startDate,DATE_INVALID /endDate",
  ],
  [
    { initialInvestment: 5, finalValue: 6, startDate: "2026-01-01", endDate: "2026-01-01" },
    "PERIOD_NOT_POSITIVE /endDate",
  ],
  [{ initialInvestment: 0, finalValue: 6 }, "COST_NOT_POSITIVE /initialInvestment"],
  [{ initialInvestment: 5, finalValue: 6, years: 0 }, "RANGE /years"],
  [{ initialInvestment: 5, finalValue: 6, years: 1e-6 }, "RANGE /years"],
  [{ initialInvestment: 5e-324, finalValue: 6 }, "RANGE /initialInvestment"],
  [{ cashFlows: [-1, 2], currency: "EUX" }, "CURRENCY_UNKNOWN /currency"],
  [{ cashFlows: [-1] }, "RANGE /cashFlows"],
  [{ cashFlows: "[-1, 2" }, "JSON_SYNTAX /cashFlows"],
  [{ cashFlows: [-1, "2"] }, "TYPE /cashFlows/1"],
  [{ cashFlows: [-1, { date: "2026-01-01", amount: 1 }] }, "TYPE /cashFlows/1"],
  [
    {
      cashFlows: [
        { date: "2026-01-01", amount: 1 },
        { date: "2026-02-30", amount: 1 },
      ],
    },
    "DATE_INVALID /cashFlows/1/date",
  ],
  [
    { cashFlows: [{ date: "2026-01-01" }, { amount: 1 }] },
    "REQUIRED /cashFlows/0/amount,REQUIRED /cashFlows/1/date",
  ],
  [{ cashFlows: Array.from({ length: 501 }, () => 1) }, "RANGE /cashFlows"],
  [
    {
      cashFlows: [
        { date: "0001-01-01", amount: -1 },
        { date: "9999-01-01", amount: 1 },
      ],
      discountRate: -98,
    },
    "RANGE /discountRate",
  ],
])("%j fails", (input, expected) => {
  expect(failures(input)?.join()).toBe(expected);
});

test("warnings", () => {
  expect(codes({ cashFlows: [1, 2] })).toEqual(["IRR_UNDEFINED"]);
  expect(codes({ cashFlows: [-100, 150, -60] })).toEqual(["IRR_UNDEFINED"]);
  expect(codes({ cashFlows: [-1000, 1] })).toEqual(["IRR_UNDEFINED"]);
  expect(codes({ cashFlows: [-100, 230, -132] })).toEqual(["IRR_NOT_UNIQUE"]);
  expect(codes({ initialInvestment: 1, finalValue: 1 })).toEqual([]);
});

test("amounts beyond the cents of a JSON number are written exactly", () => {
  const cashFlows = [-0.03, 1e15, 1e15];
  expect(run({ cashFlows }).output).toContain("Gain: USD 1,999,999,999,999,999.97\n");
});

test("a rate that looks like a fraction is told", () => {
  const told = (rates: object) =>
    runUnit(tool, { cashFlows: [-100, 60, 60], ...rates }).warnings?.map(({ code }) => code);
  for (const name of ["discountRate", "reinvestRate", "financeRate"]) {
    const others = name === "discountRate" ? {} : { discountRate: 5 };
    expect(told({ ...others, [name]: 0.08 })).toEqual(["RATE_LOOKS_LIKE_FRACTION"]);
    expect(told({ ...others, [name]: 8 })).toEqual([]);
  }
});
