/** What the kit says about the tests and their outputs. */
import type { KitReport } from "../_core/report.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import type { Input, STAGES } from "../prompt-regression-kit.ts";
import { type JudgedTest, type Problem, rounded } from "./judge.ts";
import type { Outputs } from "./outputs.ts";
import type { TestSuite } from "./tests.ts";
import type { Change } from "./comparison.ts";

export type Report = KitReport<typeof STAGES>;

export function reportReading({ tests, ignored }: TestSuite, outputs: Outputs, report: Report) {
  for (const path of ignored) {
    const message = `${path} has no effect on recorded outputs`;
    report.find("info", "read", { code: "IGNORED_CONFIG", message, path });
  }
  for (const { code, ...finding } of outputs.findings) {
    const severity = code === "ASSERTION_INVALID" ? "error" : "warning";
    report.find(severity, "read", { code, ...finding });
  }
  for (const { index, path, description, assertions } of tests) {
    if (assertions.length === 0) {
      const message = `Test ${nameOf(index, description)} asserts nothing`;
      report.find("warning", "read", {
        code: "NO_ASSERTIONS",
        message,
        path,
        subject: description,
      });
    }
    for (const sample of outputs.samples.get(index) ?? []) {
      if (sample.error === undefined) continue;
      const message = `There is no output for test ${nameOf(index, description)}: ${quoted(sample.error, 200)}`;
      report.find("error", "read", {
        code: "OUTPUT_ERROR",
        message,
        path: sample.path,
        subject: description,
      });
    }
  }
}

export function reportTests(
  judged: readonly JudgedTest[],
  problems: ReadonlyMap<string, Problem>,
  { minPassRate }: Input,
  report: Report,
): void {
  for (const { code, stage, message, path } of problems.values()) {
    report.find("error", stage, { code, message, path });
  }
  const passed = judged.filter(({ outcome }) => outcome === "pass").length;
  const isBelow = 100 * passed < minPassRate * judged.length;
  for (const { test, outcome, reason } of judged) {
    const { path, description: subject } = test;
    if (outcome === "missing") {
      const message = `Test ${nameOf(test.index, subject)} has no output`;
      report.find("error", "score", { code: "OUTPUT_MISSING", message, path, subject });
    } else if (outcome === "fail") {
      const finding = { code: "TEST_FAILED", message: reason, path, subject };
      report.find(isBelow ? "error" : "warning", "score", finding);
    }
  }
  if (!isBelow) return;
  const received = rounded((100 * passed) / judged.length, 2);
  report.find("error", "score", {
    code: "PASS_RATE_BELOW_MINIMUM",
    message: `${received} percent of the tests pass, expected at least ${minPassRate}`,
    path: "/minPassRate",
    expected: minPassRate,
    received,
  });
}

const FEW = 20;

export function reportChanges(
  judged: readonly JudgedTest[],
  changes: ReadonlyMap<number, Change>,
  baseline: Outputs,
  { maxRegressions }: Input,
  report: Report,
): void {
  for (const { code, ...finding } of baseline.findings) {
    const severity = code === "ASSERTION_INVALID" ? "error" : "warning";
    report.find(severity, "delta", { code, ...finding });
  }
  const regressions = [...changes.values()].filter((change) => change === "regressed").length;
  for (const { test, outcome, reason } of judged) {
    const change = changes.get(test.index);
    const place = { path: test.path, subject: test.description };
    const name = nameOf(test.index, test.description);
    if (change === "regressed") {
      const why = reason === "" ? outcome : reason;
      const message = `Test ${name} passed with the baseline and does not pass now: ${why}`;
      const severity = regressions > maxRegressions ? "error" : "warning";
      report.find(severity, "delta", { code: "REGRESSION", message, ...place });
    } else if (change === "fixed") {
      const message = `Test ${name} did not pass with the baseline and passes now`;
      report.find("info", "delta", { code: "TEST_FIXED", message, ...place });
    }
  }
  if (judged.length >= FEW) return;
  const message = `Only ${judged.length} ${judged.length === 1 ? "test is" : "tests are"} compared; under ${FEW} a change is hardly more than chance`;
  report.find("warning", "delta", { code: "FEW_TESTS", message, received: judged.length });
}

function nameOf(index: number, description: string): string {
  return description === "" ? String(index) : `${index} (${quoted(description)})`;
}
