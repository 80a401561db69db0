/** Tables of kits, as json-to-csv writes them with `guardFormulas` on. */
import { isFormula, writeRecord } from "../../tools/_lib/formats/csv/write.ts";

/** A number with all its digits, as JSON has it. */
export interface Digits {
  readonly digits: string;
}

export type CsvCell = string | number | boolean | Digits | null | undefined;

export function csvText(columns: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = [writeRecord(columns, ",")];
  for (const row of rows) lines.push(writeRecord(row.map(textOf), ","));
  return lines.join("\n");
}

function textOf(cell: CsvCell): string {
  if (typeof cell === "object" && cell !== null) return cell.digits;
  if (typeof cell !== "string") return String(cell ?? "");
  return isFormula(cell) ? `'${cell}` : cell;
}
