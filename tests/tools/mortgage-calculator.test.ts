import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/mortgage-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

interface Figures {
  readonly loanAmount: number;
  readonly monthlyPayment: number;
  readonly totalInterest: number;
  readonly totalPaid: number;
  readonly finalPayment: number;
  readonly payoffPeriods: number;
  readonly payoffDate: string | null;
  readonly schedule: Record<string, number | string | null>[];
}

const run = (input: object) => runUnit(tool, input);
const figures = (input: object) => run(input).value as Figures;
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

/** Division of whole numbers above 0; a half goes up. */
function divide(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

describe("the schedule", () => {
  // A twelfth of such a rate has few digits, so that ties are ties.
  const rate = fc.integer({ min: 1, max: 800 }).map((thirds) => (thirds * 3) / 100);
  const cents = fc.integer({ min: 1_000_000, max: 1_000_000_000 });

  test("is that of whole cents", () => {
    fc.assert(
      fc.property(
        cents,
        rate,
        fc.integer({ min: 1, max: 50 }),
        fc.nat(50_000),
        (price, annualRate, years, extra) => {
          const found = figures({
            price: price / 100,
            annualRate,
            years,
            extraPayment: extra / 100,
          });
          const payment = BigInt(Math.round(found.monthlyPayment * 100));
          const [numerator, denominator] = [BigInt(Math.round(annualRate * 100)), 120_000n];
          let balance = BigInt(price);
          let [interest, paid, last, period] = [0n, 0n, 0n, 0];
          while (balance > 0n) {
            period++;
            const due = divide(balance * numerator, denominator);
            const isLast = period === years * 12 || balance + due <= payment;
            const part = isLast ? balance + due : payment;
            balance -= part - due;
            const more = balance < BigInt(extra) ? balance : BigInt(extra);
            balance -= more;
            interest += due;
            paid += part + more;
            last = part + more;
          }
          const whole = (amount: number) => BigInt(Math.round(amount * 100));
          expect([found.payoffPeriods, whole(found.totalInterest), whole(found.totalPaid)]).toEqual(
            [period, interest, paid],
          );
          expect(whole(found.finalPayment)).toBe(last);
        },
      ),
    );
  });

  test("has the annuity's payment, to the cent", () => {
    fc.assert(
      fc.property(cents, rate, fc.integer({ min: 1, max: 50 }), (price, annualRate, years) => {
        const monthly = annualRate / 1200;
        const exact = ((price / 100) * monthly) / (1 - (1 + monthly) ** (-12 * years));
        const { monthlyPayment } = figures({ price: price / 100, annualRate, years });
        expect(Math.abs(monthlyPayment - exact)).toBeLessThanOrEqual(0.005 + exact * 1e-9);
      }),
    );
  });

  test("costs no more interest and no more time with a higher extra payment", () => {
    const step = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(cents, rate, step, step, (price, annualRate, low, more) => {
        const of = (extraPayment: number) =>
          figures({ price: price / 100, annualRate, years: 15, extraPayment, schedule: "none" });
        const [less, higher] = [of(low), of(low + more)];
        expect(higher.totalInterest).toBeLessThanOrEqual(less.totalInterest);
        expect(higher.payoffPeriods).toBeLessThanOrEqual(less.payoffPeriods);
      }),
    );
  });

  test("of months has dates that keep the day of the start", () => {
    const { schedule, payoffDate } = figures({
      price: 1200,
      annualRate: 0,
      years: 1,
      startDate: "2027-12-31",
      schedule: "full",
    });
    expect(schedule.slice(0, 4).map(({ date }) => date)).toEqual([
      "2027-12-31",
      "2028-01-31",
      "2028-02-29",
      "2028-03-31",
    ]);
    expect(payoffDate).toBe("2028-11-30");
    expect(schedule[0]).toEqual({
      period: 1,
      date: "2027-12-31",
      payment: 100,
      interest: 0,
      principal: 100,
      extra: 0,
      pmi: 0,
      balance: 1100,
    });
    expect(run({ price: 1200, annualRate: 0, years: 1, schedule: "full" }).stats).toEqual({
      rows: 12,
    });
  });

  test("of years sums the months", () => {
    const input = {
      price: 250_000,
      annualRate: 5,
      years: 3,
      extraPayment: 100,
      downPayment: 10_000,
      pmiRate: 1,
    };
    const [yearly, full] = [figures(input), figures({ ...input, schedule: "full" })];
    for (const [index, year] of yearly.schedule.entries()) {
      const months = full.schedule.slice(index * 12, index * 12 + 12);
      const sum = (part: string) =>
        Math.round(months.reduce((total, month) => total + Number(month[part]), 0) * 100) / 100;
      expect(year).toEqual({
        year: index + 1,
        payments: sum("payment"),
        interest: sum("interest"),
        principal: sum("principal"),
        extra: sum("extra"),
        pmi: sum("pmi"),
        balance: Number(months.at(-1)?.["balance"]),
      });
    }
  });
});

