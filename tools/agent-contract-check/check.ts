/** Holds tools against what agents were built for: definitions, recorded calls, and rules for calling again. */
import { type Budget, done, type Entry, fail } from "../_core/tool.ts";
import { checkCall } from "../_lib/agents/call-check/call.ts";
import { callsIn, contractsOf } from "../_lib/agents/call-check/material.ts";
import {
  readDefinitions,
  shapeUnknown,
  type ToolDefinition,
} from "../_lib/agents/tool-call/definitions.ts";
import { isEmpty, isEmptyTree, readTree } from "../_lib/agents/tool-call/fields.ts";
import type { CallItem } from "../_lib/agents/tool-call/items.ts";
import { ErrorList, WarningList, joinEntries } from "../_lib/results/entry-list.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { Severity } from "../_lib/results/review/shapes.ts";
import { oneLine, shortened } from "../_lib/text/shown.ts";
import type { Drifts, Failure, Input, Value, Warning } from "../agent-contract-check.ts";
import type { Drift } from "./finding.ts";
import { type Judged, judgeRetry } from "./retry.ts";
import { driftOf } from "./tool-drift.ts";

const MOST_CALLS = 5000;

interface Means {
  /** What each kind of drift means, in words. */
  readonly drifts: Drifts;
  /** Members of the rules that nobody reads. */
  readonly unknown: readonly Entry<Warning>[];
  readonly budget: Budget;
}

/** Checks the contract: the definitions against those of before, the calls against the definitions, the rules of retries. */
export function checkContract(input: Input, { drifts, unknown, budget }: Means) {
  const { material, failure } = readMaterial(input);
  if (failure) return failure;
  const { tools, baseline } = material;
  const checked = checkArguments(material, budget);
  if (checked.failure) return checked.failure;
  const judged = tools.map((tool) => judgeRetry(tool, input.retry));
  const findings = [
    ...(baseline ? driftOf(baseline, tools) : []).map((drift) => ofDrift(drift, drifts)),
    ...checked.findings,
    ...judged.flatMap((one) => one.findings.map(ofRetry)),
  ];
  return conclude({ input, findings, judged, warnings: [...material.warnings, ...unknown] });
}

interface Material {
  readonly tools: readonly ToolDefinition[];
  readonly baseline: readonly ToolDefinition[] | undefined;
  readonly calls: readonly CallItem[];
  readonly warnings: readonly Entry<Warning>[];
}

function readMaterial(input: Input) {
  if (isEmpty(input.tools)) return { failure: fail(toolsMissing()) };
  const current = readTools(input.tools, "/tools");
  if (current.failure) return { failure: current.failure };
  if (current.tools.length === 0) return { failure: fail(toolsMissing()) };
  const baseline =
    input.baseline === undefined || input.baseline === null
      ? undefined
      : readTools(input.baseline, "/baseline");
  if (baseline?.failure) return { failure: baseline.failure };
  const recorded = readCalls(input.calls);
  if (recorded.failure) return { failure: recorded.failure };
  const material: Material = {
    tools: current.tools,
    baseline: baseline?.tools,
    calls: recorded.calls,
    warnings: [...current.warnings, ...(baseline?.warnings ?? []), ...recorded.warnings],
  };
  return { material };
}

function readTools(field: unknown, path: string) {
  const tree = readTree(field, path);
  if ("error" in tree) return { failure: fail(tree.error) };
  const { warnings } = tree;
  if (isEmptyTree(tree.root)) return { tools: [], warnings };
  const { tools, unknown } = readDefinitions(tree.root, path);
  const [stranger, ...others] = unknown.map(shapeUnknown);
  return stranger ? { failure: fail([stranger, ...others]) } : { tools, warnings };
}

function readCalls(field: unknown) {
  if (isEmpty(field)) return { calls: [], warnings: [] };
  const tree = readTree(field, "/calls");
  if ("error" in tree) return { failure: fail(tree.error) };
  const { warnings } = tree;
  if (isEmptyTree(tree.root)) return { calls: [], warnings };
  const read = callsIn(tree.root, MOST_CALLS);
  return "failure" in read ? { failure: read.failure } : { calls: read.calls, warnings };
}

function toolsMissing(): Entry<"TOOLS_MISSING"> {
  const expected = "at least one definition";
  const message = `Cannot check the contract: found no tools, expected ${expected}`;
  return { code: "TOOLS_MISSING", message, path: "/tools", expected };
}

/** A finding of any of the three checks. */
interface Finding {
  readonly kind: "drift" | "arguments" | "retry";
  readonly severity: Severity;
  readonly code: Failure & string;
  readonly tool: string;
  /** Into the definition, or into the calls. */
  readonly pointer: string;
  readonly path: string;
  readonly message: string;
  readonly drift?: Drift;
  readonly callIndex?: number;
}

