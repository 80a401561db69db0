import { type Static, Type } from "@sinclair/typebox";
import { oneOf, PLACE, pointerInto, whole } from "../tools/_core/fields.ts";
import type { Entry, Outcome } from "../tools/_core/tool.ts";
import { canonicalJson } from "../tools/_lib/json/tree/canonical.ts";
import { JSON_FAILURES } from "../tools/_lib/json/tree/json-field.ts";
import { wilsonInterval } from "../tools/_lib/numbers/statistics/proportion.ts";
import { INPUT_FAILURES, inputInvalid } from "../tools/_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "../tools/_lib/results/output-limit.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import delta from "../tools/evaluation-run-delta.ts";
import schema from "../tools/json-schema-validator.ts";
import regex from "../tools/regex-tester.ts";
import tokens from "../tools/token-counter.ts";
import xml from "../tools/xml-formatter.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { KitReport } from "./_core/report.ts";
import {
  type Change,
  changeOf,
  comparePrompts,
  deltaRows,
} from "./prompt-regression-kit/comparison.ts";
import { baselineLine, COLUMNS, testReport, whyNot } from "./prompt-regression-kit/files.ts";
import {
  type Report,
  reportChanges,
  reportReading,
  reportTests,
} from "./prompt-regression-kit/findings.ts";
import {
  isSupported,
  Judge,
  type JudgedTest,
  mean,
  metricsOf,
  rounded,
} from "./prompt-regression-kit/judge.ts";
import { OUTPUTS, type Outputs, readOutputs } from "./prompt-regression-kit/outputs.ts";
import { DEFAULT_TEST, readTests, SUITE, type TestSuite } from "./prompt-regression-kit/tests.ts";
import { Toolbox, type Tools } from "./prompt-regression-kit/toolbox.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  TESTS_EMPTY: "There is no test",
  TESTS_SYNTAX: "The text of tests is neither JSON nor YAML",
  OUTPUTS_EMPTY: "There is no output",
  TEST_FAILED: "A test fails, and fewer pass than minPassRate",
  REGRESSION: "A test passed with the baseline and does not now; more do so than maxRegressions",
  PASS_RATE_BELOW_MINIMUM: "Fewer tests pass than minPassRate",
  OUTPUT_MISSING: "A test has no output",
  OUTPUT_ERROR: "An entry has an error in the place of an output",
  ASSERTION_UNSUPPORTED: "An assertion needs code, a model or a file, or its type is not known",
  ASSERTION_INVALID: "An assertion has no value or threshold that it can be judged by",
  TEMPLATE_UNSUPPORTED: "A value has a template that is no name of a variable",
  REGEX_BUDGET_EXCEEDED: "A pattern takes more than 5,000,000 steps on an output",
  STAGE_FAILED: "A tool could not do its part",
  PROMPT_REGRESSION_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  TEST_FAILED: "A test fails, and enough pass",
  REGRESSION: "A test passed with the baseline and does not now; no more do so than may",
  OUTPUT_WITHOUT_TEST: "An output belongs to no test",
  NO_ASSERTIONS: "A test asserts nothing and passes with any output",
  OTHER_PROMPTS_IGNORED: "A results file has outputs of more prompts than the first",
  FEW_TESTS: "Fewer than 20 tests are compared",
} as const;

const FORMS =
  "texts or { output | text | response.output, testIndex | test, latencyMs, cost, finishReason, error }, as an array, JSON lines or a results file of promptfoo";

