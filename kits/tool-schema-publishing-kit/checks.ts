/** Examples, drift, budget: what the tools themselves are checked for. */
import type { Entry } from "../../tools/_core/tool.ts";
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import checkContract from "../../tools/agent-contract-check.ts";
import compareSchemas from "../../tools/json-schema-compatibility-diff.ts";
import validateCalls from "../../tools/tool-calling-validator.ts";
import auditTools from "../../tools/tool-catalog-context-budget-auditor.ts";
import type { Drift, Example, SchemaChange, Work } from "../tool-schema-publishing-kit.ts";
import { driftWords } from "./change-words.ts";
import type { PublishedTool, ToolSet } from "./read.ts";

export interface ExampleCounts {
  readonly valid: number;
  readonly invalid: number;
  /** Arguments of the first example that is valid, and is meant to be. */
  readonly first: unknown;
}

interface Case {
  readonly tool: string;
  readonly index: number;
  readonly example: Example;
}

const MOST_CALLS = 1000;

/** By tool, how its examples came out. */
export function examplesStage(set: ToolSet, work: Work): ReadonlyMap<string, ExampleCounts> {
  const { input, report } = work;
  const names = new Set(set.tools.map(({ name }) => name));
  const cases: Case[] = [];
  for (const [tool, examples] of Object.entries(input.examples)) {
    if (!names.has(tool)) {
      const message = `Examples are given for ${quoted(tool)}, which is no tool`;
      const path = appendPointer("/examples", tool);
      report.find("warning", "examples", { code: "EXAMPLE_UNKNOWN_TOOL", message, path });
      continue;
    }
    for (const [index, example] of examples.entries()) cases.push({ tool, index, example });
  }
  const counts = new Map<string, ExampleCounts>();
  if (cases.length === 0)
    report.skipped("examples", "There is none; the field `examples` has them");
  else checkCases(cases, set, counts, work);
  for (const { name, definition } of set.tools) {
    if (counts.get(name)?.first !== undefined) continue;
    const message = `${quoted(name)} has no valid example`;
    const finding = { code: "EXAMPLE_MISSING", message, path: definition.path, subject: name };
    report.find("warning", "examples", finding);
  }
  return counts;
}

function checkCases(
  cases: readonly Case[],
  set: ToolSet,
  counts: Map<string, ExampleCounts>,
  { ctx, report }: Work,
): void {
  let wrong = 0;
  for (let from = 0; from < cases.length; from += MOST_CALLS) {
    const some = cases.slice(from, from + MOST_CALLS);
    const { value, errors = [] } = ctx.step(validateCalls, {
      calls: some.map(({ tool, example }) => ({ name: tool, arguments: example.arguments })),
      tools: set.text,
      repair: false,
    });
    const [trouble] = errors;
    if (!value) {
      if (trouble !== undefined) report.stageFailed("examples", trouble);
      return;
    }
    const firsts = firstByCall(errors);
    for (const [at, one] of some.entries()) {
      const isValid = value.calls[at]?.valid === true;
      tally(one, isValid, counts);
      if (isValid === one.example.valid) continue;
      wrong++;
      report.find("error", "examples", wrongExample(one, isValid, firsts.get(at)));
    }
  }
  report.done("examples", `${counted(cases.length, "example")}, ${wrong} not as said`);
}

function firstByCall(errors: readonly Entry[]): ReadonlyMap<number, Entry> {
  const firsts = new Map<number, Entry>();
  for (const error of errors) {
    const at = Number(/^\/calls\/(\d+)(?:\/|$)/.exec(error.path ?? "")?.[1] ?? -1);
    if (!firsts.has(at)) firsts.set(at, error);
  }
  return firsts;
}

function tally(
  { tool, example }: Case,
  isValid: boolean,
  counts: Map<string, ExampleCounts>,
): void {
  const { valid, invalid, first } = counts.get(tool) ?? { valid: 0, invalid: 0, first: undefined };
  counts.set(tool, {
    valid: valid + Number(isValid),
    invalid: invalid + Number(!isValid),
    first: first ?? (isValid && example.valid ? example.arguments : undefined),
  });
}

function wrongExample({ tool, index }: Case, isValid: boolean, problem: Entry | undefined) {
  const path = appendPointer(appendPointer("/examples", tool), index);
  const what = `Example ${index} of ${quoted(tool)}`;
  if (isValid) {
    const message = `${what} is valid, and is meant not to be`;
    return { code: "COUNTEREXAMPLE_VALID", message, path, subject: tool };
  }
  const place = (problem?.path ?? "").replace(/^\/calls\/\d+/, "");
  const why = problem === undefined ? "" : `: ${problem.message}${place && ` (${place})`}`;
  const message = `${what} does not fit its schema${why}`;
  return { code: "EXAMPLE_INVALID", message, path, subject: tool };
}

