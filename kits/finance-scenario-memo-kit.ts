import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, mapOf, oneOf, whole } from "../tools/_core/fields.ts";
import type { Outcome } from "../tools/_core/tool.ts";
import { CONFLICT_FAILURES } from "../tools/_lib/fields/exclusive-fields.ts";
import { DAY_FAILURE } from "../tools/_lib/fields/date-field.ts";
import { canonicalJson } from "../tools/_lib/json/tree/canonical.ts";
import { CURRENCY_FAILURES } from "../tools/_lib/money/amount.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import savings from "../tools/compound-interest-calculator.ts";
import loan from "../tools/loan-calculator.ts";
import pricing from "../tools/margin-markup-calculator.ts";
import mortgage from "../tools/mortgage-calculator.ts";
import retirement from "../tools/retirement-calculator.ts";
import investment from "../tools/roi-calculator.ts";
import { defineKit } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { filesLaw } from "./_core/files-law.ts";
import { KitReport } from "./_core/report.ts";
import { searchBreakEven } from "./finance-scenario-memo-kit/break-even.ts";
import { CALCULATORS, KINDS, Runs } from "./finance-scenario-memo-kit/calculators.ts";
import {
  compare,
  decide,
  metricsOf,
  reportMerge,
  runScenarios,
  shownMetrics,
  varyBaseline,
} from "./finance-scenario-memo-kit/compute.ts";
import { figuresLine, nextSteps, writeFiles } from "./finance-scenario-memo-kit/memo.ts";
import { readPlan } from "./finance-scenario-memo-kit/plan.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...CONFLICT_FAILURES,
  ...CURRENCY_FAILURES,
  ...DAY_FAILURE,
  ...OUTPUT_FAILURES,
  SCENARIO_NAME_DUPLICATE: "Two scenarios have one name",
  BASELINE_UNKNOWN: "No scenario has the name of the baseline",
  TARGET_UNKNOWN: "No scenario has the name that breakEven.target is",
  METRIC_UNKNOWN: "The calculator's value has no number of that name",
  FIELD_UNKNOWN: "The field to be varied is no field of the calculator",
  FIELD_NOT_NUMBER:
    "The field to be varied takes no number, or is to be varied by percent and the baseline does not set it",
  BREAK_EVEN_RANGE: "min is not below max, or there are more than 1,000,000 points",
  SCENARIO_FAILED: "The calculator cannot compute a scenario; `received` is its code",
  NO_FEASIBLE_SCENARIO: "Every scenario violates a constraint, or cannot be computed",
  FINANCE_SCENARIO_MEMO_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...mortgage.warnings,
  ...loan.warnings,
  ...savings.warnings,
  ...retirement.warnings,
  ...investment.warnings,
  ...pricing.warnings,
  COERCED: "A field of a scenario was read as a number or a word that its text holds",
  SAME_INPUT: "Two scenarios have equal input",
  NO_BREAK_EVEN: "No value in the range brings the metric to its target",
  METRIC_NULL: "A scenario has no value of a metric that was asked for",
} as const;

const METRIC = Type.String({ description: "Dot path to a number in the calculator's value" });
const FIELDS = mapOf(Type.Unknown());
const CLOSED = { additionalProperties: false } as const;

const SCENARIO = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60 }),
    input: Type.Optional(
      mapOf(Type.Unknown(), {
        description: "Fields of the calculator, laid over shared; null takes one away",
      }),
    ),
    note: Type.Optional(Type.String({ description: "For the memo" })),
  },
  CLOSED,
);

const NUMBERS = Type.Array(Type.Number(), { minItems: 1, maxItems: 15 });

const SENSITIVITY = Type.Object(
  {
    field: Type.String({ description: "Field of the calculator" }),
    values: Type.Optional(NUMBERS),
    percent: Type.Optional(
      Type.Array(Type.Number(), {
        description: "Instead of values: of the baseline's number, -10 is 10 % less",
        minItems: 1,
        maxItems: 15,
      }),
    ),
  },
  CLOSED,
);

