/** JSON as plain data that keeps the text of its numbers. */
import { jsonNumber } from "./number.ts";
import {
  arrayNode,
  booleanNode,
  type JsonNode,
  memberNode,
  nullNode,
  numberNode,
  objectNode,
  stringNode,
} from "./tree.ts";
import { setMember, valueOf } from "./value.ts";
import { minifyJson } from "./write.ts";

/** A number whose text is another than the double's. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Json = null | boolean | number | string | NumberText | readonly Json[] | JsonMembers;

export interface JsonMembers {
  readonly [key: string]: Json;
}

export function fromNode(node: JsonNode): Json {
  switch (node.type) {
    case "null":
      return null;
    case "number": {
      const double = Number(node.text);
      return jsonNumber(double) === node.text ? double : new NumberText(node.text);
    }
    case "array":
      return node.items.map(fromNode);
    case "object":
      return objectOf(node.members.map(({ key, value }) => [key, fromNode(value)]));
    default:
      return node.value;
  }
}

export function toNode(value: Json | undefined): JsonNode {
  if (value === null || value === undefined) return nullNode();
  if (typeof value === "string") return stringNode(value);
  if (typeof value === "boolean") return booleanNode(value);
  if (typeof value === "number") return numberNode(jsonNumber(value));
  if (value instanceof NumberText) return numberNode(value.text);
  if (isList(value)) return arrayNode(value.map(toNode));
  const members = Object.entries(value).filter(([, member]) => (member as unknown) !== undefined);
  return objectNode(members.map(([key, member]) => memberNode(key, toNode(member))));
}

/** What `value` of a result shows: a number that no double holds is its text. */
export function plain(value: Json): unknown {
  return valueOf(toNode(value)).value;
}

/** As JSON without white space; throws never, as nothing here is longer than what was given. */
export function textOfJson(value: Json): string {
  return minifyJson(toNode(value)) ?? "null";
}

/** An object of entries; a member may have any name. */
export function objectOf(entries: Iterable<readonly [string, Json]>): JsonMembers {
  const object = {};
  for (const [key, value] of entries) setMember(object, key, value);
  return object;
}

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

export function isMembers(value: unknown): value is JsonMembers {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NumberText)
  );
}

/** A member that is there and not null. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let node = value;
  for (const key of path)
    node = isMembers(node) && Object.hasOwn(node, key) ? node[key] : undefined;
  return node ?? undefined;
}

export function textAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === "string" ? found : undefined;
}

export function listAt(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = at(value, ...path);
  return isList(found) ? found : [];
}

/** A number that is there, as its double. */
export function numberAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const found = at(value, ...path);
  if (typeof found === "number") return found;
  return found instanceof NumberText ? Number(found.text) : undefined;
}
