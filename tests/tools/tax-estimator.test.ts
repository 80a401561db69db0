import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/tax-estimator.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly totalTax: number;
  readonly taxableIncome: number;
  readonly ordinaryTax: number;
  readonly marginalRate: number;
  readonly balance: number;
  readonly brackets: readonly { rate: number; from: number; to: number | null; amount: number }[];
  readonly capitalGains: readonly { rate: number; amount: number; tax: number }[];
  readonly payrollTax: { socialSecurity: number; medicare: number; total: number };
  readonly notIncluded: readonly string[];
}

const run = (input: object) => runUnit(tool, input);
const value = (input: object) => run(input).value as Value;
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);

describe("the tables", () => {
  test.each([
    [2024, "single", [11_600, 47_150, 100_525, 191_950, 243_725, 609_350], 14_600],
    [2024, "survivingSpouse", [23_200, 94_300, 201_050, 383_900, 487_450, 731_200], 29_200],
    [2025, "marriedSeparately", [11_925, 48_475, 103_350, 197_300, 250_525, 375_800], 15_750],
    [2025, "headOfHousehold", [17_000, 64_850, 103_350, 197_300, 250_500, 626_350], 23_625],
    [2026, "marriedJointly", [24_800, 100_800, 211_400, 403_550, 512_450, 768_700], 32_200],
    [2026, "single", [12_400, 50_400, 105_700, 201_775, 256_225, 640_600], 16_100],
  ])("of %d, %s", (taxYear, filingStatus, ends, deduction) => {
    const found = value({ taxYear, filingStatus });
    expect(found.brackets.map(({ to }) => to)).toEqual([...ends, null]);
    expect(found.brackets.map(({ rate }) => rate)).toEqual([10, 12, 22, 24, 32, 35, 37]);
    expect(found).toMatchObject({ deduction, taxYear, filingStatus, jurisdiction: "US" });
  });

  test("are named in the report, with what is left out", () => {
    const { report } = run({ taxYear: 2024, wages: 1 });
    expect(report).toContain("Tables: Rev. Proc. 2023-34 of 2023-11-09");
    expect(report).toContain("Not included: alternative minimum tax;");
    expect(report?.endsWith("\nEstimate only, not financial or tax advice.")).toBe(true);
    expect(value({}).notIncluded).toHaveLength(8);
  });
});

