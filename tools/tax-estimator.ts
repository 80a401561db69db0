import { type Static, type TNumber, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { CURRENCY_FAILURES, type Currency, isCurrency, readCurrency } from "./_lib/money/amount.ts";
import { moneyReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { type AssessedAmounts, readAmounts } from "./tax-estimator/assessment.ts";
import { assessCustom } from "./tax-estimator/custom.ts";
import { assessFederal, DOLLAR } from "./tax-estimator/federal.ts";
import { problemOf } from "./tax-estimator/rungs.ts";
import { FILING_STATUSES, NOT_INCLUDED, TAX_YEARS } from "./tax-estimator/us-federal.ts";
import { describeTax, writeTax } from "./tax-estimator/value.ts";

const FAILURES = {
  ...CURRENCY_FAILURES,
  BRACKETS_MISSING: "Own brackets are needed, but there are none",
  BRACKETS_INVALID: "The brackets do not ascend, or the open end is not the last",
  TAX_YEAR_UNSUPPORTED: "There is no table for the year",
  TOO_MANY_TAXPAYERS: "Two taxpayers are aged or blind, but the status is not that of a couple",
} as const;

const WARNINGS = {
  QBI_NOT_INCLUDED:
    "The deduction for qualified business income is not worked out: give it in otherDeductions",
  FIELDS_IGNORED: "Fields of another jurisdiction were given",
} as const;

const MOST_MONEY = 1e15;

const money = (description: string) =>
  Type.Number({ description, minimum: 0, maximum: MOST_MONEY, default: 0 });
const gains = (description: string) =>
  Type.Number({ description, minimum: -MOST_MONEY, maximum: MOST_MONEY, default: 0 });
const people = (description: string, maximum: number) =>
  whole({ description, minimum: 0, maximum, default: 0 });

const BRACKET = Type.Object({
  upTo: Type.Optional(
    Type.Union([Type.Number(), Type.Null()], {
      description: "Its end, above that of the one before; none or null for the last",
    }),
  ),
  rate: Type.Number({ description: "Percent", minimum: 0, maximum: 100 }),
});

const INPUT = Type.Object({
  taxYear: whole({
    description: `Of US tables: ${[...TAX_YEARS.keys()].join(", ")}`,
    minimum: 0,
    maximum: 9999,
    default: 2026,
  }),
  jurisdiction: oneOf(["US", "custom"], {
    description: "custom takes brackets",
    default: "US",
  }),
  filingStatus: oneOf(FILING_STATUSES, { description: "US only", default: "single" }),
  wages: money("Per year, as all amounts"),
  selfEmploymentIncome: money("Net profit"),
  interestAndDividends: money("Taxed as ordinary income"),
  qualifiedDividends: money("Not contained in interestAndDividends"),
  shortTermGains: gains("Of capital held for up to a year; negative is a loss"),
  longTermGains: gains("Of capital held for longer; negative is a loss"),
  otherIncome: money("Pensions and other ordinary income"),
  socialSecurityBenefits: money("US only: box 5 of Form SSA-1099; the taxable part is worked out"),
  adjustments: money("Above the line, without half of the self-employment tax"),
  deduction: oneOf(["auto", "standard", "itemized"], {
    description: "US only; auto takes the larger one",
    default: "auto",
  }),
  itemizedDeductions: money("US only"),
  otherDeductions: money("US only: below the line, as claimed (QBI, tips, overtime)"),
  age65: people("US only: taxpayers of 65 or more; 2 only for marriedJointly", 2),
  blind: people("US only: blind taxpayers; 2 only for marriedJointly", 2),
  children: people("US only: children under 17 for the child tax credit", 20),
  otherDependents: people("US only", 20),
  withheld: money("Paid already"),
  estimatedPayments: money("Paid already"),
  brackets: Type.Array(BRACKET, {
    description: "custom only, needed: ascending, the last without an end",
    maxItems: 50,
    default: [],
  }),
  standardDeduction: money("custom only"),
  credits: money("custom only"),
  currency: Type.String({ description: "custom only: code of ISO 4217", default: "USD" }),
});

type Input = Static<typeof INPUT>;

const orNull = Type.Null();
const percentage = Type.Number({ description: "Percent" });
const dollars = (description: string) => Type.Number({ description });

const VALUE = Type.Object({
  taxYear: Type.Union([Type.Integer(), orNull]),
  jurisdiction: Type.String(),
  filingStatus: Type.Union([Type.String(), orNull]),
  taxableBenefits: dollars("Of socialSecurityBenefits, contained in totalIncome"),
  totalIncome: Type.Number(),
  adjustments: dollars("With half of the self-employment tax"),
  agi: dollars("Adjusted gross income"),
  deductionType: Type.Union([Type.Literal("standard"), Type.Literal("itemized")]),
  deduction: Type.Number(),
  seniorDeduction: Type.Number(),
  otherDeductions: Type.Number(),
  taxableIncome: Type.Number(),
  ordinaryTaxableIncome: Type.Number(),
  preferentialIncome: dollars("Qualified dividends and long-term gains"),
  brackets: Type.Array(
    Type.Object({
      rate: percentage,
      from: Type.Number(),
      to: Type.Union([Type.Number(), orNull]),
      amount: dollars("Of the ordinary income"),
      tax: Type.Number(),
    }),
  ),
  ordinaryTax: Type.Number(),
  capitalGains: Type.Array(
    Type.Object({ rate: percentage, amount: Type.Number(), tax: Type.Number() }),
  ),
  capitalGainsTax: Type.Number(),
  incomeTaxBeforeCredits: Type.Number(),
  creditsUsed: Type.Number(),
  refundableCredits: Type.Number(),
  incomeTax: dollars("After credits"),
  selfEmploymentTax: Type.Number(),
  additionalMedicareTax: Type.Number(),
  netInvestmentIncomeTax: Type.Number(),
  totalTax: Type.Number(),
  payrollTax: Type.Object(
    { socialSecurity: Type.Number(), medicare: Type.Number(), total: Type.Number() },
    { description: "Withheld by the employer, not in totalTax" },
  ),
  payments: dollars("Withheld and estimated payments"),
  balance: dollars("Negative is a refund"),
  takeHome: Type.Number(),
  marginalRate: percentage,
  effectiveRate: Type.Number({ description: "totalTax in percentage of totalIncome" }),
  notIncluded: Type.Array(Type.String()),
} satisfies Record<keyof AssessedAmounts, TNumber> & Record<string, unknown>);

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "tax-estimator",
  name: "Tax Estimator",
  category: "Finance",
  description:
    "Estimates the yearly US federal tax from published brackets, or a progressive tax from own ones.",
  keywords: [
    "1040",
    "1099",
    "agi",
    "brackets",
    "capital gains",
    "child tax credit",
    "federal",
    "filing status",
    "income",
    "income tax",
    "irs",
    "marginal rate",
    "refund",
    "salary",
    "self-employment",
    "tax",
    "tax bracket",
    "turbotax",
    "w-2",
    "withholding",
  ],
  aliases: ["income-tax-calculator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "wages",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "how much federal income tax on 75000",
    "estimate my taxes for 2026",
    "2025 tax brackets married filing jointly",
    "self-employment tax calculator",
    "what is my marginal tax rate",
    "long term capital gains tax",
    "will I get a tax refund",
    "take home pay after federal tax",
    "net investment income tax",
    "standard deduction or itemize",
    "child tax credit phase out",
    "progressive tax with my own brackets",
    "what do I owe the irs this year",
    "I earn ninety thousand a year as a single, what remains after taxes",
    "freelance income beside my job, how much should I set aside for april",
    "married with two kids, filing together or apart",
    "sold stock after three years, tax on the profit",
    "annual liability from wages, deductions and credits",
    "pay raise pushes me into a higher bracket, what is left of it",
    "calcular impuestos sobre la renta",
    "einkommensteuer berechnen",
    "calculer l'impôt sur le revenu",
    "calcular imposto de renda",
    "所得税 計算",
    "个人所得税 计算器",
    "cuánto impuesto debo pagar por mi sueldo al año",
    "wie viel steuern zahle ich auf mein gehalt",
    "combien d'impôt sur mon salaire",
    "工资 一年 交 多少 税",
    "年収から税金と手取りを求める",
    "w-2 says 64000 and 7000 were withheld, do i get something back",
    "my side gig on 1099 made 12000, how much goes to uncle sam",
    "we had a baby in march, what does that do to our return",
    "bonus of ten thousand, how much of it do i keep",
    "form 1040, schedule c, schedule d, fica, w-4, turbotax, taxcaster",
    "apply graduated rate bands to a year's earnings and report liability, marginal and effective rate",
    "imposto de renda progressivo por faixas, quanto vou pagar",
    "steuerprogression mit eigenen stufen berechnen",
  ],
  effort: 3,

  laws: [
    {
      name: "brackets add up to the ordinary income, and gains to the preferential one",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { brackets, capitalGains, ordinaryTaxableIncome, preferentialIncome } = value;
        const isSum = (parts: readonly { amount: number }[], total: number): boolean =>
          Math.abs(parts.reduce((sum, { amount }) => sum + amount, 0) - total) <=
          1e-9 * Math.max(1, total);
        return isSum(brackets, ordinaryTaxableIncome) && isSum(capitalGains, preferentialIncome);
      },
    },
    {
      name: "the marginal rate is one of the brackets, or 0",
      holds(run, input) {
        const { value } = run(input);
        if (!value || value.marginalRate === 0) return true;
        return value.brackets.some(({ rate }) => rate === value.marginalRate);
      },
    },
    {
      name: "without self-employment a higher wage never lowers the tax",
      holds(run, input) {
        const wages = typeof input.wages === "number" ? input.wages : 0;
        const employed = { ...input, selfEmploymentIncome: 0 };
        const [less, more] = [wages, Math.min(MOST_MONEY, wages + 5000)].map(
          (wage) => run({ ...employed, wages: wage }).value?.totalTax ?? 0,
        );
        return less === undefined || more === undefined || less <= more;
      },
    },
  ],
  examples: [
    {
      title: "A single wage earner",
      input: { taxYear: 2025, wages: 75_000 },
      expect: {
        output:
          "Estimated federal tax 2025: USD 7,949.00\nTaxable income: USD 59,250.00\nMarginal rate: 22%\nEffective rate: 10.598667%\nTax before payments: USD 7,949.00",
      },
    },
    {
      title: "A couple with two children",
      input: { filingStatus: "marriedJointly", wages: 120_000, children: 2, withheld: 9000 },
      expect: { value: { taxYear: 2026, creditsUsed: 4400, totalTax: 5640, balance: -3360 } },
    },
    {
      title: "Self-employed",
      input: { taxYear: 2025, selfEmploymentIncome: 100_000 },
      expect: {
        value: { selfEmploymentTax: 14_129.55, incomeTax: 11_894.75, totalTax: 26_024.3 },
        warnings: [{ code: "QBI_NOT_INCLUDED" }],
      },
    },
    {
      title: "Gains on top of wages",
      input: { taxYear: 2024, wages: 40_000, longTermGains: 30_000 },
      expect: { value: { ordinaryTax: 2816, capitalGainsTax: 1256.25, totalTax: 4072.25 } },
    },
    {
      title: "Own brackets",
      input: {
        jurisdiction: "custom",
        wages: 50_000,
        standardDeduction: 10_000,
        currency: "EUR",
        brackets: [
          { upTo: 20_000, rate: 10 },
          { upTo: null, rate: 25 },
        ],
      },
      expect: { value: { taxYear: null, incomeTax: 7000, marginalRate: 25 } },
    },
    {
      title: "A year without a table",
      input: { taxYear: 2019, wages: 50_000 },
      expect: { ok: false, error: { code: "TAX_YEAR_UNSUPPORTED" } },
    },
  ],

  run(input) {
    const currency = readCurrency(input.currency);
    if (!isCurrency(currency)) return fail(currency);
    return input.jurisdiction === "US" ? estimateFederal(input) : estimateCustom(input, currency);
  },
});

