import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { DAY_FAILURE } from "./_lib/fields/date-field.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import { CONFLICT_FAILURES, INSUFFICIENT_FAILURES } from "./_lib/fields/exclusive-fields.ts";
import { INPUT_FAILURES, inputInvalid, outOfBounds } from "./_lib/results/input-invalid.ts";
import { CURRENCY_FAILURES, type Currency, isCurrency, readCurrency } from "./_lib/money/amount.ts";
import { looksLikeFraction, TERM_WARNINGS } from "./_lib/money/interest.ts";
import { moneyReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { readCashFlows } from "./roi-calculator/read.ts";
import { holdingYears, problemsOf } from "./roi-calculator/request.ts";
import {
  describeFlows,
  describeSimple,
  type Returns,
  writeReturns,
} from "./roi-calculator/value.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...CURRENCY_FAILURES,
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  ...DAY_FAILURE,
  COST_NOT_POSITIVE: "Nothing was invested",
  PERIOD_NOT_POSITIVE: "The end does not come after the start",
} as const;

const WARNINGS = {
  IRR_UNDEFINED: "No rate from -99 to 9900 % per year makes the flows worth nothing",
  RATE_LOOKS_LIKE_FRACTION: TERM_WARNINGS.RATE_LOOKS_LIKE_FRACTION,
  IRR_NOT_UNIQUE: "Several rates make the flows worth nothing: irr is the one nearest to 0",
} as const;

const amount = (description: string) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum: 1e15 }));
const rate = (description: string) =>
  Type.Optional(Type.Number({ description, exclusiveMinimum: -99, maximum: 1000 }));

const FLOW = Type.Number({
  description: "Received; below 0 what is paid",
  minimum: -1e15,
  maximum: 1e15,
});

const DATED_AMOUNT = Type.Object({
  date: Type.String({ description: "YYYY-MM-DD" }),
  amount: FLOW,
});

export type DatedAmount = Static<typeof DATED_AMOUNT>;

const COUNT = { minItems: 2, maxItems: 500 } as const;

const INPUT = Type.Object({
  initialInvestment: amount("Needed without cashFlows"),
  finalValue: amount("Needed without cashFlows"),
  income: amount("Dividends, rents received; 0, if left out"),
  costs: amount("Fees, taxes paid; 0, if left out"),
  years: Type.Optional(
    Type.Number({
      description: "Holding time, instead of dates",
      exclusiveMinimum: 0,
      maximum: 1000,
    }),
  ),
  startDate: Type.Optional(Type.String({ description: "Of the holding time, YYYY-MM-DD" })),
  endDate: Type.Optional(Type.String({ description: "Of the holding time, YYYY-MM-DD" })),
  cashFlows: Type.Optional(
    Type.Union(
      [
        Type.Array(FLOW, { description: "At equal distances, the first one now", ...COUNT }),
        Type.Array(DATED_AMOUNT, { description: "In any order", ...COUNT }),
      ],
      { description: "Payments, all with dates or none" },
    ),
  ),
  periodsPerYear: Type.Number({
    description: "For cash flows without dates",
    minimum: 1,
    maximum: 365,
    default: 1,
  }),
  discountRate: rate("Effective percent per year, for NPV and discounted payback"),
  reinvestRate: rate("For MIRR; as discountRate, if left out"),
  financeRate: rate("For MIRR; as discountRate, if left out"),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
});

export type Input = Static<typeof INPUT>;

const OPTIONAL = Type.Union([Type.Number(), Type.Null()]);

const percentOrNull = (description: string) =>
  Type.Union([Type.Number(), Type.Null()], { description });

