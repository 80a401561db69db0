import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/loan-calculator.ts";
import tool from "../../tools/loan-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const figures = (input: object) => run(input).value as Value;
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failures = (input: object) =>
  run(input).errors?.map(({ code, path }) => [code, path].filter(Boolean).join(" "));

// Worked out with Python's decimal module at 60 digits, as a schedule and by bisection.
describe("figures", () => {
  const dear = { principal: 30_000, annualRate: 5, periods: 48, balloon: 8000 };
  test.each([
    [
      "extra payments",
      { principal: 25_000, annualRate: 6.9, periods: 60, extraPayment: 100 },
      {
        payment: 493.85,
        finalPayment: 202.09,
        totalPaid: 28_706.89,
        totalInterest: 3706.89,
        apr: 6.9,
        payoffPeriods: 49,
        periodsSaved: 11,
        interestSaved: 924.21,
      },
    ],
    [
      "a balloon and fees",
      { ...dear, fees: 150 },
      { payment: 539.98, finalPayment: 8539.86, totalPaid: 33_918.92, apr: 5.2084 },
    ],
    [
      "extra payments down to the balloon",
      { ...dear, extraPayment: 2000 },
      { finalPayment: 175.29, totalPaid: 31_034.21, payoffPeriods: 25, interestSaved: 2884.71 },
    ],
    [
      "payments in advance",
      { principal: 12_000, annualRate: 9, periods: 24, timing: "begin", fees: 100 },
      { payment: 544.14, finalPayment: 544.03, apr: 9.9098, aprEffective: 10.3725 },
    ],
    [
      "daily interest, paid twice a month",
      {
        principal: 12_000,
        annualRate: 6,
        years: 2.5,
        frequency: "semimonthly",
        compounding: "daily",
      },
      { payment: 215.64, periods: 60, years: 2.5, periodicRate: 0.250292, apr: 6.0071 },
    ],
    [
      "continuous interest, paid every other week",
      {
        principal: 12_000,
        annualRate: 6,
        years: 5,
        frequency: "biweekly",
        compounding: "continuous",
      },
      { payment: 106.97, periods: 130, effectiveAnnualRate: 6.183655, aprEffective: 6.1835 },
    ],
    [
      "a payday loan",
      { principal: 500, annualRate: 390, periods: 2, frequency: "biweekly" },
      { payment: 307.56, apr: 390.0123, aprEffective: 3686.086 },
    ],
    [
      "yen",
      { principal: 1_000_000, annualRate: 3.3, periods: 35, currency: "JPY" },
      { payment: 30_008, finalPayment: 29_999, totalInterest: 50_271, apr: 3.3001 },
    ],
    [
      "one period, nearly all of it fees",
      { principal: 1000, annualRate: 10, years: 1, frequency: "annual", fees: 950 },
      { payment: 1100, periods: 1, apr: 2100, aprEffective: 2100 },
    ],
    [
      "no interest",
      { principal: 1200, annualRate: 0, years: 1, frequency: "quarterly" },
      { payment: 300, totalInterest: 0, apr: 0, aprEffective: 0, effectiveAnnualRate: 0 },
    ],
    [
      "no interest, yet fees",
      { principal: 1000, annualRate: 0, periods: 1, fees: 20 },
      { payment: 1000, totalInterest: 0, apr: 24.4898 },
    ],
    [
      "a principal",
      { annualRate: 4.5, payment: 400, periods: 60 },
      { solvedFor: "principal", principal: 21_455.75, finalPayment: 400.02 },
    ],
    [
      "a principal paid back in advance",
      { annualRate: 4.5, payment: 400, periods: 60, timing: "begin" },
      { principal: 21_536.21, totalInterest: 2463.81 },
    ],
    [
      "a principal with a balloon and no interest",
      { annualRate: 0, payment: 400, periods: 60, balloon: 100 },
      { principal: 24_100, finalPayment: 500 },
    ],
    [
      "a term with a balloon",
      { principal: 10_000, annualRate: 12, payment: 250, balloon: 3000 },
      { solvedFor: "term", periods: 39, years: 3.25, finalPayment: 3138.16 },
    ],
    [
      "a term of payments in advance",
      { principal: 10_000, annualRate: 12, payment: 250, timing: "begin" },
      { periods: 51, finalPayment: 169.38, aprEffective: 12.6826 },
    ],
    [
      "a term without interest",
      { principal: 10_000, annualRate: 0, payment: 300 },
      { periods: 34, finalPayment: 100 },
    ],
    [
      "a term that is a whole number",
      { principal: 3000, annualRate: 0, payment: 300 },
      { periods: 10, finalPayment: 300 },
    ],
    [
      "a payment above all that is due",
      { principal: 100, annualRate: 12, payment: 5000 },
      { periods: 1, finalPayment: 101, payment: 5000 },
    ],
    [
      "a rate of daily interest",
      { principal: 20_000, payment: 450, periods: 48, compounding: "daily" },
      { annualRate: 3.817266, periodicRate: 0.318595, finalPayment: 450.01 },
    ],
    [
      "a rate of continuous interest, paid in advance",
      { principal: 20_000, payment: 450, periods: 48, compounding: "continuous", timing: "begin" },
      { annualRate: 3.983922, effectiveAnnualRate: 4.064345 },
    ],
    [
      "a rate with a balloon",
      { principal: 20_000, payment: 450, periods: 48, balloon: 2000 },
      { annualRate: 7.726213, finalPayment: 2450 },
    ],
    [
      "a rate of nothing",
      { principal: 21_600, payment: 450, periods: 48 },
      { annualRate: 0, apr: 0, totalInterest: 0 },
    ],
    [
      "a rate of 1000 % per period",
      { principal: 100, payment: 1100, periods: 1, frequency: "weekly" },
      { annualRate: 52_000, apr: 52_000 },
    ],
  ])("%s", (_name, input, expected) => {
    expect(figures(input)).toMatchObject(expected);
  });

  test("each solved figure leads the output", () => {
    const first = (input: object) => run(input).output?.split("\n")[0];
    expect(first({ annualRate: 4.5, payment: 400, periods: 60 })).toBe("Principal: USD 21,455.75");
    expect(first({ principal: 20_000, payment: 450, periods: 48 })).toBe("Annual rate: 3.823143%");
    expect(
      first({ principal: 100, annualRate: 0, payment: 10, frequency: "weekly", currency: "eur" }),
    ).toBe("Term: 10 weekly payments");
  });

  test("a cent's half at one period goes up", () => {
    expect(figures({ principal: 100, annualRate: 0.06, periods: 1 }).payment).toBe(100.01);
    expect(figures({ principal: 100, annualRate: 0.18, periods: 1 }).payment).toBe(100.02);
  });

  test.each([5e-324, 1e-30, 1e-21, 1e-19, 1e-9])("a rate of %p is hardly any", (annualRate) => {
    expect(figures({ principal: 360_000, annualRate, years: 30 }).payment).toBe(1000);
    expect(figures({ payment: 1000, annualRate, years: 30 }).principal).toBeCloseTo(360_000, 1);
    expect(figures({ principal: 3000, annualRate, payment: 300 }).periods).toBe(10);
  });
});

