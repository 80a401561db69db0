import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/release-evidence-delta.ts";
import tool from "../../tools/release-evidence-delta.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (before: object, after: object, policy: object = {}, more: object = {}) =>
  runUnit(tool, { before, after, policy, failOn: "none", ...more });
const valueOf = (before: object, after: object, policy: object = {}) =>
  run(before, after, policy).value as Value;
const found = (before: object, after: object, policy: object = {}) =>
  valueOf(before, after, policy).findings.map(
    ({ severity, code, subject }) => `${severity} ${code} ${subject}`,
  );

describe("checks and tests", () => {
  const checks = (status: Record<string, string>) => ({
    checks: Object.entries(status).map(([id, value]) => ({ id, status: value })),
  });

  test("required ones have to be there and to pass; others that passed are noticed", () => {
    const [before, after] = [
      checks({ a: "pass", b: "pass", c: "fail" }),
      checks({ a: "fail", b: "error", c: "Passed" }),
    ];
    expect(found(before, after, { requiredChecks: ["a", "d"] })).toEqual([
      "error CHECK_FAILED a",
      "error CHECK_MISSING d",
      "warning CHECK_REGRESSED b",
    ]);
    expect(valueOf(before, after).delta.checks).toEqual({ regressed: ["a", "b"], fixed: ["c"] });
  });

  test("one that passed and is no longer there regressed, where others are", () => {
    const before = checks({ a: "pass", b: "fail" });
    expect(found(before, checks({ c: "pass" }))).toEqual(["warning CHECK_REGRESSED a"]);
    expect(found(before, {})).toEqual(["warning EVIDENCE_MISSING checks"]);
  });

  test("of a check that is told twice both have to pass", () => {
    const after = { checks: [...checks({ a: "pass" }).checks, ...checks({ a: "fail" }).checks] };
    expect(found({}, after, { requiredChecks: ["a"] })).toEqual(["error CHECK_FAILED a"]);
  });

  test("tests", () => {
    const of = (total: number, failed = 0) => ({
      tests: { total, passed: total - failed, failed, skipped: 0 },
    });
    expect(found(of(10), of(9, 1))).toEqual([
      "error TESTS_FAILED tests",
      "warning TESTS_DROPPED tests",
    ]);
    expect(found(of(10), of(10, 2), { maxTestFailures: 2 })).toEqual([]);
    expect(valueOf(of(10), of(12, 1), { maxTestFailures: 1 }).delta.tests).toEqual({
      total: 2,
      passed: 1,
      failed: 1,
      skipped: 0,
    });
    expect(valueOf({}, of(1)).delta.tests).toBeNull();
  });
});

describe("coverage and metrics", () => {
  const coverage = (lines: number) => ({ coverage: { lines } });
  const metric = (value: number, better?: string) => ({
    metrics: [{ name: "m", value, ...(better && { better }) }],
  });

  test("limits are inclusive, and decimals exact", () => {
    expect(found(coverage(80.3), coverage(80.1), { maxCoverageDrop: 0.2 })).toEqual([]);
    expect(found(coverage(80.3), coverage(80.1), { maxCoverageDrop: 0.1 })).toEqual([
      "error COVERAGE_DROPPED lines",
    ]);
    expect(found({}, coverage(80), { minCoverage: { lines: 80 } })).toEqual([]);
    expect(found({}, coverage(79.9), { minCoverage: { lines: 80 } })).toEqual([
      "error COVERAGE_BELOW_MINIMUM lines",
    ]);
    expect(found({}, {}, { minCoverage: { lines: 80 } })).toEqual([
      "error COVERAGE_BELOW_MINIMUM lines",
    ]);
    expect(
      valueOf(coverage(0.3), { coverage: { lines: 0.1, other: 5 } }, { maxCoverageDrop: 1 }).delta
        .coverage,
    ).toEqual([
      { name: "lines", before: 0.3, after: 0.1, change: -0.2 },
      { name: "other", before: null, after: 5, change: null },
    ]);
  });

  test.each([
    [200, 210, undefined, true, 5, false],
    [200, 210.01, undefined, true, 5, true],
    [200, 100, undefined, false, -50, false],
    [200, 100, "higher", true, -50, true],
    [-10, -9, undefined, true, 10, true],
    [0, 0.001, undefined, true, null, true],
    [0, -1, undefined, false, null, false],
    [0, 0, "higher", false, null, false],
    [3, 4, "higher", false, 33.33, false],
  ] as const)("%p to %p, better %p", (before, after, better, worse, changePercent, fails) => {
    const value = valueOf(metric(before), metric(after, better));
    expect(value.delta.metrics).toMatchObject([{ worse, changePercent }]);
    expect(value.findings.length > 0).toBe(fails);
  });

  test("a metric of one side only is not compared; what it is better by is said by the newer one", () => {
    expect(valueOf(metric(1), { metrics: [] }).delta.metrics).toEqual([]);
    expect(found(metric(1, "lower"), metric(2, "higher"))).toEqual([]);
  });
});

