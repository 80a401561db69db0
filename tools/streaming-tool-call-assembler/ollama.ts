/** Lines of Ollama's chat: each call comes whole, in a message. */
import { isTrue, itemsOf, memberOf, numberOf } from "../_lib/json/tree/members.ts";
import { type JsonObject, memberNode, objectNode } from "../_lib/json/tree/tree.ts";
import { type Assembly, errorIn, objectOf, wordOf } from "./assembly.ts";
import type { Chunk } from "./chunks.ts";

export function assembleOllama(chunks: readonly Chunk[], assembly: Assembly): void {
  for (const chunk of chunks) {
    const { node } = chunk;
    const error = errorIn(node);
    if (error) assembly.fail(chunk, error);
    const message = objectOf(node, "message");
    assembly.text += wordOf(message, "content") ?? "";
    for (const call of itemsOf(message && memberOf(message, "tool_calls")))
      if (call.type === "object") takeCall(call, chunk, assembly);
    if (!isTrue(memberOf(node, "done"))) continue;
    assembly.finish.set(0, wordOf(node, "done_reason") ?? "stop");
    assembly.usage = usageIn(node);
  }
}

function takeCall(node: JsonObject, chunk: Chunk, assembly: Assembly): void {
  const given = objectOf(node, "function");
  const index = given && numberOf(memberOf(given, "index"));
  const call = assembly.open([0, 0, index ?? assembly.calls.length]);
  call.id = wordOf(node, "id");
  call.name = wordOf(given, "name") ?? "";
  call.data = objectOf(given, "arguments") ?? objectNode([]);
  call.text = wordOf(given, "arguments") ?? "";
  call.closedAt = chunk.index;
  call.chunks++;
}

const USAGE_KEYS = ["prompt_eval_count", "eval_count"];

/** The counts, which stand among everything else. */
function usageIn(node: JsonObject): JsonObject | undefined {
  const members = USAGE_KEYS.flatMap((key) => {
    const value = memberOf(node, key);
    return value === undefined ? [] : [memberNode(key, value)];
  });
  return members.length === 0 ? undefined : objectNode(members);
}
