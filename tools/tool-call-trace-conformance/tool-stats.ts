/** How often each tool was called, and how long it took. */
import type { TracedCall } from "./calls.ts";
import type { Value } from "../tool-call-trace-conformance.ts";

type Stats = Value["toolStats"][number];

/** In order of the first call. */
export function toolStats(calls: readonly TracedCall[]): Stats[] {
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

const SCALE = 1000;

/** In milliseconds, to a thousandth. */
function durationOf({ event, result }: TracedCall): number | undefined {
  if (event.startMs === undefined || result?.endMs === undefined) return undefined;
  return Math.round((result.endMs - event.startMs) * SCALE) / SCALE;
}
