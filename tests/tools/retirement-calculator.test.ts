import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/retirement-calculator.ts";
import tool from "../../tools/retirement-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const figures = (input: object) => run(input).value as Value;
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

const SHORT = {
  currentAge: 60,
  retirementAge: 62,
  lifeExpectancy: 65,
  currentSavings: 20_000,
  monthlyContribution: 500,
  contributionIncrease: 3,
  annualReturn: 5,
  retirementReturn: 3,
  inflationRate: 2,
  desiredMonthlyIncome: 1500,
  otherMonthlyIncome: 700,
  otherIncomeFromAge: 64,
};

// Worked out with Python's decimal module at 60 digits, month by month.
test.each([
  [
    "savings that run out between two birthdays",
    SHORT,
    {
      yearsToRetirement: 2,
      yearsInRetirement: 3,
      savingsAtRetirement: 34_813.48,
      savingsAtRetirementReal: 33_461.63,
      totalContributions: 12_180,
      growth: 2633.48,
      requiredSavings: 46_435.77,
      shortfall: 11_622.29,
      surplus: 0,
      onTrack: false,
      additionalMonthlyContribution: 455.3,
      sustainableMonthlyIncome: 1182.4,
      withdrawalRateMonthlyIncome: 111.54,
      monthsFunded: 22,
      fundsRunOutAge: 63.833333,
      balanceAtLifeExpectancy: 0,
    },
  ],
  [
    "no return and no inflation",
    {
      currentAge: 62,
      lifeExpectancy: 70,
      currentSavings: 12_000,
      annualReturn: 0,
      inflationRate: 0,
      desiredMonthlyIncome: 500,
    },
    {
      sustainableMonthlyIncome: 200,
      requiredSavings: 30_000,
      additionalMonthlyContribution: 500,
      monthsFunded: 24,
      fundsRunOutAge: 67,
    },
  ],
  [
    "a negative real return, retired today",
    {
      currentAge: 65,
      lifeExpectancy: 80,
      currentSavings: 100_000,
      annualReturn: -1,
      inflationRate: 3,
      desiredMonthlyIncome: 900,
      otherMonthlyIncome: 200,
    },
    {
      sustainableMonthlyIncome: 613.02,
      requiredSavings: 169_483.49,
      additionalMonthlyContribution: null,
      monthsFunded: 118,
    },
  ],
  [
    "other income above the wanted income",
    {
      currentAge: 65,
      lifeExpectancy: 70,
      currentSavings: 1000,
      annualReturn: 4,
      inflationRate: 2,
      desiredMonthlyIncome: 900,
      otherMonthlyIncome: 1200,
    },
    {
      requiredSavings: 0,
      surplus: 1000,
      sustainableMonthlyIncome: 1217.63,
      monthsFunded: 60,
      fundsRunOutAge: null,
      balanceAtLifeExpectancy: 1216.65,
    },
  ],
  [
    "yen",
    {
      currentAge: 30,
      retirementAge: 60,
      lifeExpectancy: 95,
      currentSavings: 1_000_000,
      monthlyContribution: 30_000,
      annualReturn: 3.5,
      inflationRate: 1,
      desiredMonthlyIncome: 250_000,
      otherMonthlyIncome: 120_000,
      otherIncomeFromAge: 65,
      currency: "JPY",
    },
    {
      savingsAtRetirement: 21_687_227,
      sustainableMonthlyIncome: 153_200,
      requiredSavings: 58_379_962,
      additionalMonthlyContribution: 58_303,
      monthsFunded: 77,
    },
  ],
  [
    "just enough",
    {
      currentAge: 65,
      lifeExpectancy: 66,
      currentSavings: 1200,
      annualReturn: 0,
      desiredMonthlyIncome: 100,
    },
    { onTrack: true, shortfall: 0, surplus: 0, monthsFunded: 12, balanceAtLifeExpectancy: 0 },
  ],
  [
    "a half cent, which goes to the even one",
    { currentAge: 64, currentSavings: 100.05, annualReturn: 10 },
    { savingsAtRetirement: 110.06 },
  ],
])("%s", (_name, input, expected) => {
  expect(figures(input)).toMatchObject(expected);
});

