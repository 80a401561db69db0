import { bomRemoved } from "../../json/tree/json-field.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { problemEntry } from "../../results/syntax-problem.ts";
import { elementsOf, tomlTree } from "../toml/data.ts";
import { parseToml } from "../toml/parse.ts";
import type {
  TomlData,
  TomlDocument,
  TomlKey,
  TomlTable,
  TomlTableList,
  TomlValue,
} from "../toml/tree.ts";
import { addComments, type Place, SourceLosses } from "./losses.ts";
import { type ConfigSource, FIELD, type Unreadable } from "./source.ts";

/** Reads TOML 1.1. */
export function readTomlConfig(text: string): ConfigSource | Unreadable {
  const warnings = text.startsWith("\ufeff") ? [bomRemoved()] : [];
  const { document, problems } = parseToml(text, "1.1");
  const [first, ...others] = problems.map((problem) => problemEntry(problem, text, "TOML", FIELD));
  if (first) return { ok: false, errors: [first, ...others], warnings };
  const moments = new Set<JsonNode>();
  const spellings = new Map<JsonNode, string>();
  const made = new Map<TomlData, JsonNode>();
  const see = (data: TomlData, node: JsonNode) => {
    made.set(data, node);
    if (node.type === "string" && data.type !== "string") moments.add(node);
    if (node.type !== "number" || (data.type !== "integer" && data.type !== "float")) return;
    const written = text.slice(data.start, data.end);
    if (written !== node.text) spellings.set(node, written);
  };
  const losses = new SourceLosses();
  const read = document as TomlDocument;
  const root = tomlTree(read, undefined, { see, nonFinite: true });
  const comments = read.comments.map(({ start, end }) => ({ start, text: text.slice(start, end) }));
  if (comments.length > 0) addComments(losses, comments, placesOf(read, made));
  return { ok: true, format: "toml", root, losses, moments, spellings, warnings };
}

/** Where the tables and values begin in the text. */
function placesOf({ lines, root }: TomlDocument, made: ReadonlyMap<TomlData, JsonNode>): Place[] {
  const places: Place[] = [];
  const add = (start: number, data: TomlData | undefined) => {
    const node = data && made.get(data);
    if (node !== undefined) places.push({ start, node });
  };
  /** How many tables of each list have begun. */
  const begun = new Map<TomlTableList, number>();
  let table: TomlTable | undefined = root;
  for (const { content } of lines) {
    if (content.type === "comment") continue;
    if (content.type === "header") {
      table = tableAt(root, content.key, content.list, begun);
      add(content.start, table);
    } else {
      add(content.start, memberAt(table, content.key));
      addInside(content.value, add);
    }
  }
  return places;
}

type Add = (start: number, data: TomlData | undefined) => void;

function addInside(value: TomlValue, add: Add): void {
  if (value.type === "array") {
    for (const element of elementsOf(value)) {
      add(element.start, element);
      addInside(element, add);
    }
  } else if (value.type === "inline-table") {
    for (const { content } of value.slots) {
      if (content.type === "comment") continue;
      add(content.start, memberAt(value.table, content.key));
      addInside(content.value, add);
    }
  }
}

export function memberAt(table: TomlTable | undefined, { parts }: TomlKey): TomlData | undefined {
  let data: TomlData | undefined = table;
  for (const { name } of parts) {
    data = data?.type === "table" ? data.members.get(name) : undefined;
  }
  return data;
}

/** The table that a header opens; of a list on the way the one begun last. */
export function tableAt(
  root: TomlTable,
  { parts }: TomlKey,
  isList: boolean,
  begun: Map<TomlTableList, number>,
): TomlTable | undefined {
  let table: TomlTable | undefined = root;
  for (const [index, { name }] of parts.entries()) {
    const data: TomlData | undefined = table?.members.get(name);
    if (data?.type !== "table-list") table = data?.type === "table" ? data : undefined;
    else {
      const count: number = (begun.get(data) ?? 0) + (isList && index === parts.length - 1 ? 1 : 0);
      begun.set(data, count);
      table = data.tables[count - 1];
    }
  }
  return table;
}