function estimateCustom(input: Input, currency: Currency) {
  const problem = problemOf(input.brackets);
  if (problem) return fail(problem);
  const assessment = assessCustom(readAmounts(input), input.brackets, currency);
  const value = describeTax(assessment, undefined);
  const output = writeTax(assessment, value, currency);
  const warnings = remarks(input);
  return done({ output, value, warnings, report: moneyReport(NAME, output, warnings) });
}

const NAME = "Tax Estimator";

function estimateFederal(input: Input) {
  const { taxYear, filingStatus } = input;
  const table = TAX_YEARS.get(taxYear);
  const problems = tooManyTaxpayers(input);
  if (!table) return fail([yearUnsupported(taxYear), ...problems]);
  const [problem, ...others] = problems;
  if (problem) return fail([problem, ...others]);
  const assessment = assessFederal(readAmounts(input), { ...input, table });
  const value = describeTax(assessment, { taxYear, filingStatus });
  const output = writeTax(assessment, value, DOLLAR);
  const warnings = remarks(input);
  const details = `Not included: ${NOT_INCLUDED.join("; ")}\nTables: ${table.source}`;
  const report = moneyReport(NAME, `${output}\n${details}`, warnings);
  return done({ output, value, warnings, report });
}

function yearUnsupported(year: number) {
  const expected = `one of ${[...TAX_YEARS.keys()].join(", ")}`;
  const message = `Cannot estimate a tax: found the year ${year}, expected ${expected}`;
  return { code: "TAX_YEAR_UNSUPPORTED", message, path: "/taxYear", expected } as const;
}