/** Worked with Python's decimal from the published amounts. */
describe("federal tax", () => {
  test.each<[string, object, object]>([
    [
      "self-employment next to wages above the base",
      { taxYear: 2025, wages: 200_000, selfEmploymentIncome: 50_000 },
      {
        agi: 249_330.46,
        selfEmploymentTax: 1339.08,
        additionalMedicareTax: 415.58,
        totalTax: 53_563.41,
      },
    ],
    [
      "net earnings of 400",
      { taxYear: 2025, selfEmploymentIncome: 433.13 },
      { selfEmploymentTax: 61.2, adjustments: 30.6, totalTax: 61.2 },
    ],
    [
      "net earnings below 400",
      { taxYear: 2025, selfEmploymentIncome: 433.08 },
      { selfEmploymentTax: 0, adjustments: 0, totalTax: 0 },
    ],
    [
      "losses beyond the limit",
      { taxYear: 2024, wages: 50_000, shortTermGains: -10_000, longTermGains: 2000 },
      { totalIncome: 47_000, preferentialIncome: 0, totalTax: 3656 },
    ],
    [
      "losses beyond the limit of a separate return",
      {
        taxYear: 2024,
        filingStatus: "marriedSeparately",
        wages: 50_000,
        shortTermGains: -8000,
      },
      { totalIncome: 48_500, totalTax: 3836 },
    ],
    [
      "a short-term loss that eats into long-term gains",
      { taxYear: 2026, wages: 50_000, shortTermGains: -1000, longTermGains: 5000 },
      { totalIncome: 54_000, preferentialIncome: 4000 },
    ],
    [
      "gains at all three rates, and on investment income",
      { taxYear: 2026, wages: 30_000, longTermGains: 600_000 },
      {
        ordinaryTax: 1420,
        capitalGainsTax: 88_087.5,
        netInvestmentIncomeTax: 16_340,
        totalTax: 105_847.5,
        capitalGains: [
          { rate: 0, amount: 35_550, tax: 0 },
          { rate: 15, amount: 496_050, tax: 74_407.5 },
          { rate: 20, amount: 68_400, tax: 13_680 },
        ],
      },
    ],
    [
      "aged and blind spouses with the senior deduction phased out",
      { filingStatus: "marriedJointly", wages: 160_000, age65: 2, blind: 1 },
      { deduction: 37_150, seniorDeduction: 10_800, taxableIncome: 112_050, totalTax: 14_075 },
    ],
    [
      "a senior who itemizes",
      { taxYear: 2025, wages: 60_000, age65: 1, deduction: "itemized", itemizedDeductions: 100 },
      { deductionType: "itemized", deduction: 100, seniorDeduction: 6000, taxableIncome: 53_900 },
    ],
    ["no senior deduction in 2024", { taxYear: 2024, age65: 1 }, { seniorDeduction: 0 }],
    [
      "no senior deduction in a separate return",
      { taxYear: 2025, filingStatus: "marriedSeparately", age65: 1 },
      { seniorDeduction: 0, deduction: 17_350 },
    ],
    [
      "credits larger than the tax",
      { filingStatus: "headOfHousehold", wages: 30_000, children: 3 },
      { creditsUsed: 585, refundableCredits: 4125, totalTax: 0, balance: -4125 },
    ],
    [
      "credits phased out by every started thousand",
      {
        taxYear: 2025,
        filingStatus: "marriedJointly",
        wages: 410_000.5,
        children: 1,
        otherDependents: 1,
      },
      { creditsUsed: 2150, ordinaryTax: 76_534.12, totalTax: 75_824.12, takeHome: 317_313.17 },
    ],
    [
      "a surviving spouse, with limits of two kinds",
      {
        taxYear: 2025,
        filingStatus: "survivingSpouse",
        wages: 230_000,
        interestAndDividends: 40_000,
      },
      { additionalMedicareTax: 270, netInvestmentIncomeTax: 760, totalTax: 43_964 },
    ],
    [
      "more deductions than income",
      { wages: 20_000, qualifiedDividends: 4000, itemizedDeductions: 25_000 },
      {
        deductionType: "itemized",
        taxableIncome: 0,
        marginalRate: 0,
        takeHome: 22_470,
        effectiveRate: 0,
      },
    ],
    [
      "the standard deduction, though itemizing would be more",
      { wages: 50_000, itemizedDeductions: 20_000, deduction: "standard" },
      { deductionType: "standard", deduction: 16_100 },
    ],
    [
      "zero income",
      {},
      { totalIncome: 0, totalTax: 0, balance: 0, effectiveRate: 0, marginalRate: 0 },
    ],
  ])("with %s", (_title, input, expected) => {
    expect(value(input)).toMatchObject(expected);
  });

  test("has the next bracket as marginal where the income ends exactly on one", () => {
    expect(value({ wages: 16_100 + 12_399.99 }).marginalRate).toBe(10);
    expect(value({ wages: 16_100 + 12_400 })).toMatchObject({
      marginalRate: 12,
      ordinaryTax: 1240,
    });
    expect(value({ wages: 16_100 }).marginalRate).toBe(10);
    expect(value({ wages: 16_099.99 }).marginalRate).toBe(0);
    expect(value({ wages: 1e15 }).marginalRate).toBe(37);
  });

  test("shows a refund, or a balance due", () => {
    const lines = (input: object) => run(input).output?.split("\n").at(-1);
    expect(lines({ wages: 50_000, withheld: 9000 })).toBe("Refund: USD 5,180.00");
    expect(lines({ wages: 50_000, withheld: 3820 })).toBe("Balance due: USD 0.00");
    expect(lines({ wages: 50_000, withheld: 3000, estimatedPayments: 800 })).toBe(
      "Balance due: USD 20.00",
    );
  });

  test("has the employer's withholding up to the base beside it", () => {
    expect(value({ taxYear: 2024, wages: 200_000 }).payrollTax).toEqual({
      socialSecurity: 10_453.2,
      medicare: 2900,
      total: 13_353.2,
    });
  });

  test("never falls with higher wages, and its parts add up", () => {
    const cents = fc.integer({ min: 0, max: 80_000_000 });
    const filingStatus = fc.constantFrom("single", "marriedJointly", "marriedSeparately");
    fc.assert(
      fc.property(cents, cents, fc.nat(3), filingStatus, (low, more, children, status) => {
        const household = { children, filingStatus: status, longTermGains: 40_000 };
        const [less, higher] = [low, low + more].map((wages) =>
          value({ ...household, wages: wages / 100 }),
        );
        expect(less?.totalTax).toBeLessThanOrEqual(higher?.totalTax ?? 0);
      }),
    );
  });
});

