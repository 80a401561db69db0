/** What there is to say about the cells of a table before it is written. */
import type { Entry } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import type { Cell, Row } from "./flatten.ts";
import { isFormula, type Quoting } from "../_lib/formats/csv/write.ts";
import { beginning } from "../_lib/text/shown.ts";

export interface Table {
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
  /** The columns that rows have. */
  readonly known: ReadonlySet<string>;
}

interface Choice {
  readonly quote: Quoting;
  readonly nullAs: string;
  readonly guardFormulas: boolean;
}

const SHOWN_CHARACTERS = 80;

export function tableWarnings(table: Table, choice: Choice) {
  const { columns, known } = table;
  return [
    ...columns.filter((name) => !known.has(name)).map(columnNotFound),
    ...mergedWarnings(table, choice),
    ...formulaWarnings(table, choice),
  ];
}

/** Whether a spreadsheet would run the cell. */
export function isFormulaCell({ kind, text }: Cell): boolean {
  return kind === "text" && isFormula(text);
}

/** Cells of null, cells that their row does not have, and cells of JSON. */
export function countCells(rows: readonly Row[], columns: readonly string[]) {
  let [nulls, present, nestedCells] = [0, 0, 0];
  for (const { cell, times } of cellsIn(rows, columns)) {
    present += times;
    if (cell.kind === "null") nulls += times;
    else if (cell.kind === "json") nestedCells += times;
  }
  return { nulls, missing: rows.length * columns.length - present, nestedCells };
}

interface Given {
  readonly name: string;
  readonly cell: Cell;
  /** How often the column is asked for. */
  readonly times: number;
}

/** The cells that rows have: in a wide table these can be far fewer than its places. */
function* cellsIn(rows: readonly Row[], columns: readonly string[]): Generator<Given> {
  const asked = new Map<string, number>();
  for (const name of columns) asked.set(name, (asked.get(name) ?? 0) + 1);
  for (const row of rows) {
    for (const [name, cell] of row) {
      const times = asked.get(name);
      if (times !== undefined) yield { name, cell, times };
    }
  }
}

function columnNotFound(name: string): Entry<"COLUMN_NOT_FOUND"> {
  const shown = JSON.stringify(beginning(name, SHOWN_CHARACTERS));
  const message = `The column ${shown} is in no row: its cells are empty`;
  return { code: "COLUMN_NOT_FOUND", message, path: "/columns", received: name };
}

/** Where the text can tell null from an empty string, nothing is merged. */
function mergedWarnings(
  { rows, columns }: Table,
  { quote, nullAs }: Choice,
): Entry<"NULL_AND_EMPTY_MERGED">[] {
  if (quote === "strings" || nullAs !== "") return [];
  const empty = new Set<string>();
  const given = new Map<string, number>();
  for (const { name, cell } of cellsIn(rows, columns)) {
    if (cell.kind === "text" && cell.text === "") empty.add(name);
    if (cell.kind !== "null") given.set(name, (given.get(name) ?? 0) + 1);
  }
  const merged = columns.filter((name) => empty.has(name) && given.get(name) !== rows.length);
  if (merged.length === 0) return [];
  const shown = merged.slice(0, 3).map((name) => JSON.stringify(beginning(name, SHOWN_CHARACTERS)));
  const names = shown.join(", ") + (merged.length > 3 ? ", …" : "");
  const message = `${counted(merged.length, "column")} with null or missing values and empty strings: ${names}`;
  const hint = "quote: strings or nullAs tells them apart";
  return [{ code: "NULL_AND_EMPTY_MERGED", message, hint, received: merged.length }];
}

function formulaWarnings(
  { rows, columns }: Table,
  { guardFormulas }: Choice,
): Entry<"FORMULA_CELL">[] {
  if (guardFormulas) return [];
  let count = 0;
  for (const { cell, times } of cellsIn(rows, columns)) if (isFormulaCell(cell)) count += times;
  if (count === 0) return [];
  const verb = count === 1 ? "begins" : "begin";
  const message = `${counted(count, "cell")} ${verb} like a formula, which a spreadsheet would run`;
  return [{ code: "FORMULA_CELL", message, hint: "guardFormulas: true", received: count }];
}
