/** Whose API a body is for, or whose answer it is. */
import type { JsonNode } from "../../json/tree/tree.ts";
import { itemsOf, memberOf, textOf } from "../../json/tree/members.ts";
import type { Provider } from "./content-parts.ts";

/** Whose answer a body is; undefined where it is none. */
export function detectAnswer(body: JsonNode): Provider | undefined {
  const has = (key: string) => memberOf(body, key) !== undefined;
  if (itemsOf(memberOf(body, "choices")).length > 0) return "openai-chat";
  if (memberOf(body, "candidates")?.type === "array" || has("promptFeedback")) return "gemini";
  if (has("messages") || has("contents")) return undefined;
  if (textOf(memberOf(body, "type")) === "message" && has("content")) return "anthropic";
  const isList = memberOf(body, "output")?.type === "array";
  const isResponse = textOf(memberOf(body, "object")) === "response" || !has("input");
  return isList && isResponse ? "openai-responses" : undefined;
}

/** Whose request a body is; undefined where it has the messages of no provider. */
export function detectProvider(body: JsonNode): Provider | undefined {
  if (detectAnswer(body) !== undefined) return undefined;
  const has = (key: string) => memberOf(body, key) !== undefined;
  if (has("contents")) return "gemini";
  if (has("messages")) return isAnthropic(body) ? "anthropic" : "openai-chat";
  return has("input") || has("instructions") ? "openai-responses" : undefined;
}

/** By what only one of the two has; where the shape fits both, by the model. */
function isAnthropic(body: JsonNode): boolean {
  if (hasAny(body, ANTHROPIC_ONLY) || hasAnthropicTool(body)) return true;
  const messages = itemsOf(memberOf(body, "messages"));
  if (messages.some(hasAnthropicBlock)) return true;
  if (hasAny(body, ["max_tokens"]) && messages.some(hasToolBlock)) return true;
  if (hasAny(body, CHAT_ONLY) || messages.some(isChatMessage)) return false;
  return hasAny(body, ["thinking"]) || isClaude(textOf(memberOf(body, "model")));
}

function hasAny(node: JsonNode, keys: readonly string[]): boolean {
  return keys.some((key) => memberOf(node, key) !== undefined);
}

const ANTHROPIC_ONLY: readonly string[] = ["system", "anthropic_version", "stop_sequences"];

const CHAT_ONLY: readonly string[] = [
  "frequency_penalty",
  "functions",
  "logit_bias",
  "logprobs",
  "max_completion_tokens",
  "n",
  "parallel_tool_calls",
  "presence_penalty",
  "reasoning_effort",
  "response_format",
  "seed",
  "stop",
  "stream_options",
];

function hasAnthropicTool(body: JsonNode): boolean {
  return itemsOf(memberOf(body, "tools")).some((tool) => hasAny(tool, ["input_schema"]));
}

/** Blocks that Chat Completions write in another way, or have no place for. */
function hasAnthropicBlock(message: JsonNode): boolean {
  return itemsOf(memberOf(message, "content")).some(
    (block) =>
      /^(?:image|document)$/.test(textOf(memberOf(block, "type")) ?? "") &&
      hasAny(block, ["source"]),
  );
}

function hasToolBlock(message: JsonNode): boolean {
  return itemsOf(memberOf(message, "content")).some((block) =>
    /^tool_(?:use|result)$/.test(textOf(memberOf(block, "type")) ?? ""),
  );
}

function isChatMessage(message: JsonNode): boolean {
  const role = textOf(memberOf(message, "role")) ?? "";
  if (/^(?:system|developer|tool|function)$/.test(role)) return true;
  if (hasAny(message, ["tool_calls", "function_call", "tool_call_id"])) return true;
  return itemsOf(memberOf(message, "content")).some((part) =>
    /^(?:image_url|input_audio|file)$/.test(textOf(memberOf(part, "type")) ?? ""),
  );
}

/**
 * As Anthropic itself, Bedrock and Vertex name their models. A vendor before a slash is how the gateways name them,
 * whose API is that of Chat Completions.
 */
function isClaude(model: string | undefined): boolean {
  return model !== undefined && /^(?:[a-z-]{1,20}\.)?(?:anthropic\.)?claude-/i.test(model.trim());
}
