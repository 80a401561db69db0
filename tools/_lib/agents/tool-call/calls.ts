/** Calls as each provider writes them. */
import {
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { minifyJson } from "../../json/tree/write.ts";
import type { Provider } from "./content-parts.ts";

export interface Call {
  /** Text, or as JSON-RPC also allows, a number. */
  readonly id: JsonNode;
  readonly name: string;
  readonly arguments: JsonNode;
  /** What stands for the arguments where they are text; their compact JSON if not given. */
  readonly argumentsText?: string | undefined;
}

export function writeCall(call: Call, target: Provider | "mcp"): JsonObject {
  const { id, arguments: given } = call;
  const name = memberNode("name", stringNode(call.name));
  switch (target) {
    case "openai-chat":
      return objectNode([
        memberNode("id", id),
        memberNode("type", stringNode("function")),
        memberNode("function", objectNode([name, argumentsText(call)])),
      ]);
    case "openai-responses":
      return objectNode([
        memberNode("type", stringNode("function_call")),
        memberNode("call_id", id),
        name,
        argumentsText(call),
      ]);
    case "anthropic":
      return objectNode([
        memberNode("type", stringNode("tool_use")),
        memberNode("id", id),
        name,
        memberNode("input", given),
      ]);
    case "gemini": {
      const inside = objectNode([memberNode("id", id), name, memberNode("args", given)]);
      return objectNode([memberNode("functionCall", inside)]);
    }
    case "mcp":
      return objectNode([
        memberNode("jsonrpc", stringNode("2.0")),
        memberNode("id", id),
        memberNode("method", stringNode("tools/call")),
        memberNode("params", objectNode([name, memberNode("arguments", given)])),
      ]);
  }
}

function argumentsText({ arguments: given, argumentsText: text }: Call) {
  return memberNode("arguments", stringNode(text ?? minifyJson(given) ?? "{}"));
}