const TARGET = Type.Union([Type.Number(), Type.String()], {
  description: "A number, or the name of the scenario whose metric it is",
});

const BREAK_EVEN = Type.Object(
  {
    field: Type.String({ description: "Field of the calculator, searched on the baseline" }),
    metric: METRIC,
    target: TARGET,
    min: Type.Number(),
    max: Type.Number(),
    step: Type.Number({ exclusiveMinimum: 0 }),
  },
  CLOSED,
);

const CONSTRAINT = Type.Object(
  { metric: METRIC, op: oneOf(["<=", ">="]), value: Type.Number() },
  CLOSED,
);

const DECISION = Type.Object(
  { metric: METRIC, constraints: Type.Array(CONSTRAINT, { maxItems: 50, default: [] }) },
  CLOSED,
);

const DIRECTION = oneOf(["lower", "higher"]);

const INPUT = Type.Object({
  kind: oneOf(KINDS, { description: "Which calculator" }),
  scenarios: dataOrJson(Type.Array(SCENARIO, { minItems: 1, maxItems: 12 }), {
    description: "The variants of the decision: name, fields of the calculator, note",
  }),
  shared: dataOrJson(FIELDS, { description: "Fields that all scenarios have", default: {} }),
  baseline: Type.Optional(
    Type.String({
      description: "Name of the scenario that the others are compared with; the first, if left out",
    }),
  ),
  metrics: Type.Optional(
    Type.Array(METRIC, {
      description: "Figures to compare; those of the kind, if left out",
      minItems: 1,
      maxItems: 12,
    }),
  ),
  better: mapOf(DIRECTION, {
    description: "Metric → which way is better, where it is not as usual",
    default: {},
  }),
  sensitivity: dataOrJson(Type.Array(SENSITIVITY, { maxItems: 5 }), {
    description: "Fields of the baseline to vary, by values or by percent",
    default: [],
  }),
  breakEven: Type.Optional(
    dataOrJson(BREAK_EVEN, {
      description: "The smallest value of a field that brings a metric to its target",
    }),
  ),
  decision: Type.Optional(
    dataOrJson(DECISION, { description: "The metric that decides, and what must hold" }),
  ),
  assumptions: Type.Array(Type.String(), {
    description: "Listed in the memo",
    maxItems: 30,
    default: [],
  }),
  title: Type.String({
    description: "Of the memo",
    minLength: 1,
    maxLength: 120,
    default: "Scenario memo",
  }),
  asOf: Type.Optional(
    Type.String({ description: "Date on the memo, YYYY-MM-DD; today in UTC, if left out" }),
  ),
  currency: Type.String({ description: "Code of ISO 4217, for all scenarios", default: "USD" }),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });
const FIGURE = Type.Union([Type.Number(), Type.Null()]);
const FIGURES = mapOf(FIGURE, { description: "Metric → its value" });

const SCENARIO_RESULT = Type.Object({
  name: Type.String(),
  ok: Type.Boolean(),
  error: Type.Union([Type.String(), Type.Null()], { description: "The calculator's code" }),
  input: mapOf(Type.Unknown(), { description: "What the calculator got" }),
  metrics: FIGURES,
  output: Type.Union([Type.String(), Type.Null()], { description: "The calculator's own words" }),
});

const COMPARISON = Type.Object({
  metric: Type.String(),
  better: DIRECTION,
  values: Type.Array(
    Type.Object({
      scenario: Type.String(),
      value: FIGURE,
      difference: Type.Union([Type.Number(), Type.Null()], { description: "To the baseline" }),
      differencePercent: FIGURE,
      best: Type.Boolean({ description: "All that have the best value" }),
    }),
  ),
});

const SENSITIVITY_RESULT = Type.Object({
  field: Type.String(),
  rows: Type.Array(Type.Object({ value: Type.Number(), metrics: FIGURES })),
  swing: Type.Union([Type.Number(), Type.Null()], {
    description: "Greatest less smallest value of the metric that decides, else of the first",
  }),
});