describe("vulnerabilities, artifacts and the rest", () => {
  const vulnerable = (...ids: string[]) => ({
    vulnerabilities: ids.map((one) => {
      const [id = "", severity = "", name] = one.split(" ");
      return { id, severity, ...(name && { package: name }) };
    }),
  });

  test("new ones by severity and its limit; the same id in another package is another", () => {
    const after = vulnerable("a HIGH x", "b low", "c Critical", "d unheard");
    expect(found(vulnerable("a high y"), after)).toEqual([
      "error VULNERABILITY_NEW a",
      "error VULNERABILITY_NEW c",
      "info VULNERABILITY_FIXED a",
      "info VULNERABILITY_NEW b",
      "info VULNERABILITY_NEW d",
    ]);
    const limits = { maxNewVulnerabilities: { high: 1, low: 0 } };
    expect(found({}, vulnerable("a high", "b low"), limits)).toEqual([
      "error VULNERABILITY_NEW b",
      "info VULNERABILITY_NEW a",
    ]);
    expect(found({}, vulnerable("a high", "b high"), limits)).toHaveLength(2);
  });

  test("what nobody looked for is not fixed", () => {
    expect(found(vulnerable("a high"), {})).toEqual(["warning EVIDENCE_MISSING vulnerabilities"]);
  });

  const artifact = (name: string, sha256: string, sizeBytes?: number) => ({
    name,
    sha256,
    ...(sizeBytes !== undefined && { sizeBytes }),
  });

  test("artifacts: digests in any case, growth beyond its limit, coming and going", () => {
    const before = {
      version: "1.0.0",
      artifacts: [artifact("a", "AB", 100), artifact("b", "1"), artifact("c", "2", 0)],
    };
    const after = {
      version: "1.0.0",
      artifacts: [artifact("a", "ab", 110), artifact("c", "3", 1), artifact("d", "4")],
    };
    expect(found(before, after)).toEqual([
      "error ARTIFACT_CHANGED_WITHOUT_VERSION c",
      "warning ARTIFACT_REMOVED b",
      "warning ARTIFACT_SIZE_GREW c",
      "warning VERSION_NOT_INCREASED version",
      "info ARTIFACT_ADDED d",
    ]);
    expect(valueOf(before, after).delta.artifacts).toEqual({
      added: ["d"],
      removed: ["b"],
      changed: ["c"],
    });
    expect(found(before, { ...after, version: "1.0.1" }, { maxSizeGrowthPercent: 9 })).toEqual([
      "warning ARTIFACT_REMOVED b",
      "warning ARTIFACT_SIZE_GREW a",
      "warning ARTIFACT_SIZE_GREW c",
      "info ARTIFACT_ADDED d",
    ]);
  });

  test("one who approves twice counts once", () => {
    const approvals = [
      { role: "qa", by: "ann" },
      { role: "qa", by: "ann" },
      { role: "ops", by: "bob" },
    ];
    const policy = { requiredApprovals: [{ role: "qa", count: 2 }, { role: "ops" }] };
    expect(found({}, { approvals }, policy)).toEqual(["error APPROVAL_MISSING qa"]);
  });

  test("licenses and versions", () => {
    const licenses = [
      { package: "p", license: "gpl-3.0" },
      { package: "q", license: "MIT" },
    ];
    expect(found({}, { licenses }, { forbiddenLicenses: ["GPL-3.0"] })).toEqual([
      "error LICENSE_FORBIDDEN p",
    ]);
    const version = (before: string, after: string) =>
      found({ version: before }, { version: after });
    expect(version("1.2.0", "1.10.0")).toEqual([]);
    expect(version("1.2.0", "1.2.0-rc.1")).toHaveLength(1);
    expect(version("1.2.0", "1.2.0+2")).toHaveLength(1);
    expect(version("2026-01", "2025-01")).toEqual([]);
  });
});