describe("schedules", () => {
  const loan = { principal: 1200, annualRate: 0, periods: 4, startDate: "2027-12-31" };
  const dates = (frequency: string, startDate = loan.startDate) =>
    figures({ ...loan, frequency, startDate, schedule: "full" }).schedule.map((row) =>
      "date" in row ? row.date : "",
    );

  test("have the dates of their frequency", () => {
    expect(dates("weekly")).toEqual(["2027-12-31", "2028-01-07", "2028-01-14", "2028-01-21"]);
    expect(dates("biweekly")).toEqual(["2027-12-31", "2028-01-14", "2028-01-28", "2028-02-11"]);
    expect(dates("semimonthly")).toEqual(["2027-12-31", "2028-01-15", "2028-01-31", "2028-02-15"]);
    expect(dates("monthly")).toEqual(["2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31"]);
    expect(dates("quarterly")).toEqual(["2027-12-31", "2028-03-31", "2028-06-30", "2028-09-30"]);
    expect(dates("semiannual", "2028-02-29").at(-1)).toBe("2029-08-29");
    expect(dates("annual", "2028-02-29")[1]).toBe("2029-02-28");
  });

  test("have rows of payments, or of years of as many payments as the frequency has", () => {
    const input = { principal: 1000, annualRate: 10, years: 1.5, frequency: "quarterly" };
    const full = figures({ ...input, schedule: "full" });
    expect(full.schedule[0]).toEqual({
      period: 1,
      date: null,
      payment: 181.55,
      interest: 25,
      principal: 156.55,
      extra: 0,
      balance: 843.45,
    });
    const yearly = figures({ ...input, schedule: "yearly" });
    expect(yearly.schedule).toHaveLength(2);
    expect(yearly.schedule[0]).toMatchObject({ year: 1, payments: 726.2 });
    expect(yearly.schedule[1]).toMatchObject({ year: 2, balance: 0 });
    expect({ ...yearly, schedule: [] }).toEqual({ ...full, schedule: [] });
    expect(run(input).stats).toEqual({ rows: 0 });
    expect(figures({ ...input, startDate: "2026-05-05" }).payoffDate).toBe("2027-08-05");
  });
});

