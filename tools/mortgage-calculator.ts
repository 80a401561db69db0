import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { DAY_FAILURE, dayInvalid, isNoDay, readDay } from "./_lib/fields/date-field.ts";
import { addMonths, type CalendarDate } from "./_lib/time/calendar.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import { CONFLICT_FAILURES, conflictsOf } from "./_lib/fields/exclusive-fields.ts";
import { CURRENCY_FAILURES, isCurrency, readCurrency } from "./_lib/money/amount.ts";
import {
  OPTIONAL_DATE,
  ROW_PARTS,
  SCHEDULE_KINDS,
  scheduleValue,
} from "./_lib/money/amortization/schedule.ts";
import { looksLikeFraction, TERM_WARNINGS } from "./_lib/money/interest.ts";
import { moneyReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { computeMortgage, type Mortgage } from "./mortgage-calculator/compute.ts";
import { type MortgageTerms, nothingToBorrow, readTerms } from "./mortgage-calculator/terms.ts";
import { describeMortgage, writeFigures } from "./mortgage-calculator/value.ts";

const FAILURES = {
  ...CURRENCY_FAILURES,
  ...CONFLICT_FAILURES,
  ...DAY_FAILURE,
  DOWN_PAYMENT_TOO_LARGE: "The down payment leaves nothing to borrow",
} as const;

const WARNINGS = {
  ...TERM_WARNINGS,
  PMI_NOT_INCLUDED:
    "The loan is above 80 % of the price; lenders then often ask for mortgage insurance",
  ONE_TIME_IGNORED: "A one-time payment comes after the loan is paid off",
} as const;

const MOST_MONEY = 1e15;
/** Percent of the price above which lenders often ask for insurance. */
const UNINSURED_LTV = 80;

const money = (description: string) =>
  Type.Number({ description, minimum: 0, maximum: MOST_MONEY, default: 0 });
const percent = (description: string, maximum: number) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum }));

const ONE_TIME_PAYMENT = Type.Object({
  month: Type.Integer({
    description: "The number of the payment with which it is made",
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
  }),
  amount: Type.Number({
    description: "Extra principal; those of one month add up",
    exclusiveMinimum: 0,
    maximum: MOST_MONEY,
  }),
});

const INPUT = Type.Object({
  price: Type.Number({ description: "Purchase price", exclusiveMinimum: 0, maximum: 1e12 }),
  downPayment: Type.Optional(
    Type.Number({ description: "Own money; 0, if left out", minimum: 0, maximum: MOST_MONEY }),
  ),
  downPaymentPercent: percent("Own money in percent of the price, instead of downPayment", 100),
  annualRate: Type.Number({
    description: "Nominal rate per year in percent",
    minimum: 0,
    maximum: 100,
  }),
  years: Type.Number({ description: "Term", minimum: 1 / 12, maximum: 50, default: 30 }),
  repaymentPercent: Type.Optional(
    Type.Number({
      description:
        "Percent of the loan repaid in the first year: gives the payment, and the term instead of years",
      minimum: 0.1,
      maximum: 100,
    }),
  ),
  fixedYears: Type.Optional(
    Type.Number({
      description: "For how long the rate is fixed: what is left then is told",
      minimum: 1 / 12,
      maximum: 50,
    }),
  ),
  extraPayment: money("Extra principal every month"),
  oneTimePayments: Type.Array(ONE_TIME_PAYMENT, {
    description: "Extra principal with single payments",
    maxItems: 600,
    default: [],
  }),
  startDate: Type.Optional(Type.String({ description: "Date of the first payment, YYYY-MM-DD" })),
  compounding: oneOf(["monthly", "semiannual"], {
    description: "semiannual is the Canadian rule",
    default: "monthly",
  }),
  propertyTax: Type.Optional(
    Type.Number({ description: "Per year; 0, if left out", minimum: 0, maximum: MOST_MONEY }),
  ),
  propertyTaxRate: percent("Per year in percent of the price, instead of propertyTax", 100),
  homeInsurance: money("Per year"),
  hoaMonthly: money("Owners' association fee per month"),
  pmiRate: percent("Mortgage insurance, percent of the original loan per year", 10),
  pmiEndsAtLtv: Type.Number({
    description: "Insurance stops when the balance is at this percent of the price",
    minimum: 1,
    maximum: 100,
    default: 80,
  }),
  schedule: oneOf(SCHEDULE_KINDS, { description: "Rows to return", default: "yearly" }),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
});

