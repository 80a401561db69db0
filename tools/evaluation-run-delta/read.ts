/** Reads the rows of a run. */
import { type Entry, fail } from "../_core/tool.ts";
import { isObject } from "../_lib/json/tree/members.ts";
import { readJsonRoot } from "../_lib/json/tree/rows.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Warning } from "../evaluation-run-delta.ts";
import type { Row } from "./cases.ts";
import { type Fields, isOtherLogLine, type Members, rowsOf } from "./formats.ts";
import { outcomeOf } from "./outcome.ts";

export const MOST_ROWS = 50_000;

export interface Run {
  readonly rows: readonly Row[];
  readonly warnings: readonly Entry<Warning>[];
}

const MOST_UNRECOGNISED = 100;

/** Reads a field that is not missing. */
export function readRun(field: unknown, path: string, fields: Fields) {
  const read = readJsonRoot(field, path);
  if (!read.ok) return { failure: fail(read.error) };
  const { value } = valueOf(read.root);
  const given = isObject(value) ? rowsOf(value) : value;
  if (!Array.isArray(given) || given.length > MOST_ROWS) {
    const found = Array.isArray(given) ? `${given.length} rows` : "no rows";
    return { failure: inputInvalid([outOfBounds(path, found, `1 to ${MOST_ROWS} rows`)]) };
  }
  const reading = new RowReading(fields, path);
  for (const [index, row] of given.entries()) reading.add(row, index);
  const [first, ...others] = reading.unrecognised;
  if (first) return { failure: fail([first, ...others]) };
  const warnings = read.warnings.map((entry) => ({
    ...entry,
    path: `${path}${entry.path ?? ""}`,
  }));
  const run: Run = { rows: reading.rows, warnings: [...warnings, ...reading.skipped.list()] };
  return { run };
}

class RowReading {
  readonly rows: Row[] = [];
  readonly unrecognised: Entry<"ROW_UNRECOGNISED">[] = [];
  readonly skipped = new WarningList<"ROW_SKIPPED">();
  readonly #fields: Fields;
  readonly #path: string;

  constructor(fields: Fields, path: string) {
    this.#fields = fields;
    this.#path = path;
  }

  add(row: unknown, index: number): void {
    if (isObject(row) && isOtherLogLine(row)) return;
    const id = isObject(row) ? this.#fields.id(row) : undefined;
    if (id === undefined) this.#refuse(row, index);
    else this.#read(row as Members, id, index);
  }

  #read(row: Members, id: string, index: number): void {
    const outcome = outcomeOf(this.#fields.outcomes(row));
    if (outcome) this.rows.push({ ...outcome, id, group: this.#fields.group(row) });
    else {
      this.skipped.add("ROW_SKIPPED", () => ({
        message: `The row of ${JSON.stringify(beginning(id, SHOWN))} has no score and is not counted`,
        path: `${this.#path}/${index}`,
      }));
    }
  }

  #refuse(row: unknown, index: number): void {
    if (this.unrecognised.length === MOST_UNRECOGNISED) return;
    const found = isObject(row) ? "no id" : "no object";
    const expected = "an object with an id and a score";
    this.unrecognised.push({
      code: "ROW_UNRECOGNISED",
      message: `Cannot tell the case of a row: found ${found}, expected ${expected}`,
      path: `${this.#path}/${index}`,
      expected,
      hint: "idField names the member, or the RFC 6901 pointer, that holds the id",
    });
  }
}

const SHOWN = 60;
