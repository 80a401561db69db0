import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { DAY_FAILURE, dayInvalid, isNoDay, readDay } from "./_lib/fields/date-field.ts";
import type { CalendarDate } from "./_lib/time/calendar.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import {
  CONFLICT_FAILURES,
  conflictsOf,
  INSUFFICIENT_FAILURES,
  insufficientInput,
} from "./_lib/fields/exclusive-fields.ts";
import {
  looksLikeFraction,
  readTerm,
  TERM_WARNINGS,
  TIMES_PER_YEAR,
} from "./_lib/money/interest.ts";
import { paymentDate } from "./_lib/money/amortization/payment-dates.ts";
import {
  OPTIONAL_DATE,
  ROW_PARTS,
  SCHEDULE_KINDS,
  scheduleValue,
} from "./_lib/money/amortization/schedule.ts";
import { CURRENCY_FAILURES, type Currency, isCurrency, readCurrency } from "./_lib/money/amount.ts";
import { moneyReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { computeLoan } from "./loan-calculator/compute.ts";
import {
  type LoanConditions,
  type LoanTerms,
  MOST_PERIODS,
  solveTerms,
  TERM_NAMES,
  type TermName,
} from "./loan-calculator/terms.ts";
import { describeLoan, writeLoan } from "./loan-calculator/value.ts";

const FAILURES = {
  ...CURRENCY_FAILURES,
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  ...DAY_FAILURE,
  PAYMENT_TOO_SMALL: "The payments do not pay the loan back",
  TERM_TOO_LONG: "The loan takes more than 2600 payments",
  RATE_TOO_HIGH: "The rate is above 1000 % per period, or what it leads to is beyond all numbers",
  BALLOON_TOO_LARGE: "The balloon is as large as the principal",
  FEES_TOO_LARGE: "The fees leave nothing of the principal",
} as const;

export type Failure = keyof typeof FAILURES;

const MOST_MONEY = 1e15;
const FREQUENCIES = [
  "weekly",
  "biweekly",
  "semimonthly",
  "monthly",
  "quarterly",
  "semiannual",
  "annual",
  "yearly",
] as const;

const money = (description: string) =>
  Type.Number({ description, minimum: 0, maximum: MOST_MONEY, default: 0 });
/** Of these one is left out, and worked out. */
const SOLVED = { "x-group": "solve" } as const;
const amount = (description: string) =>
  Type.Optional(Type.Number({ description, exclusiveMinimum: 0, maximum: MOST_MONEY, ...SOLVED }));

const INPUT = Type.Object({
  principal: amount("Amount borrowed"),
  annualRate: Type.Optional(
    Type.Number({
      description: "Nominal rate per year in percent",
      minimum: 0,
      maximum: 1000,
      ...SOLVED,
    }),
  ),
  payment: amount("Regular payment"),
  years: Type.Optional(
    Type.Number({
      description: "Term in years, instead of periods",
      exclusiveMinimum: 0,
      maximum: 50,
      ...SOLVED,
    }),
  ),
  periods: Type.Optional(
    whole({
      description: "Term in payments, instead of years",
      minimum: 1,
      maximum: MOST_PERIODS,
      ...SOLVED,
    }),
  ),
  frequency: oneOf(FREQUENCIES, { description: "How often is paid", default: "monthly" }),
  compounding: Type.Optional(
    oneOf([...FREQUENCIES, "daily", "continuous"], {
      description: "How often interest is added; as frequency, if left out",
    }),
  ),
  timing: oneOf(["end", "begin"], {
    description: "Whether a payment falls on the end or the beginning of its period",
    default: "end",
  }),
  balloon: money("Left over, due with the last payment"),
  fees: money("Deducted up front; they count in the APR"),
  extraPayment: money("Extra principal every period"),
  startDate: Type.Optional(Type.String({ description: "Date of the first payment, YYYY-MM-DD" })),
  schedule: oneOf(SCHEDULE_KINDS, { description: "Rows to return", default: "none" }),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
});

type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  solvedFor: oneOf(TERM_NAMES),
  principal: Type.Number(),
  annualRate: Type.Number({ description: "Nominal, percent" }),
  payment: Type.Number(),
  periods: Type.Integer(),
  years: Type.Number(),
  frequency: Type.String(),
  periodicRate: Type.Number({ description: "Percent per period" }),
  effectiveAnnualRate: Type.Number({ description: "Percent" }),
  finalPayment: Type.Number({ description: "With balloon" }),
  balloon: Type.Number(),
  totalPaid: Type.Number({ description: "Payments and extras, without fees" }),
  totalInterest: Type.Number(),
  fees: Type.Number(),
  apr: Type.Number({ description: "Nominal with fees, percent (US Regulation Z)" }),
  aprEffective: Type.Number({ description: "Effective with fees, percent (EU Directive 2008/48)" }),
  payoffPeriods: Type.Integer(),
  payoffDate: OPTIONAL_DATE,
  interestSaved: Type.Number({ description: "Against the loan without extra payments" }),
  periodsSaved: Type.Integer(),
  schedule: scheduleValue({ ...ROW_PARTS, balance: Type.Number() }),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "loan-calculator",
  name: "Loan Calculator",
  category: "Finance",
  description:
    "Solves a loan for its payment, principal, rate or term, with its schedule, total interest and APR.",
  keywords: [
    "amortization",
    "annuity",
    "apr",
    "auto loan",
    "balloon",
    "borrow",
    "car loan",
    "consumer credit",
    "credit",
    "debt",
    "effective rate",
    "financing",
    "installment",
    "interest",
    "lease",
    "loan",
    "payment",
    "payoff",
    "personal loan",
    "repayment",
    "student loan",
  ],
  aliases: ["loan-payment-calculator", "amortization-calculator"],
  version: "2026-11-20",

  input: INPUT,
  primary: "principal",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: TERM_WARNINGS,
  intents: [
    "monthly payment of a car loan",
    "car, student, personal or instalment loan, what each month costs me",
    "how long to pay off 10000 at 300 a month",
    "what interest rate am I paying on this loan",
    "how much can I borrow for 400 a month",
    "apr of a loan with fees",
    "loan with a balloon payment",
    "biweekly loan payments",
    "amortization table",
    "payday loan apr",
    "student loan payoff with extra payments",
    "lease payment in advance",
    "PMT NPER RATE PV in excel",
    "what do I pay back every month when I borrow money",
    "bank offers money for a car over five years, what does it cost me in the end",
    "can I afford this credit, instalments and total interest",
    "debt of eight thousand, paying a fixed amount monthly, when am I free of it",
    "credit card balance payoff, refinance or consolidate",
    "furniture on hire purchase, what is the true rate",
    "repayment schedule with principal and interest portions for a fixed-rate advance",
    "motorcycle, kitchen, boat or phone on credit, thirty-six instalments",
    "calculadora de préstamos cuota mensual",
    "kreditrechner monatliche rate effektivzins",
    "calculer les mensualités d'un prêt",
    "simulador de empréstimo prestação",
    "ローン 返済 計算",
    "贷款计算器 等额本息",
    "pedir dinero prestado, cuánto pago al mes",
    "geld leihen, wie hoch ist die monatsrate, ratenkredit",
    "emprunter de l'argent, combien par mois",
    "借钱 每月 还 多少 分期",
    "借金 毎月いくら返す",
    "calcul de prêt voiture, mensualité",
    "washing machine 899 in 24 parts of 42, how much is that in interest",
    "two banks: 6.9 with a fee of 300 or 7.4 without, which is cheaper",
    "i can spare 250 a month for four years, what car can i get",
    "paying 100 more each month on the student debt, finished when",
    "PMT, NPER, RATE, IPMT, PPMT, APR Truth in Lending, TAEG, TAE, annuity, balloon",
    "find the missing one of principal, installment, rate and number of payments, with a schedule",
    "financiamento de carro, parcelas, juros, cet",
    "financiar un coche, tae, cuadro de amortización, intereses",
    "autokredit, ratenzahlung, tilgungsplan, zinsen, privatkredit",
    "crédit auto, taeg, tableau d'amortissement, intérêts",
    "车贷 利息 年利率 还款 计划 等额本金",
    "カーローン 分割払い 利息 実質年率 返済表",
  ],
  effort: 3,

  laws: [
    {
      name: "the principal parts and extras add up to the principal, whichever term is solved for",
      holds(run, input) {
        const { value } = run({ ...input, schedule: "full" });
        if (!value) return true;
        const paid = value.schedule.reduce(
          (sum, { principal, extra }) => sum.plus(principal).plus(extra),
          new Decimal(0),
        );
        // Each row is a double, and so exact only to so many digits of the largest balance.
        const largest = Math.max(value.principal, ...value.schedule.map(({ balance }) => balance));
        return paid
          .minus(value.principal)
          .abs()
          .lte(largest * value.schedule.length * 1e-15);
      },
    },
    {
      name: "fees never lower the APR",
      holds(run, input) {
        const [charged, free] = [run(input).value, run({ ...input, fees: 0 }).value];
        return !charged || !free || charged.apr >= free.apr;
      },
    },
    {
      name: "a higher rate never lowers the payment",
      holds(run, { annualRate, payment: _solved, ...input }) {
        if (annualRate === undefined || annualRate > 900) return true;
        const [low, high] = [annualRate, annualRate + 1].map(
          (rate) => run({ ...input, annualRate: rate }).value,
        );
        return !low || !high || high.payment >= low.payment;
      },
    },
  ],
  examples: [
    {
      title: "Payment of a car loan",
      input: { principal: 25_000, annualRate: 6.9, years: 5 },
      expect: {
        output:
          "Payment: USD 493.85 monthly\nTotal interest: USD 4,631.10\nTotal paid: USD 29,631.10\nAPR: 6.9%",
      },
    },
    {
      title: "How long at 300 a month",
      input: { principal: 10_000, annualRate: 18, payment: 300 },
      expect: { value: { solvedFor: "term", periods: 47, finalPayment: 167.25 } },
    },
    {
      title: "Which rate is this",
      input: { principal: 20_000, payment: 450, periods: 48 },
      expect: { value: { solvedFor: "annualRate", annualRate: 3.823143 } },
    },
    {
      title: "Fees raise the APR",
      input: { principal: 10_000, annualRate: 8, periods: 36, fees: 250 },
      expect: { value: { payment: 313.36, apr: 9.7286, aprEffective: 10.1743 } },
    },
    {
      title: "A payment below the interest",
      input: { principal: 10_000, annualRate: 24, payment: 150 },
      expect: { ok: false, error: { code: "PAYMENT_TOO_SMALL" } },
    },
  ],

  run(input) {
    const currency = readCurrency(input.currency);
    const start = readDay(input.startDate, "/startDate");
    const { solvedFor, problems } = readQuestion(input);
    const found = problems ?? [];
    if (!isCurrency(currency)) return fail([...found, ...[start].filter(isNoDay), currency]);
    if (isNoDay(start)) return fail([...found, start]);
    return problems ? fail(problems) : calculate(input, solvedFor, currency, start);
  },
});

