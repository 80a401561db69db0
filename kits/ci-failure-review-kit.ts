import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf, whole } from "../tools/_core/fields.ts";
import { type Entry, fail, type Outcome } from "../tools/_core/tool.ts";
import { REPORT_FAILURES, reportField } from "../tools/_lib/formats/test-report/report.ts";
import { INPUT_FAILURES } from "../tools/_lib/results/input-invalid.ts";
import { failOnField } from "../tools/_lib/results/review/shapes.ts";
import { CATEGORIES as SENSITIVE } from "../tools/_lib/secrets/detectors/detector.ts";
import { counted } from "../tools/_lib/text/plural.ts";
import { quoted } from "../tools/_lib/text/shown.ts";
import selectTests from "../tools/change-impact-test-selection-planner.ts";
import compareReports from "../tools/ci-regression-diff.ts";
import trimLog from "../tools/log-context-trimmer.ts";
import redactLog from "../tools/sensitive-log-redaction-evidence.ts";
import findFlaky from "../tools/test-run-stability-matrix.ts";
import { filesLaw } from "./_core/files-law.ts";
import { defineKit, type KitCtx } from "./_core/kit.ts";
import { kitValue } from "./_core/kit-value.ts";
import { redactStage, textsIn } from "./_core/redaction.ts";
import { KitReport } from "./_core/report.ts";
import { type Cause, causesIn, foundBy, passesByItself } from "./ci-failure-review-kit/causes.ts";
import { countsOf, primaryOf, type Review, writeFiles } from "./ci-failure-review-kit/files.ts";
import { RUNNERS, runnerOf } from "./ci-failure-review-kit/rerun.ts";
import { CATEGORIES, RULES } from "./ci-failure-review-kit/rules.ts";
import {
  type Answers,
  askTools,
  isGiven,
  logCompare,
  logImpact,
  logStability,
  MOST_SHOWN,
  trim,
} from "./ci-failure-review-kit/stages.ts";
import {
  failingTests,
  type FailingTest,
  GROUPS,
  Impact,
  readRuns,
  type Runs,
} from "./ci-failure-review-kit/tests.ts";

/** Each cause is a finding of its code; how much it weighs depends on what else is known. */
const CAUSES = {
  DISK_FULL: "The log tells of a full disk",
  OUT_OF_MEMORY: "The log tells of memory that ran out",
  JOB_TIMEOUT: "The log tells of a job over its time limit",
  RUNNER_LOST: "The log tells of a runner that was lost",
  CONFIG_ERROR: "The log tells of a wrong configuration or option",
  SECRET_MISSING: "The log tells of a secret or variable that is not set",
  AUTH_FAILED: "The log tells of access that was refused",
  DEPENDENCY_RESOLUTION: "The log tells of dependencies that cannot be resolved",
  COMPILE_ERROR: "The log tells of code that does not compile or load",
  RATE_LIMITED: "The log tells of a rate limit",
  NETWORK: "The log tells of a connection that failed",
  TEST_TIMEOUT: "The log tells of a test over its time limit",
  SNAPSHOT_MISMATCH: "The log tells of a snapshot that differs",
  TEST_FAILURE: "The log tells of a failing test",
  LINT: "The log tells of code that the linter or formatter refuses",
  COMMAND_NOT_FOUND: "The log tells of a command or script that there is not",
  EXIT_CODE: "The log tells only of an exit code that is not 0",
} as const;

const FAILURES = {
  ...INPUT_FAILURES,
  ...REPORT_FAILURES,
  ...CAUSES,
  NOTHING_TO_REVIEW: "There is neither a log nor a test report",
  NEW_FAILURE: "A test fails that did not fail before",
  STAGE_FAILED: "A tool could not do its part",
  CI_FAILURE_REVIEW_KIT_FAILED: "The gate is set, and a finding closes it",
} as const;