const BREAK_EVEN_RESULT = Type.Object({
  field: Type.String(),
  metric: Type.String(),
  target: TARGET,
  value: FIGURE,
  metricAtValue: FIGURE,
  evaluations: Type.Integer({ description: "Runs that the search took", minimum: 0 }),
});

const RANKED = Type.Object({
  rank: whole({ minimum: 1, maximum: 12 }),
  scenario: Type.String(),
  value: FIGURE,
  feasible: Type.Boolean(),
  violations: Type.Array(Type.String()),
});

const FACTS = {
  kind: oneOf(KINDS),
  currency: Type.String(),
  asOf: Type.String({ description: "YYYY-MM-DD" }),
  baseline: Type.String(),
  scenarios: Type.Array(SCENARIO_RESULT),
  comparison: Type.Array(COMPARISON),
  sensitivity: Type.Array(SENSITIVITY_RESULT, { description: "By swing, the largest first" }),
  breakEven: Type.Union([BREAK_EVEN_RESULT, Type.Null()]),
  ranking: Type.Union([Type.Array(RANKED), Type.Null()]),
  choice: Type.Union([Type.String(), Type.Null()], { description: "The best feasible scenario" }),
} as const;

const VALUE = kitValue(FACTS, { scenarios: COUNT, failed: COUNT, runs: COUNT });

export type Input = Static<typeof INPUT>;

export type Failure = keyof typeof FAILURES;

export type SensitivityResult = Static<typeof SENSITIVITY_RESULT>;

export type BreakEvenResult = Static<typeof BREAK_EVEN_RESULT>;

/** What was found out, with the metrics that are shown. */
export interface Facts {
  readonly metrics: readonly string[];
  readonly scenarios: readonly Static<typeof SCENARIO_RESULT>[];
  readonly comparison: readonly Static<typeof COMPARISON>[];
  readonly sensitivity: readonly SensitivityResult[];
  readonly breakEven: BreakEvenResult | null;
  readonly ranking: readonly Static<typeof RANKED>[] | null;
  readonly choice: string | null;
}

export type Result = Outcome<Static<typeof VALUE>, Failure, keyof typeof WARNINGS>;

const ID = "finance-scenario-memo-kit";
const NAME = "Finance Scenario Memo Kit";

