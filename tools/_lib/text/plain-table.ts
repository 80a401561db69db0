/** Rows as plain text, one line each. */

const LINE_ENDS = /\s*[\n\r\u2028\u2029]\s*/g;

/** A text in one line. */
export function oneLine(text: string): string {
  return text.replace(LINE_ENDS, " ");
}

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

const LONGEST_CELL = 60;

/** The beginning of a long text, no character cut in two. */
export function shortened(text: string, longest = LONGEST_CELL): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A text in quotation marks as messages show it, a long one shortened. */
export function quoted(text: string, longest = LONGEST_CELL): string {
  return JSON.stringify(shortened(text, longest));
}
