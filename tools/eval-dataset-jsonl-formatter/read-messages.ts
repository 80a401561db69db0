/** Reads lists of messages. */
import { appendPointer } from "../_lib/results/pointer.ts";
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { RowProblem } from "../eval-dataset-jsonl-formatter.ts";
import { isGiven, memberOf, textOf, type Turn } from "./row.ts";

/** Hears what is wrong with a row. */
export type HearProblem = (code: RowProblem, path: string, found: string, expected: string) => void;

/** How a format writes its messages. */
interface Style {
  readonly role: string;
  readonly content: string;
  readonly roles: ReadonlyMap<string, string>;
}

const CHAT: Style = {
  role: "role",
  content: "content",
  roles: new Map(
    ["system", "developer", "user", "assistant", "tool", "function"].map((role) => [role, role]),
  ),
};
const SHAREGPT: Style = {
  role: "from",
  content: "value",
  roles: new Map([
    ["system", "system"],
    ["human", "user"],
    ["user", "user"],
    ["gpt", "assistant"],
    ["assistant", "assistant"],
    ["chatgpt", "assistant"],
    ["model", "assistant"],
    ["tool", "tool"],
    ["function", "tool"],
    ["observation", "tool"],
  ]),
};

export interface Conversation {
  /** Of the first message, where it is the system's. */
  readonly system?: Turn | undefined;
  readonly turns: readonly Turn[];
}

export function isMessageList(node: JsonNode | undefined): boolean {
  return node?.type === "array" && node.items.some((item) => isGiven(memberOf(item, "role")));
}

/** The first item is the one at `first` of the list at `path`. */
export function readMessages(
  items: readonly JsonNode[],
  path: string,
  hear: HearProblem,
  first = 0,
): Conversation {
  return conversationOf(items, { ...CHAT, path, first }, hear);
}

/** Messages of `from` and `value`; where they have a `role`, they are read as any others. */
export function readShareGpt(
  items: readonly JsonNode[],
  path: string,
  hear: HearProblem,
): Conversation {
  const isChat = items.every((item) => isGiven(memberOf(item, "role")));
  return conversationOf(items, { ...(isChat ? CHAT : SHAREGPT), path, first: 0 }, hear);
}

interface List extends Style {
  readonly path: string;
  readonly first: number;
}

function conversationOf(items: readonly JsonNode[], list: List, hear: HearProblem): Conversation {
  const turns: Turn[] = [];
  for (const [at, item] of items.entries()) {
    const turn = readMessage(item, `${list.path}/${list.first + at}`, list, hear);
    if (turn) turns.push(turn);
  }
  const [first, ...others] = turns;
  return first && isSystem(first) ? { system: first, turns: others } : { turns };
}

export function isSystem({ role }: Turn): boolean {
  return role === "system" || role === "developer";
}

function readMessage(
  item: JsonNode,
  path: string,
  style: Style,
  hear: HearProblem,
): Turn | undefined {
  const given = memberOf(item, style.role);
  const role = given?.type === "string" ? style.roles.get(given.value) : undefined;
  if (item.type !== "object" || role === undefined) {
    const found =
      item.type === "object" ? (textOf(given) ?? "none") : `a message of type ${item.type}`;
    const at = given ? appendPointer(path, style.role) : path;
    hear(
      "ROLE_INVALID",
      at,
      beginning(found, SHOWN),
      `one of ${[...style.roles.keys()].join(", ")}`,
    );
    return undefined;
  }
  const turn = turnOf(item, role, style);
  if (isEmpty(turn)) {
    const at = memberOf(item, style.content) ? appendPointer(path, style.content) : path;
    hear("CONTENT_EMPTY", at, "no text", "the text of the message");
  }
  return turn;
}

const SHOWN = 60;

function turnOf(item: JsonObject, role: string, style: Style): Turn {
  const content = memberOf(item, style.content);
  const extras = item.members.filter(({ key }) => key !== style.role && key !== style.content);
  return { role, text: contentText(content), content, extras };
}

/** The text of a content; of a list of parts that of those of text. */
function contentText(content: JsonNode | undefined): string {
  if (content?.type !== "array") return textOf(content) ?? "";
  return content.items
    .map((part) => (part.type === "string" ? part.value : (textOf(memberOf(part, "text")) ?? "")))
    .filter((text) => text !== "")
    .join("\n");
}

/** Members that say something in the place of text. */
const ACTIONS: ReadonlySet<string> = new Set(["tool_calls", "function_call", "audio", "refusal"]);

export function isAction({ key, value }: JsonMember): boolean {
  return ACTIONS.has(key) && isGiven(value);
}

/** Whether a message that ought to say something does not; a tool may have nothing to say. */
function isEmpty({ role, text, content, extras }: Turn): boolean {
  if (text.trim() !== "" || role === "tool" || role === "function") return false;
  const hasParts = content?.type === "array" && content.items.some(isOtherPart);
  return !hasParts && !extras.some(isAction);
}

function isOtherPart(part: JsonNode): boolean {
  return part.type === "object" && memberOf(part, "text") === undefined;
}

/** A message that is nothing but its text. */
export function plainTurn(role: string, text: string): Turn {
  return { role, text, content: stringNode(text), extras: [] };
}