const WARNINGS = {
  ...CAUSES,
  RUN_TRUNCATED: findFlaky.warnings.RUN_TRUNCATED,
  RUN_EMPTY: "The report has no test",
  FLAKY_FAILURE: "A test fails now and then, whatever was changed",
  KNOWN_FAILURE: "A test failed before, too",
  SECRET_REDACTED: "Credentials or personal data were replaced by tokens",
} as const;

const PAST_RUN = Type.Object(
  {
    id: Type.Optional(
      Type.Union([Type.String(), Type.Integer()], {
        description: "Its place, from 1, if left out; `current` is this run",
      }),
    ),
    commit: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: "What it was run on" }),
    ),
    report: reportField("What became of each test"),
  },
  { additionalProperties: false },
);

const { changes, dependencies, coverage, tests: allTests } = selectTests.input.properties;

const INPUT = Type.Object({
  log: Type.String({ description: "The log of the job, as it was written", default: "" }),
  report: Type.Optional(reportField("Test report of this run")),
  baseline: Type.Optional(reportField("Test report of the last run on the main branch")),
  history: dataOrJson(Type.Array(PAST_RUN, { maxItems: 50 }), {
    description: "Earlier runs, the oldest first, without this one",
    default: [],
  }),
  changes: Type.Optional(changes),
  dependencies,
  coverage,
  tests: allTests,
  runner: oneOf(RUNNERS, {
    description: "For rerun.sh; auto goes by the report's format",
    default: "auto",
  }),
  redact: Type.Boolean({
    description: "Replace credentials and personal data by tokens before anything else",
    default: true,
  }),
  maxExcerptChars: whole({
    description: "Characters that the excerpt of the log may have",
    minimum: 500,
    maximum: 40_000,
    default: 6000,
  }),
  failOn: failOnField("none"),
});

const COUNT = Type.Integer({ minimum: 0 });
const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);
const CAUSE_FACTS = {
  code: oneOf(RULES.map(({ code }) => code)),
  category: oneOf(CATEGORIES),
  line: Type.Integer({ minimum: 1, description: "Of the log" }),
  advice: Type.String(),
};

const VALUE = kitValue(
  {
    decision: oneOf(["fix", "retry", "investigate", "green"]),
    primary: Type.Union([Type.Object(CAUSE_FACTS), Type.Null()], {
      description: "The cause nearest to the root",
    }),
    causes: Type.Array(
      Type.Object({
        ...CAUSE_FACTS,
        count: Type.Integer({ minimum: 1, description: "Lines that tell of it" }),
        retried: Type.Integer({
          minimum: 0,
          description: "Further lines of what was tried again, or only warned of",
        }),
        text: Type.String({ description: "The first of the lines" }),
      }),
    ),
    tests: Type.Array(
      Type.Object({
        id: Type.String(),
        status: oneOf(["failed", "error", "flaky"]),
        group: oneOf(GROUPS),
        transition: Type.String({ description: "From the baseline, as ci-regression-diff says" }),
        classification: Type.Union([Type.String(), Type.Null()], {
          description: "Over all runs, as test-run-stability-matrix says",
        }),
        selectedBy: Type.Union([Type.String(), Type.Null()], {
          description: "How the change reaches it",
        }),
        message: NULLABLE_TEXT,
        durationMs: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
      }),
      { description: "Those that failed or were flaky: new, flaky, known" },
    ),
  },
  { new: COUNT, flaky: COUNT, known: COUNT },
);

export type Input = Static<typeof INPUT>;

export type Value = Static<typeof VALUE>;

type Used = (typeof USES)[number];

type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;

/** What all stages have at hand. */
export interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<Used>;
  readonly report: KitReport<typeof STAGES>;
  /** Any text of the run without its secrets. */
  readonly replace: (text: string) => string;
}

const ID = "ci-failure-review-kit";
const NAME = "CI Failure Review Kit";

