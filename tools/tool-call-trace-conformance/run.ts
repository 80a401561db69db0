/** Judges a trace by the declared tools and a policy. */
import { type Budget, done, type Entry, fail } from "../_core/tool.ts";
import {
  type CheckTrouble,
  type DeclaredTools,
  readDeclared,
} from "../_lib/agents/declared-tools.ts";
import { readTrace } from "../_lib/agents/trace/read.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { stringNode } from "../_lib/json/tree/tree.ts";
import { ErrorList, WarningList } from "../_lib/results/entry-list.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { escapePointer } from "../_lib/results/pointer.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { textTable } from "../_lib/text/plain-table.ts";
import type {
  Failure,
  Input,
  PolicyShape,
  Value,
  Warning,
} from "../tool-call-trace-conformance.ts";
import { type Trace, type TracedCall, traceOf } from "./calls.ts";
import { judgeLimits, type LimitJudged } from "./limits.ts";
import { Patterns } from "./patterns.ts";
import { type Policy, readPolicy, type Rule } from "./policy.ts";
import { isOfExistence, judge, type Judged, type Sides } from "./templates.ts";
import { quoted, shortened } from "../_lib/text/shown.ts";

const PATH = "/trace";
const MOST_EVENTS = 20_000;

type Errors = ErrorList<Failure>;
type Warnings = WarningList<Warning>;

export function checkTrace(input: Input, shape: PolicyShape, budget: Budget) {
  if (isNothing(input.trace)) return fail(traceMissing());
  const read = readPolicy(input.policy, shape);
  if (read.failure) return read.failure;
  const declared = readDeclared(input.tools, budget);
  if ("failure" in declared) return declared.failure;
  const traced = readTrace(input.trace, { path: PATH, mostEvents: MOST_EVENTS });
  if ("failure" in traced) return traced.failure;
  const trace = traceOf(traced.events);
  const { policy } = read;
  const { tools } = declared;
  const own = tools && judgeDeclared(tools, trace);
  if (own && "trouble" in own) return fail(own.trouble);
  const patterns = new Patterns();
  const limits = [...(own ? [own] : []), ...judgeLimits(policy, trace, patterns)];
  budget.spend(policy.rules.length * trace.calls.length);
  const rules = policy.rules.map((rule) => ({
    rule,
    judged: judge(rule, sidesOf(rule, trace, patterns)),
  }));
  const errors: Errors = new ErrorList();
  const warnings: Warnings = new WarningList();
  warnings.addAll([...traced.warnings, ...declared.warnings, ...read.warnings]);
  for (const { findings } of limits)
    for (const { code, detail } of findings) errors.add(code, detail);
  for (const { rule, judged } of rules) noteRule(rule, judged, errors, warnings);
  noteResults(trace, errors, warnings);
  if (policy.maxDurationMs !== undefined && !isTimed(trace)) {
    const message = "Nothing is held against the limit: the events have no times";
    warnings.add("LIMIT_UNCHECKED", () => ({ message, path: "/policy/maxDurationMs" }));
  }
  if (tools) warnings.addAll(unusedPatterns(policy, [...tools.names], patterns));
  return report(trace, limits, rules, { errors, warnings });
}

/** Whether it is known how long the run took: two times are there, or there is nothing that takes any. */
function isTimed({ events }: Trace): boolean {
  const times = events.flatMap(({ startMs, endMs }) => [startMs, endMs]);
  return events.length < 2 || times.filter((time) => time !== undefined).length > 1;
}

function traceMissing(): Entry<"TRACE_MISSING"> {
  const message = "Cannot check a trace: nothing was given, expected what an agent did";
  return { code: "TRACE_MISSING", message, path: PATH };
}

type Finding = LimitJudged["findings"][number];

/** A call is wrong whose tool nobody declared, or whose arguments do not fit. */
function judgeDeclared(
  tools: DeclaredTools,
  { calls }: Trace,
): LimitJudged | { readonly trouble: CheckTrouble } {
  const findings: Finding[] = [];
  const witnesses: TracedCall[] = [];
  for (const call of calls) {
    const found = callFindings(call, tools);
    if ("trouble" in found) return found;
    if (found.length > 0) witnesses.push(call);
    findings.push(...found);
  }
  const figures = { activations: calls.length, violations: witnesses.length };
  return { type: "declared-tools", ...figures, witnesses, findings };
}

