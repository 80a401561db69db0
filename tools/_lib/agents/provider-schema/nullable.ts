import {
  arrayNode,
  type JsonNode,
  type JsonObject,
  memberNode,
  nullNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { nullType, typesOf, withMember } from "./objects.ts";

/** Keywords beside `type` and `enum` by which null could still be refused. */
const OTHERS: readonly string[] = ["const", "$ref", "anyOf"];

/** A strict schema that takes null, too; the schema itself where it does already. */
export function nullable(schema: JsonNode): JsonNode {
  if (schema.type !== "object" || OTHERS.some((key) => memberOf(schema, key) !== undefined)) {
    return takesNull(schema) ? schema : orNull(schema);
  }
  const types = typesOf(schema);
  const allowed = memberOf(schema, "enum");
  if (types === undefined && allowed === undefined) return orNull(schema);
  let { members } = schema;
  if (types !== undefined && !types.includes("null")) {
    const names = [...types, "null"].map((name) => stringNode(name));
    members = withMember(members, "type", arrayNode(names));
  }
  if (allowed?.type === "array" && !allowed.items.some(({ type }) => type === "null")) {
    members = withMember(members, "enum", arrayNode([...allowed.items, nullNode()]));
  }
  return members === schema.members ? schema : objectNode(members);
}

function orNull(schema: JsonNode): JsonObject {
  return objectNode([memberNode("anyOf", arrayNode([schema, nullType()]))]);
}

/** Whether the schema is a union one of whose branches is only null, and nothing else that refuses it. */
function takesNull(schema: JsonNode): boolean {
  if (schema.type !== "object") return false;
  const branches = memberOf(schema, "anyOf");
  if (branches?.type !== "array") return false;
  const types = typesOf(schema);
  if (types !== undefined && !types.includes("null")) return false;
  if (["const", "$ref", "enum"].some((key) => memberOf(schema, key) !== undefined)) return false;
  return branches.items.some(
    (branch) => branch.type === "object" && textOf(memberOf(branch, "type")) === "null",
  );
}