const COMBINATIONS =
  "exactly three of principal, annualRate, payment and a term (years or periods)";

/** The one term that is left out, or what is wrong with those that were given. */
function readQuestion(input: Input) {
  const conflicts = conflictsOf(input, [["years", "periods"]]);
  if (input.timing === "begin" && input.balloon > 0) {
    conflicts.push(conflict("a balloon with payments in advance", "one of the two", "/balloon"));
  }
  const isGiven = (name: TermName): boolean =>
    name === "term"
      ? input.years !== undefined || input.periods !== undefined
      : input[name] !== undefined;
  const [solvedFor, ...more] = TERM_NAMES.filter((name) => !isGiven(name));
  if (!solvedFor) {
    return { problems: [...conflicts, conflict("all four terms", COMBINATIONS)] as const };
  }
  if (more.length > 0) {
    const given = TERM_NAMES.filter(isGiven);
    const missing = insufficientInput("compute a loan", given, COMBINATIONS, `/${solvedFor}`);
    return { problems: [...conflicts, missing] as const };
  }
  const [first, ...others] = conflicts;
  return first ? { problems: [first, ...others] as const } : { solvedFor };
}

function conflict(found: string, expected: string, path?: string) {
  const message = `Cannot compute a loan: found ${found}, expected ${expected}`;
  return { code: "CONFLICTING_FIELDS", message, path, expected } as const;
}

