/** Whether a cell has to be quoted to be read back as it is. */
export function needsQuotes(cell: string, delimiter: string): boolean {
  return /["\r\n]|^[ \t]|[ \t]$/.test(cell) || cell.includes(delimiter);
}

/** Whether a spreadsheet would run the text of a cell as a formula. */
export function isFormula(text: string): boolean {
  return /^[=+\-@\t\r]/.test(text);
}

/** A cell in quotes. */
export function quoteCell(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/** One record without its line end; a cell is quoted where it has to be. */
export function writeRecord(cells: readonly string[], delimiter: string): string {
  if (cells.length === 1 && cells[0] === "") return '""';
  return cells
    .map((cell) => (needsQuotes(cell, delimiter) ? quoteCell(cell) : cell))
    .join(delimiter);
}

export const QUOTINGS = ["minimal", "all", "strings"] as const;
export type Quoting = (typeof QUOTINGS)[number];

/** A cell and whether it is a string of the data, which `strings` quotes. */
export interface WrittenCell {
  readonly text: string;
  readonly isString: boolean;
}

/** One record with more quotes than it needs, or just those. */
export function writeQuoted(
  cells: readonly WrittenCell[],
  delimiter: string,
  quoting: Quoting,
): string {
  if (quoting === "minimal")
    return writeRecord(
      cells.map(({ text }) => text),
      delimiter,
    );
  if (cells.length === 1 && cells[0]?.text === "") return '""';
  return cells
    .map(({ text, isString }) => {
      const quoted = quoting === "all" || isString || needsQuotes(text, delimiter);
      return quoted ? quoteCell(text) : text;
    })
    .join(delimiter);
}
