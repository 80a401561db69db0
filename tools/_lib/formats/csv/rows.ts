import { isNumberText } from "../../json/tree/number.ts";
import { readJson } from "../../json/tree/read.ts";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  nullNode,
  numberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { type ColumnType, inferColumn } from "./infer.ts";
import { type CsvTable, extraName } from "./table.ts";

export interface RowOptions {
  /** Whether rows are objects of the columns' names, or arrays. */
  readonly headers: boolean;
  /** Text, types of whole columns, or what each cell is as JSON. */
  readonly types: "strings" | "infer" | "json";
  /** Cells that mean null. */
  readonly nullValues: readonly string[];
}

const NULL = nullNode();

/** The rows of a table as JSON: missing cells are null, surplus ones go into a member `_extra`. */
export function rowNodes(table: CsvTable, options: RowOptions): JsonNode[] {
  const { columns, records } = table;
  const nulls = new Set(options.nullValues);
  const types = columns.map((_, index): ColumnType => {
    if (options.types !== "infer") return "string";
    return inferColumn(valuesOf(records, index, nulls));
  });
  const convert = (cell: string | undefined, index: number) => {
    if (cell === undefined || nulls.has(cell)) return NULL;
    return options.types === "json" ? jsonNode(cell) : cellNode(cell, types[index] ?? "string");
  };
  if (!options.headers) return records.map(({ cells }) => arrayNode(cells.map(convert)));
  const keys = columns.map((key) => ({ key, keyText: JSON.stringify(key), keyStart: -1 }));
  const extra = extraName(columns);
  return records.map(({ cells }) => {
    const members: JsonMember[] = [];
    for (const [index, { key, keyText }] of keys.entries()) {
      members.push({ key, keyText, keyStart: -1, value: convert(cells[index], index) });
    }
    if (cells.length > columns.length) {
      const surplus = arrayNode(cells.slice(columns.length).map(stringNode));
      members.push({ key: extra, keyText: `"${extra}"`, keyStart: -1, value: surplus });
    }
    return objectNode(members);
  });
}

function* valuesOf(records: CsvTable["records"], index: number, nulls: ReadonlySet<string>) {
  for (const { cells } of records) {
    const cell = cells[index];
    if (cell !== undefined && !nulls.has(cell)) yield cell;
  }
}

function cellNode(cell: string, type: ColumnType): JsonNode {
  if (type === "string") return stringNode(cell);
  if (cell === "") return NULL;
  return type === "number" ? numberNode(cell) : booleanNode(cell.toLowerCase() === "true");
}

/** A cell as the number, literal, object or array that it is in JSON; else as text. */
function jsonNode(cell: string): JsonNode {
  if (cell === "" || cell === "null") return NULL;
  if (cell === "true" || cell === "false") return booleanNode(cell === "true");
  if (isNumberText(cell)) return numberNode(cell);
  if (!/^[ \t\r\n]*[[{]/.test(cell)) return stringNode(cell);
  const read = readJson(cell);
  return "type" in read ? stringNode(cell) : read.root;
}

/**
 * Whether the rows as objects are sure to pass the limit of an output: a few names in a long header
 * and many short records would else make far more cells than the text has characters.
 */
export function rowsPassLimit(
  { columns, records }: CsvTable,
  indent: number,
  longest: number,
): boolean {
  let chars = 0;
  for (const column of columns) chars += column.length + '"":"",'.length + 2 * indent;
  return chars * records.length > longest;
}