function callFindings(
  { event }: TracedCall,
  tools: DeclaredTools,
): Finding[] | { readonly trouble: CheckTrouble } {
  const { tool, path, argumentsPath } = event;
  if (!tools.has(tool)) {
    const message = `Cannot accept the call: found ${quoted(tool)}, expected a declared tool`;
    const detail = () => ({ message, path, received: tool, hint: tools.meant(tool) });
    return [{ code: "TOOL_UNDECLARED", detail }];
  }
  // Text that is no JSON is no object, whatever it says.
  const checked = tools.check(tool, event.arguments ?? stringNode(""), argumentsPath);
  if ("trouble" in checked) return checked;
  return checked.map((entry) => ({ code: entry.code, detail: () => entry as Entry<Failure> }));
}

function sidesOf({ a, b, conditions }: Rule, { calls }: Trace, patterns: Patterns): Sides {
  const isA = ({ event }: TracedCall) =>
    patterns.fits(a, event.tool) && conditions.every((holds) => holds(event.arguments));
  const isB = ({ event }: TracedCall) => patterns.fits(b, event.tool);
  const [all, others] = [calls.filter(isA), calls.filter(isB)];
  const known = new Set(all);
  return { calls, a: all, b: others, isA: (call) => known.has(call), isB };
}

function noteRule(rule: Rule, judged: Judged, errors: Errors, warnings: Warnings): void {
  const { id: hint, path, type, severity } = rule;
  if (judged.violations > 0) {
    const [first] = judged.witnesses;
    const found = first
      ? `${quoted(first.event.tool)} as event ${first.event.index}`
      : "too few calls";
    const message = `Cannot accept the run: found ${found}, expected ${type} of ${sideOf(rule)}`;
    const list = severity === "error" ? errors : warnings;
    list.add("RULE_VIOLATED", () => ({ message, path, hint, received: judged.violations }));
  } else if (judged.activations === 0 && !isOfExistence(rule)) {
    const message = `The rule ${quoted(hint)} never applied: no call fits it`;
    warnings.add("RULE_VACUOUS", () => ({ message, path, hint }));
  }
}

function sideOf({ a, b }: Rule): string {
  return b === "" ? quoted(a) : `${quoted(a)} and ${quoted(b)}`;
}

function noteResults(trace: Trace, errors: Errors, warnings: Warnings): void {
  for (const { path, callId } of trace.orphans) {
    const found = callId === undefined ? "one without an id" : `one of ${quoted(callId)}`;
    const message = `Cannot place the result: found ${found}, expected an earlier call of it`;
    errors.add("RESULT_WITHOUT_CALL", () => ({ message, path }));
  }
  for (const { path, call } of trace.repeated) {
    const message = `Cannot place the result: found another one of ${quoted(call?.callId ?? "")}, expected one`;
    errors.add("DUPLICATE_RESULT", () => ({ message, path }));
  }
  for (const { event, result } of trace.calls) {
    if (result !== undefined) continue;
    const message = `The call ${quoted(event.callId)} of ${quoted(event.tool)} was not answered`;
    warnings.add("CALL_WITHOUT_RESULT", () => ({ message, path: event.path }));
  }
}

/** Patterns of a policy that fit no declared tool. */
function unusedPatterns(
  policy: Policy,
  tools: readonly string[],
  patterns: Patterns,
): Entry<"RULE_PATTERN_UNUSED">[] {
  return patternPlaces(policy)
    .filter(({ pattern }) => !tools.some((tool) => patterns.fits(pattern, tool)))
    .map(({ pattern, path }) => {
      const near = nearest(pattern, tools).map((name) => JSON.stringify(name));
      const hint = near.length === 0 ? {} : { hint: `Did you mean ${near.join(" or ")}?` };
      const message = `The pattern ${quoted(pattern)} fits no declared tool`;
      return { code: "RULE_PATTERN_UNUSED", message, path, ...hint };
    });
}

interface PatternPlace {
  readonly pattern: string;
  readonly path: string;
}

