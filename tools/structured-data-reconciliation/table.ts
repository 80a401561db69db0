/** Either side as columns and rows. */
import type { Entry } from "../_core/tool.ts";
import { chooseDelimiter } from "../_lib/formats/csv/delimiter.ts";
import { CsvReader, type CsvRecord } from "../_lib/formats/csv/read.ts";
import type { EntrySink } from "../_lib/results/entry-list.ts";
import type { JsonWarning } from "../_lib/json/tree/json-field.ts";
import { readJsonRoot } from "../_lib/json/tree/rows.ts";
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { endOfLine, placeAt, positionFinder } from "../_lib/text/position.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Cell } from "./cell.ts";
import type { Side, Warning } from "../structured-data-reconciliation.ts";

export interface Table {
  /** In order of first appearance. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** The cells that a row has, by the index of the column. */
export type Row = ReadonlyMap<number, Cell>;

interface ReadOptions {
  /** A character, or `auto`. */
  readonly delimiter: string;
  readonly trim: boolean;
}

type TableFailure = "TABLE_SYNTAX" | "DOCUMENT_TYPE" | "INPUT_TOO_DEEP";

export type TableRead = Table | { readonly error: Entry<TableFailure> };

/** A text that begins with a bracket is JSON, any other one CSV. */
export function readTable(
  field: unknown,
  side: Side,
  options: ReadOptions,
  warnings: EntrySink<Warning>,
): TableRead {
  const isCsv = typeof field === "string" && !/^\ufeff?\s*[[{]/.test(field);
  return isCsv
    ? readCsv(field, side, options, warnings)
    : readJsonRows(field, `/${side}`, warnings);
}

function readJsonRows(field: unknown, path: string, warnings: EntrySink<Warning>): TableRead {
  const read = readJsonRoot(field, path);
  for (const entry of read.warnings as readonly Entry<JsonWarning>[]) {
    warnings.add(entry.code, () => ({ ...entry, path: `${path}${entry.path ?? ""}` }));
  }
  if (!read.ok) {
    const { code } = read.error;
    return { error: { ...read.error, code: code === "JSON_SYNTAX" ? "TABLE_SYNTAX" : code } };
  }
  // The one line of a text is a row; a value has to be a list.
  const { root } = read;
  if (root.type === "object" && typeof field === "string") return tableOf([root]);
  if (root.type !== "array") return { error: notRows(root, path, "an array of objects") };
  const stranger = root.items.findIndex(({ type }) => type !== "object");
  if (stranger < 0) return tableOf(root.items as readonly JsonObject[]);
  const node = root.items[stranger] as JsonNode;
  return { error: notRows(node, `${path}/${stranger}`, "an object") };
}

function notRows({ type }: JsonNode, path: string, expected: string): Entry<"DOCUMENT_TYPE"> {
  const message = `Cannot read rows: found ${type === "null" ? "null" : `a JSON ${type}`}, expected ${expected}`;
  return { code: "DOCUMENT_TYPE", message, path, expected, received: type };
}

function tableOf(objects: readonly JsonObject[]): Table {
  const indexes = new Map<string, number>();
  const rows = objects.map(({ members }) => {
    const row = new Map<number, Cell>();
    for (const { key, value } of members) {
      const index = indexes.get(key) ?? indexes.size;
      indexes.set(key, index);
      row.set(index, value);
    }
    return row;
  });
  return { columns: [...indexes.keys()], rows };
}

function readCsv(
  text: string,
  side: Side,
  { delimiter, trim }: ReadOptions,
  warnings: EntrySink<Warning>,
): TableRead {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const wanted = delimiter === "auto" ? mostFrequentDelimiter(text, start) : delimiter;
  const reader = new CsvReader(text, chooseDelimiter(text, start, wanted));
  const header = nextRecord(reader, text, trim);
  if (header === undefined) return unterminated(reader, text, side) ?? { columns: [], rows: [] };
  if ("offset" in header) return textBehindQuote(header.offset, text, side);
  const names = header.cells.map((name) => (trim ? name.trim() : name));
  const find = positionFinder(text);
  noteRepeats(names, { path: `/${side}`, ...find(header.start) }, warnings);
  const places = [...new Map(names.map((name, index) => [name, index]))];
  const columns = places.map(([name]) => name);
  const rows: Row[] = [];
  for (;;) {
    const record = nextRecord(reader, text, trim);
    if (record === undefined) break;
    if ("offset" in record) return textBehindQuote(record.offset, text, side);
    const { cells } = record;
    rows.push(new Map(places.map(([, place], index) => [index, cells[place] ?? ""])));
    if (cells.length === names.length) continue;
    warnings.add("RAGGED_ROW", () => ({
      message: `A row has ${cells.length} cells and the header ${names.length}`,
      path: `/${side}`,
      ...find(record.start),
    }));
  }
  return unterminated(reader, text, side) ?? { columns, rows };
}

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** In the header line, outside its quotes; the first of these where none is. */
function mostFrequentDelimiter(text: string, start: number): string {
  let first = start;
  while (/[\r\n]/.test(text.charAt(first))) first++;
  const line = text.slice(first, endOfLine(text, first)).replace(/"[^"]*"/g, "");
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** The next record that is not blank, or where text stands behind a closing quote. */
function nextRecord(
  reader: CsvReader,
  text: string,
  trim: boolean,
): CsvRecord | { readonly offset: number } | undefined {
  for (;;) {
    const record = reader.next();
    if (record === undefined) return undefined;
    // A quote inside of a field without quotes is a character like others.
    const offset = reader.strays.find((stray) => text.charAt(stray) !== '"');
    if (offset !== undefined) return { offset };
    const [only, ...others] = record.cells;
    const isBlank = trim && others.length === 0 && only?.trim() === "";
    if (!isBlank || text.charAt(record.start) === '"') return record;
  }
}

function textBehindQuote(offset: number, text: string, side: Side): TableRead {
  const [found, expected] = ["text behind a closing quote", "a delimiter or the end of the line"];
  return { error: csvProblem(found, expected, offset, text, side) };
}

function unterminated(reader: CsvReader, text: string, side: Side): TableRead | undefined {
  const { unterminated: offset } = reader;
  if (offset === undefined) return undefined;
  const [found, expected] = ["a quoted field that never closes", 'a closing "'];
  return { error: csvProblem(found, expected, offset, text, side) };
}

function csvProblem(
  found: string,
  expected: string,
  offset: number,
  text: string,
  side: Side,
): Entry<"TABLE_SYNTAX"> {
  const message = `Cannot read CSV: found ${found}, expected ${expected}`;
  return { code: "TABLE_SYNTAX", message, path: `/${side}`, ...placeAt(text, offset), expected };
}

function noteRepeats(names: readonly string[], place: object, warnings: EntrySink<Warning>): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      warnings.add("DUPLICATE_COLUMN", () => ({
        message: `The header has ${quoted(name)} again, and the last one counts`,
        ...place,
        received: name,
      }));
    }
    seen.add(name);
  }
}
