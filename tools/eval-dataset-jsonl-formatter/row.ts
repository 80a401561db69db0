/** A row in the form that all formats share. */
import type { JsonMember, JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { minifyJson, scalarText } from "../_lib/json/tree/write.ts";
import type { SourceFormat } from "../eval-dataset-jsonl-formatter.ts";

export interface Turn {
  readonly role: string;
  /** All of its text; empty where it only calls tools. */
  readonly text: string;
  /** As it was given: text, a list of parts, null or nothing. */
  readonly content: JsonNode | undefined;
  /** The other members of the message. */
  readonly extras: readonly JsonMember[];
}

export interface Row {
  /** In the input, from 0. */
  readonly index: number;
  readonly format: SourceFormat;
  readonly source: JsonObject;
  readonly id?: JsonNode | undefined;
  readonly system?: Turn | undefined;
  /** What leads to the answer. */
  readonly turns: readonly Turn[];
  /** The answer, which is the last message of a conversation. */
  readonly target?: Turn | undefined;
  /** Several right answers. */
  readonly targets?: readonly string[] | undefined;
  readonly rejected?: Turn | undefined;
  readonly choices?: JsonNode | undefined;
  /** Members that no format knows. */
  readonly metadata: readonly JsonMember[];
  /** The tools that the messages may call, and how. */
  readonly tools: readonly JsonMember[];
  /** What only the row's own format has a place for. */
  readonly extras: readonly JsonMember[];
  /** How the own format calls its input and its target, where it is free to. */
  readonly names?: { readonly input: string; readonly target?: string } | undefined;
  /** How Alpaca's instruction was divided. */
  readonly instruction?: { readonly instruction: string; readonly input: string } | undefined;
}

export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.type !== "object") return undefined;
  return node.members.find((member) => member.key === key)?.value;
}

/** Whether there is something other than null. */
export function isGiven(node: JsonNode | undefined): node is JsonNode {
  return node !== undefined && node.type !== "null";
}

/** A text as it is, a number or boolean by its digits or word, anything else as JSON; undefined of nothing and null. */
export function textOf(node: JsonNode | undefined): string | undefined {
  if (!isGiven(node)) return undefined;
  if (node.type === "string") return node.value;
  return node.type === "object" || node.type === "array" ? minifyJson(node) : scalarText(node);
}

/** What was asked: the texts of the user. */
export function userText({ turns }: Row): string {
  return turns
    .filter(({ role }) => role === "user")
    .map(({ text }) => text)
    .join("\n");
}

/** The right answers. */
export function targetTexts({ target, targets }: Row): readonly string[] {
  return targets ?? (target ? [target.text] : []);
}
