import { compareNumbers, isIntegerText } from "../../json/tree/number.ts";
import { readJson } from "../../json/tree/read.ts";
import { treeStats } from "../../json/tree/stats.ts";
import {
  booleanNode,
  type JsonNode,
  nullNode,
  numberNode,
  stringNode,
  withoutRepeats,
} from "../../json/tree/tree.ts";
import { memberOf } from "../../json/tree/members.ts";
import { isWhole } from "../../numbers/decimal-text.ts";
import { type ChangeCode, reaches } from "./change.ts";
import type { Spot } from "./repairer.ts";
import { integerIn, numberIn, plainText, roundHalfEven } from "./numbers.ts";

/** The names of `type` in their order; undefined where any type is allowed. */
export function typesOf(schema: JsonNode): readonly string[] | undefined {
  const type = memberOf(schema, "type");
  if (type === undefined) return undefined;
  const items = type.type === "array" ? type.items : [type];
  return items.flatMap((item) => (item.type === "string" ? [item.value] : []));
}

/** Whether the value is of one of the types, as the schema's draft understands them. */
export function fitsType(node: JsonNode, types: readonly string[], { draft }: Spot): boolean {
  if (types.includes(node.type)) return true;
  const isInteger = draft === "draft-04" ? isIntegerText : isWhole;
  return node.type === "number" && types.includes("integer") && isInteger(node.text);
}

interface Conversion {
  readonly code: ChangeCode;
  readonly node: JsonNode;
}

/** The value as the first of the types that it can be turned into. */
export function convert(
  node: JsonNode,
  types: readonly string[],
  spot: Spot,
): Conversion | undefined {
  for (const type of types) {
    const found = convertTo(type, node, spot);
    const works = found !== undefined && reaches(spot.policy, policyOf(found));
    if (works && fitsType(found.node, [type], spot)) return found;
  }
  return undefined;
}

function policyOf({ code }: Conversion) {
  return code === "NUMBER_TO_BOOLEAN" || code === "NUMBER_ROUNDED" ? "aggressive" : "safe";
}

function convertTo(type: string, node: JsonNode, spot: Spot): Conversion | undefined {
  if (node.type === "string") return convertString(type, node.value, spot);
  if (node.type === "boolean" && type === "string") {
    return { code: "BOOLEAN_TO_STRING", node: stringNode(String(node.value)) };
  }
  if (node.type !== "number") return undefined;
  if (type === "string") return { code: "NUMBER_TO_STRING", node: stringNode(node.text) };
  if (type === "boolean") {
    const isOne = compareNumbers(node.text, "1") === 0;
    if (!isOne && compareNumbers(node.text, "0") !== 0) return undefined;
    return { code: "NUMBER_TO_BOOLEAN", node: booleanNode(isOne) };
  }
  if (type !== "integer") return undefined;
  return { code: "NUMBER_ROUNDED", node: numberNode(roundHalfEven(node.text)) };
}

function convertString(type: string, text: string, spot: Spot): Conversion | undefined {
  switch (type) {
    case "integer":
      return toInteger(text);
    case "number": {
      const number = numberIn(text);
      return number === undefined
        ? undefined
        : { code: "STRING_TO_NUMBER", node: numberNode(number) };
    }
    case "boolean": {
      const verdict = booleanIn(text, spot);
      return verdict === undefined
        ? undefined
        : { code: "STRING_TO_BOOLEAN", node: booleanNode(verdict) };
    }
    case "null":
      return text.trim() === "null" ? { code: "STRING_TO_NULL", node: nullNode() } : undefined;
    default:
      return type === "string" ? undefined : parsed(type, text, spot);
  }
}

function toInteger(text: string): Conversion | undefined {
  const integer = integerIn(text);
  if (integer !== undefined) return { code: "STRING_TO_INTEGER", node: numberNode(integer) };
  const number = numberIn(text);
  if (number === undefined) return undefined;
  return { code: "NUMBER_ROUNDED", node: numberNode(plainText(roundHalfEven(number))) };
}

const WORDS = new Map([
  ["true", true],
  ["false", false],
]);
const MORE_WORDS = new Map([
  ["yes", true],
  ["on", true],
  ["1", true],
  ["no", false],
  ["off", false],
  ["0", false],
]);

function booleanIn(text: string, { policy }: Spot): boolean | undefined {
  const word = text.trim().toLowerCase();
  const verdict = WORDS.get(word);
  return verdict === undefined && policy === "aggressive" ? MORE_WORDS.get(word) : verdict;
}

function parsed(type: string, text: string, spot: Spot): Conversion | undefined {
  const node = containerIn(text, type, spot);
  return node && { code: "JSON_STRING_PARSED", node };
}

/** The array or object that a string holds as JSON, where it is not nested deeper than data may be. */
export function containerIn(text: string, type: string, spot: Spot): JsonNode | undefined {
  const opening = text.trimStart()[0];
  if (opening === undefined || opening !== OPENINGS.get(type)) return undefined;
  spot.spend(text.length);
  const read = readJson(text);
  if ("type" in read || treeStats(read.root).depth > spot.room) return undefined;
  return withoutRepeats(read.root, "last");
}

const OPENINGS = new Map([
  ["array", "["],
  ["object", "{"],
]);