const STAGES = {
  redact: redactLog,
  trim: trimLog,
  compare: compareReports,
  stability: findFlaky,
  impact: selectTests,
  causes: null,
  decide: null,
} as const;

const USES = [redactLog, trimLog, compareReports, findFlaky, selectTests] as const;

export default defineKit({
  id: ID,
  name: NAME,
  category: "Developer",
  description:
    "Reads a red pipeline's log and test reports: what failed first, whether the change did it, what is flaky, and what to do.",
  keywords: [
    "azure pipelines",
    "build failure",
    "build log",
    "ci",
    "circleci",
    "exit code",
    "flaky",
    "github actions",
    "gitlab",
    "jenkins",
    "job log",
    "junit",
    "merge request",
    "pipeline",
    "red build",
    "rerun",
    "root cause",
    "test report",
    "triage",
  ],
  aliases: ["ci-triage-kit", "build-failure-review"],
  version: "2026-11-27",
  uses: [...USES],

  input: INPUT,
  primary: "log",
  value: VALUE,
  verb: "review",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "why did my ci pipeline fail",
    "triage a red build from its log and junit report",
    "is this failure caused by my pull request or not ours",
    "the job is red, should i press retry or fix something",
    "explain a failed github actions run and write the issue",
    "find the root cause in a gitlab job log",
    "which failing tests are new, flaky or known since main",
    "write a rerun command for only the failing tests",
    "build failure analysis with history of earlier runs",
    "out of memory, disk full or network error in the build log",
    "npm install fails in the pipeline with eresolve",
    "process completed with exit code 1, what happened before it",
    "short redacted excerpt of a ci log for a bug report",
    "nightly build broke, who or what is to blame",
    "post-mortem of a failed deployment job",
    "runner lost communication with the server, is it infrastructure",
    "a test fails that the change cannot have touched",
    "turn a failed workflow run into an issue with likely cause and excerpt",
    "agent should decide whether to fix, retry or investigate a failed check",
    "continuous integration is broken after merge",
    "jest, pytest or go tests failed on the server but pass on my machine",
    "summarise a jenkins console output that ended in failure",
    "warum ist die pipeline rot und was muss ich tun",
    "fehlgeschlagenen build auswerten und ticket schreiben",
    "por qué falló la integración continua",
    "pourquoi le pipeline ci a échoué",
    "分析 ci 流水线 失败 的 原因",
    "ciが失敗した原因を調べる",
    "red cross on my pull request, three thousand lines of output, where is the actual error",
    "it builds on my laptop, the server refuses",
    "is it me, the network or the flaky login spec",
    "release is stuck behind a failing job, what do i tell the team",
    "circleci, azure pipelines, buildkite, travis, teamcity, gradle build failed, error TS, ELIFECYCLE",
    "diagnose a failed workflow from console output and junit: origin, blame, next action",
    "por que o pipeline falhou e o que fazer",
  ],
  effort: 3,
  isolated: true,
  keepsSecrets: true,

  laws: [
    filesLaw,
    {
      name: "every failing test is in one group, and one that failed before is no error",
      holds(run, input) {
        const { value } = run({ ...input, failOn: "none" });
        if (!value) return true;
        const { tests, counts, findings } = value;
        const ids = new Set(tests.map(({ id }) => id));
        const errors = findings.flatMap(({ code, subject }) =>
          code === "NEW_FAILURE" ? [subject] : [],
        );
        const known = new Set(tests.flatMap(({ id, group }) => (group === "known" ? [id] : [])));
        return (
          (ids.size === tests.length || input.redact !== false) &&
          counts.new + counts.flaky + counts.known === tests.length &&
          (input.redact !== false || errors.every((id) => !known.has(id ?? "")))
        );
      },
    },
    {
      name: "lines that say nothing change nothing but the numbers of lines",
      holds(run, { log = "", ...input }) {
        const options = { ...input, redact: false, failOn: "none" } as const;
        const before = run({ ...options, log }).value;
        const after = run({ ...options, log: `a\nb\n${log}` }).value;
        // Without anything in it, a log is none.
        if (!before || !after || log.trim() === "") return true;
        const shown = ({ causes, decision, tests }: Value, by: number) =>
          JSON.stringify([decision, tests, causes.map((one) => ({ ...one, line: one.line + by }))]);
        return shown(before, 2) === shown(after, 0);
      },
    },
    {
      name: "green is a run of which there is nothing to say but what was redacted",
      holds(run, input) {
        const { ok, value } = run({ ...input, failOn: "none" });
        if (!ok || !value) return true;
        const { error, warning, byCode } = value.counts;
        const said = error + warning - (byCode["SECRET_REDACTED"] ?? 0);
        return (value.decision === "green") === (said === 0);
      },
    },
  ],
  examples: [
    {
      title: "A new failure beside an old one, and the log of the run",
      input: {
        log: "2026-11-20T10:00:01Z Run npm test\n2026-11-20T10:00:09Z FAIL cart.test.ts\n2026-11-20T10:00:09Z ##[error]Process completed with exit code 1.\n",
        report: { "cart adds": "failed", "cart rounds": "failed", "cart lists": "pass" },
        baseline: { "cart adds": "pass", "cart rounds": "failed", "cart lists": "pass" },
        runner: "jest",
      },
      expect: {
        ok: true,
        valid: false,
        value: {
          verdict: "fail",
          decision: "fix",
          primary: { code: "TEST_FAILURE", category: "test", line: 2 },
          tests: [
            { id: "cart adds", group: "new", transition: "regressed" },
            { id: "cart rounds", group: "known", transition: "stillFailing" },
          ],
          counts: { new: 1, flaky: 0, known: 1 },
          deliverables: [
            { name: "review.json" },
            { name: "issue.md" },
            { name: "failing-tests.txt", content: "cart adds\ncart rounds\n" },
            {
              name: "rerun.sh",
              content: "#!/bin/sh\nset -eu\nnpx jest -t 'cart adds|cart rounds'\n",
            },
            { name: "log-excerpt.txt" },
          ],
        },
      },
    },
    {
      title: "A connection that broke: run it again",
      input: {
        log: "npm WARN retry fetch ECONNRESET\nnpm ERR! code ETIMEDOUT\nError: Process completed with exit code 1.\n",
      },
      expect: {
        ok: true,
        valid: true,
        value: {
          verdict: "review",
          decision: "retry",
          causes: [
            { code: "NETWORK", line: 2, count: 1, retried: 1 },
            { code: "EXIT_CODE", line: 3 },
          ],
        },
      },
    },
    {
      title: "A flaky test, and one that the change does not reach",
      input: {
        report: "tests/test_a.py::test_one PASSED\ntests/test_b.py::test_two FAILED\n",
        history: [
          { report: { "tests/test_b.py::test_two": "pass" } },
          { report: { "tests/test_b.py::test_two": "failed" } },
          { report: { "tests/test_b.py::test_two": "pass" } },
        ],
        changes: ["src/a.py"],
        dependencies: { "tests/test_a.py": ["src/a.py"], "tests/test_b.py": ["src/b.py"] },
      },
      expect: {
        ok: true,
        value: {
          decision: "retry",
          tests: [{ group: "flaky", classification: "flaky", selectedBy: null }],
          counts: { byCode: { FLAKY_FAILURE: 1, UNRELATED_TO_CHANGE: 1 } },
        },
      },
    },
    {
      title: "A gate for the pipeline",
      input: { log: "src/cart.ts(3,5): error TS2322: Type string.\n", failOn: "error" },
      expect: {
        ok: false,
        error: { code: "CI_FAILURE_REVIEW_KIT_FAILED" },
        value: { primary: { code: "COMPILE_ERROR" } },
      },
    },
    {
      title: "Neither log nor report",
      input: { log: "" },
      expect: { ok: false, error: { code: "NOTHING_TO_REVIEW" } },
    },
  ],

  // 100,000 characters of a log take about 200 ms: four families of detectors look for what must not be shown.
  run(input, ctx): Result {
    if (input.log.trim() === "" && !isGiven(input.report)) return fail(NOTHING_TO_REVIEW);
    const report = new KitReport(ID, NAME, STAGES, ctx.longestOutput);
    const runs = readRuns(input);
    const found = causesIn(input.log);
    const answers = askTools(input, ctx);
    const failing = failingTests(runs, answers);
    const known = { input, found, answers, failing, runs };
    const replace = redactStage(report, "redact", shownTexts(known), {
      redact: input.redact,
      categories: SENSITIVE,
    });
    const work: Work = { input, ctx, report, replace };
    const excerpt = trim(work);
    const isRead = logCompare(answers, work);
    if (!isRead) return conclude({ ...NOTHING, runs, excerpt }, work, false);
    logStability(answers, work);
    logImpact(answers, work);
    const tests = failing.map((test) => withoutSecrets(test, replace));
    const causes = found.map((cause) => ({ ...cause, text: replace(cause.text) }));
    reportCauses(causes, tests.length, work);
    reportTests(failing, answers, work);
    const decision = decide(causes, tests, work);
    const runner = runs.current && runnerOf(input.runner, runs.current, input.report);
    const ids = failing.map(({ id }) => id);
    return conclude({ decision, causes, tests, ids, runs, runner, excerpt }, work, true);
  },
});

