/** Tells flaky tests from broken and from fixed ones over several runs. */
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { isFailing } from "../_lib/formats/test-report/report.ts";
import { toDecimals } from "../_lib/numbers/fraction.ts";
import { percentOf } from "../_lib/numbers/percent.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { gated } from "../_lib/results/review/gate.ts";
import { markdownTable } from "../_lib/text/markdown-table.ts";
import type { Classification, Input, TestFigures, Value } from "../test-run-stability-matrix.ts";
import { figuresOf, visitsOf } from "./course.ts";
import { Proportions } from "./proportions.ts";
import { readRuns, type Run } from "./read.ts";

/** In the order in which tests are listed. */
export const CLASSES = [
  "flaky",
  "regressed",
  "stable-fail",
  "fixed",
  "insufficient",
  "stable-pass",
  "not-run",
] as const;

/** Judges every test of the runs. */
export function findFlakiness(input: Input) {
  const read = readRuns(input);
  if (read.failure) return read.failure;
  const { runs, warnings } = read;
  const setting = { runs, minRuns: input.minRuns, proportions: new Proportions() };
  const visits = visitsOf(runs);
  const tests = [...visits]
    .map(([id, ofTest]) => figuresOf(id, ofTest, setting))
    .toSorted(byUrgency);
  const counts = countsOf(tests);
  const runFigures = runs.map(figuresOfRun);
  const greenRuns = runFigures.filter(({ isGreen }) => isGreen).length;
  const value: Value = {
    tests,
    counts,
    runs: runFigures.map(({ id, passed, failed }) => ({ id, passed, failed })),
    greenRuns,
    greenPercent: percentOf(greenRuns, runs.length, 2),
    expectedGreenPercent: expectedGreen(tests),
    clusters: clustersOf(runs),
  };
  const troubled = counts.flaky + counts.regressed + counts.stableFail;
  return gated(
    {
      output: table(tests),
      value,
      valid: troubled === 0,
      warnings,
      stats: { tests: tests.length, runs: runs.length, ...counts },
    },
    {
      failOn: input.failOn,
      code: "TEST_RUN_STABILITY_MATRIX_FAILED",
      message: `Cannot rely on the tests: found ${counts.flaky} flaky, ${counts.regressed} regressed, ${counts.stableFail} broken and ${warnings.length} runs cut short, expected none`,
    },
    warnings.length,
  );
}

const RANKS: ReadonlyMap<Classification, number> = new Map(
  CLASSES.map((name, rank) => [name, rank]),
);

function byUrgency(left: TestFigures, right: TestFigures): number {
  const rank = ({ classification }: TestFigures) => RANKS.get(classification) ?? 0;
  return (
    rank(left) - rank(right) ||
    (right.flipPercent ?? -1) - (left.flipPercent ?? -1) ||
    right.fails - left.fails ||
    byCodeUnit(left.id, right.id)
  );
}

function countsOf(tests: readonly TestFigures[]): Value["counts"] {
  const count = (name: Classification) =>
    tests.filter(({ classification }) => classification === name).length;
  return {
    flaky: count("flaky"),
    regressed: count("regressed"),
    stableFail: count("stable-fail"),
    fixed: count("fixed"),
    insufficient: count("insufficient"),
    stablePass: count("stable-pass"),
    notRun: count("not-run"),
  };
}

function figuresOfRun({ id, tests }: Run) {
  let passed = 0;
  let failed = 0;
  for (const { status } of tests.values()) {
    if (isFailing(status)) failed++;
    else if (status !== "skipped") passed++;
  }
  return { id, passed, failed, isGreen: tests.size > 0 && failed === 0 };
}

/** The product of the flaky tests' shares of passes, those that are alike as one power. */
function expectedGreen(tests: readonly TestFigures[]): number {
  const flaky = tests.filter(({ classification }) => classification === "flaky");
  let numerator = 100n;
  let denominator = 1n;
  for (const alike of groupBy(flaky, ({ passes, runs }) => `${passes}/${runs}`).values()) {
    const [{ passes, runs }] = alike as [TestFigures];
    numerator *= BigInt(passes) ** BigInt(alike.length);
    denominator *= BigInt(runs) ** BigInt(alike.length);
  }
  return toDecimals({ numerator, denominator }, 2).toNumber();
}

/** Tests that fail in the same runs, two at least and not all. */
function clustersOf(runs: readonly Run[]): Value["clusters"] {
  const failing = new Map<string, number[]>();
  for (const [run, { tests }] of runs.entries()) {
    for (const { id, status } of tests.values()) {
      if (!isFailing(status)) continue;
      const known = failing.get(id);
      if (known) known.push(run);
      else failing.set(id, [run]);
    }
  }
  const some = [...failing].filter(
    ([, places]) => places.length > 1 && places.length < runs.length,
  );
  const together = groupBy(some, ([, places]) => places.join());
  return [...together.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      tests: group.map(([id]) => id).toSorted(byCodeUnit),
      runs: (group[0]?.[1] ?? []).map((place) => runs[place]?.id ?? ""),
    }))
    .toSorted((left, right) => byCodeUnit(left.tests[0] ?? "", right.tests[0] ?? ""));
}

function table(tests: readonly TestFigures[]): string {
  const head = ["Test", "Class", "Pass %", "95 % interval", "Flips"];
  const rows = tests.map(({ id, classification, passPercent, wilson95, flips }) => [
    id,
    classification,
    passPercent === null ? "–" : String(passPercent),
    wilson95 === null ? "–" : `${wilson95.low}–${wilson95.high}`,
    String(flips),
  ]);
  return markdownTable(head, rows);
}
