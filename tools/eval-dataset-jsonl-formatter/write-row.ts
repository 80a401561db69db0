/** Writes a row as a line of a format. */
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
  withoutRepeats,
} from "../_lib/json/tree/tree.ts";
import { writeJson } from "../_lib/json/tree/write.ts";
import type { Format } from "../eval-dataset-jsonl-formatter.ts";
import { plainTurn } from "./read-messages.ts";
import { type Row, targetTexts, type Turn } from "./row.ts";

/** Undefined where it would pass 2,000,000 characters. */
export function writeRow(row: Row, to: Format): string | undefined {
  const line = writeJson(objectNode(LINES[to](row)), { indent: "", escapes: "minimal" });
  // Both are allowed in JSON, but some readers of lines take them for line ends.
  return line?.replace(/[\u2028\u2029]/g, (unit) => (unit === "\u2028" ? "\\u2028" : "\\u2029"));
}

type Members = readonly JsonMember[];

const LINES: Readonly<Record<Format, (row: Row) => Members>> = {
  "openai-finetune": (row) => [member("messages", messagesNode(row, true)), ...row.tools],
  "openai-dpo": (row) => [
    member("input", objectNode([member("messages", messagesNode(row, false)), ...row.tools])),
    member("preferred_output", answerNode(answerOf(row))),
    member("non_preferred_output", answerNode(row.rejected)),
  ],
  "openai-evals": (row) => [
    member("input", messagesNode(row, false)),
    member("ideal", targetNode(row)),
  ],
  "openai-evals-api": (row) => [member("item", uniqueNode(itemMembers(row)))],
  promptfoo: promptfooLine,
  inspect: inspectLine,
  "hf-messages": (row) => [member("messages", messagesNode(row, true)), ...row.tools],
  "hf-prompt-completion": (row) => [
    text("prompt", promptText(row)),
    text("completion", firstAnswer(row)),
  ],
  "hf-preference": preferenceLine,
  alpaca: alpacaLine,
  sharegpt: (row) => [member("conversations", shareGptNode(row))],
};

function itemMembers(row: Row): Members {
  const names = row.format === "openai-evals-api" ? row.names : undefined;
  return [
    member(names?.input ?? "input", inputNode(row)),
    member(names?.target ?? "ideal", targetNode(row)),
    ...optional("id", row.id),
    ...optional("choices", row.choices),
    ...row.metadata,
  ];
}

function promptfooLine(row: Row): Members {
  const own = row.format === "promptfoo" ? row : undefined;
  const vars = [
    text(own?.names?.input ?? "input", promptText({ ...row, system: undefined })),
    ...(row.system ? [text("system", row.system.text)] : []),
    ...row.metadata,
  ];
  const id = row.id?.type === "number" ? stringNode(row.id.text) : row.id;
  return [
    member("vars", uniqueNode(vars)),
    ...assertions(row),
    ...optional("description", id),
    ...(own?.extras ?? []),
  ];
}

function assertions(row: Row): Members {
  const texts = targetTexts(row);
  if (texts.length === 0) return [];
  const isAny = texts.length > 1 || (row.format === "promptfoo" && row.targets !== undefined);
  const value = isAny ? targetNode(row) : stringNode(texts[0] ?? "");
  const assert = [text("type", isAny ? "contains-any" : "equals"), member("value", value)];
  return [member("assert", arrayNode([objectNode(assert)]))];
}

function inspectLine(row: Row): Members {
  return [
    member("input", inputNode(row)),
    member("target", targetNode(row)),
    ...optional("choices", row.choices),
    ...optional("id", row.id),
    ...(row.metadata.length === 0 ? [] : [member("metadata", uniqueNode(row.metadata))]),
    ...(row.format === "inspect" ? row.extras : []),
  ];
}

function preferenceLine(row: Row): Members {
  const prompt = inputNode(row);
  if (prompt.type === "string") {
    return [
      member("prompt", prompt),
      text("chosen", firstAnswer(row)),
      text("rejected", row.rejected?.text ?? ""),
    ];
  }
  return [
    member("prompt", prompt),
    member("chosen", answerNode(answerOf(row))),
    member("rejected", answerNode(row.rejected)),
  ];
}

function alpacaLine(row: Row): Members {
  const own = row.system ? undefined : row.instruction;
  return [
    text("instruction", own?.instruction ?? promptText(row)),
    text("input", own?.input ?? ""),
    text("output", firstAnswer(row)),
  ];
}

const SHAREGPT_ROLES: ReadonlyMap<string, string> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["user", "human"],
  ["assistant", "gpt"],
]);

function shareGptNode(row: Row): JsonNode {
  const turns = conversationOf(row, true).filter((turn) => isSpoken(turn));
  return arrayNode(
    turns.map((turn) =>
      objectNode([
        text("from", SHAREGPT_ROLES.get(turn.role) ?? turn.role),
        text("value", turn.text),
      ]),
    ),
  );
}

/** Whether ShareGPT has a place for the message. */
export function isSpoken({ role, text: said }: Turn): boolean {
  return SHAREGPT_ROLES.has(role) && said !== "";
}

function conversationOf(row: Row, isWhole: boolean): readonly Turn[] {
  const answer = isWhole ? answerOf(row) : undefined;
  return [...(row.system ? [row.system] : []), ...row.turns, ...(answer ? [answer] : [])];
}

/** The answer as a message; of several the first. */
function answerOf(row: Row): Turn | undefined {
  const [first] = row.targets ?? [];
  return first === undefined ? row.target : plainTurn("assistant", first);
}

function firstAnswer(row: Row): string {
  return answerOf(row)?.text ?? "";
}

function messagesNode(row: Row, isWhole: boolean): JsonNode {
  return arrayNode(conversationOf(row, isWhole).map(messageNode));
}

function messageNode({ role, content, extras }: Turn): JsonNode {
  return objectNode([text("role", role), ...optional("content", content), ...extras]);
}

function answerNode(answer: Turn | undefined): JsonNode {
  return arrayNode(answer ? [messageNode(answer)] : []);
}

/** One plain question as text, else messages. */
function inputNode(row: Row): JsonNode {
  const [only, ...others] = row.turns;
  const isPlain = only && others.length === 0 && !row.system && isPlainQuestion(only);
  return isPlain ? stringNode(only.text) : messagesNode(row, false);
}

export function isPlainQuestion({ role, content, extras }: Turn): boolean {
  return role === "user" && content?.type === "string" && extras.length === 0;
}

function targetNode(row: Row): JsonNode {
  if (row.targets) return arrayNode(row.targets.map(stringNode));
  return stringNode(row.target?.text ?? "");
}

/** Earlier turns as lines with their role, then the last one. */
function promptText(row: Row): string {
  const turns = conversationOf(row, false);
  const last = turns.length - 1;
  const lines = turns.map(({ role, text: said }, at) => {
    if (at === last) return said;
    return said === "" ? [] : `${capitalised(role)}: ${said}`;
  });
  return lines.flat().join("\n");
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** An object without metadata that is called as something before it. */
function uniqueNode(members: Members): JsonNode {
  return withoutRepeats(objectNode(members, true), "first");
}

function member(key: string, value: JsonNode): JsonMember {
  return memberNode(key, value);
}

function text(key: string, value: string): JsonMember {
  return memberNode(key, stringNode(value));
}

function optional(key: string, value: JsonNode | undefined): Members {
  return value ? [memberNode(key, value)] : [];
}