test("findings of one code are in the order of their subjects", () => {
  const licenses = ["c", "a"].map((name) => ({ package: name, license: "X" }));
  const policy = {
    requiredChecks: ["c", "a"],
    requiredApprovals: [{ role: "sec" }, { role: "legal" }],
    forbiddenLicenses: ["X"],
  };
  expect(found({}, { licenses }, policy)).toEqual([
    "error APPROVAL_MISSING legal",
    "error APPROVAL_MISSING sec",
    "error CHECK_MISSING a",
    "error CHECK_MISSING c",
    "error LICENSE_FORBIDDEN a",
    "error LICENSE_FORBIDDEN c",
  ]);
});

test("the key figures count infos too", () => {
  const figures = (before: object, after: object) => run(before, after).output?.split("\n")[2];
  const artifacts = [{ name: "a", sha256: "1" }];
  expect(figures({}, { artifacts })).toBe("Version – → –: 1 info");
  expect(figures({ coverage: { l: 1 } }, { artifacts })).toBe("Version – → –: 1 warning, 1 info");
  expect(figures({}, {})).toBe("Version – → –: no findings");
});

describe("waivers", () => {
  const [before, after] = [{ coverage: { a: 2, b: 2 } }, { coverage: { a: 1, b: 1 } }];
  const of = (waiver: object) =>
    valueOf(before, after, { waivers: [waiver] }).findings.map(
      ({ severity, code, subject, waived }) =>
        [severity, code, subject, waived].filter(Boolean).join(" "),
    );

  test("by code and subject, to the end of their last day", () => {
    expect(of({ code: "COVERAGE_DROPPED", subject: "a", until: "2026-11-20" })).toEqual([
      "error COVERAGE_DROPPED b",
      "info COVERAGE_DROPPED a true",
    ]);
    expect(of({ code: "COVERAGE_DROPPED" })).toEqual([
      "info COVERAGE_DROPPED a true",
      "info COVERAGE_DROPPED b true",
    ]);
    expect(of({ code: "COVERAGE_DROPPED", until: "2026-11-19" })).toEqual([
      "error COVERAGE_DROPPED a",
      "error COVERAGE_DROPPED b",
      "warning WAIVER_EXPIRED COVERAGE_DROPPED",
    ]);
  });

  test("of what is an info already, too", () => {
    const low = { vulnerabilities: [{ id: "CVE-1", severity: "low" }] };
    const waivers = [{ code: "VULNERABILITY_NEW", subject: "CVE-1" }];
    expect(valueOf({}, low, { waivers }).findings).toMatchObject([
      { severity: "info", waived: true },
    ]);
  });
});

describe("laws", () => {
  const percent = fc.integer({ min: 0, max: 1000 }).map((number) => number / 10);
  const evidence = fc.record(
    {
      coverage: fc.dictionary(fc.constantFrom("a", "b"), percent),
      metrics: fc.array(fc.record({ name: fc.constantFrom("m", "n"), value: percent }), {
        maxLength: 3,
      }),
      vulnerabilities: fc.array(
        fc.record({ id: fc.constantFrom("x", "y", "z"), severity: fc.constantFrom("high", "low") }),
        { maxLength: 4 },
      ),
    },
    { requiredKeys: [] },
  );

  test("nothing is worse than itself; a higher limit never adds an error", () => {
    fc.assert(
      fc.property(evidence, evidence, fc.nat(50), (before, after, limit) => {
        expect(valueOf(before, before).counts.error).toBe(0);
        const policy = (more: number) => ({
          maxCoverageDrop: limit + more,
          maxMetricRegressionPercent: limit + more,
          maxNewVulnerabilities: { high: more, low: more },
        });
        const [strict, loose] = [0, 2].map(
          (more) => valueOf(before, after, policy(more)).counts.error,
        );
        expect(loose).toBeLessThanOrEqual(strict ?? 0);
      }),
    );
  });
});

