import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { compareRuns } from "./evaluation-run-delta/delta.ts";
import { MOST_ROWS } from "./evaluation-run-delta/read.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  BASELINE_MISSING: "There are no results of the baseline",
  CANDIDATE_MISSING: "There are no results of the candidate",
  ROW_UNRECOGNISED: "A row is no object, or nothing in it names its case",
  NO_PAIRS: "No case has a result in both runs",
  REGRESSIONS: "More cases got worse than may",
  REGRESSED: "The candidate is worse by more than chance explains",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  UNPAIRED_CASES: "Cases are in one run only and are not counted",
  DUPLICATE_ID: "Cases have several rows, whose scores were averaged",
  SMALL_SAMPLE: "There are fewer than 30 pairs",
  SCORE_OUT_OF_RANGE: "Some rows have booleans, which count as 0 and 1, and others scores above 1",
  ROW_SKIPPED: "A row has no score",
  BOOTSTRAP_REDUCED: "Resamples times pairs is more than 5,000,000; fewer resamples were drawn",
} as const;

const rows = (description: string) =>
  Type.Optional(
    Type.Union(
      [
        Type.Array(Type.Unknown({ description: "A row: an object with an id and a score" }), {
          maxItems: MOST_ROWS,
        }),
        Type.Object({}, { description: "One row, or a whole log of promptfoo or Inspect" }),
        Type.String({ description: "Their JSON, or JSON lines" }),
      ],
      { description },
    ),
  );

const INPUT = Type.Object({
  baseline: rows("Results of the run to compare with"),
  candidate: rows("Results of the new run"),
  idField: Type.String({
    description: "Name or RFC 6901 pointer of the case's id; auto knows usual names",
    default: "auto",
  }),
  scoreField: Type.String({
    description: "Name or RFC 6901 pointer of the score or verdict; auto knows usual names",
    default: "auto",
  }),
  groupField: Type.String({
    description: "Name or RFC 6901 pointer of the case's group; auto knows usual names",
    default: "auto",
  }),
  threshold: Type.Number({
    description: "A score that reaches it is a pass, where no boolean says so",
    default: 0.5,
  }),
  higherIsBetter: Type.Boolean({
    description: "false: a pass is a score that is not above the threshold",
    default: true,
  }),
  alpha: Type.Number({
    description: "Level of significance",
    minimum: 0.0001,
    maximum: 0.5,
    default: 0.05,
  }),
  bootstrap: whole({
    description: "Resamples for the interval of the mean difference; 0 for none",
    minimum: 0,
    maximum: 10_000,
    default: 2000,
  }),
  seed: Type.String({ description: "Equal seeds draw equal resamples", default: "1" }),
  maxRegressions: Type.Number({
    description: "How many cases may get worse",
    minimum: 0,
    default: 0,
  }),
});

export type Input = Static<typeof INPUT>;

const VERDICTS = ["improved", "regressed", "no-significant-change"] as const;

export type Verdict = (typeof VERDICTS)[number];

const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });

const IDS = Type.Array(Type.String());

const COMPARISON = { baseline: Type.Number(), candidate: Type.Number(), delta: Type.Number() };

const INTERVAL = Type.Array(Type.Number(), {
  minItems: 2,
  maxItems: 2,
  description: "Low and high",
});

const NULLABLE_NUMBER = Type.Union([Type.Number(), Type.Null()]);

const CHANGES = Type.Array(
  Type.Object({
    id: Type.String(),
    group: Type.Union([Type.String(), Type.Null()]),
    baseline: Type.Number({ description: "Score; of booleans 0 or 1" }),
    candidate: Type.Number(),
  }),
);

const VALUE = Type.Object({
  paired: count("Cases in both runs"),
  onlyBaseline: IDS,
  onlyCandidate: IDS,
  pass: Type.Object({
    baseline: count(),
    candidate: count(),
    both: count(),
    neither: count(),
    regressed: count("Pass in the baseline, fail in the candidate"),
    improved: count("Fail in the baseline, pass in the candidate"),
  }),
  passRate: Type.Object(COMPARISON),
  mean: Type.Object(COMPARISON),
  mcnemar: Type.Object({
    b: count("Regressed"),
    c: count("Improved"),
    method: oneOf(["exact", "chi-square"]),
    statistic: NULLABLE_NUMBER,
    pValue: Type.Number(),
    significant: Type.Boolean(),
  }),
  bootstrap: Type.Union([
    Type.Object({
      resamples: count(),
      low: Type.Number({ description: "Of the mean difference, candidate − baseline" }),
      high: Type.Number(),
      level: Type.Number({ description: "1 − alpha" }),
    }),
    Type.Null(),
  ]),
  wilson: Type.Object({ baseline: INTERVAL, candidate: INTERVAL }),
  effect: Type.Union([Type.Number(), Type.Null()], {
    description: "Mean difference by the standard deviation of the differences",
  }),
  regressions: CHANGES,
  improvements: CHANGES,
  groups: Type.Array(
    Type.Object({
      group: Type.String(),
      paired: count(),
      baseline: Type.Number({ description: "Pass rate" }),
      candidate: Type.Number(),
      delta: Type.Number(),
      regressed: count(),
      improved: count(),
    }),
  ),
  verdict: oneOf(VERDICTS),
});

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

