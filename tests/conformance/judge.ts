/** Runs the public suites that have an adapter, through the runner, and counts. */
import { existsSync } from "node:fs";
import { Glob } from "bun";
import { ENTRIES } from "../../app/registry.ts";
import { run } from "../../app/run/run.ts";
import type { Result } from "../../app/run/types.ts";
import { host } from "../support/run-unit.ts";
import { failed, type Figure, type RunTool, type Suite, type Verdict } from "./suite.ts";

export const DEFAULT_SUITES = "../shared/suites";

export interface SuiteReport {
  readonly suite: string;
  readonly tools: readonly string[];
  readonly floor: Suite["floor"];
  passed: number;
  failed: number;
  differs: number;
  skipped: number;
  /** Reason → rows, of those that differ and those that are skipped. */
  readonly differences: Record<string, number>;
  readonly reasons: Record<string, number>;
  readonly failures: { name: string; detail: string }[];
  readonly figures: Figure[];
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
    differs: 0,
    skipped: 0,
    differences: {},
    reasons: {},
    failures: [],
    figures: [],
  };
  const missing = tools.filter((id) => !ENTRIES.some((entry) => entry.id === id));
  if (missing.length > 0) return { ...report, absent: `no tool ${missing.join(", ")}` };
  const path = `${folder}/${suite.data ?? name}`;
  if (!existsSync(path)) return { ...report, absent: `no data at ${name}` };
  return count(suite, path, report);
}

/** An adapter that throws has failed at that row, and the suites behind it are run all the same. */
async function count(suite: Suite, path: string, report: SuiteReport): Promise<SuiteReport> {
  let last = "the start";
  try {
    for await (const verdict of suite.judge(path, runTool)) {
      if ("figure" in verdict) report.figures.push(verdict);
      else {
        last = verdict.name;
        add(verdict, report);
      }
    }
  } catch (error) {
    add(failed(`behind ${last}`, `threw ${String(error)}, and the rest did not run`), report);
  }
  return report;
}

function add(verdict: Verdict, report: SuiteReport): void {
  if ("skipped" in verdict) {
    report.skipped++;
    report.reasons[verdict.skipped] = (report.reasons[verdict.skipped] ?? 0) + 1;
  } else if ("differs" in verdict) {
    report.differs++;
    report.differences[verdict.differs] = (report.differences[verdict.differs] ?? 0) + 1;
  } else if (verdict.passed) report.passed++;
  else {
    report.failed++;
    report.failures.push({ name: verdict.name, detail: verdict.detail });
  }
}

/** What keeps a suite that has run from holding; empty where it holds. */
export function shortfalls(report: SuiteReport): string[] {
  const { absent, floor, figures } = report;
  if (absent) return [];
  const rows = report.passed < floor.passed || report.failed > floor.failed;
  return [
    ...(rows
      ? [`is below its floor of ${floor.passed} passed, at most ${floor.failed} failed`]
      : []),
    ...figures
      .filter(({ value, least }) => value < least)
      .map(({ figure, least }) => `is below ${least} of ${figure}`),
  ];
}
