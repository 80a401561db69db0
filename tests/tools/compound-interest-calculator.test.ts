import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/compound-interest-calculator.ts";
import tool from "../../tools/compound-interest-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const figures = (input: object) => run(input).value as Value;
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

// Worked out with Python's decimal module at 60 digits, deposit by deposit.
describe("the future value", () => {
  test.each([
    [
      "weekly deposits in advance that rise, half a year at the end",
      {
        principal: 1000,
        annualRate: 7,
        years: 2.5,
        contribution: 50,
        contributionFrequency: "weekly",
        contributionTiming: "begin",
        contributionIncrease: 3,
        compounding: "daily",
        inflationRate: 2,
      },
      {
        futureValue: 8463.86,
        totalContributions: 6657.3,
        totalInterest: 806.56,
        realFutureValue: 8055.05,
        effectiveAnnualRate: 7.250098,
      },
    ],
    [
      "a rest of the term without deposit",
      {
        principal: 1000,
        annualRate: 7,
        years: 1.3,
        contribution: 50,
        contributionFrequency: "quarterly",
        compounding: "annual",
      },
      { futureValue: 1351.49, totalContributions: 250, years: 1.3 },
    ],
    [
      "a negative rate",
      { principal: 1000, annualRate: -5, years: 3, contribution: 10 },
      {
        futureValue: 1195.39,
        totalInterest: -164.61,
        effectiveAnnualRate: -4.886993,
        doublingYears: null,
      },
    ],
    [
      "continuous interest on deposits that fall and are whole cents",
      {
        annualRate: 6,
        years: 2,
        contribution: 33.335,
        contributionFrequency: "semimonthly",
        contributionIncrease: -10,
        compounding: "continuous",
      },
      { futureValue: 1615.66, totalContributions: 1520.16, effectiveAnnualRate: 6.183655 },
    ],
    [
      "yen",
      {
        principal: 100_000,
        annualRate: 1.2,
        years: 10,
        contribution: 5000,
        contributionFrequency: "biweekly",
        compounding: "semiannual",
        currency: "JPY",
      },
      { futureValue: 1_493_355, totalContributions: 1_300_000 },
    ],
    [
      "daily deposits over two hundred years",
      {
        principal: 1000,
        annualRate: 5,
        years: 200,
        contribution: 10,
        contributionFrequency: "daily",
        contributionIncrease: 1,
        compounding: "daily",
      },
      { futureValue: 2_017_603_028.58, totalContributions: 2_305_354.6 },
    ],
    [
      "no time at all",
      { principal: 1000.005, annualRate: 5, years: 0, contribution: 10 },
      { futureValue: 1000.01, totalContributions: 0, schedule: [] },
    ],
    [
      "less than one period",
      { principal: 1000, annualRate: 5, years: 0.05, contribution: 10 },
      { futureValue: 1002.5, totalContributions: 0 },
    ],
    [
      "no interest",
      { principal: 10, annualRate: 0, years: 1, contribution: 1 },
      { futureValue: 22, totalInterest: 0, effectiveAnnualRate: 0, doublingYears: null },
    ],
    [
      "half a cent",
      { principal: 0.5, annualRate: 21, years: 0.5, compounding: "annual" },
      { futureValue: 0.55 },
    ],
  ])("%s", (_name, input, expected) => {
    expect(figures(input)).toMatchObject(expected);
  });

  test("has a row for each year, the last with what remains", () => {
    const input = { principal: 1000, annualRate: 7, years: 1.3, compounding: "annual" };
    const { schedule } = figures({
      ...input,
      contribution: 50,
      contributionFrequency: "quarterly",
    });
    expect(schedule).toEqual([
      { year: 1, contributions: 200, interest: 75.18, balance: 1275.18 },
      { year: 2, contributions: 50, interest: 26.31, balance: 1351.49 },
    ]);
    expect(figures({ ...input, years: 2 }).schedule).toHaveLength(2);
    expect(figures({ ...input, years: 2.01 }).schedule[2]?.contributions).toBe(0);
    expect(figures({ ...input, schedule: "none" }).schedule).toEqual([]);
  });

  test("shows today's money where prices change", () => {
    const input = { principal: 1000, annualRate: 0, years: 1 };
    expect(run({ ...input, inflationRate: 25 }).output).toEndWith("\nIn today's money: USD 800.00");
    expect(run({ ...input, inflationRate: -20 }).output).toEndWith("money: USD 1,250.00");
    expect(run(input).output).not.toContain("today");
  });
});