export type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  price: Type.Number(),
  downPayment: Type.Number(),
  downPaymentPercent: Type.Number(),
  loanAmount: Type.Number(),
  loanToValue: Type.Number({ description: "Percent of the price" }),
  periodicRate: Type.Number({ description: "Percent per month" }),
  periods: Type.Integer(),
  monthlyPayment: Type.Number({ description: "Interest and principal" }),
  monthlyTotal: Type.Number({
    description: "With extra principal, taxes, insurance and fees, at first",
  }),
  finalPayment: Type.Number(),
  totalPaid: Type.Number({ description: "Payments and extras" }),
  totalInterest: Type.Number(),
  payoffPeriods: Type.Integer(),
  payoffDate: OPTIONAL_DATE,
  baseline: Type.Object({
    periods: Type.Integer(),
    totalPaid: Type.Number(),
    totalInterest: Type.Number(),
    payoffDate: OPTIONAL_DATE,
  }),
  fixedEnd: Type.Union(
    [
      Type.Object({
        period: Type.Integer({ description: "The last payment at the fixed rate" }),
        date: OPTIONAL_DATE,
        balance: Type.Number({ description: "Left to pay, or to borrow anew" }),
        interestPaid: Type.Number(),
        repaid: Type.Number(),
      }),
      Type.Null(),
    ],
    { description: "With fixedYears" },
  ),
  interestSaved: Type.Number({ description: "Against the loan without extra payments" }),
  periodsSaved: Type.Integer(),
  costs: Type.Object({
    propertyTaxMonthly: Type.Number(),
    homeInsuranceMonthly: Type.Number(),
    hoaMonthly: Type.Number(),
    pmiMonthly: Type.Number({ description: "As long as it is due" }),
    pmiMonths: Type.Integer(),
    pmiTotal: Type.Number(),
  }),
  schedule: scheduleValue({ ...ROW_PARTS, pmi: Type.Number(), balance: Type.Number() }),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "mortgage-calculator",
  name: "Mortgage Calculator",
  category: "Finance",
  description:
    "Works out the monthly payment and total interest of a mortgage, and what extra payments save.",
  keywords: [
    "amortization",
    "apartment",
    "canadian mortgage",
    "down payment",
    "escrow",
    "extra payment",
    "first home",
    "home loan",
    "house",
    "house loan",
    "house payment",
    "interest",
    "mortgage",
    "piti",
    "pmi",
    "property",
    "property tax",
    "real estate",
    "refinance",
    "remortgage",
  ],
  aliases: [],
  version: "2026-11-23",

  input: INPUT,
  primary: "price",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "monthly mortgage payment",
    "how much does a 400000 house cost per month at 6.5 percent",
    "mortgage calculator with taxes and insurance",
    "total interest over 30 years",
    "what do extra payments of 200 a month save",
    "amortization schedule for a home loan",
    "when is pmi dropped",
    "mortgage with 5 percent down",
    "15 or 30 year mortgage",
    "pay off the house early with a lump sum",
    "canadian mortgage semiannual compounding",
    "loan to value ratio",
    "PMT in excel for a house",
    "buying a house or flat, what will it cost us each month",
    "home costs so many thousand and we have a part saved, monthly burden",
    "30 year fixed home credit, how much goes to the bank in total",
    "we put an additional amount a month into the house debt, how much earlier are we done",
    "what house can we afford, down payment, taxes and insurance included",
    "apartment purchase financing, real estate instalments",
    "property-secured lending with escrow and pmi",
    "flat with some own money, rate for twenty-five years, what do we owe monthly",
    "calcular hipoteca",
    "hypothek monatliche rate berechnen",
    "calculer une mensualité de crédit immobilier",
    "房贷计算器 月供",
    "住宅ローン 返済額 計算",
    "comprar una casa, cuota mensual del banco",
    "haus kaufen, monatliche belastung baufinanzierung",
    "acheter une maison, mensualités du prêt",
    "买房 贷款 每月 还款",
    "家を買う 毎月の返済 住宅",
    "we found a place for 320000 and have 60000 ourselves, what per month",
    "bank offers 3.8 for 25 years or 3.5 for 20, what is paid altogether",
    "get a bonus of 10000 each spring, put it in the home debt or not",
    "rent is 1400, could we carry our own flat with that",
    "PITI, PMI, LTV, HOA fee, escrow, CMHC, Baufinanzierung, Zillow, refinance, remortgage",
    "compute the housing loan instalment with taxes, insurance, lifetime interest and prepayment effect",
    "financiamento imobiliário, parcela da casa, entrada",
    "hipoteca, intereses totales, amortización anticipada",
    "sondertilgung, tilgung, wohnung kaufen, eigenkapital, annuität",
    "prêt immobilier, apport, remboursement anticipé, taux",
    "房贷 提前还款 首付 总利息 买房",
    "住宅ローン 繰上返済 頭金 総利息",
  ],
  effort: 3,

  laws: [
    {
      name: "principal and extras add up to the loan, and the balance never rises and ends at 0",
      holds(run, input) {
        const { value } = run({ ...input, schedule: "full" });
        if (!value) return true;
        const paid = value.schedule.reduce(
          (sum, { principal, extra }) => sum.plus(principal).plus(extra),
          new Decimal(0),
        );
        const balances = [value.loanAmount, ...value.schedule.map(({ balance }) => balance)];
        const falls = balances.every(
          (balance, index) => balance <= (balances[index - 1] ?? balance),
        );
        return (
          paid
            .minus(value.loanAmount)
            .abs()
            .lte(value.loanAmount * 1e-12) &&
          falls &&
          balances.at(-1) === 0
        );
      },
    },
    {
      name: "the schedule asked for changes no other figure, and years are sums of months",
      holds(run, input) {
        const [none, yearly, full] = (["none", "yearly", "full"] as const).map(
          (schedule) => run({ ...input, schedule }).value,
        );
        if (!none || !yearly || !full) return true;
        const figures = (value: Value): string => JSON.stringify({ ...value, schedule: [] });
        const sums = (value: Value): number[] =>
          (["interest", "principal", "extra", "pmi"] as const).map((part) =>
            value.schedule.reduce((sum, row) => sum.plus(row[part]), new Decimal(0)).toNumber(),
          );
        const isClose = sums(yearly).every(
          (sum, index) => Math.abs(sum - (sums(full)[index] ?? 0)) <= 1e-9 * Math.max(1, sum),
        );
        return figures(none) === figures(yearly) && figures(none) === figures(full) && isClose;
      },
    },
  ],
  examples: [
    {
      title: "Thirty years, fixed",
      input: { price: 400_000, downPayment: 80_000, annualRate: 6.5 },
      expect: {
        output:
          "Monthly payment: USD 2,022.62\nLoan amount: USD 320,000.00\nTotal interest: USD 408,140.64\nTotal paid: USD 728,140.64\nPaid off after: 360 payments",
      },
    },
    {
      title: "200 a month besides saves six and a half years",
      input: { price: 400_000, downPayment: 80_000, annualRate: 6.5, extraPayment: 200 },
      expect: { value: { payoffPeriods: 281, interestSaved: 105_427.85, periodsSaved: 79 } },
    },
    {
      title: "Five percent down, with insurance, tax and fees",
      input: {
        price: 300_000,
        downPaymentPercent: 5,
        annualRate: 7,
        pmiRate: 0.6,
        propertyTaxRate: 1.2,
        homeInsurance: 1500,
        hoaMonthly: 45,
        schedule: "none",
      },
      expect: {
        value: {
          loanToValue: 95,
          monthlyTotal: 2508.61,
          costs: { pmiMonths: 130, pmiTotal: 18_525 },
        },
      },
    },
    {
      title: "Yen, a lump sum and dates",
      input: {
        price: 30_000_000,
        downPayment: 6_000_000,
        annualRate: 1.2,
        years: 20,
        oneTimePayments: [{ month: 12, amount: 1_000_000 }],
        startDate: "2026-01-31",
        currency: "jpy",
      },
      expect: { value: { monthlyPayment: 112_529, payoffDate: "2045-01-31" } },
    },
    {
      title: "Nothing left to borrow",
      input: { price: 100_000, downPayment: 100_000, annualRate: 5 },
      expect: { ok: false, error: { code: "DOWN_PAYMENT_TOO_LARGE" } },
    },
  ],

  run(input) {
    const currency = readCurrency(input.currency);
    const start = readDay(input.startDate, "/startDate");
    const conflicts = conflictsOf(input, EXCLUSIVE);
    if (!isCurrency(currency)) return fail([...conflicts, ...[start].filter(isNoDay), currency]);
    if (isNoDay(start)) return fail([...conflicts, start]);
    const [first, ...others] = conflicts;
    if (first) return fail([first, ...others]);
    return calculate(input, readTerms(input, currency), start);
  },
});