const VALUE = Type.Object({
  mode: oneOf(["simple", "cashFlows"]),
  totalInvested: Type.Number(),
  totalReturned: Type.Number(),
  gain: Type.Number(),
  roi: percentOrNull("Percent of what was invested"),
  multiple: OPTIONAL,
  years: OPTIONAL,
  annualizedRoi: percentOrNull("Percent per year"),
  irr: percentOrNull("Effective, percent per year: the root nearest to 0"),
  irrAll: Type.Array(Type.Number()),
  npv: Type.Union([Type.Number(), Type.Null()], { description: "The first flow undiscounted" }),
  mirr: percentOrNull("Percent per year"),
  paybackYears: OPTIONAL,
  discountedPaybackYears: OPTIONAL,
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "roi-calculator",
  name: "ROI Calculator",
  category: "Finance",
  description:
    "Tells whether an investment paid off: ROI, yearly return, IRR, XIRR, NPV, MIRR and payback.",
  keywords: [
    "annualized",
    "cagr",
    "cash flow",
    "investment",
    "irr",
    "mirr",
    "npv",
    "payback",
    "profit",
    "return",
    "return on investment",
    "roi",
    "xirr",
    "yield",
  ],
  aliases: ["irr-calculator", "npv-calculator", "cagr-calculator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "initialInvestment",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "return on investment",
    "annualized return over 3 years",
    "internal rate of return of cash flows",
    "xirr with dates",
    "net present value at 10 percent",
    "payback period",
    "cagr between two values",
    "modified internal rate of return",
    "was this investment worth it",
    "roi with fees and dividends",
    "discounted payback time",
    "IRR NPV in excel",
    "bought shares and sold them for more two years later, good deal",
    "do solar panels or a new machine pay for themselves, after how many years",
    "rental flat: money in and money out over the years, what yield",
    "flip a house or run a campaign, what came out of the money put in",
    "discounted cash stream appraisal of a project",
    "yearly growth of sales from first to last year",
    "which of two projects earns more on its capital",
    "put money into a business or truck, got some back each year, worth it",
    "calcular retorno de inversión",
    "rendite berechnen interner zinsfuß",
    "calculer le taux de rendement interne",
    "calcular taxa interna de retorno",
    "投資収益率 計算",
    "投资回报率 内部收益率",
    "valió la pena la inversión, ganancia anual",
    "hat sich die investition gelohnt, rendite im jahr",
    "l'investissement est il rentable",
    "投资 是否 划算 年化 收益",
    "投資は得だったか 年利回り",
    "bought a flat for 200, rented it out, sold it for 260: was that any good per year",
    "marketing spent 5000 and brought in 8000, what is that in percent",
    "new machine costs 40000 and saves 900 a month, when do we have our money back",
    "i paid into a fund on odd days, what did it really earn",
    "excel XIRR, IRR, NPV, MIRR, RATE, numpy-financial, hurdle rate, wacc",
    "value a stream of dated payments and receipts at a discount rate",
    "retorno sobre o investimento, valeu a pena, tempo de retorno",
    "amortisation einer anschaffung, kapitalwert, interner zins",
  ],
  effort: 3,

  laws: [
    {
      name: "a multiple of the flows has the same rates",
      holds(run, { cashFlows, ...input }) {
        if (!Array.isArray(cashFlows)) return true;
        const items: unknown[] = cashFlows;
        if (!items.every((item) => Number.isSafeInteger(item) && Math.abs(Number(item)) < 1e12)) {
          return true;
        }
        const scaled = items.map((item) => Number(item) * 10);
        const [once, tenfold] = [cashFlows, scaled].map((flows) => {
          const { value } = run({ ...input, cashFlows: flows });
          return value && [value.irr, value.roi, value.mirr, value.paybackYears];
        });
        return JSON.stringify(once) === JSON.stringify(tenfold);
      },
    },
    {
      name: "the multiple is 1 and the ROI",
      holds(run, input) {
        const { multiple = null, roi = null } = run(input).value ?? {};
        if (multiple === null || roi === null) return multiple === roi;
        return Math.abs(multiple - 1 - roi / 100) <= 1e-6 + Math.abs(multiple) * 1e-12;
      },
    },
  ],
  examples: [
    {
      title: "Simple return",
      input: { initialInvestment: 10_000, finalValue: 15_000, years: 3 },
      expect: { output: "ROI: 50%\nGain: USD 5,000.00\nAnnualized ROI: 14.471424%" },
    },
    {
      title: "Dated cash flows",
      input: {
        cashFlows: [
          { date: "2008-01-01", amount: -10_000 },
          { date: "2008-03-01", amount: 2750 },
          { date: "2008-10-30", amount: 4250 },
          { date: "2009-02-15", amount: 3250 },
          { date: "2009-04-01", amount: 2750 },
        ],
      },
      expect: { output: "IRR: 37.336253% per year\nGain: USD 3,000.00\nROI: 30%" },
    },
    {
      title: "Yearly cash flows with a discount rate",
      input: { cashFlows: [-10_000, 3000, 4200, 6800], discountRate: 10 },
      expect: {
        value: { irr: 16.34056, npv: 1307.29, mirr: 14.598474, paybackYears: 2.411765 },
      },
    },
    {
      title: "Two rates of return",
      input: { cashFlows: [-100, 230, -132] },
      expect: { value: { irr: 10, irrAll: [10, 20] }, warnings: [{ code: "IRR_NOT_UNIQUE" }] },
    },
    {
      title: "Nothing invested",
      input: { initialInvestment: 0, finalValue: 100 },
      expect: { ok: false, error: { code: "COST_NOT_POSITIVE" } },
    },
  ],

  run(input) {
    const currency = readCurrency(input.currency);
    const problems = problemsOf(input);
    if (!isCurrency(currency)) return fail([...problems, currency]);
    const [first, ...others] = problems;
    if (first) return fail([first, ...others]);
    const { cashFlows } = input;
    return cashFlows ? returnOfFlows(cashFlows, input, currency) : simpleReturn(input, currency);
  },
});

