import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import { CURRENCY_FAILURES, type Currency, isCurrency, readCurrency } from "./_lib/money/amount.ts";
import { looksLikeFraction, TERM_WARNINGS } from "./_lib/money/interest.ts";
import { moneyReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { planRetirement, type RetirementPlan } from "./retirement-calculator/plan.ts";
import { describeRetirement, writeRetirement } from "./retirement-calculator/value.ts";

const FAILURES = {
  ...CURRENCY_FAILURES,
  AGE_ORDER: "Retirement comes before the current age, or not before the end of the plan",
} as const;

const WARNINGS = {
  FUNDS_RUN_OUT: "The savings do not carry the wanted income to the end of the plan",
  RATE_LOOKS_LIKE_FRACTION: TERM_WARNINGS.RATE_LOOKS_LIKE_FRACTION,
} as const;

const amount = (description: string) =>
  Type.Number({ description, minimum: 0, maximum: 1e15, default: 0 });
const age = (description: string, range: { minimum: number; maximum: number; default: number }) =>
  whole({ description, ...range });
const yearlyReturn = { minimum: -50, maximum: 100 } as const;

const INPUT = Type.Object({
  currentAge: whole({ description: "Whole years", minimum: 0, maximum: 110 }),
  retirementAge: age("Whole years", { minimum: 0, maximum: 110, default: 65 }),
  lifeExpectancy: age("Plan to this age", { minimum: 1, maximum: 120, default: 90 }),
  currentSavings: amount("Saved by now"),
  monthlyContribution: amount("At the end of each month until retirement"),
  contributionIncrease: Type.Number({
    description: "Percent more in every following year",
    ...yearlyReturn,
    default: 0,
  }),
  annualReturn: Type.Number({
    description: "Effective percent per year before retirement",
    ...yearlyReturn,
    default: 6,
  }),
  retirementReturn: Type.Optional(
    Type.Number({
      description: "Effective percent per year in retirement; as annualReturn, if left out",
      ...yearlyReturn,
    }),
  ),
  inflationRate: Type.Number({
    description: "Percent per year",
    minimum: -10,
    maximum: 100,
    default: 2.5,
  }),
  desiredMonthlyIncome: Type.Optional(
    Type.Number({ description: "Wanted in all, in today's money", minimum: 0, maximum: 1e15 }),
  ),
  otherMonthlyIncome: amount("Pension or social security, in today's money; follows inflation"),
  otherIncomeFromAge: Type.Optional(
    whole({
      description: "Age at which it begins; retirementAge, if left out",
      minimum: 0,
      maximum: 120,
    }),
  ),
  withdrawalRate: Type.Number({
    description: "Percent of the savings per year, for the rule-of-thumb income",
    minimum: 0,
    maximum: 100,
    default: 4,
  }),
  schedule: oneOf(["none", "yearly"], { description: "Rows to return", default: "yearly" }),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
});

type Input = Static<typeof INPUT>;

const OPTIONAL_NUMBER = Type.Union([Type.Number(), Type.Null()]);

const VALUE = Type.Object({
  yearsToRetirement: Type.Integer(),
  yearsInRetirement: Type.Integer(),
  savingsAtRetirement: Type.Number(),
  savingsAtRetirementReal: Type.Number({ description: "In today's money" }),
  totalContributions: Type.Number(),
  growth: Type.Number({ description: "Until retirement" }),
  requiredSavings: OPTIONAL_NUMBER,
  shortfall: OPTIONAL_NUMBER,
  surplus: OPTIONAL_NUMBER,
  onTrack: Type.Union([Type.Boolean(), Type.Null()]),
  additionalMonthlyContribution: OPTIONAL_NUMBER,
  sustainableMonthlyIncome: Type.Number({
    description: "In today's money, other income included, to the end of the plan",
  }),
  withdrawalRateMonthlyIncome: Type.Number({ description: "In today's money" }),
  monthsFunded: Type.Union([Type.Integer(), Type.Null()]),
  fundsRunOutAge: OPTIONAL_NUMBER,
  balanceAtLifeExpectancy: OPTIONAL_NUMBER,
  schedule: Type.Array(
    Type.Object({
      age: Type.Integer({ description: "During the year" }),
      contributions: Type.Number(),
      withdrawals: Type.Number(),
      growth: Type.Number(),
      balance: Type.Number(),
    }),
  ),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "retirement-calculator",
  name: "Retirement Calculator",
  category: "Finance",
  description:
    "Tells whether savings carry the wanted income from retirement to the end of life, and what is missing.",
  keywords: [
    "4 percent rule",
    "401k",
    "annuity",
    "fire",
    "inflation",
    "ira",
    "nest egg",
    "pension",
    "pension gap",
    "retire",
    "retirement",
    "savings",
    "social security",
    "superannuation",
    "withdrawal",
  ],
  aliases: ["retirement-planner"],
  version: "2026-11-20",

  input: INPUT,
  primary: "currentAge",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "how much do i need to retire at 65",
    "will my savings last until 90",
    "at what age does my money run out",
    "retirement savings projection",
    "how much more to save per month for retirement",
    "sustainable monthly withdrawal from savings",
    "4 percent rule income",
    "retire early fire number",
    "pension gap with social security",
    "401k growth until retirement",
    "can I stop working early with what I have put aside",
    "how long does my nest egg last when I take out a fixed amount every month",
    "old age provision: what is missing for the life I want",
    "pensioner living off savings, when is it all gone",
    "drawdown simulation after career end with inflation",
    "will my pot and state pension be enough",
    "when may I quit my job for good",
    "aged fifty with money saved and wanting an income from my sixties on",
    "calculadora de jubilación",
    "rentenlücke berechnen altersvorsorge",
    "calcul épargne retraite",
    "calculadora de aposentadoria",
    "老後資金 計算",
    "退休金计算器",
    "cuándo me puedo jubilar, me alcanza el ahorro",
    "reicht mein geld im alter, wann in rente",
    "quand prendre ma retraite, mon épargne suffit elle",
    "退休 存款 够 用 多久 养老",
    "老後のお金は足りるか 年金",
    "i am 52 with 300k aside, may i stop at 63",
    "we want 3000 a month when we are old, how big must the pot be",
    "my parents live from their savings, do they run dry before 95",
    "how much to lay aside each payday so that i am not poor at 70",
    "trinity study, safe withdrawal rate, roth ira, superannuation, riester, firecalc, bengen",
    "project savings through accumulation and drawdown phases and report the shortfall",
    "quanto preciso juntar para me aposentar",
    "年金以外に老後までいくら貯める必要があるか",
  ],
  effort: 3,

  laws: [
    {
      name: "the additional contribution, added, puts the plan on track",
      holds(run, { contributionIncrease: _increase, ...input }) {
        const monthlyContribution = Math.floor(input.monthlyContribution ?? 0);
        const { value } = run({ ...input, monthlyContribution });
        const additional = value?.additionalMonthlyContribution ?? 0;
        const sum = new Decimal(monthlyContribution).plus(additional).toNumber();
        // A double holds the smallest unit of any currency up to there.
        if (!value || additional === 0 || sum > 1e9) return true;
        return run({ ...input, monthlyContribution: sum }).value?.onTrack === true;
      },
    },
    {
      name: "wanting more never funds more months",
      holds(run, { desiredMonthlyIncome = 1000, ...input }) {
        const [less, more] = [desiredMonthlyIncome / 2, desiredMonthlyIncome].map(
          (wanted) => run({ ...input, desiredMonthlyIncome: wanted }).value?.monthsFunded ?? 0,
        );
        return (more ?? 0) <= (less ?? 0);
      },
    },
    {
      name: "the sustainable income lasts but for a month",
      holds(run, { otherMonthlyIncome: _other, ...input }) {
        const currentSavings = (input.currentSavings ?? 0) + 1e9;
        const plan = { ...input, currentSavings, retirementReturn: 4, inflationRate: 2 };
        const { value } = run(plan);
        const desiredMonthlyIncome = value?.sustainableMonthlyIncome ?? 0;
        // Of small incomes what is rounded off adds up to more than a month.
        if (!value || desiredMonthlyIncome < 1e5 || desiredMonthlyIncome > 1e15) return true;
        const { monthsFunded } = run({ ...plan, desiredMonthlyIncome }).value ?? {};
        return (monthsFunded ?? 0) >= value.yearsInRetirement * 12 - 1;
      },
    },
  ],
  examples: [
    {
      title: "On the way at 35",
      input: {
        currentAge: 35,
        currentSavings: 50_000,
        monthlyContribution: 800,
        desiredMonthlyIncome: 5000,
        otherMonthlyIncome: 2000,
        otherIncomeFromAge: 67,
        schedule: "none",
      },
      expect: {
        output:
          "Savings at retirement: USD 1,066,784.94\nIn today's money: USD 508,581.92\nSustainable monthly income (today's money): USD 4,301.24\nNeeded at retirement: USD 1,361,431.66\nShortfall: USD 294,646.72\nExtra monthly contribution needed: USD 302.36\nFunds run out at age: 82",
      },
    },
    {
      title: "Only the savings path",
      input: {
        currentAge: 40,
        currentSavings: 120_000,
        monthlyContribution: 1500,
        contributionIncrease: 2,
        annualReturn: 7,
        inflationRate: 3,
      },
      expect: { value: { savingsAtRetirement: 2_057_752.94, requiredSavings: null } },
    },
    {
      title: "Retired already",
      input: {
        currentAge: 70,
        retirementAge: 70,
        lifeExpectancy: 85,
        currentSavings: 500_000,
        annualReturn: 4,
        inflationRate: 2,
        desiredMonthlyIncome: 3000,
      },
      expect: { value: { surplus: 35_367.43, monthsFunded: 180, fundsRunOutAge: null } },
    },
    {
      title: "Retirement in the past",
      input: { currentAge: 70 },
      expect: { ok: false, error: { code: "AGE_ORDER" } },
    },
  ],

  run(input) {
    const currency = readCurrency(input.currency);
    const problems = ageProblems(input);
    if (!isCurrency(currency)) return fail([...problems, currency]);
    const [first, ...others] = problems;
    if (first) return fail([first, ...others]);
    return calculate(input, currency);
  },
});

