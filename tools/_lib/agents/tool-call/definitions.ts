/** Tool definitions of all providers, read into one form. */
import type { Entry } from "../../../_core/tool.ts";
import { appendPointer } from "../../results/pointer.ts";
import {
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { fromGeminiSchema, isGeminiSchema } from "./gemini-schema.ts";

export type Shape = "openai-chat" | "openai-responses" | "anthropic" | "gemini" | "mcp" | "bare";

/** A tool in normal form. */
export interface ToolDefinition {
  /** Pointer of the definition: the object in the list, or the declaration in it. */
  readonly path: string;
  readonly shape: Shape;
  readonly name: string;
  readonly title: string | undefined;
  /** Undefined where the definition has none. */
  readonly description: string | undefined;
  /** JSON Schema; that of an object without properties where the definition has none. */
  readonly inputSchema: JsonNode;
  /** Pointer of the schema as it was given; undefined where there was none. */
  readonly schemaPath: string | undefined;
  readonly outputSchema: JsonNode | undefined;
  readonly annotations: JsonNode | undefined;
  readonly strict: boolean | undefined;
}

export interface ReadDefinitions {
  /** In the order given. */
  readonly tools: readonly ToolDefinition[];
  /** Pointers of what is no tool definition of any shape. */
  readonly unknown: readonly string[];
}

/** Reads one definition, or lists of them, also mixed; `path` is what pointers begin with. */
export function readDefinitions(root: JsonNode, path: string): ReadDefinitions {
  const found: Found = { tools: [], unknown: [] };
  readInto(root, path, found);
  return found;
}

interface Found {
  readonly tools: ToolDefinition[];
  readonly unknown: string[];
}

function readInto(node: JsonNode, path: string, found: Found): void {
  if (node.type === "array") {
    for (const [index, item] of node.items.entries()) readInto(item, `${path}/${index}`, found);
    return;
  }
  const list = listIn(node);
  if (list !== undefined) {
    for (const key of list.keys) path = appendPointer(path, key);
    if (list.isGemini) readDeclarations(list.node, path, found);
    else readInto(list.node, path, found);
    return;
  }
  const tool = node.type === "object" ? toolOf(node, path) : undefined;
  if (tool === undefined) found.unknown.push(path);
  else found.tools.push(tool);
}

interface List {
  readonly keys: readonly string[];
  readonly node: JsonNode;
  readonly isGemini: boolean;
}

/** The list that an object holds instead of being a definition itself. */
function listIn(node: JsonNode): List | undefined {
  for (const key of ["functionDeclarations", "function_declarations"]) {
    const list = memberOf(node, key);
    if (list?.type === "array") return { keys: [key], node: list, isGemini: true };
  }
  if (memberOf(node, "name") !== undefined) return undefined;
  const tools = memberOf(node, "tools");
  if (tools?.type === "array") return { keys: ["tools"], node: tools, isGemini: false };
  const result = memberOf(node, "result");
  const inside = result && memberOf(result, "tools");
  if (inside?.type !== "array") return undefined;
  return { keys: ["result", "tools"], node: inside, isGemini: false };
}

function readDeclarations(list: JsonNode, path: string, found: Found): void {
  for (const [index, item] of (list.type === "array" ? list.items : []).entries()) {
    const place = `${path}/${index}`;
    const tool = item.type === "object" ? geminiTool(item, place) : undefined;
    if (tool === undefined) found.unknown.push(place);
    else found.tools.push(tool);
  }
}

function toolOf(node: JsonObject, path: string): ToolDefinition | undefined {
  const inside = memberOf(node, "function");
  if (inside?.type === "object") return chatTool(node, inside, path);
  const shape = shapeOf(node);
  if (shape === undefined) return undefined;
  if (shape === "gemini") return geminiTool(node, path);
  return plainTool(node, path, shape, SCHEMA_KEYS[shape]);
}

function chatTool(node: JsonObject, inside: JsonObject, path: string): ToolDefinition | undefined {
  const tool = plainTool(inside, `${path}/function`, "openai-chat", "parameters");
  return tool && { ...tool, path, strict: tool.strict ?? flagOf(memberOf(node, "strict")) };
}

const SCHEMA_KEYS = {
  "openai-responses": "parameters",
  anthropic: "input_schema",
  mcp: "inputSchema",
  bare: "parameters",
} as const;

function shapeOf(node: JsonObject): Exclude<Shape, "openai-chat"> | undefined {
  const has = (key: string) => memberOf(node, key) !== undefined;
  if (textOf(memberOf(node, "name")) === undefined) return undefined;
  if (textOf(memberOf(node, "type")) === "function") return "openai-responses";
  if (has("input_schema")) return "anthropic";
  if (has("inputSchema")) return "mcp";
  const isJson = has("parametersJsonSchema") || has("parameters_json_schema");
  return isJson || isGeminiSchema(memberOf(node, "parameters")) ? "gemini" : "bare";
}

function geminiTool(node: JsonObject, path: string): ToolDefinition | undefined {
  const key = ["parametersJsonSchema", "parameters_json_schema", "parameters"].find(
    (name) => memberOf(node, name) !== undefined,
  );
  const tool = plainTool(node, path, "gemini", key ?? "parameters");
  if (tool === undefined) return undefined;
  const response = memberOf(node, "response");
  return {
    ...tool,
    inputSchema: key === "parameters" ? fromGeminiSchema(tool.inputSchema) : tool.inputSchema,
    outputSchema: memberOf(node, "responseJsonSchema") ?? (response && fromGeminiSchema(response)),
  };
}

function plainTool(
  node: JsonObject,
  path: string,
  shape: Shape,
  schemaKey: string,
): ToolDefinition | undefined {
  const name = textOf(memberOf(node, "name"));
  if (name === undefined) return undefined;
  const schema = memberOf(node, schemaKey);
  const isGiven = schema !== undefined && schema.type !== "null";
  return {
    path,
    shape,
    name,
    title: textOf(memberOf(node, "title")),
    description: textOf(memberOf(node, "description")),
    inputSchema: isGiven ? schema : noParameters(),
    schemaPath: isGiven ? appendPointer(path, schemaKey) : undefined,
    outputSchema: memberOf(node, "outputSchema"),
    annotations: memberOf(node, "annotations"),
    strict: flagOf(memberOf(node, "strict")),
  };
}

function flagOf(node: JsonNode | undefined): boolean | undefined {
  return node?.type === "boolean" ? node.value : undefined;
}

/** The schema of a tool that takes nothing. */
function noParameters(): JsonObject {
  return objectNode([
    memberNode("type", stringNode("object")),
    memberNode("properties", objectNode([])),
  ]);
}

/** The entry of something that is no tool definition of any provider. */
export function shapeUnknown(path: string): Entry<"TOOL_SHAPE_UNKNOWN"> {
  const expected = "a tool definition of a provider";
  const message = `Cannot read ${path}: found another shape, expected ${expected}`;
  return { code: "TOOL_SHAPE_UNKNOWN", message, path, expected };
}
