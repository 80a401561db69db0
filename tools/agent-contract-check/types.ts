/** The types that schemas accept. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";

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

/** Whether its numbers are integers. */
export function isWhole(schema: JsonNode): boolean {
  const types = typesOf(schema);
  return types.has("integer") && !types.has("number");
}

/** Whether the schema says itself which types it accepts. */
export function namesTypes(schema: JsonNode): boolean {
  return schema.type === "boolean" || memberOf(schema, "type") !== undefined;
}

/** The types that data of the schema can have: where it names none, those of the values that it lists. */
export function possibleTypes(schema: JsonNode): ReadonlySet<string> {
  if (namesTypes(schema)) return typesOf(schema);
  const [only, list] = [memberOf(schema, "const"), memberOf(schema, "enum")];
  if (only) return new Set([typeOf(only)]);
  return list?.type === "array" ? new Set(list.items.map(typeOf)) : typesOf(schema);
}

function typeOf(value: JsonNode): string {
  if (value.type !== "number") return value.type;
  return new Decimal(value.text).isInteger() ? "integer" : "number";
}

/** Whether all types of the one are types of the other. */
export function isWithin(types: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...types].every((type) => others.has(type));
}
