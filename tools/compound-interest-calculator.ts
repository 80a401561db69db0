import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import { INSUFFICIENT_FAILURES, insufficientInput } from "./_lib/fields/exclusive-fields.ts";
import { INPUT_FAILURES, inputInvalid, outOfBounds } from "./_lib/results/input-invalid.ts";
import { looksLikeFraction, TERM_WARNINGS, TIMES_PER_YEAR } from "./_lib/money/interest.ts";
import { CURRENCY_FAILURES, type Currency, isCurrency, readCurrency } from "./_lib/money/amount.ts";
import type { SavingsPlan } from "./_lib/money/savings-plan.ts";
import { moneyReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { solvePlan, UNKNOWNS } from "./compound-interest-calculator/solve.ts";
import { describeSavings, writeSavings } from "./compound-interest-calculator/value.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...CURRENCY_FAILURES,
  ...INSUFFICIENT_FAILURES,
  TARGET_UNREACHABLE: "Nothing in range makes the savings reach the target",
} as const;

const WARNINGS = {
  RATE_LOOKS_LIKE_FRACTION: TERM_WARNINGS.RATE_LOOKS_LIKE_FRACTION,
  TARGET_ALREADY_MET: "The target is reached without more: the solved figure is 0",
} as const;

const MOST_MONEY = 1e15;
const FREQUENCIES = [
  "annual",
  "yearly",
  "semiannual",
  "quarterly",
  "monthly",
  "semimonthly",
  "biweekly",
  "weekly",
  "daily",
] as const;

const INPUT = Type.Object({
  principal: Type.Number({
    description: "Start amount",
    minimum: 0,
    maximum: MOST_MONEY,
    default: 0,
  }),
  annualRate: Type.Optional(
    Type.Number({
      description: "Nominal rate per year in percent; needed unless solved for",
      exclusiveMinimum: -99,
      maximum: 1000,
    }),
  ),
  years: Type.Optional(
    Type.Number({
      description: "Term, may be fractional; needed unless solved for",
      minimum: 0,
      maximum: 200,
    }),
  ),
  contribution: Type.Number({
    description: "Regular deposit",
    minimum: 0,
    maximum: MOST_MONEY,
    default: 0,
  }),
  contributionFrequency: oneOf(FREQUENCIES, {
    description: "How often is deposited",
    default: "monthly",
  }),
  contributionTiming: oneOf(["end", "begin"], {
    description: "Of each contribution period",
    default: "end",
  }),
  contributionIncrease: Type.Number({
    description: "Percent more in every following year",
    minimum: -50,
    maximum: 100,
    default: 0,
  }),
  compounding: oneOf([...FREQUENCIES, "continuous"], {
    description: "How often interest is added",
    default: "monthly",
  }),
  inflationRate: Type.Number({
    description: "Percent per year, for today's money",
    minimum: -20,
    maximum: 1000,
    default: 0,
  }),
  solveFor: oneOf(UNKNOWNS, { description: "What is asked for", default: "futureValue" }),
  target: Type.Optional(
    Type.Number({
      description: "Wanted future value; needed unless that is solved for",
      exclusiveMinimum: 0,
      maximum: MOST_MONEY,
    }),
  ),
  schedule: oneOf(["none", "yearly"], { description: "Rows to return", default: "yearly" }),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
});