const INPUT = Type.Object({
  tests: Type.Union([...SUITE, Type.String()], {
    description:
      "Tests { description, vars, assert, threshold } as an array, or a promptfoo configuration with them, as JSON or YAML",
  }),
  outputs: Type.Union([...OUTPUTS, Type.String()], {
    description: `Recorded outputs of the new version: ${FORMS}`,
  }),
  baselineOutputs: Type.Optional(
    Type.Union([...OUTPUTS, Type.String()], {
      description: "Recorded outputs of the version before, in the same form",
    }),
  ),
  defaultTest: Type.Object(DEFAULT_TEST.properties, {
    additionalProperties: false,
    description: "{ vars, assert, threshold } of all tests; wins over the one in tests",
    default: {},
  }),
  prompt: Type.Optional(Type.String({ description: "The new prompt; only compared" })),
  baselinePrompt: Type.Optional(Type.String({ description: "The prompt before; only compared" })),
  minPassRate: Type.Number({
    description: "Percent of the tests that must pass",
    minimum: 0,
    maximum: 100,
    default: 100,
  }),
  minSamplePass: Type.Number({
    description: "Percent of a test's samples that must pass",
    minimum: 0,
    maximum: 100,
    default: 100,
  }),
  maxRegressions: whole({
    description: "How many tests may pass with the baseline and fail now",
    minimum: 0,
    maximum: 500,
    default: 0,
  }),
  model: Type.String({ description: "The model whose tokens are counted", default: "gpt-5" }),
  failOn: failOnField("error"),
});

const COUNT = Type.Integer({ minimum: 0 });
const INDICES = Type.Array(COUNT);
const SCORE = Type.Number({ minimum: 0, maximum: 1 });
const PERCENT = Type.Number({ minimum: 0, maximum: 100 });
const OUTCOME = oneOf(["pass", "fail", "missing", "unsupported"]);

const TEST = Type.Object({
  index: COUNT,
  description: Type.String(),
  outcome: OUTCOME,
  score: SCORE,
  samples: COUNT,
  samplesPassed: COUNT,
  assertions: Type.Array(
    Type.Object({
      sample: COUNT,
      index: COUNT,
      path: pointerInto(["tests"], { description: "Pointer in the document of the tests" }),
      ...PLACE,
      type: Type.String(),
      metric: Type.Union([Type.String(), Type.Null()]),
      pass: Type.Boolean(),
      score: SCORE,
      weight: Type.Number({ minimum: 0 }),
      reason: Type.String(),
    }),
    { description: "An assert-set is followed by its members, which do not count again" },
  ),
  baseline: Type.Union([Type.Object({ outcome: OUTCOME, score: SCORE }), Type.Null()]),
  change: Type.Union([
    oneOf(["unchanged", "regressed", "fixed", "still-failing", "new"]),
    Type.Null(),
  ]),
});

const COMPARISON = Type.Object({
  regressed: INDICES,
  fixed: INDICES,
  stillFailing: INDICES,
  passRateBefore: Type.Number({ description: "Percent of the tests that the baseline has" }),
  difference: Type.Number({ description: "passRate − passRateBefore" }),
  mcnemarP: Type.Number({ description: "Exact, two-sided" }),
});

const PROMPTS = Type.Object({
  tokensBefore: COUNT,
  tokensAfter: COUNT,
  linesAdded: COUNT,
  linesRemoved: COUNT,
});

const VALUE = kitValue(
  {
    tests: Type.Array(TEST),
    passRate: PERCENT,
    wilson95: Type.Object({ low: PERCENT, high: PERCENT }),
    meanScore: SCORE,
    metrics: Type.Array(Type.Object({ metric: Type.String(), score: SCORE, count: COUNT })),
    comparison: Type.Union([COMPARISON, Type.Null()]),
    prompts: Type.Union([PROMPTS, Type.Null()]),
  },
  { tests: COUNT, passed: COUNT, failed: COUNT, assertions: COUNT, regressed: COUNT, fixed: COUNT },
);

export type Input = Static<typeof INPUT>;

type Result = Outcome<Static<typeof VALUE>, keyof typeof FAILURES, keyof typeof WARNINGS>;

export const STAGES = {
  read: null,
  schema,
  regex,
  xml,
  tokens,
  score: null,
  delta,
  prompts: tokens,
} as const;

const ID = "prompt-regression-kit";
const NAME = "Prompt Regression Kit";

