/** A decision table as rows of text: CSV, or a table in Markdown. */
import { chooseDelimiter } from "../_lib/formats/csv/delimiter.ts";
import { CsvReader } from "../_lib/formats/csv/read.ts";
import { unterminatedQuote } from "../_lib/formats/csv/table.ts";
import { isDelimiterRow, tableCells } from "../_lib/formats/markdown/table.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { type JsonNode, nullNode, stringNode } from "../_lib/json/tree/tree.ts";
import { quoted } from "../_lib/text/shown.ts";
import { nodeOf } from "./scalar.ts";
import type { WrittenRule, WrittenTable } from "./table.ts";
import { readLiteral } from "./read-unary.ts";

export interface Sheet {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const INPUT_HEAD = /^in:\s*/i;
const OUTPUT_HEAD = /^out:\s*/i;
const ID_HEAD = /^id$/i;
/** Where a row of column names begins to be one. */
const HEADER_LINE = /(?:^|[,;\t|"])[^\S\t]*in:/i;
const LINE = /\r\n?|\n/;

/** The first Markdown table with such a header; undefined where there is none. */
export function readMarkdown(text: string): Sheet | undefined {
  if (!text.includes("|")) return undefined;
  const lines = text.split(LINE);
  const at = lines.findIndex(
    (line, index) => HEADER_LINE.test(line) && isDelimiterRow(lines[index + 1] ?? ""),
  );
  if (at < 0) return undefined;
  const end = lines.findIndex((line, index) => index > at && line.trim() === "");
  const rows = lines.slice(at + 2, end < 0 ? undefined : end).map(cellsOf);
  return { header: cellsOf(lines[at] ?? ""), rows };
}

function cellsOf(line: string): string[] {
  return tableCells(line).map((cell) => {
    const text = cell.replaceAll("\\|", "|");
    const code = /^`([^`]*)`$/.exec(text)?.[1];
    return (code ?? text).trim();
  });
}

/** CSV whose first record is such a header; undefined where it is none. */
export function readCsv(text: string) {
  const first = text.split(LINE, 1)[0] ?? "";
  const isSeparator = first.startsWith("sep=");
  if (!isSeparator && !HEADER_LINE.test(first)) return undefined;
  const reader = new CsvReader(text, { ...chooseDelimiter(text, 0, "auto"), trim: true });
  const header = reader.next()?.cells;
  const rows: (readonly string[])[] = [];
  for (let record = reader.next(); record; record = reader.next()) rows.push(record.cells);
  if (reader.unterminated === undefined) return header && { sheet: { header, rows } };
  const { message } = unterminatedQuote(text, reader.unterminated, "/table");
  return invalid(`a quoted field that never closes`, "a closing quote", message);
}

/** Takes the columns by their headings. */
export function tableOf({ header, rows }: Sheet) {
  const heads = header.map((head) => head.trim());
  const columnsOf = (pattern: RegExp) =>
    [...heads.keys()].filter((column) => pattern.test(heads[column] ?? ""));
  const [inputs, outputs] = [columnsOf(INPUT_HEAD), columnsOf(OUTPUT_HEAD)];
  const ids = columnsOf(ID_HEAD);
  const known = new Set([...inputs, ...outputs, ...ids]);
  const other = [...heads.keys()].find((column) => !known.has(column));
  if (other !== undefined)
    return invalid(`the column ${quoted(heads[other] ?? "")}`, "in:name, out:name or id");
  if (ids.length > 1) return invalid("two columns id", "at most one");
  const rules = rows.map((row, at): WrittenRule => {
    const id = ids.map((column) => row[column]).join("");
    return {
      id: id || String(at + 1),
      cells: inputs.map((column) => stringNode(row[column] ?? "")),
      values: outputs.map((column) => outputOf(row[column] ?? "")),
      ragged: row.length === heads.length ? undefined : row.length,
    };
  });
  const table: WrittenTable = {
    hitPolicy: undefined,
    aggregation: undefined,
    inputs: inputs.map((column) => ({ name: (heads[column] ?? "").replace(INPUT_HEAD, "") })),
    outputs: outputs.map((column) => ({ name: (heads[column] ?? "").replace(OUTPUT_HEAD, "") })),
    rules,
  };
  return { table };
}

/** A literal, or else the text itself; nothing is null. */
function outputOf(cell: string): JsonNode {
  if (cell === "") return nullNode();
  const literal = readLiteral(cell);
  // A code such as 007 is no number.
  return "found" in literal || /^-?0\d/.test(cell) ? stringNode(cell) : nodeOf(literal);
}

function invalid(found: string, expected: string, message?: string) {
  const entry = outOfBounds("/table", found, expected);
  return { failure: inputInvalid([message === undefined ? entry : { ...entry, message }]) };
}
