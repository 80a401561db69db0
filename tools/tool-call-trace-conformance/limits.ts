/** The limits of a policy, judged as rules that come before all others. */
import type { EntryDetail } from "../_lib/results/entry-list.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { escapePointer } from "../_lib/results/pointer.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Trace, TracedCall } from "./calls.ts";
import type { Failure } from "../tool-call-trace-conformance.ts";
import type { Patterns } from "./patterns.ts";
import type { Policy } from "./policy.ts";
import { beyond, type Judged } from "./templates.ts";

export interface LimitJudged extends Judged {
  /** Its name is its type. */
  readonly type: string;
  readonly findings: readonly { readonly code: Failure; readonly detail: () => EntryDetail }[];
}

/** Only those that are given. */
export function judgeLimits(policy: Policy, trace: Trace, patterns: Patterns): LimitJudged[] {
  const { allow, deny } = policy;
  return [
    allow && allowed(allow, trace, patterns),
    deny && denied(deny, trace, patterns),
    maxCalls(policy, trace),
    maxCallsPerTool(policy, trace, patterns),
    maxConsecutiveErrors(policy, trace),
    maxIdenticalCalls(policy, trace),
    maxDuration(policy, trace),
  ].flatMap((judged) => judged ?? []);
}

function allowed(allow: readonly string[], { calls }: Trace, patterns: Patterns): LimitJudged {
  const wrong = calls.filter(({ event }) => !patterns.fitsAny(allow, event.tool));
  const expected = "a tool that is allowed";
  return ofCalls("allow", "TOOL_NOT_ALLOWED", calls.length, wrong, expected);
}

function denied(deny: readonly string[], { calls }: Trace, patterns: Patterns): LimitJudged {
  const wrong = calls.filter(({ event }) => patterns.fitsAny(deny, event.tool));
  return ofCalls("deny", "TOOL_DENIED", wrong.length, wrong, "no tool that is denied");
}

/** One finding for each call. */
function ofCalls(
  type: string,
  code: Failure,
  activations: number,
  witnesses: readonly TracedCall[],
  expected: string,
): LimitJudged {
  const findings = witnesses.map(({ event }) => ({
    code,
    detail: () => ({
      message: `Cannot accept the call: found ${quoted(event.tool)}, expected ${expected}`,
      path: event.path,
      received: event.tool,
    }),
  }));
  return { type, activations, witnesses, violations: witnesses.length, findings };
}

interface Limit {
  readonly type: string;
  readonly code: Failure;
  readonly path: string;
  readonly what: string;
  readonly found: string;
  readonly most: number;
}

/** One finding for the limit. */
function finding({ code, path, what, found, most }: Limit) {
  const message = `Cannot accept ${what}: found ${found}, expected at most ${most}`;
  return { code, detail: () => ({ message, path, expected: most }) };
}

function limited(limit: Limit, activations: number, witnesses: readonly TracedCall[]): LimitJudged {
  const isBroken = witnesses.length > 0;
  return {
    type: limit.type,
    activations,
    witnesses,
    violations: witnesses.length,
    findings: isBroken ? [finding(limit)] : [],
  };
}

function maxCalls({ maxCalls: most }: Policy, { calls }: Trace): LimitJudged | undefined {
  if (most === undefined) return undefined;
  const limit = {
    type: "max-calls",
    code: "MAX_CALLS",
    path: "/policy/maxCalls",
    what: "so many calls",
    found: String(calls.length),
    most,
  } as const;
  return limited(limit, calls.length, beyond(calls, most).witnesses);
}

