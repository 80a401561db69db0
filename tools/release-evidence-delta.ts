import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { mapOf, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { DOCUMENT_WARNINGS } from "./_lib/fields/document-field.ts";
import { DAY_FAILURE } from "./_lib/fields/date-field.ts";
import { readShaped, SHAPED_FAILURES } from "./_lib/fields/shaped-field.ts";
import { UNKNOWN_MEMBER_WARNINGS, unknownMembers } from "./_lib/fields/unknown-members.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "./_lib/results/review/shapes.ts";
import { compareEvidence } from "./release-evidence-delta/compare.ts";

const CODES = {
  CHECK_MISSING: "A required check is not there",
  CHECK_FAILED: "A required check did not pass",
  CHECK_REGRESSED: "A check that passed does no longer",
  TESTS_FAILED: "More tests fail than may",
  TESTS_DROPPED: "There are fewer tests than before",
  COVERAGE_BELOW_MINIMUM: "A coverage is below its minimum",
  COVERAGE_DROPPED: "A coverage fell by more than it may",
  VULNERABILITY_NEW: "A vulnerability was not there before",
  VULNERABILITY_FIXED: "A vulnerability is gone",
  ARTIFACT_CHANGED_WITHOUT_VERSION: "An artifact changed and the version did not",
  ARTIFACT_SIZE_GREW: "An artifact grew by more than it may",
  ARTIFACT_REMOVED: "An artifact is gone",
  ARTIFACT_ADDED: "An artifact is new",
  APPROVAL_MISSING: "Too few people of a role approved",
  METRIC_REGRESSED: "A metric got worse by more than it may",
  LICENSE_FORBIDDEN: "A package has a license that is not allowed",
  VERSION_NOT_INCREASED: "The version is not higher than the last one",
  EVIDENCE_MISSING: "A part of the last release's evidence is missing now",
  WAIVER_EXPIRED: "A waiver is out of date",
} as const;

export type Code = keyof typeof CODES;

const FAILURES = {
  ...SHAPED_FAILURES,
  ...CODES,
  ...DAY_FAILURE,
  RELEASE_EVIDENCE_DELTA_FAILED: "There are findings at or above failOn",
} as const;

const WARNINGS = { ...DOCUMENT_WARNINGS, ...CODES, ...UNKNOWN_MEMBER_WARNINGS } as const;

const COUNT = Type.Number({ minimum: 0 });

const text = (description: string) => Type.String({ description });

const count = (description: string) => Type.Number({ description, minimum: 0 });

const list = <S extends TSchema>(item: S, description: string) =>
  Type.Optional(Type.Array(item, { description }));

const EVIDENCE = Type.Object({
  version: Type.Optional(text("Of the release")),
  commit: Type.Optional(text("That was released")),
  checks: list(
    Type.Object({ id: text("Of the check"), status: text("pass, or anything else") }),
    "What was checked",
  ),
  tests: Type.Optional(
    Type.Object(
      {
        total: count("All of them"),
        passed: Type.Optional(count("That passed")),
        failed: Type.Optional(count("That failed")),
        skipped: Type.Optional(count("That were not run")),
      },
      { description: "How many there are" },
    ),
  ),
  coverage: Type.Optional(mapOf(Type.Number(), { description: "Name → percent" })),
  vulnerabilities: list(
    Type.Object({
      id: text("Such as CVE-2026-1"),
      package: Type.Optional(text("In which it is")),
      severity: text("In any letter case"),
    }),
    "Those that are known",
  ),
  artifacts: list(
    Type.Object({
      name: text("Of the artifact"),
      sha256: text("Its digest"),
      sizeBytes: Type.Optional(count("Its size")),
    }),
    "What is shipped",
  ),
  approvals: list(
    Type.Object({
      role: text("In which it was given"),
      by: text("Who gave it"),
      at: Type.Optional(text("When")),
    }),
    "Who approved",
  ),
  metrics: list(
    Type.Object({
      name: text("Of the metric"),
      value: Type.Number({ description: "What was measured" }),
      unit: Type.Optional(text("Of the value")),
      better: Type.Optional(
        oneOf(["lower", "higher"], {
          description: "Which value is the better one, lower if left out",
        }),
      ),
    }),
    "What was measured",
  ),
  licenses: list(
    Type.Object({ package: text("That has it"), license: text("Its name") }),
    "Of the packages",
  ),
});

export type Evidence = Static<typeof EVIDENCE>;

const names = (description: string) => Type.Array(Type.String(), { description, default: [] });

const limit = (description: string, fallback: number) =>
  Type.Number({ description, minimum: 0, default: fallback });

const WAIVER = Type.Object({
  code: text("Of the finding that is accepted"),
  subject: Type.Optional(text("Of the finding; any if left out, or *")),
  until: Type.Optional(text("The last day: YYYY-MM-DD")),
  reason: Type.Optional(text("Why it is accepted")),
});

const POLICY = Type.Object(
  {
    requiredChecks: names("Checks that have to pass"),
    requiredApprovals: Type.Array(
      Type.Object({
        role: text("In which people approve"),
        count: limit("How many of them, each counted once", 1),
      }),
      { description: "Who has to approve", default: [] },
    ),
    minCoverage: mapOf(Type.Number(), { description: "Name → percent", default: {} }),
    maxCoverageDrop: limit("In points of percent", 0),
    maxTestFailures: limit("Tests that may fail", 0),
    maxNewVulnerabilities: mapOf(COUNT, {
      description: "Severity → how many new ones; a severity that is not named has no limit",
      default: { critical: 0, high: 0 },
    }),
    maxSizeGrowthPercent: limit("Of an artifact", 10),
    maxMetricRegressionPercent: limit("Of a metric's old value", 5),
    forbiddenLicenses: names("Licenses that no package may have"),
    waivers: Type.Array(WAIVER, { description: "Findings that are accepted", default: [] }),
  },
  { description: "What a release has to keep", default: {} },
);

export type Policy = Static<typeof POLICY>;

const evidence = (description: string) =>
  Type.Union([EVIDENCE, Type.String({ description: "The same as JSON or YAML text" })], {
    description,
  });

const INPUT = Type.Object({
  after: evidence("Evidence of this release"),
  before: Type.Optional(evidence("Evidence of the last release")),
  policy: POLICY,
  failOn: failOnField("error"),
});

export type Input = Static<typeof INPUT>;

const NAMES = Type.Array(Type.String());

const NULLABLE = Type.Union([Type.Number(), Type.Null()]);

const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  findings: Type.Array(findingSchema({ waived: Type.Optional(Type.Boolean()) })),
  counts: countsSchema({}),
  delta: Type.Object({
    checks: Type.Object({ regressed: NAMES, fixed: NAMES }),
    tests: Type.Union([
      Type.Object({
        total: Type.Number(),
        passed: Type.Number(),
        failed: Type.Number(),
        skipped: Type.Number(),
      }),
      Type.Null(),
    ]),
    coverage: Type.Array(
      Type.Object({ name: Type.String(), before: NULLABLE, after: NULLABLE, change: NULLABLE }),
    ),
    vulnerabilities: Type.Object({ new: NAMES, fixed: NAMES, remaining: Type.Integer() }),
    artifacts: Type.Object({ added: NAMES, removed: NAMES, changed: NAMES }),
    metrics: Type.Array(
      Type.Object({
        name: Type.String(),
        before: Type.Number(),
        after: Type.Number(),
        changePercent: NULLABLE,
        worse: Type.Boolean(),
      }),
    ),
  }),
});

