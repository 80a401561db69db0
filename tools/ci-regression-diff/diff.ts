/** Compares the test report of a change with that of its base. */
import { fail } from "../_core/tool.ts";
import { readTestReport } from "../_lib/formats/test-report/read.ts";
import type { TestReport } from "../_lib/formats/test-report/report.ts";
import { totalsOf } from "../_lib/formats/test-report/tests.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { type Finding, reviewOf } from "../_lib/results/review/findings.ts";
import { countedFindings, gated } from "../_lib/results/review/gate.ts";
import { findingsTable } from "../_lib/results/review/table.ts";
import { counted } from "../_lib/text/plural.ts";
import { beginning, quoted } from "../_lib/text/shown.ts";
import type { Failure, Input, Transition, Value, Warning } from "../ci-regression-diff.ts";
import { type Change, changesBetween } from "./transitions.ts";

export const TRANSITIONS = [
  "regressed",
  "newFailing",
  "becameFlaky",
  "silenced",
  "newlySkipped",
  "removed",
  "stillFailing",
  "fixed",
  "unskipped",
  "stabilized",
  "added",
  "unchanged",
] as const;

type Found =
  | Finding<Failure, "error">
  | Finding<Warning, "warning">
  | Finding<"TEST_STILL_FAILING" | "TEST_FIXED" | "FAILURE_MESSAGE_CHANGED", "info">;

/** Compares the two reports of the input. */
export function diffReports(input: Input) {
  const before = readTestReport(input.before, input.format, "/before");
  const after = readTestReport(input.after, input.format, "/after");
  if ("error" in before) return fail(before.error);
  if ("error" in after) return fail(after.error);
  const changes = changesBetween(before, after);
  const messageChanged = changes.flatMap((change) => changedMessage(change) ?? []);
  const slower = changes.flatMap((change) => slowedDown(change, input) ?? []);
  const { findings, counts, verdict, valid, errors, warnings } = reviewOf([
    ...changes.flatMap((change) => noteOf(change) ?? []),
    ...messageChanged.map(reasonNote),
    ...slower.map(slowerNote),
    ...runNotes(before, after),
  ]);
  const transitions = listsOf(changes);
  const value: Value = {
    verdict,
    before: totalsOf(before),
    after: totalsOf(after),
    transitions,
    messageChanged,
    slower,
    findings,
    counts: { ...counts, ...ofEach((name) => transitions[name].length) },
  };
  const figures = figuresOf(value);
  return gated(
    {
      output: findingsTable({ tool: "ci-regression-diff", verdict, figures }, findings),
      value,
      valid,
      errors,
      warnings,
      stats: { tests: changes.length, errors: counts.error, warnings: counts.warning },
    },
    {
      failOn: input.failOn,
      code: "CI_REGRESSION_DIFF_FAILED",
      message: `Cannot accept the change: found ${countedFindings(counts)}, expected none`,
    },
    counts.warning,
  );
}

function ofEach<T>(valueOf: (name: Transition) => T): Record<Transition, T> {
  const entries = TRANSITIONS.map((name) => [name, valueOf(name)] as const);
  return Object.fromEntries(entries) as Record<Transition, T>;
}

function listsOf(changes: readonly Change[]): Record<Transition, string[]> {
  const lists = ofEach<string[]>(() => []);
  for (const { id, transition } of changes) lists[transition].push(id);
  return lists;
}

function figuresOf({ before, after, counts }: Value): string {
  const changed = TRANSITIONS.filter((name) => name !== "unchanged" && counts[name] > 0);
  const words = changed.map((name) => `${counts[name]} ${WORDS[name]}`);
  return `${before.total} → ${counted(after.total, "test")}: ${words.join(", ") || "no change"}`;
}

const WORDS: Readonly<Record<Transition, string>> = {
  regressed: "regressed",
  newFailing: "new failing",
  becameFlaky: "became flaky",
  silenced: "silenced",
  newlySkipped: "newly skipped",
  removed: "removed",
  stillFailing: "still failing",
  fixed: "fixed",
  unskipped: "unskipped",
  stabilized: "stabilized",
  added: "added",
  unchanged: "unchanged",
};

type Judged<F> = F extends Found ? Pick<F, "code" | "severity"> : never;

