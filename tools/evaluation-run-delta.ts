import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./evaluation-run-delta/contract.ts";
import { compareRuns } from "./evaluation-run-delta/delta.ts";
import { DELTA_LAWS } from "./evaluation-run-delta/laws.ts";

export default defineTool({
  id: "evaluation-run-delta",
  name: "Evaluation Run Delta",
  category: "AI",
  description:
    "Compares two runs of an evaluation: pass rates, McNemar's test, a bootstrap interval, and which cases got worse.",
  keywords: [
    "bootstrap",
    "confidence interval",
    "eval",
    "evaluation",
    "inspect",
    "llm",
    "mcnemar",
    "model comparison",
    "openai evals",
    "pass rate",
    "promptfoo",
    "regression",
    "significance",
    "wilson interval",
  ],
  aliases: ["eval-run-compare"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: DELTA_LAWS,
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