/** What agents built on the last release would meet. */
export function driftStage(
  set: ToolSet,
  before: ToolSet | undefined,
  { ctx, report }: Work,
): readonly Drift[] {
  if (before === undefined) {
    report.skipped("drift", "There is no last release; the field `previous` has it");
    return [];
  }
  const made = ctx.step(checkContract, { tools: set.text, baseline: before.text });
  const { value, errors = [] } = made;
  const [error] = errors;
  if (!value) {
    if (error !== undefined) report.stageFailed("drift", error);
    return [];
  }
  const drift: Drift[] = value.drift;
  const breaks = drift.filter(({ severity }) => severity === "error").length;
  report.done("drift", `${counted(drift.length, "change")}, ${breaks} breaking`, value.verdict);
  return drift;
}

/** The changes as findings; what breaks is a warning where the version says so. */
export function reportDrift(
  drift: readonly Drift[],
  versionOk: boolean | null,
  { report }: Work,
): void {
  for (const change of drift) {
    const { tool, code, severity, pointer, before, after } = change;
    const weight = severity === "error" && versionOk === true ? "warning" : severity;
    report.find(code === "TOOL_ADDED" ? "info" : weight, "drift", {
      code,
      message: `${quoted(tool)}: ${driftWords(change).what}`,
      path: `${appendPointer("/tools", tool)}${pointer}`,
      subject: tool,
      expected: before ?? undefined,
      received: after ?? undefined,
    });
  }
}

export interface Compared {
  readonly compatible: { readonly backward: boolean; readonly forward: boolean } | null;
  readonly changes: readonly SchemaChange[];
}

/** Whether old and new arguments fit one another, of every tool that is in both sets. */
export function schemasStage(
  set: ToolSet,
  before: ToolSet | undefined,
  { ctx, report }: Work,
): Compared {
  if (before === undefined) {
    report.skipped("schemas", "There is no last release; the field `previous` has it");
    return { compatible: null, changes: [] };
  }
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  let [backward, forward, pairs] = [true, true, 0];
  const changes: SchemaChange[] = [];
  for (const { name, schema } of set.tools) {
    const other = old.get(name);
    if (other === undefined) continue;
    pairs++;
    if (other.schema === schema) continue;
    const made = ctx.step(compareSchemas, { before: other.schema, after: schema, mode: "full" });
    const [error] = made.errors ?? [];
    if (!made.value) {
      if (error !== undefined) report.stageFailed("schemas", error);
      return { compatible: null, changes };
    }
    const { compatible, changes: some } = made.value;
    backward &&= compatible.backward;
    forward &&= compatible.forward;
    for (const { code, path, before: was, after } of some)
      changes.push({ tool: name, code, path, before: was, after });
  }
  report.done(
    "schemas",
    `${counted(pairs, "tool")} compared, ${counted(changes.length, "change")}`,
  );
  return { compatible: { backward, forward }, changes };
}

const PENALTIES: Readonly<Record<string, number>> = {
  DESCRIPTION_MISSING: 40,
  DESCRIPTION_SHORT: 15,
  PARAMETER_UNDESCRIBED: 10,
  NAME_GENERIC: 10,
  NAME_NOT_PORTABLE: 15,
  NAME_SIMILAR: 10,
  SCHEMA_HEAVY: 10,
  DEEP_SCHEMA: 10,
  ENUM_LONG: 5,
  DESCRIPTION_LONG: 5,
  NO_PARAMETER_TYPES: 10,
};
const WITHOUT_EXAMPLE = 5;

export function scoreOf(problems: readonly string[], hasExample: boolean): number {
  const lost = problems.reduce((sum, code) => sum + (PENALTIES[code] ?? 0), 0);
  return Math.max(0, 100 - lost - (hasExample ? 0 : WITHOUT_EXAMPLE));
}

const AUDITED = {
  ...Object.fromEntries(Object.keys(PENALTIES).map((code) => [code, "warning"] as const)),
  OVERLAP: "warning",
  ESTIMATE: "warning",
  MODEL_UNKNOWN: "warning",
  OVER_BUDGET: "error",
} as const;

export function budgetStage(set: ToolSet, { input, ctx, report }: Work) {
  const { model, budgetTokens } = input;
  const made = ctx.step(auditTools, {
    tools: set.text,
    model,
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
  });
  const { value, errors = [], warnings = [] } = made;
  const [error] = errors;
  if (!value) {
    if (error !== undefined) report.stageFailed("budget", error);
    return {
      byName: new Map(),
      totals: { totalTokens: 0, budgetTokens: budgetTokens ?? 0, overBudget: false },
    };
  }
  for (const entry of [...errors, ...warnings]) {
    const at = Number(/^\/tools\/(\d+)/.exec(entry.path ?? "")?.[1] ?? -1);
    const tool: PublishedTool | undefined = set.tools[at];
    const about = tool === undefined ? {} : { path: tool.definition.path, subject: tool.name };
    report.takeOver("budget", [entry], AUDITED, about);
  }
  const { totalTokens, budgetTokens: budget, overBudget } = value;
  report.done(
    "budget",
    `${counted(totalTokens, "token")} of ${budget}`,
    overBudget ? "fail" : "pass",
  );
  const byName = new Map(value.tools.map((tool) => [tool.name, tool]));
  return { byName, totals: { totalTokens, budgetTokens: budget, overBudget } };
}
