/** Holds tools against what agents were built for: definitions, recorded calls, and rules for calling again. */
import { Type } from "@sinclair/typebox";
import { type Ctx, type Entry, type Outcome } from "../_core/tool.ts";
import { checkCall } from "../_lib/agents/call-check/call.ts";
import { callsIn, contractsOf } from "../_lib/agents/call-check/material.ts";
import {
  readDefinitions,
  shapeUnknown,
  type ToolDefinition,
} from "../_lib/agents/tool-call/definitions.ts";
import { isEmpty, isEmptyTree, readTree } from "../_lib/agents/tool-call/fields.ts";
import type { CallItem } from "../_lib/agents/tool-call/items.ts";
import { refused } from "../_lib/fields/shaped-field.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import { unknownMembers } from "../_lib/fields/unknown-members.ts";
import { ErrorList, WarningList, joinEntries } from "../_lib/results/entry-list.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { Severity } from "../_lib/results/review/shapes.ts";
import { oneLine, shortened } from "../_lib/text/shown.ts";
import type { Failure, Input, Result, Value, Warning } from "../agent-contract-check.ts";
import type { Drift } from "./finding.ts";
import { type Judged, judgeRetry, RETRY, type Retry } from "./retry.ts";
import { driftOf } from "./tool-drift.ts";

export const DRIFTS = {
  TOOL_REMOVED: "A tool is gone",
  TOOL_RENAMED: "A tool is gone, and a new one has its schema",
  TOOL_ADDED: "A tool is new",
  REQUIRED_ADDED: "A member is required that was not",
  PROPERTY_REMOVED: "A member is gone",
  TYPE_NARROWED: "A type is no longer accepted",
  TYPE_WIDENED: "More types are accepted",
  ENUM_VALUE_REMOVED: "A value is no longer accepted",
  CONST_CHANGED: "Another value is the only one accepted",
  BOUND_TIGHTENED: "A bound, a length or a pattern is stricter",
  ADDITIONAL_PROPERTIES_CLOSED: "Members without a name in the schema are no longer accepted",
  FORMAT_CHANGED: "The format is another one",
  DEFAULT_CHANGED: "The default is another one",
  OUTPUT_PROPERTY_REMOVED: "A result no longer has a member",
  OUTPUT_TYPE_WIDENED: "A result may be of a type that it was not",
  OUTPUT_NO_LONGER_REQUIRED: "A member of a result may be missing",
  DESCRIPTION_CHANGED: "A description says something else",
  ANNOTATION_WEAKENED: "A promise about what the tool does is no longer given",
  SCHEMA_UNCOMPARABLE: "Schemas differ in a way that is not compared",
} as const;

const MOST_CALLS = 5000;

export function checkContract(input: Input, ctx: Ctx): Result {
  const read = readMaterial(input, ctx);
  if ("failure" in read) return read.failure;
  const checked = checkArguments(read, ctx);
  if ("failure" in checked) return checked.failure;
  const drifts = read.baseline ? driftOf(read.baseline, read.tools) : [];
  const judged = read.tools.map((tool) => judgeRetry(tool, read.retry));
  const findings = [
    ...drifts.map(ofDrift),
    ...checked.findings,
    ...judged.flatMap((one) => one.findings.map(ofRetry)),
  ];
  return conclude({ input, findings, judged, warnings: read.warnings, allowed: read.allowed });
}

type Failed = { readonly failure: Outcome<never, Failure, never> };

interface Material {
  readonly tools: readonly ToolDefinition[];
  readonly baseline: readonly ToolDefinition[] | undefined;
  readonly calls: readonly CallItem[];
  readonly retry: Retry;
  readonly allowed: readonly string[];
  readonly warnings: readonly Entry<Warning>[];
}

