/** Keywords about values as Gemini's `parameters` write them. */
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { textOf } from "../../json/tree/members.ts";
import { isIntegerText } from "../../json/tree/number.ts";

/** One type in upper case, null as `nullable`, several others as an anyOf; undefined beside one. */
export function typeMembers(type: JsonNode, hasUnion: boolean): JsonMember[] | undefined {
  const names = (type.type === "array" ? type.items : [type]).map((name) => textOf(name) ?? "");
  const others = names.filter((name) => name !== "null");
  const nullable = others.length < names.length ? [nullableMember()] : [];
  const [only] = others;
  if (only === undefined) return [typeMember("null")];
  if (others.length === 1) return [typeMember(only), ...nullable];
  if (hasUnion) return undefined;
  const branches = others.map((name) => objectNode([typeMember(name)]));
  return [memberNode("anyOf", arrayNode(branches)), ...nullable];
}

/** A constant by its type and, where it is text, as the only choice. */
export function constantMembers(value: JsonNode): JsonMember[] {
  const type = typeMember(typeOf(value));
  return value.type === "string" ? [type, memberNode("enum", arrayNode([value]))] : [type];
}

/** Choices that are all text, and null among them as `nullable`; undefined for others. */
export function stringChoices(value: JsonNode): JsonMember[] | undefined {
  if (value.type !== "array") return undefined;
  const strings = value.items.filter(({ type }) => type === "string");
  const nulls = value.items.filter(({ type }) => type === "null");
  if (strings.length === 0 || strings.length + nulls.length < value.items.length) return undefined;
  const choices = memberNode("enum", arrayNode(strings));
  return nulls.length > 0 ? [choices, nullableMember()] : [choices];
}

/** The type that choices have in common; null among them is `nullable`. */
export function choiceMembers(choices: readonly JsonNode[]): readonly JsonMember[] {
  const types = new Set(choices.filter(({ type }) => type !== "null").map(typeOf));
  if (types.has("number")) types.delete("integer");
  const [type] = types;
  if (type === undefined || types.size > 1) return [];
  const hasNull = choices.some(({ type: own }) => own === "null");
  return hasNull ? [typeMember(type), nullableMember()] : [typeMember(type)];
}

function typeOf(value: JsonNode): string {
  return value.type === "number" && isIntegerText(value.text) ? "integer" : value.type;
}

function typeMember(name: string): JsonMember {
  return memberNode("type", stringNode(name.toUpperCase()));
}

function nullableMember(): JsonMember {
  return memberNode("nullable", booleanNode(true));
}
