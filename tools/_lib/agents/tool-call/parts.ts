/** Objects that are a call or a result by themselves, in a message or in a list. */
import { type JsonObject, memberNode, objectNode } from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { callDraft, type ItemDraft, resultDraft } from "./draft.ts";

type Reader = (node: JsonObject, path: string) => ItemDraft | undefined;

/** The call or the result that an object is; undefined where it is neither. */
export function partDraft(node: JsonObject, path: string): ItemDraft | undefined {
  if (memberOf(node, "role") !== undefined) return undefined;
  const type = textOf(memberOf(node, "type")) ?? "";
  return (READERS.get(type) ?? untyped)(node, path);
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["function", (node, path) => chatCall(node, path)],
  ["function_call", (node, path) => responsesCall(node, path)],
  ["custom_tool_call", (node, path) => customCall(node, path)],
  ["function_call_output", (node, path) => responsesResult(node, path)],
  ["custom_tool_call_output", (node, path) => responsesResult(node, path)],
  ["tool_use", (node, path) => anthropicCall(node, path)],
  ["tool_result", (node, path) => anthropicResult(node, path)],
]);

function untyped(node: JsonObject, path: string): ItemDraft | undefined {
  return chatCall(node, path) ?? geminiCall(node, path) ?? geminiResult(node, path);
}

/** A call in `tool_calls`. */
export function chatCall(node: JsonObject, path: string): ItemDraft | undefined {
  const inside = memberOf(node, "function");
  const name = inside && textOf(memberOf(inside, "name"));
  if (inside?.type !== "object" || name === undefined) return undefined;
  const id = memberOf(node, "id");
  const holderPath = `${path}/function`;
  const keys = ["arguments"];
  return callDraft({
    node,
    shape: "openai-chat",
    path,
    id,
    name,
    holder: inside,
    holderPath,
    keys,
  });
}

function responsesCall(node: JsonObject, path: string): ItemDraft | undefined {
  const name = textOf(memberOf(node, "name"));
  if (name === undefined) return undefined;
  const id = memberOf(node, "call_id") ?? memberOf(node, "id");
  const keys = ["arguments"];
  return callDraft({
    node,
    shape: "openai-responses",
    path,
    id,
    name,
    holder: node,
    holderPath: path,
    keys,
  });
}

/** Its input is text and no JSON, so that the arguments are `{"input": text}`. */
function customCall(node: JsonObject, path: string): ItemDraft | undefined {
  const name = textOf(memberOf(node, "name"));
  const input = memberOf(node, "input");
  if (name === undefined) return undefined;
  const id = memberOf(node, "call_id") ?? memberOf(node, "id");
  const holder = objectNode(
    input === undefined ? [] : [memberNode("arguments", objectNode([memberNode("input", input)]))],
  );
  const call = callDraft({
    node,
    shape: "openai-responses",
    path,
    id,
    name,
    holder,
    holderPath: path,
    keys: ["arguments"],
  });
  return { ...call, argumentsPath: path };
}

function responsesResult(node: JsonObject, path: string): ItemDraft {
  const id = memberOf(node, "call_id");
  return resultDraft({
    node,
    shape: "openai-responses",
    path,
    id,
    result: memberOf(node, "output"),
  });
}

function anthropicCall(node: JsonObject, path: string): ItemDraft | undefined {
  const name = textOf(memberOf(node, "name"));
  if (name === undefined) return undefined;
  const id = memberOf(node, "id");
  const keys = ["input"];
  return callDraft({
    node,
    shape: "anthropic",
    path,
    id,
    name,
    holder: node,
    holderPath: path,
    keys,
  });
}

function anthropicResult(node: JsonObject, path: string): ItemDraft {
  return resultDraft({
    node,
    shape: "anthropic",
    path,
    id: memberOf(node, "tool_use_id"),
    result: memberOf(node, "content"),
  });
}

/** A part `{functionCall: {id?, name, args}}`. */
function geminiCall(node: JsonObject, path: string): ItemDraft | undefined {
  const key = keyOf(node, "functionCall", "function_call");
  const inside = key === undefined ? undefined : memberOf(node, key);
  const name = inside && textOf(memberOf(inside, "name"));
  if (inside?.type !== "object" || name === undefined) return undefined;
  return callDraft({
    node,
    shape: "gemini",
    path,
    id: memberOf(inside, "id"),
    name,
    holder: inside,
    holderPath: `${path}/${key}`,
    keys: ["args", "arguments"],
  });
}

/** A part `{functionResponse: {id?, name, response}}`. */
function geminiResult(node: JsonObject, path: string): ItemDraft | undefined {
  const key = keyOf(node, "functionResponse", "function_response");
  const inside = key === undefined ? undefined : memberOf(node, key);
  if (inside?.type !== "object") return undefined;
  const result = memberOf(inside, "response");
  const error = result && memberOf(result, "error");
  return resultDraft({
    node,
    shape: "gemini",
    path,
    id: memberOf(inside, "id"),
    name: memberOf(inside, "name"),
    result,
    isError: error !== undefined && error.type !== "null",
  });
}

function keyOf(node: JsonObject, ...keys: readonly string[]): string | undefined {
  return keys.find((key) => memberOf(node, key)?.type === "object");
}
