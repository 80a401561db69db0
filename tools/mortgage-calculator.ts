import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail, type Outcome } from "./_core/tool.ts";
import { amortize, type Installment, levelPayment, totalsOf } from "./_lib/annuity.ts";
import { addMonths, type CalendarDate, readDate, writeDate } from "./_lib/calendar.ts";
import { Decimal } from "./_lib/decimal.ts";
import {
  type Currency,
  CURRENCY_FAILURES,
  moneyNumber,
  percentNumber,
  readCurrency,
  roundMoney,
  writeMoney,
} from "./_lib/money.ts";
import { moneyReport } from "./_lib/money-report.ts";
import { readStructured, STRUCTURED_FAILURES } from "./_lib/structured-field.ts";
import { looksLikeFraction, readTerm, TERM_WARNINGS } from "./_lib/term.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...CURRENCY_FAILURES,
  CONFLICTING_FIELDS: "Two fields that exclude one another were given",
  DATE_INVALID: "The start is no date, or a payment would fall after the year 9999",
  DOWN_PAYMENT_TOO_LARGE: "The down payment leaves nothing to borrow",
} as const;

const WARNINGS = {
  ...TERM_WARNINGS,
  PMI_NOT_INCLUDED: "The loan is above 80 % of the price; lenders then often ask for mortgage insurance",
  ONE_TIME_IGNORED: "A one-time payment comes after the loan is paid off",
} as const;

type Failure = keyof typeof FAILURES;
type Warning = keyof typeof WARNINGS;

const MOST_MONEY = 1e15;
const MONTHS_PER_YEAR = 12;
/** Percent of the price above which lenders often ask for insurance. */
const UNINSURED_LTV = 80;

const amount = (description: string) =>
  Type.Number({ description, minimum: 0, maximum: MOST_MONEY, default: 0 });
const percent = (description: string, maximum: number) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum }));

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
  extraPayment: amount("Extra principal every month"),
  oneTimePayments: Type.Optional(
    jsonField({
      description:
        "Extra principal with single payments: [{ month: number of the payment, amount }], at most 600",
    }),
  ),
  startDate: Type.Optional(Type.String({ description: "Date of the first payment, YYYY-MM-DD" })),
  compounding: oneOf(["monthly", "semiannual"], {
    description: "semiannual is the Canadian rule",
    default: "monthly",
  }),
  propertyTax: Type.Optional(
    Type.Number({ description: "Per year; 0, if left out", minimum: 0, maximum: MOST_MONEY }),
  ),
  propertyTaxRate: percent("Per year in percent of the price, instead of propertyTax", 100),
  homeInsurance: amount("Per year"),
  hoaMonthly: amount("Owners' association fee per month"),
  pmiRate: percent("Mortgage insurance, percent of the original loan per year", 10),
  pmiEndsAtLtv: Type.Number({
    description: "Insurance stops when the balance is at this percent of the price",
    minimum: 1,
    maximum: 100,
    default: 80,
  }),
  schedule: oneOf(["none", "yearly", "full"], { description: "Rows to return", default: "yearly" }),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
});

type Input = Static<typeof INPUT>;

const ONE_TIME_PAYMENTS = Type.Array(
  Type.Object({
    month: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    amount: Type.Number({ exclusiveMinimum: 0, maximum: MOST_MONEY }),
  }),
  { maxItems: 600 },
);

const DATE = Type.Union([Type.String(), Type.Null()]);
const PARTS = {
  interest: Type.Number(),
  principal: Type.Number({ description: "Without extra" }),
  extra: Type.Number(),
  pmi: Type.Number(),
  balance: Type.Number(),
};

const VALUE = Type.Object({
  price: Type.Number(),
  downPayment: Type.Number(),
  downPaymentPercent: Type.Number(),
  loanAmount: Type.Number(),
  loanToValue: Type.Number({ description: "Percent of the price" }),
  periodicRate: Type.Number({ description: "Percent per month" }),
  periods: Type.Integer(),
  monthlyPayment: Type.Number({ description: "Interest and principal" }),
  monthlyTotal: Type.Number({ description: "With extra principal, taxes, insurance and fees, at first" }),
  finalPayment: Type.Number(),
  totalPaid: Type.Number({ description: "Payments and extras" }),
  totalInterest: Type.Number(),
  payoffPeriods: Type.Integer(),
  payoffDate: DATE,
  baseline: Type.Object({
    periods: Type.Integer(),
    totalPaid: Type.Number(),
    totalInterest: Type.Number(),
    payoffDate: DATE,
  }),
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
  schedule: Type.Array(
    Type.Union([
      Type.Object({ year: Type.Integer(), payments: Type.Number(), ...PARTS }),
      Type.Object({ period: Type.Integer(), date: DATE, payment: Type.Number(), ...PARTS }),
    ]),
  ),
});

type Value = Static<typeof VALUE>;
