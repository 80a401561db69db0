/** The public suites stay at or above the floors that their adapters name. */
import { expect, test } from "bun:test";
import { DEFAULT_SUITES, judge, loadSuites, shortfalls } from "./judge.ts";

const suites = await loadSuites();

test("the adapters are found", () => {
  expect(suites).not.toBeEmpty();
});

for (const suite of suites) {
  test(
    suite.name,
    async () => {
      const report = await judge(suite, Bun.env["SUITES"] ?? DEFAULT_SUITES);
      if (report.absent) {
        console.log(`skipped ${suite.name}: ${report.absent}`);
        return;
      }
      const missed = shortfalls(report);
      expect([...missed, ...report.failures.slice(0, missed.length > 0 ? 3 : 0)]).toEqual([]);
    },
    300_000,
  );
}
