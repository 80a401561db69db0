/** The files: a table, a report for CI, and the outputs as the next run compares with them. */
import { memberNode, numberNode, objectNode, stringNode } from "../../tools/_lib/json/tree/tree.ts";
import { jsonNumber } from "../../tools/_lib/json/tree/number.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { escapeXmlAttribute } from "../../tools/_lib/text/markup-escape.ts";
import type { JudgedTest } from "./judge.ts";
import type { Sample } from "./outputs.ts";

export const COLUMNS = [
  "index",
  "description",
  "outcome",
  "score",
  "baseline",
  "change",
  "reason",
] as const;

/** One test suite in the form of JUnit. */
export function junitXml(tests: readonly JudgedTest[]): string {
  const failures = tests.filter(({ outcome }) => outcome === "fail").length;
  const errors = tests.filter(({ outcome }) => outcome === "missing" || outcome === "unsupported");
  const counts = `tests="${tests.length}" failures="${failures}" errors="${errors.length}" skipped="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="prompt-regression" ${counts}>`,
    ...tests.map(testCase),
    "  </testsuite>",
    "</testsuites>",
  ].join("\n");
}

function testCase({ test, outcome, reason }: JudgedTest): string {
  const name = attribute(`${test.index} ${test.description}`.trimEnd());
  const opening = `    <testcase name="${name}" classname="prompt-regression"`;
  if (outcome === "pass") return `${opening}/>`;
  const element = outcome === "fail" ? "failure" : "error";
  const message = `<${element} message="${attribute(whyNot(outcome, reason))}"/>`;
  return `${opening}>\n      ${message}\n    </testcase>`;
}

export function whyNot(outcome: JudgedTest["outcome"], reason: string): string {
  if (outcome === "missing") return "There is no output for the test";
  if (outcome === "unsupported") return reason || "The test needs code or a model";
  return reason;
}

/** Characters that XML does not have are shown as U+FFFD. */
function attribute(text: string): string {
  const allowed = text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- they are what XML does not have
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
  return escapeXmlAttribute(allowed);
}

/** One line of `baseline.jsonl`, with every digit of the output. */
export function baselineLine(index: number, sample: Sample): string {
  const { output, latencyMs, cost, finishReason } = sample;
  const figure = (name: string, value: number | undefined) =>
    value === undefined ? [] : [memberNode(name, numberNode(jsonNumber(value)))];
  const line = minifyJson(
    objectNode([
      memberNode("testIndex", numberNode(String(index))),
      memberNode("output", output),
      ...figure("latencyMs", latencyMs),
      ...figure("cost", cost),
      ...(finishReason === undefined ? [] : [memberNode("finishReason", stringNode(finishReason))]),
    ]),
  );
  return line ?? "";
}
