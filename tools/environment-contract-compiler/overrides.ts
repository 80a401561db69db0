/** What a schema that is there already says of a variable. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { memberOf, numberOf, textOf } from "../_lib/json/tree/members.ts";
import type { Variable, VariableType } from "../environment-contract-compiler.ts";

/** The property's keywords under the names that variables have for them. */
const KEYWORDS = [
  ["default", "default", valueIn],
  ["description", "description", textOf],
  ["enum", "enum", listIn],
  ["minimum", "min", numberOf],
  ["maximum", "max", numberOf],
  ["pattern", "pattern", textOf],
  ["writeOnly", "secret", flagIn],
  ["deprecated", "deprecated", flagIn],
] as const;

export function overridesOf(name: string, schema: JsonNode | undefined): Partial<Variable> {
  if (schema === undefined) return {};
  const property = propertyOf(schema, name);
  const required = requiredBy(schema, name, property !== undefined);
  if (property === undefined) return required;
  const type = schemaType(property);
  const others = KEYWORDS.flatMap(([keyword, member, read]) => {
    const value = read(memberOf(property, keyword));
    return value === undefined ? [] : [[member, value] as const];
  });
  return { ...(type && { type }), ...required, ...Object.fromEntries(others) };
}

export function propertyOf(schema: JsonNode, name: string): JsonNode | undefined {
  const properties = memberOf(schema, "properties");
  return properties && memberOf(properties, name);
}

/** A schema that says nothing of a variable does not make it optional. */
function requiredBy(schema: JsonNode, name: string, isKnown: boolean): { required?: boolean } {
  const list = memberOf(schema, "required");
  if (list?.type !== "array") return {};
  const required = list.items.some((item) => textOf(item) === name);
  return isKnown || required ? { required } : {};
}

function schemaType(property: JsonNode): VariableType | undefined {
  const type = textOf(memberOf(property, "type"));
  if (type === "integer" || type === "number" || type === "boolean") return type;
  if (type !== "string") return undefined;
  if (textOf(memberOf(property, "contentMediaType")) === "application/json") return "json";
  const format = textOf(memberOf(property, "format"));
  if (format === "uri") return "url";
  return format === "email" ? "email" : "string";
}

function valueIn(node: JsonNode | undefined): unknown {
  return node && valueOf(node).value;
}

function listIn(node: JsonNode | undefined): unknown {
  return node?.type === "array" ? valueOf(node).value : undefined;
}

/** Only what is set counts: a schema that says nothing of secrets does not publish them. */
function flagIn(node: JsonNode | undefined): true | undefined {
  return node?.type === "boolean" && node.value ? true : undefined;
}
