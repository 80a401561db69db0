import type { JsonNode } from "../json/tree.ts";
import { memberOf, textOf } from "../json-schema/node.ts";

const ALL = ["null", "boolean", "object", "array", "number", "string", "integer"];

/** The types that a schema accepts; `number` accepts integers, too. */
export function typesOf(schema: JsonNode): ReadonlySet<string> {
  if (schema.type === "boolean") return new Set(schema.value ? ALL : []);
  const type = memberOf(schema, "type");
  const nullable = memberOf(schema, "nullable");
  const named = type?.type === "array" ? type.items.map((item) => textOf(item)) : [textOf(type)];
  const types = new Set(named.filter((name) => name !== undefined));
  if (types.size === 0) return new Set(ALL);
  if (types.has("number")) types.add("integer");
  if (nullable?.type === "boolean" && nullable.value) types.add("null");
  return types;
}

/** Whether all types of the one are types of the other. */
export function isWithin(types: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...types].every((type) => others.has(type));
}