export default defineKit({
  id: ID,
  name: NAME,
  category: "AI",
  description:
    "Judges recorded model outputs by written assertions, compares them with the version before, and stops on a regression.",
  keywords: [
    "assertions",
    "bleu",
    "ci gate",
    "deepeval",
    "eval",
    "evaluation",
    "golden answers",
    "junit",
    "llm",
    "llm tests",
    "mcnemar",
    "openai evals",
    "prompt",
    "prompt version",
    "promptfoo",
    "regression test",
    "rouge",
  ],
  aliases: ["prompt-test-kit", "promptfoo-assert"],
  version: "2026-11-27",
  uses: [schema, regex, xml, tokens, delta],

  input: INPUT,
  primary: "tests",
  value: VALUE,
  verb: "judge",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "run promptfoo assertions on recorded outputs without calling a model",
    "did my new prompt break answers that were right before",
    "regression test for prompts in ci",
    "check llm outputs against contains, regex and json schema assertions",
    "gate a prompt change on the pass rate",
    "compare outputs of two prompt versions test by test",
    "promptfoo yaml config offline, judge saved responses",
    "junit xml report of prompt tests",
    "bleu, gleu and rouge score of a model answer against a reference",
    "which test cases got worse after I edited the system prompt",
    "is the drop in passing tests significant, mcnemar on prompt tests",
    "grade saved completions by rules, no model as judge",
    "several samples per test, how many have to pass",
    "unit tests for a chatbot's answers",
    "my assistant changed its wording, is it still right",
    "block the deploy when answers regress against the golden run",
    "assert-set with weights and thresholds over model output",
    "latency and cost limits of recorded llm calls",
    "did the agent call the expected tools, f1 of tool calls",
    "deterministic eval of completions against expectations with baseline",
    "prompts testen: antworten gegen erwartungen prüfen",
    "probar un prompt nuevo contra las respuestas anteriores",
    "tests de non-régression d'un prompt",
    "提示词 回归 测试 断言",
    "プロンプトの回帰テスト 出力を検証する",
    "i changed one sentence in the instruction and now the bot answers rudely, what else got worse",
    "old replies here, new replies there: which expectations fail only now",
    "helpdesk bot must always mention the ticket number, test its saved replies",
    "ship the new wording only if no case that passed fails",
    "promptfoo eval, deepeval, braintrust, langsmith experiments, ragas, contains-all, is-json",
    "score stored completions with declared checks and block on newly failing ones",
    "testar um novo prompt contra as respostas anteriores",
    "テスト 期待値 で 保存済み の 回答 を 判定",
  ],
  effort: 3,
  isolated: true,

  laws: [
    filesLaw,
    {
      name: "the outputs themselves as baseline give no regression and p = 1",
      holds(run, input) {
        const { outputs } = input;
        if (outputs === undefined) return true;
        const { value } = run({ ...input, baselineOutputs: outputs, failOn: "none" });
        const { comparison } = value ?? {};
        if (!comparison) return true;
        return comparison.regressed.length === 0 && comparison.mcnemarP === 1;
      },
    },
    {
      name: "every test has one outcome, and scores lie between 0 and 1",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        if (!value) return true;
        const scores = value.tests.flatMap(({ score, assertions }) => [
          score,
          ...assertions.map((assertion) => assertion.score),
        ]);
        return (
          value.counts.tests === value.tests.length &&
          scores.every((score) => score >= 0 && score <= 1)
        );
      },
    },
    {
      name: "a baseline changes no score",
      holds(run, { baselineOutputs, ...input }) {
        if (baselineOutputs === undefined) return true;
        const alone = run({ ...input, failOn: "none" });
        const compared = run({ ...input, baselineOutputs, failOn: "none" });
        if (!alone.ok || !compared.ok) return true;
        const scores = (outcome: typeof alone) =>
          canonicalJson(outcome.value?.tests.map(({ score, assertions }) => [score, assertions]));
        return scores(alone) === scores(compared);
      },
    },
  ],
  examples: [
    {
      title: "One answer got worse",
      input: {
        tests: [
          {
            description: "greets",
            vars: { name: "Ann" },
            assert: [{ type: "contains", value: "Hello {{name}}" }],
          },
          {
            description: "is JSON",
            assert: [{ type: "is-json", value: { type: "object", required: ["ok"] } }],
          },
        ],
        outputs: ["Hello Ann, welcome.", "Here you are: yes"],
        baselineOutputs: ["Hello Ann!", '{"ok": true}'],
        failOn: "none",
      },
      expect: {
        ok: true,
        valid: false,
        value: {
          verdict: "fail",
          passRate: 50,
          tests: [{ outcome: "pass" }, { outcome: "fail", change: "regressed" }],
          comparison: { regressed: [1], passRateBefore: 100, difference: -50, mcnemarP: 1 },
        },
      },
    },
    {
      title: "A promptfoo configuration as it is",
      input: {
        tests:
          "prompts: ['Say {{word}}']\ndefaultTest:\n  assert:\n    - type: not-icontains\n      value: as an ai\ntests:\n  - vars: {word: ping}\n    assert:\n      - type: regex\n        value: '^p[io]ng$'",
        outputs: '"pong"\n',
      },
      expect: {
        valid: true,
        value: {
          verdict: "pass",
          passRate: 100,
          counts: { byCode: { IGNORED_CONFIG: 1 }, assertions: 2 },
        },
      },
    },
    {
      title: "How near an answer is to its reference, with a threshold of the test",
      input: {
        tests: [
          {
            threshold: 0.5,
            assert: [
              { type: "bleu", value: "The cat sat on the mat", metric: "overlap" },
              { type: "rouge-n", value: "The cat sat on the mat", metric: "overlap" },
            ],
          },
        ],
        outputs: ["The cat sat on a mat"],
      },
      expect: {
        valid: true,
        value: {
          tests: [{ outcome: "pass", score: 0.685309 }],
          metrics: [{ metric: "overlap", score: 0.685309, count: 2 }],
        },
      },
    },
    {
      title: "What needs a model is refused, not guessed",
      input: {
        tests: [{ assert: [{ type: "llm-rubric", value: "is polite" }] }],
        outputs: ["x"],
      },
      expect: {
        ok: false,
        error: { code: "PROMPT_REGRESSION_KIT_FAILED" },
        errors: [
          { code: "ASSERTION_UNSUPPORTED", path: "/tests/0/assert/0" },
          { code: "PASS_RATE_BELOW_MINIMUM", received: 0 },
        ],
      },
    },
    {
      title: "A slip of the pen in a test is told",
      input: { tests: '[{"asert": []}]', outputs: ["x"] },
      expect: {
        ok: false,
        error: { code: "TOOL_INPUT_INVALID" },
        errors: [{ code: "UNKNOWN_FIELD", path: "/tests/0/asert" }],
      },
    },
  ],

  run(input, ctx): Result {
    const report: Report = new KitReport(ID, NAME, STAGES);
    const read = readTests(input.tests, input.defaultTest, isSupported);
    if (!read.ok) return refuse(read, input, report);
    const { tests } = read.suite;
    const outputs = readOutputs(input.outputs, "/outputs", tests);
    if (!outputs.ok) return refuse(outputs, input, report);
    const before =
      input.baselineOutputs === undefined
        ? undefined
        : readOutputs(input.baselineOutputs, "/baselineOutputs", tests);
    if (before?.ok === false) return refuse(before, input, report);
    return judgeAll(input, ctx, report, {
      suite: read.suite,
      outputs: outputs.outputs,
      before: before?.outputs,
    });
  },
});

