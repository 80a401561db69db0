/** The recording: its events as they were and as they are shown, its calls and what became of them. */
import type { CallEvent, ResultEvent, TraceEvent } from "../../tools/_lib/agents/trace/events.ts";
import { isSpans } from "../../tools/_lib/agents/trace/spans.ts";
import { contentOf, resultText } from "../../tools/_lib/agents/tool-call/results.ts";
import { memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import { nodeAt } from "../../tools/_lib/json/tree/rows.ts";
import { type JsonNode, stringNode } from "../../tools/_lib/json/tree/tree.ts";
import { ValueIds } from "../../tools/_lib/json/tree/value-ids.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";

export const TRACE_PATH = "/trace";

export interface Call {
  /** Position among the calls. */
  readonly place: number;
  /** What is judged: as it was recorded. */
  readonly event: CallEvent;
  /** What is shown: without secrets. */
  readonly shown: CallEvent;
  /** As recorded; the text, where it is no JSON. */
  readonly arguments: JsonNode;
  readonly shownArguments: JsonNode;
  /** Equal for calls of one tool with equal arguments. */
  readonly key: string;
  /** The first answer. */
  readonly result: Result | undefined;
}

export interface Result {
  readonly event: ResultEvent;
  readonly shown: ResultEvent;
  readonly call: CallEvent | undefined;
  readonly text: string;
  readonly shownText: string;
  /** Whether the recording has what was answered; spans need not. */
  readonly isRecorded: boolean;
}

export interface Record {
  readonly root: JsonNode;
  readonly events: readonly TraceEvent[];
  readonly shown: readonly TraceEvent[];
  readonly calls: readonly Call[];
  /** Of first answers and of results that answer no call, by event. */
  readonly results: readonly Result[];
  readonly repeated: readonly ResultEvent[];
  readonly callOf: ReadonlyMap<CallEvent, Call>;
  /** The last text of an assistant that is not blank. */
  readonly lastSaid: Said | undefined;
}

export interface Said {
  readonly index: number;
  readonly text: string;
  readonly shownText: string;
}

interface Trace {
  readonly root: JsonNode;
  readonly events: readonly TraceEvent[];
}

/** Both traces have the same events; only texts differ. */
export function recordOf({ root, events }: Trace, shownTrace: Trace): Record {
  const shown = shownTrace.events;
  const isOfSpans = (root.type === "array" ? root.items : [root]).some(isSpans);
  const results: Result[] = [];
  const repeated: ResultEvent[] = [];
  const answers = new Map<CallEvent, Result>();
  for (const event of events) {
    if (event.type !== "result") continue;
    if (event.call !== undefined && answers.has(event.call)) {
      repeated.push(event);
      continue;
    }
    const other = shown[event.index];
    const result = resultOf(event, other?.type === "result" ? other : event, isOfSpans);
    results.push(result);
    if (event.call !== undefined) answers.set(event.call, result);
  }
  const ids = new ValueIds();
  const calls = events
    .filter((event) => event.type === "call")
    .map((event, place): Call => {
      const other = shown[event.index];
      const seen = other?.type === "call" ? other : event;
      const given = argumentsOf(event, root);
      const key = `${ids.idOf(given)} ${event.tool}`;
      return {
        place,
        event,
        shown: seen,
        arguments: given,
        shownArguments: argumentsOf(seen, shownTrace.root),
        key,
        result: answers.get(event),
      };
    });
  return {
    root,
    events,
    shown,
    calls,
    results,
    repeated,
    callOf: new Map(calls.map((call) => [call.event, call])),
    lastSaid: lastSaid(events, shown),
  };
}

/** Arguments that are no JSON are their text. */
function argumentsOf({ arguments: given, argumentsPath }: CallEvent, root: JsonNode): JsonNode {
  if (given !== undefined) return given;
  return nodeAt(root, argumentsPath.slice(TRACE_PATH.length)) ?? stringNode("");
}

function resultOf(event: ResultEvent, shown: ResultEvent, isOfSpans: boolean): Result {
  const text = textOfResult(event.result);
  return {
    event,
    shown,
    call: event.call,
    text,
    shownText: shown === event ? text : textOfResult(shown.result),
    isRecorded: !isOfSpans || event.result.type !== "null",
  };
}

/** The text of the content, whoever's form it has; data as compact JSON. */
function textOfResult(result: JsonNode): string {
  const shape = isOfGemini(result) ? "gemini" : "mcp";
  return resultText(contentOf({ shape, result })).value.trim();
}

function isOfGemini(result: JsonNode): boolean {
  if (result.type !== "object") return false;
  const isOutput = result.members.length === 1 && memberOf(result, "output") !== undefined;
  return isOutput || memberOf(result, "error") !== undefined;
}

function lastSaid(events: readonly TraceEvent[], shown: readonly TraceEvent[]): Said | undefined {
  const last = events.findLast((event) => isSaid(event));
  if (last === undefined) return undefined;
  const text = messageText(last);
  return { index: last.index, text, shownText: messageText(shown[last.index]) };
}

/** Whether an assistant says something. */
export function isSaid(event: TraceEvent): boolean {
  return event.type === "message" && event.role === "assistant" && event.text.trim() !== "";
}

export function messageText(event: TraceEvent | undefined): string {
  return event?.type === "message" ? event.text : "";
}

/** What an event says, without secrets. */
export function shownText({ root, events, shown, callOf }: Record, index: number): string {
  const [event, seen] = [events[index], shown[index]];
  if (event?.type === "call") {
    const given = callOf.get(event)?.shownArguments;
    return `${event.tool} ${given === undefined ? "" : jsonText(given)}`;
  }
  if (seen?.type === "result") return textOfResult(seen.result);
  if (seen?.type === "message") return seen.text;
  return event === undefined ? "" : labelOf(root, event.path);
}

/** Text that is no JSON stands as it is. */
export function jsonText(given: JsonNode): string {
  return given.type === "string" ? given.value : (minifyJson(given) ?? "");
}

/** What an event of another kind is called. */
function labelOf(root: JsonNode, path: string): string {
  const node = nodeAt(root, path.slice(TRACE_PATH.length));
  if (node === undefined) return "";
  for (const name of ["name", "method", "type"]) {
    const text = textOf(memberOf(node, name));
    if (text !== undefined && text !== "") return text;
  }
  return "";
}

/** When something happened: a result at its end, all else at its beginning. */
export function timeOf({ type, startMs, endMs }: TraceEvent): number | undefined {
  const time = type === "result" ? (endMs ?? startMs) : (startMs ?? endMs);
  return finite(time);
}

export function finite(time: number | undefined): number | undefined {
  return time !== undefined && Number.isFinite(time) ? time : undefined;
}

export interface CallTimes {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly durationMs: number | null;
}

export function timesOf({ event, result }: Call): CallTimes {
  const startMs = finite(event.startMs) ?? null;
  const endMs = finite(result?.event.endMs) ?? finite(event.endMs) ?? null;
  const durationMs = startMs === null || endMs === null ? null : rounded(endMs - startMs);
  return { startMs, endMs, durationMs };
}

const MS_SCALE = 1000;

/** To a thousandth of a millisecond; what is no time any more stays as it is. */
export function rounded(ms: number): number {
  return Math.round(ms * MS_SCALE) / MS_SCALE || 0;
}

export interface RunTime {
  readonly startMs: number;
  readonly endMs: number;
  readonly totalMs: number;
  /** While at least one call was open. */
  readonly toolMs: number;
  readonly idleMs: number;
}

export function runTime({ events, calls }: Record): RunTime | null {
  let [first, last] = [Infinity, -Infinity];
  for (const { startMs, endMs } of events) {
    for (const time of [finite(startMs), finite(endMs)]) {
      if (time === undefined) continue;
      first = Math.min(first, time);
      last = Math.max(last, time);
    }
  }
  if (first === Infinity) return null;
  const intervals = calls
    .map(timesOf)
    .flatMap(({ startMs, endMs }) =>
      startMs === null || endMs === null || endMs < startMs ? [] : [[startMs, endMs] as const],
    )
    .toSorted(([a], [b]) => a - b);
  let [tools, until] = [0, -Infinity];
  for (const [start, end] of intervals) {
    if (end > until) tools += end - Math.max(start, until);
    until = Math.max(until, end);
  }
  const [totalMs, toolMs] = [rounded(last - first), rounded(tools)];
  return { startMs: first, endMs: last, totalMs, toolMs, idleMs: rounded(totalMs - toolMs) };
}