function maxCallsPerTool(
  { maxCallsPerTool: limits }: Policy,
  { calls }: Trace,
  patterns: Patterns,
): LimitJudged | undefined {
  if (limits === undefined) return undefined;
  const byTool = groupBy(calls, ({ event }) => event.tool);
  const witnesses = new Set<TracedCall>();
  const findings = Object.entries(limits).flatMap(([pattern, most]) => {
    const over = [...byTool].filter(
      ([tool, own]) => own.length > most && patterns.fits(pattern, tool),
    );
    for (const [, own] of over) for (const call of own.slice(most)) witnesses.add(call);
    const [first] = over;
    if (first === undefined) return [];
    const more = over.length === 1 ? "" : ` and ${over.length - 1} more tools`;
    const limit = {
      type: "max-calls-per-tool",
      code: "MAX_CALLS_PER_TOOL",
      path: `/policy/maxCallsPerTool/${escapePointer(pattern)}`,
      what: "so many calls of one tool",
      found: `${first[1].length} of ${quoted(first[0])}${more}`,
      most,
    } as const;
    return [finding(limit)];
  });
  const inOrder = [...witnesses].toSorted((a, b) => a.place - b.place);
  const figures = { activations: calls.length, violations: inOrder.length };
  return { type: "max-calls-per-tool", ...figures, witnesses: inOrder, findings };
}

function maxConsecutiveErrors(
  { maxConsecutiveErrors: most }: Policy,
  { calls, results }: Trace,
): LimitJudged | undefined {
  if (most === undefined) return undefined;
  const byEvent = new Map(calls.map((call) => [call.event, call]));
  const answered = results.flatMap((result) => {
    const call = result.call && byEvent.get(result.call);
    return call?.result === result ? [{ call, isError: result.isError }] : [];
  });
  const { longest, beyond: witnesses } = runsOf(answered, most, (one) =>
    one.isError ? "error" : undefined,
  );
  const limit = {
    type: "max-consecutive-errors",
    code: "MAX_CONSECUTIVE_ERRORS",
    path: "/policy/maxConsecutiveErrors",
    what: "so many errors in a row",
    found: String(longest),
    most,
  } as const;
  return limited(
    limit,
    calls.length,
    witnesses.map(({ call }) => call),
  );
}

function maxIdenticalCalls(
  { maxIdenticalCalls: most }: Policy,
  { calls }: Trace,
): LimitJudged | undefined {
  if (most === undefined) return undefined;
  const { longest, beyond: witnesses } = runsOf(calls, most, ({ key }) => key);
  const limit = {
    type: "max-identical-calls",
    code: "MAX_IDENTICAL_CALLS",
    path: "/policy/maxIdenticalCalls",
    what: "the same call so often in a row",
    found: String(longest),
    most,
  } as const;
  return limited(limit, calls.length, witnesses);
}

/** Runs of neighbours with equal keys: the longest, and what is behind the first `most` of each. */
function runsOf<T>(
  list: readonly T[],
  most: number,
  keyOf: (element: T) => string | undefined,
): { readonly longest: number; readonly beyond: T[] } {
  const found: T[] = [];
  let longest = 0;
  let length = 0;
  let before: string | undefined;
  for (const element of list) {
    const key = keyOf(element);
    length = key === undefined ? 0 : key === before ? length + 1 : 1;
    before = key;
    longest = Math.max(longest, length);
    if (length > most) found.push(element);
  }
  return { longest, beyond: found };
}

function maxDuration(
  { maxDurationMs: most }: Policy,
  { events, calls }: Trace,
): LimitJudged | undefined {
  if (most === undefined) return undefined;
  let [first, last] = [Infinity, -Infinity];
  for (const time of events.flatMap(({ startMs, endMs }) => [startMs, endMs])) {
    if (time === undefined) continue;
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  const total = Math.max(0, last - first);
  const limit = {
    type: "max-duration",
    code: "MAX_DURATION",
    path: "/policy/maxDurationMs",
    what: "so long a run",
    found: `${total} ms`,
    most,
  } as const;
  const isOver = total > most;
  return {
    type: limit.type,
    activations: calls.length,
    witnesses: [],
    violations: Number(isOver),
    findings: isOver ? [finding(limit)] : [],
  };
}