function ageProblems({ currentAge, retirementAge, lifeExpectancy }: Input): Entry<"AGE_ORDER">[] {
  const problems: Entry<"AGE_ORDER">[] = [];
  const add = (path: string, found: string, expected: string): unknown =>
    problems.push({
      code: "AGE_ORDER",
      message: `Cannot plan: found ${found}, expected ${expected}`,
      path,
      expected,
    });
  if (retirementAge < currentAge) {
    add(
      "/retirementAge",
      `retirement at ${retirementAge}`,
      `the current age of ${currentAge} or later`,
    );
  }
  if (lifeExpectancy <= retirementAge) {
    add(
      "/lifeExpectancy",
      `an end at ${lifeExpectancy}`,
      `later than retirement at ${retirementAge}`,
    );
  }
  return problems;
}

function calculate(input: Input, currency: Currency) {
  const { currentAge, retirementAge, lifeExpectancy, desiredMonthlyIncome: desired } = input;
  const plan: RetirementPlan = {
    currentAge,
    retirementAge,
    lifeExpectancy,
    currentSavings: new Decimal(input.currentSavings),
    monthlyContribution: new Decimal(input.monthlyContribution),
    contributionIncrease: new Decimal(input.contributionIncrease),
    annualReturn: new Decimal(input.annualReturn),
    retirementReturn: new Decimal(input.retirementReturn ?? input.annualReturn),
    inflationRate: new Decimal(input.inflationRate),
    desiredMonthlyIncome: desired === undefined ? undefined : new Decimal(desired),
    otherMonthlyIncome: new Decimal(input.otherMonthlyIncome),
    otherIncomeFromAge: input.otherIncomeFromAge ?? retirementAge,
    withdrawalRate: new Decimal(input.withdrawalRate),
    currency,
  };
  const retirement = planRetirement(plan);
  const value = describeRetirement(plan, retirement, input.schedule);
  const warnings = warningsOf(WARNINGS, {
    FUNDS_RUN_OUT: value.fundsRunOutAge !== null,
    RATE_LOOKS_LIKE_FRACTION: [
      input.annualReturn,
      input.retirementReturn ?? 0,
      input.inflationRate,
      input.withdrawalRate,
    ].some(looksLikeFraction),
  });
  const output = writeRetirement(retirement, value.fundsRunOutAge, currency);
  const report = moneyReport("Retirement Calculator", output, warnings);
  return done({ output, value, warnings, report });
}