describe("input", () => {
  const errors = (input: object) =>
    runUnit(tool, input).errors?.map(({ code, path }) => `${code} ${path}`);

  test("of another shape", () => {
    expect(errors({ after: { tests: { total: "1" } } })).toEqual(["TYPE /after/tests/total"]);
    expect(errors({ after: {}, before: { metrics: [{ name: "m" }] } })?.[0]).toBe(
      "REQUIRED /before/metrics/0/value",
    );
    expect(errors({ after: { checks: {} }, before: { tests: [] } })).toEqual([
      "TYPE /after/checks",
      "TYPE /before/tests",
    ]);
    expect(errors({ after: {}, policy: { requiredChecks: "a" } })).toEqual([
      "TYPE /policy/requiredChecks",
    ]);
    expect(errors({ after: {}, policy: { waivers: [{ code: "X", until: "soon" }] } })).toEqual([
      "DATE_INVALID /policy/waivers/0/until",
    ]);
    expect(errors({ after: [] })).toEqual(["TYPE /after"]);
    expect(errors({ after: "[]" })).toEqual(["DOCUMENT_TYPE /after"]);
    expect(errors({ after: '{"tests":{}}' })).toEqual(["REQUIRED /after/tests/total"]);
    expect(errors({})).toEqual(["REQUIRED /after"]);
    expect(errors({ after: "{" })).toEqual(["JSON_SYNTAX /after"]);
  });

  test("in YAML, with nothing before", () => {
    expect(
      runUnit(tool, { after: "version: 1.0.0\nchecks:\n  - id: a\n    status: pass" }),
    ).toMatchObject({
      ok: true,
      valid: true,
      value: { verdict: "pass" },
    });
  });
});

describe("the version", () => {
  const isHigher = (before: string, after: string) =>
    !found({ version: before }, { version: after }).includes(
      "warning VERSION_NOT_INCREASED version",
    );

  test("has to be higher, in the order of the standard's own example", () => {
    const ordered = [
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "2.0.0",
      "2.1.0",
      "2.1.1",
      "10.0.0",
    ];
    for (const [at, before] of ordered.entries()) {
      for (const [place, after] of ordered.entries()) {
        expect(isHigher(before, after)).toBe(place > at);
      }
    }
    expect(isHigher("1.0.0+a", "1.0.0+b")).toBe(false);
  });

  test.each(["", "v", "version 1", "1.0.0-01", "1.0.0-a..b", " 1.0.0", "1..0", "1.0.", "1.x"])(
    "is not judged where it is none: %j",
    (text) => {
      expect(isHigher("9.0.0", text)).toBe(true);
    },
  );

  test("may begin with v, and have parts of any number and length", () => {
    const ordered = [
      "0.9.0.4",
      "v1",
      "1.0.0.1",
      "1.2.3-rc.1",
      "V1.2.3",
      "1.10",
      "2025.12.31",
      "v2026.01.02.1",
      "2026.1.10",
      `2026.1.${"9".repeat(30)}`,
      `2026.1.1${"0".repeat(30)}`,
    ];
    for (const [at, before] of ordered.entries()) {
      for (const [place, after] of ordered.entries()) {
        expect([before, after, isHigher(before, after)]).toEqual([before, after, place > at]);
      }
    }
    expect(isHigher("1.0", "v1.0.0")).toBe(false);
  });

  test("is the same one however it is written, so that nothing may change under it", () => {
    const codes = (before: string, after: string, digest = "b".repeat(64)) =>
      found(
        { version: before, artifacts: [{ name: "a", sha256: "a".repeat(64) }] },
        { version: after, artifacts: [{ name: "a", sha256: digest }] },
      ).filter((line) => line.includes("ARTIFACT"));
    const changed = ["error ARTIFACT_CHANGED_WITHOUT_VERSION a"];
    expect(codes("1.0.0", "v1.0.0")).toEqual(changed);
    expect(codes("1.0", "1.0.0")).toEqual(changed);
    expect(codes("nightly", "nightly")).toEqual(changed);
    expect(codes("1.0.0+1", "1.0.0+2")).toEqual([]);
    expect(codes("nightly", "stable")).toEqual([]);
    expect(codes("1.0.0", "v1.0.0", `SHA256:${"A".repeat(64)}`)).toEqual([]);
    expect(codes("1.0.0", "1.0.0", `md5:${"a".repeat(32)}`)).toEqual(changed);
  });
});