/** What is said of a transition, where something is. */
const NOTES: Partial<Record<Transition, Judged<Found>>> = {
  regressed: { code: "TEST_REGRESSED", severity: "error" },
  newFailing: { code: "TEST_NEW_FAILING", severity: "error" },
  becameFlaky: { code: "TEST_BECAME_FLAKY", severity: "warning" },
  silenced: { code: "TEST_SILENCED", severity: "warning" },
  newlySkipped: { code: "TEST_NEWLY_SKIPPED", severity: "warning" },
  removed: { code: "TEST_REMOVED", severity: "warning" },
  stillFailing: { code: "TEST_STILL_FAILING", severity: "info" },
  fixed: { code: "TEST_FIXED", severity: "info" },
};

/** Of a reason, in a message. */
const LONGEST_REASON = 80;

function noteOf({ id, transition, before, after }: Change): Found | undefined {
  const note = NOTES[transition];
  if (!note) return undefined;
  const [was, is] = [before?.status ?? "absent", after?.status ?? "absent"];
  const reason = after?.message && beginning(after.message.split("\n", 1)[0] ?? "", LONGEST_REASON);
  const because = reason && note.severity === "error" ? ` (${reason})` : "";
  const message =
    note.severity === "error"
      ? `Cannot pass ${quoted(id)}: found ${is}${because}, expected what it was before, ${was}`
      : `${quoted(id)} is ${is} and was ${was}`;
  return { ...note, message, subject: id, before: was, after: is };
}

type Reasons = Value["messageChanged"][number];

function changedMessage({ id, transition, before, after }: Change): Reasons | undefined {
  if (transition !== "stillFailing") return undefined;
  const reasons = { id, before: before?.message ?? "", after: after?.message ?? "" };
  return differInReason(reasons.before, reasons.after) ? reasons : undefined;
}

function reasonNote({ id, before, after }: Reasons): Found {
  const message = `${quoted(id)} fails for another reason than before`;
  return { code: "FAILURE_MESSAGE_CHANGED", severity: "info", message, subject: id, before, after };
}

type Slower = Value["slower"][number];

/** Of tests that pass in both runs; a test that takes as long as before is not slower, whatever the bounds. */
function slowedDown(
  { id, before, after }: Change,
  { slowerPercent, minSlowerMs }: Input,
): Slower | undefined {
  if (before?.status !== "passed" || after?.status !== "passed") return undefined;
  const [beforeMs, afterMs] = [before.durationMs, after.durationMs];
  if (beforeMs === null || afterMs === null || afterMs <= beforeMs) return undefined;
  const bound = new Decimal(beforeMs).times(new Decimal(100).plus(slowerPercent));
  const isSlower =
    bound.lessThanOrEqualTo(new Decimal(afterMs).times(100)) &&
    new Decimal(afterMs).minus(beforeMs).greaterThanOrEqualTo(minSlowerMs);
  return isSlower ? { id, beforeMs, afterMs } : undefined;
}

function slowerNote({ id, beforeMs, afterMs }: Slower): Found {
  const message = `${quoted(id)} takes ${afterMs} ms and took ${beforeMs} ms`;
  const [before, after] = [beforeMs, afterMs];
  return { code: "TEST_SLOWER", severity: "warning", message, subject: id, before, after };
}

function runNotes(before: TestReport, after: TestReport): Found[] {
  const notes: Found[] = [];
  if (after.tests.size === 0) {
    const message = "Cannot judge the change: found no test in its report, expected one at least";
    notes.push({ code: "RUN_EMPTY", severity: "error", message, path: "/after" });
  }
  for (const [path, { truncated }] of [
    ["/before", before],
    ["/after", after],
  ] as const) {
    if (truncated === undefined) continue;
    const message = `The run seems not to be whole: ${truncated}`;
    notes.push({ code: "RUN_TRUNCATED", severity: "warning", message, path });
  }
  return notes;
}

const QUOTED = /"[^"\n]*"|'[^'\n]*'|`[^`\n]*`/g;
const HEXADECIMAL = /\b0x[0-9a-f]+\b|\b(?=[a-f]*[0-9])[0-9a-f]{8,}\b/gi;
const DIGITS = /[0-9]+/g;

/** Whether two failures have different reasons, beside numbers, addresses and quoted paths. */
function differInReason(before: string, after: string): boolean {
  return before !== after && masked(before) !== masked(after);
}

function masked(message: string): string {
  return message
    .replace(QUOTED, (text) => (/[/\\]/.test(text) ? "#" : text))
    .replace(HEXADECIMAL, "#")
    .replace(DIGITS, "#");
}
