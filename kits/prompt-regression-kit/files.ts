/** The files: a table, a report for CI, and the outputs as the next run compares with them. */
import { memberNode, numberNode, objectNode, stringNode } from "../../tools/_lib/json/tree/tree.ts";
import { jsonNumber } from "../../tools/_lib/json/tree/number.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { junitXml } from "../_core/junit.ts";
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

/** The tests as CI shows them: what could not be judged is an error. */
export function testReport(tests: readonly JudgedTest[]): string {
  return junitXml(
    "prompt-regression",
    tests.map(({ test, outcome, reason }) => ({
      name: `${test.index} ${test.description}`.trimEnd(),
      outcome: outcome === "pass" ? "passed" : outcome === "fail" ? "failure" : "error",
      message: whyNot(outcome, reason),
    })),
  );
}

export function whyNot(outcome: JudgedTest["outcome"], reason: string): string {
  if (outcome === "missing") return "There is no output for the test";
  if (outcome === "unsupported") return reason || "The test needs code or a model";
  return reason;
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