export type Value = Static<typeof VALUE>;

export type Delta = Value["delta"];

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
    "quality gate",
    "regression",
    "release",
    "release decision",
    "semver",
    "vulnerability",
    "waiver",
  ],
  aliases: ["release-gate", "evidence-diff"],
  version: "2026-11-23",

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
    "boss wants a yes or no for tonight's deployment and the reasons on one page",
    "figures of the last version and this one in json, what got worse",
    "someone accepted a known hole until friday, does that still hold",
    "bundle size, test share and open cves: where are we below the line",
    "sonarqube quality gate, dora, change advisory board, go live decision",
    "judge two sets of release metrics against thresholds and return ship, review or block",
    "comparar métricas de duas versões e decidir se pode publicar",
    "リリースの指標を前回と比べて合否を決める",
  ],
  effort: 3,

  laws: [
    {
      name: "a release is no worse than itself, but for tests that fail",
      holds(run, { after }) {
        if (after === undefined) return true;
        const { value } = run({ before: after, after, policy: {} });
        return (
          value?.findings.every(
            ({ severity, code }) => severity !== "error" || code === "TESTS_FAILED",
          ) ?? true
        );
      },
    },
    {
      name: "waivers add nothing but that they are out of date",
      holds(run, input) {
        const before = run({ ...input, policy: {} }).value?.findings.length;
        const waivers = [
          { code: "TESTS_FAILED", until: "2000-01-01" },
          { code: "COVERAGE_DROPPED" },
        ];
        const after = run({ ...input, policy: { waivers } }).value?.findings.length;
        return before === undefined || after === before + 1;
      },
    },
  ],
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
      input: { after: "checks: { build: pass }" },
      expect: { ok: false, errors: [{ code: "TYPE", path: "/after/checks" }] },
    },
  ],

  // Evidence in YAML takes up to 50 ms to read for 100,000 characters, in JSON 5 ms.
  run({ after, before = {}, policy, failOn }, ctx) {
    const now = readShaped(after, "/after", EVIDENCE, ["object"]);
    if (now.failure) return now.failure;
    const last = readShaped(before, "/before", EVIDENCE, ["object"]);
    if (last.failure) return last.failure;
    const warnings = [
      ...last.warnings,
      ...now.warnings,
      ...unknownMembers(POLICY, policy, "/policy"),
    ];
    const material = { before: last.value, after: now.value, policy };
    return compareEvidence(material, warnings, failOn, ctx.now());
  },
});
