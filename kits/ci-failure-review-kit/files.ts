/** The files to act on: what to write into an issue, and what to run again. */
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine, shortened } from "../../tools/_lib/text/shown.ts";
import { codeBlock, codeSpan } from "../_core/page.ts";
import type { Value, Work } from "../ci-failure-review-kit.ts";
import { type Cause, linesAround } from "./causes.ts";
import { rerunScript, type Runner } from "./rerun.ts";
import { failingSince, type FailingTest, type Runs } from "./tests.ts";

/** Everything that is known at the end; nothing of it holds a secret. */
export interface Review {
  readonly decision: Value["decision"];
  readonly causes: readonly Cause[];
  readonly tests: readonly FailingTest[];
  /** As the report calls them, in the same order. */
  readonly ids: readonly string[];
  readonly runs: Runs;
  readonly runner: Runner | undefined;
  readonly excerpt: string | undefined;
}

export function writeFiles(review: Review, work: Work): void {
  const { decision, causes, tests, ids, runs, runner, excerpt } = review;
  const { report } = work;
  const script =
    runs.current === undefined || runner === undefined || tests.length === 0
      ? undefined
      : rerunScript(
          runner,
          tests.map(({ id }, index) => ({ id, isMasked: id !== ids[index] })),
          runs.current,
        );
  const primary = primaryOf(causes);
  const counts = { ...report.counts, ...countsOf(tests) };
  report.json("review.json", { decision, primary, causes, tests, counts });
  report.file("issue.md", issueText(review, script, work));
  if (tests.length > 0)
    report.file("failing-tests.txt", tests.map(({ id }) => oneLine(id)).join("\n"));
  if (script !== undefined) report.file("rerun.sh", script);
  if (excerpt !== undefined) report.file("log-excerpt.txt", excerpt);
}

export function primaryOf([first]: readonly Cause[]): Value["primary"] {
  if (first === undefined) return null;
  const { code, category, line, advice } = first;
  return { code, category, line, advice };
}

export function countsOf(tests: readonly FailingTest[]) {
  const counts = { new: 0, flaky: 0, known: 0 };
  for (const { group } of tests) counts[group]++;
  return counts;
}

const MOST_TESTS = 50;
const LONGEST_TITLE = 100;
const LONGEST_MESSAGE = 1000;

function issueText(review: Review, script: string | undefined, work: Work): string {
  const { causes, excerpt } = review;
  const [primary] = causes;
  const around = primary && linesAround(primary, work.replace(work.input.log));
  return [
    `# CI: ${titleOf(review)}`,
    DECISIONS[review.decision],
    "## What failed",
    ...whatFailed(review, work),
    "## Likely cause",
    causes.map(causeText).join("\n") || "The log does not tell.",
    ...(around === undefined ? [] : [`## Around line ${primary?.line}`, codeBlock(around, "text")]),
    ...(excerpt === undefined ? [] : ["## Excerpt of the log", codeBlock(excerpt, "text")]),
    "## How to run it again",
    script === undefined ? howToRerun(review) : codeBlock(script, "sh"),
  ].join("\n\n");
}

const DECISIONS: Readonly<Record<Value["decision"], string>> = {
  fix: "**Decision: fix.** The change, or what it runs in, has to be mended before it passes.",
  retry: "**Decision: retry.** Nothing of what was found is of the change; run the job again.",
  investigate: "**Decision: investigate.** What failed is not new, or the run is not whole.",
  green: "**Decision: green.** Nothing was found that keeps the run from passing.",
};

/** A test that broke says more than the line that some test did. */
function titleOf({ causes: [primary], tests: [first] }: Review): string {
  const isVague = primary?.category === "test" || primary?.category === "exit";
  if (first?.group === "new" && (primary === undefined || isVague))
    return `${codeSpan(shortened(oneLine(first.id), LONGEST_TITLE))} fails`;
  if (primary !== undefined)
    return `${primary.code} ${codeSpan(shortened(oneLine(primary.text), LONGEST_TITLE))}`;
  if (first === undefined) return "nothing failed";
  return `${codeSpan(shortened(oneLine(first.id), LONGEST_TITLE))} is ${first.group}`;
}

function whatFailed({ tests, runs, ids }: Review, { replace }: Work): string[] {
  if (tests.length === 0)
    return [runs.current === undefined ? "There is no test report." : "No test of the report."];
  const shown = tests.slice(0, MOST_TESTS).map((test, index) => {
    const { group, id, message, status } = test;
    const since = failingSince(ids[index] ?? id, runs, replace);
    const facts = [group, status, ...(since === undefined ? [] : [since])];
    const reached = test.selectedBy === null ? [] : [`the change reaches it (${test.selectedBy})`];
    const line = `- ${codeSpan(oneLine(id))}: ${[...facts, ...reached].join(", ")}`;
    if (message === null || message.trim() === "") return line;
    return `${line}\n\n${indented(codeBlock(shortened(message, LONGEST_MESSAGE), "text"))}\n`;
  });
  const left = tests.length - shown.length;
  const rest = left > 0 ? [`- ${left} more in failing-tests.txt`] : [];
  const { new: fresh, flaky, known } = countsOf(tests);
  return [
    `${counted(tests.length, "test")}: ${fresh} new, ${flaky} flaky, ${known} known.`,
    [...shown, ...rest].join("\n").trimEnd(),
  ];
}

function causeText({ code, line, count, text, advice }: Cause): string {
  const more = count === 1 ? "" : ` and ${count - 1} more`;
  return `- **${code}** in line ${line}${more}: ${codeSpan(text)}. ${advice}`;
}

function howToRerun({ tests, runs }: Review): string {
  if (tests.length === 0) return "Run the job again.";
  const format = runs.current?.format ?? "map";
  return `Run the tests of failing-tests.txt. A report of the format ${format} does not say by which runner; the field \`runner\` does.`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}
