import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  numberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { appendPointer } from "../../results/pointer.ts";
import type {
  TomlArray,
  TomlData,
  TomlDocument,
  TomlScalar,
  TomlTable,
  TomlValue,
} from "./tree.ts";

/** Sees each scalar of the data with its pointer, in the order of the data. */
export type VisitScalar = (scalar: TomlScalar, pointer: () => string) => void;

/** The data of a document as JSON: moments, infinities and NaN are strings, numbers keep their text. */
export function tomlTree(
  document: TomlDocument,
  visit: VisitScalar = () => {},
  hooks: TomlTreeHooks = {},
): JsonNode {
  return tableNode(document.root, "", { text: document.text, visit, ...hooks });
}

export interface TomlTreeHooks {
  /** Sees what each table, array and scalar became. */
  readonly see?: (data: TomlData, node: JsonNode) => void;
  /** Infinities and NaN are the number nodes that JSON5 has instead of strings. */
  readonly nonFinite?: boolean;
}

interface Conversion extends TomlTreeHooks {
  readonly text: string;
  readonly visit: VisitScalar;
}

function tableNode(table: TomlTable, pointer: string, conversion: Conversion): JsonNode {
  const members: JsonMember[] = [];
  for (const [name, value] of table.members) {
    members.push(memberNode(name, dataNode(value, pointer, name, conversion)));
  }
  const node = objectNode(members);
  conversion.see?.(table, node);
  return node;
}

function dataNode(
  data: TomlData,
  parent: string,
  token: string | number,
  conversion: Conversion,
): JsonNode {
  const node = nodeOf(data, parent, token, conversion);
  conversion.see?.(data, node);
  return node;
}

function nodeOf(
  data: TomlData,
  parent: string,
  token: string | number,
  conversion: Conversion,
): JsonNode {
  switch (data.type) {
    case "table":
      return tableNode(data, appendPointer(parent, token), conversion);
    case "inline-table":
      return tableNode(data.table, appendPointer(parent, token), conversion);
    case "table-list":
    case "array": {
      const pointer = appendPointer(parent, token);
      const items = data.type === "array" ? elementsOf(data) : data.tables;
      return arrayNode(items.map((item, index) => dataNode(item, pointer, index, conversion)));
    }
    default:
      conversion.visit(data, () => appendPointer(parent, token));
      return scalarNode(data, conversion);
  }
}

/** The values of an array, without the comments between them. */
export function elementsOf({ slots }: TomlArray): TomlValue[] {
  const elements: TomlValue[] = [];
  for (const { content } of slots) if (content.type !== "comment") elements.push(content);
  return elements;
}

function scalarNode(scalar: TomlScalar, { text, nonFinite = false }: Conversion): JsonNode {
  switch (scalar.type) {
    case "string":
      return stringNode(scalar.value);
    case "boolean":
      return booleanNode(scalar.value);
    case "integer":
      return numberNode(scalar.text);
    case "float":
      if (isFiniteText(scalar.text)) return numberNode(scalar.text);
      return nonFinite ? numberNode(JSON5_WORDS[scalar.text] ?? "NaN") : stringNode(scalar.text);
    default:
      return stringNode(text.slice(scalar.start, scalar.end));
  }
}

const JSON5_WORDS: Readonly<Record<string, string>> = { inf: "Infinity", "-inf": "-Infinity" };

/** Whether the text of a float is a JSON number. */
export function isFiniteText(text: string): boolean {
  return !text.endsWith("inf") && text !== "nan";
}
