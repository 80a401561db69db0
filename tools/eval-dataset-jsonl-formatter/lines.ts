/** The lines that are written. */
import { countTokens } from "../_lib/agents/tokens/encodings.ts";
import type { Value } from "../eval-dataset-jsonl-formatter.ts";
import type { Entry } from "./duplicates.ts";
import type { FormatNotes } from "./notes.ts";
import type { Row } from "./row.ts";

export interface Line {
  readonly entry: Entry;
  /** With the system message that it was given. */
  readonly row: Row;
  readonly text: string;
}

const LONG = 65_536;

/** Their tokens by o200k_base. */
export function measureLines(lines: readonly Line[], notes: FormatNotes): Value["tokens"] {
  let [total, max, maxIndex]: [number, number, number | null] = [0, 0, null];
  for (const { row, text } of lines) {
    const tokens = countTokens(text, "o200k_base");
    total += tokens;
    if (tokens > LONG) notes.long(row, tokens);
    if (maxIndex !== null && tokens <= max) continue;
    max = tokens;
    maxIndex = row.index;
  }
  return { total, max, maxIndex };
}