function patternPlaces({
  allow = [],
  deny = [],
  maxCallsPerTool = {},
  rules,
}: Policy): PatternPlace[] {
  const listed = (patterns: readonly string[], field: string) =>
    patterns.map((pattern, index) => ({ pattern, path: `/policy/${field}/${index}` }));
  return [
    ...listed(allow, "allow"),
    ...listed(deny, "deny"),
    ...Object.keys(maxCallsPerTool).map((pattern) => ({
      pattern,
      path: `/policy/maxCallsPerTool/${escapePointer(pattern)}`,
    })),
    ...rules.flatMap(({ a, b, path }) => [
      { pattern: a, path: `${path}/a` },
      ...(b === "" ? [] : [{ pattern: b, path: `${path}/b` }]),
    ]),
  ];
}

type ShownRule = Value["rules"][number];

const MOST_WITNESSES = 20;

function shownRule(id: string, type: string, judged: Judged): ShownRule {
  const { activations, violations, witnesses } = judged;
  const holds = activations === 0 ? "vacuous" : "satisfied";
  return {
    id,
    type,
    verdict: violations > 0 ? "violated" : holds,
    activations,
    violations,
    witnesses: witnesses
      .slice(0, MOST_WITNESSES)
      .map(({ event }) => ({ index: event.index, tool: event.tool })),
  };
}

const FITNESS_SCALE = 10_000;

/** How many of the rules that applied were kept to. */
function fitnessOf(rules: readonly ShownRule[]): number {
  const applied = rules.filter(({ verdict }) => verdict !== "vacuous").length;
  const kept = rules.filter(({ verdict }) => verdict === "satisfied").length;
  return applied === 0 ? 1 : Math.round((kept / applied) * FITNESS_SCALE) / FITNESS_SCALE;
}

function report(
  trace: Trace,
  limits: readonly LimitJudged[],
  judgedRules: readonly { readonly rule: Rule; readonly judged: Judged }[],
  lists: { readonly errors: Errors; readonly warnings: Warnings },
) {
  const rules = [
    ...limits.map((limit) => shownRule(limit.type, limit.type, limit)),
    ...judgedRules.map(({ rule, judged }) => shownRule(rule.id, rule.type, judged)),
  ];
  const valid = lists.errors.size === 0;
  const violations = rules.reduce((sum, rule) => sum + rule.violations, 0);
  const value: Value = {
    verdict: valid ? "conformant" : "violations",
    events: trace.events.length,
    calls: trace.calls.length,
    rules,
    toolStats: toolStats(trace.calls),
    fitness: fitnessOf(rules),
  };
  return done({
    output: textTable(rules.map(rowOf)),
    value,
    valid,
    errors: inOrder(lists.errors.list()),
    warnings: inOrder(lists.warnings.list()),
    stats: { calls: trace.calls.length, results: trace.results.length, violations },
  });
}

function rowOf({ id, type, verdict, witnesses, violations }: ShownRule): string[] {
  const [first] = witnesses;
  const example = first ? `${shortened(first.tool)} at ${first.index}` : "";
  const missing = violations > 0 && first === undefined ? "no call" : example;
  return [shortened(id), type, verdict, missing];
}

/** By path; how many were left out last. */
function inOrder<C extends string>(entries: readonly Entry<C>[]): Entry<C>[] {
  const isCount = ({ code, path }: Entry) => path === undefined && code.endsWith("_TRUNCATED");
  const found = orderFindings(entries.filter((entry) => !isCount(entry)));
  return [...found, ...entries.filter(isCount)];
}

type Stats = Value["toolStats"][number];

/** In order of the first call. */
function toolStats(calls: readonly TracedCall[]): Stats[] {
  const byTool = new Map<string, Stats>();
  for (const call of calls) {
    const { tool } = call.event;
    const stats = byTool.get(tool) ?? { tool, calls: 0, errors: 0, minMs: null, maxMs: null };
    byTool.set(tool, stats);
    stats.calls++;
    if (call.result?.isError) stats.errors++;
    const ms = durationOf(call);
    if (ms === undefined) continue;
    stats.minMs = Math.min(stats.minMs ?? ms, ms);
    stats.maxMs = Math.max(stats.maxMs ?? ms, ms);
  }
  return [...byTool.values()];
}

const MS_SCALE = 1000;

/** In milliseconds, to a thousandth. */
function durationOf({ event, result }: TracedCall): number | undefined {
  if (event.startMs === undefined || result?.endMs === undefined) return undefined;
  return Math.round((result.endMs - event.startMs) * MS_SCALE) / MS_SCALE;
}
