/** One message of a conversation: what it says, calls and answers, in order. */
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { callDraft, type ItemDraft, resultDraft } from "./draft.ts";
import { chatCall, partDraft } from "./parts.ts";

/** The items of a message with a role, of any provider. */
export function readMessage(node: JsonObject, path: string): ItemDraft[] {
  const role = roleOf(node);
  if (role === "tool" || role === "function") return toolMessage(node, path, role);
  const key = memberOf(node, "content") === undefined ? "parts" : "content";
  const content = memberOf(node, key);
  const drafts: ItemDraft[] = [];
  if (content?.type === "array") readParts(content.items, { path, key, role }, drafts);
  else if ((textOf(content) ?? "") !== "" && content !== undefined)
    drafts.push({ kind: "message", path, role, text: textOf(content) ?? "", parts: [content] });
  drafts.push(...chatCalls(node, path));
  if (drafts.length === 0) drafts.push({ kind: "message", path, role, text: "", parts: [] });
  return drafts;
}

function roleOf(node: JsonObject): string {
  const role = textOf(memberOf(node, "role")) ?? "assistant";
  return role === "model" ? "assistant" : role;
}

interface Place {
  readonly path: string;
  readonly key: string;
  readonly role: string;
}

/** Parts that are neither calls nor results are one message as far as they follow one another. */
function readParts(
  items: readonly JsonNode[],
  { path, key, role }: Place,
  drafts: ItemDraft[],
): void {
  let run: JsonNode[] = [];
  const close = () => {
    if (run.length > 0)
      drafts.push({ kind: "message", path, role, text: visible(run), parts: run });
    run = [];
  };
  for (const [index, item] of items.entries()) {
    const draft = item.type === "object" ? partDraft(item, `${path}/${key}/${index}`) : undefined;
    if (draft === undefined) run.push(item);
    else {
      close();
      drafts.push(draft);
    }
  }
  close();
}

const TEXTS: ReadonlySet<string> = new Set(["text", "input_text", "output_text"]);

function visible(parts: readonly JsonNode[]): string {
  return parts.flatMap((part) => textIn(part) ?? []).join("\n");
}

/** The text that a part shows; a thought shows none. */
export function textIn(part: JsonNode): string | undefined {
  if (part.type !== "object") return textOf(part);
  const type = textOf(memberOf(part, "type"));
  if (type === "refusal") return textOf(memberOf(part, "refusal"));
  const thought = memberOf(part, "thought");
  const isHidden = thought?.type === "boolean" && thought.value;
  const isText = type === undefined ? !isHidden : TEXTS.has(type);
  return isText ? textOf(memberOf(part, "text")) : undefined;
}

function chatCalls(node: JsonObject, path: string): ItemDraft[] {
  const list = memberOf(node, "tool_calls");
  const drafts = (list?.type === "array" ? list.items : []).flatMap((item, index): ItemDraft[] => {
    const place = `${path}/tool_calls/${index}`;
    const call =
      item.type === "object" ? (chatCall(item, place) ?? partDraft(item, place)) : undefined;
    return [call ?? { kind: "other", path: place, node: item }];
  });
  const legacy = memberOf(node, "function_call");
  const name = legacy && textOf(memberOf(legacy, "name"));
  if (legacy?.type !== "object" || name === undefined) return drafts;
  const place = `${path}/function_call`;
  const call = callDraft({
    node: legacy,
    shape: "openai-chat",
    path: place,
    id: undefined,
    name,
    holder: legacy,
    holderPath: place,
    keys: ["arguments"],
  });
  return [...drafts, call];
}

/** A tool message answers one call; one with parts of its own, as some libraries write it, several. */
function toolMessage(node: JsonObject, path: string, role: string): ItemDraft[] {
  const key = memberOf(node, "content") === undefined ? "parts" : "content";
  const content = memberOf(node, key);
  const inside: ItemDraft[] = [];
  if (content?.type === "array") readParts(content.items, { path, key, role }, inside);
  if (inside.some(({ kind }) => kind === "result")) return inside;
  const id = memberOf(node, "tool_call_id");
  const name = memberOf(node, "name");
  return [resultDraft({ node, shape: "openai-chat", path, id, name, result: content })];
}