const NOTHING_TO_REVIEW = {
  code: "NOTHING_TO_REVIEW",
  message: "Cannot review the run: found neither a log nor a test report, expected one of them",
  path: "/log",
} as const satisfies Entry;

const NOTHING = {
  decision: "investigate",
  causes: [],
  tests: [],
  ids: [],
  runner: undefined,
} as const;

interface Known {
  readonly input: Input;
  readonly found: readonly Cause[];
  readonly answers: Answers;
  readonly failing: readonly FailingTest[];
  readonly runs: Runs;
}

/** Everything of the run that may be shown. */
function shownTexts({ input, found, answers, failing, runs }: Known): readonly string[] {
  const { compare, stability, impact } = answers;
  return [
    input.log,
    ...found.map(({ text }) => text),
    ...failing.flatMap(({ id, message }) => (message === null ? [id] : [id, message])),
    ...runs.history.map(({ name }) => name),
    ...unreadTexts(compare, [input.report, input.baseline]),
    ...unreadTexts(stability, input.history),
    ...unreadTexts(impact, []),
  ];
}

/** What cannot be read is quoted where reading ended; its whole text tells which part of that is a secret. */
function unreadTexts(answer: Outcome | undefined, given: readonly unknown[]): readonly string[] {
  if (answer === undefined || answer.value) return [];
  return [...textsIn(given), ...textsIn(answer.errors?.slice(0, MOST_SHOWN))];
}

