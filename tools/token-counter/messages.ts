/** Chat messages as far as they are counted. */
import type { Entry } from "../_core/tool.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { isObject } from "../_lib/json/tree/members.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import type { TokenCount } from "../_lib/agents/models/families.ts";

export interface Message {
  readonly role: string;
  /** The texts of its content, joined. */
  readonly content: string;
  readonly name: string | undefined;
  /** The texts of each call of a tool: its name and its arguments. */
  readonly calls: readonly (readonly [name: string, args: string])[];
}

export interface Conversation {
  readonly messages: readonly Message[];
  /** The definitions of tools, each as JSON. */
  readonly tools: readonly string[];
  /** The parts of contents that are no text. */
  readonly ignored: number;
}

export type MessagesRead =
  | ({ readonly ok: true } & Conversation)
  | { readonly ok: false; readonly error: Entry<"JSON_SYNTAX" | "INPUT_TOO_DEEP" | "TYPE"> };

/** Reads a JSON array of `{ role, content, name?, tool_calls? }`, or a request body with `messages` and `tools`. */
export function readMessages(text: string, path: string): MessagesRead {
  const field = readJsonField(text, path);
  if (!field.ok) return field;
  const { value } = valueOf(field.root);
  const body = isObject(value) ? value : { messages: value };
  const [list, tools] = [body["messages"], body["tools"] ?? body["functions"] ?? []];
  const expected = "an array of messages, or an object with messages and tools";
  if (!Array.isArray(list)) return { ok: false, error: wrong(path, expected) };
  if (!Array.isArray(tools))
    return { ok: false, error: wrong(`${path}/tools`, "an array of tool definitions") };
  const system = isObject(value) && body["system"] !== undefined;
  const given: unknown[] = system ? [{ role: "system", content: body["system"] }, ...list] : list;
  const messages: Message[] = [];
  let ignored = 0;
  for (const [index, item] of given.entries()) {
    if (!isObject(item) || typeof item["role"] !== "string") {
      const at = index - Number(system);
      const wanted = "an object { role, content, name?, tool_calls? }";
      return { ok: false, error: wrong(`${path}/${at}`, wanted) };
    }
    const read = readMessage(item, item["role"]);
    ignored += read.ignored;
    messages.push(read);
  }
  return { ok: true, messages, tools: tools.map((tool) => JSON.stringify(tool)), ignored };
}

type Members = Readonly<Record<string, unknown>>;

function readMessage(item: Members, role: string): Message & { readonly ignored: number } {
  const { content, name } = item;
  const parts = Array.isArray(content) ? content : content === undefined ? [] : [content];
  const calls = [
    ...itemsOf(item["tool_calls"]),
    ...itemsOf([item["function_call"]]),
    ...itemsOf(parts).filter((part) => part["type"] === "tool_use"),
  ].flatMap(callOf);
  const others = parts.filter((part) => !isObject(part) || part["type"] !== "tool_use");
  const texts = others.map(textOf);
  return {
    role,
    content: texts.join(""),
    name: typeof name === "string" ? name : undefined,
    calls,
    ignored: texts.filter((part) => part === undefined).length,
  };
}

function itemsOf(list: unknown): Members[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** As OpenAI, Anthropic and plain messages have it. */
function callOf(call: Members): [string, string][] {
  const inner = isObject(call["function"]) ? call["function"] : call;
  const args = inner["arguments"] ?? inner["input"] ?? {};
  const name = inner["name"];
  if (typeof name !== "string") return [];
  return [[name, typeof args === "string" ? args : JSON.stringify(args)]];
}

/** A content is a text, null, or parts of which those of type text have one. */
function textOf(part: unknown): string | undefined {
  if (typeof part === "string") return part;
  if (part === null) return "";
  if (!isObject(part)) return undefined;
  if (part["type"] === "tool_result") return resultOf(part["content"]);
  const { text } = part;
  return typeof text === "string" ? text : undefined;
}

/** What a tool gave: a text, or parts. */
function resultOf(content: unknown): string | undefined {
  if (!Array.isArray(content)) return textOf(content ?? null);
  const texts = content.map((part) => (isObject(part) ? part["text"] : part));
  return texts.every((text) => typeof text === "string") ? texts.join("") : undefined;
}

function wrong(path: string, expected: string): Entry<"TYPE"> {
  return { code: "TYPE", message: `Cannot count ${path}: it is not ${expected}`, path, expected };
}

const PER_MESSAGE = 3;
const PER_CONVERSATION = 3;
const PER_NAME = 1;
const LEEWAY_PER_MESSAGE = 4;
/** Around the name and arguments of a call, and around each definition. */
const PER_CALL = 8;
const PER_TOOL = 8;
/** A definition is sent in words of the provider's own: from half of its JSON up to a quarter more. */
const [LEAST_OF_TOOL, MOST_OF_TOOL] = [0.5, 1.25];

/**
 * What providers add around each message, call and definition is known only roughly, so the count is an estimate with
 * a band: 3 tokens for the conversation and each message, 8 around each call and each definition, which counts as JSON.
 */
export function countMessages(
  { messages, tools }: Conversation,
  count: (text: string) => TokenCount,
): TokenCount {
  let low = 0;
  let tokens = PER_CONVERSATION;
  let leeway = 0;
  for (const { role, content, name, calls } of messages) {
    const inside = count(content).tokens;
    low += inside;
    tokens += PER_MESSAGE + count(role).tokens + inside;
    leeway += LEEWAY_PER_MESSAGE;
    if (name !== undefined) tokens += PER_NAME + count(name).tokens;
    for (const [called, args] of calls) {
      const own = count(called).tokens + count(args).tokens;
      low += own;
      tokens += own + PER_CALL;
      leeway += LEEWAY_PER_MESSAGE;
    }
  }
  for (const tool of tools) {
    const own = count(tool).tokens;
    low += Math.floor(own * LEAST_OF_TOOL);
    tokens += own + PER_TOOL;
    leeway += Math.ceil(own * (MOST_OF_TOOL - 1));
  }
  return { method: "estimate", encoding: count("").encoding, tokens, low, high: tokens + leeway };
}