/** The most payments, weekly ones of 50 years, take about 80 ms: two schedules in exact decimals. */
function calculate(
  input: Input,
  solvedFor: TermName,
  currency: Currency,
  start: CalendarDate | undefined,
) {
  const { frequency, compounding = frequency, schedule } = input;
  const term =
    input.years === undefined
      ? { periods: input.periods ?? 1, isRounded: false }
      : readTerm(input.years, TIMES_PER_YEAR[frequency]);
  const given: LoanTerms = {
    principal: new Decimal(input.principal ?? 0),
    annualRate: new Decimal(input.annualRate ?? 0),
    payment: new Decimal(input.payment ?? 0),
    periods: term.periods,
  };
  const conditions: LoanConditions = {
    frequency,
    compounding,
    inAdvance: input.timing === "begin",
    balloon: new Decimal(input.balloon),
    fees: new Decimal(input.fees),
    extraPayment: new Decimal(input.extraPayment),
    currency,
  };
  const terms = solveTerms(solvedFor, given, conditions);
  if ("code" in terms) return fail(terms);
  if (start && paymentDate(start, terms.periods, frequency).year > LAST_YEAR) {
    return fail(dayInvalid(`a last payment after the year ${LAST_YEAR}`, "/startDate"));
  }
  const loan = computeLoan(terms, conditions);
  if ("code" in loan) return fail(loan);
  const value = describeLoan(terms, conditions, loan, { solvedFor, start, schedule });
  const warnings = warningsOf(TERM_WARNINGS, {
    RATE_LOOKS_LIKE_FRACTION: looksLikeFraction(input.annualRate ?? 0),
    TERM_ROUNDED: term.isRounded,
  });
  const output = writeLoan(value, terms, loan, currency);
  const stats = { rows: value.schedule.length };
  const report = moneyReport("Loan Calculator", output, warnings);
  return done({ output, value, stats, warnings, report });
}

const LAST_YEAR = 9999;
