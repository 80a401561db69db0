import { endOfLine, nextLine } from "../../text/position.ts";
import { beginning } from "../../text/shown.ts";
import { CsvReader } from "./read.ts";

const NAMES: ReadonlyMap<string, string> = new Map([
  ["comma", ","],
  ["semicolon", ";"],
  ["tab", "\t"],
  ["\\t", "\t"],
  ["pipe", "|"],
  ["space", " "],
]);

const CANDIDATES = [",", "\t", ";", "|"] as const;
const SNIFFED_RECORDS = 20;

/** The failure of `resolveDelimiter`, to be spread into a tool's `failures`. */
export const DELIMITER_FAILURES = {
  DELIMITER_INVALID: "The delimiter is no single character and none of the known names",
} as const;

/** The character that a delimiter field means; undefined where it means none. */
export function resolveDelimiter(field: string): string | undefined {
  const named = NAMES.get(field.toLowerCase());
  if (named !== undefined) return named;
  const single = field !== "" && Array.from(field).length === 1;
  return single && !/["\r\n]/.test(field) ? field : undefined;
}

/** As `resolveDelimiter`, where the field may also say `auto` in any letter case. */
export function resolveReadingDelimiter(field: string): string | undefined {
  return field.toLowerCase() === "auto" ? "auto" : resolveDelimiter(field);
}

/** The failure entry of a delimiter field that means no character. */
export function invalidDelimiter(field: string) {
  const expected = 'one character other than ", CR and LF, or comma, semicolon, tab, pipe, space';
  return {
    code: "DELIMITER_INVALID",
    message: `Cannot use the delimiter: found ${field.length} characters that name none, expected ${expected}`,
    path: "/delimiter",
    expected,
    received: beginning(field, 20),
  } as const;
}

export interface Sniffed {
  readonly delimiter: string;
  /** Where the records begin: behind a first line `sep=X`, if there is one. */
  readonly from: number;
  /** Whether nothing spoke for any delimiter. */
  readonly guessed: boolean;
}

/** Finds the delimiter of the text from `from` on, where the field says `auto`, and drops a line `sep=X` that agrees. */
export function chooseDelimiter(
  text: string,
  from: number,
  field: string | "auto",
  comment = "",
): Sniffed {
  const separator = readSeparator(text, from);
  if (separator !== undefined && (field === "auto" || field === separator)) {
    return { delimiter: separator, from: nextLine(text, from), guessed: false };
  }
  if (field !== "auto") return { delimiter: field, from, guessed: false };
  const scores = CANDIDATES.map((delimiter) => rate(text, from, delimiter, comment));
  const best = scores.toSorted((a, b) => b.score - a.score || b.fields - a.fields)[0];
  return best === undefined || best.score === 0
    ? { delimiter: ",", from, guessed: true }
    : { delimiter: best.delimiter, from, guessed: false };
}

/** The delimiter that a line `sep=X` at the offset names. */
function readSeparator(text: string, from: number): string | undefined {
  if (!text.startsWith("sep=", from)) return undefined;
  const named = text.slice(from + 4, endOfLine(text, from));
  return Array.from(named).length === 1 && named !== '"' ? named : undefined;
}

interface Rating {
  readonly delimiter: string;
  readonly score: number;
  readonly fields: number;
}

/** The share of the first records that have as many fields as most of them. */
function rate(text: string, from: number, delimiter: string, comment: string): Rating {
  const reader = new CsvReader(text, { delimiter, comment, from });
  const counts = new Map<number, number>();
  let records = 0;
  while (records < SNIFFED_RECORDS) {
    const record = reader.next();
    if (record === undefined) break;
    records++;
    counts.set(record.cells.length, (counts.get(record.cells.length) ?? 0) + 1);
  }
  const [fields, count] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0];
  return { delimiter, score: fields >= 2 ? count / records : 0, fields };
}
