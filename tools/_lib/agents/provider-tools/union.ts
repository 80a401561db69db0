/** A union of objects at the root as one object that takes what any of its branches takes. */
import {
  arrayNode,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { minifyJson } from "../../json/tree/write.ts";
import { requiredNames } from "../../schemas/repair/objects.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { closed, typesOf, withMember } from "../provider-schema/objects.ts";
import { nodeReferredBy } from "../provider-schema/reference.ts";

export const UNIONS: readonly string[] = ["anyOf", "oneOf", "allOf"];

/** The properties of all branches, and of the required ones those that all of them require; undefined where a branch is no object. */
export function mergedUnion(root: JsonObject): JsonObject | undefined {
  const properties = new Map<string, JsonNode[]>();
  const required = new Set(requiredNames(root));
  collect(root, properties);
  let isClosed = isClosedObject(root);
  for (const keyword of UNIONS) {
    const list = memberOf(root, keyword);
    if (list?.type !== "array") continue;
    const branches = list.items.map((branch) => objectBranch(root, branch));
    if (!branches.every((branch) => branch !== undefined)) return undefined;
    for (const branch of branches) collect(branch, properties);
    for (const name of inAll(branches.map(requiredNames))) required.add(name);
    isClosed ||= branches.length > 0 && branches.every(isClosedObject);
  }
  return written(root, properties, [...required], isClosed);
}

function objectBranch(root: JsonObject, given: JsonNode): JsonObject | undefined {
  const reference = textOf(memberOf(given, "$ref"));
  const branch = reference === undefined ? given : nodeReferredBy(root, reference);
  if (branch?.type !== "object" || UNIONS.some((key) => memberOf(branch, key))) return undefined;
  const types = typesOf(branch);
  return types === undefined || types.includes("object") ? branch : undefined;
}

function collect(branch: JsonObject, properties: Map<string, JsonNode[]>): void {
  const map = memberOf(branch, "properties");
  for (const { key, value } of map?.type === "object" ? map.members : []) {
    const known = properties.get(key) ?? [];
    const text = minifyJson(value);
    if (!known.some((other) => minifyJson(other) === text)) known.push(value);
    properties.set(key, known);
  }
}

function inAll([first, ...others]: readonly (readonly string[])[]): readonly string[] {
  const sets = others.map((names) => new Set(names));
  return (first ?? []).filter((name) => sets.every((names) => names.has(name)));
}

function isClosedObject(branch: JsonObject): boolean {
  const others = memberOf(branch, "additionalProperties");
  return others?.type === "boolean" && !others.value;
}

function written(
  root: JsonObject,
  properties: ReadonlyMap<string, readonly JsonNode[]>,
  required: readonly string[],
  isClosed: boolean,
): JsonObject {
  const map = Array.from(properties, ([key, schemas]) => memberNode(key, anyOf(schemas)));
  const others = root.members.filter(({ key }) => !UNIONS.includes(key));
  let members = withMember(others, "properties", objectNode(map));
  if (required.length > 0) {
    const names = arrayNode(required.map((name) => stringNode(name)));
    members = withMember(members, "required", names);
  }
  return objectNode(isClosed ? closed(members) : members);
}

function anyOf(schemas: readonly JsonNode[]): JsonNode {
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined
    ? only
    : objectNode([memberNode("anyOf", arrayNode(schemas))]);
}
