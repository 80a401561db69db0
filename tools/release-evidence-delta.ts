import { defineTool } from "./_core/tool.ts";
import { compareEvidence } from "./release-evidence-delta/compare.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./release-evidence-delta/contract.ts";
import { EVIDENCE_LAWS } from "./release-evidence-delta/laws.ts";

const LAST = {
  version: "1.4.0",
  checks: [{ id: "build", status: "pass" }],
  tests: { total: 200, passed: 200, failed: 0, skipped: 0 },
  coverage: { lines: 85 },
  vulnerabilities: [{ id: "CVE-1", severity: "high" }],
  metrics: [{ name: "p95Ms", value: 200 }],
};

export default defineTool({
  id: "release-evidence-delta",
  name: "Release Evidence Delta",
  category: "Developer",
  description:
    "Compares the evidence of a release with the last one under a policy: go, look again or stop, with each reason and what a waiver accepts.",
  keywords: [
    "approval",
    "coverage",
    "gate",
    "go no-go",
    "license",
    "metrics",
    "policy",
    "regression",
    "release",
    "semver",
    "vulnerability",
    "waiver",
  ],
  aliases: ["release-gate", "evidence-diff"],
  version: "2026-11-22",

  input: INPUT,
  primary: "after",
  value: VALUE,
  verb: "compare",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "may this release go out",
    "compare release evidence with the last release",
    "release gate with a policy",
    "did coverage drop since the last release",
    "new critical vulnerabilities in this release",
    "required approvals for a release",
    "performance regression gate",
    "waive a known finding until a date",
    "binary grew too much",
    "artifact changed without a new version",
    "forbidden licenses in a release",
    "go or no-go decision with reasons",
    "can we ship on friday, tests, coverage and scans side by side with the previous version",
    "deployment stop or approval with reasons for the manager",
    "quality metrics worsened since the version before, block it",
    "promotion decision over build, vulnerability and license records",
    "exception for one known problem until next month",
    "sign-offs missing for the rollout",
    "should this version go live, coverage dropped and a cve is open",
    "is the release ready to ship, checklist with evidence",
    "freigabe eines releases prüfen",
    "comparar evidencias de dos versiones",
    "décider si une version peut sortir",
    "发布 门禁 策略 检查",
    "リリース判定を行う",
    "podemos publicar la nueva versión o no",
    "dürfen wir die neue version ausliefern",
    "peut on livrer la nouvelle version",
    "新 版本 能 不能 上线 发布",
    "新しい版を出荷してよいか",
  ],
  effort: 3,

  laws: EVIDENCE_LAWS,
  examples: [
    {
      title: "A clean release",
      input: {
        before: LAST,
        after: {
          ...LAST,
          version: "1.5.0",
          coverage: { lines: 85.3 },
          vulnerabilities: [],
          metrics: [{ name: "p95Ms", value: 208 }],
        },
        policy: { requiredChecks: ["build"] },
      },
      expect: {
        valid: true,
        value: {
          verdict: "pass",
          delta: {
            coverage: [{ name: "lines", before: 85, after: 85.3, change: 0.3 }],
            vulnerabilities: { new: [], fixed: ["CVE-1"], remaining: 0 },
            metrics: [{ changePercent: 4 }],
          },
        },
      },
    },
    {
      title: "Stopped",
      input: {
        before: LAST,
        after: { ...LAST, version: "1.4.1", coverage: { lines: 84.9 }, checks: [] },
        policy: { requiredChecks: ["build"], requiredApprovals: [{ role: "security" }] },
      },
      expect: {
        ok: false,
        error: { code: "RELEASE_EVIDENCE_DELTA_FAILED" },
        value: {
          verdict: "fail",
          findings: [
            { code: "APPROVAL_MISSING" },
            { code: "CHECK_MISSING" },
            { code: "COVERAGE_DROPPED" },
          ],
        },
      },
    },
    {
      title: "A waiver that holds",
      input: {
        before: { coverage: { lines: 80 } },
        after: { coverage: { lines: 79.5 } },
        policy: {
          waivers: [
            { code: "COVERAGE_DROPPED", subject: "lines", until: "2026-12-31", reason: "refactor" },
          ],
        },
      },
      options: { now: "2026-11-20T00:00:00Z" },
      expect: {
        valid: true,
        value: { verdict: "pass", findings: [{ severity: "info", waived: true }] },
      },
    },
    {
      title: "Evidence of another shape",
      input: { after: { checks: { build: "pass" } } },
      expect: { ok: false, errors: [{ code: "EVIDENCE_INVALID", path: "/after/checks" }] },
    },
  ],

  // Evidence in YAML takes up to 50 ms to read for 100,000 characters, in JSON 5 ms.
  run: compareEvidence,
});
