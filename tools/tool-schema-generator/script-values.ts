import type { Node } from "@babel/types";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  nullNode,
  numberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { isNumberText } from "../_lib/json/tree/number.ts";
import { keyName } from "./functions.ts";

/** The data of a literal; undefined where the expression has to be run. */
export function literalValue(node: Node, text: string): JsonNode | undefined {
  switch (node.type) {
    case "StringLiteral":
      return stringNode(node.value);
    case "NumericLiteral":
      return numberOf(text.slice(node.start ?? 0, node.end ?? 0), node.value);
    case "BooleanLiteral":
      return booleanNode(node.value);
    case "NullLiteral":
      return nullNode();
    case "TemplateLiteral": {
      const [only] = node.quasis;
      return node.expressions.length === 0 ? stringNode(only?.value.cooked ?? "") : undefined;
    }
    case "UnaryExpression":
      return node.operator === "-" ? negated(literalValue(node.argument, text)) : undefined;
    case "TSAsExpression":
      return literalValue(node.expression, text);
    case "ArrayExpression":
      return listValue(node.elements, text);
    case "ObjectExpression":
      return objectValue(node.properties, text);
    default:
      return undefined;
  }
}

function negated(value: JsonNode | undefined): JsonNode | undefined {
  return value?.type === "number" ? numberNode(`-${value.text}`) : undefined;
}

function numberOf(written: string, value: number): JsonNode {
  const text = written.replaceAll("_", "");
  return numberNode(isNumberText(text) ? text : String(value));
}

function listValue(elements: readonly (Node | null)[], text: string): JsonNode | undefined {
  const items: JsonNode[] = [];
  for (const element of elements) {
    const item = element === null ? undefined : literalValue(element, text);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return arrayNode(items);
}

function objectValue(properties: readonly Node[], text: string): JsonNode | undefined {
  const members: JsonMember[] = [];
  for (const property of properties) {
    if (property.type !== "ObjectProperty" || property.computed) return undefined;
    const key = keyName(property.key);
    const value = literalValue(property.value, text);
    if (key === undefined || value === undefined) return undefined;
    members.push(memberNode(key, value));
  }
  return objectNode(members);
}
