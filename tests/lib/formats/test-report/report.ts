import type { Format, TestReport } from "../../../../tools/_lib/formats/test-report/report.ts";
import { readTestReport } from "../../../../tools/_lib/formats/test-report/read.ts";

/** The report as it is read; a failure is thrown by its code. */
export function reportOf(given: unknown, format: Format | "auto" = "auto"): TestReport {
  const read = readTestReport(given, format, "/after");
  if ("error" in read) throw new Error(`${read.error.code} ${read.error.message}`);
  return read;
}

/** `id status` of each test. */
export function listed(given: unknown): string[] {
  return [...reportOf(given).tests.values()].map(({ id, status }) => `${id} ${status}`);
}

export function truncationOf(given: unknown): string | undefined {
  return reportOf(given).truncated;
}
