/** Reads the rows as JSON trees, from JSON or CSV. */
import { type Entry, fail } from "../_core/tool.ts";
import { rowNodes, rowsPassLimit } from "../_lib/formats/csv/rows.ts";
import { type CsvProblem, readTable, unterminatedQuote } from "../_lib/formats/csv/table.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { readJsonRoot } from "../_lib/json/tree/rows.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { LONGEST_OUTPUT, outputTooLarge } from "../_lib/results/output-limit.ts";
import type { Input, Warning } from "../eval-dataset-jsonl-formatter.ts";

const PATH = "/rows";
const MOST_ROWS = 20_000;

export function readSource(field: Input["rows"]) {
  if (isNothing(field)) return { failure: fail(rowsMissing()) };
  const isTable = typeof field === "string" && !/^\ufeff?\s*[[{]/.test(field);
  const { rows, warnings, failure } = (isTable ? readCsv(field) : undefined) ?? readJson(field);
  if (failure) return { failure };
  if (rows.length === 0) return { failure: fail(rowsMissing()) };
  if (rows.length <= MOST_ROWS) return { rows, warnings };
  const problem = outOfBounds(PATH, `${rows.length} rows`, `at most ${MOST_ROWS}`);
  return { failure: inputInvalid([problem]) };
}

function rowsMissing(): Entry<"ROWS_MISSING"> {
  const expected = `1 to ${MOST_ROWS} rows`;
  const message = `Cannot format a dataset: found no rows, expected ${expected}`;
  return { code: "ROWS_MISSING", message, path: PATH, expected };
}

function readJson(field: unknown) {
  const read = readJsonRoot(field, PATH);
  if (!read.ok) return { failure: fail(read.error) };
  const { root } = read;
  if (root.type !== "array" && root.type !== "object") {
    return { failure: inputInvalid([outOfBounds(PATH, `a ${root.type}`, "rows")]) };
  }
  const rows: readonly JsonNode[] = root.type === "array" ? root.items : [root];
  return { rows, warnings: placed(read.warnings) };
}

/** Undefined of a text that has no record below a header. */
function readCsv(text: string) {
  const problems = new WarningList<CsvProblem>();
  const table = readTable(text, { delimiter: "auto", header: "first" }, problems);
  if (table.unterminated !== undefined && table.columns.length > 1) {
    return { failure: fail(unterminatedQuote(text, table.unterminated, PATH)) };
  }
  if (table.records.length === 0) return undefined;
  if (rowsPassLimit(table, 0, LONGEST_OUTPUT)) return { failure: fail(outputTooLarge()) };
  const rows: readonly JsonNode[] = rowNodes(table, {
    headers: true,
    types: "strings",
    nullValues: [],
  });
  return { rows, warnings: problems.list().map((entry) => ({ ...entry, path: PATH })) };
}

function placed(warnings: readonly Entry<Warning>[]): Entry<Warning>[] {
  return warnings.map((entry) => ({ ...entry, path: `${PATH}${entry.path ?? ""}` }));
}
