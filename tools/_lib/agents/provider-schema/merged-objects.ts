import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
} from "../../json/tree/tree.ts";
import { minifyJson } from "../../json/tree/write.ts";
import { itemsOf, memberOf, textOf } from "../../json/tree/members.ts";

const PLAIN: ReadonlySet<string> = new Set([
  "type",
  "properties",
  "required",
  "title",
  "description",
  "$comment",
]);

/** The members without `allOf`, its plain object schemas merged in; undefined where one is not plain. */
export function mergedObjects(node: JsonObject): JsonObject | undefined {
  const all = memberOf(node, "allOf");
  if (all?.type !== "array" || all.items.length === 0) return undefined;
  const own = objectNode(node.members.filter(({ key }) => key !== "allOf"));
  // Behind `additionalProperties: false` properties of other parts would be refused, not added.
  if (memberOf(own, "additionalProperties") !== undefined) return undefined;
  if (!all.items.every(isPlainObject)) return undefined;
  const parts = [own, ...all.items] as readonly JsonObject[];
  const properties = propertiesOf(parts);
  if (properties === undefined) return undefined;
  const required = new Map<string, JsonNode>();
  const members = new Map<string, JsonNode>();
  for (const part of parts) {
    for (const name of itemsOf(memberOf(part, "required"))) required.set(textOf(name) ?? "", name);
    for (const { key, value } of part.members) if (!members.has(key)) members.set(key, value);
  }
  if (properties.length > 0) members.set("properties", objectNode(properties));
  if (required.size > 0) members.set("required", arrayNode([...required.values()]));
  return objectNode(Array.from(members, ([key, value]) => memberNode(key, value)));
}

/** The properties of all parts; undefined where two say different things of one name. */
function propertiesOf(parts: readonly JsonObject[]): JsonMember[] | undefined {
  const properties = new Map<string, JsonNode>();
  for (const part of parts) {
    const map = memberOf(part, "properties");
    for (const { key, value } of map?.type === "object" ? map.members : []) {
      const other = properties.get(key);
      if (other !== undefined && minifyJson(other) !== minifyJson(value)) return undefined;
      properties.set(key, other ?? value);
    }
  }
  return Array.from(properties, ([key, value]) => memberNode(key, value));
}

function isPlainObject(node: JsonNode): boolean {
  if (node.type !== "object") return false;
  const type = memberOf(node, "type");
  const isObject =
    type === undefined ? memberOf(node, "properties") !== undefined : textOf(type) === "object";
  return isObject && node.members.every(({ key }) => PLAIN.has(key));
}
