/** Attributes of spans: OTLP's list of typed values, or a plain object. */
import { readJson } from "../../json/tree/read.ts";
import {
  arrayNode,
  type JsonNode,
  memberNode,
  nullNode,
  numberNode,
  objectNode,
  withoutRepeats,
} from "../../json/tree/tree.ts";
import { isNumberText } from "../../json/tree/number.ts";
import { itemsOf, memberOf, textOf } from "../../json/tree/members.ts";

export type Attributes = ReadonlyMap<string, JsonNode>;

export function attributesOf(node: JsonNode | undefined): Attributes {
  if (node?.type === "object") return new Map(node.members.map(({ key, value }) => [key, value]));
  return new Map(pairsIn(node));
}

function pairsIn(list: JsonNode | undefined): [string, JsonNode][] {
  if (list?.type !== "array") return [];
  return list.items.flatMap((item): [string, JsonNode][] => {
    const key = textOf(memberOf(item, "key"));
    return key === undefined ? [] : [[key, valueIn(memberOf(item, "value"))]];
  });
}

const SCALARS = ["stringValue", "boolValue", "doubleValue", "bytesValue"] as const;

/** The value of an `AnyValue`; one that is no such object stands for itself. */
function valueIn(node: JsonNode | undefined): JsonNode {
  if (node?.type !== "object") return node ?? nullNode();
  for (const kind of SCALARS) {
    const scalar = memberOf(node, kind);
    if (scalar !== undefined) return scalar;
  }
  const whole = memberOf(node, "intValue");
  // Whole numbers of 64 bits are written as text.
  if (whole?.type === "string" && isNumberText(whole.value)) return numberNode(whole.value);
  if (whole !== undefined) return whole;
  const list = memberOf(node, "arrayValue");
  if (list !== undefined) return arrayNode(itemsOf(memberOf(list, "values")).map(valueIn));
  const map = memberOf(node, "kvlistValue");
  if (map === undefined) return node;
  const pairs = new Map(pairsIn(memberOf(map, "values")));
  return objectNode([...pairs].map(([key, value]) => memberNode(key, value)));
}

/** The data of an attribute that holds JSON as text; other text stays text. */
export function dataIn(node: JsonNode | undefined): JsonNode | undefined {
  if (node?.type !== "string") return node;
  const read = readJson(node.value);
  return "type" in read ? node : withoutRepeats(read.root, "last");
}
