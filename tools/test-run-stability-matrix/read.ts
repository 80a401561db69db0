/** The runs, from reports or from a matrix. */
import { type Entry, fail } from "../_core/tool.ts";
import { conflictsOf } from "../_lib/fields/exclusive-fields.ts";
import { readTestReport } from "../_lib/formats/test-report/read.ts";
import type { Test } from "../_lib/formats/test-report/report.ts";
import { inputInvalid, missingField } from "../_lib/results/input-invalid.ts";
import { beginning } from "../_lib/text/shown.ts";
import type { Input, Warning } from "../test-run-stability-matrix.ts";
import { readMatrix } from "./matrix.ts";

/** Oldest first. */
export interface Run {
  readonly id: string;
  readonly commit: string | null;
  readonly tests: ReadonlyMap<string, Test>;
}

export interface ReadRuns {
  readonly runs: readonly Run[];
  readonly warnings: readonly Entry<Warning>[];
  readonly failure?: undefined;
}

/** Reads reports or the matrix, each run with an id of its own. */
export function readRuns(input: Input) {
  const { runs, matrix } = input;
  const [conflict] = conflictsOf(input, [["runs", "matrix"]]);
  if (conflict) return { failure: fail(conflict) };
  if (runs === undefined && matrix === undefined)
    return { failure: inputInvalid([missingField("/runs", "runs or matrix")]) };
  const read = runs ? readReports(runs, input.format) : readMatrix(matrix ?? "");
  return read.failure ? read : checked(read, runs ? "/runs" : "/matrix");
}

function readReports(given: NonNullable<Input["runs"]>, format: Input["format"]) {
  const runs: Run[] = [];
  const warnings: Entry<Warning>[] = [];
  for (const [index, { id, commit = null, report }] of given.entries()) {
    const path = `/runs/${index}/report`;
    const found = readTestReport(report, format, path);
    if ("error" in found) return { failure: fail(found.error) };
    runs.push({ id: String(id ?? index + 1), commit, tests: found.tests });
    if (found.truncated === undefined) continue;
    const message = `The run seems not to be whole: ${found.truncated}`;
    warnings.push({ code: "RUN_TRUNCATED", message, path });
  }
  return { runs, warnings };
}

function checked(read: ReadRuns, path: string) {
  const known = new Set<string>();
  for (const [index, { id }] of read.runs.entries()) {
    if (known.has(id)) return { failure: fail(duplicate(id, index, path)) };
    known.add(id);
  }
  return read;
}

const LONGEST_SHOWN = 60;

function duplicate(id: string, index: number, path: string): Entry<"DUPLICATE_RUN_ID"> {
  const found = `${JSON.stringify(beginning(id, LONGEST_SHOWN))} again as run ${index + 1}`;
  const message = `Cannot tell the runs apart: found ${found}, expected an id of its own`;
  const place = path === "/runs" ? `${path}/${index}/id` : path;
  return { code: "DUPLICATE_RUN_ID", message, path: place, received: id };
}