/** Members that do not fit are an invalid input; a document that cannot be used ends the first stage. */
function refuse(
  { isShape, errors }: { readonly isShape: boolean; readonly errors: readonly Entry[] },
  { failOn }: Input,
  report: Report,
): Result {
  const [first, ...others] = errors as Entry<"TYPE">[];
  if (isShape && first) return inputInvalid<"TYPE">([first, ...others]);
  report.stop("read", errors);
  const { value, counts } = figuresOf([], new Map(), new Map());
  const comparison = { comparison: null, prompts: null };
  return report.conclude({ value: { ...value, ...comparison }, counts, failOn });
}

interface Material {
  readonly suite: TestSuite;
  readonly outputs: Outputs;
  readonly before: Outputs | undefined;
}

function judgeAll(input: Input, ctx: KitCtx<Tools>, report: Report, material: Material): Result {
  const { suite, outputs, before } = material;
  const { tests } = suite;
  const tools = new Toolbox(ctx, input.model);
  const judge = new Judge(tools, input.minSamplePass);
  for (const test of tests) judge.prepare(test);
  const judged = tests.map((test) => judge.judge(test, outputs.samples.get(test.index) ?? []));
  // What the assertions find in the baseline is no news about the new version.
  const problems = new Map(judge.problems);
  const baseline = new Map<number, JudgedTest>();
  for (const test of before ? tests : []) {
    const samples = before?.samples.get(test.index);
    if (samples) baseline.set(test.index, judge.judge(test, samples));
  }
  const samples = [...outputs.samples.values()].flat();
  report.done("read", `${counted(tests.length, "test")}, ${counted(samples.length, "output")}`);
  reportReading(suite, outputs, report);
  logTools(tools, report);
  reportTests(judged, problems, input, report);

  const changes = new Map<number, Change>();
  for (const one of before ? judged : []) {
    changes.set(one.test.index, changeOf(one, baseline.get(one.test.index)));
  }
  const { value, counts } = figuresOf(judged, baseline, changes);
  const summary = `${counts.passed} of ${counted(counts.tests, "test")} passed`;
  report.done("score", summary, counts.passed === counts.tests ? "pass" : "fail");
  const comparison = before ? compare(value, baseline, changes, judged, ctx, report) : null;
  if (before) reportChanges(judged, changes, before, input, report);
  else report.skipped("delta", "The field `baselineOutputs` has what to compare with");
  const prompts = promptsOf(input, tools, report);

  const figures = { ...value, comparison, prompts };
  writeFiles(figures, judged, samplesByTest(outputs), report);
  const shown = [
    summary,
    `pass rate ${value.passRate} percent (95 percent interval ${value.wilson95.low} to ${value.wilson95.high})`,
    `mean score ${value.meanScore}`,
    ...(comparison ? [`${counts.regressed} regressed, ${counts.fixed} fixed`] : []),
  ];
  const output = { figures: shown.join(", "), next: nextSteps(report) };
  return report.conclude({ value: figures, counts, output, failOn: input.failOn });
}

