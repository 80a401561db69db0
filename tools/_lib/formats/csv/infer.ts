import { isNumberText } from "../../json/tree/number.ts";

export type ColumnType = "string" | "number" | "boolean";

/** The type of a column by its cells that are not empty. */
export function inferColumn(cells: Iterable<string | null | undefined>): ColumnType {
  let numbers = true;
  let booleans = true;
  let filled = false;
  for (const cell of cells) {
    if (cell === null || cell === undefined || cell === "") continue;
    filled = true;
    numbers &&= isNumberText(cell);
    booleans &&= isBooleanText(cell);
    if (!numbers && !booleans) return "string";
  }
  if (!filled) return "string";
  return numbers ? "number" : "boolean";
}

/** Whether the text is `true` or `false` in any letter case. */
export function isBooleanText(text: string): boolean {
  return /^(?:true|false)$/i.test(text);
}
