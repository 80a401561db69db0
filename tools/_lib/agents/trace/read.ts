/** Reads a trace of any of the forms into its events. */
import { type Entry, fail, type Outcome } from "../../../_core/tool.ts";
import { type InputFailure, inputInvalid, outOfBounds } from "../../results/input-invalid.ts";
import type { JsonFailure, JsonWarning } from "../../json/tree/json-field.ts";
import { readJsonRoot } from "../../json/tree/rows.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { type Draft, finished, type TraceEvent } from "./events.ts";
import { draftsOfMessage, eventsOfMessages } from "./messages.ts";
import { isPlain, isProviders, plainDrafts } from "./plain.ts";
import { isRpc, RpcReader } from "./rpc.ts";
import { isSpans, spanDrafts } from "./spans.ts";

/** What stands in `failures` of a tool that reads traces. */
export const TRACE_FAILURES = {
  TRACE_UNRECOGNISED: "The trace is of none of the known forms",
} as const;

export type TraceFailure = InputFailure | JsonFailure | keyof typeof TRACE_FAILURES;

export type TraceRead =
  | {
      readonly events: readonly TraceEvent[];
      readonly warnings: readonly Entry<JsonWarning>[];
    }
  | { readonly failure: Outcome<never, TraceFailure, never> };

export interface TraceOptions {
  /** Pointer of the field. */
  readonly path: string;
  readonly mostEvents: number;
}

export function readTrace(field: unknown, options: TraceOptions): TraceRead {
  const { path } = options;
  const read = readJsonRoot(field, path);
  if (!read.ok) return { failure: fail<never, TraceFailure>(read.error) };
  const events = eventsIn(read.root, options);
  if ("failure" in events) return events;
  const warnings = read.warnings.map((entry) => ({ ...entry, path: path + (entry.path ?? "") }));
  return { events, warnings };
}

/** The events of a tree that was read. */
export function eventsIn(
  root: JsonNode,
  { path, mostEvents }: TraceOptions,
): readonly TraceEvent[] | { readonly failure: Outcome<never, TraceFailure, never> } {
  const events = readForm(root, path);
  if ("error" in events) return { failure: inputInvalid([events.error]) };
  if ("unknown" in events) return { failure: fail<never, TraceFailure>(unrecognised(path)) };
  if (events.length <= mostEvents) return events;
  const problem = outOfBounds(path, `${events.length} events`, `at most ${mostEvents}`);
  return { failure: inputInvalid([problem]) };
}

function readForm(
  root: JsonNode,
  path: string,
): readonly TraceEvent[] | { readonly error: Entry<"TYPE"> } | { readonly unknown: true } {
  const isList = root.type === "array";
  const list = isList ? root.items : [root];
  if (list.some(isSpans)) return finished(spanDrafts(root, path));
  const places = list.map((_, index) => (isList ? `${path}/${index}` : path));
  if (list.some(isRpc)) return finished(rpcDrafts(list, places));
  if (list.some(isPlain)) {
    const drafts = plainListDrafts(list, places);
    return "error" in drafts ? drafts : finished(drafts);
  }
  return eventsOfMessages(root, path) ?? { unknown: true };
}

function rpcDrafts(list: readonly JsonNode[], places: readonly string[]): Draft[] {
  const reader = new RpcReader();
  const drafts: Draft[] = [];
  const take = (node: JsonNode, path: string) => {
    if (node.type === "array")
      for (const [index, item] of node.items.entries()) take(item, `${path}/${index}`);
    else drafts.push(node.type === "object" ? reader.read(node, path) : { type: "other", path });
  };
  for (const [index, node] of list.entries()) take(node, places[index] ?? "");
  return drafts;
}

/** Among them, messages may stand as a provider writes them. */
function plainListDrafts(
  list: readonly JsonNode[],
  places: readonly string[],
): Draft[] | { readonly error: Entry<"TYPE"> } {
  const drafts: Draft[] = [];
  for (const [index, node] of list.entries()) {
    const path = places[index] ?? "";
    const isOther = node.type !== "object" || isProviders(node);
    const read = isOther ? draftsOfMessage(node, path) : plainDrafts(node, path);
    if ("error" in read) return read;
    drafts.push(...read);
  }
  return drafts;
}

function unrecognised(path: string): Entry<"TRACE_UNRECOGNISED"> {
  const expected =
    "messages of a provider, OpenTelemetry spans, JSON-RPC lines, or events with a tool";
  const message = `Cannot read the trace: found another structure, expected ${expected}`;
  return { code: "TRACE_UNRECOGNISED", message, path, expected };
}