export default defineTool({
  id: "evaluation-run-delta",
  name: "Evaluation Run Delta",
  category: "AI",
  description:
    "Compares two runs of an evaluation: pass rates, McNemar's test, a bootstrap interval, and which cases got worse.",
  keywords: [
    "a/b test",
    "bootstrap",
    "braintrust",
    "confidence interval",
    "deepeval",
    "eval",
    "evaluation",
    "inspect",
    "langfuse",
    "langsmith",
    "llm",
    "mcnemar",
    "model comparison",
    "openai evals",
    "pass rate",
    "promptfoo",
    "regression",
    "significance",
    "significant",
    "wilson interval",
    "win rate",
  ],
  aliases: ["eval-run-compare"],
  version: "2026-11-28",

  input: INPUT,
  primary: "baseline",
  value: VALUE,
  verb: "compare",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "compare two eval runs",
    "did the new prompt get better or worse",
    "which test cases regressed between two models",
    "is the difference in pass rate statistically significant",
    "mcnemar test for paired pass fail results",
    "bootstrap confidence interval of the score difference",
    "diff two promptfoo result files",
    "compare two inspect evaluation logs",
    "openai evals log comparison",
    "fail the build when evaluation cases regress",
    "wilson interval for an accuracy",
    "ab test of two prompts on the same cases",
    "pass rate per category before and after",
    "new model answers a few more right than the old one, is that luck or real",
    "is prompt b really better than prompt a",
    "benchmark scores of two models on the same questions",
    "paired significance of candidate versus baseline accuracy",
    "which questions did the new version get wrong that were right before",
    "statistical comparison of graded samples between model checkpoints",
    "improvement between prompt versions, noise or real gain",
    "zwei evaluierungsläufe vergleichen und regressionen finden",
    "comparar dos ejecuciones de evaluación de un modelo",
    "comparer deux évaluations et trouver les régressions",
    "比较 两次 评估 结果 显著性 回归",
    "二つの評価結果を比較して有意差と退行を調べる",
    "es el nuevo modelo mejor o es casualidad",
    "ist das neue modell wirklich besser oder zufall",
    "le nouveau modèle est il vraiment meilleur",
    "新 模型 是否 真 的 更 好 显著",
    "新しいモデルは本当に良くなったか",
    "we switched from one llm to a cheaper one, did quality drop for sure",
    "last night's benchmark has 81 percent, the one before 79, does that mean anything",
    "list the questions that flipped from pass to fail",
    "enough cases to say that the prompt change helped, or chance",
    "LangSmith, Braintrust, promptfoo, lm-eval-harness, DeepEval, McNemar, p-value, paired bootstrap",
    "judge the paired score change of baseline and candidate with an interval and per-case flips",
    "comparar duas avaliações de modelo, diferença significativa",
    "diferencia significativa entre dos modelos, casos que empeoraron",
    "signifikanter unterschied zweier modelle, verschlechterte fälle",
    "différence significative entre deux modèles, cas dégradés",
  ],
  effort: 3,

  laws: [
    {
      name: "swapping the runs swaps regressed and improved, keeps the p-value and negates the deltas",
      holds(run, input) {
        const { baseline = [], candidate = [] } = input;
        const { value } = run(input);
        if (!value) return true;
        const { value: swapped } = run({ ...input, baseline: candidate, candidate: baseline });
        return (
          swapped?.pass.regressed === value.pass.improved &&
          swapped.pass.improved === value.pass.regressed &&
          swapped.mcnemar.pValue === value.mcnemar.pValue &&
          swapped.passRate.delta === 0 - value.passRate.delta &&
          swapped.mean.delta === 0 - value.mean.delta
        );
      },
    },
    {
      name: "the order of rows changes nothing",
      holds(run, input) {
        const { baseline, candidate } = input;
        if (!Array.isArray(baseline) || !Array.isArray(candidate)) return true;
        const turned = { baseline: baseline.toReversed(), candidate: candidate.toReversed() };
        const [before, after] = [run(input), run({ ...input, ...turned })];
        return JSON.stringify(before.value) === JSON.stringify(after.value);
      },
    },
    {
      name: "identical runs differ by nothing, with p = 1 and the interval [0, 0]",
      holds(run, input) {
        const { baseline = [] } = input;
        const { value } = run({ ...input, candidate: baseline });
        if (!value) return true;
        const { mcnemar, mean, bootstrap, effect } = value;
        const isFlat = !bootstrap || (bootstrap.low === 0 && bootstrap.high === 0);
        return mcnemar.pValue === 1 && mean.delta === 0 && isFlat && effect === null;
      },
    },
    {
      name: "every pair is counted once, and p is a probability",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { both, neither, regressed, improved } = value.pass;
        const { pValue } = value.mcnemar;
        const total = both + neither + regressed + improved;
        return total === value.paired && pValue >= 0 && pValue <= 1;
      },
    },
  ],
  examples: [
    {
      title: "One case got worse, and there are too few to tell",
      input: {
        baseline: [
          { id: "a", passed: true },
          { id: "b", passed: true },
          { id: "c", passed: false },
        ],
        candidate: [
          { id: "a", passed: true },
          { id: "b", passed: false },
          { id: "c", passed: true },
        ],
        bootstrap: 0,
      },
      expect: {
        output:
          "No significant change: McNemar exact, p = 1\nPass rate: 0.666667 → 0.666667 (0), 2 of 3 → 2 of 3\nWilson intervals: 0.20766 to 0.938508 → 0.20766 to 0.938508\nMean score: 0.666667 → 0.666667 (0)\nEffect: 0 standard deviations\nRegressed: 1 (at most 0 allowed)\n- b: 1 → 0\nImproved: 1\n- c: 0 → 1",
        valid: false,
        errors: [{ code: "REGRESSIONS", received: 1 }],
        warnings: [{ code: "SMALL_SAMPLE" }],
        value: { regressions: [{ id: "b" }], improvements: [{ id: "c" }] },
      },
    },
    {
      title: "Scores as JSON lines, with an interval, by group",
      input: {
        baseline:
          '{"id":1,"score":0.4,"group":"math"}\n{"id":2,"score":0.6,"group":"code"}\n{"id":3,"score":0.2,"group":"math"}',
        candidate: '{"id":"1","score":0.7}\n{"id":"2","score":0.8}\n{"id":"3","score":0.9}',
        seed: "42",
      },
      expect: {
        valid: true,
        value: {
          mean: { baseline: 0.4, candidate: 0.8, delta: 0.4 },
          bootstrap: { resamples: 2000, low: 0.2, high: 0.7, level: 0.95 },
          groups: [
            { group: "code", paired: 1, improved: 0 },
            { group: "math", paired: 2, baseline: 0, candidate: 1, improved: 2 },
          ],
        },
      },
    },
    {
      title: "Inspect samples of two epochs",
      input: {
        baseline: [
          { id: "s1", epoch: 1, scores: { match: { value: "C" } } },
          { id: "s1", epoch: 2, scores: { match: { value: "I" } } },
        ],
        candidate: [{ id: "s1", epoch: 1, scores: { match: { value: "I" } } }],
        maxRegressions: 1,
        bootstrap: 0,
      },
      expect: {
        valid: true,
        value: { regressions: [{ id: "s1", baseline: 0.5, candidate: 0 }] },
        warnings: [{ code: "SMALL_SAMPLE" }, { code: "DUPLICATE_ID", path: "/baseline" }],
      },
    },
    {
      title: "Latencies, of which lower is better",
      input: {
        baseline: [{ name: "q", ms: 120 }],
        candidate: [{ name: "q", ms: 90 }],
        scoreField: "ms",
        threshold: 100,
        higherIsBetter: false,
        bootstrap: 0,
      },
      expect: { valid: true, value: { pass: { improved: 1 }, mean: { delta: -30 } } },
    },
    {
      title: "No case in both runs",
      input: { baseline: [{ id: "a", passed: true }], candidate: [{ id: "b", passed: true }] },
      expect: { ok: false, error: { code: "NO_PAIRS" } },
    },
  ],

  // Up to 5,000,000 pairs are drawn, which takes 150 ms; without resamples 100,000 characters take 30 ms.
  run: compareRuns,
});
