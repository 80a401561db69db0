/** Results of the same test as one, and how many tests there are of each status. */
import { groupBy } from "../../algorithms/group-by.ts";
import {
  type Attempt,
  isFailing,
  type Status,
  type Test,
  type TestReport,
  type Totals,
} from "./report.ts";
import { sumMillis } from "./duration.ts";

/** One test for each id, in the order met. */
export function testsOf(attempts: readonly Attempt[]): Map<string, Test> {
  const tests = new Map<string, Test>();
  const again: Attempt[] = [];
  for (const attempt of attempts) {
    if (tests.has(attempt.id)) again.push(attempt);
    else tests.set(attempt.id, { ...attempt, attempts: 1 });
  }
  for (const [id, others] of groupBy(again, (attempt) => attempt.id)) {
    tests.set(id, joined([tests.get(id) as Test, ...others]));
  }
  return tests;
}

function joined(attempts: readonly [Attempt, ...Attempt[]]): Test {
  return {
    id: attempts[0].id,
    status: jointStatus(new Set(attempts.map(({ status }) => status))),
    durationMs: attempts.reduce<number | null>((sum, one) => sumMillis(sum, one.durationMs), null),
    message: attempts.find(({ message }) => message !== undefined)?.message,
    attempts: attempts.length,
  };
}

const WORST_FIRST: readonly Status[] = ["error", "failed", "flaky", "passed", "skipped"];

/** Flaky where it both passed and failed, else the worst. */
function jointStatus(statuses: ReadonlySet<Status>): Status {
  if (statuses.has("passed") && [...statuses].some(isFailing)) return "flaky";
  return WORST_FIRST.find((status) => statuses.has(status)) ?? "skipped";
}

export function totalsOf({ format, tests }: TestReport): Totals {
  const counts = { passed: 0, failed: 0, error: 0, skipped: 0, flaky: 0 };
  let durationMs: number | null = null;
  for (const test of tests.values()) {
    counts[test.status]++;
    durationMs = sumMillis(durationMs, test.durationMs);
  }
  return { format, total: tests.size, ...counts, durationMs };
}
