/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";
import { OUTPUT_FAILURES } from "../_lib/results/output-limit.ts";
import {
  countsSchema,
  failOnField,
  findingSchema,
  VERDICTS,
} from "../_lib/results/review/shapes.ts";
import { ECOSYSTEMS, GROUPS, SOURCES, STATUSES } from "./model.ts";

const CODES = {
  LOCK_MISSING: "A dependency has no entry in the lock file",
  LOCK_MISMATCH: "The locked version is outside of the range",
  LOCK_STALE: "The lock file was written for another range",
  RANGE_INVALID: "A range is not one of its ecosystem",
  INSECURE_SOURCE: "A package is fetched over http: or git:, which anybody on the way can change",
  LOCK_EXTRANEOUS: "Nothing leads to an entry of the lock file",
  INTEGRITY_MISSING: "A package of a registry has no checksum",
  DECLARED_TWICE: "A dependency is declared in several groups",
  DUPLICATE_VERSION: "A package is locked in several versions",
  UNPINNED_RANGE: "A range has no upper bound",
  PRERELEASE_LOCKED: "The locked version is a prerelease",
  SOURCE_UNVERIFIABLE: "What is fetched from such a source has no version to hold against a range",
} as const;

export type Code = keyof typeof CODES;

export const FAILURES = {
  ...INPUT_FAILURES,
  ...OUTPUT_FAILURES,
  ...CODES,
  INPUT_TOO_DEEP: "The data is nested deeper than 1,000 levels",
  ECOSYSTEM_UNKNOWN: "The manifest or the lock file is of no kind that is known",
  ECOSYSTEM_MISMATCH: "The manifest and the lock file are of different worlds",
  MANIFEST_SYNTAX: "The manifest is not well-formed",
  LOCKFILE_SYNTAX: "The lock file is not well-formed",
  DEPENDENCY_MANIFEST_RECONCILIATION_FAILED: "There are findings at or above failOn",
} as const;

export const WARNINGS = {
  ...CODES,
  ...JSON_WARNINGS,
  INCLUDE_SKIPPED: "A line names another file, which is not read",
  WORKSPACE_UNKNOWN: "The lock file knows no such workspace",
} as const;

export const INPUT = Type.Object({
  manifest: jsonField({
    description: "package.json, Cargo.toml, pyproject.toml, requirements.in or .txt, or go.mod",
  }),
  lockfile: jsonField({
    description:
      "package-lock.json, npm-shrinkwrap.json, pnpm-lock.yaml, yarn.lock, bun.lock, Cargo.lock, poetry.lock, uv.lock, pinned requirements, or go.sum",
  }),
  ecosystem: oneOf(["auto", ...ECOSYSTEMS], {
    description: "Whose files they are; auto tells by their content",
    default: "auto",
  }),
  workspace: Type.String({
    description: "The folder of the manifest, as the lock file names it",
    default: ".",
  }),
  includeDev: Type.Boolean({
    description: "Whether dependencies for development are judged",
    default: true,
  }),
  failOn: failOnField("none"),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });
const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

export const VALUE = Type.Object({
  verdict: oneOf(VERDICTS),
  ecosystem: oneOf(ECOSYSTEMS),
  lockfileVersion: TEXT_OR_NULL,
  entries: Type.Array(
    Type.Object({
      name: Type.String(),
      group: oneOf(GROUPS),
      range: Type.String({ description: "As the manifest has it" }),
      locked: TEXT_OR_NULL,
      status: oneOf(STATUSES),
      source: oneOf(SOURCES),
    }),
    { description: "By name, then group" },
  ),
  duplicates: Type.Array(
    Type.Object({ name: Type.String(), versions: Type.Array(Type.String()) }),
    { description: "Packages that are locked in several versions, lowest first" },
  ),
  extraneous: Type.Array(Type.Object({ name: Type.String(), version: TEXT_OR_NULL }), {
    description: "Entries of the lock file to which nothing leads",
  }),
  findings: Type.Array(findingSchema({})),
  counts: countsSchema({
    direct: COUNT,
    locked: COUNT,
    ok: COUNT,
    missing: COUNT,
    mismatch: COUNT,
    stale: COUNT,
    unverifiable: COUNT,
    duplicates: COUNT,
    extraneous: COUNT,
    integrityMissing: COUNT,
  }),
});

export type Value = Static<typeof VALUE>;
export type Entry = Value["entries"][number];
export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;
export type Result = Outcome<Value, Failure, Warning>;
