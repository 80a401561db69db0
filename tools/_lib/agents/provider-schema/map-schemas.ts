import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
} from "../../json/tree/tree.ts";
import { keywordOf } from "../../schemas/json-schema/drafts.ts";

/**
 * Every schema in a schema changed, those inside first; data such as enum values is not looked into.
 * What nothing changes stays the same node.
 */
export function mapSchemas(node: JsonNode, change: (schema: JsonNode) => JsonNode): JsonNode {
  if (node.type !== "object") return change(node);
  const members = mapped(node.members, (member): JsonMember => {
    const value = insideOf(member, change);
    return value === member.value ? member : memberNode(member.key, value);
  });
  return change(members === node.members ? node : objectNode(members));
}

function insideOf({ key, value }: JsonMember, change: (schema: JsonNode) => JsonNode): JsonNode {
  const holds = keywordOf(key, "2020-12")?.holds;
  if (holds === undefined) return value;
  if (value.type === "array") {
    const items = mapped(value.items, (item) => mapSchemas(item, change));
    return items === value.items ? value : arrayNode(items);
  }
  if (holds !== "map" || value.type !== "object") return mapSchemas(value, change);
  const members = mapped(value.members, (member): JsonMember => {
    const inside = mapSchemas(member.value, change);
    return inside === member.value ? member : { ...member, value: inside };
  });
  return members === value.members ? value : objectNode(members);
}

function mapped<T>(list: readonly T[], change: (element: T) => T): readonly T[] {
  const others = list.map(change);
  return others.some((element, index) => element !== list[index]) ? others : list;
}
