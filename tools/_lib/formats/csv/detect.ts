import { chooseDelimiter } from "./delimiter.ts";
import { CsvReader } from "./read.ts";

const MOST_SENTENCES = 0.3;

/** How surely a text, perhaps cut off, is CSV: several records, all of as many fields. */
export function detectCsv(sample: string): number {
  if (/^\s*[{[<]/.test(sample)) return 0;
  const chosen = chooseDelimiter(sample, 0, "auto");
  if (chosen.guessed) return 0;
  const reader = new CsvReader(sample, chosen);
  const counts: number[] = [];
  let [cells, sentences] = [0, 0];
  for (let record = reader.next(); record !== undefined; record = reader.next()) {
    counts.push(record.cells.length);
    cells += record.cells.length;
    sentences += record.cells.filter(isSentence).length;
  }
  if (sentences > MOST_SENTENCES * cells) return 0;
  // The last record may be cut off.
  const whole = counts.length > 2 ? counts.slice(0, -1) : counts;
  if (whole.length < 2) return 0.1;
  const width = whole[0] ?? 0;
  const same = whole.filter((count) => count === width).length / whole.length;
  return width < 2 ? 0.1 : 0.8 * same * same;
}

const MOST_WORDS = 4;

/** Behind the comma of a sentence stands a blank; a sentence ends with a point, and has words. */
function isSentence(cell: string): boolean {
  const words = cell.trim().split(/\s+/).length;
  return words > MOST_WORDS || (words > 1 && (cell.startsWith(" ") || /[.!?]$/.test(cell)));
}
