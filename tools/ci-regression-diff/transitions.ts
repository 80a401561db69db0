/** What became of each test between two runs. */
import type { Status, Test, TestReport } from "../_lib/formats/test-report/report.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import type { Transition } from "../ci-regression-diff.ts";

type State = Exclude<Status, "error"> | "absent";

const TABLE: Readonly<Record<State, Readonly<Record<State, Transition>>>> = {
  passed: {
    passed: "unchanged",
    failed: "regressed",
    flaky: "becameFlaky",
    skipped: "newlySkipped",
    absent: "removed",
  },
  failed: {
    passed: "fixed",
    failed: "stillFailing",
    flaky: "becameFlaky",
    skipped: "silenced",
    absent: "removed",
  },
  flaky: {
    passed: "stabilized",
    failed: "regressed",
    flaky: "unchanged",
    skipped: "newlySkipped",
    absent: "removed",
  },
  skipped: {
    passed: "unskipped",
    failed: "newFailing",
    flaky: "becameFlaky",
    skipped: "unchanged",
    absent: "removed",
  },
  absent: {
    passed: "added",
    failed: "newFailing",
    flaky: "added",
    skipped: "added",
    absent: "unchanged",
  },
};

export interface Change {
  readonly id: string;
  readonly transition: Transition;
  readonly before: Test | undefined;
  readonly after: Test | undefined;
}

/** One change for each test of either run, by id. */
export function changesBetween(before: TestReport, after: TestReport): Change[] {
  const ids = new Set([...before.tests.keys(), ...after.tests.keys()]);
  return [...ids].toSorted(byCodeUnit).map((id): Change => {
    const [was, is] = [before.tests.get(id), after.tests.get(id)];
    return { id, transition: TABLE[stateOf(was)][stateOf(is)], before: was, after: is };
  });
}

function stateOf(test: Test | undefined): State {
  if (!test) return "absent";
  return test.status === "error" ? "failed" : test.status;
}
