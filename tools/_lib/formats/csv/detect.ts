import { chooseDelimiter } from "./delimiter.ts";
import { CsvReader } from "./read.ts";

/** How surely a text, perhaps cut off, is CSV: several records, all of as many fields. */
export function detectCsv(sample: string): number {
  if (/^\s*[{[<]/.test(sample)) return 0;
  const chosen = chooseDelimiter(sample, 0, "auto");
  if (chosen.guessed) return 0;
  const reader = new CsvReader(sample, chosen);
  const counts: number[] = [];
  for (let record = reader.next(); record !== undefined; record = reader.next()) {
    counts.push(record.cells.length);
  }
  // The last record may be cut off.
  const whole = counts.length > 2 ? counts.slice(0, -1) : counts;
  if (whole.length < 2) return 0.1;
  const width = whole[0] ?? 0;
  const same = whole.filter((count) => count === width).length / whole.length;
  return width < 2 ? 0.1 : 0.8 * same * same;
}
