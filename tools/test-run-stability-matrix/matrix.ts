/** Runs as CSV: a column for each, a row for each test. */
import { fail } from "../_core/tool.ts";
import { CsvReader, type CsvRecord } from "../_lib/formats/csv/read.ts";
import { readStatus } from "../_lib/formats/test-report/map.ts";
import type { Attempt, Status } from "../_lib/formats/test-report/report.ts";
import { testsOf } from "../_lib/formats/test-report/tests.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { placeAt } from "../_lib/text/position.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { ReadRuns } from "./read.ts";

export const MOST_RUNS = 200;

/** Reads the runs; one without a name is called by its place. */
export function readMatrix(text: string) {
  const from = text.startsWith("\ufeff") ? 1 : 0;
  const reader = new CsvReader(text, { delimiter: ",", trim: true, from });
  const refuse = (offset: number, found: string, expected: string) => {
    const message = `Cannot read the matrix: found ${found}, expected ${expected}`;
    const place = { path: "/matrix", ...placeAt(text, offset) };
    return { failure: fail({ code: "MATRIX_SYNTAX", message, ...place }) };
  };
  const header = reader.next()?.cells ?? [];
  const ids = header.slice(1).map((name, index) => name || String(index + 1));
  if (ids.length === 0) return refuse(0, "no column of a run", "a header test,run1,…");
  if (ids.length > MOST_RUNS) {
    const found = `${ids.length} runs`;
    return { failure: inputInvalid([outOfBounds("/matrix", found, `at most ${MOST_RUNS}`)]) };
  }
  const columns: Attempt[][] = ids.map(() => []);
  for (let row = reader.next(); row; row = reader.next()) {
    if (row.cells.length !== header.length)
      return refuse(row.start, `${row.cells.length} cells`, `${header.length} as in the header`);
    const wrong = addRow(row, columns);
    if (wrong !== undefined)
      return refuse(reader.starts[wrong + 1] ?? row.start, shown(row, wrong), WORDS);
  }
  if (reader.unterminated !== undefined)
    return refuse(reader.unterminated, "a quoted cell that never closes", 'a closing "');
  const runs = ids.map((id, index) => {
    return { id, commit: null, tests: testsOf(columns[index] ?? []) };
  });
  const read: ReadRuns = { runs, warnings: [] };
  return read;
}

const WORDS = "P, F, E, S, flaky, X, ., - or nothing";

const LONGEST_SHOWN = 40;

function shown({ cells }: CsvRecord, run: number): string {
  return JSON.stringify(beginning(cells[run + 1] ?? "", LONGEST_SHOWN));
}

/** Adds a test to the runs in which it was; the first run with a cell that says nothing known. */
function addRow(
  { cells: [id = "", ...cells] }: CsvRecord,
  columns: Attempt[][],
): number | undefined {
  for (const [run, cell] of cells.entries()) {
    if (cell === "" || cell === "-") continue;
    const status = SIGNS.get(cell) ?? readStatus(cell);
    if (status === undefined) return run;
    columns[run]?.push({ id, status, durationMs: null });
  }
  return undefined;
}

const SIGNS: ReadonlyMap<string, Status> = new Map<string, Status>([
  ["X", "failed"],
  ["x", "failed"],
  [".", "passed"],
]);
