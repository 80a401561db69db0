const DELIMITERS = [",", ";", "\t", "|"];
const MOST_SENTENCES = 0.3;
const MOST_WORDS = 4;

/** How surely a text, perhaps cut off, is CSV: several records, all of as many fields. */
export function detectCsv(sample: string): number {
  // JSON, markup and tables of Markdown have commas and bars, too, and so has what git lists of changed files.
  if (/^\s*[{[<]|^[ACDMRTUX]\d{0,3}\t/.test(sample)) return 0;
  if (/^\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+/m.test(sample)) return 0;
  // What stands in quotes may be anything, and lines of its own.
  const lines = sample.replace(/"[^"]*"/g, '""').split(/\r\n?|\n/);
  const records = lines.filter((line) => line.trim() !== "");
  return Math.max(...DELIMITERS.map((delimiter) => evenness(records, delimiter)));
}

function evenness(records: readonly string[], delimiter: string): number {
  const rows = records.map((record) => record.split(delimiter));
  const cells = rows.flat();
  if (cells.filter(isSentence).length > MOST_SENTENCES * cells.length) return 0;
  // The last record may be cut off.
  const whole = rows.length > 2 ? rows.slice(0, -1) : rows;
  const width = rows[0]?.length ?? 0;
  if (whole.length < 2 || width < 2) return 0;
  const same = whole.filter(({ length }) => length === width).length / whole.length;
  return 0.8 * same * same;
}

/** Behind the comma of a sentence stands a blank; a sentence ends with a point, and has words. */
function isSentence(cell: string): boolean {
  const words = cell.trim().split(/\s+/).length;
  return words > MOST_WORDS || (words > 1 && (cell.startsWith(" ") || /[.!?]$/.test(cell)));
}