type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  solvedFor: oneOf(UNKNOWNS),
  principal: Type.Number(),
  contribution: Type.Number(),
  annualRate: Type.Number({ description: "Nominal, percent" }),
  years: Type.Number(),
  futureValue: Type.Number(),
  totalContributions: Type.Number({ description: "Without the principal" }),
  totalInterest: Type.Number(),
  effectiveAnnualRate: Type.Number({ description: "Percent" }),
  realFutureValue: Type.Number({ description: "In today's money" }),
  doublingYears: Type.Union([Type.Number(), Type.Null()]),
  schedule: Type.Array(
    Type.Object({
      year: Type.Integer(),
      contributions: Type.Number(),
      interest: Type.Number(),
      balance: Type.Number(),
    }),
  ),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "compound-interest-calculator",
  name: "Compound Interest Calculator",
  category: "Finance",
  description:
    "Tells what savings grow to, or what start, deposit, rate or time reaches a goal, year by year.",
  keywords: [
    "apy",
    "compound interest",
    "deposit",
    "effective annual rate",
    "etf",
    "future value",
    "goal",
    "inflation",
    "interest",
    "monthly saving",
    "rule of 72",
    "savings",
    "savings plan",
    "time deposit",
  ],
  aliases: ["savings-calculator", "future-value-calculator"],
  version: "2026-11-22",

  input: INPUT,
  primary: "principal",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "compound interest on 10000 at 5 percent for 10 years",
    "future value of monthly savings",
    "how much to save per month for a million",
    "how long until my savings reach a goal",
    "what rate do i need to double my money",
    "daily compounding interest",
    "effective annual rate apy from apr",
    "continuous compounding",
    "savings in today's money after inflation",
    "starting amount needed for a goal",
    "FV in excel",
    "put aside something every month for twenty years, what will I have",
    "how much will my savings account be worth later",
    "money in the bank grows with interest on interest",
    "college fund for a newborn, what do I have to put away every month",
    "accumulate contributions at an annual yield, terminal balance projection",
    "invest a lump sum and leave it alone for many years, a fortune at the end",
    "grandparents put money on a deposit for the baby every month until adulthood",
    "set aside money each month at a fixed percent, how much is there at the end",
    "interés compuesto calculadora, cuánto tendré si ahorro cada mes con intereses",
    "zinseszins rechner sparplan, wie viel wird aus meinem ersparten mit zinsen",
    "calcul intérêts composés, combien vaudra mon épargne avec les intérêts",
    "juros compostos calculadora",
    "複利計算",
    "复利计算器",
    "存款 利息 每月 存钱 多年 后 有 多少",
    "毎月の積立はいくらになる 利息",
    "i put 200 a month into an etf, what is it worth when i am 60",
    "bank pays 3.5 percent on a fixed deposit, what comes out after five years",
    "want 50 thousand for a house deposit in six years, how much to lay aside monthly",
    "inheritance of 30000 left untouched at four percent, doubled when",
    "FV, NPER, rule of 72, APY, EAR, CD, DCA, sinking fund, recurring deposit, SIP calculator",
    "project growth of a balance with regular contributions, or solve for contribution, rate or term",
    "juros compostos, quanto rende poupança com depósito mensal",
    "zinseszins, einmalanlage, tagesgeld, festgeld wie viel nach jahren",
    "livret, placement, versement mensuel, capital final",
  ],
  effort: 2,

  laws: [
    {
      name: "rows add up to the totals, and the last balance is the future value",
      holds(run, input) {
        const { value } = run({ ...input, schedule: "yearly" });
        if (!value) return true;
        const { schedule, futureValue, principal } = value;
        const sum = (part: "contributions" | "interest"): Decimal =>
          schedule.reduce((total, row) => total.plus(row[part]), new Decimal(0));
        const largest = Math.max(principal, ...schedule.map(({ balance }) => balance));
        const isClose = (found: Decimal, expected: number): boolean =>
          found
            .minus(expected)
            .abs()
            .lte(largest * schedule.length * 1e-15);
        return (
          schedule.length === 0 ||
          (isClose(sum("contributions"), value.totalContributions) &&
            isClose(sum("interest"), value.totalInterest) &&
            schedule.at(-1)?.balance === futureValue)
        );
      },
    },
    {
      name: "more frequent compounding never lowers the future value at a positive rate",
      holds(run, { solveFor: _solveFor, ...input }) {
        if ((input.annualRate ?? 0) < 0) return true;
        const values = (["annual", "monthly", "daily", "continuous"] as const).map(
          (compounding) => run({ ...input, compounding, schedule: "none" }).value?.futureValue,
        );
        return values.every((value, index) => (value ?? 0) >= (values[index - 1] ?? 0));
      },
    },
  ],
  examples: [
    {
      title: "Monthly savings",
      input: { principal: 10_000, annualRate: 5, years: 10, contribution: 100 },
      expect: {
        output:
          "Future value: USD 31,998.32\nTotal contributions: USD 12,000.00\nTotal interest: USD 9,998.32\nEffective annual rate: 5.11619%",
      },
    },
    {
      title: "Contribution for a million",
      input: {
        annualRate: 6,
        years: 30,
        solveFor: "contribution",
        target: 1_000_000,
        schedule: "none",
      },
      expect: { value: { contribution: 995.51, futureValue: 1_000_004.77 } },
    },
    {
      title: "Time to a million",
      input: {
        contribution: 500,
        annualRate: 6,
        solveFor: "years",
        target: 1_000_000,
        schedule: "none",
      },
      expect: { value: { years: 40.083333, futureValue: 1_001_224.09 } },
    },
    {
      title: "Daily compounding",
      input: {
        principal: 2500,
        annualRate: 4.35,
        years: 3,
        compounding: "daily",
        schedule: "none",
      },
      expect: { value: { effectiveAnnualRate: 4.445729, doublingYears: 15.935367 } },
    },
    {
      title: "No target",
      input: { principal: 1000, annualRate: 5, solveFor: "years" },
      expect: { ok: false, error: { code: "INSUFFICIENT_INPUT" } },
    },
  ],

  run(input) {
    const currency = readCurrency(input.currency);
    const problems = missingOf(input);
    if (!isCurrency(currency)) return fail([...problems, currency]);
    const [first, ...others] = problems;
    if (first) return fail([first, ...others]);
    return calculate(input, planOf(input, currency));
  },
});