describe("a solved figure", () => {
  test.each([
    [
      { solveFor: "principal", annualRate: 5, years: 10, contribution: 100, target: 50_000 },
      { principal: 20_929.92, futureValue: 50_000 },
      "Starting principal needed: USD 20,929.92",
    ],
    [
      { solveFor: "principal", annualRate: 10, years: 3, compounding: "annual", target: 133.1 },
      { principal: 100, futureValue: 133.1 },
      "Starting principal needed: USD 100.00",
    ],
    [
      {
        solveFor: "contribution",
        principal: 2000,
        annualRate: 4,
        years: 5,
        contributionFrequency: "biweekly",
        contributionIncrease: 5,
        contributionTiming: "begin",
        target: 20_000,
      },
      { contribution: 110.77, futureValue: 20_000.8 },
      "Contribution needed: USD 110.77 biweekly",
    ],
    [
      {
        solveFor: "annualRate",
        principal: 10_000,
        years: 10,
        contribution: 100,
        target: 40_000,
      },
      { annualRate: 7.846732, futureValue: 40_000 },
      "Annual rate needed: 7.846732%",
    ],
    [
      { solveFor: "annualRate", principal: 10_000, years: 2, target: 9000 },
      { annualRate: -5.256479, futureValue: 9000 },
      "Annual rate needed: -5.256479%",
    ],
    [
      { solveFor: "annualRate", principal: 1000, contribution: 10, years: 1, target: 1120 },
      { annualRate: 0, futureValue: 1120 },
      "Annual rate needed: 0%",
    ],
    [
      {
        solveFor: "years",
        principal: 5000,
        annualRate: 3,
        contribution: 100,
        contributionFrequency: "quarterly",
        target: 20_000,
      },
      { years: 20, futureValue: 20_019.86 },
      "Time needed: 240 months",
    ],
    [
      { solveFor: "years", contribution: 10, annualRate: 0, target: 15 },
      { years: 0.166667, futureValue: 20 },
      "Time needed: 2 months",
    ],
  ])("%j", (input, expected, line) => {
    const { output, value } = run(input);
    expect(value).toMatchObject(expected);
    expect(output?.split("\n")[0]).toBe(line);
  });

  test("is 0 where the target is met without it", () => {
    const base = { principal: 1000, annualRate: 5, years: 1, contribution: 100, target: 500 };
    const met = ["TARGET_ALREADY_MET"];
    for (const [solveFor, name] of [
      ["principal", "principal"],
      ["contribution", "contribution"],
      ["years", "years"],
    ] as const) {
      const input = { ...base, solveFor };
      expect(figures(input)[name]).toBe(0);
      expect(codes(input)).toEqual(met);
    }
    expect(codes({ ...base, years: 0, solveFor: "contribution" })).toEqual(met);
  });
});

