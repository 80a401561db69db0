/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { SHAPED_FAILURES } from "../_lib/fields/shaped-field.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "../_lib/results/review/shapes.ts";

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

export const FAILURES = {
  ...SHAPED_FAILURES,
  ...CODES,
  EVIDENCE_INVALID: "A part of the evidence has another shape",
  RELEASE_EVIDENCE_DELTA_FAILED: "There are findings at or above failOn",
} as const;

export const WARNINGS = { ...JSON_WARNINGS, ...CODES } as const;

const EVIDENCE =
  "{ version?, commit?, checks?: [{ id, status }], tests?: { total, passed, failed, skipped }, coverage?: { name: percent }, vulnerabilities?: [{ id, package?, severity }], artifacts?: [{ name, sha256, sizeBytes? }], approvals?: [{ role, by, at? }], metrics?: [{ name, value, unit?, better?: lower|higher }], licenses?: [{ package, license }] }";

export const INPUT = Type.Object({
  after: Type.Optional(jsonField({ description: `Evidence of this release: ${EVIDENCE}` })),
  before: Type.Optional(jsonField({ description: "Evidence of the last release" })),
  policy: Type.Optional(
    jsonField({
      description:
        "{ requiredChecks?, requiredApprovals?: [{ role, count? }], minCoverage?, maxCoverageDrop?, maxTestFailures?, maxNewVulnerabilities?, maxSizeGrowthPercent?, maxMetricRegressionPercent?, forbiddenLicenses?, waivers?: [{ code, subject?, until?, reason? }] }",
    }),
  ),
  failOn: failOnField("error"),
});

export type Input = Static<typeof INPUT>;

const NAMES = Type.Array(Type.String());
const NULLABLE = Type.Union([Type.Number(), Type.Null()]);

export const VALUE = Type.Object({
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
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
