import { type JsonMember, type JsonNode, type JsonObject, memberNode } from "./tree.ts";

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

/** The items of an array; none of anything else. */
export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.type === "array" ? node.items : [];
}

/** The texts among the items of an array. */
export function textsOf(node: JsonNode | undefined): string[] {
  return itemsOf(node).flatMap((item) => textOf(item) ?? []);
}

/** The double nearest to a number. */
export function numberOf(node: JsonNode | undefined): number | undefined {
  return node?.type === "number" ? Number(node.text) : undefined;
}

export function isTrue(node: JsonNode | undefined): boolean {
  return node?.type === "boolean" && node.value;
}

export function isContainer(node: JsonNode): boolean {
  return node.type === "object" || node.type === "array";
}

/** Whether a value is what an object of JSON is read as. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of a new object, or none where there is no value. */
export function givenMember(key: string, value: JsonNode | undefined): JsonMember[] {
  return value === undefined ? [] : [memberNode(key, value)];
}