function withoutSecrets(test: FailingTest, replace: Work["replace"]): FailingTest {
  const { id, message } = test;
  return { ...test, id: replace(id), message: message === null ? null : replace(message) };
}

/** A failing test of the report says more than the lines that tell of it. */
function reportCauses(causes: readonly Cause[], failing: number, { input, report }: Work): void {
  if (input.log.trim() === "") {
    report.skipped("causes", "There is no log; the field `log` takes it");
    return;
  }
  for (const cause of causes) {
    const { code, category, line, count, text } = cause;
    const more = count === 1 ? "" : ` and ${count - 1} more`;
    const message = `Cannot finish the job: found ${foundBy(code)} in line ${line}${more} (${quoted(text)}), expected none`;
    let severity: "error" | "warning" | "info" = "error";
    if (passesByItself(cause)) severity = "warning";
    else if (category === "test" && isGiven(input.report))
      severity = failing > 0 ? "info" : "warning";
    else if (category === "exit" && (causes.length > 1 || failing > 0)) severity = "info";
    report.find(severity, "causes", { code, message, path: "/log", line, received: count });
  }
  const [first] = causes;
  const primary =
    first === undefined ? "" : `: ${first.code} in line ${first.line} is nearest to the root`;
  report.done("causes", `${counted(causes.length, "cause")}${primary}`);
}

