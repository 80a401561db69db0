/** The data of manifests and lock files: maps, lists and texts; a number is its text. */
import type { Entry } from "../_core/tool.ts";
import type { EntryDetail } from "../_lib/results/entry-list.ts";
import { readConfigDocument } from "../_lib/fields/config-field.ts";
import { type JsonWarning, readJsonField } from "../_lib/json/tree/json-field.ts";
import { isContainer } from "../_lib/json/tree/members.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { shortened } from "../_lib/text/shown.ts";

export type Data = string | boolean | null | readonly Data[] | Table;
export interface Table extends ReadonlyMap<string, Data> {
  /** Pointer of the place in the input. */
  readonly path?: string;
}

export const NO_DATA: Table = new Map();

/** Thrown by a reader at the first thing that it cannot use; `readFiles` answers it. */
export class Unreadable extends Error {
  readonly detail: EntryDetail & { readonly path: string };
  readonly isTooDeep: boolean;
  constructor(detail: EntryDetail & { readonly path: string }, isTooDeep = false) {
    super(detail.message);
    this.detail = detail;
    this.isTooDeep = isTooDeep;
  }
}

export interface Document {
  readonly data: Data;
  readonly warnings: readonly Entry<JsonWarning>[];
}

export type Format = "json" | "jsonc" | "yaml" | "toml";

/** Reads text in a format, or takes a value as it is. */
export function readDocument(field: unknown, path: string, format: Format): Document {
  const isJson = format !== "yaml" && format !== "toml";
  const read = isJson
    ? readJsonField(field, path, format)
    : readConfigDocument(field, path, format);
  if (!read.ok) {
    const { code, ...detail } = read.error;
    throw new Unreadable({ ...(detail as EntryDetail), path }, code === "INPUT_TOO_DEEP");
  }
  const warnings = read.warnings.flatMap(({ code, ...detail }): Entry<JsonWarning>[] => {
    // Only the pointers of JSON begin at its root.
    const place = isJson ? path + (detail.path ?? "") : detail.path;
    return code === "VARIABLE_KEPT" || code === "JSON_RELAXED"
      ? []
      : [{ ...detail, code, path: place }];
  });
  return { data: dataOf(read.root, path), warnings };
}

function dataOf(node: JsonNode, path: string): Data {
  switch (node.type) {
    case "object": {
      const table = new Map<string, Data>();
      for (const { key, value } of node.members) {
        table.set(key, dataOf(value, isContainer(value) ? appendPointer(path, key) : ""));
      }
      return Object.assign(table, { path });
    }
    case "array":
      return node.items.map((item, at) => dataOf(item, `${path}/${at}`));
    case "number":
      return node.text;
    case "null":
      return null;
    default:
      return node.value;
  }
}

/** The data as a map; a file that is anything else is none. */
export function asTable(data: Data, path: string): Table {
  if (!isTable(data)) throw misshapen(path, data, "a map");
  return data;
}

/** The data as text. */
export function asText(data: Data, path: string): string {
  if (typeof data !== "string") throw misshapen(path, data, "text");
  return data;
}

export function isTable(data: Data | undefined): data is Table {
  return data instanceof Map;
}

/** The table of that name; an empty one where there is none. */
export function tableIn(table: Table, key: string): Table {
  const data = table.get(key) ?? NO_DATA;
  if (!isTable(data)) throw misshapen(appendPointer(table.path ?? "", key), data, "a map");
  return data;
}

/** The list of that name; an empty one where there is none. */
export function listIn(table: Table, key: string): readonly Data[] {
  const data = table.get(key) ?? [];
  if (!Array.isArray(data)) throw misshapen(appendPointer(table.path ?? "", key), data, "a list");
  return data as readonly Data[];
}

/** The tables of the list of that name. */
export function tablesIn(table: Table, key: string): Table[] {
  return listIn(table, key).filter(isTable);
}

/** The text of that name; undefined where there is none. */
export function textIn(table: Table, key: string): string | undefined {
  const data = table.get(key);
  return typeof data === "string" ? data : undefined;
}

/** The names of the table that have a text, and the text; those of other types are left out. */
export function textsIn(table: Table): [name: string, text: string][] {
  return [...table].filter((pair): pair is [string, string] => typeof pair[1] === "string");
}

function misshapen(path: string, data: Data, expected: string): Unreadable {
  const found = Array.isArray(data) ? "a list" : isTable(data) ? "a map" : JSON.stringify(data);
  const message = `Cannot use ${path}: found ${shortened(found)}, expected ${expected}`;
  return new Unreadable({ message, path });
}

/** The lines of a text, however they end. */
export function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
}
