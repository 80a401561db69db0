/** Messages, responses, items and calls of all providers, read in order into one form. */
import { appendPointer } from "../../results/pointer.ts";
import {
  memberNode,
  objectNode,
  stringNode,
  type JsonNode,
  type JsonObject,
} from "../../json/tree/tree.ts";
import { isTrue, memberOf, textOf } from "../../json/tree/members.ts";
import { callDraft, finished, type ItemDraft, resultDraft } from "./draft.ts";
import type { CallItem, Item } from "./items.ts";
import { readMessage } from "./message.ts";
import { partDraft } from "./parts.ts";

/** Everything in a list, a message, a request, a response or a call; `path` is what pointers begin with. */
export function readItems(root: JsonNode, path: string): Item[] {
  return readConversation([{ root, path }]);
}

/** The same for several fields that are one conversation, such as calls and their results. */
export function readConversation(
  fields: readonly { readonly root: JsonNode; readonly path: string }[],
): Item[] {
  const drafts: ItemDraft[] = [];
  for (const { root, path } of fields) readInto(root, path, drafts);
  return finished(drafts);
}

/** The calls among the items. */
export function callsOf(items: readonly Item[]): CallItem[] {
  return items.filter((item) => item.kind === "call");
}

function readInto(node: JsonNode, path: string, drafts: ItemDraft[]): void {
  if (node.type === "array") {
    for (const [index, item] of node.items.entries()) readInto(item, `${path}/${index}`, drafts);
    return;
  }
  if (node.type !== "object") {
    drafts.push({ kind: "other", path, node });
    return;
  }
  const draft = partDraft(node, path) ?? rpcDraft(node, path);
  if (draft !== undefined) drafts.push(draft);
  else if (isMessage(node)) drafts.push(...readMessage(node, path));
  else if (!readInside(node, path, drafts)) {
    drafts.push(bareDraft(node, path) ?? { kind: "other", path, node });
  }
}

/** Text parts and images are parts of messages; a message has a role, or what only messages have. */
function isMessage(node: JsonObject): boolean {
  const has = (key: string) => memberOf(node, key)?.type === "array";
  return textOf(memberOf(node, "role")) !== undefined || has("tool_calls") || has("parts");
}

const LISTS: readonly string[] = [
  "messages",
  "contents",
  "choices",
  "candidates",
  "input",
  "output",
];
const WRAPPERS: readonly string[] = ["message", "content", "request", "response", "body"];

/** Goes into what a request or a response carries; false where the object is neither. */
function readInside(node: JsonObject, path: string, drafts: ItemDraft[]): boolean {
  if (memberOf(node, "name") !== undefined) return false;
  const system = systemDraft(node, path);
  const lists = LISTS.filter((key) => memberOf(node, key)?.type === "array");
  const text = textOf(memberOf(node, "input"));
  if (lists.length === 0 && text !== undefined) {
    if (system !== undefined) drafts.push(system);
    drafts.push(...readMessage(userMessage(text), `${path}/input`));
    return true;
  }
  if (lists.length > 0 && system !== undefined) drafts.push(system);
  for (const key of lists) {
    const list = memberOf(node, key);
    if (list !== undefined) readInto(list, appendPointer(path, key), drafts);
  }
  if (lists.length > 0) return true;
  const key = WRAPPERS.find((name) => {
    const type = memberOf(node, name)?.type;
    return type === "object" || type === "array";
  });
  const inside = key === undefined ? undefined : memberOf(node, key);
  if (key === undefined || inside === undefined) return false;
  readInto(inside, appendPointer(path, key), drafts);
  return true;
}

function userMessage(text: string): JsonObject {
  return objectNode([
    memberNode("role", stringNode("user")),
    memberNode("content", stringNode(text)),
  ]);
}

const SYSTEM_KEYS: readonly string[] = [
  "system",
  "instructions",
  "systemInstruction",
  "system_instruction",
];

/** What a request tells the model beside the messages. */
function systemDraft(node: JsonObject, path: string): ItemDraft | undefined {
  const key = SYSTEM_KEYS.find((name) => memberOf(node, name) !== undefined);
  const given = key === undefined ? undefined : memberOf(node, key);
  if (key === undefined || given === undefined) return undefined;
  const parts = given.type === "object" ? (memberOf(given, "parts") ?? given) : given;
  const message = objectNode([
    memberNode("role", stringNode("system")),
    memberNode("content", parts),
  ]);
  const [draft] = readMessage(message, appendPointer(path, key));
  return draft;
}

/** Requests and responses of the Model Context Protocol. */
function rpcDraft(node: JsonObject, path: string): ItemDraft | undefined {
  const id = memberOf(node, "id");
  const params = memberOf(node, "params");
  const name = params && textOf(memberOf(params, "name"));
  if (textOf(memberOf(node, "method")) === "tools/call" && params?.type === "object") {
    if (name === undefined) return undefined;
    return callDraft({
      node,
      shape: "mcp",
      path,
      id,
      name,
      holder: params,
      holderPath: `${path}/params`,
      keys: ["arguments"],
    });
  }
  if (memberOf(node, "jsonrpc") !== undefined) return rpcResult(node, path, id);
  return isCallToolResult(node)
    ? resultDraft({ node, shape: "mcp", path, id, result: node })
    : undefined;
}

function rpcResult(
  node: JsonObject,
  path: string,
  id: JsonNode | undefined,
): ItemDraft | undefined {
  const error = memberOf(node, "error");
  if (error !== undefined)
    return resultDraft({ node, shape: "mcp", path, id, result: error, isError: true });
  const result = memberOf(node, "result");
  if (result?.type !== "object" || !isCallToolResult(result)) return undefined;
  const isError = isTrue(memberOf(result, "isError"));
  return resultDraft({ node, shape: "mcp", path, id, result, isError });
}

function isCallToolResult(node: JsonObject): boolean {
  if (memberOf(node, "role") !== undefined || memberOf(node, "name") !== undefined) return false;
  const content = memberOf(node, "content");
  const has = (key: string) => memberOf(node, key) !== undefined;
  return (
    has("structuredContent") || (content?.type === "array" && (has("isError") || !has("type")))
  );
}

const BARE_KEYS: readonly string[] = ["arguments", "args", "input", "parameters"];

function bareDraft(node: JsonObject, path: string): ItemDraft | undefined {
  const name = textOf(memberOf(node, "name"));
  if (name === undefined) return undefined;
  const id = memberOf(node, "id") ?? memberOf(node, "call_id");
  return callDraft({
    node,
    shape: "bare",
    path,
    id,
    name,
    holder: node,
    holderPath: path,
    keys: BARE_KEYS,
  });
}
