import {
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";

/** The names in `type`; undefined where the schema has none. */
export function typesOf(schema: JsonObject): readonly string[] | undefined {
  const type = memberOf(schema, "type");
  if (type === undefined) return undefined;
  const names = type.type === "array" ? type.items : [type];
  return names.map((name) => textOf(name) ?? "");
}

/** Whether the schema speaks of objects: by its type, or without one by its keywords. */
export function isObjectSchema(schema: JsonObject): boolean {
  const types = typesOf(schema);
  if (types !== undefined) return types.includes("object");
  return schema.members.some(({ key }) => key === "properties" || key === "additionalProperties");
}

/** The members with one of them at its place, or at the end. */
export function withMember(
  members: readonly JsonMember[],
  key: string,
  value: JsonNode,
): readonly JsonMember[] {
  const place = members.findIndex((member) => member.key === key);
  const member = memberNode(key, value);
  return place < 0 ? [...members, member] : members.with(place, member);
}

/** The members with `additionalProperties: false`. */
export function closed(members: readonly JsonMember[]): readonly JsonMember[] {
  return withMember(members, "additionalProperties", booleanNode(false));
}

/** The schema of null. */
export function nullType(): JsonObject {
  return objectNode([memberNode("type", stringNode("null"))]);
}
