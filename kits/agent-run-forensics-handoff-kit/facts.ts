/** Calls, tools and figures as the kit's value has them. */
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { valueOf } from "../../tools/_lib/json/tree/value.ts";
import { compareCodePoints } from "../../tools/_lib/text/code-points.ts";
import type { Facts } from "../agent-run-forensics-handoff-kit.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { type Call, type Record, rounded, timesOf } from "./record.ts";

export function shownCall(call: Call): Facts["calls"][number] {
  const { shown, result } = call;
  return {
    index: shown.index,
    callId: shown.callId,
    tool: shown.tool,
    resultIndex: result?.event.index ?? null,
    isError: result?.event.isError ?? null,
    ...timesOf(call),
    argumentsSha256: sha256Hex(canonicalJson(valueOf(call.shownArguments).value)),
  };
}

export function shownDiagnosis(diagnosis: Diagnosis): Facts["diagnoses"][number] {
  const { code, severity, confidence, indexes, tool, message, quote } = diagnosis;
  return { code, severity, confidence, indexes: [...indexes], tool, message, quote };
}

export function pendingIn({ calls }: Record): Facts["pending"] {
  return calls
    .filter(({ result }) => result === undefined)
    .map(({ shown: { callId, tool, index } }) => ({ callId, tool, index }));
}

export function toolUse({ calls }: Record): Facts["toolUse"] {
  const uses = new Map<string, Facts["toolUse"][number]>();
  for (const call of calls) {
    const { tool } = call.shown;
    const use = uses.get(tool) ?? { tool, calls: 0, errors: 0, totalMs: null };
    uses.set(tool, use);
    use.calls++;
    if (call.result?.event.isError) use.errors++;
    const { durationMs } = timesOf(call);
    if (durationMs !== null) use.totalMs = rounded((use.totalMs ?? 0) + durationMs);
  }
  return [...uses.values()].toSorted(
    (a, b) => b.calls - a.calls || compareCodePoints(a.tool, b.tool),
  );
}

export function countsOf({ events, calls, results }: Record) {
  const agents = new Set(events.flatMap(({ agent }) => agent ?? []));
  return {
    events: events.length,
    calls: calls.length,
    errors: results.filter(({ event }) => event.isError).length,
    pending: calls.filter(({ result }) => result === undefined).length,
    agents: agents.size,
  };
}