export default defineKit({
  id: ID,
  name: NAME,
  category: "Finance",
  description:
    "Compares two to twelve variants of a mortgage, loan, savings, retirement, investment or price in a memo with sensitivity, break-even and a ranked choice.",
  keywords: [
    "base case",
    "break-even",
    "compare offers",
    "compare options",
    "comparison",
    "decision memo",
    "investment",
    "loan",
    "mortgage",
    "pricing",
    "recommendation",
    "retirement",
    "savings",
    "scenario analysis",
    "sensitivity analysis",
    "what-if",
    "worst case",
  ],
  aliases: ["scenario-memo", "finance-memo-kit"],
  version: "2026-11-23",
  uses: [mortgage, loan, savings, retirement, investment, pricing],

  input: INPUT,
  primary: "scenarios",
  value: VALUE,
  verb: "compare",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "compare a 15 year and a 30 year mortgage and write a memo",
    "which loan offer is better, side by side with differences",
    "scenario analysis with sensitivity and break-even",
    "what-if comparison of several financing variants",
    "how much extra payment do I need to be done in 20 years",
    "find the break-even value of an input of a loan",
    "rank options by total interest under a monthly budget",
    "best case, base case and worst case of a savings plan",
    "which assumption matters most in my retirement plan",
    "tornado chart data: how far each input moves the result",
    "decision memo on an investment with irr and npv of each alternative",
    "compare pricing variants by margin and profit",
    "we have three offers from banks and have to say which one and why",
    "a paper for the board: options, figures, recommendation, assumptions",
    "retire at 60, 63 or 67, what is the difference",
    "the partner wants figures for shorter term against extra payments",
    "at what price do we reach the margin of the other plan",
    "multi-scenario calculation with constraints and a feasible choice",
    "reproducible comparison of finance calculator runs with csv and json model",
    "goal seek over a mortgage, loan or savings calculator",
    "szenarien vergleichen, baufinanzierung 15 oder 30 jahre, entscheidungsvorlage",
    "comparar escenarios de hipoteca y escribir un informe",
    "comparer plusieurs scénarios de prêt et d'épargne",
    "比较 几个 贷款 方案 并 写 备忘录",
    "ローン の 複数 案 を 比較 して メモ に する",
    "bank a, bank b or the credit union: put them side by side and tell me which to sign",
    "rates go up one point, are we still fine, and which option suffers most",
    "spouse wants 20 years, i want 30, show both with all costs on one sheet",
    "the ceo needs one page: three options, numbers, recommendation",
    "excel data table, goal seek, scenario manager, tornado chart, term sheet",
    "contrast alternative inputs of one money calculator, vary assumptions, rank and justify",
    "comparar propostas de financiamento e escolher a melhor",
  ],
  effort: 3,

  laws: [
    filesLaw,
    {
      name: "the order of scenarios changes no metric, difference or best flag",
      holds(run, { scenarios, ...input }) {
        const baseline =
          input.baseline ?? (Array.isArray(scenarios) ? scenarios[0]?.name : undefined);
        if (scenarios === undefined || baseline === undefined) return true;
        const given = { ...input, baseline };
        const [one, other] = [scenarios, scenarios.toReversed()].map(
          (ordered) => run({ ...given, scenarios: ordered, failOn: "none" }).value,
        );
        if (!one || !other) return one === other;
        const turned = other.comparison.map((entry) => ({
          ...entry,
          values: entry.values.toReversed(),
        }));
        return canonicalJson(one.comparison) === canonicalJson(turned);
      },
    },
    {
      name: "the baseline differs from itself by nothing",
      holds(run, input) {
        const { value } = run(input);
        return (value?.comparison ?? []).every(({ values }) =>
          values.every(
            ({ scenario, difference }) =>
              scenario !== value?.baseline || difference === 0 || difference === null,
          ),
        );
      },
    },
    {
      name: "a constraint more makes no scenario feasible",
      holds(run, { decision, ...input }) {
        if (decision === undefined || typeof decision === "string") return true;
        const feasible = (constraints: NonNullable<typeof decision.constraints>) =>
          (
            run({ ...input, decision: { ...decision, constraints }, failOn: "none" }).value
              ?.ranking ?? []
          )
            .filter((one) => one.feasible)
            .map(({ scenario }) => scenario);
        const { constraints = [], metric = "" } = decision;
        const more = [...constraints, { metric, op: "<=" as const, value: 1000 }];
        const before = feasible(constraints);
        return feasible(more).every((scenario) => before.includes(scenario));
      },
    },
    {
      name: "the input in model.json gives the same figures again",
      holds(run, input) {
        const once = run({ ...input, failOn: "none" }).value;
        const model = once?.deliverables.find(({ name }) => name === "model.json");
        if (!once || !model) return true;
        const again = run((JSON.parse(model.content) as { input: typeof input }).input).value;
        return canonicalJson(again?.scenarios) === canonicalJson(once.scenarios);
      },
    },
  ],
  examples: [
    {
      title: "A shorter term against extra payments, under a monthly limit",
      input: {
        kind: "mortgage",
        shared: { price: 400_000, downPayment: 80_000, annualRate: 6.5 },
        scenarios: [
          { name: "30 years", input: { years: 30 } },
          { name: "15 years", input: { years: 15 } },
          { name: "30 years plus 200", input: { years: 30, extraPayment: 200 } },
        ],
        decision: {
          metric: "totalInterest",
          constraints: [{ metric: "monthlyTotal", op: "<=", value: 2500 }],
        },
      },
      expect: {
        ok: true,
        valid: true,
        value: {
          choice: "30 years plus 200",
          comparison: [{ metric: "monthlyTotal" }, { metric: "totalInterest" }, {}, {}],
          ranking: [{}, {}, { scenario: "15 years", feasible: false }],
        },
      },
    },
    {
      title: "Which extra payment ends the loan after 240 payments",
      input: {
        kind: "mortgage",
        scenarios: [
          {
            name: "base",
            input: { price: 400_000, downPayment: 80_000, annualRate: 6.5, years: 30 },
          },
        ],
        metrics: ["payoffPeriods"],
        breakEven: {
          field: "extraPayment",
          metric: "payoffPeriods",
          target: 240,
          min: 0,
          max: 2000,
          step: 1,
        },
      },
      expect: { value: { breakEven: { value: 364, metricAtValue: 240 }, choice: null } },
    },
    {
      title: "Which assumption matters most",
      input: {
        kind: "savings",
        scenarios: [
          {
            name: "plan",
            input: { principal: 10_000, annualRate: 5, years: 10, contribution: 100 },
          },
        ],
        sensitivity: [
          { field: "annualRate", values: [4, 5, 6] },
          { field: "contribution", percent: [-20, 20] },
        ],
      },
      expect: {
        value: {
          sensitivity: [
            { field: "contribution", swing: 6211.29 },
            { field: "annualRate", swing: 4948.59 },
          ],
        },
      },
    },
    {
      title: "A payment that never pays the loan back",
      input: {
        kind: "loan",
        scenarios: [
          { name: "ok", input: { principal: 25_000, annualRate: 6.9, years: 5 } },
          { name: "too small", input: { principal: 10_000, annualRate: 24, payment: 150 } },
        ],
      },
      expect: {
        ok: true,
        valid: false,
        errors: [{ code: "SCENARIO_FAILED", received: "PAYMENT_TOO_SMALL" }],
      },
    },
    {
      title: "A misspelt field",
      input: {
        kind: "loan",
        scenarios: [{ name: "a", input: { principal: 1000, anualRate: 5, years: 1 } }],
      },
      expect: {
        ok: false,
        error: { code: "TOOL_INPUT_INVALID" },
        errors: [{ code: "UNKNOWN_FIELD", path: "/scenarios/0/input/anualRate" }],
      },
    },
  ],

  // At most 127 runs of a calculator and the search, of up to 30 ms each for weekly loans of 50 years: 3 s at worst.
  run(input, ctx) {
    const read = readPlan(input, ctx.now());
    if (read.plan === undefined) return read.failure;
    const { plan } = read;
    const { tool } = CALCULATORS[plan.kind];
    const stages = { run: tool, compare: null, sensitivity: tool, breakeven: tool } as const;
    const report = new KitReport(ID, NAME, {
      merge: null,
      ...stages,
      decide: null,
      memo: null,
    });
    const runs = new Runs(ctx, plan.kind);
    const work = { input, plan, runs, report };

    reportMerge(work);
    const scenarios = runScenarios(work);
    const metrics = shownMetrics(scenarios, plan);
    const facts: Facts = {
      metrics,
      scenarios: scenarios.map(({ name, input: merged, computed }) => ({
        name,
        ok: computed.trouble === undefined,
        error: computed.trouble?.code ?? null,
        input: merged,
        metrics: metricsOf(computed, metrics),
        output: computed.output ?? null,
      })),
      comparison: compare(scenarios, metrics, work),
      sensitivity: varyBaseline(metrics, work),
      breakEven: searchBreakEven(scenarios, work),
      ...decide(scenarios, work),
    };
    writeFiles(facts, scenarios, work);

    const { metrics: _metrics, ...found } = facts;
    return report.conclude({
      value: {
        kind: plan.kind,
        currency: plan.currency.code,
        asOf: plan.asOf,
        baseline: plan.baseline.name,
        ...found,
      },
      counts: {
        scenarios: scenarios.length,
        failed: facts.scenarios.filter(({ ok }) => !ok).length,
        runs: runs.count,
      },
      output: {
        figures: figuresLine(facts, work),
        next: nextSteps(facts, work),
      },
      failOn: input.failOn,
    });
  },
});
