import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/utility-cost-estimator.ts";
import tool from "../../tools/utility-cost-estimator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const figures = (input: object) => run(input).value as Value;
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

// Worked out with Python's fractions.
describe("use", () => {
  test("of devices: days of the week, pieces, duty and standby in all idle hours", () => {
    const device = {
      name: "Lamp",
      watts: 60,
      hoursPerDay: 5,
      daysPerWeek: 3,
      quantity: 4,
      dutyCycle: 50,
      standbyWatts: 1.5,
    };
    expect(figures({ devices: [device], rate: 0.3 })).toMatchObject({
      unit: "kWh",
      usagePerDay: 0.388286,
      usagePerMonth: 11.810357,
      usagePerYear: 141.724286,
      usageCostPerMonth: 3.54,
    });
  });

  test("of one device is that of a list with it", () => {
    const one = figures({ watts: 100, hoursPerDay: 7.5, rate: 0.31 });
    expect(figures({ devices: [{ watts: 100, hoursPerDay: 7.5 }], rate: 0.31 })).toEqual(one);
    expect(one.devices).toEqual([
      { name: "Device", usagePerMonth: 22.8125, costPerMonth: 7.07, sharePercent: 100 },
    ]);
    expect(figures({ watts: 1000, rate: 1 }).usagePerDay).toBe(24);
  });

  test("known for a day, a month or a year", () => {
    const use = (usagePeriod: string) => figures({ usage: 730, usagePeriod, rate: 1 }).usagePerYear;
    expect(["day", "month", "year"].map(use)).toEqual([266_450, 8760, 730]);
  });

  test.each([
    [
      { utility: "water", usage: 15, usageUnit: "m³", rateUnit: "kgal", rate: 4.2 },
      3.962581,
      16.64,
    ],
    [{ utility: "water", usage: 15_000, usageUnit: "L", rateUnit: "m3", rate: 2 }, 15, 30],
    [{ utility: "water", usage: 15_000, usageUnit: "L", rate: 0.002 }, 15_000, 30],
    [{ utility: "gas", usage: 1000, usageUnit: "kWh", rate: 0.1 }, 1000, 100],
    [
      {
        utility: "gas",
        usage: 1000,
        usagePeriod: "year",
        usageUnit: "KWH",
        rateUnit: "m3",
        rate: 0.8,
        calorificValue: 38.6,
      },
      7.772021,
      6.22,
    ],
    [
      { utility: "gas", usage: 10, usageUnit: "therm", rateUnit: "MJ", rate: 0.01 },
      1054.804,
      10.55,
    ],
    [{ usage: 36, usageUnit: "MJ", rateUnit: "kWh", rate: 0.2 }, 10, 2],
    [{ usage: 36, usageUnit: "MJ", rate: 0.2 }, 36, 7.2],
    [{ watts: 1000, hoursPerDay: 12, rateUnit: "MWh", rate: 200 }, 0.365, 73],
  ])("%p in the unit of the price", (input, usagePerMonth, costPerMonth) => {
    expect(figures(input)).toMatchObject({ usagePerMonth, costPerMonth });
  });

  test.each([
    [{ utility: "gas", usage: 60, usageUnit: "ccf", calorificValue: 38.6, rate: 1 }, true],
    [{ utility: "gas", usage: 60, rate: 1 }, true],
    [{ utility: "water", usage: 60, rate: 1 }, true],
    [{ utility: "water", usage: 60, usageUnit: "gal", rate: 1 }, false],
    [{ utility: "gas", usage: 60, usageUnit: "MJ", rate: 1 }, false],
    [{ utility: "gas", usage: 60, rateUnit: "therm", rate: 1 }, false],
    [{ usage: 60, rate: 1 }, false],
    [{ watts: 60, rate: 1 }, false],
  ])("%p: whether the unit of the price is a guess", (input, isAssumed) => {
    const codes = run(input).warnings?.map(({ code, path }) => `${code} ${path}`);
    expect(codes).toEqual(isAssumed ? ["RATE_UNIT_ASSUMED /rateUnit"] : []);
  });
});

