import type { JsonNode, JsonObject } from "./tree.ts";

const FEW = 8;
const tables = new WeakMap<JsonObject, ReadonlyMap<string, JsonNode>>();

/** A member's value; in large objects by a table that is made once. */
export function memberOf(node: JsonNode, key: string): JsonNode | undefined {
  if (node.type !== "object") return undefined;
  const { members } = node;
  if (members.length <= FEW) {
    for (const member of members) if (member.key === key) return member.value;
    return undefined;
  }
  let table = tables.get(node);
  if (table === undefined) {
    table = new Map(members.map((member) => [member.key, member.value]));
    tables.set(node, table);
  }
  return table.get(key);
}

/** The text of a string. */
export function textOf(node: JsonNode | undefined): string | undefined {
  return node?.type === "string" ? node.value : undefined;
}