/** What the solved figure needs and was not given. */
function missingOf({ solveFor, ...input }: Input): Entry<"INSUFFICIENT_INPUT">[] {
  const needed = (["annualRate", "years"] as const).filter((name) => name !== solveFor);
  const names = solveFor === "futureValue" ? needed : ([...needed, "target"] as const);
  const found = names.filter((name) => input[name] !== undefined);
  return names
    .filter((name) => input[name] === undefined)
    .map((name) =>
      insufficientInput(`solve for ${solveFor}`, found, names.join(" and "), `/${name}`),
    );
}

function planOf(input: Input, currency: Currency): SavingsPlan {
  return {
    principal: new Decimal(input.principal),
    annualRate: new Decimal(input.annualRate ?? 0),
    compounding: input.compounding,
    years: new Decimal(input.years ?? 0),
    contribution: new Decimal(input.contribution),
    depositsPerYear: TIMES_PER_YEAR[input.contributionFrequency],
    inAdvance: input.contributionTiming === "begin",
    increase: new Decimal(input.contributionIncrease),
    currency,
  };
}

function calculate(input: Input, given: SavingsPlan) {
  const { solveFor: solvedFor } = input;
  const solved =
    solvedFor === "futureValue"
      ? { plan: given, isMet: false }
      : solvePlan(solvedFor, given, new Decimal(input.target ?? 0));
  if ("code" in solved) return fail(solved);
  const { plan, isMet } = solved;
  const inflationRate = new Decimal(input.inflationRate);
  const described = describeSavings(plan, { solvedFor, inflationRate, schedule: input.schedule });
  const { value } = described;
  if (![value.futureValue, value.realFutureValue].every(Number.isFinite)) {
    return inputInvalid([outOfBounds("/years", "endless growth", "amounts of up to 309 digits")]);
  }
  const isRateGiven = solvedFor !== "annualRate";
  const warnings = warningsOf(WARNINGS, {
    RATE_LOOKS_LIKE_FRACTION: isRateGiven && looksLikeFraction(input.annualRate ?? 0),
    TARGET_ALREADY_MET: isMet,
  });
  const frequency = input.contributionFrequency;
  const output = writeSavings(described, { plan, frequency, isReal: !inflationRate.isZero() });
  const report = moneyReport("Compound Interest Calculator", output, warnings);
  return done({ output, value, warnings, report });
}
