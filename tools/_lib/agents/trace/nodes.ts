/** Members of JSON objects as traces need them. */
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { minifyJson, scalarText } from "../../json/tree/write.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";

/** The first member of the names that is text and not empty. */
export function wordIn(node: JsonNode, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = textOf(memberOf(node, name));
    if (text !== undefined && text !== "") return text;
  }
  return undefined;
}

export function objectIn(node: JsonNode, name: string): JsonObject | undefined {
  const member = memberOf(node, name);
  return member?.type === "object" ? member : undefined;
}

export function itemsIn(node: JsonNode, name: string): readonly JsonNode[] {
  const member = memberOf(node, name);
  return member?.type === "array" ? member.items : [];
}

/** An id: text that is not empty, or a number as text. */
export function idIn(node: JsonNode, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const member = memberOf(node, name);
    if (member?.type === "number") return scalarText(member);
    const text = textOf(member);
    if (text !== undefined && text !== "") return text;
  }
  return undefined;
}

/** The id of a message of JSON-RPC, in which the text "7" and the number 7 are two ids. */
export function rpcIdIn(node: JsonNode): string | undefined {
  const id = memberOf(node, "id");
  return id && idIn(node, "id") !== undefined ? minifyJson(id) : undefined;
}

/** Whether there is a member that says more than null and false. */
export function isSaid(node: JsonNode, name: string): boolean {
  const member = memberOf(node, name);
  if (member === undefined || member.type === "null") return false;
  return member.type !== "boolean" || member.value;
}