describe("laws", () => {
  const principal = fc.integer({ min: 100_000, max: 100_000_000 }).map((cents) => cents / 100);
  const annualRate = fc.integer({ min: 0, max: 4000 }).map((hundredths) => hundredths / 100);
  const periods = fc.integer({ min: 1, max: 120 });
  const timing = fc.constantFrom("end", "begin");

  test("a solved payment leads back to its principal", () => {
    fc.assert(
      fc.property(principal, annualRate, periods, timing, (amount, rate, count, when) => {
        const terms = { annualRate: rate, periods: count, timing: when };
        const { payment } = figures({ ...terms, principal: amount });
        const back = figures({ ...terms, payment }).principal;
        expect(Math.abs(back - amount)).toBeLessThanOrEqual(0.005 * (count + 1) + 1e-9);
      }),
    );
  });

  test("the term of a payment pays the loan back, and one payment less does not", () => {
    fc.assert(
      fc.property(principal, annualRate, periods, (amount, rate, count) => {
        const { payment } = figures({ principal: amount, annualRate: rate, periods: count });
        const { value } = run({ principal: amount, annualRate: rate, payment: payment + 0.01 });
        if (value) expect((value as Value).periods).toBeLessThanOrEqual(count);
      }),
    );
  });

  test("payments are worth the principal at the APR", () => {
    fc.assert(
      fc.property(principal, annualRate, periods, fc.nat(20), (amount, rate, count, percent) => {
        const fees = (amount * percent) / 100;
        const input = { principal: amount, annualRate: rate, periods: count, fees };
        const { apr, schedule } = figures({ ...input, schedule: "full" });
        const worth = schedule.reduce(
          (sum, row, index) =>
            sum + ("payment" in row ? row.payment : 0) / (1 + apr / 1200) ** (index + 1),
          0,
        );
        expect(Math.abs(worth - (amount - fees))).toBeLessThanOrEqual(amount * 1e-5);
      }),
    );
  });
});