function tooManyTaxpayers({ filingStatus, ...input }: Input) {
  if (filingStatus === "marriedJointly") return [];
  return (["age65", "blind"] as const)
    .filter((name) => input[name] > 1)
    .map((name) => {
      const message = `Cannot use ${name}: found ${input[name]} taxpayers with the status ${filingStatus}, expected at most 1`;
      return { code: "TOO_MANY_TAXPAYERS", message, path: `/${name}` } as const;
    });
}

const US_ONLY = [
  "socialSecurityBenefits",
  "itemizedDeductions",
  "otherDeductions",
  "age65",
  "blind",
  "children",
  "otherDependents",
] as const;
const CUSTOM_ONLY = ["brackets", "standardDeduction", "credits"] as const;

function remarks(input: Input) {
  const isFederal = input.jurisdiction === "US";
  const foreign = isFederal ? CUSTOM_ONLY : US_ONLY;
  const isGiven = (name: (typeof foreign)[number]): boolean =>
    name === "brackets" ? input.brackets.length > 0 : input[name] !== 0;
  const ignored = foreign.filter(isGiven);
  const warnings = warningsOf(WARNINGS, {
    QBI_NOT_INCLUDED: isFederal && input.selfEmploymentIncome > 0,
    FIELDS_IGNORED: ignored.length > 0,
  });
  return warnings.map((warning) =>
    warning.code === "FIELDS_IGNORED"
      ? {
          ...warning,
          message: `Not used with jurisdiction ${input.jurisdiction}: ${ignored.join(", ")}`,
        }
      : warning,
  );
}
