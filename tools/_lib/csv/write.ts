/** Whether a cell has to be quoted to be read back as it is. */
export function needsQuotes(cell: string, delimiter: string): boolean {
  return /["\r\n]|^[ \t]|[ \t]$/.test(cell) || cell.includes(delimiter);
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
