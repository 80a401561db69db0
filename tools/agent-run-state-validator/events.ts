/** The log as the moves that it tells of. */
import { type Entry, fail } from "../_core/tool.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { nodeAt, readJsonRoot } from "../_lib/json/tree/rows.ts";
import { type JsonNode, type JsonObject, objectNode } from "../_lib/json/tree/tree.ts";
import { scalarText, writeJson } from "../_lib/json/tree/write.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import type { TraceEvent } from "../_lib/agents/trace/events.ts";
import { eventsIn } from "../_lib/agents/trace/read.ts";
import { TIME_KEYS, timeOfEvent } from "../_lib/agents/trace/times.ts";
import { followsCalls } from "./built-in.ts";
import type { Machine } from "./machine.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";

/** One event of one run. */
export interface Move {
  /** Position in the whole log. */
  readonly index: number;
  readonly path: string;
  readonly instance: string;
  readonly event: string | undefined;
  readonly to: string | undefined;
  readonly from: string | undefined;
  readonly ms: number | undefined;
  /** The time as it was written; undefined where it is a number. */
  readonly timeText: string | undefined;
  readonly id: string | undefined;
  /** What it says, but for the time. */
  readonly content: () => string;
}

export interface Log {
  readonly moves: readonly Move[];
  /** All events, those that are no moves included. */
  readonly count: number;
  readonly warnings: readonly Entry<JsonWarning>[];
}

const PATH = "/events";
const MOST_EVENTS = 50_000;
/** The run of a log that does not say which. */
export const ONLY_RUN = "run";

export function readLog(field: unknown, machine: Machine, instanceField: string | undefined) {
  if (isNothing(field)) return { failure: fail(eventsMissing()) };
  const read = readJsonRoot(field, PATH);
  if (!read.ok) return { failure: fail(read.error) };
  const warnings = read.warnings.map((entry) => ({ ...entry, path: PATH + (entry.path ?? "") }));
  const { moves, count, failure } = movesIn(read.root, machine, instanceField);
  return failure ? { failure } : { moves, count, warnings };
}

function movesIn(root: JsonNode, machine: Machine, instanceField: string | undefined) {
  const list = root.type === "array" ? root.items : [root];
  if (list.length > 0 && !list.some(isMove)) {
    if (!followsCalls(machine)) return { failure: fail(unrecognised()) };
    const events = eventsIn(root, { path: PATH, mostEvents: MOST_EVENTS });
    if ("failure" in events) return { failure: events.failure };
    return { moves: events.flatMap(moveOfCall), count: events.length };
  }
  if (list.length > MOST_EVENTS) {
    const problem = outOfBounds(PATH, `${list.length} events`, `at most ${MOST_EVENTS}`);
    return { failure: inputInvalid([problem]) };
  }
  const moves: Move[] = [];
  const problems: Entry<"TYPE">[] = [];
  const runOf = instanceFinder(machine, instanceField);
  for (const [index, node] of list.entries()) {
    const path = root.type === "array" ? `${PATH}/${index}` : PATH;
    const move = moveOf(node, index, path, runOf);
    if ("error" in move) problems.push(move.error);
    else moves.push(move);
  }
  const [first, ...others] = problems;
  if (first !== undefined) return { failure: inputInvalid([first, ...others]) };
  return { moves, count: moves.length };
}

function isMove(node: JsonNode): boolean {
  return (
    textOf(memberOf(node, "event")) !== undefined || textOf(memberOf(node, "to")) !== undefined
  );
}

function eventsMissing(): Entry<"EVENTS_MISSING"> {
  const message = "Cannot replay a log: nothing was given, expected a list of events";
  return { code: "EVENTS_MISSING", message, path: PATH };
}

function unrecognised(): Entry<"TRACE_UNRECOGNISED"> {
  const expected = "events with `event` or `to`";
  const message = `Cannot replay the log: found another structure, expected ${expected}`;
  const hint = 'The machine "tool-run" reads traces of agents';
  return { code: "TRACE_UNRECOGNISED", message, path: PATH, expected, hint };
}

type InstanceFinder = (node: JsonObject) => string;

function instanceFinder(machine: Machine, field: string | undefined): InstanceFinder {
  if (field !== undefined && field !== "") {
    const pointer = field.startsWith("/") ? field : appendPointer("", field);
    return (node) => nameOf(nodeAt(node, pointer)) ?? ONLY_RUN;
  }
  if (!followsCalls(machine)) return () => ONLY_RUN;
  return (node) =>
    nameOf(memberOf(node, "callId")) ??
    nameOf(memberOf(node, "call_id")) ??
    nameOf(memberOf(node, "id")) ??
    ONLY_RUN;
}

function nameOf(node: JsonNode | undefined): string | undefined {
  if (node === undefined || node.type === "null") return undefined;
  if (node.type === "string") return node.value;
  return node.type === "object" || node.type === "array" ? undefined : scalarText(node);
}

const TEXTS = ["event", "to", "from"] as const;

function moveOf(
  node: JsonNode,
  index: number,
  path: string,
  runOf: InstanceFinder,
): Move | { readonly error: Entry<"TYPE"> } {
  if (node.type !== "object") return { error: wrongType(path, node, "an object") };
  for (const key of TEXTS) {
    const member = memberOf(node, key);
    if (member !== undefined && member.type !== "string" && member.type !== "null")
      return { error: wrongType(`${path}/${key}`, member, "a string") };
  }
  const instance = runOf(node);
  const id = nameOf(memberOf(node, "id"));
  const time = timeOfEvent(node, path);
  if ("error" in time) return time;
  return {
    index,
    path,
    instance,
    event: textOf(memberOf(node, "event")),
    to: textOf(memberOf(node, "to")),
    from: textOf(memberOf(node, "from")),
    ms: time.ms,
    timeText: time.text,
    // An id that says the run does not tell one event of it from another.
    id: id === instance ? undefined : id,
    content: () => contentOf(node),
  };
}

function wrongType(path: string, { type }: JsonNode, expected: string): Entry<"TYPE"> {
  const message = `Cannot use ${path}: found ${type}, expected ${expected}`;
  return { code: "TYPE", message, path, expected };
}

const TIMES: ReadonlySet<string> = new Set(TIME_KEYS);

/** The event as canonical JSON without its time. */
function contentOf(node: JsonObject): string {
  const kept = objectNode(node.members.filter(({ key }) => !TIMES.has(key)));
  return writeJson(kept, { indent: "", sortKeys: true, escapes: "minimal" }) ?? "";
}

/** A call begins to run, a result ends it; all else moves nothing. */
function moveOfCall(event: TraceEvent): Move[] {
  if (event.type !== "call" && event.type !== "result") return [];
  const { index, path } = event;
  const isCall = event.type === "call";
  const to = isCall ? "running" : event.isError ? "failed" : "succeeded";
  return [
    {
      index,
      path,
      instance: event.callId ?? ONLY_RUN,
      event: undefined,
      to,
      from: undefined,
      ms: isCall ? event.startMs : event.endMs,
      timeText: undefined,
      id: undefined,
      content: () => `${to} ${index}`,
    },
  ];
}
