/** What every format of test reports says: which tests there were, and what became of each. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "../../../_core/fields.ts";
import { OUTPUT_FAILURES } from "../../results/output-limit.ts";

export const STATUSES = ["passed", "failed", "error", "skipped", "flaky"] as const;
export type Status = (typeof STATUSES)[number];

export const FORMATS = [
  "junit",
  "trx",
  "nunit",
  "xunit",
  "jest",
  "go",
  "tap",
  "pytest",
  "cargo",
  "bun",
  "node",
  "mocha",
  "playwright",
  "map",
] as const;
export type Format = (typeof FORMATS)[number];

/** Failures of `readTestReport`, to be spread into a tool's `failures`. */
export const REPORT_FAILURES = {
  FORMAT_UNKNOWN: "A test report is in none of the formats, or not in the one that was given",
  REPORT_SYNTAX: "A test report is broken XML or JSON, or has a document type declaration",
  INPUT_TOO_DEEP: "A test report is nested deeper than 1,000 levels",
  ...OUTPUT_FAILURES,
} as const;

export type ReportFailure = keyof typeof REPORT_FAILURES;

export const RUN_TRUNCATED =
  "The plan or a declared count differs from the tests found, or the run was bailed out of";

/** One result as the report has it; a test that ran again has several. */
export interface Attempt {
  readonly id: string;
  readonly status: Status;
  readonly durationMs: number | null;
  /** Why it failed. */
  readonly message?: string | undefined;
}

/** What the reader of one format gives. */
export interface Attempts {
  readonly attempts: readonly Attempt[];
  /** In which way the report is not whole: `3 tests declared, 1 found`. */
  readonly truncated?: string | undefined;
}

export interface Test extends Attempt {
  readonly attempts: number;
}

export interface TestReport {
  readonly format: Format;
  /** By id, in the order of the report. */
  readonly tests: ReadonlyMap<string, Test>;
  readonly truncated: string | undefined;
}

const COUNT = Type.Integer({ minimum: 0 });

export const TOTALS = Type.Object({
  format: oneOf(FORMATS),
  total: COUNT,
  passed: COUNT,
  failed: COUNT,
  error: COUNT,
  skipped: COUNT,
  flaky: COUNT,
  durationMs: Type.Union([Type.Number(), Type.Null()], {
    description: "Of all tests whose duration is known; null without any",
  }),
});

export type Totals = Static<typeof TOTALS>;

const KINDS =
  "JUnit, TRX, NUnit or xUnit XML, the JSON of Jest, Vitest, Playwright or Mocha, go test -json or -v, TAP, what pytest, cargo test, bun test, node --test or Mocha print, { id: status } or [{ id, status, durationMs?, message? }]";

export function reportField(what: string) {
  return jsonField({ description: `${what}: ${KINDS}` });
}

export function formatField() {
  return oneOf(["auto", ...FORMATS], {
    description: "The format of the reports; auto finds it for each",
    default: "auto",
  });
}

/** Failed, or could not run to its end. */
export function isFailing(status: Status): boolean {
  return status === "failed" || status === "error";
}