function logTools({ uses }: Toolbox, report: Report): void {
  const needed = {
    schema: "No is-json or contains-json in `tests` has a schema",
    regex: "No assertion in `tests` is a regex",
    xml: "No assertion in `tests` is is-xml or contains-xml",
    tokens: "No assertion in `tests` is a token-count",
  } as const;
  for (const stage of ["schema", "regex", "xml", "tokens"] as const) {
    if (uses[stage] === 0) report.skipped(stage, needed[stage]);
    else report.done(stage, counted(uses[stage], "check"));
  }
}

type Figures = Pick<
  Static<typeof VALUE>,
  "tests" | "passRate" | "wilson95" | "meanScore" | "metrics"
>;

function figuresOf(
  judged: readonly JudgedTest[],
  baseline: ReadonlyMap<number, JudgedTest>,
  changes: ReadonlyMap<number, Change>,
) {
  const total = judged.length;
  const passed = judged.filter(({ outcome }) => outcome === "pass").length;
  const [low, high] = total === 0 ? [0, 1] : wilsonInterval(passed, total, 0.05);
  const tests = judged.map(({ test, outcome, score, assertions, ...one }) => {
    const before = baseline.get(test.index);
    return {
      index: test.index,
      description: test.description,
      outcome,
      score: rounded(score),
      samples: one.samples,
      samplesPassed: one.samplesPassed,
      assertions: assertions.map((assertion) => ({
        ...assertion,
        score: rounded(assertion.score),
      })),
      baseline: before ? { outcome: before.outcome, score: rounded(before.score) } : null,
      change: changes.get(test.index) ?? null,
    };
  });
  const value: Figures = {
    tests,
    passRate: total === 0 ? 0 : rounded((100 * passed) / total, 2),
    wilson95: { low: rounded(100 * low, 2), high: rounded(100 * high, 2) },
    meanScore: rounded(mean(judged.map(({ score }) => ({ score, weight: 1 })))),
    metrics: metricsOf(judged),
  };
  const changed = (wanted: Change) => [...changes.values()].filter((one) => one === wanted).length;
  const counts = {
    tests: total,
    passed,
    failed: judged.filter(({ outcome }) => outcome === "fail").length,
    assertions: tests.reduce((sum, { assertions }) => sum + assertions.length, 0),
    regressed: changed("regressed"),
    fixed: changed("fixed"),
  };
  return { value, counts };
}