function checkArguments({ tools, calls }: Material, budget: Budget) {
  const contracts = contractsOf(tools, budget);
  if ("failure" in contracts) return { failure: contracts.failure };
  const findings: Finding[] = [];
  for (const call of calls) {
    const options = { repair: false, strictUnknown: false, budget };
    const checked = checkCall(call, contracts.contracts, options);
    if ("trouble" in checked) return { failure: fail(checked.trouble) };
    for (const { code, message, path = "" } of checked.errors) {
      const { name: tool, index: callIndex } = call;
      const place = { pointer: path, path, callIndex };
      findings.push({ kind: "arguments", severity: "error", code, tool, message, ...place });
    }
  }
  return { findings };
}

function ofDrift(drift: Drift, drifts: Drifts): Finding {
  const { tool, code, severity, pointer, before, after } = drift;
  const change = `found ${brief(after)}, expected ${brief(before)}`;
  const text = `${drifts[code]} in ${JSON.stringify(tool)}`;
  const message =
    severity === "error" ? `Cannot keep the contract: ${lowerFirst(text)}, ${change}` : text;
  const path = pathOf(tool, pointer);
  return { kind: "drift", severity, code, tool, pointer, path, message, drift };
}

function ofRetry(finding: Judged["findings"][number]): Finding {
  return { kind: "retry", ...finding, path: pathOf(finding.tool, finding.pointer) };
}

function pathOf(tool: string, pointer: string): string {
  return appendPointer("/tools", tool) + pointer;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const LONGEST_SHOWN = 61;

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  if (text === "null") return "nothing";
  return shortened(text, LONGEST_SHOWN);
}

interface Conclusion {
  readonly input: Input;
  readonly findings: readonly Finding[];
  readonly judged: readonly Judged[];
  readonly warnings: readonly Entry<Warning>[];
}

function conclude({ input, findings, judged, warnings }: Conclusion) {
  const { allowed, failOn } = input;
  const allowances = new Set(allowed);
  const isAllowed = (finding: Finding) => namesOf(finding).some((name) => allowances.has(name));
  const kept = findings.filter((finding) => !isAllowed(finding));
  const accepted = findings.filter(isAllowed);
  const used = new Set(accepted.flatMap(namesOf));
  const of = (severity: Severity) => kept.filter((finding) => finding.severity === severity);
  const [failing, warning] = [of("error"), of("warning")];
  const ofKind = (kind: Finding["kind"]) => kept.filter((finding) => finding.kind === kind);
  const trips = failing.length > 0 || (failOn === "warning" && warning.length > 0);
  const value: Value = {
    verdict: trips ? "fail" : "pass",
    drift: ofKind("drift").flatMap(({ drift }) => (drift ? [{ ...drift }] : [])),
    arguments: ofKind("arguments").map(({ callIndex = 0, tool, code, path }) => {
      return { callIndex, tool, code, path };
    }),
    retry: judged.map(({ report }) => report),
    allowed: accepted.map((finding) => namesOf(finding).at(-1) ?? ""),
    counts: {
      drift: ofKind("drift").length,
      arguments: ofKind("arguments").length,
      retry: ofKind("retry").length,
      errors: failing.length,
      warnings: warning.length,
    },
  };
  const errors = new ErrorList<Failure>();
  errors.addAll(orderFindings(failing.map(asEntry)));
  const noted = new WarningList<Warning>();
  const unused = allowed.flatMap((name, at) => (used.has(name) ? [] : [unusedAllowance(name, at)]));
  noted.addAll(orderFindings([...(warning.map(asEntry) as Entry<Warning>[]), ...unused]));
  const outcome = {
    output: kept.length === 0 ? "Contract holds." : kept.map(lineOf).join("\n"),
    value,
    valid: !trips,
    errors: errors.list(),
    warnings: joinEntries<Warning>(warnings, noted.list()),
    stats: value.counts,
  };
  if (!trips) return done(outcome);
  const count = failing.length + (failOn === "warning" ? warning.length : 0);
  const message = `Cannot pass the contract: found ${count} findings, expected none`;
  const code = "AGENT_CONTRACT_CHECK_FAILED" as const;
  return { ok: false, ...outcome, error: { code, message } };
}

/** As an allowance may name it, the most exact last. */
function namesOf({ code, tool, pointer }: Finding): string[] {
  return [code, `${code}:${tool}`, `${code}:${tool}:${pointer}`];
}

function asEntry({ code, message, path }: Finding): Entry<Finding["code"]> {
  return { code, message, path };
}

function unusedAllowance(name: string, at: number): Entry<"ALLOWANCE_UNUSED"> {
  const message = `Nothing was found that is allowed as ${JSON.stringify(name)}`;
  return { code: "ALLOWANCE_UNUSED", message, path: `/allowed/${at}` };
}

function lineOf({ severity, tool, pointer, code, message }: Finding): string {
  const parts = [severity.toUpperCase(), tool, pointer, code, message];
  return oneLine(parts.filter((part) => part !== "").join(" "));
}