function simpleReturn(input: Input, currency: Currency) {
  const invested = new Decimal(input.initialInvestment ?? 0).plus(input.costs ?? 0);
  const returned = new Decimal(input.finalValue ?? 0).plus(input.income ?? 0);
  const years = holdingYears(input);
  const problems: Entry<"COST_NOT_POSITIVE" | "PERIOD_NOT_POSITIVE">[] = [];
  if (invested.lte(0)) {
    const message = "Cannot compute a return: found nothing invested, expected more than 0";
    problems.push({ code: "COST_NOT_POSITIVE", message, path: "/initialInvestment" });
  }
  if (years?.lte(0) === true) {
    const message =
      "Cannot compute a yearly return: found an end that does not come after the start, expected a later one";
    problems.push({ code: "PERIOD_NOT_POSITIVE", message, path: "/endDate" });
  }
  const [first, ...others] = problems;
  if (first) return fail([first, ...others]);
  return publish(describeSimple(invested, returned, years), input, currency);
}

function returnOfFlows(given: NonNullable<Input["cashFlows"]>, input: Input, currency: Currency) {
  const { cashFlows, failure } = readCashFlows(given, input.periodsPerYear);
  if (failure) return failure;
  const fraction = (percent: number | undefined): Decimal | undefined =>
    percent === undefined ? undefined : new Decimal(percent).div(100);
  const rates = {
    discount: fraction(input.discountRate),
    reinvest: fraction(input.reinvestRate),
    finance: fraction(input.financeRate),
  };
  return publish(describeFlows(cashFlows, rates, currency), input, currency);
}

/** The fields whose extremes make a figure larger than a JSON number. */
const CAUSES: Readonly<Record<string, string>> = {
  annualizedRoi: "/years",
  npv: "/discountRate",
  mirr: "/reinvestRate",
};

function publish(returns: Returns, input: Input, currency: Currency) {
  const { value } = returns;
  const isOfFlows = value.mode === "cashFlows";
  const endless = Object.entries(value).find(
    ([, figure]) => typeof figure === "number" && !Number.isFinite(figure),
  );
  if (endless) {
    const path = CAUSES[endless[0]] ?? (isOfFlows ? "/cashFlows" : "/initialInvestment");
    const expected = "figures of up to 309 digits";
    return inputInvalid([outOfBounds(path, `what makes ${endless[0]} endless`, expected)]);
  }
  const warnings = warningsOf(WARNINGS, {
    IRR_UNDEFINED: isOfFlows && value.irr === null,
    RATE_LOOKS_LIKE_FRACTION: [input.discountRate, input.reinvestRate, input.financeRate].some(
      (one = 0) => looksLikeFraction(one),
    ),
    IRR_NOT_UNIQUE: value.irrAll.length > 1,
  });
  const output = writeReturns(returns, currency);
  const report = moneyReport("ROI Calculator", output, warnings);
  return done({ output, value, warnings, report });
}
