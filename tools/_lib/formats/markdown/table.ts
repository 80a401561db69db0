import { trimBlanks, trimIndent } from "./blanks.ts";

const DELIMITER_ROW = /^[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

/** Cells of a row of a GFM table, trimmed; a `|` behind a backslash is text, in code spans too. */
export function tableCells(row: string): string[] {
  const text = trimBlanks(trimIndent(row));
  const cells: string[] = [];
  let start = text.startsWith("|") ? 1 : 0;
  for (let index = start; index < text.length; index++) {
    if (text.charCodeAt(index) === 92) index++;
    else if (text.charCodeAt(index) === 124) {
      cells.push(trimCell(text.slice(start, index)));
      start = index + 1;
    }
  }
  if (start < text.length) cells.push(trimCell(text.slice(start)));
  return cells;
}

function trimCell(cell: string): string {
  return trimBlanks(trimIndent(cell));
}

/** Whether the line is a delimiter row; `---` alone underlines a heading instead. */
export function isDelimiterRow(line: string): boolean {
  return /[|:]/.test(line) && DELIMITER_ROW.test(line);
}

export function printRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** `:-----` as `:--`, and so on. */
export function delimiterCell(cell: string): string {
  const left = cell.startsWith(":");
  const right = cell.endsWith(":");
  return left ? (right ? ":-:" : ":--") : right ? "--:" : "---";
}
