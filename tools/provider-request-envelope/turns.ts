/** The messages of a body, whoever's API it is for, turn by turn. */
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { itemsOf, memberOf, textOf } from "../_lib/json/tree/members.ts";
import { type Part, type Provider, readPart } from "../_lib/agents/tool-call/content-parts.ts";
import type { CallItem, Item, ResultItem } from "../_lib/agents/tool-call/items.ts";
import { readItems } from "../_lib/agents/tool-call/read.ts";

export type TurnPart =
  | { readonly kind: "part"; readonly path: string; readonly part: Part }
  | { readonly kind: "call"; readonly path: string; readonly call: CallItem }
  | { readonly kind: "result"; readonly path: string; readonly result: ResultItem };

type Role = "system" | "developer" | "user" | "assistant";

export interface Turn {
  readonly role: Role;
  /** Pointer of the message in the body. */
  readonly path: string;
  readonly parts: readonly TurnPart[];
  /** Whether the content is a string and no list. */
  readonly isText: boolean;
  /** Members of the message that are no part of what it says. */
  readonly extras: readonly string[];
}

export interface Conversation {
  readonly turns: readonly Turn[];
  readonly items: readonly Item[];
  /** Messages, items or contents as they were given. */
  readonly count: number;
}

/** Where each provider has its messages. */
export const MESSAGES: Readonly<Record<Provider, string>> = {
  "openai-chat": "messages",
  "openai-responses": "input",
  anthropic: "messages",
  gemini: "contents",
};

const SYSTEM: Readonly<Record<Provider, readonly string[]>> = {
  "openai-chat": [],
  "openai-responses": ["instructions"],
  anthropic: ["system"],
  gemini: ["systemInstruction", "system_instruction"],
};

export function readConversationOf(body: JsonNode, provider: Provider): Conversation {
  const key = MESSAGES[provider];
  const list = memberOf(body, key);
  const path = `/${key}`;
  const items = list === undefined ? [] : readItems(list, path);
  const byPath = new Map(items.map((item) => [item.path, item]));
  const turns = [...systemTurns(body, provider)];
  const text = list?.type === "string" ? list : undefined;
  if (text !== undefined && provider === "openai-responses") {
    const part = { kind: "part" as const, path, part: readPart(text) };
    turns.push({ role: "user", path, parts: [part], isText: true, extras: [] });
    return { turns, items: [], count: 1 };
  }
  const messages = itemsOf(list).map((node, index) =>
    turnOf(node, `${path}/${index}`, provider, byPath),
  );
  turns.push(...(provider === "openai-responses" ? grouped(messages) : messages));
  return { turns, items, count: messages.length };
}

function systemTurns(body: JsonNode, provider: Provider): Turn[] {
  const key = SYSTEM[provider].find((name) => memberOf(body, name) !== undefined);
  const given = key === undefined ? undefined : memberOf(body, key);
  if (key === undefined || given === undefined || given.type === "null") return [];
  const isWrapped = memberOf(given, "parts") !== undefined;
  const content = isWrapped ? memberOf(given, "parts") : given;
  const path = isWrapped ? `/${key}/parts` : `/${key}`;
  const parts = plainParts(content, path);
  return [{ role: "system", path: `/${key}`, parts, isText: given.type === "string", extras: [] }];
}

function plainParts(content: JsonNode | undefined, path: string): TurnPart[] {
  if (content === undefined || content.type === "null") return [];
  if (content.type !== "array") return [{ kind: "part", path, part: readPart(content) }];
  return content.items.map((item, index) => ({
    kind: "part",
    path: `${path}/${index}`,
    part: readPart(item),
  }));
}

const ROLES: ReadonlyMap<string, Role> = new Map([
  ["system", "system"],
  ["developer", "developer"],
  ["assistant", "assistant"],
  ["model", "assistant"],
]);

/** What a message consists of, beside its content. */
const READ: ReadonlySet<string> = new Set([
  "role",
  "content",
  "parts",
  "tool_calls",
  "tool_call_id",
  "function_call",
  "refusal",
  "type",
]);
/** What the providers themselves write into their answers. */
const OWN: ReadonlySet<string> = new Set(["id", "status", "annotations"]);

