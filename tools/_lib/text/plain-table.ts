/** Rows as plain text, one line each. */
import { oneLine } from "./shown.ts";

/** Columns of equal width, two spaces between them, nothing behind the last one. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(oneLine));
  const widths: number[] = [];
  for (const line of lines) {
    for (const [at, cell] of line.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