describe("edges", () => {
  test("an extra payment that clears the loan at once", () => {
    const input = {
      price: 1000,
      annualRate: 12,
      years: 1,
      oneTimePayments: [{ month: 1, amount: 5000 }],
    };
    expect(run(input)).toMatchObject({
      output: expect.stringMatching(
        /Paid off after: 1 payments\nInterest saved: USD 56.19\nPayments saved: 11$/,
      ) as string,
      value: { payoffPeriods: 1, totalPaid: 1010, finalPayment: 1010 },
      warnings: [{ code: "PMI_NOT_INCLUDED" }],
    });
  });

  test("one-time payments of a month add up, as data or as JSON text", () => {
    const payments = [
      { month: 2, amount: 100 },
      { month: 2, amount: 50.5 },
    ];
    const input = { price: 12_000, annualRate: 0, years: 1, schedule: "full" };
    const given = figures({ ...input, oneTimePayments: payments });
    expect(given.schedule[1]?.["extra"]).toBe(150.5);
    expect(figures({ ...input, oneTimePayments: JSON.stringify(payments) })).toEqual(given);
  });

  test("six hundred payments, yen without cents, and the Canadian rule", () => {
    expect(figures({ price: 30_000_000, annualRate: 1, years: 50, currency: "JPY" })).toMatchObject(
      {
        payoffPeriods: 600,
        monthlyPayment: 63_558,
      },
    );
    const canadian = run({ price: 400_000, annualRate: 5, years: 25, compounding: "semiannual" });
    expect(canadian.value).toMatchObject({ monthlyPayment: 2326.42, periodicRate: 0.412392 });
  });

  test("insurance that never falls due still has its price", () => {
    const { costs } = run({ price: 1000, downPayment: 500, annualRate: 5, pmiRate: 1.2 }).value as {
      costs: object;
    };
    expect(costs).toMatchObject({ pmiMonthly: 0.5, pmiMonths: 0, pmiTotal: 0 });
  });

  test("a share of the price that is no whole cent adds up with the loan", () => {
    const value = run({ price: 100.01, downPaymentPercent: 33.333, annualRate: 5 })
      .value as Figures & {
      downPayment: number;
    };
    expect(value.downPayment + value.loanAmount).toBeCloseTo(100.01, 10);
    expect(value.loanAmount).toBe(66.67);
  });
});

describe("failures", () => {
  const base = { price: 1000, annualRate: 5 };

  test("fields that exclude one another, a bad date and a bad currency are reported together", () => {
    const given = {
      ...base,
      downPayment: 0,
      downPaymentPercent: 5,
      propertyTax: 1,
      propertyTaxRate: 1,
      startDate: "2026-02-30",
      currency: "EUX",
    };
    expect(failures(given)).toEqual([
      "CONFLICTING_FIELDS /downPaymentPercent",
      "CONFLICTING_FIELDS /propertyTaxRate",
      "DATE_INVALID /startDate",
      "CURRENCY_UNKNOWN /currency",
    ]);
    expect(run({ ...base, currency: "EUX" }).errors?.[0]?.hint).toBe("Did you mean EUR?");
  });

  test.each([
    ["[{", "JSON_SYNTAX /oneTimePayments"],
    ["{}", "TYPE /oneTimePayments"],
    ['[{"month":1}]', "REQUIRED /oneTimePayments/0/amount"],
    [
      '[{"month":0,"amount":1},{"month":1.5,"amount":0}]',
      "RANGE /oneTimePayments/0/month,TYPE /oneTimePayments/1/month,RANGE /oneTimePayments/1/amount",
    ],
    ["[".repeat(2000), "INPUT_TOO_DEEP /oneTimePayments"],
  ])("%p", (oneTimePayments, expected) => {
    expect(failures({ ...base, oneTimePayments })?.join()).toBe(expected);
  });

  test("the loan must be more than nothing, and end by the year 9999", () => {
    expect(failures({ ...base, downPaymentPercent: 100 })).toEqual([
      "DOWN_PAYMENT_TOO_LARGE /downPaymentPercent",
    ]);
    expect(failures({ ...base, downPayment: 999.999 })).toEqual([
      "DOWN_PAYMENT_TOO_LARGE /downPayment",
    ]);
    expect(failures({ ...base, startDate: "9970-01-01" })).toBeUndefined();
    expect(failures({ ...base, startDate: "9970-02-01" })).toEqual(["DATE_INVALID /startDate"]);
  });
});

