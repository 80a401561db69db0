/** What one test did over the runs. */
import { percentOf } from "../_lib/numbers/percent.ts";
import { isFailing, type Status } from "../_lib/formats/test-report/report.ts";
import type { Classification, TestFigures } from "../test-run-stability-matrix.ts";
import type { Proportions } from "./proportions.ts";
import type { Run } from "./read.ts";

/** A run in which the test was, by its place. */
interface Visit {
  readonly run: number;
  readonly status: Status;
}

/** The visits of each test, in the order of the runs. */
export function visitsOf(runs: readonly Run[]): Map<string, Visit[]> {
  const visits = new Map<string, Visit[]>();
  for (const [run, { tests }] of runs.entries()) {
    for (const { id, status } of tests.values()) {
      const known = visits.get(id);
      if (known) known.push({ run, status });
      else visits.set(id, [{ run, status }]);
    }
  }
  return visits;
}

/** A test that was run again and passed then, passed. */
export function figuresOf(
  id: string,
  visits: readonly Visit[],
  { runs, minRuns, proportions }: Setting,
): TestFigures {
  const executed = visits.filter(({ status }) => status !== "skipped");
  const fails = executed.filter(({ status }) => isFailing(status)).length;
  const passes = executed.length - fails;
  const retried = executed.filter(({ status }) => status === "flaky").length;
  const turns = executed.filter((visit, at) => at > 0 && differ(visit, executed[at - 1] as Visit));
  const sameCommit = differsOnOneCommit(executed, runs);
  const flips = turns.length;
  const classification = classify({
    executed,
    minRuns,
    fails,
    flips,
    isFlaky: sameCommit || retried > 0,
  });
  const { passPercent, wilson95, entropyBits, rerunsFor95 } = proportions.of(
    passes,
    executed.length,
  );
  const isTurned = classification === "regressed" || classification === "fixed";
  return {
    id,
    classification,
    runs: executed.length,
    passes,
    fails,
    retried,
    skipped: visits.length - executed.length,
    absent: runs.length - visits.length,
    passPercent,
    wilson95,
    flips,
    flipPercent: executed.length < 2 ? null : percentOf(flips, executed.length - 1, 2),
    entropyBits,
    changePoint: isTurned ? (runs[turns[0]?.run ?? 0]?.id ?? null) : null,
    rerunsFor95: classification === "flaky" ? rerunsFor95 : null,
    sameCommit,
  };
}

interface Setting {
  readonly runs: readonly Run[];
  readonly minRuns: number;
  readonly proportions: Proportions;
}

function differ(left: Visit, right: Visit): boolean {
  return isFailing(left.status) !== isFailing(right.status);
}

function differsOnOneCommit(executed: readonly Visit[], runs: readonly Run[]): boolean {
  const first = new Map<string, Visit>();
  return executed.some((visit) => {
    const commit = runs[visit.run]?.commit ?? null;
    if (commit === null) return false;
    const earlier = first.get(commit);
    if (!earlier) first.set(commit, visit);
    return earlier !== undefined && differ(earlier, visit);
  });
}

interface Facts {
  readonly executed: readonly Visit[];
  readonly minRuns: number;
  readonly fails: number;
  readonly flips: number;
  /** As a run, or two runs of one commit, say. */
  readonly isFlaky: boolean;
}

function classify({ executed, minRuns, fails, flips, isFlaky }: Facts): Classification {
  const [first] = executed;
  if (!first) return "not-run";
  if (isFlaky || flips > 1) return "flaky";
  if (executed.length < minRuns) return "insufficient";
  if (fails === 0) return "stable-pass";
  if (fails === executed.length) return "stable-fail";
  return isFailing(first.status) ? "fixed" : "regressed";
}
