/** Events as people write them: `{ type?, tool | name, id?, arguments?, result?, error?, time? }`. */
import type { Entry } from "../../../_core/tool.ts";
import { appendPointer } from "../../results/pointer.ts";
import { type JsonNode, type JsonObject, nullNode, objectNode } from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { readArguments } from "../tool-call/draft.ts";
import { textIn } from "../tool-call/message.ts";
import type { Draft } from "./events.ts";
import { idIn, isSaid, wordIn } from "./nodes.ts";
import { timeOfEvent } from "./times.ts";

type CallDraft = Extract<Draft, { readonly type: "call" }>;
type ResultDraft = Extract<Draft, { readonly type: "result" }>;

const TYPES: ReadonlySet<string> = new Set(["call", "result", "message", "other"]);

/** Whether it is one of these, and no provider's. */
export function isPlain(node: JsonNode): boolean {
  if (node.type !== "object") return false;
  const type = wordIn(node, "type");
  if (memberOf(node, "role") !== undefined) return type === "message" && isOwnMessage(node);
  if (type !== undefined && TYPES.has(type)) return true;
  if (wordIn(node, "tool") !== undefined) return true;
  return type === undefined && wordIn(node, "name") !== undefined;
}

/** Types of items that only providers write. */
const PROVIDER_TYPES =
  /^(?:function|function_call|function_call_output|custom_tool_call|custom_tool_call_output|tool_use|tool_result|reasoning)$/;

/** Whether an event among such ones is a message or an item of a provider. */
export function isProviders(node: JsonObject): boolean {
  if (isPlain(node)) return false;
  return memberOf(node, "role") !== undefined || PROVIDER_TYPES.test(wordIn(node, "type") ?? "");
}

/** Messages of the Responses API have parts; those of Anthropic, too, and an id. */
function isOwnMessage(node: JsonObject): boolean {
  return textOf(memberOf(node, "text")) !== undefined;
}

/** One event, or a call and its result. */
export function plainDrafts(
  node: JsonObject,
  path: string,
): readonly Draft[] | { readonly error: Entry<"TYPE"> } {
  const read = timeOfEvent(node, path);
  if ("error" in read) return read;
  const time = read.ms;
  const type = wordIn(node, "type");
  if (type === "message") return [messageDraft(node, path, time)];
  const isNamed = type === undefined || TYPES.has(type);
  const tool = wordIn(node, "tool") ?? (isNamed ? wordIn(node, "name") : undefined);
  const isAnswered = memberOf(node, "result") !== undefined || isSaid(node, "error");
  if (type === "other" || (tool === undefined && !isAnswered && type !== "result"))
    return [{ type: "other", path, startMs: time }];
  if (type === "result" || tool === undefined) return [resultDraft(node, path, time)];
  const call = callDraft(node, path, tool, time);
  if (!isAnswered) return [call];
  // Of a call and its result in one event nobody knows how long it took.
  const result = resultDraft(node, path, undefined);
  return [
    { ...call, pair: node },
    { ...result, pair: node },
  ];
}

function messageDraft(node: JsonObject, path: string, time: number | undefined): Draft {
  const text = wordIn(node, "text", "content") ?? textIn(node) ?? "";
  return { type: "message", path, role: wordIn(node, "role") ?? "", text, startMs: time };
}

const ARGUMENT_KEYS = ["arguments", "args", "input", "parameters"] as const;

function callDraft(
  node: JsonObject,
  path: string,
  tool: string,
  time: number | undefined,
): CallDraft {
  const key = ARGUMENT_KEYS.find((name) => memberOf(node, name) !== undefined);
  const given = key === undefined ? undefined : memberOf(node, key);
  return {
    type: "call",
    path,
    tool,
    callId: idOf(node),
    arguments: given === undefined ? objectNode([]) : readArguments(given).arguments,
    argumentsPath: key === undefined ? path : appendPointer(path, key),
    startMs: time,
    agent: wordIn(node, "agent"),
  };
}

function resultDraft(node: JsonObject, path: string, time: number | undefined): ResultDraft {
  const error = isSaid(node, "error") ? memberOf(node, "error") : undefined;
  return {
    type: "result",
    path,
    tool: wordIn(node, "tool", "name"),
    callId: idOf(node),
    result: error ?? memberOf(node, "result") ?? nullNode(),
    isError: error !== undefined || isSaid(node, "isError"),
    endMs: time,
    agent: wordIn(node, "agent"),
  };
}

function idOf(node: JsonObject): string | undefined {
  return idIn(node, "id", "callId", "call_id");
}
