/** Runs the public suites that have an adapter, through the runner, and counts. */
import { existsSync } from "node:fs";
import { Glob } from "bun";
import { ENTRIES } from "../../app/registry.ts";
import { run } from "../../app/run/run.ts";
import type { Result } from "../../app/run/types.ts";
import { host } from "../support/run-unit.ts";
import type { RunTool, Suite } from "./suite.ts";

export const DEFAULT_SUITES = "../shared/suites";

export interface SuiteReport {
  readonly suite: string;
  readonly tools: readonly string[];
  readonly floor: Suite["floor"];
  passed: number;
  failed: number;
  skipped: number;
  /** Reason → rows. */
  readonly reasons: Record<string, number>;
  readonly failures: { name: string; detail: string }[];
  /** Why the suite did not run at all. */
  readonly absent?: string;
}

/** Files that are not adapters. */
const OWN_FILES = new Set(["judge.ts", "main.ts", "suite.ts"]);

export async function loadSuites(): Promise<Suite[]> {
  const files = [...new Glob("**/*.ts").scanSync(import.meta.dir)].filter(
    (file) => !OWN_FILES.has(file) && !file.endsWith(".test.ts"),
  );
  const modules = await Promise.all(
    files.toSorted().map((file): Promise<{ default: Suite }> => import(`./${file}`)),
  );
  return modules.map((module) => module.default);
}

const runTool: RunTool = async (request) => {
  const { body } = await run(request, host);
  if (body.result === undefined) throw new Error(JSON.stringify(body));
  return body.result as Result;
};

export async function judge(suite: Suite, folder: string): Promise<SuiteReport> {
  const { name, tools, floor } = suite;
  const report = {
    suite: name,
    tools,
    floor,
    passed: 0,
    failed: 0,
    skipped: 0,
    reasons: {},
    failures: [],
  };
  const missing = tools.filter((id) => !ENTRIES.some((entry) => entry.id === id));
  if (missing.length > 0) return { ...report, absent: `no tool ${missing.join(", ")}` };
  const path = `${folder}/${name}`;
  if (!existsSync(path)) return { ...report, absent: `no data at ${name}` };
  return count(suite, path, report);
}

async function count(suite: Suite, path: string, report: SuiteReport): Promise<SuiteReport> {
  for await (const verdict of suite.judge(path, runTool)) {
    if ("skipped" in verdict) {
      report.skipped++;
      report.reasons[verdict.skipped] = (report.reasons[verdict.skipped] ?? 0) + 1;
    } else if (verdict.passed) report.passed++;
    else {
      report.failed++;
      report.failures.push({ name: verdict.name, detail: verdict.detail });
    }
  }
  return report;
}
