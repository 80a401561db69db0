import type { Entry } from "../../../_core/tool.ts";
import type { EntryDetail, EntrySink } from "../../results/entry-list.ts";
import { excerptAt, nextLine, placeAt, positionFinder } from "../../text/position.ts";
import { beginning } from "../../text/shown.ts";
import { chooseDelimiter } from "./delimiter.ts";
import { CsvReader, type CsvRecord } from "./read.ts";

/** What may be wrong with CSV text and can still be read; warnings, or errors where a tool is strict. */
export const CSV_PROBLEMS = {
  CSV_STRAY_QUOTE: "A quote inside an unquoted field, or text behind a closing quote",
  CSV_RAGGED: "A record has more or fewer fields than there are columns",
  CSV_EMPTY_HEADER: "A column has no name and is called column_N",
  CSV_DUPLICATE_HEADER: "A column has the name of an earlier one and gets a suffix",
} as const;

/** The failure of a quote that never closes. */
export const CSV_FAILURES = {
  CSV_UNTERMINATED_QUOTE: "A quoted field never closes",
} as const;

export type CsvProblem = keyof typeof CSV_PROBLEMS;
export type CsvProblems = EntrySink<CsvProblem>;

export interface TableOptions {
  /** One character, or `auto`. */
  readonly delimiter: string;
  /** The names of the columns: the first record's cells, `column_1` and so on, or these. */
  readonly header: "first" | "none" | readonly string[];
  readonly comment?: string;
  readonly trim?: boolean;
  /** Physical lines to drop before the first record. */
  readonly skipLines?: number;
}

export interface CsvTable {
  readonly delimiter: string;
  /** Whether the delimiter was to be found, and nothing spoke for any. */
  readonly guessed: boolean;
  /** Whether there was no record at all, not even a header. */
  readonly empty: boolean;
  readonly columns: readonly string[];
  /** The records of data. */
  readonly records: readonly CsvRecord[];
  readonly ragged: number;
  readonly blankLines: number;
  readonly comments: number;
  readonly newline: "lf" | "crlf" | "cr" | "mixed" | "none";
  /** Where a quoted field begins that never closes; the table ends before it. */
  readonly unterminated: number | undefined;
}

/** Reads CSV text as a table and adds what is wrong with it to `problems`, in the order of the text. */
export function readTable(text: string, options: TableOptions, problems: CsvProblems): CsvTable {
  const { header, comment = "", trim = false } = options;
  const chosen = chooseStart(text, options);
  const reader = new CsvReader(text, { ...chosen, comment, trim });
  const find = positionFinder(text);
  const place = (offset: number) => ({
    path: "/input",
    ...find(offset),
    excerpt: excerptAt(text, offset),
  });
  const first = reader.next();
  noteStrays(reader.strays, place, problems);
  const { starts } = reader;
  const columns = nameColumns(header, first?.cells ?? [], (code, index, name) => {
    problems.add(code, () => headerProblem(code, name, place(starts[index] ?? 0)));
  });
  reader.blankIsRecord = columns.length === 1;
  const records: CsvRecord[] = [];
  let ragged = 0;
  let record = header === "first" ? reader.next() : first;
  for (; record !== undefined; record = reader.next()) {
    records.push(record);
    if (record !== first) noteStrays(reader.strays, place, problems);
    if (record.cells.length === columns.length) continue;
    ragged++;
    noteRagged(record, columns.length, place, problems);
  }
  const [kind, other] = reader.lineEnds;
  return {
    delimiter: chosen.delimiter,
    guessed: chosen.guessed,
    empty: first === undefined && reader.unterminated === undefined,
    columns,
    records,
    ragged,
    blankLines: reader.blankLines,
    comments: reader.comments,
    newline: other === undefined ? (kind ?? "none") : "mixed",
    unterminated: reader.unterminated,
  };
}

/** The place in the text of an entry about a quote that never closes. */
export function unterminatedQuote(
  text: string,
  offset: number,
  path: string,
): Entry<"CSV_UNTERMINATED_QUOTE"> {
  return {
    code: "CSV_UNTERMINATED_QUOTE",
    message: 'Cannot read CSV: found a quoted field that never closes, expected a closing "',
    path,
    ...placeAt(text, offset),
    hint: 'Double a quote that belongs to the text (""), or close the field',
  };
}

type NoteHeader = (
  code: "CSV_EMPTY_HEADER" | "CSV_DUPLICATE_HEADER",
  index: number,
  name: string,
) => void;

/** Names with empty ones filled in and repeated ones told apart; `note` hears of both. */
export function uniqueNames(names: readonly string[], note: NoteHeader): readonly string[] {
  // Names that come later count, too, but only where a name is repeated.
  let all: ReadonlySet<string> | undefined;
  const given = new Set<string>();
  const nextSuffix = new Map<string, number>();
  return names.map((name, index) => {
    const wanted = name === "" ? `column_${index + 1}` : name;
    let unique = wanted;
    if (given.has(wanted)) {
      all ??= new Set(names);
      let suffix = nextSuffix.get(wanted) ?? 2;
      while (all.has(`${wanted}_${suffix}`) || given.has(`${wanted}_${suffix}`)) suffix++;
      nextSuffix.set(wanted, suffix + 1);
      unique = `${wanted}_${suffix}`;
    }
    given.add(unique);
    if (name === "") note("CSV_EMPTY_HEADER", index, unique);
    if (unique !== wanted) note("CSV_DUPLICATE_HEADER", index, unique);
    return unique;
  });
}

/** A name that no column has: `_extra`, or with the first free suffix. */
export function extraName(columns: readonly string[]): string {
  const taken = new Set(columns);
  if (!taken.has("_extra")) return "_extra";
  let suffix = 2;
  while (taken.has(`_extra_${suffix}`)) suffix++;
  return `_extra_${suffix}`;
}

function chooseStart(text: string, { delimiter, comment, skipLines = 0 }: TableOptions) {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const chosen = chooseDelimiter(text, start, delimiter, comment);
  if (skipLines === 0) return chosen;
  let from = start;
  for (let line = 0; line < skipLines; line++) from = nextLine(text, from);
  // The line `sep=X` is the first of the file, and one of those dropped.
  if (chosen.from > start) return { ...chosen, from };
  return chooseDelimiter(text, from, delimiter, comment);
}

export function headerProblem(code: CsvProblem, name: string, place: object): EntryDetail {
  const found = code === "CSV_EMPTY_HEADER" ? "a column without a name" : "a name used before";
  return {
    message: `Cannot take the header as it is: found ${found}, called ${JSON.stringify(beginning(name, 40))}`,
    ...place,
    expected: name,
  };
}

function nameColumns(
  header: TableOptions["header"],
  cells: readonly string[],
  note: NoteHeader,
): readonly string[] {
  if (header === "first") return uniqueNames(cells, note);
  return header === "none" ? cells.map((_, index) => `column_${index + 1}`) : header;
}

function noteStrays(
  strays: readonly number[],
  place: (offset: number) => object,
  problems: CsvProblems,
): void {
  for (const offset of strays) {
    problems.add("CSV_STRAY_QUOTE", () => ({
      message:
        "Cannot read the field by RFC 4180: found a quote inside it or text behind its closing quote, kept as it is",
      ...place(offset),
    }));
  }
}

function noteRagged(
  { cells, start }: CsvRecord,
  width: number,
  place: (offset: number) => object,
  problems: CsvProblems,
): void {
  problems.add("CSV_RAGGED", () => ({
    message: `Cannot match the record to the columns: found ${cells.length} fields, expected ${width}`,
    ...place(start),
    expected: width,
    received: cells.length,
  }));
}