const EXCLUSIVE = [
  ["downPayment", "downPaymentPercent"],
  ["propertyTax", "propertyTaxRate"],
] as const;

function calculate(input: Input, terms: MortgageTerms, start: CalendarDate | undefined) {
  if (terms.loan.lte(0))
    return fail(nothingToBorrow(terms, input.downPaymentPercent !== undefined));
  const mortgage = computeMortgage(terms);
  if (start && addMonths(start, mortgage.periods - 1).year > LAST_YEAR) {
    return fail(dayInvalid(`a last payment after the year ${LAST_YEAR}`, "/startDate"));
  }
  const value = describeMortgage(terms, mortgage, { start, schedule: input.schedule });
  const warnings = remarks(input, terms, mortgage);
  const output = writeFigures(terms, mortgage);
  const stats = { rows: value.schedule.length };
  const report = moneyReport("Mortgage Calculator", output, warnings);
  return done({ output, value, stats, warnings, report });
}

const LAST_YEAR = 9999;

function remarks(
  input: Input,
  { price, loan, oneTime, isRounded }: MortgageTerms,
  { months }: Mortgage,
) {
  const uninsured = loan.times(100).gt(price.times(UNINSURED_LTV));
  return warningsOf(WARNINGS, {
    RATE_LOOKS_LIKE_FRACTION: looksLikeFraction(input.annualRate),
    TERM_ROUNDED: isRounded,
    PMI_NOT_INCLUDED: uninsured && input.pmiRate === undefined,
    ONE_TIME_IGNORED: [...oneTime.keys()].some((month) => month > months.length),
  });
}
