/** The calls of a trace with what became of them. */
import { stringNode } from "../_lib/json/tree/tree.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import type { CallEvent, ResultEvent, TraceEvent } from "../_lib/agents/trace/events.ts";

export interface TracedCall {
  readonly event: CallEvent;
  /** Position among the calls. */
  readonly place: number;
  /** The first answer. */
  readonly result: ResultEvent | undefined;
  /** Equal for calls of one tool with equal arguments. */
  readonly key: string;
}

export interface Trace {
  readonly events: readonly TraceEvent[];
  readonly calls: readonly TracedCall[];
  readonly results: readonly ResultEvent[];
  readonly orphans: readonly ResultEvent[];
  /** Results of calls that had one. */
  readonly repeated: readonly ResultEvent[];
}

export function traceOf(events: readonly TraceEvent[]): Trace {
  const answers = new Map<CallEvent, ResultEvent>();
  const results: ResultEvent[] = [];
  const orphans: ResultEvent[] = [];
  const repeated: ResultEvent[] = [];
  for (const event of events) {
    if (event.type !== "result") continue;
    results.push(event);
    if (event.call === undefined) orphans.push(event);
    else if (answers.has(event.call)) repeated.push(event);
    else answers.set(event.call, event);
  }
  const ids = new ValueIds();
  const calls = events
    .filter((event) => event.type === "call")
    .map((event, place): TracedCall => {
      const id = ids.idOf(event.arguments ?? stringNode(""));
      const key = `${id} ${event.tool}`;
      return { event, place, result: answers.get(event), key };
    });
  return { events, calls, results, orphans, repeated };
}

/** Whether the call had succeeded before the other one began. */
export function succeededBefore({ result }: TracedCall, { event }: TracedCall): boolean {
  return result !== undefined && !result.isError && result.index < event.index;
}