function compare(
  { tests }: Figures,
  baseline: ReadonlyMap<number, JudgedTest>,
  changes: ReadonlyMap<number, Change>,
  judged: readonly JudgedTest[],
  ctx: KitCtx<Tools>,
  report: Report,
) {
  const before = [...baseline.values()];
  const passed = before.filter(({ outcome }) => outcome === "pass").length;
  const rateBefore = before.length === 0 ? 0 : (100 * passed) / before.length;
  const rate = (100 * tests.filter(({ outcome }) => outcome === "pass").length) / tests.length;
  const having = (wanted: Change) =>
    [...changes].filter(([, change]) => change === wanted).map(([index]) => index);
  return {
    regressed: having("regressed"),
    fixed: having("fixed"),
    stillFailing: having("still-failing"),
    passRateBefore: rounded(rateBefore, 2),
    difference: rounded(rate - rateBefore, 2),
    mcnemarP: mcnemarP(before, judged, ctx, report),
  };
}

function mcnemarP(
  before: readonly JudgedTest[],
  judged: readonly JudgedTest[],
  ctx: KitCtx<Tools>,
  report: Report,
): number {
  if (before.length === 0) {
    report.skipped("delta", "No test has an output in `baselineOutputs`");
    return 1;
  }
  const compared = ctx.step(delta, {
    baseline: deltaRows(before),
    candidate: deltaRows(judged),
    bootstrap: 0,
  });
  const { value, errors: [error] = [] } = compared;
  if (!value) {
    report.stageFailed("delta", error ?? { code: "STAGE_FAILED", message: "There is no result" });
    return 1;
  }
  const { regressed, improved } = value.pass;
  const p = rounded(value.mcnemar.pValue);
  report.done(
    "delta",
    `${counted(value.paired, "pair")}, ${regressed} regressed, ${improved} fixed, p = ${p}`,
    regressed > 0 ? "review" : "pass",
  );
  return p;
}

function promptsOf({ prompt, baselinePrompt }: Input, tools: Toolbox, report: Report) {
  if (prompt === undefined || baselinePrompt === undefined) {
    report.skipped("prompts", "The fields `prompt` and `baselinePrompt` have the prompts");
    return null;
  }
  const prompts = comparePrompts(baselinePrompt, prompt, tools);
  const { tokensBefore, tokensAfter, linesAdded, linesRemoved } = prompts;
  report.done(
    "prompts",
    `${tokensBefore} to ${tokensAfter} tokens, ${counted(linesAdded, "line")} added, ${linesRemoved} removed`,
  );
  return prompts;
}

function samplesByTest({ samples }: Outputs) {
  return [...samples].toSorted(([left], [right]) => left - right);
}

function writeFiles(
  figures: Figures & object,
  judged: readonly JudgedTest[],
  samples: ReturnType<typeof samplesByTest>,
  report: Report,
): void {
  report.json("results.json", figures);
  report.csv(
    "results.csv",
    COLUMNS,
    figures.tests.map(({ index, description, outcome, score, baseline, change }, place) => {
      const reason = whyNot(outcome, judged[place]?.reason ?? "");
      return [index, description, outcome, score, baseline?.outcome, change, reason];
    }),
  );
  report.file("junit.xml", testReport(judged));
  const lines = samples.flatMap(([index, list]) =>
    list.filter(({ error }) => error === undefined).map((sample) => baselineLine(index, sample)),
  );
  report.file("baseline.jsonl", lines.join("\n"));
}

function nextSteps({ verdict }: Report): string[] {
  return verdict === "fail"
    ? [
        "Read the reasons in results.csv, the first failed one of each test",
        "Correct assertions in `tests` that findings name, or the prompt",
        "Record outputs again and run the same tests",
      ]
    : ["Publish junit.xml in CI", "Keep baseline.jsonl as `baselineOutputs` of the next run"];
}