function readMaterial(input: Input, _ctx: Ctx): Material | Failed {
  if (isEmpty(input.tools)) return refused([toolsMissing()]);
  const tools = readTools(input.tools, "/tools");
  if ("failure" in tools) return tools;
  if (tools.tools.length === 0) return refused([toolsMissing()]);
  const hasBaseline = input.baseline !== undefined && input.baseline !== null;
  const baseline = hasBaseline ? readTools(input.baseline, "/baseline") : undefined;
  if (baseline && "failure" in baseline) return baseline;
  const calls = readCalls(input.calls);
  if ("failure" in calls) return calls;
  const retry = readStructured(input.retry ?? {}, RETRY, "/retry");
  if (retry.failure) return { failure: retry.failure };
  const allowed = readStructured(input.allowed ?? [], Type.Array(Type.String()), "/allowed");
  if (allowed.failure) return { failure: allowed.failure };
  return {
    tools: tools.tools,
    baseline: baseline?.tools,
    calls: calls.calls,
    retry: retry.value,
    allowed: allowed.value,
    warnings: [
      ...tools.warnings,
      ...(baseline?.warnings ?? []),
      ...calls.warnings,
      ...unknownMembers(RETRY, retry.value, "/retry"),
    ],
  };
}

interface ToolsRead {
  readonly tools: readonly ToolDefinition[];
  readonly warnings: readonly Entry<Warning>[];
}

function readTools(field: unknown, path: string): ToolsRead | Failed {
  const tree = readTree(field, path);
  if ("error" in tree) return refused([tree.error]);
  if (isEmptyTree(tree.root)) return { tools: [], warnings: tree.warnings };
  const { tools, unknown } = readDefinitions(tree.root, path);
  if (unknown.length > 0) return refused(unknown.map(shapeUnknown));
  return { tools, warnings: tree.warnings };
}

function readCalls(
  field: unknown,
): { readonly calls: readonly CallItem[]; readonly warnings: readonly Entry<Warning>[] } | Failed {
  if (isEmpty(field)) return { calls: [], warnings: [] };
  const tree = readTree(field, "/calls");
  if ("error" in tree) return refused([tree.error]);
  if (isEmptyTree(tree.root)) return { calls: [], warnings: tree.warnings };
  const read = callsIn(tree.root, MOST_CALLS);
  return "failure" in read ? read : { calls: read.calls, warnings: tree.warnings };
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

function checkArguments(
  { tools, calls }: Material,
  { budget }: Ctx,
): { readonly findings: readonly Finding[] } | Failed {
  const contracts = contractsOf(tools, budget);
  if ("failure" in contracts) return contracts;
  const findings: Finding[] = [];
  for (const call of calls) {
    const options = { repair: false, strictUnknown: false, budget };
    const checked = checkCall(call, contracts.contracts, options);
    if ("trouble" in checked) return refused([checked.trouble]);
    for (const { code, message, path = "" } of checked.errors) {
      const { name: tool, index: callIndex } = call;
      const place = { pointer: path, path, callIndex };
      findings.push({ kind: "arguments", severity: "error", code, tool, message, ...place });
    }
  }
  return { findings };
}

function ofDrift(drift: Drift): Finding {
  const { tool, code, severity, pointer, before, after } = drift;
  const change = `found ${brief(after)}, expected ${brief(before)}`;
  const text = `${DRIFTS[code]} in ${JSON.stringify(tool)}`;
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
  readonly allowed: readonly string[];
  readonly warnings: readonly Entry<Warning>[];
}

function conclude({ input, findings, judged, allowed, warnings }: Conclusion): Result {
  const allowances = new Set(allowed);
  const isAllowed = (finding: Finding) => namesOf(finding).some((name) => allowances.has(name));
  const kept = findings.filter((finding) => !isAllowed(finding));
  const accepted = findings.filter(isAllowed);
  const used = new Set(accepted.flatMap(namesOf));
  const of = (severity: Severity) => kept.filter((finding) => finding.severity === severity);
  const [failing, warning] = [of("error"), of("warning")];
  const ofKind = (kind: Finding["kind"]) => kept.filter((finding) => finding.kind === kind);
  const trips = failing.length > 0 || (input.failOn === "warning" && warning.length > 0);
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
  if (!trips) return { ok: true, ...outcome };
  const count = failing.length + (input.failOn === "warning" ? warning.length : 0);
  const message = `Cannot pass the contract: found ${count} findings, expected none`;
  return { ok: false, ...outcome, error: { code: "AGENT_CONTRACT_CHECK_FAILED", message } };
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