describe("failures", () => {
  const loan = { principal: 1000, annualRate: 12, periods: 12 };

  test.each<[object, string]>([
    [{}, "INSUFFICIENT_INPUT /principal"],
    [{ principal: 1000, periods: 12 }, "INSUFFICIENT_INPUT /annualRate"],
    [{ ...loan, payment: 100 }, "CONFLICTING_FIELDS"],
    [{ ...loan, years: 1 }, "CONFLICTING_FIELDS /periods"],
    [
      { principal: 1000, years: 1, periods: 12 },
      "CONFLICTING_FIELDS /periods,INSUFFICIENT_INPUT /annualRate",
    ],
    [{ ...loan, timing: "begin", balloon: 10 }, "CONFLICTING_FIELDS /balloon"],
    [
      { ...loan, startDate: "2026-02-29", currency: "EUX" },
      "DATE_INVALID /startDate,CURRENCY_UNKNOWN /currency",
    ],
    [{ ...loan, startDate: "9999-02-01" }, "DATE_INVALID /startDate"],
    [{ ...loan, balloon: 1000 }, "BALLOON_TOO_LARGE /balloon"],
    [{ ...loan, fees: 1000 }, "FEES_TOO_LARGE /fees"],
    [{ payment: 10, annualRate: 12, periods: 12, balloon: 5000 }, "BALLOON_TOO_LARGE /balloon"],
    [{ payment: 10, annualRate: 12, periods: 12, fees: 500 }, "FEES_TOO_LARGE /fees"],
    [{ payment: 0.001, annualRate: 12, periods: 1 }, "PAYMENT_TOO_SMALL /payment"],
    [{ principal: 1000, annualRate: 12, payment: 10 }, "PAYMENT_TOO_SMALL /payment"],
    [{ principal: 1000, payment: 100, periods: 9 }, "PAYMENT_TOO_SMALL /payment"],
    [{ principal: 1000, annualRate: 0, payment: 0.1 }, "TERM_TOO_LONG /payment"],
    [{ principal: 100, payment: 1101, periods: 1 }, "RATE_TOO_HIGH /payment"],
    [{ principal: 100, payment: 100, periods: 2, timing: "begin" }, "RATE_TOO_HIGH /payment"],
    [
      { ...loan, annualRate: 1000, frequency: "annual", compounding: "daily" },
      "RATE_TOO_HIGH /annualRate",
    ],
    [{ ...loan, timing: "begin", fees: 950 }, "FEES_TOO_LARGE /fees"],
    [{ ...loan, periods: 1.5 }, "RANGE /periods"],
    [{ ...loan, principal: 0, periods: 2601 }, "RANGE /principal,RANGE /periods"],
  ])("%j", (input, expected) => {
    expect(failures(input)?.join()).toBe(expected);
  });

  test("what grows beyond all numbers is no loan", () => {
    // The cents lost to rounding earn a thousand percent in each of 2600 periods.
    const input = { annualRate: 1000, frequency: "annual", timing: "begin", periods: 2600 };
    const outcomes = [100.04, 100.05, 100.06].map((principal) => run({ ...input, principal }));
    for (const { ok, errors, value } of outcomes) {
      if (ok) expect(Number.isFinite((value as Value).totalPaid)).toBe(true);
      else expect(errors?.[0]?.code).toBe("RATE_TOO_HIGH");
    }
    expect(outcomes.some(({ ok }) => !ok)).toBe(true);
  });
});

test("warnings", () => {
  const loan = { principal: 1000, annualRate: 0.065, years: 1.03 };
  expect(codes(loan)).toEqual(["RATE_LOOKS_LIKE_FRACTION", "TERM_ROUNDED"]);
  expect(codes({ ...loan, annualRate: 0.2, years: 1.5 })).toEqual([]);
  expect(codes({ principal: 1000, payment: 83.34, periods: 12 })).toEqual([]);
});

test("the report ends with what it is not", () => {
  expect(run({ principal: 1000, annualRate: 5, years: 1 }).report).toEndWith(
    "\nEstimate only, not financial or tax advice.",
  );
});

test("amounts beyond the cents of a JSON number are written exactly", () => {
  const { output } = run({ principal: 900_000_000_000_000, annualRate: 33.3, years: 50 });
  expect(output).toStartWith(
    "Payment: USD 24,975,001,840,832.43 monthly\nTotal interest: USD 14,085,001,105,886,084.61\nTotal paid: USD 14,985,001,105,886,084.61\n",
  );
});

test("yearly is annual", () => {
  const loan = { principal: 10_000, annualRate: 5, years: 5 };
  const figuresOf = (frequency: string) => {
    const { frequency: _word, ...value } = runUnit(tool, { ...loan, frequency }).value as Record<
      string,
      unknown
    >;
    return value;
  };
  expect(figuresOf("yearly")).toEqual(figuresOf("annual"));
});
