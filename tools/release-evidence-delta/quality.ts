/** Checks, tests, coverage and metrics of two releases. */
import { Decimal, toNumber } from "../_lib/numbers/decimal.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Delta } from "../release-evidence-delta.ts";
import type { Findings } from "./findings.ts";
import type { Material } from "./material.ts";

const PASSED = /^(?:pass|passed|ok|success)$/i;

/** Check → whether it passed; of several of one id all have to. */
function checksOf(checks: Material["after"]["checks"] = []): Map<string, boolean> {
  const passed = new Map<string, boolean>();
  for (const { id, status } of checks) {
    passed.set(id, (passed.get(id) ?? true) && PASSED.test(status.trim()));
  }
  return passed;
}

export function compareChecks(
  { before, after, policy }: Material,
  found: Findings,
): Delta["checks"] {
  const [old, now] = [checksOf(before.checks), checksOf(after.checks)];
  const required = new Set(policy.requiredChecks);
  const path = "/after/checks";
  for (const id of required) {
    const passed = now.get(id);
    if (passed === undefined) {
      const message = `Cannot release without ${quoted(id)}: found no such check, expected it to pass`;
      found.add("error", "CHECK_MISSING", id, message, { path });
    } else if (!passed) {
      const message = `Cannot release with ${quoted(id)}: found it failing, expected it to pass`;
      found.add("error", "CHECK_FAILED", id, message, { path });
    }
  }
  // Where no checks are listed at all, that is said of them as a whole.
  const passed = after.checks ? [...old.keys()].filter((id) => old.get(id)) : [];
  const regressed = passed.filter((id) => !now.get(id)).toSorted(byCodeUnit);
  for (const id of regressed.filter((one) => !required.has(one))) {
    const message = `${quoted(id)} passed before, and ${now.has(id) ? "fails" : "is missing"} now`;
    found.add("warning", "CHECK_REGRESSED", id, message, { path });
  }
  const fixed = [...now.keys()].filter((id) => old.get(id) === false && now.get(id));
  return { regressed, fixed: fixed.toSorted(byCodeUnit) };
}

export function compareTests({ before, after, policy }: Material, found: Findings): Delta["tests"] {
  const [old, now] = [before.tests, after.tests];
  const { failed = 0 } = now ?? {};
  if (failed > policy.maxTestFailures) {
    const expected = `at most ${policy.maxTestFailures}`;
    const message = `Cannot release with failing tests: found ${failed}, expected ${expected}`;
    found.add("error", "TESTS_FAILED", "tests", message, { path: "/after/tests/failed" });
  }
  if (!old || !now) return null;
  if (now.total < old.total) {
    const message = `There are ${old.total - now.total} tests fewer than before`;
    const detail = { path: "/after/tests/total", before: old.total, after: now.total };
    found.add("warning", "TESTS_DROPPED", "tests", message, detail);
  }
  const change = (name: "total" | "passed" | "failed" | "skipped") =>
    new Decimal(now[name] ?? 0).minus(old[name] ?? 0).toNumber();
  return {
    total: change("total"),
    passed: change("passed"),
    failed: change("failed"),
    skipped: change("skipped"),
  };
}

export function compareCoverage(
  { before, after, policy }: Material,
  found: Findings,
): Delta["coverage"] {
  const [old, now] = [before.coverage, after.coverage].map(
    (part) => new Map(Object.entries(part ?? {})),
  );
  const minimums = new Map(Object.entries(policy.minCoverage));
  for (const [name, minimum] of minimums) {
    const coverage = now?.get(name);
    if (coverage !== undefined && coverage >= minimum) continue;
    const shown = coverage === undefined ? "nothing" : `${coverage} %`;
    const message = `Cannot release with the coverage of ${quoted(name)}: found ${shown}, expected at least ${minimum} %`;
    found.add("error", "COVERAGE_BELOW_MINIMUM", name, message, { path: "/after/coverage" });
  }
  const names = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  return names.toSorted(byCodeUnit).map((name) => {
    const [was, is] = [old?.get(name), now?.get(name)];
    if (was === undefined || is === undefined)
      return { name, before: was ?? null, after: is ?? null, change: null };
    const change = new Decimal(is).minus(was);
    if (change.negated().greaterThan(policy.maxCoverageDrop)) {
      const message = `Cannot release with less coverage of ${quoted(name)}: found ${is} %, expected at least ${new Decimal(was).minus(policy.maxCoverageDrop)} %`;
      const detail = { path: "/after/coverage", before: was, after: is };
      found.add("error", "COVERAGE_DROPPED", name, message, detail);
    }
    return { name, before: was, after: is, change: change.toNumber() + 0 };
  });
}

const PERCENT_DECIMALS = 2;

export function compareMetrics(
  { before, after, policy }: Material,
  found: Findings,
): Delta["metrics"] {
  const old = new Map((before.metrics ?? []).map((metric) => [metric.name, metric]));
  const now = new Map((after.metrics ?? []).map((metric) => [metric.name, metric]));
  const both = [...now.values()].filter(({ name }) => old.has(name));
  return both
    .toSorted((a, b) => byCodeUnit(a.name, b.name))
    .map(({ name, value, better }) => {
      const was = old.get(name)?.value ?? 0;
      const change = new Decimal(value).minus(was);
      const worse =
        better === "higher" ? change.isNegative() && !change.isZero() : change.greaterThan(0);
      const limit = new Decimal(was).abs().times(policy.maxMetricRegressionPercent).div(100);
      if (worse && (was === 0 || change.abs().greaterThan(limit))) {
        const message = `Cannot release with ${quoted(name)} worse: found ${value}, expected at most ${policy.maxMetricRegressionPercent} % worse than ${was}`;
        const detail = { path: "/after/metrics", before: was, after: value };
        found.add("error", "METRIC_REGRESSED", name, message, detail);
      }
      const percent =
        was === 0
          ? null
          : toNumber(change.times(100).div(new Decimal(was).abs()), PERCENT_DECIMALS);
      return { name, before: was, after: value, changePercent: percent, worse };
    });
}