describe("laws", () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 }).map((amount) => amount / 100);
  const rate = fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths / 100);
  const months = fc.integer({ min: 1, max: 480 });

  test("a solved contribution reaches the target, and a cent less does not", () => {
    const target = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(cents, rate, months, target, (principal, annualRate, count, wanted) => {
        const plan = { principal, annualRate, years: count / 12 };
        const { value } = run({ ...plan, solveFor: "contribution", target: wanted });
        if (!value || (value as Value).contribution === 0) return;
        const { contribution, futureValue } = value as Value;
        expect(futureValue).toBeGreaterThanOrEqual(wanted);
        const less = Math.round(contribution * 100 - 1) / 100;
        // Where deposits earn next to nothing, a cent less can still round to the target.
        expect(figures({ ...plan, contribution: less }).futureValue).toBeLessThanOrEqual(wanted);
      }),
    );
  });

  test("more of anything never gives less", () => {
    fc.assert(
      fc.property(cents, cents, rate, months, (principal, contribution, annualRate, count) => {
        const plan = { principal, contribution, annualRate, years: count / 12 };
        const { futureValue } = figures(plan);
        for (const more of [
          { principal: principal + 1 },
          { contribution: contribution + 1 },
          { annualRate: annualRate + 0.01 },
          { years: (count + 1) / 12 },
          { contributionTiming: "begin" },
        ]) {
          expect(figures({ ...plan, ...more }).futureValue).toBeGreaterThanOrEqual(futureValue);
        }
      }),
    );
  });

  test("a month less does not reach the target", () => {
    fc.assert(
      fc.property(rate, fc.integer({ min: 100, max: 1_000_000 }), (annualRate, target) => {
        const plan = { annualRate, contribution: 100 };
        const { value } = run({ ...plan, solveFor: "years", target });
        if (!value) return;
        const count = Math.round((value as Value).years * 12);
        expect((value as Value).futureValue).toBeGreaterThanOrEqual(target);
        expect(figures({ ...plan, years: (count - 1) / 12 }).futureValue).toBeLessThan(target);
      }),
    );
  });
});

test.each<[object, string]>([
  [{}, "INSUFFICIENT_INPUT /annualRate,INSUFFICIENT_INPUT /years"],
  [{ annualRate: 5, years: 1, solveFor: "principal" }, "INSUFFICIENT_INPUT /target"],
  [{ solveFor: "years", target: 5 }, "INSUFFICIENT_INPUT /annualRate"],
  [{ solveFor: "annualRate", target: 5 }, "INSUFFICIENT_INPUT /years"],
  [{ annualRate: 5, currency: "EUX" }, "INSUFFICIENT_INPUT /years,CURRENCY_UNKNOWN /currency"],
  [{ annualRate: -99, years: 201 }, "RANGE /annualRate,RANGE /years"],
  [{ annualRate: 1000, years: 200, principal: 1 }, "RANGE /years"],
  [{ annualRate: 5, years: 0, solveFor: "contribution", target: 5 }, "TARGET_UNREACHABLE /target"],
  [{ years: 1, solveFor: "annualRate", target: 5 }, "TARGET_UNREACHABLE /target"],
  [{ years: 0.1, principal: 1, solveFor: "annualRate", target: 500 }, "TARGET_UNREACHABLE /target"],
  [
    { years: 1, contribution: 100, solveFor: "annualRate", target: 50 },
    "TARGET_UNREACHABLE /target",
  ],
  [
    { annualRate: -1, contribution: 100, solveFor: "years", target: 500 },
    "TARGET_UNREACHABLE /target",
  ],
  [{ annualRate: 1, principal: 1, solveFor: "years", target: 500 }, "TARGET_UNREACHABLE /target"],
  [
    { annualRate: -98, years: 200, compounding: "continuous", solveFor: "principal", target: 1 },
    "",
  ],
  [
    { annualRate: -98.9, years: 200, compounding: "annual", solveFor: "principal", target: 1 },
    "TARGET_UNREACHABLE /target",
  ],
])("%j fails", (input, expected) => {
  expect(failures(input)?.join() ?? "").toBe(expected);
});

test("warnings", () => {
  expect(codes({ annualRate: 0.05, years: 1 })).toEqual(["RATE_LOOKS_LIKE_FRACTION"]);
  expect(codes({ annualRate: 0.2, years: 1 })).toEqual([]);
  expect(
    codes({ annualRate: 0.05, principal: 10, years: 1, solveFor: "annualRate", target: 11 }),
  ).toEqual([]);
});

test("writes cents that a JSON number does not hold", () => {
  const { output } = run({ principal: 1000, annualRate: 50, years: 100 });
  expect(output).toStartWith("Future value: USD 1,881,569,880,922,365,198,472,270.05\n");
});

test("yearly is annual", () => {
  const plan = { principal: 1000, annualRate: 5, years: 3, contribution: 10 };
  const value = (word: string) =>
    runUnit(tool, { ...plan, compounding: word, contributionFrequency: word }).value;
  expect(value("yearly")).toEqual(value("annual"));
});
