/** The tests that failed: whether the change broke them, they are flaky, or were broken before. */
import {
  isFailing,
  type Status,
  type Test,
  type TestReport,
} from "../../tools/_lib/formats/test-report/report.ts";
import { readTestReport } from "../../tools/_lib/formats/test-report/read.ts";
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import type { Input, Value } from "../ci-failure-review-kit.ts";
import type { Answers } from "./stages.ts";

export type FailingTest = Value["tests"][number];
export type Group = FailingTest["group"];

export const GROUPS = ["new", "flaky", "known"] as const;

/** What was run before, as far as it can be read. */
export interface Runs {
  readonly current: TestReport | undefined;
  readonly baseline: TestReport | undefined;
  /** Oldest first. */
  readonly history: readonly PastRun[];
}

interface PastRun {
  readonly name: string;
  readonly report: TestReport;
}

export function readRuns({ report, baseline, history }: Input): Runs {
  return {
    current: readReport(report),
    baseline: readReport(baseline),
    history: history.flatMap((run, index): PastRun[] => {
      const read = readReport(run.report);
      const name = [`run ${run.id ?? index + 1}`, run.commit ? ` (commit ${run.commit})` : ""];
      return read === undefined ? [] : [{ name: name.join(""), report: read }];
    }),
  };
}

/** Undefined where there is none, or none that can be read, of which a stage tells. */
function readReport(given: unknown): TestReport | undefined {
  if (given === undefined || given === null) return undefined;
  const read = readTestReport(given, "auto", "");
  return "error" in read ? undefined : read;
}

/** By group, then by id. */
export function failingTests(runs: Runs, answers: Answers): FailingTest[] {
  const { current } = runs;
  if (current === undefined) return [];
  const transitions = transitionsIn(answers);
  const classes = new Map(
    answers.stability?.value?.tests.map(({ id, classification }) => [id, classification]),
  );
  const impact = new Impact(answers);
  const tests = [...current.tests.values()].flatMap((test): FailingTest[] => {
    const { id, status, message = null, durationMs } = test;
    if (status === "passed" || status === "skipped") return [];
    const classification = classes.get(id) ?? null;
    const group = groupOf(test, classification, runs);
    const transition = transitions.get(id) ?? "unchanged";
    const selectedBy = impact.reasonFor(id);
    return [{ id, status, group, transition, classification, selectedBy, message, durationMs }];
  });
  const placeOf = ({ group }: FailingTest) => GROUPS.indexOf(group);
  return tests.toSorted(
    (left, right) => placeOf(left) - placeOf(right) || byCodeUnit(left.id, right.id),
  );
}

function transitionsIn({ compare }: Answers): ReadonlyMap<string, string> {
  const lists = Object.entries(compare?.value?.transitions ?? {});
  return new Map(lists.flatMap(([name, ids]) => ids.map((id) => [id, name] as const)));
}

function groupOf({ id, status }: Test, classification: string | null, runs: Runs): Group {
  if (status === "flaky" || classification === "flaky") return "flaky";
  const before = statusBefore(id, runs);
  return before !== undefined && isFailing(before) ? "known" : "new";
}

/** In the baseline; where that does not have the test, in the latest run that does. */
function statusBefore(id: string, { baseline, history }: Runs): Status | undefined {
  const latest = () => history.findLast(({ report }) => report.tests.has(id));
  return (baseline?.tests.get(id) ?? latest()?.report.tests.get(id))?.status;
}

/** Since when a test fails, in words; undefined where nothing was given that could tell. */
export function failingSince(
  id: string,
  { baseline, history }: Runs,
  replace: (text: string) => string,
): string | undefined {
  const seen = history.filter(({ report }) => report.tests.has(id));
  const isBad = (run: PastRun) => isFailing(run.report.tests.get(id)?.status ?? "passed");
  const lastGood = seen.findLast((run) => !isBad(run));
  const firstBad = seen[seen.findLastIndex((run) => !isBad(run)) + 1];
  if (firstBad !== undefined) {
    const before = lastGood === undefined ? "" : `; it passed last in ${replace(lastGood.name)}`;
    return `fails since ${replace(firstBad.name)}${before}`;
  }
  if (lastGood !== undefined)
    return `fails since this run; it passed last in ${replace(lastGood.name)}`;
  const before = baseline?.tests.get(id)?.status;
  if (before !== undefined) return `${before} in the baseline`;
  return baseline === undefined && history.length === 0 ? undefined : "was never run before";
}

/** The tests that the change could have broken. */
export class Impact {
  readonly #reasons = new Map<string, string>();
  readonly #skipped: ReadonlySet<string>;
  /** Files by their path without its extension, and by each end of it; null where two have it. */
  readonly #byEnd = new Map<string, string | null>();
  readonly #runsAll: boolean;

  constructor({ impact }: Answers) {
    const value = impact?.value;
    for (const { test, reason } of value?.selected ?? []) this.#reasons.set(test, reason);
    this.#skipped = new Set(value?.skipped);
    this.#runsAll = value?.runAll ?? false;
    for (const file of [...this.#reasons.keys(), ...this.#skipped]) this.#index(file);
  }

  #index(file: string): void {
    const steps = file.replace(/\.[A-Za-z]{1,9}$/, "").split("/");
    for (let from = Math.max(0, steps.length - MOST_STEPS); from < steps.length; from++) {
      const end = steps.slice(from).join("/");
      const known = this.#byEnd.get(end);
      this.#byEnd.set(end, known === undefined || known === file ? file : null);
    }
  }

  /** Null where it is not selected, or nothing is known of it. */
  reasonFor(id: string): string | null {
    return this.#reasons.get(this.#fileOf(id) ?? "") ?? null;
  }

  /** Whether the file is known, and the change does not reach it. */
  isUnrelated(id: string): boolean {
    const file = this.#fileOf(id);
    return !this.#runsAll && file !== undefined && this.#skipped.has(file);
  }

  #fileOf(id: string): string | undefined {
    const [group = ""] = id.split("::", 1);
    const isKnown = (name: string) => this.#reasons.has(name) || this.#skipped.has(name);
    return [id, group].find(isKnown) ?? this.#fileOfClass(group);
  }

  /** JUnit reports name classes and modules with dots: `tests.test_cart.TestTotals`. */
  #fileOfClass(name: string): string | undefined {
    if (!/^[\w$]+(?:\.[\w$]+)*$/.test(name)) return undefined;
    const steps = name.split(".");
    for (let length = steps.length; length > 0 && length >= steps.length - 2; length--) {
      const file = this.#byEnd.get(steps.slice(0, length).join("/"));
      if (typeof file === "string") return file;
    }
    return undefined;
  }
}

const MOST_STEPS = 20;