describe("own brackets", () => {
  const brackets = [{ upTo: 20_000, rate: 10 }, { rate: 25 }];
  const custom = (input: object) => ({ jurisdiction: "custom", brackets, ...input });

  test("tax all income alike", () => {
    const input = custom({
      wages: 30_000,
      selfEmploymentIncome: 5000,
      interestAndDividends: 1000,
      qualifiedDividends: 1000,
      shortTermGains: -9000,
      longTermGains: 2000,
      otherIncome: 10_000,
      adjustments: 4000,
      standardDeduction: 6000,
      credits: 500,
      withheld: 3000,
      currency: "eur",
    });
    expect(value(input)).toMatchObject({
      taxYear: null,
      filingStatus: null,
      jurisdiction: "custom",
      totalIncome: 40_000,
      agi: 36_000,
      deductionType: "standard",
      deduction: 6000,
      taxableIncome: 30_000,
      ordinaryTaxableIncome: 30_000,
      preferentialIncome: 0,
      ordinaryTax: 4500,
      creditsUsed: 500,
      totalTax: 4000,
      balance: 1000,
      takeHome: 36_000,
      capitalGains: [],
      notIncluded: [],
      payrollTax: { total: 0 },
    });
    expect(run(input).output).toBe(
      "Estimated tax: EUR 4,000.00\nTaxable income: EUR 30,000.00\nMarginal rate: 25%\nEffective rate: 10%\nBalance due: EUR 1,000.00",
    );
    expect(codes(input)).toEqual([]);
  });

  test("are rounded to the currency's unit, and credits take no more than the tax", () => {
    expect(value(custom({ wages: 25, currency: "JPY" })).totalTax).toBe(3);
    expect(value(custom({ wages: 1000, credits: 500 }))).toMatchObject({
      creditsUsed: 100,
      totalTax: 0,
    });
  });

  test("may be text, and may end with null", () => {
    const text = '[{"upTo": 20000, "rate": 10}, {"upTo": null, "rate": 25}]';
    expect(value(custom({ wages: 40_000, brackets: text })).totalTax).toBe(7000);
  });

  test.each<[unknown, string]>([
    [undefined, "BRACKETS_MISSING /brackets"],
    [[], "BRACKETS_MISSING /brackets"],
    [[{ upTo: 10, rate: 1 }], "BRACKETS_INVALID /brackets/0"],
    [[{ rate: 1 }, { rate: 2 }], "BRACKETS_INVALID /brackets/0"],
    [[{ upTo: 0, rate: 1 }, { rate: 2 }], "BRACKETS_INVALID /brackets/0/upTo"],
    [
      [{ upTo: 10, rate: 1 }, { upTo: 10, rate: 2 }, { rate: 3 }],
      "BRACKETS_INVALID /brackets/1/upTo",
    ],
    [[{ upTo: 10, rate: 101 }, { rate: 3 }], "RANGE /brackets/0/rate"],
    [Array.from({ length: 51 }, () => ({ rate: 1 })), "RANGE /brackets"],
    ["[{", "JSON_SYNTAX /brackets"],
  ])("%j: %s", (given, failure) => {
    expect(failures({ jurisdiction: "custom", wages: 1, brackets: given })).toEqual([failure]);
  });

  test("double with all amounts, within a cent for each", () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(amount, amount, amount, (wages, standardDeduction, end) => {
        const of = (times: number) =>
          value({
            jurisdiction: "custom",
            wages: (wages * times) / 100,
            standardDeduction: (standardDeduction * times) / 100,
            brackets: [{ upTo: ((end + 1) * times) / 100, rate: 12.5 }, { rate: 33.3 }],
          }).totalTax;
        expect(Math.abs(of(2) - 2 * of(1))).toBeLessThanOrEqual(0.02 + 1e-9);
      }),
    );
  });
});

describe("what cannot be computed", () => {
  test.each<[object, string[]]>([
    [{ taxYear: 2023 }, ["TAX_YEAR_UNSUPPORTED /taxYear"]],
    [{ age65: 2 }, ["TOO_MANY_TAXPAYERS /age65"]],
    [
      { taxYear: 2030, age65: 2, blind: 2, filingStatus: "survivingSpouse" },
      ["TAX_YEAR_UNSUPPORTED /taxYear", "TOO_MANY_TAXPAYERS /age65", "TOO_MANY_TAXPAYERS /blind"],
    ],
    [{ wages: -1, children: 21 }, ["RANGE /wages", "RANGE /children"]],
    [{ taxYear: 2024.5 }, ["RANGE /taxYear"]],
    [{ currency: "EURO" }, ["CURRENCY_UNKNOWN /currency"]],
  ])("%j: %j", (input, expected) => {
    expect(failures(input)).toEqual(expected);
  });

  test("names the years there are", () => {
    expect(run({ taxYear: 2023 }).errors?.[0]?.message).toBe(
      "Cannot estimate a tax: found the year 2023, expected one of 2024, 2025, 2026",
    );
  });
});

