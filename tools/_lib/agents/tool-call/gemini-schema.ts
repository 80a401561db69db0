/** Schemas of Gemini's `parameters`, an OpenAPI 3.0 subset, as JSON Schema. */
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  nullNode,
  numberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { nullType } from "../provider-schema/objects.ts";

const TYPES: ReadonlySet<string> = new Set([
  "STRING",
  "NUMBER",
  "INTEGER",
  "BOOLEAN",
  "ARRAY",
  "OBJECT",
  "NULL",
]);

/** 64-bit integers, which protocol buffers write as text. */
const COUNTS: ReadonlySet<string> = new Set([
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minProperties",
  "maxProperties",
]);

/** Whether a schema is written as Gemini's `parameters` are: its type in upper case. */
export function isGeminiSchema(schema: JsonNode | undefined): boolean {
  return schema !== undefined && TYPES.has(textOf(memberOf(schema, "type")) ?? "");
}

/** Types in lower case, `nullable` as a type or a branch; everything else stays as it is. */
export function fromGeminiSchema(schema: JsonNode): JsonNode {
  if (schema.type !== "object") return schema;
  const nullable = memberOf(schema, "nullable");
  const takesNull = nullable?.type === "boolean" && nullable.value;
  const members = schema.members.flatMap((member) => memberOfJsonSchema(member));
  return objectNode(takesNull ? withNull(members) : members);
}

function memberOfJsonSchema({ key, value }: JsonMember): JsonMember[] {
  const text = textOf(value);
  if (key === "nullable" && value.type === "boolean") return [];
  if (key === "type" && text === "TYPE_UNSPECIFIED") return [];
  if (key === "type" && TYPES.has(text ?? ""))
    return [memberNode(key, stringNode((text ?? "").toLowerCase()))];
  if (COUNTS.has(key) && /^(?:0|[1-9][0-9]{0,18})$/.test(text ?? ""))
    return [memberNode(key, numberNode(text ?? ""))];
  return [memberNode(key, partOf(key, value))];
}

function partOf(key: string, value: JsonNode): JsonNode {
  if (key === "items") return fromGeminiSchema(value);
  if (key === "anyOf" && value.type === "array")
    return arrayNode(value.items.map((item) => fromGeminiSchema(item)));
  if (key !== "properties" || value.type !== "object") return value;
  return objectNode(
    value.members.map((inner) => memberNode(inner.key, fromGeminiSchema(inner.value))),
  );
}

function withNull(members: readonly JsonMember[]): JsonMember[] {
  const none = stringNode("null");
  return members.map(({ key, value }) => {
    if (key === "type" && value.type === "string") return memberNode(key, arrayNode([value, none]));
    if (key === "enum" && value.type === "array")
      return memberNode(key, arrayNode([...value.items, nullNode()]));
    if (key === "anyOf" && value.type === "array")
      return memberNode(key, arrayNode([...value.items, nullType()]));
    return memberNode(key, value);
  });
}
