/** Chat messages as far as they are counted. */
import type { Entry } from "../_core/tool.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import type { TokenCount } from "../_lib/agents/models/families.ts";

export interface Message {
  readonly role: string;
  /** The texts of its content, joined. */
  readonly content: string;
  readonly name: string | undefined;
}

export type MessagesRead =
  | { readonly ok: true; readonly messages: readonly Message[]; readonly ignored: number }
  | { readonly ok: false; readonly error: Entry<"JSON_SYNTAX" | "INPUT_TOO_DEEP" | "TYPE"> };

/** Reads a JSON array of `{ role, content, name? }`; `ignored` counts the parts of a content that are no text. */
export function readMessages(text: string, path: string): MessagesRead {
  const field = readJsonField(text, path);
  if (!field.ok) return field;
  const { value } = valueOf(field.root);
  if (!Array.isArray(value)) return { ok: false, error: wrong(path, "an array of messages") };
  const messages: Message[] = [];
  let ignored = 0;
  for (const [index, item] of value.entries()) {
    const { role, content, name } = (item ?? {}) as Record<string, unknown>;
    if (typeof role !== "string" || typeof item !== "object" || Array.isArray(item)) {
      const expected = "an object { role, content, name? }";
      return { ok: false, error: wrong(`${path}/${index}`, expected) };
    }
    const parts = Array.isArray(content) ? content : content === undefined ? [] : [content];
    const texts = parts.map(textOf);
    ignored += texts.filter((part) => part === undefined).length;
    messages.push({
      role,
      content: texts.join(""),
      name: typeof name === "string" ? name : undefined,
    });
  }
  return { ok: true, messages, ignored };
}

/** A content is a text, null, or parts of which those of type text have one. */
function textOf(part: unknown): string | undefined {
  if (typeof part === "string") return part;
  if (part === null) return "";
  const text = typeof part === "object" ? (part as { text?: unknown }).text : undefined;
  return typeof text === "string" ? text : undefined;
}

function wrong(path: string, expected: string): Entry<"TYPE"> {
  return { code: "TYPE", message: `Cannot count ${path}: it is not ${expected}`, path, expected };
}

const PER_MESSAGE = 3;
const PER_CONVERSATION = 3;
const PER_NAME = 1;
const LEEWAY_PER_MESSAGE = 4;

/** What providers add around each message is known only roughly, so the count is an estimate with a band. */
export function countMessages(
  messages: readonly Message[],
  count: (text: string) => TokenCount,
): TokenCount {
  let low = 0;
  let tokens = PER_CONVERSATION;
  for (const { role, content, name } of messages) {
    const inside = count(content).tokens;
    low += inside;
    tokens += PER_MESSAGE + count(role).tokens + inside;
    if (name !== undefined) tokens += PER_NAME + count(name).tokens;
  }
  const high = tokens + LEEWAY_PER_MESSAGE * messages.length;
  return { method: "estimate", encoding: count("").encoding, tokens, low, high };
}