function reportTests(failing: readonly FailingTest[], answers: Answers, work: Work): void {
  const { report, replace } = work;
  const impact = new Impact(answers);
  for (const { id, status, group } of failing) {
    const subject = replace(id);
    const name = quoted(subject);
    const about = { subject, received: status };
    if (group === "new") {
      const message = `Cannot pass ${name}: found ${status}, expected passed`;
      report.find("error", "decide", { code: "NEW_FAILURE", message, ...about });
    } else if (group === "flaky") {
      const message = `${name} is flaky: quarantine it and mend it, a second run alone hides it`;
      report.find("warning", "decide", { code: "FLAKY_FAILURE", message, ...about });
    } else {
      const message = `${name} failed before, too: it is not of this change`;
      report.find("warning", "decide", { code: "KNOWN_FAILURE", message, ...about });
    }
    if (!impact.isUnrelated(id)) continue;
    const message = `The change does not reach ${name}: look for a dependency that is not declared, or for flakiness`;
    report.find("info", "decide", { code: "UNRELATED_TO_CHANGE", message, subject });
  }
}

function decide(
  causes: readonly Cause[],
  tests: readonly FailingTest[],
  { report }: Work,
): Value["decision"] {
  const { error, warning, byCode } = report.counts;
  const decision = ((): Value["decision"] => {
    if (error > 0) return "fix";
    if (causes.some(passesByItself) || tests.some(({ group }) => group === "flaky")) return "retry";
    // A secret in the log is to be dealt with, and is nothing that made the run fail.
    return warning > (byCode["SECRET_REDACTED"] ?? 0) ? "investigate" : "green";
  })();
  report.done("decide", `Decision: ${decision}`, report.verdict);
  return decision;
}

function conclude(review: Review, work: Work, isWhole: boolean): Result {
  const { input, report } = work;
  const { decision, causes, tests, excerpt } = review;
  if (isWhole) writeFiles(review, work);
  else if (excerpt !== undefined) report.file("log-excerpt.txt", excerpt);
  const primary = primaryOf(causes);
  const counts = countsOf(tests);
  const { new: fresh, flaky, known } = counts;
  return report.conclude({
    value: { decision, primary, causes, tests },
    counts,
    output: {
      figures: `Decision: ${decision}; ${primary === null ? "no cause in the log" : `${primary.code} in line ${primary.line}`}; ${counted(tests.length, "failing test")}: ${fresh} new, ${flaky} flaky, ${known} known`,
      next: nextSteps(review, work),
    },
    failOn: input.failOn,
  });
}

function nextSteps({ causes: [first], tests, runner }: Review, { input, report }: Work): string[] {
  const hasFlaky = tests.some(({ group }) => group === "flaky");
  return [
    ...(first === undefined ? [] : [`${first.advice} (${first.code}, line ${first.line})`]),
    ...(hasFlaky ? ["Quarantine the flaky tests and mend them; do not only retry."] : []),
    ...(runner === undefined || tests.length === 0
      ? []
      : ["Run `rerun.sh`, which runs the failing tests alone."]),
    ...(report.counts.byCode["SECRET_REDACTED"] === undefined
      ? []
      : ["Take what was redacted out of the log's source, and renew its credentials."]),
    ...(isGiven(input.report)
      ? input.baseline === undefined && input.history.length === 0
        ? ["Give `baseline` or `history`, to tell new failures from old and flaky ones."]
        : []
      : ["Give `report`, to learn of each test."]),
    "Open an issue with `issue.md`.",
  ];
}
