/** Reads the rows as JSON trees, from JSON or CSV. */
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { rowNodes, rowsPassLimit } from "../_lib/formats/csv/rows.ts";
import { type CsvProblem, readTable, unterminatedQuote } from "../_lib/formats/csv/table.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { readJsonRoot } from "../_lib/json/tree/rows.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import type { Failure, Warning } from "../eval-dataset-jsonl-formatter.ts";

export interface Source {
  readonly rows: readonly JsonNode[];
  readonly warnings: readonly Entry<Warning>[];
}

export type SourceRead =
  | { readonly source: Source; readonly failure?: undefined }
  | { readonly failure: Outcome<never, Failure, never> };

const PATH = "/rows";
const MOST_ROWS = 20_000;

export function readSource(field: unknown): SourceRead {
  if (field === undefined || field === null) return rowsMissing();
  if (typeof field !== "string") return readJson(field);
  if (/^\ufeff?\s*$/.test(field)) return rowsMissing();
  return (/^\ufeff?\s*[[{]/.test(field) ? undefined : readCsv(field)) ?? readJson(field);
}

function rowsMissing(): SourceRead {
  const expected = `1 to ${MOST_ROWS} rows`;
  const message = `Cannot format a dataset: found no rows, expected ${expected}`;
  return {
    failure: fail<never, Failure>({ code: "ROWS_MISSING", message, path: PATH, expected }),
  };
}

function readJson(field: unknown): SourceRead {
  const read = readJsonRoot(field, PATH);
  if (!read.ok) return { failure: fail<never, Failure>(read.error) };
  const { root } = read;
  if (root.type !== "array" && root.type !== "object") {
    return { failure: inputInvalid([outOfBounds(PATH, `a ${root.type}`, "rows")]) };
  }
  const warnings = read.warnings.map((entry) => ({
    ...entry,
    path: `${PATH}${entry.path ?? ""}`,
  }));
  return checked(root.type === "array" ? root.items : [root], warnings);
}

function checked(rows: readonly JsonNode[], warnings: readonly Entry<Warning>[]): SourceRead {
  if (rows.length === 0) return rowsMissing();
  if (rows.length > MOST_ROWS) {
    const expected = `at most ${MOST_ROWS}`;
    return { failure: inputInvalid([outOfBounds(PATH, `${rows.length} rows`, expected)]) };
  }
  return { source: { rows, warnings } };
}

/** Undefined of a text that has no record below a header. */
function readCsv(text: string): SourceRead | undefined {
  const problems = new WarningList<CsvProblem>();
  const table = readTable(text, { delimiter: "auto", header: "first" }, problems);
  if (table.unterminated !== undefined && table.columns.length > 1) {
    const entry = unterminatedQuote(text, table.unterminated, PATH);
    return { failure: fail<never, Failure>(entry) };
  }
  if (table.records.length === 0) return undefined;
  if (rowsPassLimit(table, 0)) return { failure: fail<never, Failure>(outputTooLarge()) };
  const rows = rowNodes(table, { headers: true, types: "strings", nullValues: [] });
  return checked(
    rows,
    problems.list().map((entry) => ({ ...entry, path: PATH })),
  );
}
