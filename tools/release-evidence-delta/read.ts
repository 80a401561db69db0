/** Evidence and policy as they are given. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import type { Entry, Outcome } from "../_core/tool.ts";
import { readDate, writeDate } from "../_lib/time/calendar.ts";
import { readShaped } from "../_lib/fields/shaped-field.ts";
import { inputInvalid } from "../_lib/results/input-invalid.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import type { Failure, Input } from "../release-evidence-delta.ts";

const COUNT = Type.Number({ minimum: 0 });
const BY_NAME = Type.Record(Type.String(), Type.Number());

const EVIDENCE = Type.Object({
  version: Type.Optional(Type.String()),
  commit: Type.Optional(Type.String()),
  checks: Type.Optional(Type.Array(Type.Object({ id: Type.String(), status: Type.String() }))),
  tests: Type.Optional(
    Type.Object({
      total: COUNT,
      passed: Type.Optional(COUNT),
      failed: Type.Optional(COUNT),
      skipped: Type.Optional(COUNT),
    }),
  ),
  coverage: Type.Optional(BY_NAME),
  vulnerabilities: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        package: Type.Optional(Type.String()),
        severity: Type.String(),
      }),
    ),
  ),
  artifacts: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        sha256: Type.String(),
        sizeBytes: Type.Optional(COUNT),
      }),
    ),
  ),
  approvals: Type.Optional(
    Type.Array(
      Type.Object({ role: Type.String(), by: Type.String(), at: Type.Optional(Type.String()) }),
    ),
  ),
  metrics: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        value: Type.Number(),
        unit: Type.Optional(Type.String()),
        better: Type.Optional(Type.Union([Type.Literal("lower"), Type.Literal("higher")])),
      }),
    ),
  ),
  licenses: Type.Optional(
    Type.Array(Type.Object({ package: Type.String(), license: Type.String() })),
  ),
});

const NAMES = Type.Optional(Type.Array(Type.String()));
const POLICY = Type.Object({
  requiredChecks: NAMES,
  requiredApprovals: Type.Optional(
    Type.Array(Type.Object({ role: Type.String(), count: Type.Optional(COUNT) })),
  ),
  minCoverage: Type.Optional(BY_NAME),
  maxCoverageDrop: Type.Optional(COUNT),
  maxTestFailures: Type.Optional(COUNT),
  maxNewVulnerabilities: Type.Optional(Type.Record(Type.String(), COUNT)),
  maxSizeGrowthPercent: Type.Optional(COUNT),
  maxMetricRegressionPercent: Type.Optional(COUNT),
  forbiddenLicenses: NAMES,
  waivers: Type.Optional(
    Type.Array(
      Type.Object({
        code: Type.String(),
        subject: Type.Optional(Type.String()),
        until: Type.Optional(Type.String()),
        reason: Type.Optional(Type.String()),
      }),
    ),
  ),
});

export type Evidence = Static<typeof EVIDENCE>;
export type Policy = Required<Static<typeof POLICY>>;
export type Waiver = Policy["waivers"][number];

/** The parts that a release is compared by. */
export const SECTIONS = [
  "approvals",
  "artifacts",
  "checks",
  "coverage",
  "licenses",
  "metrics",
  "tests",
  "vulnerabilities",
] as const;

const DEFAULTS: Policy = {
  requiredChecks: [],
  requiredApprovals: [],
  minCoverage: {},
  maxCoverageDrop: 0,
  maxTestFailures: 0,
  maxNewVulnerabilities: { critical: 0, high: 0 },
  maxSizeGrowthPercent: 10,
  maxMetricRegressionPercent: 5,
  forbiddenLicenses: [],
  waivers: [],
};

export interface Material {
  readonly before: Evidence;
  readonly after: Evidence;
  readonly policy: Policy;
  readonly warnings: readonly Entry<JsonWarning>[];
}

type Failed = { readonly failure: Outcome<never, Failure, never> };

export function readMaterial(input: Input): Material | Failed {
  const after = readDocument(input.after, "/after", EVIDENCE);
  const before = readDocument(input.before ?? {}, "/before", EVIDENCE);
  if ("failure" in after || "failure" in before) return invalidEvidence([after, before]);
  const policy = readDocument(input.policy ?? {}, "/policy", POLICY);
  if ("failure" in policy) return policy;
  const waivers = (policy.value.waivers ?? []).map(({ until, ...waiver }, at) => {
    const date = until === undefined ? undefined : readDate(until.trim());
    return { waiver, until: date && writeDate(date), isWrong: until !== undefined && !date, at };
  });
  const wrong = waivers.find(({ isWrong }) => isWrong);
  if (wrong) {
    const path = `/policy/waivers/${wrong.at}/until`;
    const message = `Cannot use ${path}: found another text, expected a date as 2026-12-31`;
    return { failure: inputInvalid([{ code: "TYPE", message, path }]) };
  }
  const dated = waivers.map(({ waiver, until }) => ({
    ...waiver,
    ...(until !== undefined && { until }),
  }));
  return {
    before: before.value,
    after: after.value,
    policy: { ...DEFAULTS, ...policy.value, waivers: dated },
    warnings: [...before.warnings, ...after.warnings, ...policy.warnings],
  };
}

interface Read<T> {
  readonly value: T;
  readonly warnings: readonly Entry<JsonWarning>[];
}

function readDocument<S extends TSchema>(
  field: unknown,
  path: string,
  schema: S,
): Read<Static<S>> | Failed {
  const read = readShaped(field ?? null, path, Type.Any(), ["object"]);
  if (read.failure) return { failure: read.failure };
  const shaped = readStructured(read.value, schema, path);
  if (shaped.failure) return { failure: shaped.failure };
  return { value: shaped.value, warnings: read.warnings };
}

const SHAPE_CODES: ReadonlySet<string> = new Set(["TYPE", "RANGE", "REQUIRED"]);

/** What has another shape is told by the name that this has for evidence; of both releases at once. */
function invalidEvidence(documents: readonly (Read<unknown> | Failed)[]): Failed {
  const found = documents.flatMap((one) => ("failure" in one ? (one.failure.errors ?? []) : []));
  const errors = found.map((error): Entry<Failure> =>
    SHAPE_CODES.has(error.code) ? { ...error, code: "EVIDENCE_INVALID" } : error,
  );
  return { failure: { ok: false, errors } };
}