describe("cost", () => {
  test("with base charge and tax", () => {
    const input = {
      usage: 10,
      usagePeriod: "day",
      rate: 0.155,
      fixedMonthly: 12.35,
      taxRate: 7.7,
      carbonFactor: 0.4,
      currency: "chf",
    };
    expect(figures(input)).toMatchObject({
      usagePerMonth: 304.166667,
      usageCostPerMonth: 47.15,
      fixedPerMonth: 12.35,
      taxPerMonth: 4.58,
      costPerMonth: 64.08,
      costPerYear: 768.92,
      costPerDay: 2.11,
      averageRate: 0.210664,
      carbonPerYear: 1460,
    });
  });

  test("tax goes up at half a cent", () => {
    expect(figures({ usage: 1, rate: 1, taxRate: 0.5 }).taxPerMonth).toBe(0.01);
    expect(figures({ usage: 1, rate: 3, taxRate: 0.5 }).taxPerMonth).toBe(0.02);
  });

  test("of blocks, which end where they say", () => {
    const tiers = [{ upTo: 50, rate: 0.1 }, { upTo: 100, rate: 0.2 }, { rate: 0.3 }];
    expect(figures({ usage: 120, tiers }).tiers).toEqual([
      { from: 0, to: 50, rate: 0.1, usage: 50, cost: 5 },
      { from: 50, to: 100, rate: 0.2, usage: 50, cost: 10 },
      { from: 100, to: null, rate: 0.3, usage: 20, cost: 6 },
    ]);
    const used = (usage: number) => figures({ usage, tiers }).tiers.map((tier) => tier.usage);
    expect(used(50)).toEqual([50, 0, 0]);
    expect(used(0)).toEqual([0, 0, 0]);
    expect(figures({ usage: 100, tiers: tiers.slice(0, 2) }).usageCostPerMonth).toBe(15);
    expect(figures({ usage: 120, tiers: JSON.stringify(tiers) }).usageCostPerMonth).toBe(21);
  });

  test("of times; almost 100 percent is all", () => {
    const thirds = ["a", "b", "c"].map((name) => ({ name, sharePercent: 33.33, rate: 0.3 }));
    const { timeOfUse, usageCostPerMonth } = figures({ usage: 100, timeOfUse: thirds });
    expect(usageCostPerMonth).toBe(30);
    expect(timeOfUse.map(({ usage, cost }) => [usage, cost])).toEqual([
      [33.333333, 10],
      [33.333333, 10],
      [33.333333, 10],
    ]);
  });

  test("without use or without price", () => {
    const nothing = { usageCostPerMonth: 0, costPerMonth: 0, averageRate: null };
    expect(figures({ usage: 0, rate: 1 })).toMatchObject(nothing);
    expect(run({ usage: 0, rate: 1 }).output).toEndWith("Usage per month: 0 kWh");
    const idle = figures({ devices: [{ watts: 0, hoursPerDay: 1 }], rate: 1, fixedMonthly: 5 });
    expect(idle).toMatchObject({
      costPerMonth: 5,
      devices: [{ costPerMonth: 0, sharePercent: 0 }],
    });
    expect(figures({ usage: 5, rate: 0 })).toMatchObject({ averageRate: 0, costPerMonth: 0 });
  });

  test("yen have no cents", () => {
    expect(run({ usage: 300, rate: 31.5, currency: "JPY" }).output).toStartWith(
      "Cost per month: JPY 9,450\nCost per year: JPY 113,400\n",
    );
  });
});

describe("failures", () => {
  test.each([
    [{ rate: 1 }, ["INSUFFICIENT_INPUT undefined"]],
    [{ usage: 1 }, ["INSUFFICIENT_INPUT undefined"]],
    [{}, ["INSUFFICIENT_INPUT undefined", "INSUFFICIENT_INPUT undefined"]],
    [{ watts: 1, usage: 1, rate: 1 }, ["CONFLICTING_FIELDS /usage"]],
    [
      { watts: 1, devices: [{ watts: 1, hoursPerDay: 1 }], usage: 1, rate: 1 },
      ["CONFLICTING_FIELDS /devices", "CONFLICTING_FIELDS /usage"],
    ],
    [{ usage: 1, rate: 1, tiers: [{ rate: 1 }] }, ["CONFLICTING_FIELDS /tiers"]],
    [{ utility: "gas", watts: 1, rate: 1 }, ["CONFLICTING_FIELDS /watts"]],
    [
      { utility: "water", devices: [{ watts: 1, hoursPerDay: 1 }], rate: 1 },
      ["CONFLICTING_FIELDS /devices"],
    ],
    [{ usage: 1, rate: 1, rateUnit: "therm" }, ["RANGE /rateUnit"]],
    [{ usage: 1, rate: 1, usageUnit: "kw" }, ["ENUM /usageUnit"]],
    [{ utility: "water", usage: 1, rate: 1, rateUnit: "kWh" }, ["RANGE /rateUnit"]],
    [{ usage: 1, rate: 1, currency: "X" }, ["CURRENCY_UNKNOWN /currency"]],
    [{ devices: "[", rate: 1 }, ["JSON_SYNTAX /devices"]],
    [{ devices: [], rate: 1 }, ["RANGE /devices"]],
    [{ devices: [{ watts: 1, hoursPerDay: 25 }], rate: 1 }, ["RANGE /devices/0/hoursPerDay"]],
    [{ usage: 1, tiers: [{ rate: 1 }, { rate: 2 }] }, ["TIERS_INVALID /tiers/0/upTo"]],
    [
      {
        usage: 1,
        tiers: [
          { upTo: 5, rate: 1 },
          { upTo: 5, rate: 2 },
        ],
      },
      ["TIERS_INVALID /tiers/1/upTo"],
    ],
    [{ usage: 6, tiers: [{ upTo: 5, rate: 1 }] }, ["TIERS_INVALID /tiers"]],
    [
      { usage: 1, timeOfUse: [{ name: "a", sharePercent: 99.98, rate: 1 }] },
      ["SHARES_NOT_100 /timeOfUse"],
    ],
    [
      { utility: "gas", usage: 1, usageUnit: "m3", rate: 1 },
      ["CALORIFIC_VALUE_NEEDED /calorificValue"],
    ],
  ])("%p", (input, expected) => {
    expect(failures(input)).toEqual(expected);
  });

  test("a unit of another utility is a field out of bounds", () => {
    const { error, errors } = run({ utility: "water", usage: 1, rate: 1, rateUnit: "GJ" });
    expect(error?.code).toBe("TOOL_INPUT_INVALID");
    expect(errors?.[0]).toMatchObject({
      code: "RANGE",
      expected: "a unit of water: m3, L, gal, kgal, ft3, ccf",
    });
  });
});

test("a higher use never costs less, whatever the blocks", () => {
  const rates = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(rates, fc.nat(1000), fc.nat(1000), (cents, usage, more) => {
      const tiers = cents.map((rate, index) => ({
        rate: rate / 100,
        upTo: index === cents.length - 1 ? null : (index + 1) * 100,
      }));
      const [less, greater] = [usage, usage + more].map((use) => figures({ usage: use, tiers }));
      expect(greater?.costPerMonth).toBeGreaterThanOrEqual(less?.costPerMonth ?? 0);
    }),
  );
});