describe("rows", () => {
  test("are one per age, before and in retirement", () => {
    const row = (age: number, ...parts: number[]) => ({
      age,
      contributions: parts[0],
      withdrawals: parts[1],
      growth: parts[2],
      balance: parts[3],
    });
    expect(figures(SHORT).schedule).toEqual([
      row(60, 6000, 0, 1136.29, 27_136.29),
      row(61, 6180, 0, 1497.19, 34_813.48),
      row(62, 0, 18_727.2, 741.46, 16_827.74),
      row(63, 0, 17_029.87, 202.13, 0),
      row(64, 0, 0, 0, 0),
    ] as Value["schedule"]);
    expect(figures({ ...SHORT, schedule: "none" }).schedule).toEqual([]);
  });

  test("end at retirement where no income is wanted, and what it decides is null", () => {
    const { desiredMonthlyIncome: _desired, ...input } = SHORT;
    const value = figures(input);
    expect(value.schedule.map(({ age }) => age)).toEqual([60, 61]);
    expect(value).toMatchObject({
      requiredSavings: null,
      shortfall: null,
      surplus: null,
      onTrack: null,
      additionalMonthlyContribution: null,
      sustainableMonthlyIncome: 1182.4,
      monthsFunded: null,
      fundsRunOutAge: null,
      balanceAtLifeExpectancy: null,
    });
  });

  test("carry each balance to the next", () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100);
    const percent = fc.integer({ min: -500, max: 1500 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(amount, amount, amount, percent, (savings, monthly, desired, annualReturn) => {
        const { schedule } = figures({
          currentAge: 55,
          currentSavings: savings,
          monthlyContribution: monthly,
          desiredMonthlyIncome: desired,
          annualReturn,
        });
        let opening = savings;
        for (const { contributions, withdrawals, growth, balance } of schedule) {
          const closing = opening + contributions + growth - withdrawals;
          expect(Math.abs(balance - closing)).toBeLessThanOrEqual(0.001);
          opening = balance;
        }
      }),
    );
  });
});

describe("the output", () => {
  test("says when funds run out, in years and parts of one", () => {
    expect(run(SHORT).output?.split("\n")).toEqual([
      "Savings at retirement: USD 34,813.48",
      "In today's money: USD 33,461.63",
      "Sustainable monthly income (today's money): USD 1,182.40",
      "Needed at retirement: USD 46,435.77",
      "Shortfall: USD 11,622.29",
      "Extra monthly contribution needed: USD 455.30",
      "Funds run out at age: 63.833333",
    ]);
  });

  test("says surplus where nothing is missing", () => {
    const input = { ...SHORT, desiredMonthlyIncome: 700, otherIncomeFromAge: 62 };
    expect(run(input).output).toEndWith("Needed at retirement: USD 0.00\nSurplus: USD 34,813.48");
    expect(run({ currentAge: 40 }).output?.split("\n")).toHaveLength(3);
  });
});

test("an additional contribution puts a plan on track", () => {
  const amount = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.integer({ min: 20, max: 64 }),
      (savings, desired, currentAge) => {
        const plan = { currentAge, currentSavings: savings, desiredMonthlyIncome: desired };
        const { additionalMonthlyContribution: added, shortfall } = figures(plan);
        const outcome = figures({ ...plan, monthlyContribution: added ?? 0 });
        expect(outcome.onTrack).toBe(true);
        if ((shortfall ?? 0) > 0 && (added ?? 0) > 0.02) {
          // A cent less can be short by what the savings are rounded by.
          const cents = Math.round((added ?? 0) * 100) - 2;
          expect(figures({ ...plan, monthlyContribution: cents / 100 }).onTrack).toBe(false);
        }
      },
    ),
  );
});

test.each<[object, string]>([
  [{}, "REQUIRED /currentAge"],
  [{ currentAge: 66 }, "AGE_ORDER /retirementAge"],
  [{ currentAge: 20, lifeExpectancy: 65 }, "AGE_ORDER /lifeExpectancy"],
  [
    { currentAge: 80, retirementAge: 70, lifeExpectancy: 60, currency: "EUX" },
    "AGE_ORDER /retirementAge,AGE_ORDER /lifeExpectancy,CURRENCY_UNKNOWN /currency",
  ],
  [{ currentAge: 30.5 }, "RANGE /currentAge"],
  [
    { currentAge: 30, annualReturn: -51, withdrawalRate: 101 },
    "RANGE /annualReturn,RANGE /withdrawalRate",
  ],
])("%j fails", (input, expected) => {
  expect(failures(input)?.join()).toBe(expected);
});

test("warnings", () => {
  expect(codes(SHORT)).toEqual(["FUNDS_RUN_OUT"]);
  expect(codes({ ...SHORT, desiredMonthlyIncome: 0 })).toEqual([]);
  expect(codes({ currentAge: 40 })).toEqual([]);
});

test("amounts beyond the cents of a JSON number are written exactly", () => {
  const { output } = run({ currentAge: 0, currentSavings: 1_000_000.55, annualReturn: 50 });
  expect(output).toStartWith(
    "Savings at retirement: USD 279,210,712,885,017,757.89\nIn today's money: USD 56,089,404,225,826,022.67\n",
  );
});

test("a rate that looks like a fraction is told", () => {
  const told = (rates: object) =>
    (runUnit(tool, { currentAge: 30, ...rates }).warnings ?? []).some(
      ({ code }) => code === "RATE_LOOKS_LIKE_FRACTION",
    );
  for (const name of ["annualReturn", "retirementReturn", "inflationRate", "withdrawalRate"]) {
    expect(told({ [name]: 0.05 })).toBe(true);
    expect(told({ [name]: 5 })).toBe(false);
  }
});