function turnOf(
  node: JsonNode,
  path: string,
  provider: Provider,
  byPath: ReadonlyMap<string, Item>,
): Turn {
  const item = itemPart(path, byPath);
  const role = textOf(memberOf(node, "role")) ?? "";
  if (item !== undefined) return aloneTurn(node, item, role, provider);
  const isMessage = memberOf(node, "role") !== undefined || provider !== "openai-responses";
  if (!isMessage) {
    const part: Part = { kind: "other", node, extras: [] };
    return turn("assistant", path, [{ kind: "part", path, part }]);
  }
  const key = provider === "gemini" ? "parts" : "content";
  const content = memberOf(node, key);
  const parts = contentParts(content, `${path}/${key}`, byPath);
  const calls = provider === "openai-chat" ? chatCalls(node, path, byPath) : [];
  return {
    ...turn(ROLES.get(role) ?? "user", path, [...parts, ...refusalPart(node, path), ...calls]),
    isText: content?.type === "string",
    extras: extrasOf(node, provider),
  };
}

function turn(role: Role, path: string, parts: readonly TurnPart[]): Turn {
  return { role, path, parts, isText: false, extras: [] };
}

/** A call or a result that is a message or an item of its own. */
function aloneTurn(node: JsonNode, part: TurnPart, role: string, provider: Provider): Turn {
  const isCall = part.kind === "call";
  const extras = role === "tool" ? extrasOf(node, provider).filter((key) => key !== "name") : [];
  return { ...turn(isCall ? "assistant" : "user", part.path, [part]), extras };
}

function extrasOf(node: JsonNode, provider: Provider): string[] {
  if (node.type !== "object") return [];
  const others = node.members.filter(({ key, value }) => !READ.has(key) && value.type !== "null");
  const isOwn = (key: string) => provider === "openai-responses" && OWN.has(key);
  return others.map(({ key }) => key).filter((key) => !isOwn(key));
}

function itemPart(path: string, byPath: ReadonlyMap<string, Item>): TurnPart | undefined {
  const item = byPath.get(path);
  if (item?.kind === "call") return { kind: "call", path, call: item };
  return item?.kind === "result" ? { kind: "result", path, result: item } : undefined;
}

function contentParts(
  content: JsonNode | undefined,
  path: string,
  byPath: ReadonlyMap<string, Item>,
): TurnPart[] {
  return plainParts(content, path).map((part) => itemPart(part.path, byPath) ?? part);
}

function chatCalls(node: JsonNode, path: string, byPath: ReadonlyMap<string, Item>): TurnPart[] {
  const places = itemsOf(memberOf(node, "tool_calls")).map((_, at) => `${path}/tool_calls/${at}`);
  return [...places, `${path}/function_call`].flatMap((place) => itemPart(place, byPath) ?? []);
}

/** What a model of OpenAI said instead of an answer. */
function refusalPart(node: JsonNode, path: string): TurnPart[] {
  const refusal = memberOf(node, "refusal");
  if (refusal?.type !== "string") return [];
  const part: Part = { kind: "other", node: refusal, extras: [] };
  return [{ kind: "part", path: appendPointer(path, "refusal"), part }];
}

/** Items of the assistant as one turn: what it says, with the calls that follow; more text only while calls are open. */
function grouped(turns: readonly Turn[]): Turn[] {
  const groups: Turn[][] = [];
  for (const next of turns) {
    const group = groups.at(-1);
    const joins =
      next.role === "assistant" &&
      group?.[0]?.role === "assistant" &&
      (isCalls(next) || group.some(isCalls));
    if (joins) group.push(next);
    else groups.push([next]);
  }
  return groups.map(joined);
}

function isCalls({ parts }: Turn): boolean {
  return parts.length > 0 && parts.every(({ kind }) => kind === "call");
}

function joined(group: readonly Turn[]): Turn {
  const [first, ...others] = group as [Turn, ...Turn[]];
  if (others.length === 0) return first;
  const parts = group.flatMap((one) => one.parts);
  return { ...first, parts, isText: false, extras: group.flatMap((one) => one.extras) };
}
