/** Reports of many test runners, each with the tests that another reader found in it. */
import { Glob } from "bun";
import type { Result } from "../../app/run/types.ts";
import type { Value as Review } from "../../kits/ci-failure-review-kit.ts";
import type { Status, Totals } from "../../tools/_lib/formats/test-report/report.ts";
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { failed, passed, skipped, type Suite, type Verdict } from "./suite.ts";

const LONGEST_INPUT = 100_000;

/** How the other reader names what became of a test. */
const STATUSES: Readonly<Record<string, Status>> = {
  success: "passed",
  skipped: "skipped",
  failure: "failed",
  error: "error",
};

type Counts = Record<"total" | Status, number>;

interface Expected {
  /** As the tests are listed, and with those of the same name as one, which other names tell apart here. */
  readonly counts: readonly Counts[];
  /** Undefined where the tests themselves are not listed. */
  readonly seconds: number | undefined;
}

const CASE =
  /class_name=([^]*?),\n {6}test_name=([^]*?),\n {6}result='(\w+)',[^]*?\n {6}time=(.*)\n/g;

function expectedOf(results: string): Expected {
  const cases = [...results.matchAll(CASE)].map(([, className, name, result = "", time]) => {
    const status = STATUSES[result] ?? "flaky";
    return { id: `${className} ${name}`, status, seconds: Number(time) || 0 };
  });
  if (cases.length === 0) return { counts: [suiteCounts(results)], seconds: undefined };
  const byName = [...groupBy(cases, ({ id }) => id).values()].map((same) =>
    jointOf(new Set(same.map(({ status }) => status))),
  );
  return {
    counts: [countsOf(cases.map(({ status }) => status)), countsOf(byName)],
    seconds: cases.reduce((sum, one) => sum + one.seconds, 0),
  };
}

function countsOf(statuses: readonly Status[]): Counts {
  const counts = { total: 0, passed: 0, failed: 0, error: 0, skipped: 0, flaky: 0 };
  for (const status of statuses) {
    counts.total++;
    counts[status]++;
  }
  return counts;
}

function suiteCounts(results: string): Counts {
  const figure = (name: string) => Number(new RegExp(`suite_${name}=(\\d+)`).exec(results)?.[1]);
  const [total, skips] = [figure("tests"), figure("skipped")];
  const [failures, errors] = [figure("failures"), figure("errors")];
  const passes = total - skips - failures - errors;
  return { total, passed: passes, failed: failures, error: errors, skipped: skips, flaky: 0 };
}

function jointOf(statuses: ReadonlySet<Status>): Status {
  const fails = statuses.has("error") || statuses.has("failed");
  if (fails && statuses.has("passed")) return "flaky";
  return (["error", "failed", "passed"] as const).find((one) => statuses.has(one)) ?? "skipped";
}

const suite: Suite = {
  name: "junit-xml",
  tools: ["ci-regression-diff", "ci-failure-review-kit"],
  floor: { passed: 76, failed: 0 },
  async *judge(folder, run) {
    for (const file of [...new Glob("**/*.{xml,trx}").scanSync(folder)].toSorted()) {
      const name = file.slice(file.indexOf("files/") + "files/".length);
      const report = await Bun.file(`${folder}/${file}`).text();
      const results = Bun.file(`${folder}/${file.replace(/\.\w+$/, ".results")}`);
      if (report.length > LONGEST_INPUT) {
        yield skipped(name, "longer than an input may be");
        continue;
      }
      const input = { before: report, after: report };
      const result = await run({ tool_id: "ci-regression-diff", input });
      const isRead = await results.exists();
      if (result.value === null) yield refusal(name, result.errors[0]?.code ?? "", isRead);
      else if (!isRead) yield skipped(name, "no result is given");
      else {
        const expected = expectedOf(await results.text());
        yield compare(name, result, expected);
        // A suite that lists no test has none that could be listed.
        if (expected.seconds === undefined) continue;
        const review = await run({ tool_id: "ci-failure-review-kit", input: { report } });
        yield compareFailing(`${name}, failing`, review, expected);
      }
    }
  },
};
export default suite;

function refusal(name: string, code: string, isRead: boolean): Verdict {
  return isRead ? failed(name, code) : passed(name);
}

function compare(name: string, result: Result, { counts, seconds }: Expected): Verdict {
  const { after } = result.value as { after: Totals };
  const isCut = result.warnings.some(({ code }) => code === "RUN_TRUNCATED");
  // A suite that declares tests and lists none has none to count.
  if (after.total === 0 && seconds === undefined && isCut) return passed(name);
  const { total, passed: passes, failed: failures, error, skipped: skips, flaky } = after;
  const found: Counts = { total, passed: passes, failed: failures, error, skipped: skips, flaky };
  if (!counts.some((one) => Bun.deepEquals(found, one)))
    return failed(name, `${JSON.stringify(found)} instead of ${JSON.stringify(counts)}`);
  const isTimed = Math.abs((after.durationMs ?? 0) / 1000 - (seconds ?? 0)) < 0.01;
  return isTimed ? passed(name) : failed(name, `${after.durationMs} ms instead of ${seconds} s`);
}

/** The kit lists the tests that did not pass, and no others. */
function compareFailing(name: string, { value }: Result, { counts }: Expected): Verdict {
  const { tests } = value as Review;
  const found = countsOf(tests.map(({ status }) => status));
  const isAsFound = ({ failed: failures, error, flaky }: Counts) =>
    failures === found.failed && error === found.error && flaky === found.flaky;
  return counts.some(isAsFound)
    ? passed(name)
    : failed(name, `${JSON.stringify(found)} of ${JSON.stringify(counts)}`);
}