test("warnings", () => {
  const given = {
    price: 1000,
    annualRate: 0.065,
    years: 1.03,
    oneTimePayments: [{ month: 13, amount: 1 }],
  };
  expect(codes(given)).toEqual([
    "RATE_LOOKS_LIKE_FRACTION",
    "TERM_ROUNDED",
    "PMI_NOT_INCLUDED",
    "ONE_TIME_IGNORED",
  ]);
  expect(codes({ price: 1000, downPayment: 200, annualRate: 0.2, years: 1.5 })).toEqual([]);
  expect(codes({ price: 1000, annualRate: 0, pmiRate: 0 })).toEqual([]);
});

test("the report ends with what it is not", () => {
  expect(run({ price: 1000, annualRate: 5 }).report).toEndWith(
    "\nEstimate only, not financial or tax advice.",
  );
});

test.each([5e-324, 1e-30, 1e-12, 1e-9])(
  "a rate of %p is hardly any, and no infinite payment",
  (annualRate) => {
    const { value } = run({ price: 360_000, downPayment: 0, annualRate, years: 30 });
    expect(value).toMatchObject({ monthlyPayment: 1000, totalInterest: 0 });
  },
);

test("amounts beyond the cents of a JSON number are written exactly", () => {
  const large = { price: 1e12, annualRate: 90, years: 50, extraPayment: 0.123457 };
  const { output = "" } = run({ ...large, currency: "XAU", schedule: "none" });
  expect(output.split("\n").slice(1)).toEqual([
    "Monthly total: XAU 75,000,000,000.123457",
    "Loan amount: XAU 1,000,000,000,000.000000",
    "Total interest: XAU 27,138,214,395,384.831511",
    "Total paid: XAU 28,138,214,395,384.831511",
    "Paid off after: 376 payments",
    "Interest saved: XAU 17,861,785,604,615.168489",
    "Payments saved: 224",
  ]);
});

describe("a repayment in percent, as in Germany and Austria", () => {
  const input = {
    price: 300_000,
    annualRate: 3.5,
    repaymentPercent: 2,
    fixedYears: 10,
    currency: "EUR",
  };

  // Worked out with Python's decimal module.
  test("gives the payment, the term, and what is left when the rate is no longer fixed", () => {
    const { value, output } = run({ ...input, startDate: "2026-01-31" });
    expect(value).toMatchObject({
      monthlyPayment: 1375,
      periods: 348,
      payoffPeriods: 348,
      fixedEnd: { period: 120, date: "2035-12-31", balance: 228_283.7, interestPaid: 93_283.7 },
    });
    expect(output).toContain("Balance after 120 payments: EUR ");
  });

  test("of a fixed time alone there is the balance, without it none", () => {
    const fixed = run({
      price: 300_000,
      annualRate: 3.5,
      years: 30,
      fixedYears: 10,
      schedule: "full",
    });
    const { fixedEnd, schedule } = fixed.value as {
      fixedEnd: Record<string, number>;
      schedule: Record<string, number>[];
    };
    expect(fixedEnd["balance"]).toBe(schedule[119]?.["balance"] as number);
    expect(run({ price: 300_000, annualRate: 3.5 }).value).toMatchObject({ fixedEnd: null });
  });

  test("a loan paid off before has nothing left", () => {
    const value = figures({ ...input, repaymentPercent: 30 });
    expect(value).toMatchObject({
      fixedEnd: { balance: 0, repaid: 300_000, period: value.payoffPeriods },
    });
  });

  test("more repayment never takes longer, and what is repaid and left is the loan", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 1_000_000 }),
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: 10, max: 5000 }),
        fc.integer({ min: 1, max: 40 }),
        (price, rate, repayment, fixedYears) => {
          const value = (percent: number) =>
            run({
              price,
              annualRate: rate / 100,
              repaymentPercent: percent,
              fixedYears,
              schedule: "none",
            }).value as Figures & { fixedEnd: { balance: number; repaid: number } };
          const [slow, fast] = [value(repayment / 100), value(repayment / 100 + 1)];
          expect(fast.payoffPeriods).toBeLessThanOrEqual(slow.payoffPeriods);
          expect(slow.fixedEnd.balance + slow.fixedEnd.repaid).toBeCloseTo(price, 2);
        },
      ),
      { numRuns: 40 },
    );
  });
});
