/** Whose API a body is for. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { itemsOf, memberOf, textOf } from "../_lib/json/tree/members.ts";
import type { Provider } from "../_lib/agents/tool-call/content-parts.ts";

/** Undefined where the body has the messages of no provider. */
export function detectProvider(body: JsonNode): Provider | undefined {
  const has = (key: string) => memberOf(body, key) !== undefined;
  if (has("contents")) return "gemini";
  if (has("messages")) return isAnthropic(body) ? "anthropic" : "openai-chat";
  return has("input") || has("instructions") ? "openai-responses" : undefined;
}

const ANTHROPIC_ONLY: readonly string[] = [
  "system",
  "anthropic_version",
  "thinking",
  "stop_sequences",
];

function isAnthropic(body: JsonNode): boolean {
  if (ANTHROPIC_ONLY.some((key) => memberOf(body, key) !== undefined)) return true;
  const tools = itemsOf(memberOf(body, "tools"));
  if (tools.some((tool) => memberOf(tool, "input_schema") !== undefined)) return true;
  return memberOf(body, "max_tokens") !== undefined && hasToolBlock(memberOf(body, "messages"));
}

function hasToolBlock(messages: JsonNode | undefined): boolean {
  return itemsOf(messages).some((message) =>
    itemsOf(memberOf(message, "content")).some((block) => {
      const type = textOf(memberOf(block, "type"));
      return type === "tool_use" || type === "tool_result";
    }),
  );
}
