/** Calls of this service in a recording of any form: records, HTTP pairs, lines of MCP, messages and spans of agents. */
import type { Entry } from "../../tools/_core/tool.ts";
import { idIn, itemsIn, objectIn, wordIn } from "../../tools/_lib/agents/trace/nodes.ts";
import { eventsIn } from "../../tools/_lib/agents/trace/read.ts";
import type { CallEvent, ResultEvent, TraceEvent } from "../../tools/_lib/agents/trace/events.ts";
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import { memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import { readJsonRoot } from "../../tools/_lib/json/tree/rows.ts";
import {
  arrayNode,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";

/** What a recording says came out. */
export type Recorded =
  /** The members of a result that were recorded. */
  | { readonly kind: "result"; readonly result: JsonObject }
  /** What a model was shown: the output, or the value as JSON where there is none. */
  | { readonly kind: "text"; readonly text: string }
  /** A failure of which only the code is known, or not even that. */
  | { readonly kind: "failure"; readonly code: string | null };

export interface RecordedCall {
  readonly id: string;
  /** Pointer of the place in the material. */
  readonly path: string;
  /** What was called, without the prefix of a client. */
  readonly name: string;
  /** The same as it was recorded. */
  readonly recordedName: string;
  /** The name stands where only names of this service stand. */
  readonly isOwn: boolean;
  /** Undefined where none was sent; null where it cannot be read. */
  readonly input: JsonNode | undefined | null;
  readonly options: JsonObject | undefined;
  readonly responseMode: string | undefined;
  readonly recorded: Recorded | undefined;
  readonly receipt: JsonObject | undefined;
  readonly version: string | undefined;
}

export type RecordingRead =
  | {
      readonly calls: readonly RecordedCall[];
      /** Pointers of what stands among the calls and is of no known form. */
      readonly ignored: readonly string[];
    }
  | { readonly errors: readonly Entry[] };

export const MOST_CALLS = 50;
const FIELD = "/recording";
/** A trace has more events than calls. */
const MOST_EVENTS = 20_000;

export function readRecording(field: unknown): RecordingRead {
  if (typeof field === "string" && field.trim() === "") return { errors: [empty()] };
  const read = readJsonRoot(field, FIELD);
  if (!read.ok) return { errors: [read.error] };
  const { root } = read;
  const items = root.type === "array" ? root.items : [root];
  if (items.length === 0) return { errors: [empty()] };
  const own = items.map((item, index) => {
    return callsOfRecord(item, root.type === "array" ? `${FIELD}/${index}` : FIELD);
  });
  const others = own.some((calls) => calls === undefined)
    ? callsOfTrace(withoutRecords(root, own), own)
    : { calls: [], ignored: [] };
  if ("errors" in others) return others;
  const calls = inOrder([...own.flatMap((found) => found ?? []), ...others.calls]).map(named);
  if (calls.length === 0) return { errors: [empty()] };
  if (calls.length > MOST_CALLS) return { errors: [tooMany(calls.length)] };
  return { calls, ignored: others.ignored };
}

type Unnamed = Omit<RecordedCall, "id"> & { readonly id: string | undefined };

function named(call: Unnamed, index: number): RecordedCall {
  return { ...call, id: call.id ?? `call_${index}` };
}

/** By their places; those of one place stay as they were found. */
function inOrder(calls: readonly Unnamed[]): readonly Unnamed[] {
  const placeOf = ({ path }: Unnamed) => Number(/^\/recording\/(\d+)/.exec(path)?.[1] ?? 0);
  return calls.toSorted((left, right) => placeOf(left) - placeOf(right));
}

/** The same recording, in which what was read already is nobody's event. */
function withoutRecords(
  root: JsonNode,
  own: readonly (readonly Unnamed[] | undefined)[],
): JsonNode {
  if (root.type !== "array") return root;
  const nothing = objectNode([memberNode("type", stringNode("other"))]);
  if (own.every((calls) => calls === undefined)) return root;
  return arrayNode(root.items.map((item, index) => (own[index] === undefined ? item : nothing)));
}

interface TraceCalls {
  readonly calls: readonly Unnamed[];
  readonly ignored: readonly string[];
}

/** Whether the path is that of an item which is no record. */
function isPlace(path: string, own: readonly unknown[]): boolean {
  const index = /^\/recording\/(\d+)$/.exec(path)?.[1];
  return index !== undefined && own[Number(index)] === undefined;
}

function callsOfTrace(
  root: JsonNode,
  own: readonly unknown[],
): TraceCalls | { readonly errors: readonly Entry[] } {
  const events = eventsIn(root, { path: FIELD, mostEvents: MOST_EVENTS });
  const isAmongRecords = own.some((calls) => calls !== undefined);
  if (!("failure" in events)) {
    const unknown = events.filter(({ type, path }) => type === "other" && isPlace(path, own));
    const ignored = isAmongRecords ? unknown.map(({ path }) => path) : [];
    return { calls: callsOfEvents(events), ignored };
  }
  const errors = events.failure.errors ?? [];
  const isUnknown = errors.some(({ code }) => code === "TRACE_UNRECOGNISED");
  // What stands among records and is of no form is no call.
  if (isUnknown && isAmongRecords) {
    const ignored = own.flatMap((calls, index) => (calls ? [] : [`${FIELD}/${index}`]));
    return { calls: [], ignored };
  }
  return { errors: isUnknown ? [unrecognised()] : errors };
}

/** The calls of a record or an HTTP pair; undefined where it is neither. */
function callsOfRecord(node: JsonNode, path: string): readonly Unnamed[] | undefined {
  if (node.type !== "object") return undefined;
  const request = objectIn(node, "request");
  const body = request && bodyOf(request);
  if (body !== undefined) {
    const response = memberOf(node, "response");
    const answer = response === undefined ? undefined : (bodyOf(response) ?? response);
    const id = idIn(node, "id");
    if (wordIn(body, "tool_id", "tool") === undefined) return batchCalls(body, answer, path);
    return [recordCall(body, recordedIn(answer), { node, path, id })];
  }
  if (!isRecord(node)) return undefined;
  const recorded = recordedIn(
    memberOf(node, "result") ??
      memberOf(node, "response") ??
      memberOf(node, "expect") ??
      failureOf(memberOf(node, "error")),
  );
  const place = { node, path, id: idIn(node, "id") };
  const tool = wordIn(node, "tool_id") === undefined ? wordIn(node, "tool") : undefined;
  if (tool === undefined || !OF_CLIENTS.some((names) => names.test(tool))) {
    return [recordCall(node, recorded, place)];
  }
  return (
    routedCalls(tool, memberOf(node, "input"), recorded, place) ?? [
      { ...recordCall(node, recorded, place), ...namedBy(tool) },
    ]
  );
}

const OF_TRACES = ["type", "arguments", "args", "parameters", "name"] as const;

/** Events of traces have a tool, too, but no tool_id. */
function isRecord(node: JsonObject): boolean {
  if (wordIn(node, "tool_id") !== undefined) return true;
  const isEvent = OF_TRACES.some((name) => memberOf(node, name) !== undefined);
  return wordIn(node, "tool") !== undefined && !isEvent;
}

const OF_BODIES = ["tool_id", "tool", "requests", "success"] as const;

/** The body of a request or an answer, as programs record it: itself, a member, or the text of a member. */
function bodyOf(node: JsonNode): JsonObject | undefined {
  if (node.type === "object" && OF_BODIES.some((name) => memberOf(node, name))) return node;
  const holder = objectIn(node, "postData") ?? objectIn(node, "content") ?? node;
  const body = memberOf(holder, "body") ?? memberOf(holder, "text") ?? memberOf(holder, "json");
  const text = textOf(body);
  const read = text === undefined ? body : jsonIn(text);
  return read?.type === "object" ? read : undefined;
}

function jsonIn(text: string): JsonNode | undefined {
  const read = readJsonField(text, "");
  return read.ok ? read.root : undefined;
}

interface Place {
  readonly node: JsonObject | undefined;
  readonly path: string;
  readonly id: string | undefined;
}

function recordCall(
  body: JsonObject,
  recorded: Recorded | undefined,
  { node, path, id }: Place,
): Unnamed {
  const name = wordIn(body, "tool_id", "tool") ?? "";
  const receipt =
    (node && objectIn(node, "receipt")) ??
    (recorded?.kind === "result" ? receiptIn(recorded.result) : undefined);
  return {
    id,
    path,
    name,
    recordedName: name,
    isOwn: true,
    input: memberOf(body, "input"),
    options: objectIn(body, "options"),
    responseMode: wordIn(body, "response_mode"),
    recorded,
    receipt,
    version: (node && wordIn(node, "tool_version")) ?? (receipt && wordIn(receipt, "tool_version")),
  };
}

function receiptIn(result: JsonObject): JsonObject | undefined {
  return objectIn(result, "receipt") ?? objectIn(objectIn(result, "value") ?? result, "receipt");
}

/** One call for each item of a batch, with what came for it. */
function batchCalls(body: JsonObject, answer: JsonNode | undefined, path: string): Unnamed[] {
  const answers = new Map(
    (answer === undefined ? [] : itemsIn(answer, "results")).map((one) => [idIn(one, "id"), one]),
  );
  return itemsIn(body, "requests").flatMap((item): Unnamed[] => {
    if (item.type !== "object") return [];
    const id = idIn(item, "id");
    return [recordCall(item, recordedIn(answers.get(id)), { node: undefined, path, id })];
  });
}

/** A prefix that clients put before the tools of a server. */
const PREFIX = /^(?:mcp__.+?__|functions\.|[\w-]+[.:/])/;
const ROUTER = /(?:^|[_.:/-])(run_tool|run_batch)$/;
/** They ask what there is, and run nothing. */
const LOOK_UP = /(?:^|[_.:/-])(?:search_tools|get_tool_schema)$/;
/** What each of its steps was given is not in the recording. */
export const LINKED = /(?:^|[_.:/-])run_pipeline$/;

/** How clients call what they run, and no record of ours. */
const OF_CLIENTS = [PREFIX, ROUTER, LOOK_UP, LINKED] as const;

/** The calls that the tools of a router stand for; undefined for a tool that is none of them. */
function routedCalls(
  tool: string,
  given: JsonNode | undefined,
  answer: Recorded | undefined,
  { path, id }: Place,
): Unnamed[] | undefined {
  if (LOOK_UP.test(tool)) return [];
  const router = ROUTER.exec(tool)?.[1];
  if (router === undefined || given?.type !== "object") return undefined;
  if (router === "run_batch") {
    return batchCalls(given, answer?.kind === "result" ? answer.result : undefined, path);
  }
  return [recordCall(given, answer, { node: undefined, path, id })];
}

/** Among the tools of others, of which some may be ours. */
function namedBy(tool: string) {
  return { name: tool.replace(PREFIX, ""), recordedName: tool, isOwn: false } as const;
}

function callsOfEvents(events: readonly TraceEvent[]): Unnamed[] {
  const results = new Map<CallEvent, ResultEvent>();
  for (const event of events) {
    if (event.type === "result" && event.call) results.set(event.call, event);
  }
  return events.flatMap((event): Unnamed[] => {
    if (event.type !== "call") return [];
    const result = results.get(event);
    const answer = result && shownIn(result);
    const { path, tool, callId: id, arguments: given } = event;
    return (
      routedCalls(tool, given, answer, { node: undefined, path, id }) ?? [
        { ...NOTHING, ...namedBy(tool), id, path, input: given ?? null, recorded: answer },
      ]
    );
  });
}

const NOTHING = {
  options: undefined,
  responseMode: undefined,
  receipt: undefined,
  version: undefined,
} as const;

/** What a result event shows: typed data of MCP before its text. */
function shownIn({ result, isError }: ResultEvent): Recorded | undefined {
  const code = isError && result.type === "object" ? codeIn(result) : undefined;
  if (code !== undefined) return { kind: "failure", code };
  const typed = objectIn(result, "structuredContent");
  if (typed) return recordedIn(typed) ?? { kind: "result", result: typed };
  const content = memberOf(result, "content") ?? result;
  const [first] = content.type === "array" ? content.items : [content];
  const text = textOf(first) ?? (first && textOf(memberOf(first, "text")));
  if (text !== undefined) return saidIn(text, isError);
  return recordedIn(result) ?? (isError ? { kind: "failure", code: null } : undefined);
}

/** A text may be an answer as JSON; of a failure it begins with the code. */
function saidIn(text: string, isError: boolean): Recorded {
  const read = jsonIn(text);
  const told = read && isTold(read) ? recordedIn(read) : undefined;
  if (told) return told;
  if (isError) return { kind: "failure", code: /^[A-Z][A-Z0-9_]+(?=:)/.exec(text)?.[0] ?? null };
  return { kind: "text", text };
}

/** Whether JSON is an envelope or a result; any other is what a tool gave. */
function isTold(node: JsonNode): boolean {
  return ["success", "ok"].some((name) => memberOf(node, name)?.type === "boolean");
}

/** What an envelope, a result or a text says came out; undefined for nothing. */
function recordedIn(node: JsonNode | undefined): Recorded | undefined {
  if (node === undefined || node.type === "null") return undefined;
  if (node.type !== "object") return { kind: "text", text: textOf(node) ?? minifyJson(node) ?? "" };
  const isEnvelope =
    memberOf(node, "success") !== undefined || wordIn(node, "tool_id") !== undefined;
  const inner =
    isEnvelope || memberOf(node, "ok") === undefined ? objectIn(node, "result") : undefined;
  if (inner) return { kind: "result", result: inner };
  const code = textOf(memberOf(node, "error.code")) ?? codeIn(memberOf(node, "error"));
  const isBare = isEnvelope || node.members.every(({ key }) => /^error(?:\.code)?$/.test(key));
  if (code !== undefined && isBare) return { kind: "failure", code };
  return { kind: "result", result: node };
}

function failureOf(error: JsonNode | undefined): JsonNode | undefined {
  if (error === undefined || error.type === "null") return undefined;
  return objectNode([memberNode("error", error)]);
}

function codeIn(error: JsonNode | undefined): string | undefined {
  return textOf(error) ?? (error && wordIn(error, "code"));
}

/** Data as the service reads it from JSON. */
export function dataOf(node: JsonNode): unknown {
  return JSON.parse(minifyJson(node) ?? "null");
}

function empty(): Entry {
  const message = "Cannot replay the recording: found no call, expected at least one";
  return { code: "RECORDING_EMPTY", message, path: FIELD };
}

function tooMany(count: number): Entry {
  const message = `Cannot replay the recording: found ${count} calls, expected at most ${MOST_CALLS}`;
  return {
    code: "TOO_MANY_CALLS",
    message,
    path: FIELD,
    expected: MOST_CALLS,
    received: count,
    hint: "Split the recording",
  };
}

function unrecognised(): Entry {
  const expected =
    "records with tool_id and input, pairs of request and response, JSON-RPC lines, or messages or spans of an agent";
  const message = `Cannot read the recording: found another structure, expected ${expected}`;
  return { code: "RECORDING_UNRECOGNISED", message, path: FIELD, expected };
}
