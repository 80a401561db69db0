/** What calls gave back, read from and written for each provider. */
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonString,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { minifyJson } from "../../json/tree/write.ts";
import { memberOf } from "../../json/tree/members.ts";
import { type Part, type Provider, readPart, textPart, writePart } from "./content-parts.ts";
import type { ResultItem } from "./items.ts";

/** The content of a result: parts of texts and images, or one value that is JSON. */
export type ResultContent =
  | { readonly kind: "parts"; readonly parts: readonly Part[] }
  | { readonly kind: "data"; readonly data: JsonNode };

export interface Result {
  readonly id: JsonNode;
  readonly name: string;
  readonly content: ResultContent;
  readonly isError: boolean;
}

export function contentOf({ shape, result }: Pick<ResultItem, "shape" | "result">): ResultContent {
  if (shape === "gemini") return geminiContent(result);
  return shape === "mcp" ? mcpContent(result) : plainContent(result);
}

function plainContent(node: JsonNode): ResultContent {
  if (node.type === "null") return { kind: "parts", parts: [] };
  if (node.type === "string") return { kind: "parts", parts: [readPart(node)] };
  if (node.type !== "array") return { kind: "data", data: node };
  return { kind: "parts", parts: node.items.map(readPart) };
}

/** `output` or `error` of the response where there is nothing else, or all of it. */
function geminiContent(response: JsonNode): ResultContent {
  if (response.type !== "object") return plainContent(response);
  const [only] = response.members;
  const isPayload =
    response.members.length === 1 && (only?.key === "output" || only?.key === "error");
  const payload = isPayload && only !== undefined ? only.value : response;
  return payload.type === "string" ? plainContent(payload) : { kind: "data", data: payload };
}

function mcpContent(result: JsonNode): ResultContent {
  const content = memberOf(result, "content");
  if (content?.type === "array" && content.items.length > 0) return plainContent(content);
  const data = memberOf(result, "structuredContent");
  if (data !== undefined) return { kind: "data", data };
  const message = memberOf(result, "message");
  return plainContent(message?.type === "string" ? message : (content ?? result));
}

/** The text of a content where it has to be one; parts are lines of it, what is no text is JSON. */
export function resultText(content: ResultContent): JsonString {
  if (content.kind === "data") return jsonText(content.data);
  const [only] = content.parts;
  if (content.parts.length === 1 && only?.kind === "text") return only.text;
  const lines = content.parts.map((part) =>
    part.kind === "text" ? part.text : jsonText(part.node),
  );
  return stringNode(lines.map(({ value }) => value).join("\n"));
}

/** A text as it is, anything else as compact JSON. */
function jsonText(node: JsonNode): JsonString {
  return node.type === "string" ? node : stringNode(minifyJson(node) ?? "");
}

export type ResultTarget = Provider | "mcp";

/** Whether a provider's results have a form for the content that is not a text of JSON. */
export function holdsContent(content: ResultContent, target: ResultTarget): boolean {
  if (content.kind === "data") return target === "gemini" || target === "mcp";
  if (target === "gemini") return content.parts.length < 2 && content.parts.every(isText);
  return content.parts.every((part) => writeResultPart(part, target) !== undefined);
}

function isText({ kind }: Part): boolean {
  return kind === "text";
}

/** Tool messages of Chat hold texts only. */
function writeResultPart(part: Part, target: ResultTarget): JsonObject | undefined {
  if (target === "openai-chat" && part.kind !== "text") return undefined;
  return writePart(part, target);
}

/** A string for one text, a list of parts for several. */
function written(content: ResultContent, target: ResultTarget): JsonNode {
  if (content.kind === "data" || !holdsContent(content, target)) return resultText(content);
  if (content.parts.length === 0 || (content.parts.length === 1 && content.parts.every(isText)))
    return resultText(content);
  return arrayNode(content.parts.flatMap((part) => writeResultPart(part, target) ?? []));
}

export function writeResult(
  { id, name, content, isError }: Result,
  target: ResultTarget,
): JsonObject {
  const text = (value: string) => stringNode(value);
  switch (target) {
    case "openai-chat":
      return objectNode([
        memberNode("role", text("tool")),
        memberNode("tool_call_id", id),
        memberNode("content", written(content, target)),
      ]);
    case "openai-responses":
      return objectNode([
        memberNode("type", text("function_call_output")),
        memberNode("call_id", id),
        memberNode("output", written(content, target)),
      ]);
    case "anthropic":
      return objectNode([
        memberNode("type", text("tool_result")),
        memberNode("tool_use_id", id),
        memberNode("content", written(content, target)),
        ...flag("is_error", isError),
      ]);
    case "gemini": {
      const payload = content.kind === "data" ? content.data : resultText(content);
      const response = objectNode([memberNode(isError ? "error" : "output", payload)]);
      const members = [memberNode("id", id), memberNode("name", text(name))];
      const inside = objectNode([...members, memberNode("response", response)]);
      return objectNode([memberNode("functionResponse", inside)]);
    }
    case "mcp":
      return callToolResult(content, isError);
  }
}

function flag(key: string, isError: boolean): JsonMember[] {
  return isError ? [memberNode(key, booleanNode(true))] : [];
}

/** MCP's CallToolResult; structured content is given as text, too, for clients that know no other. */
function callToolResult(content: ResultContent, isError: boolean): JsonObject {
  const parts =
    content.kind === "data"
      ? [textPart(resultText(content), "mcp")]
      : content.parts.map((part) => writePart(part, "mcp") ?? textPart(jsonText(part.node), "mcp"));
  const structured =
    content.kind === "data" && content.data.type === "object"
      ? [memberNode("structuredContent", content.data)]
      : [];
  return objectNode([
    memberNode("content", arrayNode(parts)),
    ...structured,
    ...flag("isError", isError),
  ]);
}
