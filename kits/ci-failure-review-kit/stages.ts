/** What other tools say of the run, under the names that its fields have here. */
import type { Static } from "@sinclair/typebox";
import type { Entry, Outcome, Tool } from "../../tools/_core/tool.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import selectTests from "../../tools/change-impact-test-selection-planner.ts";
import compareReports from "../../tools/ci-regression-diff.ts";
import trimLog from "../../tools/log-context-trimmer.ts";
import findFlaky from "../../tools/test-run-stability-matrix.ts";
import { mapTexts } from "../_core/redaction.ts";
import type { Input, Work } from "../ci-failure-review-kit.ts";

type Answer<T extends Pick<Tool, "value">> = Outcome<Static<T["value"]>>;

/** Absent where there was nothing to ask about. */
export interface Answers {
  readonly compare?: Answer<typeof compareReports>;
  readonly stability?: Answer<typeof findFlaky>;
  readonly impact?: Answer<typeof selectTests>;
}

export function askTools(input: Input, ctx: Work["ctx"]): Answers {
  const { report, baseline, history, changes, dependencies, coverage, tests } = input;
  const hasReport = isGiven(report);
  return {
    ...(hasReport && {
      compare: ctx.step(compareReports, {
        before: isGiven(baseline) ? baseline : {},
        after: report,
      }),
    }),
    ...(hasReport &&
      history.length > 0 && {
        stability: ctx.step(findFlaky, { runs: [...history, { id: "current", report }] }),
      }),
    ...(changes !== undefined && {
      impact: ctx.step(selectTests, {
        changes,
        dependencies,
        coverage,
        ...(tests === undefined ? {} : { tests }),
      }),
    }),
  };
}

/** Errors of a tool that could not do its part: there is one where a report cannot be read. */
export const MOST_SHOWN = 1;

export function isGiven(field: unknown): boolean {
  return field !== undefined && field !== null;
}

/** The entries with the names of the kit's own fields. */
export function renamed(entries: readonly Entry[] | undefined, past: number): Entry[] {
  return (entries ?? []).map((entry) =>
    entry.path === undefined ? entry : { ...entry, path: pathHere(entry.path, past) },
  );
}

function pathHere(path: string, past: number): string {
  const [, run, rest = ""] = /^\/runs\/(\d+)(.*)$/s.exec(path) ?? [];
  if (run !== undefined) return Number(run) < past ? `/history/${run}${rest}` : "/report";
  return path.replace(/^\/before(?=\/|$)/, "/baseline").replace(/^\/after(?=\/|$)/, "/report");
}

/** False where the report cannot be read, which ends the run. */
export function logCompare({ compare }: Answers, { input, report, replace }: Work): boolean {
  if (compare === undefined) {
    report.skipped("compare", "There is no test report; the field `report` takes one");
    return true;
  }
  const { value, errors, warnings } = compare;
  const past = input.history.length;
  if (!value) {
    const shown = renamed(errors, past).slice(0, MOST_SHOWN);
    report.stop("compare", mapTexts(shown, replace) as readonly Entry[]);
    return false;
  }
  report.takeOver("compare", renamed(warnings, past), { RUN_TRUNCATED: "warning" });
  if (value.after.total === 0) {
    const message = "The report has no test: nothing was run, or the runner crashed";
    report.find("warning", "compare", { code: "RUN_EMPTY", message, path: "/report" });
  }
  const { regressed, newFailing, stillFailing, fixed } = value.transitions;
  const { total, failed, error } = value.after;
  report.done(
    "compare",
    `${failed + error} of ${counted(total, "test")} failed: ${regressed.length} regressed, ${newFailing.length} newly failing, ${stillFailing.length} still failing; ${fixed.length} fixed`,
    value.verdict,
  );
  return true;
}

export function logStability({ stability }: Answers, { input, report, replace }: Work): void {
  const past = input.history.length;
  if (stability === undefined) {
    const missing = past === 0 ? "`history` takes earlier runs" : "`report` takes this run";
    report.skipped("stability", `The field ${missing}`);
    return;
  }
  const { value, errors, warnings } = stability;
  const [error] = renamed(errors, past);
  if (!value) {
    if (error) report.stageFailed("stability", mapTexts(error, replace) as Entry);
    return;
  }
  const ofHistory = renamed(warnings, past).filter(({ path = "" }) => path.startsWith("/history"));
  report.takeOver("stability", ofHistory, { RUN_TRUNCATED: "warning" });
  const { flaky, regressed, stableFail } = value.counts;
  report.done(
    "stability",
    `${counted(value.runs.length, "run")}: ${flaky} flaky, ${regressed} regressed, ${stableFail} broken throughout`,
    flaky + regressed + stableFail > 0 ? "review" : "pass",
  );
}

export function logImpact({ impact }: Answers, { report, replace }: Work): void {
  if (impact === undefined) {
    report.skipped("impact", "The field `changes` takes the files that changed");
    return;
  }
  const [error] = impact.errors ?? [];
  const { value } = impact;
  if (!value) {
    if (error) report.stageFailed("impact", mapTexts(error, replace) as Entry);
    return;
  }
  const { tests, selected } = value.counts;
  const all = value.runAll ? "; a changed file makes all tests run" : "";
  report.done("impact", `The change reaches ${selected} of ${counted(tests, "test")}${all}`);
}

/** The log, short enough for an issue; undefined without one. */
export function trim({ input, ctx, report, replace }: Work): string | undefined {
  if (input.log.trim() === "") {
    report.skipped("trim", "There is no log; the field `log` takes it");
    return undefined;
  }
  const { output, value, errors } = ctx.step(trimLog, {
    input: replace(input.log),
    keepHead: 10,
    keepTail: 40,
    contextLines: 3,
    maxChars: input.maxExcerptChars,
  });
  const [error] = errors ?? [];
  if (!value || output === undefined) {
    if (error) report.stageFailed("trim", error);
    return undefined;
  }
  report.done("trim", `${value.keptLines} of ${counted(value.inputLines, "line")} kept`);
  return output;
}