describe("remarks", () => {
  test.each<[object, string[]]>([
    [{ wages: 1 }, []],
    [{ selfEmploymentIncome: 1 }, ["QBI_NOT_INCLUDED"]],
    [
      { selfEmploymentIncome: 1, standardDeduction: 5, credits: 1 },
      ["QBI_NOT_INCLUDED", "FIELDS_IGNORED"],
    ],
    [{ jurisdiction: "custom", brackets: [{ rate: 1 }], children: 1 }, ["FIELDS_IGNORED"]],
  ])("%j: %j", (input, expected) => {
    expect(codes(input)).toEqual(expected);
  });

  test("name the fields that were not used", () => {
    expect(run({ standardDeduction: 5, credits: 1 }).warnings?.[0]?.message).toBe(
      "Not used with jurisdiction US: standardDeduction, credits",
    );
  });
});

describe("Social Security benefits", () => {
  // The examples of IRS Publication 915.
  test.each([
    [
      "single, half of the benefits",
      { socialSecurityBenefits: 5980, otherIncome: 18_600, wages: 9400, interestAndDividends: 990 },
      2990,
    ],
    [
      "a couple, half of the excess",
      {
        filingStatus: "marriedJointly",
        socialSecurityBenefits: 5600,
        otherIncome: 15_750,
        wages: 14_000,
      },
      275,
    ],
    [
      "a couple above the second limit",
      { filingStatus: "marriedJointly", socialSecurityBenefits: 10_000, otherIncome: 40_500 },
      6275,
    ],
    [
      "filing separately",
      { filingStatus: "marriedSeparately", socialSecurityBenefits: 4000, otherIncome: 8000 },
      3400,
    ],
    ["below the limit", { socialSecurityBenefits: 24_000, otherIncome: 13_000 }, 0],
    ["at most 85 %", { socialSecurityBenefits: 20_000, wages: 500_000 }, 17_000],
  ])("%s", (_, input, taxableBenefits) => {
    const found = value(input) as unknown as Record<string, number>;
    expect(found["taxableBenefits"]).toBe(taxableBenefits);
    const { socialSecurityBenefits: _benefits, ...others } = input;
    const without = value(others) as unknown as Record<string, number>;
    expect(found["totalIncome"]).toBe((without["totalIncome"] as number) + taxableBenefits);
  });

  test("grow with them, by 85 cents of a dollar at most", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60_000 }),
        fc.integer({ min: 0, max: 150_000 }),
        fc.constantFrom("single", "marriedJointly", "marriedSeparately", "headOfHousehold"),
        (socialSecurityBenefits, otherIncome, filingStatus) => {
          const taxable = (benefits: number, income: number) =>
            (
              value({
                filingStatus,
                otherIncome: income,
                socialSecurityBenefits: benefits,
              }) as unknown as Record<string, number>
            )["taxableBenefits"] as number;
          const share = taxable(socialSecurityBenefits, otherIncome);
          expect(share).toBeLessThanOrEqual(socialSecurityBenefits * 0.85 + 1e-9);
          expect(taxable(socialSecurityBenefits + 100, otherIncome) - share).toBeLessThanOrEqual(
            85.01,
          );
          expect(taxable(socialSecurityBenefits, otherIncome + 100)).toBeGreaterThanOrEqual(share);
        },
      ),
    );
  });

  test("are no field of own brackets", () => {
    const brackets = [{ rate: 10 }];
    const input = { jurisdiction: "custom", brackets, wages: 1000, socialSecurityBenefits: 5 };
    expect(codes(input)).toEqual(["FIELDS_IGNORED"]);
  });
});

test("a tax without payments is called so", () => {
  const last = (input: object) => run(input).output?.split("\n").at(-1);
  expect(last({ taxYear: 2025, wages: 75_000 })).toBe("Tax before payments: USD 7,949.00");
  expect(last({ taxYear: 2025, wages: 75_000, withheld: 1 })).toBe("Balance due: USD 7,948.00");
  expect(last({ taxYear: 2025, wages: 75_000, estimatedPayments: 1 })).toBe(
    "Balance due: USD 7,948.00",
  );
  expect(last({ taxYear: 2025, wages: 75_000, withheld: 8000 })).toBe("Refund: USD 51.00");
});
