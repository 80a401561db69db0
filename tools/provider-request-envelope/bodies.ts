/** Written turns put together as the messages of each provider. */
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  nullNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import type { Provider } from "../_lib/agents/tool-call/content-parts.ts";
import type { Ledger } from "./ledger.ts";
import type { WrittenTurn } from "./write-turns.ts";

/** The members that hold the conversation: what is said beside it, then its messages. */
export function conversationMembers(
  turns: readonly WrittenTurn[],
  target: Provider,
  ledger: Ledger,
): JsonMember[] {
  const told = turns.filter(saysSomething);
  switch (target) {
    case "openai-chat":
      return [memberNode("messages", arrayNode(told.flatMap(chatMessages)))];
    case "openai-responses":
      return responsesMembers(told);
    case "anthropic":
      return withSystem(told, ledger, (system) => memberNode("system", joined(system)), "messages");
    case "gemini":
      return withSystem(told, ledger, geminiSystem, "contents");
  }
}

/** A message stays where it has something to say, or had nothing from the start. */
function saysSomething({ turn, results, content }: WrittenTurn): boolean {
  return results.length + content.length > 0 || turn.parts.length === 0;
}

function isSystem({ turn }: WrittenTurn): boolean {
  return turn.role === "system" || turn.role === "developer";
}

function message(role: string, key: string, content: JsonNode): JsonObject {
  return objectNode([memberNode("role", stringNode(role)), memberNode(key, content)]);
}

function nodesOf({ content }: WrittenTurn): JsonObject[] {
  return content.map(({ node }) => node);
}

/** A text that is all there is as a string, anything else as a list. */
function plainContent(parts: readonly JsonObject[]): JsonNode {
  const [only] = parts;
  const text = parts.length === 1 && only !== undefined ? textNode(only) : undefined;
  return parts.length === 0 ? stringNode("") : (text ?? arrayNode(parts));
}

function textNode(part: JsonObject): JsonNode | undefined {
  const type = textOf(memberOf(part, "type"));
  return type === undefined || type.endsWith("text") ? memberOf(part, "text") : undefined;
}

function chatMessages(written: WrittenTurn): JsonObject[] {
  const { turn, results, calls } = written;
  const parts = written.content.flatMap(({ node, kind }) => (kind === "call" ? [] : [node]));
  if (turn.role !== "assistant") {
    return isAnswer(written)
      ? [...results]
      : [...results, message(turn.role, "content", plainContent(parts))];
  }
  const content = parts.length === 0 && calls.length > 0 ? nullNode() : plainContent(parts);
  const said = message("assistant", "content", content);
  if (calls.length === 0) return [...results, said];
  return [...results, objectNode([...said.members, memberNode("tool_calls", arrayNode(calls))])];
}

/** Leading system messages are the instructions, later ones stay where they are. */
function responsesMembers(turns: readonly WrittenTurn[]): JsonMember[] {
  const first = turns.findIndex((written) => !isSystem(written));
  const end = first < 0 ? turns.length : first;
  const leading = turns.slice(0, end);
  const instructions = leading.length === 0 ? [] : [memberNode("instructions", joined(leading))];
  const items = turns.slice(end).flatMap(responsesItems);
  return [...instructions, memberNode("input", arrayNode(items))];
}

function responsesItems(written: WrittenTurn): JsonObject[] {
  const { turn, results } = written;
  if (turn.role === "assistant") return [...results, ...assistantItems(written)];
  const parts = nodesOf(written);
  if (parts.length === 0)
    return results.length > 0 ? [...results] : [message(turn.role, "content", stringNode(""))];
  const said = turn.isText ? plainContent(parts) : arrayNode(parts);
  return [...results, message(turn.role, "content", said)];
}

/** Texts that follow one another are one message, each call is an item. */
function assistantItems({ content }: WrittenTurn): JsonObject[] {
  const items: JsonObject[] = [];
  let texts: JsonObject[] = [];
  const close = () => {
    if (texts.length > 0) items.push(message("assistant", "content", arrayNode(texts)));
    texts = [];
  };
  for (const { node, kind } of content) {
    if (kind !== "call") texts.push(node);
    else {
      close();
      items.push(node);
    }
  }
  close();
  return items;
}

/** The texts of system messages, joined by a blank line. */
function joined(turns: readonly WrittenTurn[]): JsonNode {
  const texts = turns.flatMap((written) => nodesOf(written).map((part) => textNode(part)));
  const [only] = texts;
  if (texts.length === 1 && only !== undefined) return only;
  return stringNode(texts.map((text) => textOf(text) ?? "").join("\n\n"));
}

function geminiSystem(turns: readonly WrittenTurn[]): JsonMember {
  const parts = arrayNode(turns.flatMap(nodesOf));
  return memberNode("systemInstruction", objectNode([memberNode("parts", parts)]));
}

/** System messages at the beginning, wherever they stood, and messages whose roles take turns. */
function withSystem(
  turns: readonly WrittenTurn[],
  ledger: Ledger,
  write: (system: readonly WrittenTurn[]) => JsonMember,
  key: "messages" | "contents",
): JsonMember[] {
  const system = turns.filter(isSystem);
  const others = turns.filter((written) => !isSystem(written));
  const first = turns.findIndex((written) => !isSystem(written));
  for (const { turn } of turns.slice(Math.max(first, 0)).filter(isSystem))
    ledger.warn("SYSTEM_MOVED", "A later system message stands at the beginning now", turn.path);
  const messages = merged(others, ledger).map((group) => groupMessage(group, key));
  const said = system.length === 0 ? [] : [write(system)];
  return [...said, memberNode(key, arrayNode(messages))];
}

/** Consecutive turns of one role; that results share a message is nothing to tell of. */
function merged(turns: readonly WrittenTurn[], ledger: Ledger): WrittenTurn[][] {
  const groups: WrittenTurn[][] = [];
  for (const written of turns) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group === undefined || last === undefined || last.turn.role !== written.turn.role) {
      groups.push([written]);
      continue;
    }
    if (!isAnswer(last) || !isAnswer(written)) {
      const text = "The message is one with those of the same role before it";
      ledger.warn("MESSAGES_MERGED", text, written.turn.path);
    }
    group.push(written);
  }
  return groups;
}

function isAnswer({ results, content }: WrittenTurn): boolean {
  return results.length > 0 && content.length === 0;
}

function groupMessage(group: readonly WrittenTurn[], key: "messages" | "contents"): JsonObject {
  const isAssistant = group[0]?.turn.role === "assistant";
  const parts = [...group.flatMap(({ results }) => results), ...group.flatMap(nodesOf)];
  if (key === "messages")
    return message(isAssistant ? "assistant" : "user", "content", plainContent(parts));
  return message(isAssistant ? "model" : "user", "parts", arrayNode(parts));
}
